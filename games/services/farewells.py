"""Leaving, for somebody who plays: opponents lose nothing, and no text of theirs stays."""

from collections.abc import Callable
from contextlib import suppress

from django.db.models import Q, QuerySet

from accounts import farewell, guests
from accounts.models import User
from accounts.refusals import Conflict
from games.models import (
    Annulment,
    Appeal,
    Case,
    CaseNote,
    Challenge,
    DailyTry,
    DoneTask,
    Favourite,
    Film,
    FinalRung,
    Line,
    Note,
    Notice,
    Offer,
    Place,
    Player,
    Rating,
    RatingChange,
    Report,
    Review,
    Ruling,
    Rung,
    Signal,
    Standing,
    Step,
    Tag,
    Tally,
)
from games.services import archives, challenges, endings, offers

State = Place.State

# Every model of games that points at a person; a test fails for one that is in neither.
DELETED = {
    DoneTask: "user", Favourite: "user", Line: "user", Note: "user", Notice: "user",
    Standing: "user", Tag: "user",
    # What was said about them, and what they said about others.
    Case: "person", Ruling: "person", Signal: "person", Report: "reporter",
}  # fmt: skip
"""By the column that points at them."""
# Under a row without a name, and without their texts; others' ratings follow from theirs.
KEPT = (
    Player, Offer, Place, Rating, RatingChange, Annulment, Tally, Challenge, Step, FinalRung,
    DailyTry, Appeal, CaseNote,  # of moderators: it concerns others
)  # fmt: skip
# What they asked for stays, and by whom it was asked goes.
FORGOTTEN = (Review,)
STEPPED_DOWN = (Rung,)  # which moves those below up, so it is no mere deletion


def carry_out_farewells() -> None:
    """Forget everybody whose week is over. Safe to run late, twice, or after a crash halfway."""
    for person in farewell.due():
        _see_off(person, still=farewell.due, keeps_row=True)


def remove_silent_guests() -> None:
    """Forget guests who have gone; of one who has played, the row stays for the opponent."""
    for guest in guests.silent()[: guests.MOST_A_RUN]:
        _see_off(guest, still=guests.silent, keeps_row=False)


def forget_guest(guest: User) -> None:
    """Forget a guest who wishes it, at once; nothing for who has an account by now."""

    def still() -> QuerySet[User]:
        return User.objects.filter(pk=guest.pk, is_guest=True)

    _see_off(guest, still=still, keeps_row=False)


def _see_off(person: User, *, still: Callable[[], QuerySet[User]], keeps_row: bool) -> None:
    leaver = farewell.shut_out(person, still=still)
    if leaver is None:
        return
    leave_tables(leaver)
    archives.forget_name(leaver)
    if keeps_row or _is_known_to_others(leaver):
        farewell.erase(leaver.pk)
    else:
        guests.remove(leaver)


def leave_tables(person: User) -> None:
    """End what somebody has begun: offers are withdrawn, games called off or given up.

    The ladder first: what waits there is withdrawn, and not declined.
    """
    _unless_too_late(challenges.leave_all, user=person)
    for offer_id in Offer.objects.filter(owner=person, status="open").values_list("pk", flat=True):
        _unless_too_late(offers.withdraw, offer_id=offer_id, user=person)
    # Who stands up may be invited still, so that comes first.
    for state, go in ((State.TAKEN, offers.stand_up), (State.INVITED, offers.decline)):
        waiting = Place.objects.filter(user=person, state=state, is_waiting=True, number__gt=0)
        for offer_id in waiting.values_list("offer", flat=True):
            _unless_too_late(go, offer_id=offer_id, user=person)
    playing = Player.objects.filter(user=person, is_playing=True)
    for game_id in playing.values_list("game", flat=True):
        # What can no longer be called off is given up; a turn may be made in between.
        _unless_too_late(endings.abort, game_id=game_id, user=person)
        _unless_too_late(endings.resign, game_id=game_id, user=person)
    _forget_copies(person)
    for model, column in DELETED.items():
        model._default_manager.filter(**{column: person}).delete()  # noqa: SLF001
    Review.objects.filter(asked_by=person).update(asked_by=None)
    # Their name is drawn on them. They are made anew when somebody asks.
    Film.objects.filter(game__players__user=person).delete()
    Offer.objects.filter(owner=person).update(note="")
    Place.objects.filter(user=person).update(answer="")


def _forget_copies(person: User) -> None:
    """What they said around a line that was reported stands in copies of it."""
    near = Q(game__players__user=person) | Q(game__lines__user=person)
    for report in Report.objects.filter(near, line__isnull=False).distinct():
        for one in report.context.get("lines", ()):
            if one["by"] == person.pk:
                one["text"] = one["phrase"] = ""
        report.save(update_fields=["context"])


def _unless_too_late(end: Callable[..., object], **arguments: object) -> None:
    """Somebody else may have ended it in the same instant."""
    with suppress(Conflict):
        end(**arguments)


def _is_known_to_others(person: User) -> bool:
    models = (Player, Place)  # who made an offer has a place at it
    return any(model.objects.filter(user=person).exists() for model in models)
