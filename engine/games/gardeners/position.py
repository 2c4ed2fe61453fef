"""What a position of Gardeners is made of: data alone, the rules are in `rules`."""

from typing import Final, NamedTuple, TypeAlias

from engine.games.gardeners.components import CARDS, MODES, Mode, cards_of, tiles_of
from engine.games.gardeners.plot import Garden, Plot, plot_of
from engine.outcome import Seat
from engine.state import Nature

NOBODY_YET: Final = -1
HINDSIGHT: Final[Seat] = -2
"""Who looks back on a game that is over: everything is shown then (rule 10.4)."""


class Wish(NamedTuple):
    """A card that was drawn. In what somebody may see, a front that is hidden is `?family`."""

    number: int
    card: str
    holder: Seat
    is_open: bool = False

    def is_read_by(self, viewer: Seat | None) -> bool:
        """Whether a viewer may see its front (rule 10.2)."""
        return self.is_open or viewer in (self.holder, HINDSIGHT)

    @property
    def is_covered(self) -> bool:
        """Whether nothing but its back is known here."""
        return self.card[0] == COVER

    @property
    def family(self) -> str:
        return self.card[1:] if self.is_covered else CARDS[self.card].family


COVER: Final = "?"


class Pile(NamedTuple):
    """Tiles face up: the top is seen by all, what is under it by nobody."""

    seat: Seat
    size: int
    """How many tiles were dealt to it."""
    top: str = ""
    seen: int = 0
    """How many of them have come to light, the top among them."""

    @property
    def under(self) -> int:
        """How many lie unseen."""
        return self.size - self.seen

    @property
    def height(self) -> int:
        return self.under + bool(self.top)


class Due(NamedTuple):
    """What chance has to reveal: `tops`, `top`, `rest`, `cards` or `verdict`."""

    kind: str
    pile: int = NOBODY_YET
    seat: Seat = NOBODY_YET
    """Who gets the cards, or the rest of a pile."""
    cards: int = 0
    """How many cards are drawn."""


Verdicts: TypeAlias = tuple[tuple[Seat, bool], ...]
Refuted: TypeAlias = tuple[tuple[int, tuple[str, ...]], ...]


class Position(NamedTuple):
    """A position as plain values."""

    to_move: frozenset[Seat] | Nature
    mode: str
    limit: int
    """After how many turns, or actions, it ends; 0 if it has no limit."""
    piles: tuple[Pile, ...]
    loose: tuple[tuple[str, ...], ...]
    """The loose tiles of each seat, sorted."""
    garden: Garden = ()
    in_play: tuple[Wish, ...] = ()
    """By their numbers, as in the order they were drawn."""
    validated: tuple[Wish, ...] = ()
    discarded: tuple[Wish, ...] = ()
    received: Seat = NOBODY_YET
    """Who received a card last."""
    due: Due | None = None
    closing: bool = False
    """Whether the turn is over with what is due."""
    acting: Seat = 0
    acted: int = 0
    """How many actions there were in this turn."""
    turn: int = 0
    actions: int = 0
    checks: int = 0
    gardens: int = 0
    """How many checks were conform."""
    verdict: Verdicts = ()
    """What the last check said."""
    unchanged: bool = False
    """Whether the last check failed, with no action or discard since."""
    choosing: bool = False
    """Alone: whether to bank or to draw has to be chosen."""
    banked: int = 0
    secured: tuple[int, ...] = ()
    """Alone: the cards of the last conform check, by number, unless they were banked."""
    gone: tuple[Seat, ...] = ()
    how: str = ""
    """How it ended: `turns`, `actions`, `cards` or `left`."""
    whole: Garden = ()
    """Of a team, the garden when it was last complete: whoever infers something has it in mind."""
    latest: str = ""
    """The tile that was laid by the last action, if it laid one."""
    refuted: Refuted = ()
    """What the checks have ruled out: by a card's number, fronts that it cannot be."""

    @property
    def seats(self) -> int:
        return len(self.loose)

    @property
    def rules(self) -> Mode:
        return MODES[self.mode]

    @property
    def is_solo(self) -> bool:
        return len(self.loose) == 1

    @property
    def turn_of(self) -> Seat | None:
        """Whose turn it is, also while something is revealed within it."""
        return None if self.how else self.acting

    @property
    def plot(self) -> Plot:
        """The garden, to be looked at."""
        return plot_of(self.garden)

    @property
    def missing(self) -> int:
        """How many tiles are still to lay."""
        return len(tiles_of(self.mode)) - len(self.garden)

    @property
    def drawn(self) -> int:
        """How many cards were drawn."""
        return len(self.in_play) + len(self.validated) + len(self.discarded)

    @property
    def cards_left(self) -> int:
        """How many cards lie in the pile."""
        return len(cards_of(self.mode)) - self.drawn

    @property
    def unseen_tiles(self) -> tuple[str, ...]:
        """The tiles that are still under the piles, in canonical order."""
        seen = {laid.tile for laid in self.garden} | {pile.top for pile in self.piles}
        seen.update(*self.loose)
        return tuple(tile for tile in tiles_of(self.mode) if tile not in seen)

    @property
    def undrawn(self) -> tuple[str, ...]:
        """The cards that nobody has drawn, in canonical order."""
        drawn = {wish.card for wish in (*self.in_play, *self.validated, *self.discarded)}
        return tuple(card for card in cards_of(self.mode) if card not in drawn)

    def reserve(self, seat: Seat) -> tuple[str, ...]:
        """The tiles that a seat may lay: the tops of its piles, then its loose ones."""
        tops = (pile.top for pile in self.piles if pile.seat == seat and pile.top)
        return (*tops, *self.loose[seat])

    def can_drop(self, seat: Seat, wish: Wish) -> bool:
        """Whether a card is a seat's to discard (rules 7.4 and 7.7)."""
        return wish.holder == seat or wish.holder in self.gone

    def next_of(self, seat: Seat) -> Seat:
        """The seat on the left that is still in the game (rule 4.1)."""
        others = ((seat + step) % self.seats for step in range(1, self.seats + 1))
        return next(other for other in others if other not in self.gone)


def first_position(seats: int, mode: str, limit: int, *, piles: int) -> Position:
    """The table before anything is revealed: piles of unseen tiles (rule 4.2)."""
    tiles = len(tiles_of(mode))
    dealt = tuple(Pile(at % seats, tiles // piles + (at < tiles % piles)) for at in range(piles))
    return Position(Nature.CHANCE, mode, limit, dealt, ((),) * seats, due=Due("tops"))
