"""Signals: the rows that they are computed from, never more than so many, and their words."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import Count, Q, QuerySet
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Trace, User
from engine.review import Judgement
from games import suspicions
from games.models import OWN, Case, Game, Line, Move, Player, Review, Signal
from games.selectors.reviews import judgements
from games.suspicions import Choice, Joined, Pace, Result, Said

Kind = Signal.Kind

PLAYED_LATELY: Final = timedelta(days=180)
JOINED_LATELY: Final = timedelta(days=30)
SAID_LATELY: Final = timedelta(days=30)
# What is looked at in one night: the newest.
MOST_GAMES: Final = 20_000
MOST_REVIEWS: Final = 1_000
MOST_TRACES: Final = 20_000
MOST_SPEAKERS: Final = 1_000
REVIEWS_AT_A_TIME: Final = 100

# Which games the site has reviewed by itself: who wants a review sooner asks for it.
REVIEWED_WITHIN: Final = timedelta(days=7)
REVIEWED_AFTER: Final = timedelta(hours=1)
REVIEWED_FROM_PLY: Final = 20


# --- Rows --------------------------------------------------------------------------------------


def results(now: datetime) -> list[Result]:
    """The rated games for two of the last half year that somebody won, as they ended."""
    plays = Player.objects.filter(
        OWN,
        ended_at__gte=now - PLAYED_LATELY,
        game__is_rated=True,
        game__seats=2,
        game__annulment=None,
        placing__isnull=False,
    ).order_by("-ended_at", "-game_id", "placing")
    rows = plays.values_list(
        "game_id", "user_id", "placing", "turns", "game__ruleset", "game__ending", "ended_at"
    )[: 2 * MOST_GAMES]
    tables = [list(both) for _game, both in groupby(rows, key=lambda row: row[0])]
    return [_result(*both) for both in reversed(tables) if _is_won(both)]


def _is_won(both: Sequence[tuple[Any, ...]]) -> bool:
    return len(both) == 2 and both[0][2] < both[1][2]


def _result(winner: tuple[Any, ...], loser: tuple[Any, ...]) -> Result:
    _game, person, _placing, turns, ruleset, ending, ended_at = loser
    return Result(
        winner=winner[1],
        loser=person,
        day=ended_at.toordinal(),
        ruleset=ruleset,
        how=ending,
        turns=turns,
    )


class Judged(NamedTuple):
    """A game that was reviewed: who sat where, what each turn was worth, when each was made."""

    game: UUID
    is_rated: bool
    people: Mapping[int, int]
    turns: Sequence[Judgement]
    made_at: Mapping[int, datetime]


def judged(now: datetime) -> Iterator[Judged]:
    """The games for two people of the last half year that were reviewed last, some at a time."""
    reviews = Review.objects.filter(
        status=Review.Status.DONE,
        game__ended_at__gte=now - PLAYED_LATELY,
        game__seats=2,
        game__has_bots=False,
        game__given_plies=None,
    ).order_by("-pk")
    newest = list(reviews.values_list("pk", flat=True)[:MOST_REVIEWS])
    for begin in range(0, len(newest), REVIEWS_AT_A_TIME):
        yield from _judged(newest[begin : begin + REVIEWS_AT_A_TIME])


def _judged(reviews: Sequence[int]) -> Iterator[Judged]:
    rows = list(
        Review.objects.filter(pk__in=reviews)
        .order_by("pk")
        .values_list("game_id", "game__is_rated", "result")
    )
    games = [game for game, _is_rated, _result in rows]
    people: dict[UUID, dict[int, int]] = {game: {} for game in games}
    for game, seat, person in Player.objects.filter(
        game__in=games, user__is_guest=False
    ).values_list("game_id", "seat", "user_id"):
        people[game][seat] = person
    made: dict[UUID, dict[int, datetime]] = {game: {} for game in games}
    moves = Move.objects.filter(game__in=games).order_by()
    for game, ply, made_at in moves.values_list("game_id", "ply", "made_at"):
        made[game][ply] = made_at
    for game, is_rated, result in rows:
        yield Judged(game, is_rated, people[game], judgements(result), made[game])


def paces(game: Judged) -> Iterator[Pace]:
    """How long each turn took, from what happened before it on."""
    for turn in game.turns:
        begun, ended = game.made_at.get(turn.first - 1), game.made_at.get(turn.last)
        if turn.seat in game.people and begun and ended:
            seconds = (ended - begun).total_seconds()
            yield Pace(game.people[turn.seat], game.game.hex, seconds, turn.best)


def choices(game: Judged) -> Iterator[Choice]:
    """The turns of a rated game that mattered."""
    for turn in game.turns if game.is_rated else ():
        if turn.seat in game.people and suspicions.matters(
            best=turn.best, chance=turn.chance, next_best=turn.next_best, is_best=turn.is_best
        ):
            yield Choice(game.people[turn.seat], game.game.hex, turn.is_best)


def joined(now: datetime) -> list[Joined]:
    """The accounts of the last weeks, with every device and address that they were used from."""
    traces = Trace.objects.filter(
        user__date_joined__gte=now - JOINED_LATELY, user__is_guest=False, user__bot=""
    ).order_by("-pk")
    rows = traces.values_list("user_id", "kind", "digest", "user__date_joined")[:MOST_TRACES]
    return [Joined(person, kind, digest, at.timestamp()) for person, kind, digest, at in rows]


def said(now: datetime) -> list[Said]:
    """What those said in the last month of whom something was held back."""
    since = now - SAID_LATELY
    held = Line.objects.filter(was_held=True, said_at__gte=since)
    most = (
        held.order_by()
        .values("user")
        .annotate(held=Count("pk"), tables=Count("game", distinct=True))
        .filter(held__gte=suspicions.HELD_LEAST)
        .order_by("-held", "user")
        .values_list("user", "held", "tables")[:MOST_SPEAKERS]
    )
    speakers = {person: (count, tables) for person, count, tables in most}
    lines = Line.objects.filter(user__in=speakers, said_at__gte=since).order_by()
    all_ = dict(lines.values_list("user").annotate(lines=Count("pk")))
    return [Said(one, all_[one], count, tables) for one, (count, tables) in speakers.items()]


def game_to_review(now: datetime) -> Game | None:
    """The rated game that the site should have reviewed next, for what turns tell of people.

    First of somebody about whom it was reported, then the strongest: help gets one there.
    """
    games = Game.objects.filter(
        status=Game.Status.OVER,
        is_private=False,
        is_rated=True,
        seats=2,
        ended_at__gte=now - REVIEWED_WITHIN,
        ended_at__lte=now - REVIEWED_AFTER,
        ply__gte=REVIEWED_FROM_PLY,
        review=None,
    )
    kinds = (Case.Kind.ENGINE, Case.Kind.STALLING)
    reported = Case.objects.filter(closed_at=None, kind__in=kinds).values("person")
    theirs = games.filter(players__user__in=reported).order_by("-ended_at", "pk").first()
    return theirs or games.filter(mean_rating__isnull=False).order_by("-mean_rating", "pk").first()


# --- What stands -------------------------------------------------------------------------------


def about(person: User) -> Q:
    """Signals that somebody appears in, also as one of several."""
    traces = Trace.objects.filter(user=person).values_list("kind", "digest")
    places = [suspicions.burst_key(kind, digest) for kind, digest in traces]
    return (
        Q(person=person)
        | Q(kind=Kind.GIFTS, key=str(person.pk))
        | Q(kind=Kind.RING, key__contains=f"-{person.pk}-")
        | Q(kind=Kind.BURST, key__in=places)
    )


def standing(viewer: User, *, kind: str = "") -> QuerySet[Signal]:
    """What nobody has dismissed, the newest first. Nobody reads those that they appear in."""
    signals = Signal.objects.filter(dismissed_at=None).exclude(about(viewer))
    if kind:
        signals = signals.filter(kind=kind)
    return signals.select_related("person").order_by("-noted_at", "-pk")


def of(person: User) -> list["Told"]:
    """Everything about one person, also what was dismissed."""
    signals = Signal.objects.filter(about(person)).select_related("person", "dismissed_by")
    return tell(list(signals.order_by("-noted_at", "-pk")))


# --- Words -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Told:
    """A signal in words."""

    signal: Signal
    title: str
    people: Sequence[User]
    """Everybody who appears in it, first whom it is about."""
    sentences: Sequence[str]
    caution: str
    """What may be behind it that is no wrong."""
    measured: str
    """How often it would be wrong."""


def tell(signals: Sequence[Signal]) -> list[Told]:
    """Put signals into words; one query for everybody's names."""
    keys = {key for signal in signals for key in _keys(signal)}
    names = User.objects.in_bulk(keys)
    return [_tell(signal, names) for signal in signals]


