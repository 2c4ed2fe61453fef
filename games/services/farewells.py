"""Leaving, for somebody who plays: opponents lose nothing, and no text of theirs stays."""

from collections.abc import Callable
from contextlib import suppress

from django.db.models import Q, QuerySet

from accounts import farewell, guests
from accounts.models import User
from accounts.refusals import Conflict
from games.models import Note, Notice, Offer, Player
from games.selectors import tables
from games.services import endings, offers

# Every model of games that points at a person; a test fails for one that is in neither.
DELETED = (Note, Notice)
KEPT = (Player, Offer)  # under a row without a name, and without their texts


def carry_out_farewells() -> None:
    """Forget everybody whose week is over. Safe to run late, twice, or after a crash halfway."""
    for person in farewell.due():
        leave_tables(person)
        farewell.forget(person.pk)


def remove_silent_guests() -> None:
    """Forget guests who have gone; of one who has played, the row stays for the opponent."""
    for guest in guests.silent()[: guests.MOST_A_RUN]:
        leave_tables(guest)
        if Player.objects.filter(user=guest).exists() or _offers_of(guest).exists():
            farewell.erase(guest)
        else:
            guests.remove(guest)


def leave_tables(person: User) -> None:
    """End what somebody has begun: offers are withdrawn, games called off or given up."""
    for offer_id in Offer.objects.filter(owner=person, status="open").values_list("pk", flat=True):
        _unless_too_late(offers.withdraw, offer_id=offer_id, user=person)
    for offer_id in Offer.objects.filter(recipient=person, status="open").values_list(
        "pk", flat=True
    ):
        _unless_too_late(offers.decline, offer_id=offer_id, user=person)
    playing = Player.objects.filter(user=person, is_playing=True)
    for game_id in playing.values_list("game", flat=True):
        begun = not endings.can_be_aborted(tables.access(game_id, person))
        _unless_too_late(endings.resign if begun else endings.abort, game_id=game_id, user=person)
    for model in DELETED:
        model.objects.filter(user=person).delete()
    Offer.objects.filter(owner=person).update(note="")
    Offer.objects.filter(recipient=person).update(answer="")


def _unless_too_late(end: Callable[..., object], **arguments: object) -> None:
    """Somebody else may have ended it in the same instant."""
    with suppress(Conflict):
        end(**arguments)


def _offers_of(person: User) -> QuerySet[Offer]:
    return Offer.objects.filter(Q(owner=person) | Q(recipient=person))
