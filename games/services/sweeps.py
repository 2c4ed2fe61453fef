"""What was made and never played: guests who came, left something lying about, and went."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts import guests
from accounts.models import User
from games import events
from games.models import Game, Move, Notice, Offer, Place, Player
from games.selectors.notices import FROM_STRANGERS
from games.selectors.offers import by_strangers, laid_at
from games.services import decks, notices

KEPT = timedelta(days=1)


def remove_idle_guests() -> None:
    """Remove guests who never played, with all that they made. Safe to run late or twice.

    So many a run; the next one finds the others.
    """
    idle = idle_guests(timezone.now()).order_by("last_seen_at")
    for guest_id in list(idle.values_list("pk", flat=True)[: guests.MOST_A_RUN]):
        _remove(guest_id)
    notices.read_gone()


def idle_guests(now: datetime) -> QuerySet[User]:
    """Guests who were not seen for a day, never made a move, and keep nobody waiting.

    Somebody waits at a table with them, has offered them a game or a seat, or may still come by a
    link that they have sent: those guests have two weeks, see accounts/guests.py.
    """
    # What was given to a game is no move of theirs.
    given = Coalesce("game__given_plies", 0)
    moved = Move.objects.filter(
        game__players__user=OuterRef("pk"), seat=F("game__players__seat"), ply__gt=given
    )
    people = Player.objects.filter(game__players__user=OuterRef("pk"), user__bot="")
    asked = Place.objects.filter(user=OuterRef("pk"), number__gt=0)
    visited = Place.objects.filter(
        offer__owner=OuterRef("pk"), number__gt=0, state=Place.State.TAKEN, is_waiting=True
    )
    linked = Offer.objects.filter(
        owner=OuterRef("pk"), reach=Offer.Reach.LINK, status=Offer.Status.OPEN
    )
    # Who has given an address has as long as a mail may take.
    nameless = User.objects.filter(is_guest=True, is_active=True, email="")
    silent = nameless.filter(last_seen_at__lt=now - KEPT)
    return silent.filter(
        ~Exists(moved),
        ~Exists(people.exclude(user=OuterRef("pk"))),
        ~Exists(asked),
        ~Exists(visited),
        ~Exists(linked),
    )


@transaction.atomic
def _remove(guest_id: int) -> None:
    """Remove one, unless they came back or somebody accepted their offer just now."""
    made, games = _lock(guest_id)
    guest = idle_guests(timezone.now()).filter(pk=guest_id).first()
    if guest is None:
        return
    waiting = laid_at(made.filter(status=Offer.Status.OPEN))
    things = {*made.values_list("pk", flat=True), *games.values_list("pk", flat=True)}
    # What tells of other strangers, too, must not go with the offer that caused it.
    others = by_strangers(OuterRef("user")).exclude(offer__owner=guest)
    Notice.objects.filter(Exists(others), offer__in=things, **FROM_STRANGERS).update(offer=None)
    made.delete()
    Game.objects.filter(pk__in=things).delete()
    decks.forget(things)
    guests.remove(guest)
    _tell(waiting)


def _lock(guest_id: int) -> tuple[QuerySet[Offer], QuerySet[Game]]:
    """All that a guest has, in the order in which everybody locks."""
    made = Offer.objects.filter(owner=guest_id)
    games = Game.objects.filter(players__user=guest_id)
    list(made.select_for_update().order_by("pk").values_list("pk"))
    list(User.objects.select_for_update().filter(pk=guest_id).values_list("pk"))
    list(games.select_for_update(of=("self",)).order_by("pk"))
    return made, games


def _tell(waiting: Sequence[Offer]) -> None:
    """Tell the pages on which their offers stood."""
    if any(offer.reach == Offer.Reach.OPEN for offer in waiting):
        events.tell_lobby()
    for person in {place.user_id for offer in waiting for place in offer.hoped_for}:
        if person is not None:
            events.tell_person(person)