def _keys(signal: Signal) -> list[int]:
    numbers = signal.numbers
    rival = [numbers["rival"]] if "rival" in numbers else []
    return list(dict.fromkeys([signal.person_id, *rival, *numbers.get("people", [])]))


def _tell(signal: Signal, names: Mapping[int, User]) -> Told:
    kind = Kind(signal.kind)
    words = {key: _number(value) for key, value in signal.numbers.items()}
    words["name"] = signal.person.shown_name
    people = [names[key] for key in _keys(signal) if key in names]
    return Told(
        signal=signal,
        title=str(kind.label),
        people=people,
        sentences=SENTENCES[kind](signal.numbers, words, names),
        caution=_caution(kind),
        measured=measured(kind),
    )


def _number(value: object) -> str:
    return number_format(value, force_grouping=True) if isinstance(value, int | float) else ""


def measured(kind: str) -> str:
    """How often a kind of signal is wrong, as it was measured."""
    one = suspicions.MEASURED[kind]
    if not one.wrong:
        words = _(
            "In a simulated year it was raised about none of %(people)s honest people, and about "
            "%(found)d %% of those who did it."
        )
        people = number_format(suspicions.MEASURED_PEOPLE, force_grouping=True)
        return words % {"people": people, "found": one.found}
    words = _(
        "In a simulated year it was raised about %(wrong)s of 1,000 honest people, and about "
        "%(found)d %% of those who did it."
    )
    return words % {"wrong": number_format(one.wrong), "found": one.found}


