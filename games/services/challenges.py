"""Challenges on a ladder: made, left unanswered, and withdrawn by who leaves it."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import blocks
from accounts.locks import lock_people
from accounts.models import User
from accounts.refusals import Conflict, Unprocessable
from games import clocks, events
from games.models import Challenge, Ladder, Offer, Rung
from games.selectors import ladder as selectors
from games.selectors import offers as offer_selectors
from games.services import ladder as rungs
from games.services import notices, offers
from games.services.offers import Wish

Status = Challenge.Status

TRIES = 5
"""So often what is to be withdrawn is looked for again: somebody may challenge meanwhile."""


@transaction.atomic
def challenge(*, user: User, ruleset: str, opponent: User, entropy: bytes | None = None) -> Offer:
    """Challenge somebody who stands a few rungs above; the offer that they are made by it."""
    if user == opponent:
        raise Unprocessable(_("You cannot play against yourself."))
    lock_people(user, opponent)
    ladder, now = rungs.lock(ruleset), timezone.now()
    _demand_may(ladder, user, opponent, now)
    wish = Wish(
        ruleset=ladder.ruleset,
        reach=Offer.Reach.PERSONAL,
        invited=[opponent],
        is_rated=True,
        is_challenge=True,
    )
    offer = offers.make(owner=user, wish=wish, entropy=entropy)
    Challenge.objects.create(
        offer=offer,
        ladder=ladder,
        challenger=user,
        challenged=opponent,
        made_at=now,
        since=now,
        due_at=_due(opponent.pk, since=now),
    )
    rungs.stir(ladder, [user.pk], now)
    events.tell_ladder(ladder.ruleset)
    return offer


def _demand_may(ladder: Ladder, user: User, opponent: User, now: datetime) -> None:
    if ladder.season_began < selectors.season_of(now):
        raise Conflict(_("The season has just ended. The next one begins in a minute."))
    footing = selectors.footing(ladder, user)
    found = selectors.seen_by(ladder.rungs.filter(user=opponent), user).first()
    if found is None:
        words = _("%(name)s does not stand on this ladder.")
        raise Conflict(words % {"name": opponent.shown_name})
    if why := selectors.why_not(footing, found):
        raise Unprocessable(why)


def _due(user_id: int, *, since: datetime) -> datetime:
    """Until when somebody has to answer: while they are away the time stands still."""
    pauses = selectors.pauses_of([user_id])[user_id]
    return clocks.deadline(since, selectors.ANSWERED_WITHIN, pauses)


# --- Deadlines -------------------------------------------------------------------------------


def recompute_deadlines(user: User) -> None:
    """Move the deadlines of somebody whose absences have changed. Their row is locked."""
    waiting = Challenge.objects.filter(challenged=user, due_at__isnull=False)
    locked = waiting.select_for_update(of=("self",), no_key=True)
    for one in locked.select_related("ladder").order_by("pk"):
        due_at = _due(user.pk, since=one.since)
        Challenge.objects.filter(pk=one.pk, due_at__isnull=False).update(due_at=due_at)
        events.tell_ladder(one.ladder.ruleset)


def sweep() -> None:
    """Close the challenges that nobody answered in time. Safe to run late or twice.

    Until it has been, an answer counts.
    """
    late = Challenge.objects.filter(due_at__lte=timezone.now()).order_by("due_at")
    for offer_id in list(late.values_list("pk", flat=True)):
        _close_unanswered(offer_id)


@transaction.atomic
def _close_unanswered(offer_id: UUID) -> None:
    offer = offer_selectors.lock(offer_id)
    challenge = selectors.challenge_of(offer)
    if challenge is None or not challenge.is_waiting:
        return
    # What was moved by an outage may now reach into an absence.
    due_at = _due(challenge.challenged_id, since=challenge.since)
    if due_at > timezone.now():
        Challenge.objects.filter(pk=challenge.pk).update(due_at=due_at)
    elif _could_be_accepted(offer):
        offers.close(offer, Offer.Status.EXPIRED)
    else:
        offers.close(offer, Offer.Status.WITHDRAWN)


def _could_be_accepted(offer: Offer) -> bool:
    """Whether it was left to the challenged: not where a block or the challenger was in the way."""
    challenged = offer.laid[1].user
    assert challenged is not None
    if not offer.owner.is_active or blocks.keep_apart(offer.owner, challenged):
        return False
    running = offer_selectors.running_games(offer.owner)
    return not offer_selectors.obstacle(offer.owner, is_rated=True, running=running)


# --- Leaving ---------------------------------------------------------------------------------


def leave(*, user: User, ruleset: str) -> None:
    """Leave a ladder; doing it twice is doing it once.

    What waits of and to them is withdrawn. Games that run go on, and move no rungs.
    """
    ladder = selectors.find(selectors.game_of(ruleset).slug)
    if ladder is not None:
        _leave(user, ladder)


def leave_all(user: User) -> None:
    """Leave every ladder, for good."""
    for rung in Rung.objects.filter(user=user).select_related("ladder"):
        _leave(user, rung.ladder)


def _leave(user: User, ladder: Ladder) -> None:
    # An offer is locked before a ladder, so they are withdrawn first, each for itself.
    theirs = Q(challenger=user) | Q(challenged=user)
    for _try in range(TRIES):
        withdraw(ladder.challenges.filter(theirs, due_at__isnull=False), why="left", by=user)
        if _step_down(user, ladder):
            return
    raise Conflict(_("Somebody challenges you just now. Try again."))


@transaction.atomic
def _step_down(user: User, ladder: Ladder) -> bool:
    """Take somebody off, unless they were challenged in the same instant."""
    locked = rungs.lock_again(ladder.pk)
    theirs = Q(challenger=user) | Q(challenged=user)
    if locked.challenges.filter(theirs, due_at__isnull=False).exists():
        return False
    rung = locked.rungs.filter(user=user).first()
    if rung is not None:
        rungs.remove(locked, rung)
    return True


def withdraw(challenges: Iterable[Challenge], *, why: str, by: User | None = None) -> None:
    """Withdraw challenges that wait, in the challengers' names, and say why to all but `by`."""
    for one in challenges:
        with suppress(Conflict):  # it was accepted in the same instant
            _withdraw(one.pk, why, by)


@transaction.atomic
def _withdraw(offer_id: UUID, why: str, by: User | None) -> None:
    offer = offer_selectors.lock(offer_id)
    challenge = selectors.challenge_of(offer)
    if challenge is None or not challenge.is_waiting:
        return
    offers.withdraw(offer_id=offer_id, user=offer.owner)
    notices.tell_withdrawn(challenge, why=why, by=by)
