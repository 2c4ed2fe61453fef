"""The rules of Botanik: who has the word, what they may do, and what follows from it."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any, Final, Self

from engine.decks import Decks, Source
from engine.errors import OPTION_UNKNOWN, SEATS_UNSUPPORTED, EngineError, SetupError
from engine.games.botanik import drawing, evaluation, facts, moves, refusals, scoring, storage
from engine.games.botanik.columns import EMPTY_REGISTRY, Registry
from engine.games.botanik.machine import BARE_SOURCE, Machine
from engine.games.botanik.moves import (
    CENTRE_PLAYS,
    COLUMNS,
    SIDE_PLAYS,
    SWAPS,
    BotanikMove,
    Build,
    CentrePlay,
    Column,
    Reveal,
    SidePlay,
    Swap,
)
from engine.games.botanik.position import LAST_TILE, NOTHING_HELD, ROUND_DRAW, Hand, Position
from engine.games.botanik.tiles import CANONICAL_DECK, LINKED, TILES, Tile, tile_of
from engine.games.botanik.view import BotanikView
from engine.outcome import Outcome, Score, Seat, placings
from engine.state import CHANCE, NOBODY, Actor, GameState, Nature

_HAS_THE_WORD: Final = (frozenset({0}), frozenset({1}))
_FULL_BAG: Final = tuple(CANONICAL_DECK.count(tile.code) for tile in TILES)


class BotanikState(Position, GameState[BotanikMove, BotanikView]):
    """A position of Botanik. Nothing in it is hidden but the order of what is unseen."""

    __slots__ = ()

    @classmethod
    def initial(cls, seats: int = 2, options: Mapping[str, object] | None = None) -> Self:
        """Return the empty table, before the five tiles of the set-up (rule 2.2)."""
        if seats != 2:
            raise SetupError(SEATS_UNSUPPORTED, game="Botanik", seats=seats)
        for option in options or ():
            raise SetupError(OPTION_UNKNOWN, game="Botanik", option=option)
        machines = (BARE_SOURCE, BARE_SOURCE)
        return cls(CHANCE, EMPTY_REGISTRY, (), 0, NOTHING_HELD, machines, _FULL_BAG, None)

    @property
    def seats(self) -> int:
        return 2

    # -- what a seat may do --------------------------------------------------------------

    def legal_moves(self, seat: Seat) -> list[BotanikMove]:
        """List the plays, or the swaps while a meca-botanist is held, or the builds."""
        if self.to_move is CHANCE or seat not in self.to_move:
            return []
        hand = self.held[seat]
        if not hand:
            return self._plays(seat)
        if any(tile.is_meca for tile in hand):
            return [swap for swap in SWAPS if not self.registry.centre[swap.column].is_meca]
        machine = self.machines[seat]
        return [build for tile in dict.fromkeys(hand) for build in machine.builds(tile)]

    def _plays(self, seat: Seat) -> list[BotanikMove]:
        """List where each tile of the arrival area may go (rule 3.1)."""
        centre, side = self.registry.centre, self.registry.sides[seat]
        free = [(column, centre[column]) for column in COLUMNS if side[column] is None]
        plays: list[BotanikMove] = []
        for tile in dict.fromkeys(self.arrival):
            plays += CENTRE_PLAYS[tile.index]
            on_side, linked = SIDE_PLAYS[tile.index], LINKED[tile.index]
            plays += [on_side[column] for column, top in free if top in linked]
        return plays

    # -- what a move does ----------------------------------------------------------------

    def after(self, actor: Actor, move: BotanikMove) -> "BotanikState":
        """Return the next position, trusting that the move is legal."""
        if actor is CHANCE or isinstance(move, Reveal):
            assert isinstance(move, Reveal)
            return self._after_reveal(move)
        if isinstance(move, CentrePlay):
            return self._after_centre_play(actor, move)
        if isinstance(move, SidePlay):
            return self._after_side_play(actor, move)
        if isinstance(move, Build):
            return self._after_build(actor, move)
        return self._after_swap(actor, move)

    def _after_reveal(self, reveal: Reveal) -> "BotanikState":
        to_move, registry, arrival, played, held, machines, unseen, left = self
        if registry.centre:
            to_move, arrival = _HAS_THE_WORD[played % 2], reveal.tiles
        else:  # the set-up; the first round follows (rules 2.2, 2.3)
            registry = registry._replace(centre=reveal.tiles)
        unseen = _without_drawn(unseen, reveal.tiles)
        return BotanikState(to_move, registry, arrival, played, held, machines, unseen, left)

    def _after_centre_play(self, seat: Seat, play: CentrePlay) -> "BotanikState":
        """Cover a centre pile with a tile of the arrival area (rule 3.1)."""
        arrival = _without(self.arrival, play.tile)
        registry, held = _cover(self.registry, play.column, play.tile, self.held)
        return self._pass_word(seat, registry, arrival, self.played + 1, held, self.machines)

    def _after_side_play(self, seat: Seat, play: SidePlay) -> "BotanikState":
        """Put a tile of the arrival area on the player's side: nothing is released (rule 3.2)."""
        arrival = _without(self.arrival, play.tile)
        registry = self.registry.with_side(seat, play.column, play.tile)
        return self._pass_word(seat, registry, arrival, self.played + 1, self.held, self.machines)

    def _after_swap(self, seat: Seat, swap: Swap) -> "BotanikState":
        """Take the top of a pile for the meca-botanist (rule 4.2)."""
        hand = self.held[seat]
        meca = next(tile for tile in hand if tile.is_meca)
        taken = self.registry.centre[swap.column]
        held = _with_hand(self.held, seat, (*_without(hand, meca), taken))
        registry, held = _cover(self.registry, swap.column, meca, held)
        return self._pass_word(seat, registry, self.arrival, self.played, held, self.machines)

    def _after_build(self, seat: Seat, build: Build) -> "BotanikState":
        """Lay a held tile into the machine (rule 4.3)."""
        held = _with_hand(self.held, seat, _without(self.held[seat], build.tile))
        machine = self.machines[seat].lay(build.tile, build.cell, build.turn)
        machines = (self.machines[0], machine) if seat else (machine, self.machines[1])
        return self._pass_word(seat, self.registry, self.arrival, self.played, held, machines)

    def _pass_word(
        self,
        seat: Seat,
        registry: Registry,
        arrival: tuple[Tile, ...],
        played: int,
        held: tuple[Hand, Hand],
        machines: tuple[Machine, Machine],
    ) -> "BotanikState":
        """Give the word to who has to act next, `seat` having acted last (rule 4.1).

        A player keeps it until their hand is empty; then it goes to the other if they hold
        a tile; and when nobody does, the turn ends.
        """
        to_move = _next_turn(arrival, played)
        while held != NOTHING_HELD:
            owner = seat if held[seat] else 1 - seat
            if _can_act(held[owner], machines[owner]):
                to_move = _HAS_THE_WORD[owner]
                break
            held = _with_hand(held, owner, ())  # its tiles leave the game (rule 5.4)
        return BotanikState(to_move, registry, arrival, played, held, machines, self.unseen, None)

    # -- chance --------------------------------------------------------------------------

    def can_draw(self, reveal: BotanikMove) -> bool:
        """Whether chance is to move and so many of these tiles are unseen."""
        return (
            self.to_move is CHANCE
            and isinstance(reveal, Reveal)
            and len(reveal.tiles) == self.draw_size
            and all(n <= self.unseen[t.index] for t, n in Counter(reveal.tiles).items())
        )

    def deal(self, decks: Decks) -> Reveal:
        """Name the tiles that come next in the only deck."""
        drawn = self.drawn
        return Reveal(tuple(map(tile_of, decks[0][drawn : drawn + self.draw_size])))

    def sources(self) -> list[Source]:
        return [Source(0, 0, self.drawn + at) for at in range(self.draw_size)]

    def imagine(self, rng: Random) -> Reveal:
        """Draw from the unseen tiles, each with the same chance."""
        return Reveal(tuple(rng.sample(TILES, self.draw_size, counts=self.unseen)))

    # -- the end -------------------------------------------------------------------------

    def score(self, seat: Seat) -> Score:
        """What a machine would score now (rules 6.2 to 6.4)."""
        return scoring.score(self.machines[seat])

    def prospects(self, seat: Seat) -> int:
        """Count the tiles that may still come into the machine: each is worth about a point."""
        waiting = [tile for tile in self.registry.sides[seat] if tile is not None]
        return len(waiting) + len(self.held[seat])

    def estimate(self, seat: Seat) -> float:
        return evaluation.estimate(self, seat)

    def sensible_moves(self, seat: Seat) -> list[BotanikMove]:
        """Leave out builds that are not joined to the Source, if there are others."""
        moves, leads = self.legal_moves(seat), self.machines[seat].leads
        return [m for m in moves if not isinstance(m, Build) or m.cell in leads] or moves

    @property
    def outlook(self) -> int:
        """As far as the reveal after next: turns are short, and a reveal changes everything."""
        return 3 * ROUND_DRAW

    def swing(self) -> float:
        return evaluation.swing(self)

    def outcome(self) -> Outcome | None:
        """Rank both by points, then by tiles (rule 6.5); who left is second."""
        if not self.is_over:
            return None
        scores = self.scores()
        if self.left is not None:
            return Outcome((2, 1) if self.left == 0 else (1, 2), scores, "left")
        return Outcome(placings([score.rank_key for score in scores]), scores, "played")

    @property
    def gone(self) -> tuple[Seat, ...]:
        return () if self.left is None else (self.left,)

    def leave(self, seat: Seat) -> Self:
        """End the game in favour of the other seat."""
        self.check_leaving(seat)
        return self._replace(to_move=NOBODY, left=seat)

    # -- what others see, read and store -------------------------------------------------

    def parse(self, text: str) -> BotanikMove:
        return moves.parse(text)

    def mover(self, move: BotanikMove) -> Actor:
        return CHANCE if isinstance(move, Reveal) else super().mover(move)

    def explain(self, actor: Actor, move: BotanikMove) -> EngineError:
        return refusals.explain(self, actor, move)

    def view_for(self, seat: Seat | None) -> BotanikView:
        return BotanikView(viewer=seat, position=self)

    def facts(
        self,
        actor: Actor,
        move: BotanikMove,
        viewer: Seat | None = None,
    ) -> tuple[facts.BotanikFact, ...]:
        return facts.of_move(self, actor, move, self.after(actor, move))

    def draw(self) -> str:
        return drawing.draw(self)

    def encode(self) -> dict[str, Any]:
        return storage.encode(self)

    @classmethod
    def decode(cls, data: Mapping[str, Any]) -> Self:
        return cls(**storage.decode(data))