def _name(names: Mapping[int, User], key: int) -> str:
    return names[key].shown_name if key in names else _("deleted player")


Words = dict[str, str]
Names = Mapping[int, User]


def _gifts(numbers: dict[str, Any], words: Words, names: Names) -> list[str]:
    words["rival"] = _name(names, numbers["rival"])
    return [
        _(
            "%(name)s lost %(lost)s rated games to %(rival)s, and gave %(count)s of them away "
            "before they were half over, each on another day."
        )
        % words,
        _("Against everybody else: %(elsewhere)s of %(lost_elsewhere)s lost games.") % words,
        _rarer(words),
    ]


def _ring(numbers: dict[str, Any], words: Words, names: Names) -> list[str]:
    people = [_name(names, key) for key in numbers["people"]]
    return [
        *(_to_and_fro(numbers, people) if len(people) == 2 else _circle(numbers, people)),
        _("They played %(count)s rated games among each other, and %(outside)s with others.")
        % words,
        _rarer(words),
    ]


def _to_and_fro(numbers: dict[str, Any], people: Sequence[str]) -> list[str]:
    words = {
        "one": people[0],
        "other": people[1],
        "won": numbers["won"][0],
        "back": numbers["won"][1],
        "rows": numbers["rows"],
    }
    text = _(
        "%(one)s won %(won)d games against %(other)s and lost %(back)d, in only %(rows)d rows of "
        "wins by the same person."
    )
    return [text % words]


def _circle(numbers: dict[str, Any], people: Sequence[str]) -> list[str]:
    text = _("%(one)s beat %(other)s in %(won)d of %(games)d games.")
    others = [*people[1:], people[0]]
    rows = zip(people, others, numbers["won"], numbers["back"], strict=True)
    return [
        text % {"one": one, "other": other, "won": won, "games": won + back}
        for one, other, won, back in rows
    ]


def _stalling(numbers: dict[str, Any], words: Words, names: Names) -> list[str]:
    return [
        _(
            "In %(count)s of %(games)s reviewed games that came to stand lost, %(name)s became "
            "much slower there: about %(hours_lost)s hours a turn, and %(hours_others)s before."
        )
        % words
    ]


def _agreement(numbers: dict[str, Any], words: Words, names: Names) -> list[str]:
    return [
        _(
            "Of %(count)s turns in %(games)s rated games in which the choice mattered, %(name)s "
            "made %(share)s %% as the strongest bot would."
        )
        % words,
        _("Of the %(others)s others with as many such turns the middle one has %(usual)s %%.")
        % words
        if numbers["others"] >= suspicions.AGREE_PEOPLE
        else _("Too few others have as many such turns yet; %(usual)s %% are usual.") % words,
    ]


def _burst(numbers: dict[str, Any], words: Words, names: Names) -> list[str]:
    hours = ngettext("%(hours)d hour", "%(hours)d hours", numbers["hours"]) % numbers
    text = (
        _("%(count)s accounts were made within %(time)s and used from one device.")
        if numbers["place"] == Trace.Kind.DEVICE
        else _("%(count)s accounts were made within %(time)s and used from one address.")
    )
    return [text % {**words, "time": hours}]


def _held(numbers: dict[str, Any], words: Words, names: Names) -> list[str]:
    return [
        _(
            "%(name)s sent %(count)s lines that had been held back for their words, at %(tables)s "
            "tables, of %(lines)s lines within a month."
        )
        % words
    ]


def _rarer(words: Words) -> str:
    return _("By luck alone that is rarer than once in %(odds)s.") % words


Teller = Callable[[dict[str, Any], Words, Names], list[str]]
SENTENCES: Final[Mapping[Kind, Teller]] = {
    Kind.GIFTS: _gifts,
    Kind.RING: _ring,
    Kind.STALLING: _stalling,
    Kind.AGREEMENT: _agreement,
    Kind.BURST: _burst,
    Kind.HELD: _held,
}


def _caution(kind: Kind) -> str:
    return {
        Kind.GIFTS: _(
            "Two friends of whom one is quickly discouraged look alike. Look at the games."
        ),
        Kind.RING: _(
            "Friends who play mostly each other are no ring. Look at how the games ended."
        ),
        Kind.STALLING: _(
            "Somebody may think longest where it is hopeless, or have been away. Look at when the "
            "turns were made, and whether they wrote."
        ),
        Kind.AGREEMENT: _(
            "Somebody may simply be the best of all. Look at the games in which the turns were "
            "hard to find, and whether their play changed from one day to the next."
        ),
        Kind.BURST: _(
            "A family shares a device; a school, a café or a whole network shares an address. It "
            "says nothing about what the accounts do."
        ),
        Kind.HELD: _("The list knows words and no jokes. Read the lines."),
    }[kind]
