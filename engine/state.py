"""The contract that every game fulfils, and on which the site and the bots rely."""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from enum import Enum
from random import Random
from typing import (
    Any,
    ClassVar,
    Final,
    Generic,
    Literal,
    NamedTuple,
    Protocol,
    Self,
    TypeAlias,
    TypeVar,
    runtime_checkable,
)

from engine.decks import Decks, Source
from engine.errors import (
    ALREADY_LEFT,
    CHANCE_TO_MOVE,
    GAME_OVER,
    NO_REVEAL_NOW,
    NOT_ALLOWED,
    NOT_YOUR_WORD,
    SEAT_UNKNOWN,
    EngineError,
    GameOverError,
    IllegalMoveError,
)
from engine.outcome import Feat, Outcome, Score, Seat


class Nature(Enum):
    """Nature is somebody to move, like any player, but has no seat."""

    CHANCE = "chance"

    def __repr__(self) -> str:
        return "CHANCE"


CHANCE: Final = Nature.CHANCE
Actor: TypeAlias = Seat | Nature
NOBODY: Final[frozenset[Seat]] = frozenset()
_LEAVE: Final = re.compile(r"#([0-9])")


class Move(Protocol):
    """A value with one canonical text. `kind` is a stable name for its sort."""

    @property
    def kind(self) -> str: ...
    @property
    def notation(self) -> str: ...


class Fact(Protocol):
    """Something that happened by a move, as a value: to be told in any language."""

    @property
    def kind(self) -> str: ...


class Leave(NamedTuple):
    """A seat leaves for good. It is recorded like a move, but nobody can choose or type it."""

    seat: Seat
    kind: Literal["leave"] = "leave"

    @property
    def notation(self) -> str:
        return f"#{self.seat}"


class Left(NamedTuple):
    """The fact that a seat has left."""

    seat: Seat
    kind: Literal["left"] = "left"


MoveT = TypeVar("MoveT", bound=Move)
MoveT_co = TypeVar("MoveT_co", bound=Move, covariant=True)


class View(Protocol[MoveT_co]):
    """All that one seat may see (or, with `viewer` None, everybody).

    `legal_moves` is empty unless the viewer has the word: another seat's list would show
    what it holds. `sample` gives some position that looks exactly like this to the viewer,
    and depends on nothing but the view and `rng`.
    """

    @property
    def viewer(self) -> Seat | None: ...
    @property
    def to_move(self) -> frozenset[Seat] | Nature: ...
    @property
    def legal_moves(self) -> Sequence[MoveT_co]: ...

    def sample(self, rng: Random) -> "GameState[Any, Any]": ...


ViewT = TypeVar("ViewT", bound=View[Any])


@runtime_checkable
class Counsels(Protocol[MoveT_co]):
    """A view that knows by itself how to serve a team: games may have it, and need not.

    Of a cooperative game with hidden cards a position that is imagined is no help: who imagines the
    others' cards believes to know them. So the view itself is asked, and the game says what its
    viewer may infer.
    """

    def counsel(self, rng: Random, nodes: int) -> MoveT_co | None:
        """The act by which the viewer serves its team best, by what it may know; None for none.

        It depends on nothing but the view, `rng` and `nodes`, which says how hard to look.
        """
        ...


