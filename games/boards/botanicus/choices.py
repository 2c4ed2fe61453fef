"""What the viewer may do now, what each choice would cause, and what is drafted already.

Everything is tried out once: flowers, gardens, lanes and the bar are drawn from the same trials.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from engine import Score, Seat
from engine.games.botanicus.components import TRACKS
from engine.games.botanicus.facts import BotanicusFact
from engine.games.botanicus.groups import can_use
from engine.games.botanicus.moves import (
    Assign,
    Deed,
    Flower,
    Neutral,
    Plant,
    SellCard,
    Step,
    Stroll,
    UseCard,
    Walk,
    Water,
)
from engine.games.botanicus.position import FINAL, Garden
from engine.games.botanicus.rules import BotanicusState
from engine.games.botanicus.view import BotanicusView

if TYPE_CHECKING:
    from games.boards import Scene

FORFEITING = "forfeit"
"""What is picked while it is asked whether the rest of a group shall be lost."""
LOOKS = "seat-"
"""What a garden that is shown large is picked by, with the number of its seat."""
GOING_ON = "flower"
"""What is picked to go on to the flower, or to the last step of the game."""
_BEFORE = {"walk": Walk, "card": SellCard}
"""What may come before the flower, each with a move that shows whether it can."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that may be done, what it would cause, and where it is chosen."""

    move: Deed
    facts: tuple[BotanicusFact, ...]
    after: BotanicusView
    href: str
    gain: int
    """The points that it would bring, or take, at once; coins are none yet."""
    is_instead: bool = False
    """Whether it would replace what was drafted last."""
    is_chosen: bool = False
    """Whether it is what was drafted last."""

    @property
    def notation(self) -> str:
        return self.move.notation

    @property
    def attribute(self) -> str:
        """By what the script of the tables knows it."""
        return "instead" if self.is_instead or self.is_chosen else "move"

    def garden(self, seat: Seat) -> Garden:
        return self.after.position.gardens[seat]


