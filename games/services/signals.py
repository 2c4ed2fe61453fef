"""Signals: computed by night from the newest rows, kept up to date, and dismissed by moderators.

They are hints for who judges and never act. Whatever no longer holds is forgotten by itself.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import audit, roles, sanctions
from accounts.models import User
from accounts.refusals import Forbidden, NotFound
from games import suspicions
from games.models import Review, Signal
from games.selectors import signals as selectors
from games.services import reviews
from games.suspicions import Choice, Found, Pace

Kind = Signal.Kind
Looks = Mapping[Kind, Sequence[Found]]

MOST_OF_A_KIND: Final = 500
DISMISSED_KEPT: Final = timedelta(days=365)
"""How long a dismissal is remembered: longer than anything that a signal is made of."""


def refresh() -> None:
    """Compute all signals anew. Safe to run late or twice: what holds already is left alone."""
    now = timezone.now()
    for look in LOOKS:
        for kind, found in look(now).items():
            _keep(kind, _of_those_here(found), now=now)


def _results(now: datetime) -> Looks:
    rows = selectors.results(now)
    return {Kind.GIFTS: suspicions.gifts(rows), Kind.RING: suspicions.rings(rows)}


def _reviews(now: datetime) -> Looks:
    paces, choices = list[Pace](), list[Choice]()
    for game in selectors.judged(now):
        paces += selectors.paces(game)
        choices += selectors.choices(game)
    return {
        Kind.STALLING: suspicions.stalling(paces),
        Kind.AGREEMENT: suspicions.agreement(choices),
    }


def _accounts(now: datetime) -> Looks:
    return {Kind.BURST: suspicions.bursts(selectors.joined(now))}


def _lines(now: datetime) -> Looks:
    return {Kind.HELD: suspicions.held(selectors.said(now))}


LOOKS: Final[Sequence[Callable[[datetime], Looks]]] = (_results, _reviews, _accounts, _lines)


def _of_those_here(found: Sequence[Found]) -> list[Found]:
    """The clearest ones, about people who have not left."""
    clearest = sorted(found, key=lambda one: -one.numbers["count"])[:MOST_OF_A_KIND]
    people = {one.person for one in clearest}
    here = set(
        User.objects.filter(pk__in=people, is_active=True, bot="").values_list("pk", flat=True)
    )
    return [one for one in clearest if one.person in here]


@transaction.atomic
def _keep(kind: Kind, found: Sequence[Found], *, now: datetime) -> None:
    """Let what is stored of a kind be what was found; what was dismissed returns when it has grown.

    The rows are locked: a moderator who dismisses one meanwhile comes before or after.
    """
    stored = {
        (row.person_id, row.key): row
        for row in Signal.objects.select_for_update(no_key=True).filter(kind=kind).order_by("pk")
    }
    found_keys = {(one.person, one.key) for one in found}
    for one in found:
        row = stored.get((one.person, one.key))
        if row is not None:
            _renew(row, one, now=now)
    Signal.objects.bulk_create(
        [
            Signal(kind=kind, person_id=one.person, key=one.key, numbers=one.numbers,
                   made_at=now, noted_at=now)
            for one in found
            if (one.person, one.key) not in stored
        ],
        ignore_conflicts=True,  # two nights at once
    )  # fmt: skip
    gone = [row.pk for key, row in stored.items() if key not in found_keys and _is_over(row, now)]
    Signal.objects.filter(pk__in=gone).delete()


def _is_over(row: Signal, now: datetime) -> bool:
    """Whether one that no longer holds may be forgotten, and that it was dismissed, too."""
    return row.dismissed_at is None or row.dismissed_at <= now - DISMISSED_KEPT


def _renew(row: Signal, found: Found, *, now: datetime) -> None:
    """Note new numbers. What was dismissed keeps those that were dismissed until it has grown."""
    if row.dismissed_at is not None and not suspicions.has_grown(row.numbers, found.numbers):
        return
    if row.dismissed_at is None and row.numbers == found.numbers:
        return
    row.numbers, row.noted_at = found.numbers, now
    row.dismissed_at = row.dismissed_by = None
    row.save(update_fields=["numbers", "noted_at", "dismissed_at", "dismissed_by"])


@transaction.atomic
def dismiss(*, signal_id: int, by: User) -> Signal:
    """Say that there is nothing in it, for whoever may judge the person; twice is once."""
    roles.demand(by, roles.MODERATE)
    signal = Signal.objects.filter(pk=signal_id).select_related("person").first()
    if signal is None:
        raise NotFound(_("This signal is no longer there."))
    judge, person = sanctions.hold_for_judging(judge=by, person=signal.person)
    roles.demand(judge, roles.MODERATE)
    row = Signal.objects.select_for_update(no_key=True).filter(pk=signal_id).first()
    if row is None:
        raise NotFound(_("This signal is no longer there."))
    if Signal.objects.filter(selectors.about(judge), pk=row.pk).exists():
        raise Forbidden(str(sanctions.NOT_YOURS))
    if row.dismissed_at is None:
        row.dismissed_at, row.dismissed_by = timezone.now(), judge
        row.save(update_fields=["dismissed_at", "dismissed_by"])
        audit.append(
            "signal:dismiss",
            actor=judge,
            person=person,
            thing=f"signal:{row.pk}",
            kind=row.kind,
            count=row.numbers.get("count", 0),
        )
    return row


def have_one_reviewed() -> None:
    """Have one more rated game reviewed, if nobody waits for a review: people come first.

    So turns can be compared of games, too, of which nobody asked for a review.
    """
    under_way = (Review.Status.WAITING, Review.Status.WORKING)
    if Review.objects.filter(status__in=under_way).exists():
        return
    game = selectors.game_to_review(timezone.now())
    if game is not None:
        reviews.ask_for_site(game_id=game.pk)
