"""Searching for games: which of all that somebody may see fit what they ask for.

However many games there are, a page looks at no more than `LOOKED_THROUGH` of them. They are read
off an index in the order in which they are shown; where what is asked for has no index of its own,
those are looked through that have most of it, and the page says how many. Public games and the
viewer's own private ones are read apart: who may not know of a game never looks at it, so neither
a number nor the address of the next page can tell of it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import reduce
from itertools import groupby
from operator import and_
from typing import Any, Final, NamedTuple, Self
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Case, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.lookups import IsNull

from accounts.models import User
from games.models import Favourite, Game, Player, Tag, Tally
from games.models.games import COUNTED, FOUND
from games.selectors import ratings, results
from games.selectors.ratings import Change

PAGE: Final = 30
LOOKED_THROUGH: Final = 500
FEW: Final = 200
"""What fits no more games is found as a whole, wherever they stand in the order."""
WON, LOST, DRAWN, FIRST, SECOND = "won", "lost", "drawn", "first", "second"
SEATS: Final = {FIRST: 0, SECOND: 1}
# Which filter leads, where there are several that have an index: the one that fewest games fit.
LEADING: Final = ("result", "ending", "ruleset", "bots", "rated")
RANGES: Final = {"rating": "mean_rating", "plies": "ply"}


class Place(NamedTuple):
    """Where a game stands in the order: the newest has the greatest."""

    at: datetime
    game_id: UUID

    def __str__(self) -> str:
        return f"{self.at.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%f}_{self.game_id.hex}"

    @classmethod
    def read(cls, text: str) -> Self:
        """What `str` wrote; a ValueError for anything else."""
        at, _, game_id = text.partition("_")
        place = cls(datetime.strptime(f"{at}+0000", "%Y-%m-%dT%H:%M:%S.%f%z"), UUID(game_id))
        if str(place) != text:
            raise ValueError(text)
        return place


@dataclass(frozen=True, slots=True)
class Search:
    """What somebody looks for; what is empty may be anything."""

    player: User | None = None
    against: User | None = None
    ruleset: str = ""
    since: datetime | None = None
    before: datetime | None = None
    result: str = ""
    """Won, lost or drawn by the player; or which seat won."""
    ending: str = ""
    rated: bool | None = None
    bots: bool | None = None
    rating_from: int | None = None
    rating_to: int | None = None
    plies_from: int | None = None
    plies_to: int | None = None
    favourite: bool = False
    tag: str = ""
    running: bool = False
    """Those that run, instead of those that are over."""

    @property
    def fits_running(self) -> bool:
        """Whether what is asked for may be true of a game that runs."""
        over = (self.result, self.ending, self.rating_from, self.rating_to)
        return all(one in ("", None) for one in over)


@dataclass(frozen=True, slots=True)
class Found:
    """A game, who plays it in the order of their seats, and whose games are looked for."""

    game: Game
    players: Sequence[Player]
    player: Player | None
    is_favourite: bool = False
    tags: Sequence[str] = ()

    @property
    def title(self) -> str:
        return results.title_of(self.players)

    @property
    def verdict(self) -> str:
        return results.verdict(self.game, self.players, None)

    @property
    def outcome(self) -> str:
        """How it went for whom games are looked for, where one plays against one."""
        is_duel = self.game.seats == 2 and not results.is_team(self.game)
        if self.player is None or not self.game.counts or not is_duel:
            return ""
        return results.outcome(self.player, self.players)

    @property
    def ending(self) -> str:
        """How it ended, where the verdict does not say."""
        said = (Game.Ending.PLAYED, Game.Ending.RESIGNED, Game.Ending.TIME)
        is_said = self.game.ending in said and self.game.seats == 2
        return "" if is_said else str(self.game.get_ending_display())

    @property
    def changes(self) -> list[tuple[Player, Change]]:
        """What it changed of whose rating."""
        found = ((player, ratings.change_of(player)) for player in self.players)
        return [(player, change) for player, change in found if change is not None]


@dataclass(frozen=True, slots=True)
class Sight:
    """A page of what was found."""

    found: list[Found]
    further: Place | None
    """Where the next page begins; None where all was looked through."""
    looked_through: int | None = None
    """How many games were looked through, where that is why the page is not full."""


NOTHING: Final = Sight([], None)


def look(search: Search, viewer: User | AnonymousUser, *, after: Place | None = None) -> Sight:
    """The games that fit and that the viewer may see, newest first, from one place on.

    Those that are over stand by when they ended, those that run by when they began: neither ever
    changes, so whatever ends or begins meanwhile, no page lacks a game or repeats one.
    """
    looks = [_read(stream, after) for stream in _streams(search, viewer)]
    # Below the lowest place down to which every stream was read, something may be missing.
    floor = max((one.end for one in looks if one.end is not None), default=None)
    rows = [row for one in looks for row in one.rows if floor is None or row.place >= floor]
    fitting = sorted((row.place for row in rows if row.fits), reverse=True)
    shown = fitting[:PAGE]
    found = _tables(shown, search, viewer)
    if len(fitting) > PAGE:
        return Sight(found, shown[-1])
    return Sight(found, floor, len(rows) if floor and len(shown) < PAGE else None)


# --- Where to look -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stream:
    """Rows of games or of plays in the order of an index, and what else is asked of each."""

    rows: QuerySet[Any]
    at: str
    """When it ended or began, as seen from a row."""
    game: str
    rest: Sequence[Any]


class Row(NamedTuple):
    place: Place
    fits: bool


@dataclass(frozen=True, slots=True)
class Look:
    """What was read of a stream."""

    rows: list[Row]
    end: Place | None
    """The last place that was read; None where nothing follows."""


def _read(stream: Stream, after: Place | None) -> Look:
    """Read a page of what needs no looking through, or all that may be looked through."""
    most = LOOKED_THROUGH if stream.rest else PAGE
    at, game = stream.at, stream.game
    rows = stream.rows
    if after is not None:
        later = Q(**{f"{at}__lt": after.at}) | Q(**{f"{game}__lt": after.game_id})
        rows = rows.filter(later, **{f"{at}__lte": after.at})
    fits: Any = Value(True)  # noqa: FBT003 - an expression
    if stream.rest:
        fits = Case(When(reduce(and_, map(Q, stream.rest)), then=fits), default=False)
    ordered = rows.annotate(fits=fits).order_by(f"-{at}", f"-{game}")
    read = [
        Row(Place(when, game_id), fitting)
        for when, game_id, fitting in ordered.values_list(at, game, "fits")[: most + 1]
    ]
    return Look(read[:most], read[most - 1].place if len(read) > most else None)


def _streams(search: Search, viewer: User | AnonymousUser) -> list[Stream]:
    """Public games, and the viewer's own private ones."""
    if search.favourite or search.tag:
        return [_on_shelf(search, viewer)]
    streams = [_of_person(search) if _has_index(search) else _of_all(search)]
    if isinstance(viewer, User):
        streams.append(_plays(search, viewer, is_private=True))
    return streams


