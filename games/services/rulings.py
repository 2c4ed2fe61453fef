"""What moderators do about somebody: each act is one transaction, and one entry of the audit log.

An act asks for a role and a reason, concerns nobody of the judge's own rank and no game of theirs,
writes a ruling for each person whom it concerns, and tells them. Locks: people, rulings, games and
what follows from them, and last the audit log, which `sanctions` and `staffing` write themselves.
"""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, Literal
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import audit, roles, sanctions, staffing
from accounts import services as people
from accounts.models import Sanction, User
from accounts.notices import Event
from accounts.refusals import Conflict, Forbidden, NotFound, Unprocessable
from games import events
from games.models import Annulment, Appeal, Case, Game, Line, Player, Ruling
from games.selectors import ratings as rating_selectors
from games.selectors import rulings as selectors
from games.selectors import tables
from games.selectors.results import is_team
from games.selectors.tables import Table
from games.services import clocks, endings, ladder, notices, ratings
from games.services.ladder import Climb
from games.services.notices import News

Kind = Ruling.Kind

NEEDS: Final = {
    Kind.WARN: roles.MODERATE,
    Kind.MUTE: roles.MODERATE,
    Kind.NO_RATED: roles.MODERATE,
    Kind.NO_PLAY: roles.RULE,
    Kind.CLOSE: roles.RULE,
    Kind.HIDE: roles.MODERATE,
    Kind.RENAME: roles.MODERATE,
    Kind.CLEAR: roles.MODERATE,
    Kind.VOID: roles.RULE,
    Kind.ADJUDICATE: roles.RULE,
    Kind.TIME: roles.MODERATE,
}
"""What a role must allow for each act, and for undoing it."""
SANCTIONS: Final = {
    Kind.WARN: Sanction.Kind.WARNING,
    Kind.MUTE: Sanction.Kind.NO_CHAT,
    Kind.NO_RATED: Sanction.Kind.NO_RATED_PLAY,
    Kind.NO_PLAY: Sanction.Kind.NO_PLAY,
    Kind.CLOSE: Sanction.Kind.CLOSED,
}
"""The acts that forbid something for a while."""
FINAL: Final = (Kind.ADJUDICATE, Kind.TIME)
"""What cannot be undone: a game that is over, and time that is being used."""
PROFILE: Final = ("about", "pronouns", "languages")
"""What is cleared. A country is chosen from a list, and insults nobody."""
LONGEST_REASON: Final = 500
MOST_TIME: Final = timedelta(days=14)

DRAW: Final = "draw"
NOBODY: Final = "nobody"
Verdict = int | Literal["draw", "nobody"]
"""How a game is decided: the seat that wins, a draw, or that nobody wins or loses."""


# --- About a person --------------------------------------------------------------------------


@transaction.atomic
def _sanction(
    kind: Ruling.Kind,
    *,
    judge: User,
    person: User,
    reason: str,
    lasts: timedelta | None = None,
    case: Case | None = None,
) -> Ruling:
    """Forbid somebody something, for some time or until it is lifted."""
    reason = _reason(reason)
    judge, person = _hold(kind, judge=judge, person=person)
    sanction = sanctions.impose(
        user=person, by=judge, kind=SANCTIONS[kind], reason=reason, lasts=lasts
    )
    return _rule(kind, judge=judge, person=person, reason=reason, case=case, sanction=sanction)


def warn(*, judge: User, person: User, reason: str, case: Case | None = None) -> Ruling:
    """Tell somebody that this must not happen again. It forbids nothing, and so has no length."""
    return _sanction(Kind.WARN, judge=judge, person=person, reason=reason, case=case)


mute: Final = partial(_sanction, Kind.MUTE)
"""Let somebody not talk at tables."""
bar_from_rated_play: Final = partial(_sanction, Kind.NO_RATED)
"""Let somebody begin no rated games."""
bar_from_play: Final = partial(_sanction, Kind.NO_PLAY)
"""Let somebody begin no games at all."""
close: Final = partial(_sanction, Kind.CLOSE)
"""Shut somebody out. They are mailed why, with a link by which they can appeal."""


@transaction.atomic
def hide(*, judge: User, line: Line, reason: str, case: Case | None = None) -> Ruling:
    """Let nobody read a line any more; doing it twice is doing it once."""
    reason = _reason(reason)
    judge, person = _hold(Kind.HIDE, judge=judge, person=line.user)
    row = Line.objects.select_for_update(no_key=True).get(pk=line.pk)
    _demand_not_own(judge, row.game_id)
    if row.hidden_at is not None and (standing := _standing(line=row).first()) is not None:
        return standing
    row.hidden_at = timezone.now()
    row.save(update_fields=["hidden_at"])
    ruling = _rule(Kind.HIDE, judge=judge, person=person, reason=reason, case=case, line=row)
    _nudge_talk(row)
    audit.append("hide", actor=judge, person=person, thing=f"line:{row.pk}")
    return ruling


