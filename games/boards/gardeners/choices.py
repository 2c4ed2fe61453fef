"""What the viewer may do now, what is drafted already, and what they have in hand.

What is picked is a tile, turned as it is shown (`B1^2`), or a card to look through (`lens3`). A
drafted tile that is picked again can be laid elsewhere, turned, or given to somebody else.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from engine import Seat
from engine.errors import EngineError
from engine.games.gardeners.components import TILES
from engine.games.gardeners.facts import GardenersFact
from engine.games.gardeners.moves import Add, Deed, Done, Drop, End, Give
from engine.games.gardeners.plot import Cell, turns_of
from engine.games.gardeners.position import Wish
from engine.games.gardeners.rules import GardenersState
from engine.games.gardeners.view import GardenersView
from engine.state import CHANCE

if TYPE_CHECKING:
    from games.boards import Scene

_PICK = re.compile(r"([ABC][0-9]+)(?:\^([0-3]))?")
_LENS = re.compile(r"lens([0-9]+)")


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that may be done with what is in hand, and where it is chosen."""

    move: Add | Give
    href: str
    is_instead: bool
    """Whether it would replace a move of the draft."""

    @property
    def notation(self) -> str:
        return self.move.notation

    @property
    def attribute(self) -> str:
        """By what the script of the tables knows it."""
        return "instead" if self.is_instead else "move"


@dataclass(frozen=True, slots=True)
class Hand:
    """The tile in hand."""

    tile: str
    turn: int
    drafted_at: int | None
    """Which move of the draft it is, from 0 on; None where it is not drafted yet."""
    drafted: Deed | None
    choices: tuple[Choice, ...]
    turner: str
    """The address that turns it; empty where it has one turn alone."""
    is_laid: bool
    """Whether it lies in the garden before what may be done with it."""

    @property
    def is_placed(self) -> bool:
        """Whether the draft lays it, so that it can be turned where it lies."""
        return isinstance(self.drafted, Add)

    @property
    def places(self) -> dict[Cell, Choice]:
        return {one.move.cell: one for one in self.choices if isinstance(one.move, Add)}

    @property
    def receivers(self) -> list[tuple[Seat, Choice]]:
        return [(one.move.to, one) for one in self.choices if isinstance(one.move, Give)]