def _has_index(search: Search) -> bool:
    """Whether somebody's games are asked for, and found by themselves: of a bot too many run."""
    return search.player is not None and not (search.running and search.player.bot)


def _of_person(search: Search) -> Stream:
    """The public games of the player; of two players, those of who has fewer."""
    assert search.player is not None
    owner = search.player
    if search.against and _played(search.against) < _played(owner):
        owner = search.against
    return _plays(search, owner, is_private=False)


def _played(person: User) -> float:
    """How many public games somebody has played; those of bots are not counted."""
    if person.bot:
        return float("inf")
    tallies = Tally.objects.filter(user=person, rival=person, scope=Tally.Scope.PUBLIC)
    return sum(tallies.values_list("played", flat=True))


def _plays(search: Search, owner: User, *, is_private: bool) -> Stream:
    plays = Player.objects.filter(user=owner, is_private=is_private)
    if search.running:
        plays, at = plays.filter(is_playing=True), "game__started_at"
    else:
        plays, at = plays.filter(ended_at__isnull=False), "ended_at"
    asked = _asked(search, "game__")
    for name, person in (("player", search.player), ("against", search.against)):
        if person == owner:
            asked.pop(name, None)
    return Stream(_within(plays, at, search), at, "game_id", list(asked.values()))


def _of_all(search: Search) -> Stream:
    """All public games: those that have what is rarest of what is asked for."""
    asked = _asked(search, "")
    if search.running:
        running = Game.objects.filter(status=Game.Status.RUNNING, is_private=False)
        rows, at = running, "started_at"
    else:
        rows, at = Game.objects.filter(FOUND), "ended_at"
        rows = _narrowed(rows, search, asked)
    return Stream(_within(rows, at, search), at, "pk", list(asked.values()))


def _narrowed(rows: QuerySet[Game], search: Search, asked: dict[str, Any]) -> QuerySet[Game]:
    """The games that fit one filter, which is taken out of what is still to be asked."""
    for name in (one for one in RANGES if one in asked):
        few = rows.filter(asked[name]).order_by(RANGES[name]).values_list("pk", flat=True)
        keys = list(few[: FEW + 1])
        if len(keys) <= FEW:
            del asked[name]
            return rows.filter(pk__in=keys)
    leading = next((name for name in LEADING if name in asked), None)
    if leading is None:
        return rows
    condition = asked[leading] if search.result == DRAWN else asked.pop(leading)
    if leading == "result":
        return rows.filter(COUNTED, winner=SEATS.get(search.result))
    return rows.filter(condition)


def _within(rows: QuerySet[Any], at: str, search: Search) -> QuerySet[Any]:
    """From when to when, which is a part of the order."""
    if search.since:
        rows = rows.filter(**{f"{at}__gte": search.since})
    if search.before:
        rows = rows.filter(**{f"{at}__lt": search.before})
    return rows