@transaction.atomic
def rename(
    *, judge: User, person: User, reason: str, name: str = "", case: Case | None = None
) -> Ruling:
    """Give somebody another name, or a made-up one; they may choose a new one at once.

    A guest, who has no name to log in by, is not called anything any more.
    """
    reason = _reason(reason)
    _hold_whole(judge, person)
    judge, person = _hold(Kind.RENAME, judge=judge, person=person)
    before = _call_off(person) if person.is_guest else _take_name(person, name)
    ruling = _rule(Kind.RENAME, judge=judge, person=person, reason=reason, case=case, before=before)
    audit.append("rename", actor=judge, person=person, thing=f"ruling:{ruling.pk}")
    return ruling


@transaction.atomic
def clear(*, judge: User, person: User, reason: str, case: Case | None = None) -> Ruling:
    """Empty what somebody tells about themselves."""
    reason = _reason(reason)
    judge, person = _hold(Kind.CLEAR, judge=judge, person=person)
    before = {name: getattr(person, name) for name in PROFILE if getattr(person, name)}
    if not before:
        raise Conflict(_("There is no text in this profile."))
    ruling = _rule(Kind.CLEAR, judge=judge, person=person, reason=reason, case=case, before=before)
    staffing.mend(person=person, by=judge, about="", pronouns="", languages="")
    return ruling


# --- About a game ----------------------------------------------------------------------------


@transaction.atomic
def void(*, judge: User, game: Game, reason: str, case: Case | None = None) -> list[Ruling]:
    """Take a game out of ratings, ladder and archive; doing it twice is doing it once.

    It stays a game that was played: its result, the tallies and the record are what they were.
    """
    reason = _reason(reason)
    judge, table = _hold_table(Kind.VOID, judge=judge, game_id=game.pk)
    if standing := list(_standing(kind=Kind.VOID, game=game)):
        return standing
    if rating_selectors.annulment_of(table.game) is not None:
        raise Conflict(_("This game changes nobody’s rating already."))
    ratings.void(game_id=game.pk, by=judge)
    climb = ladder.take_back(table, now=timezone.now())
    before = {"climb": asdict(climb)} if climb else {}
    return _rule_table(Kind.VOID, table, judge=judge, reason=reason, case=case, before=before)


@transaction.atomic
def adjudicate(
    *, judge: User, game: Game, verdict: Verdict, reason: str, case: Case | None = None
) -> list[Ruling]:
    """End a running game: somebody wins, all share the first place, or nobody wins or loses.

    Of more than two, those who do not win share the second place. Who has left is behind all
    others, and cannot win. In a team nobody wins against others: it can be called off alone.
    """
    reason = _reason(reason)
    judge, table = _hold_table(Kind.ADJUDICATE, judge=judge, game_id=game.pk)
    if not table.game.is_running:
        raise Conflict(_("This game is over already."))
    placings = _placings(table, verdict)
    ending = Game.Ending.ADJUDICATED if placings else Game.Ending.ABORTED
    endings.finish(table, ending=ending, placings=placings, now=timezone.now())
    before = {"verdict": verdict}
    return _rule_table(Kind.ADJUDICATE, table, judge=judge, reason=reason, case=case, before=before)


@transaction.atomic
def give_time(
    *,
    judge: User,
    game: Game,
    person: User,
    lasts: timedelta,
    reason: str,
    case: Case | None = None,
) -> list[Ruling]:
    """Give somebody whose clock runs more time for the turn they are thinking about."""
    reason = _reason(reason)
    if not timedelta() < lasts <= MOST_TIME:
        raise Unprocessable(_("Two weeks is the most that can be given at a time."))
    judge, table = _hold_table(Kind.TIME, judge=judge, game_id=game.pk)
    player = next((one for one in table.players if one.user_id == person.pk), None)
    if player is None or not player.has_word:
        raise Conflict(_("Their clock is not running."))
    clocks.grant(table, [player], extra=lasts)
    before = {"to": person.pk, "days": lasts.days}
    return _rule_table(Kind.TIME, table, judge=judge, reason=reason, case=case, before=before)


def _placings(table: Table, verdict: Verdict) -> tuple[int, ...] | None:
    """By seat; None where nobody wins or loses."""
    if verdict == NOBODY:
        return None
    if is_team(table.game):
        raise Unprocessable(_("In a team nobody wins: this game can be called off."))
    staying = [player for player in table.players if not player.has_left]
    if verdict != DRAW and verdict not in [player.seat for player in staying]:
        raise Unprocessable(_("Who wins must be somebody who still plays."))
    gone = sorted((p for p in table.players if p.has_left), key=lambda one: one.left_ply or 0)
    behind = {player.seat: len(table.players) - at for at, player in enumerate(gone)}
    second = {p.seat: 1 if verdict in (DRAW, p.seat) else 2 for p in staying}
    places = behind | second
    return tuple(places[seat] for seat in range(len(table.players)))


