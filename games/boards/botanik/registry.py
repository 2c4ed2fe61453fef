"""The Registry and the arrival area as they are drawn, with what each place would cause."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from engine import Seat
from engine.games.botanik.facts import Played, Removed, Swapped
from engine.games.botanik.moves import BotanikMove, CentrePlay, Column, SidePlay, Swap
from engine.games.botanik.rules import BotanikState
from engine.games.botanik.tiles import Tile
from engine.games.botanik.view import Preview
from games.boards.botanik.art import Art, art_of
from games.boards.botanik.tiles import NAMES, THE_TILE


@dataclass(frozen=True, slots=True)
class Target:
    """A place that the tile in hand may go to, and what that would cause."""

    spot: str
    notation: str
    href: str
    title: str
    consequence: str
    warning: str = ""
    is_instead: bool = False
    """Whether it changes what is drafted; else it adds to it."""


@dataclass(frozen=True, slots=True)
class Space:
    """One place of a column."""

    art: Art | None
    link: str = ""
    """What links a side tile to the centre: a colour's letter or a type's."""
    is_link_of_colour: bool = False
    target: Target | None = None
    would_go: bool = False
    """Whether the tile in hand on this centre would release it."""
    is_last: bool = False
    is_drafted: bool = False

    @property
    def marks(self) -> str:
        """What is to be seen of its tile, in words of the style sheet."""
        marks = {"goes": self.would_go, "last": self.is_last, "drafted": self.is_drafted}
        return " ".join(mark for mark, holds in marks.items() if holds)


@dataclass(frozen=True, slots=True)
class ColumnPicture:
    number: int
    words: str
    theirs: Space
    centre: Space
    mine: Space

    @property
    def places(self) -> Sequence[tuple[str, Space]]:
        """From above to below, each with its name."""
        return ("theirs", self.theirs), ("centre", self.centre), ("mine", self.mine)


@dataclass(frozen=True, slots=True)
class Card:
    """A tile of the arrival area, or of a hand."""

    code: str
    art: Art
    href: str = ""
    is_picked: bool = False
    is_anew: bool = False
    """Whether to pick it up puts aside what is drafted."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The places that the last turn, or the draft, has changed."""

    centres: frozenset[Column] = frozenset()
    sides: frozenset[tuple[Seat, Column]] = frozenset()


@dataclass(frozen=True, slots=True)
class Choice:
    """What may be done with the tile in hand: moves by place, each with what it would cause."""

    tile: Tile
    moves: Sequence[BotanikMove]
    preview: Callable[[BotanikMove], Preview]
    href: Callable[[BotanikMove], str]
    names: Sequence[str]
    seat: Seat
    is_instead: bool = False
    """Whether the tile was played already, and might have gone elsewhere."""
    _seen: dict[BotanikMove, Preview] = field(default_factory=dict)

    def on_centre(self, column: Column) -> BotanikMove | None:
        plays = (move for move in self.moves if isinstance(move, CentrePlay | Swap))
        return next((move for move in plays if move.column == column), None)

    def on_side(self, column: Column) -> BotanikMove | None:
        plays = (move for move in self.moves if isinstance(move, SidePlay))
        return next((move for move in plays if move.column == column), None)

    def causes(self, move: BotanikMove) -> Preview:
        if move not in self._seen:
            self._seen[move] = self.preview(move)
        return self._seen[move]


def draw_columns(
    state: BotanikState,
    bottom: Seat,
    *,
    name: str,
    is_mine: bool,
    choice: Choice | None,
    instead: Choice | None,
    last: Marks,
    drafted: Marks,
) -> list[ColumnPicture]:
    """Draw the five columns, the side of `bottom` below; `name` is who sits above.

    What the tile in hand would cause is drawn; what was played might go elsewhere instead.
    """
    offered = choice or instead
    columns = []
    for column, centre in enumerate(state.registry.centre):
        own, other = (state.registry.sides[seat][column] for seat in (bottom, 1 - bottom))
        going = _released_by(choice, column)
        columns.append(
            ColumnPicture(
                number=column + 1,
                words=_in_words(column, centre, own, other, name, is_mine=is_mine),
                centre=Space(
                    art_of(centre),
                    target=_target(offered, offered.on_centre(column) if offered else None),
                    is_last=column in last.centres,
                    is_drafted=column in drafted.centres,
                ),
                mine=_side(
                    own, centre, going[bottom], offered, column, (bottom, column), last, drafted
                ),
                theirs=_side(
                    other,
                    centre,
                    going[1 - bottom],
                    None,
                    column,
                    (1 - bottom, column),
                    last,
                    drafted,
                ),
            )
        )
    return columns