def _on_shelf(search: Search, viewer: User | AnonymousUser) -> Stream:
    """What the viewer has marked: never many, and of it what they may see."""
    status = Game.Status.RUNNING if search.running else Game.Status.OVER
    seen = Q(is_private=False) | _is_any(_seat(viewer.pk, "pk"))
    rows = Game.objects.filter(seen, status=status)
    if search.favourite:
        rows = rows.filter(pk__in=Favourite.objects.filter(user=viewer.pk).values("game"))
    if search.tag:
        tagged = Tag.objects.filter(user=viewer.pk, text=search.tag)
        rows = rows.filter(pk__in=tagged.values("game"))
    at = "started_at" if search.running else "ended_at"
    return Stream(_within(rows, at, search), at, "pk", list(_asked(search, "").values()))


# --- What is asked -----------------------------------------------------------------------------


def _asked(search: Search, path: str) -> dict[str, Any]:
    """What is asked of a game, by its name; `path` leads from a row to the game."""
    key = "game" if path else "pk"
    sits = {"player": search.player, "against": search.against}
    asked: dict[str, Any] = {
        name: _is_any(_seat(person.pk, key)) for name, person in sits.items() if person is not None
    }
    plain: dict[str, Any] = {
        "ruleset": ("ruleset", search.ruleset or None),
        "ending": ("ending", search.ending or None),
        "rated": ("is_rated", search.rated),
        "bots": ("has_bots", search.bots),
    }
    asked |= {
        name: Q(**{path + column: value})
        for name, (column, value) in plain.items()
        if value is not None
    }
    if search.result:
        asked["result"] = _result(search, path, key)
    bounds = {
        "rating": (search.rating_from, search.rating_to),
        "plies": (search.plies_from, search.plies_to),
    }
    asked |= {
        name: _range(path + RANGES[name], *both)
        for name, both in bounds.items()
        if both != (None, None)
    }
    return asked


def _is_any(plays: QuerySet[Player]) -> IsNull:
    """Whether there is such a play at the table of a row.

    No EXISTS: PostgreSQL may answer that by reading all plays of somebody once, which for a few
    hundred rows is far more than to look at each table.
    """
    return IsNull(Subquery(plays.values("pk")[:1]), False)  # noqa: FBT003 - so Django spells it


def _seat(person: int | None, key: str) -> QuerySet[Player]:
    """Where somebody sits at the table of a row."""
    return Player.objects.filter(game=OuterRef(key), user=person)


def _result(search: Search, path: str, key: str) -> Any:
    if search.result in SEATS:
        return Q(**{f"{path}winner": SEATS[search.result]})
    if search.player is None:
        return Q(**{f"{path}winner": None}) & Q(_is_any(_first(key)))
    sits = _seat(search.player.pk, key)
    if search.result == LOST:
        return _is_any(sits.filter(placing__gt=1))
    first = sits.filter(placing=1)
    if search.result == WON:
        return _is_any(first.filter(game__winner=F("seat")))
    return _is_any(first.filter(game__winner=None))


def _first(key: str) -> QuerySet[Player]:
    """Who came first at the table of a row; in a team nobody does."""
    return Player.objects.filter(game=OuterRef(key), placing=1)


def _range(column: str, least: int | None, most: int | None) -> Q:
    found = Q(**{f"{column}__isnull": False})
    if least is not None:
        found &= Q(**{f"{column}__gte": least})
    if most is not None:
        found &= Q(**{f"{column}__lte": most})
    return found


# --- What is shown -----------------------------------------------------------------------------


def _tables(places: Sequence[Place], search: Search, viewer: User | AnonymousUser) -> list[Found]:
    """Everybody at these tables, in their order."""
    keys = [place.game_id for place in places]
    players = Player.objects.filter(game__in=keys).select_related("game", "user")
    ordered = ratings.with_changes(players).defer("game__position").order_by("game", "seat")
    tables = {game: list(table) for game, table in groupby(ordered, key=lambda p: p.game_id)}
    marks = _marks(keys, viewer)
    owner = search.player.pk if search.player else None
    return [_found(tables[key], owner, marks) for key in keys if key in tables]


@dataclass(frozen=True, slots=True)
class Marks:
    """What somebody has marked of some games."""

    favourites: set[UUID] = field(default_factory=set)
    tags: dict[UUID, list[str]] = field(default_factory=dict)


def _marks(keys: Iterable[UUID], viewer: User | AnonymousUser) -> Marks:
    if not isinstance(viewer, User):
        return Marks()
    keys = list(keys)
    favourites = Favourite.objects.filter(user=viewer, game__in=keys).values_list("game", flat=True)
    marks = Marks(set(favourites))
    rows = Tag.objects.filter(user=viewer, game__in=keys).order_by("text")
    for game, text in rows.values_list("game", "text"):
        marks.tags.setdefault(game, []).append(text)
    return marks


def _found(table: list[Player], owner: int | None, marks: Marks) -> Found:
    game = table[0].game
    return Found(
        game,
        table,
        next((player for player in table if player.user_id == owner), None),
        is_favourite=game.pk in marks.favourites,
        tags=marks.tags.get(game.pk, ()),
    )