# --- Undoing ---------------------------------------------------------------------------------


@transaction.atomic
def undo(*, judge: User, ruling: Ruling) -> Ruling:
    """Undo what can be undone, for everybody whom it concerned; twice is once.

    Whoever may do such a thing may undo it, but not what somebody of a higher rank did. Appeals
    that wait are granted by it.
    """
    judge, rows = hold(ruling, judge=judge)
    if rows[0].undone_at is None:
        if rows[0].kind in FINAL:
            raise Conflict(_("This cannot be undone."))
        reverse(rows, judge=judge)
    ruling.refresh_from_db()
    return ruling


def hold(ruling: Ruling, *, judge: User) -> tuple[User, list[Ruling]]:
    """Lock a judge, all whom a ruling concerned, and its rows, this one first.

    A Forbidden unless they may do such a thing to these people, and rank no lower than who did.
    """
    twins = selectors.twins(ruling)
    concerned = sorted({ruling.person_id, *twins.values_list("person", flat=True)})
    if ruling.kind == Kind.RENAME:
        _hold_whole(judge, ruling.person)
    judge, _people = sanctions.hold_all_for_judging(judge=judge, people=concerned)
    roles.demand(judge, NEEDS[Kind(ruling.kind)])
    if ruling.by is not None and roles.role_of(ruling.by) > roles.role_of(judge):
        raise Forbidden(_("Somebody of a higher rank has decided this."))
    locked = twins.select_for_update(no_key=True, of=("self",)).order_by("pk")
    rows = {row.pk: row for row in locked.select_related("person", "by", "sanction")}
    if ruling.pk not in rows:
        raise NotFound(_("There is no such ruling."))
    return judge, [rows.pop(ruling.pk), *rows.values()]


def reverse(rows: Sequence[Ruling], *, judge: User, silent_for: User | None = None) -> None:
    """Undo what the rows of one act say, which are locked, and tell those whom it concerned."""
    now = timezone.now()
    _REVERSALS[Kind(rows[0].kind)](rows[0], judge)
    for row in rows:
        row.undone_at, row.undone_by = now, judge
        row.save(update_fields=["undone_at", "undone_by", "before"])
        _grant_what_waits(row, judge, now)
        if row.person != silent_for:
            tell(row, detail="undone")


def _grant_what_waits(row: Ruling, judge: User, now: datetime) -> None:
    Appeal.objects.filter(ruling=row, answered_at=None).update(
        granted=True, answered_at=now, answered_by=judge
    )


def _lift(row: Ruling, judge: User) -> None:
    assert row.sanction is not None
    ends_at = row.sanction.ends_at
    if ends_at is None or ends_at > timezone.now():
        sanctions.lift(sanction=row.sanction, by=judge)  # which notes it
    else:
        _note_undone(row, judge)


def _show(row: Ruling, judge: User) -> None:
    assert row.line_id is not None
    line = Line.objects.select_for_update(no_key=True).get(pk=row.line_id)
    _demand_not_own(judge, line.game_id)
    line.hidden_at = None
    line.save(update_fields=["hidden_at"])
    _nudge_talk(line)
    _note_undone(row, judge)


def _name_back(row: Ruling, judge: User) -> None:
    """What they are called now is theirs, if they chose it since."""
    person = User.objects.get(pk=row.person_id)
    if "called" in row.before:
        if person.is_guest and not person.called:
            User.objects.filter(pk=person.pk).update(called=row.before["called"])
    else:
        back = people.give_name_back(
            person=person, name=row.before["name"], given=row.before["given"]
        )
        row.before = {**row.before, "is_back": back}
    _note_undone(row, judge)


def _texts_back(row: Ruling, judge: User) -> None:
    """Only where nothing was written since."""
    person = User.objects.get(pk=row.person_id)
    texts = {name: text for name, text in row.before.items() if not getattr(person, name)}
    staffing.mend(person=person, by=judge, **texts)  # which notes it


def _count_again(row: Ruling, judge: User) -> None:
    assert row.game_id is not None
    table = _running_or_over(row.game_id)
    if Annulment.objects.filter(game=table.game, reason=Annulment.Reason.VOIDED).exists():
        ratings.count_again(table)
    climb = Climb(**row.before["climb"]) if "climb" in row.before else None
    if climb is not None and climb.is_undone:
        back = ladder.put_back(table, climb, now=timezone.now())
        row.before = {**row.before, "is_back": back}
    _note_undone(row, judge)