class GameState(ABC, Generic[MoveT, ViewT]):
    """One immutable position.

    Chance is somebody to move: the engine never draws. What is not yet drawn is held as
    counts and never as an order, so there is nothing in here that could leak a deck. A
    reveal is played by the caller, as a move of CHANCE, and checked against the counts.

    What its mover cannot know is a reveal: `after(seat, move)` and its facts depend on nothing
    that is hidden from that seat. So a move can be tried out before it is made, and spies out
    nothing; what it brings to light is revealed by chance after it.

    Two doors lead to the next position: `play` checks, `after` trusts.
    """

    __slots__ = ()

    cooperative: ClassVar[bool] = False
    """Whether all seats are one team, and win or lose together."""

    # -- what a game defines -------------------------------------------------------------

    @classmethod
    @abstractmethod
    def initial(cls, seats: int, options: Mapping[str, object]) -> Self:
        """Return the position before anything is revealed, or raise a SetupError.

        It alone judges which seats and options go together. An option that is missing has its
        default. The position keeps both, also through `encode`.
        """

    @property
    @abstractmethod
    def seats(self) -> int:
        """How many seats the game has, counting those that have left."""

    @property
    @abstractmethod
    def to_move(self) -> frozenset[Seat] | Nature:
        """Who may act now: seats (several where all act at once) or CHANCE; empty when over."""

    @property
    @abstractmethod
    def turn(self) -> int:
        """The number of the turn: it counts up when a turn is over.

        Nothing else follows from it. Where several act at once, each act is a turn.
        """

    @abstractmethod
    def legal_moves(self, seat: Seat) -> Sequence[MoveT]:
        """List all that `seat` may do now, each move once; nothing if it is not to move.

        This is the only place that decides what is allowed.
        """

    @abstractmethod
    def can_draw(self, reveal: MoveT) -> bool:
        """Whether chance may reveal this now, by what is unseen."""

    @abstractmethod
    def deal(self, decks: Decks) -> MoveT:
        """Name the reveal that the draw orders dictate now."""

    @abstractmethod
    def sources(self) -> Sequence[Source]:
        """Say where in the draw orders `deal` finds what it reveals now, in the same order.

        Nothing is drawn twice from one place. With this anybody can check the reveals of a game
        without knowing its rules, for the text of a reveal names what it takes and nothing else:
        `>RI.BLf`, or with the seat `>2:RI.BLf`. Where it takes nothing a sign comes first, as in
        `>~`, but for the `?` that covers what is hidden.
        """

    @abstractmethod
    def imagine(self, rng: Random) -> MoveT:
        """Name a reveal that chance might make now, by what is unseen: to look ahead with."""

    @abstractmethod
    def after(self, actor: Actor, move: MoveT) -> Self:
        """Return the next position without checking: only for moves known to be legal."""

    @abstractmethod
    def parse(self, text: str) -> MoveT:
        """Read a move as typed here, or raise a NotationError; legality is not looked at."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Rank every seat once the game is over; None before."""

    @abstractmethod
    def score(self, seat: Seat) -> Score:
        """What a seat would score if the game ended now, as everybody may know it."""

    @abstractmethod
    def view_for(self, seat: Seat | None) -> ViewT:
        """All that `seat` (None: a spectator) may see: the only way out for what is hidden."""

    @abstractmethod
    def facts(self, actor: Actor, move: MoveT, viewer: Seat | None) -> Sequence[Fact]:
        """Tell what a legal move does from here, also what happens by itself, to `viewer`.

        Asked before a move it shows the consequences, asked after it writes the log.
        """

    @property
    @abstractmethod
    def gone(self) -> Sequence[Seat]:
        """The seats that have left, in their order."""

    @abstractmethod
    def leave(self, seat: Seat) -> Self:
        """Return the position after `seat` has left for good; begin with `check_leaving`.

        With two seats that ends the game. With more the others play on, and for the seat
        that left the caller plays `caretaker_move` whenever it is to move.
        """

    @abstractmethod
    def draw(self) -> str:
        """Draw the whole position as text. For the server and for finished games only."""

    @abstractmethod
    def encode(self) -> dict[str, Any]:
        """Write the position as JSON, with the number of its format. For the server only."""

    @classmethod
    @abstractmethod
    def decode(cls, data: Mapping[str, Any]) -> Self:
        """Read what `encode` wrote, or raise a PositionError."""

    # -- what follows from it ------------------------------------------------------------

    def explain(self, actor: Actor, move: MoveT) -> EngineError:
        """Say why a move that is not legal is not. It explains, it does not judge.

        The words must not depend on what the actor cannot see.
        """
        return IllegalMoveError(NOT_ALLOWED, move=move.notation)

    def mover(self, move: MoveT) -> Actor:
        """Say whose move this would be: records do not write it, it follows from the position.

        A game in which several seats act at once writes the seat into its moves.
        """
        to_move = self.to_move
        if isinstance(to_move, Nature):
            return CHANCE
        if to_move == NOBODY:
            raise GameOverError(GAME_OVER)
        (seat,) = to_move
        return seat

    def put_back(self) -> Sequence[str]:
        """What is shuffled again by the reveal that is due, in canonical order; mostly nothing.

        That is the order of the lists, and all of it was drawn before.
        """
        return ()

    def scores(self) -> tuple[Score, ...]:
        """What each seat would score if the game ended now."""
        return tuple(self.score(seat) for seat in range(self.seats))

    def standing(self) -> Mapping[str, object]:
        """What the last line of a trace says of this game beyond the scores; mostly nothing."""
        return {}

    @property
    def feat(self) -> Feat | None:
        """What stands beside the score in a list of the best; None where there is no such list."""
        return None

    @property
    def terms(self) -> Mapping[str, str | int]:
        """The options that this game is played by, those that nobody chose among them.

        Results are compared with those of the same terms, so a game with a `feat` names them all.
        """
        return {}

    def prospects(self, seat: Seat) -> int:
        """Guess how many points a seat has prepared but does not score yet.

        It guides bots that know nothing else of the game, by what everybody may see. No
        rule depends on it.
        """
        return 0

    def estimate(self, seat: Seat) -> float:
        """Guess how many points a seat will have in the end, to be compared with others'.

        It guides bots that look ahead. No rule depends on it.
        """
        return self.score(seat).total + self.prospects(seat)

    def sensible_moves(self, seat: Seat) -> Sequence[MoveT]:
        """Those of the legal moves that are worth a look: bots that look ahead skip the rest."""
        return self.legal_moves(seat)

    @property
    def outlook(self) -> int:
        """How many turns bots that look ahead play on: by default until the seat is to move again.

        No rule depends on it.
        """
        return self.seats

    @property
    def breadth(self) -> int:
        """How many unfinished turns bots follow up at each step, at most.

        Where a turn has many acts in any order there are too many ways through it. No rule depends
        on it.
        """
        return 300

    def swing(self) -> float:
        """By how many points the end may differ from what the estimates make of it."""
        return 1.0

    has_caretaker: ClassVar[bool] = True
    """Whether a seat that has left is still to move, so that somebody has to play it."""

    def caretaker_move(self, seat: Seat) -> MoveT:
        """Choose the legal move that is played for a seat that has left."""
        return self.legal_moves(seat)[0]

    def shown(self, actor: Actor, move: MoveT, viewer: Seat | None) -> str:
        """Write a move as `viewer` may read it while the game runs."""
        return move.notation

    hindsight: ClassVar[Seat | None] = None
    """The viewer to whom a game that is over is shown and told from its beginning, if there is one
    from whom nothing is hidden. Otherwise it is seen from a seat, as that seat saw it."""

    def laid_open(self) -> Self:
        """The position of a finished game, with all that was hidden shown to everybody.

        A move that is only tried out may end a game too, so views of its end show no more than
        views before it. Who shows a game that is over asks for this first.
        """
        return self

    @property
    def turn_of(self) -> Seat | None:
        """Whose turn it is, also while another or chance acts within it; None if nobody's alone.

        A clock adds its increment when a turn is over, not whenever the word goes.
        """
        to_move = self.to_move
        if isinstance(to_move, Nature) or len(to_move) != 1:
            return None
        (seat,) = to_move
        return seat

    def turn_for(self, seat: Seat) -> int:
        """The number of the turn that `seat` acts for: in another's turn, of its own after it.

        What it does in another's turn and its own turn belong together if nothing is between.
        """
        return self.turn + (self.turn_of not in (None, seat))

    def goes_on(self, seat: Seat, turn: int) -> bool:
        """Whether `seat` is to move, and still within the turn with that number."""
        to_move = self.to_move
        return not isinstance(to_move, Nature) and seat in to_move and self.turn <= turn

    def turn_over(self, actor: Actor, after: Self) -> Seat | None:
        """Say whose turn is over by the move of `actor` that led to `after`; None if it goes on."""
        if after.turn == self.turn:
            return None
        whose = self.turn_of
        return actor if whose is None and not isinstance(actor, Nature) else whose

    @property
    def is_over(self) -> bool:
        return self.to_move == NOBODY

    def check(self, actor: Actor, move: MoveT) -> None:
        """Raise the EngineError that says why `actor` may not make this move, if so."""
        to_move = self.to_move
        if to_move == NOBODY:
            raise GameOverError(GAME_OVER)
        if actor is CHANCE or to_move is CHANCE:
            self._check_reveal(actor, move)
        elif actor not in range(self.seats):
            raise IllegalMoveError(SEAT_UNKNOWN, seat=actor)
        elif actor not in to_move:
            raise IllegalMoveError(NOT_YOUR_WORD)
        elif move not in self.legal_moves(actor):
            raise self.explain(actor, move)

    def _check_reveal(self, actor: Actor, move: MoveT) -> None:
        if actor is not CHANCE:
            raise IllegalMoveError(CHANCE_TO_MOVE)
        if self.to_move is not CHANCE:
            raise IllegalMoveError(NO_REVEAL_NOW)
        if not self.can_draw(move):
            raise self.explain(actor, move)

    def check_leaving(self, seat: Seat) -> None:
        """Raise an EngineError unless the game runs, nothing is due, and the seat is there."""
        if self.is_over:
            raise GameOverError(GAME_OVER)
        if seat not in range(self.seats):
            raise IllegalMoveError(SEAT_UNKNOWN, seat=seat)
        if self.to_move is CHANCE:
            raise IllegalMoveError(CHANCE_TO_MOVE)
        if seat in self.gone:
            raise IllegalMoveError(ALREADY_LEFT, seat=seat)

    def play(self, actor: Actor, move: MoveT) -> Self:
        """Return the position after `move`, or raise an EngineError that says why not."""
        self.check(actor, move)
        return self.after(actor, move)

    # -- what was recorded: moves, and that somebody left ----------------------------------

    def read(self, text: str) -> MoveT | Leave:
        """Read what a record or a row has. What a player typed is read by `parse`."""
        leaving = _LEAVE.fullmatch(text)
        return Leave(int(leaving[1])) if leaving else self.parse(text)

    def actor_of(self, recorded: MoveT | Leave) -> Actor:
        """Say who did it, as `mover` does."""
        return recorded.seat if isinstance(recorded, Leave) else self.mover(recorded)

    def replay(self, actor: Actor, recorded: MoveT | Leave) -> Self:
        """Return the position after it, or raise an EngineError that says why not."""
        if not isinstance(recorded, Leave):
            return self.play(actor, recorded)
        if actor != recorded.seat:
            raise IllegalMoveError(NOT_ALLOWED, move=recorded.notation)
        return self.leave(recorded.seat)

    def step(self, actor: Actor, recorded: MoveT | Leave) -> Self:
        """Return the position after it: only for what was checked before."""
        if isinstance(recorded, Leave):
            return self.leave(recorded.seat)
        return self.after(actor, recorded)

    def told(self, actor: Actor, recorded: MoveT | Leave, viewer: Seat | None) -> Sequence[Fact]:
        """Tell what it did, as `facts` does."""
        if isinstance(recorded, Leave):
            return (Left(recorded.seat),)
        return self.facts(actor, recorded, viewer)

    def written(self, actor: Actor, recorded: MoveT | Leave, viewer: Seat | None) -> str:
        """Write it as `viewer` may read it while the game runs; a leave is open to all."""
        if isinstance(recorded, Leave):
            return recorded.notation
        return self.shown(actor, recorded, viewer)

    def play_text(self, actor: Actor, text: str) -> Self:
        """Read a move, check it and play it."""
        return self.play(actor, self.parse(text))