class Choices:
    """The legal moves of a scene, and its draft step by step."""

    def __init__(self, scene: "Scene") -> None:
        self.scene = scene
        self.view: GardenersView = scene.view  # type: ignore[assignment]
        self.before: GardenersView = scene.before  # type: ignore[assignment]
        self.state: GardenersState = self.view.position
        self.start: GardenersState = self.before.position
        self.seat: Seat = scene.at
        self.moves: Sequence[Deed] = scene.draft  # type: ignore[assignment]
        self.drafted = [move.notation for move in scene.draft]
        self.legal: Sequence[Deed] = self.view.legal_moves if scene.can_act else ()

    @property
    def is_mine(self) -> bool:
        """Whether the viewer has the word, with or without something drafted."""
        return not self.scene.is_past and bool(self.legal or self.moves)

    @cached_property
    def phase(self) -> str:
        """What the viewer has to do, in a word."""
        if self.scene.is_past:
            return "past"
        if not self.scene.is_running:
            return "over"
        if not self.legal:
            return "ready" if self.moves else "wait"
        if self.state.choosing:
            return "bank"
        if self.hand is None:
            return "turn"
        return "give" if self.hand.receivers and not self.state.is_solo else "lay"

    # -- the draft -------------------------------------------------------------------------------

    @cached_property
    def views(self) -> list[GardenersView]:
        """Before each of the drafted moves, and after all of them."""
        found = [self.before]
        for move in self.moves:
            found.append(found[-1].preview(move).after)
        return found

    @cached_property
    def facts(self) -> list[GardenersFact]:
        """What the whole draft would do."""
        steps = zip(self.views, self.moves, strict=False)
        return [fact for view, move in steps for fact in view.preview(move).facts]

    @cached_property
    def steps(self) -> dict[str, int]:
        """The numbers of the drafted actions, by their tiles; the last one counts."""
        return {
            move.tile: at + 1 for at, move in enumerate(self.moves) if isinstance(move, Add | Give)
        }

    @property
    def actions(self) -> int:
        """How many actions are drafted."""
        return sum(isinstance(move, Add | Give) for move in self.moves)

    @property
    def is_cut(self) -> bool:
        """Whether something is revealed by what is drafted: it cannot be taken back then."""
        return self.state.to_move is CHANCE

    def without(self, at: int) -> str:
        """The address of the draft without one of its moves."""
        return self.scene.link(draft=[*self.drafted[:at], *self.drafted[at + 1 :]])

    def href(self, pick: str = "") -> str:
        """The same draft, with something picked."""
        return self.scene.link(draft=self.drafted, pick=pick)

    def then(self, *notations: str) -> str:
        """The draft and something more."""
        return self.scene.link(draft=[*self.drafted, *notations])

    @property
    def undo(self) -> str:
        """The address one step back; empty where nothing is chosen."""
        if self.hand and self.hand.drafted_at is None:
            return self.href()
        return self.scene.link(draft=self.drafted[:-1]) if self.moves else ""

    # -- what may be done ------------------------------------------------------------------------

    @cached_property
    def can_end(self) -> bool:
        return any(isinstance(move, End) for move in self.legal)

    @cached_property
    def can_call(self) -> bool:
        return any(isinstance(move, Done) for move in self.legal)

    def can_drop(self, wish: Wish) -> bool:
        return any(isinstance(move, Drop) and move.number == wish.number for move in self.legal)

    @cached_property
    def hand(self) -> Hand | None:
        """The tile that is picked, with all that may be done with it."""
        match = _PICK.fullmatch(self.scene.pick)
        if not match or match[1] not in TILES or not self.is_mine:
            return None
        tile = match[1]
        at = self.steps.get(tile, 0) - 1
        drafted = self.moves[at] if at >= 0 else None
        turn = drafted.turn if isinstance(drafted, Add) else int(match[2] or self._lies(tile))
        return self._in_hand(tile, turn % turns_of(tile), at if at >= 0 else None)

    def _lies(self, tile: str) -> int:
        """How a tile of the garden is turned; 0 for any other."""
        cell = self.state.plot.places.get(tile)
        return 0 if cell is None else self.state.plot.laid[cell].turn

    def _in_hand(self, tile: str, turn: int, at: int | None) -> Hand | None:
        view = self.view if at is None else self.views[at]
        legal = self.legal if at is None else view.legal_moves
        found = tuple(
            self._choice(move, at)
            for move in legal
            if isinstance(move, Give | Add)
            and move.tile == tile
            and (isinstance(move, Give) or move.turn == turn)
        )
        is_laid = tile in view.position.plot.places
        if not found and tile not in view.position.reserve(self.seat):
            return None
        drafted = None if at is None else self.moves[at]
        return Hand(tile, turn, at, drafted, found, self._turner(tile, turn, at), is_laid)

    def _choice(self, move: Add | Give, at: int | None) -> Choice:
        earlier, later = self._around(at)
        pick = f"{move.tile}^{move.turn}" if isinstance(move, Add) else ""
        href = self.scene.link(draft=[*earlier, move.notation, *later], pick=pick)
        return Choice(move, href, at is not None)

    def _around(self, at: int | None) -> tuple[list[str], list[str]]:
        if at is None:
            return self.drafted, []
        return self.drafted[:at], self.drafted[at + 1 :]

    def _turner(self, tile: str, turn: int, at: int | None) -> str:
        """The next quarter: of the tile where it was laid, or still in hand."""
        if turns_of(tile) == 1:
            return ""
        following = (turn + 1) % turns_of(tile)
        move = None if at is None else self.moves[at]
        if not isinstance(move, Add):
            can_lay = tile in self.state.reserve(self.seat) or self.state.is_solo
            return self.href(f"{tile}^{following}") if can_lay else ""
        earlier, later = self._around(at)
        turned = move._replace(turn=following)
        if turned not in self.views[at or 0].legal_moves:
            turned = move._replace(turn=(following + 1) % turns_of(tile))
        draft = [*earlier, turned.notation, *later]
        return self.scene.link(draft=draft, pick=f"{tile}^{turned.turn}")

    @cached_property
    def refused(self) -> EngineError | None:
        """Why the tile that was picked cannot be lifted; None where nothing was refused."""
        match = _PICK.fullmatch(self.scene.pick)
        if not match or self.hand or not self.legal or match[1] not in self.state.plot.places:
            return None
        others = [seat for seat in range(self.state.seats) if seat not in self.state.gone]
        receiver = next((seat for seat in others if seat != self.seat), self.seat)
        return self.state.explain(self.seat, Give(match[1], receiver))

    # -- the lens --------------------------------------------------------------------------------

    @cached_property
    def looked_through(self) -> Wish | None:
        """The wish that the garden is looked at through: on request, and one that may be read."""
        match = _LENS.fullmatch(self.scene.pick)
        if not match or self.state.missing or self.scene.seat is None:
            return None
        readable = (wish for wish in self.state.in_play if wish.holder == self.scene.seat)
        return next((wish for wish in readable if wish.number == int(match[1])), None)