class Choices:
    """The legal moves of a scene, tried out, and its draft step by step."""

    def __init__(self, scene: "Scene") -> None:
        self.scene = scene
        self.view: BotanicusView = scene.view  # type: ignore[assignment]
        self.before: BotanicusView = scene.before  # type: ignore[assignment]
        self.state: BotanicusState = self.view.position
        self.start: BotanicusState = self.before.position
        self.seat: Seat = scene.at
        self.moves: Sequence[Deed] = scene.draft  # type: ignore[assignment]
        self.drafted = [move.notation for move in scene.draft]
        self.legal: Sequence[Deed] = self.view.legal_moves if scene.can_act else ()

    @cached_property
    def garden(self) -> Garden:
        return self.state.gardens[self.seat]

    @cached_property
    def scores(self) -> Sequence[Score]:
        return self.view.scores()

    @cached_property
    def steps(self) -> Sequence[tuple[tuple[BotanicusFact, ...], BotanicusView]]:
        """What each drafted move causes, and the view before it."""
        found, view = [], self.before
        for move in self.moves:
            facts, after = view.preview(move)
            found.append((facts, view))
            view = after
        return found

    @cached_property
    def facts(self) -> list[BotanicusFact]:
        """What the whole draft would do."""
        return [fact for facts, _view in self.steps for fact in facts]

    @property
    def last_facts(self) -> Sequence[BotanicusFact]:
        """What the last of the drafted moves would do."""
        return self.steps[-1][0] if self.steps else ()

    # -- what is asked ---------------------------------------------------------------------

    @cached_property
    def phase(self) -> str:
        """What the viewer has to do, in a word."""
        if self.scene.is_past:
            return "past"
        if not self.scene.is_running:
            return "over"
        if not self.legal:
            return "ready" if self.moves else "wait"
        if self.state.phase in ("assign", "neutral"):
            return self.state.phase
        if self.state.groups:
            return "track" if self.action[:1] in TRACKS else "resolve"
        if self.card:
            return "card"
        last = "final" if self.state.round == FINAL else "flower"
        return self.scene.pick if self.can_begin(self.scene.pick) else last

    def can_begin(self, step: str) -> bool:
        """Whether a walk, or a card, may still be chosen before the flower."""
        kind = _BEFORE.get(step)
        return kind is not None and any(isinstance(move, kind) for move in self.legal)

    @property
    def is_between(self) -> bool:
        """Whether a walk or a card is drafted, and the viewer has not gone on from it yet."""
        if self.phase not in ("flower", "final") or self.scene.pick == GOING_ON:
            return False
        return bool(self.moves) and not isinstance(self.moves[-1], Neutral)

    @cached_property
    def card(self) -> str:
        """The card that is picked up, to be used or sold."""
        is_offered = any(
            isinstance(move, SellCard) and move.card == self.scene.pick for move in self.legal
        )
        return self.scene.pick if is_offered else ""

    @cached_property
    def actions(self) -> dict[str, bool]:
        """The actions of the top group, each once, and whether it can be carried out now."""
        group = self.state.groups[-1] if self.legal and self.state.groups else ()
        order = sorted(dict.fromkeys(group), key=lambda code: ("PWG".find(code[0]) % 9, code))
        return {code: self._can_use(code) for code in order}

    def _can_use(self, code: str) -> bool:
        """Whether there is a move for an action; steps that cannot be paid are good for points."""
        if code[0] in TRACKS:
            return any(isinstance(move, Step) and move.route[0] == code[0] for move in self.legal)
        return can_use(code, self.garden.beds, self.garden.gardener)

    @cached_property
    def action(self) -> str:
        """The action of the top group that is in hand: the one picked, or the first that can be.

        Where none can be it is a track, whose steps then bring points.
        """
        usable = [code for code, is_usable in self.actions.items() if is_usable]
        if self.scene.pick in usable:
            return self.scene.pick
        return next(iter(usable), next((c for c in self.actions if c[0] in TRACKS), ""))

    @property
    def is_forfeiting(self) -> bool:
        return bool(self.actions) and self.scene.pick == FORFEITING

    @cached_property
    def looked_at(self) -> Seat | None:
        """Whose garden is shown large in the place of the one below."""
        text = self.scene.pick.removeprefix(LOOKS)
        if not self.scene.pick.startswith(LOOKS) or text not in "0123" or not text:
            return None
        seat = int(text)
        return seat if seat < self.state.seats and seat != self.seat else None

    # -- what may be done --------------------------------------------------------------------

    @cached_property
    def all(self) -> Sequence[Choice]:
        """What may be done next, tried out."""
        return [
            self._choice(move, self.view, self.drafted)
            for move in self.legal
            if self._is_in_hand(move)
        ]

    @cached_property
    def instead(self) -> Sequence[Choice]:
        """What might be done in the place of the last drafted move, and that move itself."""
        if not self.moves or self.scene.is_past:
            return ()
        last, (_facts, view) = self.moves[-1], self.steps[-1]
        found = [move for move in view.legal_moves if _is_alike(move, last)]
        return [self._choice(move, view, self.drafted[:-1], last) for move in found]

    def _choice(
        self, move: Deed, view: BotanicusView, earlier: Sequence[str], last: Deed | None = None
    ) -> Choice:
        facts, after = view.preview(move)
        gain = self._points(after) - self._points(view)
        pick = self._keeps(move, after)
        return Choice(
            move,
            facts,
            after,
            self.scene.link(draft=[*earlier, move.notation], pick=pick),
            gain,
            is_instead=last is not None and move != last,
            is_chosen=move == last,
        )

    def _points(self, view: BotanicusView) -> int:
        """What the viewer has scored, without what the coins in the purse are worth."""
        score = view.position.score(self.seat)
        return score.total - score.parts["coins"]

    def _keeps(self, move: Deed, after: BotanicusView) -> str:
        """The action in hand, where there is another such one after the move."""
        groups = after.position.groups
        action = getattr(move, "action", "W" if isinstance(move, Water) else "")
        return action if groups and action in groups[-1] else ""

    def _is_in_hand(self, move: Deed) -> bool:
        """Whether a move belongs to the action of a group that is in hand."""
        match move:
            case Plant() | Stroll():
                return move.action == self.action
            case Water():
                return self.action == "W"
            case UseCard() | SellCard():
                return move.card == self.card
        return True

    def of(self, *kinds: type) -> dict[Deed, Choice]:
        """The choices of some kinds by their moves; where there are none, those instead of them."""
        now = {choice.move: choice for choice in self.all if isinstance(choice.move, kinds)}
        return now or {
            choice.move: choice for choice in self.instead if isinstance(choice.move, kinds)
        }

    def href(self, pick: str = "") -> str:
        """The same draft, with something picked."""
        return self.scene.link(draft=self.drafted, pick=pick)

    @property
    def undo(self) -> str:
        """The address one step back; empty where nothing is chosen."""
        if self.card or self.is_forfeiting:
            return self.href()
        return self.scene.link(draft=self.drafted[:-1]) if self.moves else ""

    def gained(self) -> Iterator[tuple[str, int]]:
        """The parts of the viewer's score that the draft changes, and by how much."""
        if self.scene.seat is None or not self.moves:
            return
        before = self.start.score(self.seat).parts
        for name, points in self.scores[self.seat].parts.items():
            if points != before[name]:
                yield name, points - before[name]


_ALIKE = (
    (Assign,),
    (Neutral,),
    (Walk,),
    (Flower,),
    (Step,),
    (Plant,),
    (Water,),
    (Stroll,),
)


def _is_alike(move: Deed, last: Deed) -> bool:
    """Whether a move does the same as another one elsewhere."""
    if not any(isinstance(move, kinds) and isinstance(last, kinds) for kinds in _ALIKE):
        return False
    return getattr(move, "action", "") == getattr(last, "action", "")
