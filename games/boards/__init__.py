"""What is particular to the board of each game: how it looks, and how it is told in words.

A board has no queries and decides no rule. Nothing else in the site knows a game by its name.

A board is given views and never a position, for a position knows what its viewer may not see: other
hands, and cards that lie face down. Views are made for who looks (`view_for(seat)`, of a spectator
`view_for(None)`), and facts and moves are those that they may be told.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple, Protocol

from engine import (
    EngineError,
    Fact,
    Move,
    Options,
    Ruleset,
    Seat,
    Setup,
    View,
    all_setups,
    get_ruleset,
)
from engine.registry import Value
from games.boards import botanicus, botanik, gardeners, sayings
from games.boards.captions import Caption
from games.boards.lessons import Lesson
from games.boards.options import Choice, Wording
from games.boards.pages import Measures, Page, Teaser


@dataclass(frozen=True, slots=True)
class Scene:
    """What a board is drawn from: what the viewer may see, and what they have drafted.

    `link` gives the address that shows the table with another draft, or with something picked up.
    """

    view: View[Any]
    """After the draft."""
    before: View[Any]
    """Before the draft."""
    seat: Seat | None
    """Who is looking; None for a spectator."""
    at: Seat
    """Who is shown below: the viewer, or for a spectator somebody whose eyes they do not have."""
    names: Sequence[str]
    """By seat."""
    draft: tuple[Move, ...]
    pick: str
    is_running: bool
    can_act: bool
    """Whether the viewer may make a move now, after the draft."""
    link: Callable[..., str]
    last: Sequence[Fact]
    """What happened in the last turn; that somebody left is told without the board."""
    is_past: bool = False
    """Whether this is a position that is played back."""
    first_steps: Sequence[tuple[Seat | None, Sequence[Fact]]] | None = None
    """In the viewer's first game what each did until now, oldest first; in any other None."""


class Tried(NamedTuple):
    """A turn as it was played, or as it would have been, for who had it."""

    facts: Sequence[Fact]
    after: View[Any]