_REVERSALS: Final = {
    **dict.fromkeys(SANCTIONS, _lift),
    Kind.HIDE: _show,
    Kind.RENAME: _name_back,
    Kind.CLEAR: _texts_back,
    Kind.VOID: _count_again,
}


def _note_undone(row: Ruling, judge: User) -> None:
    person = None if row.kind == Kind.VOID else row.person
    audit.append(f"undo:{row.kind}", actor=judge, person=person, thing=f"ruling:{row.pk}")


# --- What all of them share ------------------------------------------------------------------


def _reason(text: str) -> str:
    """A reason as it is kept, or an Unprocessable."""
    text = text.strip()
    if not 1 <= len(text) <= LONGEST_REASON:
        raise Unprocessable(_("Say why, in at most 500 characters: they will read it."))
    return text


def _hold(kind: Ruling.Kind, *, judge: User, person: User) -> tuple[User, User]:
    """Both, locked, if one may do such a thing to the other."""
    judge, person = sanctions.hold_for_judging(judge=judge, person=person)
    roles.demand(judge, NEEDS[kind])
    if not person.is_active or person.bot:
        raise NotFound(_("Nobody here has this name."))
    return judge, person


def _hold_whole(judge: User, person: User) -> None:
    """Lock both rows as a whole: where a name changes, whoever points at it has to wait."""
    both = User.objects.select_for_update().filter(pk__in=[judge.pk, person.pk])
    list(both.order_by("pk").values_list("pk"))


def _hold_table(kind: Ruling.Kind, *, judge: User, game_id: UUID) -> tuple[User, Table]:
    """A judge, all people at a table and then the game, locked, if one may judge all of them."""
    plays = Player.objects.filter(game=game_id, user__bot="").values_list("user", flat=True)
    judge, _people = sanctions.hold_all_for_judging(judge=judge, people=sorted(plays))
    roles.demand(judge, NEEDS[kind])
    return judge, _running_or_over(game_id)


def _running_or_over(game_id: UUID) -> Table:
    table = tables.find(game_id, for_update=True)
    if table is None:
        raise NotFound(_("There is no such game, or it is private."))
    return table


def _demand_not_own(judge: User, game_id: UUID) -> None:
    if Player.objects.filter(game=game_id, user=judge).exists():
        raise Forbidden(_("Nobody judges a game of their own."))


def _standing(**known: Any) -> QuerySet[Ruling]:
    return Ruling.objects.filter(undone_at=None, **known).order_by("pk")


def _rule(kind: Ruling.Kind, *, judge: User, person: User, **known: Any) -> Ruling:
    """Write down what was done about somebody, and tell them."""
    known["case"] = _still_there(known["case"])
    ruling = Ruling.objects.create(
        kind=kind, by=judge, person=person, made_at=timezone.now(), **known
    )
    tell(ruling, detail=kind)
    return ruling


def _still_there(case: Case | None) -> Case | None:
    """A case may have been merged into another before its person was locked."""
    return Case.objects.filter(pk=case.pk).first() if case else None


def _rule_table(
    kind: Ruling.Kind, table: Table, *, judge: User, reason: str, case: Case | None, before: Any
) -> list[Ruling]:
    """The same for everybody at a table, with one entry of the log for all of them."""
    now, game, case = timezone.now(), table.game, _still_there(case)
    people_there = [one.user for one in table.players if one.user.is_active and not one.user.bot]
    rulings = [
        Ruling.objects.create(
            kind=kind,
            by=judge,
            person=person,
            reason=reason,
            made_at=now,
            case=case,
            game=game,
            before=before,
        )
        for person in people_there
    ]
    for ruling in rulings:
        tell(ruling, detail=kind)
    facts = {name: value for name, value in before.items() if name != "climb"}
    audit.append(str(kind), actor=judge, thing=f"game:{game.pk.hex}", **facts)
    return rulings


def tell(ruling: Ruling, *, detail: str, about: str = "") -> None:
    """Tell somebody what was done about them, or what became of it."""
    notices.tell(
        News(
            user=ruling.person,
            event=Event.MODERATION,
            ruling=ruling,
            about=about or str(ruling.pk),
            detail=detail,
        )
    )
    events.tell_person(ruling.person_id)


def _nudge_talk(line: Line) -> None:
    events.nudge_on_commit(events.room_topic(line.game_id, line.room), events.CHANGED)


def _take_name(person: User, name: str) -> dict[str, str]:
    """Take a name, and return what is needed to give it back."""
    old = person.username
    try:
        given = people.take_name(person=person, name=name.strip())
    except ValidationError as error:
        raise Unprocessable(" ".join(error.messages)) from error
    return {"name": old, "given": given}


def _call_off(person: User) -> dict[str, str]:
    """Take from a guest what they are called."""
    if not person.called:
        raise Conflict(_("This guest has no name."))
    called = person.called
    User.objects.filter(pk=person.pk).update(called="")
    return {"called": called}