def _side(
    tile: Tile | None,
    centre: Tile,
    going: Sequence[Tile],
    choice: Choice | None,
    column: Column,
    where: tuple[Seat, Column],
    last: Marks,
    drafted: Marks,
) -> Space:
    if tile is None:
        return Space(None, target=_target(choice, choice.on_side(column) if choice else None))
    by_colour = tile.colour == centre.colour
    return Space(
        art_of(tile),
        link=tile.colour if by_colour else tile.type,
        is_link_of_colour=by_colour,
        would_go=tile in going,
        is_last=where in last.sides,
        is_drafted=where in drafted.sides,
    )


def _released_by(choice: Choice | None, column: Column) -> Sequence[Sequence[Tile]]:
    move = choice.on_centre(column) if choice else None
    return choice.causes(move).released if choice and move else ((), ())


def _target(choice: Choice | None, move: BotanikMove | None) -> Target | None:
    if choice is None or move is None:
        return None
    causes = choice.causes(move)
    return Target(
        spot=_spot(move),
        notation=move.notation,
        href=choice.href(move),
        title=title_of(move, causes),
        consequence=_consequence(move, causes, choice.names, choice.seat),
        warning=leaving(causes.facts, choice.names, choice.seat),
        is_instead=choice.is_instead,
    )


def _spot(move: BotanikMove) -> str:
    assert isinstance(move, SidePlay | CentrePlay | Swap)
    return f"{'s' if isinstance(move, SidePlay) else 'c'}{move.column + 1}"


def title_of(move: BotanikMove, causes: Preview) -> str:
    """What a play or swap is, as the heading of what it causes."""
    fact = next(fact for fact in causes.facts if isinstance(fact, Played | Swapped))
    words = {"tile": capfirst(str(NAMES[fact.tile.code])), "column": fact.column + 1}
    if isinstance(fact, Swapped):
        words["taken"] = str(THE_TILE[fact.taken.code])
        return _("%(tile)s to pile %(column)d, for %(taken)s.") % words
    if isinstance(move, SidePlay):
        return _("%(tile)s on your side of pile %(column)d.") % words
    return _("%(tile)s on pile %(column)d.") % words


def _consequence(move: BotanikMove, causes: Preview, names: Sequence[str], seat: Seat) -> str:
    if isinstance(move, SidePlay):
        return _("It waits there until its link breaks.")
    return released_in_words(causes.released, names, seat)


def released_in_words(released: Sequence[Sequence[Tile]], names: Sequence[str], seat: Seat) -> str:
    """Who receives what, or that nobody receives anything."""
    own, other = released[seat], released[1 - seat]
    said = []
    if own:
        said.append(_("You receive %(tiles)s.") % {"tiles": listed(own)})
    if other:
        words = {"name": names[1 - seat], "tiles": listed(other)}
        said.append(_("%(name)s receives %(tiles)s.") % words)
    return " ".join(said) or _("Nothing is released.")


def leaving(facts: Sequence[object], names: Sequence[str], seat: Seat) -> str:
    """The tiles that would leave the game because they fit nowhere: nobody expects it."""
    said = []
    for fact in facts:
        if isinstance(fact, Removed):
            words = {"tiles": listed(fact.tiles), "name": names[fact.seat]}
            if fact.seat == seat:
                said.append(
                    _("It fits nowhere in your machine: %(tiles)s leaves the game.") % words
                )
            else:
                said.append(_("It fits nowhere there: %(name)s loses %(tiles)s.") % words)
    return " ".join(said)


def listed(tiles: Sequence[Tile]) -> str:
    """Names with commas and an "and"."""
    names = [str(THE_TILE[tile.code]) for tile in tiles]
    if len(names) == 1:
        return names[0]
    return _("%(some)s and %(last)s") % {"some": ", ".join(names[:-1]), "last": names[-1]}


def _in_words(
    column: Column, centre: Tile, own: Tile | None, other: Tile | None, name: str, *, is_mine: bool
) -> str:
    words = {
        "column": column + 1,
        "centre": NAMES[centre.code],
        "own": NAMES[own.code] if own else _("empty"),
        "other": NAMES[other.code] if other else _("empty"),
        "name": name,
    }
    if is_mine:
        sides = _("your side %(own)s, side of %(name)s %(other)s")
    else:
        sides = _("lower side %(own)s, upper side %(other)s")
    words["sides"] = sides % words
    return _("Pile %(column)d: %(centre)s, %(sides)s.") % words


def draw_cards(
    tiles: Sequence[Tile], picked: Tile | None, href: Mapping[str, str], *, is_anew: bool = False
) -> list[Card]:
    """Draw tiles that may be picked up; of two that are alike the first is lifted."""
    cards: list[Card] = []
    for tile in tiles:
        is_picked = tile is picked and not any(card.is_picked for card in cards)
        cards.append(Card(tile.code, art_of(tile), href.get(tile.code, ""), is_picked, is_anew))
    return cards