class Saying(Protocol):
    """What to do now, or what the draft would do, in words that can be read out."""

    @property
    def title(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def warning(self) -> str: ...
    @property
    def causes(self) -> str: ...


class Badge(Protocol):
    """How a player is known on the board, for the header."""

    @property
    def art(self) -> str: ...
    @property
    def standing(self) -> str:
        """Their place in this turn, in a word; empty where there is nothing to say."""

    @property
    def deed(self) -> str:
        """What they are about there, in a word: left out where there is little room."""


class Presented(Protocol):
    """What every board tells the templates that all games share (`templates/games/tables/`).

    They ask for nothing else: more is between a board and its own templates. What the script of the
    tables wants to find on a board is said at the head of `static/js/board.js`. Everybody in the
    header leads to their part of the board: for two its titles are `mine-title` and `theirs-title`,
    else each part has `seat-<n>` for its id.
    """

    @property
    def phase(self) -> str:
        """`wait`, `ready` (to confirm), `over`, `past` (played back), or a word of the board's own
        for something that the viewer has to do.
        """

    @property
    def saying(self) -> Saying | None:
        """None where the page itself has to speak."""

    @property
    def undo(self) -> str:
        """The address one step back; empty where nothing is chosen."""

    @property
    def reply(self) -> str:
        """What the viewer has to do in somebody else's turn, in a few words; empty in their own."""

    @property
    def badges(self) -> Sequence[Badge]:
        """By seat; empty where a board knows its players by their place alone."""

    @property
    def mark(self) -> object | None:
        """What is said once to who is new to the game, as text; None where there is nothing."""

    @property
    def gain(self) -> tuple[int, int] | None:
        """The viewer's score before the draft and after it, where confirming would change it."""


class Glimpse(Protocol):
    """One player's game, small."""

    @property
    def template(self) -> str:
        """It draws this, by the name of `look`."""

    @property
    def progress(self) -> str:
        """How far the game has come, in two or three words."""


class Board(Protocol):
    """One game's board."""

    TEMPLATE: str
    MINIATURE: str
    """The template of all that `present` returned in small: no links, for where it is looked at."""
    STYLE: str
    TEASER: Teaser
    IN_SHORT: str
    """The template of a few lines that say how the game is played."""
    RULES: Page
    """All its rules, as a page. Its anchors are what `rule` in the board's own templates names."""
    ART: Page
    """All its drawings, for who works on them. The page around it adds `sizes` and `visions`."""
    ALT: Any
    """What `picture` shows, for those who do not see it."""
    SAYINGS: Mapping[str, Any]
    """Why this game refuses moves, by the engine's codes."""
    GRADES: Mapping[str, Any]
    """How good the result of a team is, by the engine's codes; empty where there is no team."""

    def present(self, scene: Scene) -> Presented:
        """All that the template shows."""

    def glimpse(self, view: Any, seat: Seat) -> Glimpse:
        """The game of the player at `seat`, small."""

    def sketch(self, view: Any, seat: Seat | None, names: Sequence[str]) -> str:
        """The position as text, in the notation of the moves."""

    def picture(self, view: Any, seat: Seat | None) -> bytes:
        """The position as a PNG, for where no style sheet reaches."""

    def card(self) -> bytes:
        """The game as a PNG of 1200 × 630 pixels, for wherever a link to it is shown."""

    def portrait(self, view: Any, caption: Caption) -> bytes:
        """How a game ended as a PNG of 1200 × 630 pixels, for wherever a link to it is shown.

        The points that are written on it stand in its texts, too: `Score0`, `Score1` and so on.
        """

    def film(self, views: Sequence[Any], caption: Caption) -> bytes:
        """A whole game as an animated WebP of less than 3 MB, a picture for each view."""

    def tell(self, fact: Any, names: Sequence[str], viewer: Seat | None) -> str:
        """What happened, as a sentence to `viewer`; empty where there is nothing to say."""

    def spoken(self, parameters: Mapping[str, str | int]) -> Mapping[str, str | int]:
        """The blanks of a refusal, in words."""


class BoardWithOptions(Board, Protocol):
    """One of a game with options. Others need not say that there are none."""

    OPTIONS: Mapping[str, Wording]
    """By their names, in the order in which they are read."""


class BoardWithLessons(Board, Protocol):
    """One of a game that can be learned by playing. Others have their rules to read alone."""

    LESSONS: Sequence[Lesson]
    """In the order in which they are learned."""


class BoardWithParts(Board, Protocol):
    """One of a game whose points come from several sources. Others need not name them."""

    PARTS: Mapping[str, Any]
    """What scores, by the engine's codes, in the order in which it is read."""


class BoardWithBests(Board, Protocol):
    """One of a game whose ruleset has `bests`, and perhaps a `daily`. Others need not say it."""

    MEASURES: Measures


class BoardWithGains(Board, Protocol):
    """One that can name what a turn brings more than another. Others are told in points."""

    def gains(
        self, better: Tried, played: Tried, *, seat: Seat, names: Sequence[str]
    ) -> Sequence[str]:
        """What the turn of a seat would have brought, as facts in sentences; nothing where there
        is nothing to see yet.
        """


class BoardWithLandmarks(Board, Protocol):
    """One of a game with moments that are looked for when it is replayed."""

    LANDMARKS: Mapping[str, Any]
    """What each is called, by the kind of the fact that makes it one. Reveals need not be named."""


# In the order in which the games are shown.
BOARDS: dict[str, Board] = {
    "botanik": botanik,
    "botanicus": botanicus,
    "gardeners": gardeners,
}


def board_of(ruleset: str) -> Board:
    return BOARDS[ruleset]


def sole_game() -> Ruleset | None:
    """The only game of a site that has one: it need not be chosen, or named."""
    return games_here()[0] if len(BOARDS) == 1 else None


def games_here() -> list[Ruleset]:
    """Every game with its newest rules. The first is the one that is meant where none is said."""
    return [get_ruleset(slug) for slug in BOARDS]


def games_for_two() -> "list[Ruleset]":
    """Those that two can play against each other."""
    return [game for game in games_here() if 2 in game.seats and not game.cooperative]


class Plate(NamedTuple):
    """A game among others."""

    ruleset: Ruleset
    teaser: Teaser
    has_lessons: bool


def plates() -> list[Plate]:
    return [
        Plate(game, board_of(game.slug).TEASER, bool(lessons_of(game.slug)))
        for game in games_here()
    ]


def lessons_of(ruleset: str) -> Sequence[Lesson]:
    """How a game is learned by playing; nothing where its board brings no lessons."""
    return getattr(board_of(ruleset), "LESSONS", ())


def parts_of(ruleset: str) -> Mapping[str, Any]:
    """What scores in a game, in words; nothing where its board does not part the points."""
    return getattr(board_of(ruleset), "PARTS", {})


def measures_of(ruleset: str) -> Measures:
    """How lists of the best are said; for games that have them."""
    found: Measures = getattr(board_of(ruleset), "MEASURES")  # noqa: B009 - of some boards alone
    return found


def gains_of(
    ruleset: str, better: Tried, played: Tried, *, seat: Seat, names: Sequence[str]
) -> Sequence[str]:
    """What one turn would have brought more than another, as far as the board can name it."""
    name = getattr(board_of(ruleset), "gains", None)
    return name(better, played, seat=seat, names=names) if name else ()


def landmarks_of(ruleset: str) -> Mapping[str, Any]:
    """Facts that are looked for in a game, in words; nothing where its board names none."""
    return getattr(board_of(ruleset), "LANDMARKS", {})


def choices_of(ruleset: Ruleset) -> list[Choice]:
    """What is chosen before such a game, in words."""
    wordings = _wordings(ruleset.slug)
    return [
        Choice(
            name=option.name,
            label=wordings[option.name].label,
            values=[(value, wordings[option.name].values[value]) for value in option.values],
            default=option.default,
            notes=wordings[option.name].notes,
        )
        for option in ruleset.options
    ]


def choices_at(ruleset: Ruleset, seats: int, wanted: Options) -> list[Choice]:
    """The same of one table: what goes with its seats, and with what was chosen before.

    The default of each is what is wanted if that goes, and else the rules' own or the first.
    """
    tables = [table for table in _tables(ruleset.slug, ruleset.version) if table.seats == seats]
    found = list[Choice]()
    for choice in choices_of(ruleset):
        allowed = {table.options.get(choice.name) for table in tables}
        values = [(value, said) for value, said in choice.values if value in allowed]
        if values:
            ways = (wanted.get(choice.name), choice.default, values[0][0])
            best = next(way for way in ways if way is not None and way in dict(values))
            tables = [table for table in tables if table.options.get(choice.name) == best]
            found.append(replace(choice, values=values, default=best))
    return found


def choices_in_company(ruleset: Ruleset) -> list[Choice]:
    """The same where somebody else sits at the table: without what is for one who plays alone."""
    possible = _possible(ruleset.slug, ruleset.version)
    found = list[Choice]()
    for choice in choices_of(ruleset):
        values = [
            (value, said) for value, said in choice.values if (choice.name, value) in possible
        ]
        if values:
            found.append(replace(choice, values=values))
    return found


@cache
def _possible(slug: str, version: int) -> frozenset[tuple[str, Value]]:
    """Each value of an option that some table of two or more may choose."""
    tables = (table for table in _tables(slug, version) if table.seats > 1)
    return frozenset(chosen for table in tables for chosen in table.options.items())


@cache
def _tables(slug: str, version: int) -> tuple[Setup, ...]:
    return tuple(all_setups(get_ruleset(slug, version)))


def chosen(ruleset: str, options: Options) -> list[str]:
    """What was chosen, in words; nothing of what was left to the rules."""
    return [
        str(wording.values.get(options[name], options[name]))
        for name, wording in _wordings(ruleset).items()
        if name in options
    ]


def _wordings(ruleset: str) -> Mapping[str, Wording]:
    return getattr(board_of(ruleset), "OPTIONS", {})


def explain(error: EngineError, ruleset: str) -> str:
    """Say why the engine refuses, in the reader's language."""
    board = board_of(ruleset)
    template = board.SAYINGS.get(error.code) or sayings.SAYINGS[error.code]
    return str(template).format(**board.spoken(error.parameters))
