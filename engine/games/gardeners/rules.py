"""The rules of Gardeners: who has the word, what they may do, and what follows from it."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, Final, Self

from engine.decks import Decks, Source
from engine.errors import EngineError
from engine.games.gardeners import (
    drawing,
    evaluation,
    laying,
    moves,
    refusals,
    scoring,
    storage,
    view,
)
from engine.games.gardeners.components import TILES
from engine.games.gardeners.facts import GardenersFact
from engine.games.gardeners.moves import (
    BANK,
    DONE,
    END,
    NEXT,
    REVEALS,
    Add,
    Bank,
    Deed,
    Done,
    Draw,
    Drop,
    End,
    GardenersMove,
    Give,
    Next,
    Reveal,
    Turned,
    Verdict,
)
from engine.games.gardeners.plot import Cell
from engine.games.gardeners.position import HINDSIGHT, Position
from engine.games.gardeners.predicates import holds
from engine.games.gardeners.progress import Progress
from engine.games.gardeners.setup import set_up
from engine.games.gardeners.view import GardenersView
from engine.outcome import Feat, Outcome, Score, Seat
from engine.state import CHANCE, Actor, GameState, Leave

_TILE_LIST: Final = 0
_CARD_LIST: Final = 1
_PLACE_IN_LIST: Final = {
    tile: place for place, tile in enumerate(sorted(TILES, key=lambda tile: f"{tile}>"))
}
"""In which order sorted moves name the tiles."""


class GardenersState(Position, GameState[GardenersMove, GardenersView]):
    """A position of Gardeners. Hidden are fronts of cards, and what lies under the piles."""

    __slots__ = ()
    cooperative = True
    hindsight = HINDSIGHT
    has_caretaker = False

    @classmethod
    def initial(cls, seats: int = 1, options: Mapping[str, object] | None = None) -> Self:
        """Return the table before the tops of the piles are turned (rules 3 and 4)."""
        return cls(*set_up(seats, options or {}))

    # -- what a seat may do --------------------------------------------------------------

    def legal_moves(self, seat: Seat) -> list[Deed]:
        """List what the seat in turn may do, sorted by notation. It depends on no front."""
        if self.to_move is CHANCE or seat not in self.to_move:
            return []
        if self.choosing:
            return [BANK, NEXT]
        return [*self._with_tiles(seat), *self._with_words(seat)]

    def _with_tiles(self, seat: Seat) -> list[Deed]:
        """What can be done with each tile of the reserve and of the garden (rules 5 and 6)."""
        plot, reserve, found = self.plot, self.reserve(seat), list[Deed]()
        border = laying.liftable(plot.cells)
        lands = laying.landings(plot.cells, self.rules.size) if reserve else ()
        receivers, is_solo = self._receivers(seat), self.is_solo
        lifted = {plot.laid[cell].tile: cell for cell in border}
        for tile in sorted((*lifted, *reserve), key=_PLACE_IN_LIST.__getitem__):
            if tile not in lifted:
                found += moves.laid_on(tile, lands)
                continue
            found += [moves.GIVES[tile][to] for to in receivers]
            if is_solo:
                found += self._elsewhere(tile, lifted[tile])
        return found

    def _receivers(self, seat: Seat) -> tuple[Seat, ...]:
        if self.is_solo:
            return (seat,)
        return tuple(s for s in range(self.seats) if s != seat and s not in self.gone)

    def _elsewhere(self, tile: str, start: Cell) -> list[Add]:
        """Alone: where a tile of the garden may be laid instead (rule 6.5)."""
        here = Add(tile, *start, self.plot.laid[start].turn)
        lands = laying.landings(self.plot.cells - {start}, self.rules.size)
        return [move for move in moves.laid_on(tile, lands) if move != here]

    def _with_words(self, seat: Seat) -> Iterator[Deed]:
        """The check, the discards and the end of the turn, sorted."""
        if not self.missing and not self.unchanged:
            yield DONE
        if self.cards_left:
            drops = [Drop(wish.number) for wish in self.in_play if self.can_drop(seat, wish)]
            yield from sorted(drops, key=lambda move: move.notation)
        if not self.is_solo:
            yield END

    # -- what a move does ----------------------------------------------------------------

    def after(self, actor: Actor, move: GardenersMove) -> "GardenersState":
        """Return the next position, trusting that the move is legal."""
        progress = Progress(self)
        _carry_out(progress, move)
        return GardenersState(*progress.fields())

    def facts(
        self, actor: Actor, move: GardenersMove, viewer: Seat | None = None
    ) -> tuple[GardenersFact, ...]:
        """Tell what the move does, as it is carried out."""
        told: list[GardenersFact] = []
        _carry_out(Progress(self, told, viewer), move)
        return tuple(told)

    def told(
        self, actor: Actor, recorded: GardenersMove | Leave, viewer: Seat | None
    ) -> tuple[GardenersFact, ...]:
        """Tell also what follows when a seat leaves."""
        if not isinstance(recorded, Leave):
            return self.facts(actor, recorded, viewer)
        told: list[GardenersFact] = []
        Progress(self, told, viewer).leave(recorded.seat)
        return tuple(told)

    def leave(self, seat: Seat) -> "GardenersState":
        """Let a seat go; the others play on with its tiles and cards (rule 7.7)."""
        self.check_leaving(seat)
        progress = Progress(self)
        progress.leave(seat)
        return GardenersState(*progress.fields())

    # -- chance --------------------------------------------------------------------------

    def can_draw(self, reveal: GardenersMove) -> bool:
        """Whether chance may reveal this now: by what is unseen, and a verdict as it is."""
        due = self.due
        if due is None or not isinstance(reveal, REVEALS):
            return False
        if due.kind == "verdict":
            return reveal == self.dictated()
        if due.kind == "cards":
            named, unseen = reveal.cards if isinstance(reveal, Draw) else (), self.undrawn
        else:
            named = reveal.tiles if isinstance(reveal, Turned) else ()
            unseen = self.unseen_tiles
        is_size = len(named) == len(set(named)) == len(self.sources())
        return is_size and set(named) <= set(unseen)

    def dictated(self) -> Verdict:
        """What the check says of the garden as it lies (rule 7.5)."""
        plot, said = self.plot, dict[Seat, bool]()
        for wish in sorted(self.in_play, key=lambda wish: wish.holder):
            said[wish.holder] = said.get(wish.holder, True) and holds(wish.card, plot)
        return Verdict(tuple(said.items()))

    def deal(self, decks: Decks) -> Reveal:
        """Name what comes next in the draw orders (rule 11.6)."""
        return self._named([decks[source.deck][source.at] for source in self.sources()])

    def imagine(self, rng: Random) -> Reveal:
        """Draw from what is unseen; a verdict is what the fronts here dictate."""
        due, count = self.due, len(self.sources())
        unseen = self.undrawn if due and due.kind == "cards" else self.unseen_tiles
        return self._named(rng.sample(unseen, count))

    def _named(self, drawn: list[str]) -> Reveal:
        assert self.due is not None
        if self.due.kind == "verdict":
            return self.dictated()
        return Draw(tuple(drawn)) if self.due.kind == "cards" else Turned(tuple(drawn))

    def sources(self) -> list[Source]:
        """Tiles are dealt to the piles one by one, so each pile has its own places (rule 11.6)."""
        due, piles = self.due, len(self.piles)
        if due is None or due.kind == "verdict":
            return []
        if due.kind == "cards":
            return [Source(_CARD_LIST, 0, self.drawn + at) for at in range(due.cards)]
        if due.kind == "tops":
            return [Source(_TILE_LIST, 0, at) for at in range(piles)]
        pile = self.piles[due.pile]
        last = pile.seen + 1 if due.kind == "top" else pile.size
        return [Source(_TILE_LIST, 0, due.pile + piles * at) for at in range(pile.seen, last)]

    # -- the end -------------------------------------------------------------------------

    def score(self, seat: Seat) -> Score:
        """The one score of the team (rule 13.2)."""
        return scoring.score(self)

    def outcome(self) -> Outcome | None:
        """Everybody shares the first place (rule 13.2)."""
        if not self.how:
            return None
        reason = "left" if self.how == "left" else "played"
        return Outcome((1,) * self.seats, self.scores(), reason, scoring.grade(self))

    def standing(self) -> dict[str, Any]:
        """How it stands, by fronts (rule 12.1)."""
        return {
            "winner": None,
            "how": self.how or None,
            "grade": scoring.grade(self) if self.how else None,
            "validated": [wish.card for wish in self.validated],
            "discarded": [wish.card for wish in self.discarded],
            "in_play": [wish.card for wish in self.in_play],
            "left": list(self.gone),
            "turns": self.turn,
            "actions": self.actions,
            "checks": self.checks,
            "gardens": self.gardens,
        }

    @property
    def feat(self) -> Feat | None:
        """Gardens, and the actions that they took; a training has a goal and no list."""
        return None if self.rules.goal else Feat(self.gardens, self.actions)

    @property
    def terms(self) -> dict[str, str | int]:
        limit = self.rules.limit
        return {"mode": self.mode, **({limit: self.limit} if limit else {})}

    def prospects(self, seat: Seat) -> int:
        return evaluation.prospects(self)

    def estimate(self, seat: Seat) -> float:
        return evaluation.estimate(self)

    def sensible_moves(self, seat: Seat) -> list[Deed]:
        """Leave out what takes the garden apart while there is something to lay."""
        return evaluation.sensible(self, seat, self.legal_moves(seat))

    @property
    def breadth(self) -> int:
        """A turn is eight actions in any order, of some sixty each."""
        return evaluation.BREADTH

    # -- what others see, read and store -------------------------------------------------

    def parse(self, text: str) -> GardenersMove:
        return moves.parse(text)

    def mover(self, move: GardenersMove) -> Actor:
        return CHANCE if isinstance(move, REVEALS) else super().mover(move)

    def explain(self, actor: Actor, move: GardenersMove) -> EngineError:
        return refusals.explain(self, actor, move)

    def shown(self, actor: Actor, move: GardenersMove, viewer: Seat | None) -> str:
        """Cover the front of a drawn card for whoever does not see it then (rule 11.4)."""
        is_hidden = isinstance(move, Draw) and self.rules.hidden != "none"
        if not is_hidden or self.due is None or viewer in (self.due.seat, HINDSIGHT):
            return move.notation
        assert isinstance(move, Draw)
        return view.covered(move)

    def laid_open(self) -> "GardenersState":
        """When the game is over all fronts are shown (rule 10.4)."""
        if not self.how:
            return self
        in_play, discarded = view.opened(self.in_play), view.opened(self.discarded)
        return self._replace(in_play=in_play, discarded=discarded)

    def view_for(self, seat: Seat | None) -> GardenersView:
        return view.view_for(self, seat)

    def draw(self) -> str:
        return drawing.draw(self)

    def encode(self) -> dict[str, Any]:
        return storage.encode(self)

    @classmethod
    def decode(cls, data: Mapping[str, Any]) -> Self:
        return cls(**storage.decode(data))


def _carry_out(progress: Progress, move: GardenersMove) -> None:
    _DOES[type(move)](progress, move)


_DOES: Final[dict[type[GardenersMove], Callable[[Progress, Any], None]]] = {
    Add: Progress.add,
    Give: Progress.give,
    End: Progress.end,
    Done: Progress.call,
    Drop: Progress.drop,
    Bank: Progress.bank,
    Next: Progress.draw_next,
    Turned: Progress.turn_tiles,
    Draw: Progress.draw,
    Verdict: Progress.check,
}