def _without(tiles: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    """Take one copy of a tile out."""
    at = tiles.index(tile)
    return tiles[:at] + tiles[at + 1 :]


def _without_drawn(unseen: tuple[int, ...], tiles: tuple[Tile, ...]) -> tuple[int, ...]:
    counts = list(unseen)
    for tile in tiles:
        counts[tile.index] -= 1
    return tuple(counts)


def _with_hand(held: tuple[Hand, Hand], seat: Seat, hand: Hand) -> tuple[Hand, Hand]:
    return (held[0], hand) if seat else (hand, held[1])


def _cover(
    registry: Registry, column: Column, tile: Tile, held: tuple[Hand, Hand]
) -> tuple[Registry, tuple[Hand, Hand]]:
    """Put a tile on a centre pile and hand out what that releases (rule 3.1)."""
    registry = registry.with_top(column, tile)
    for seat, released in enumerate(registry.released(column)):
        if released is not None:
            registry = registry.with_side(seat, column, None)
            held = _with_hand(held, seat, (*held[seat], released))
    return registry, held


def _can_act(hand: Hand, machine: Machine) -> bool:
    """Whether a player who has the word can swap, or build one of their tiles (rule 5.4)."""
    return any(tile.is_meca or machine.accepts(tile) for tile in hand)


def _next_turn(arrival: tuple[Tile, ...], played: int) -> frozenset[Seat] | Nature:
    """Say who begins after a turn has ended (rules 2.3, 6.1)."""
    if arrival:
        return _HAS_THE_WORD[played % 2]
    return NOBODY if played == LAST_TILE else CHANCE
