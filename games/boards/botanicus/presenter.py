"""The whole board of Botanicus, from a scene to what its template shows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.games.botanicus.components import BASIC_TASKS, CARD_PRICE, CARD_SALE
from engine.games.botanicus.moves import (
    FORFEIT,
    Assign,
    Plant,
    SellCard,
    Stroll,
    UseCard,
    Walk,
    Water,
)
from engine.games.botanicus.position import FINAL
from games.boards.botanicus import words
from games.boards.botanicus.badges import Badge, draw_badges
from games.boards.botanicus.choices import GOING_ON, Choice, Choices
from games.boards.botanicus.drawings import flower_of, symbol
from games.boards.botanicus.flowers import FlowerBoard, draw_flower_board, nth
from games.boards.botanicus.gardens import GardenPicture, Gardens
from games.boards.botanicus.groups import Groups, StepPicture, draw_groups, draw_steps
from games.boards.botanicus.lanes import Lane, draw_lanes
from games.boards.botanicus.marks import Mark, mark_of
from games.boards.botanicus.saying import Saying, say
from games.boards.botanicus.tasks import Need, Ticket, draw_needs, draw_ticket

if TYPE_CHECKING:
    from games.boards import Scene

_KEYS = {"basic": "lv-1", "special": "lv-4", "animals": "paw", "prizes": "prize",
         "points": "points", "steps": "foot", "columns": "ico-garden", "coins": "coin"}  # fmt: skip

_FOCUS = {"walk": "garden", "card": "garden", "resolve": "garden", "track": "tracks",
          "final": "tracks", "plant": "garden", "water": "garden", "stroll": "garden",
          "step": "tracks", "use": "garden", "sell": "garden", "assign": "garden"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reason:
    """A part of the score that the draft changes."""

    name: str
    points: str


@dataclass(frozen=True, slots=True)
class Deal:
    """What may be done with the card that is picked up."""

    name: str
    use: Choice | None
    sell: Choice | None
    price: int
    sale: int


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player in the final table."""

    name: str
    flower: SafeString
    place: str
    is_mine: bool
    total: int


@dataclass(frozen=True, slots=True)
class PartRow:
    """A part of all scores, in the order of the ranking."""

    name: str
    sign: SafeString
    cells: list[tuple[int, bool]]
    """Points, and whether nobody has more."""


@dataclass(frozen=True, slots=True)
class Ranking:
    players: list[Ranked]
    rows: list[PartRow]
    decides: str
    stack: list[tuple[SafeString, str]]


@dataclass(frozen=True, slots=True)
class BotanicusBoard:
    """What the template shows."""

    phase: str
    seats: int
    flowers: FlowerBoard
    lanes: list[Lane]
    mine: GardenPicture
    others: list[GardenPicture]
    large: GardenPicture | None
    """A garden of somebody else that is shown in the place of the one below."""
    back: str
    groups: Groups | None
    steps: list[StepPicture]
    tickets: list[Ticket]
    row: int
    """The row that gets its special task now."""
    row_needs: list[Need]
    """The plants of the basic task of that row."""
    deal: Deal | None
    no_step: Choice | None
    """To take no step in the final turn."""
    ranking: Ranking | None
    reasons: list[Reason]
    saying: Saying | None
    chosen: str
    """The kind of the move that was drafted last."""
    undo: str
    gain: tuple[int, int] | None
    next: str
    """The address of what comes after a walk or a card; empty where the viewer is there."""
    to_do: frozenset[str]
    """The parts of the board where something can be done now."""
    mark: Mark | None
    badges: list[Badge]
    reply: str = ""

    @property
    def focus(self) -> str:
        """The part of the board that is needed now: a phone shows it first."""
        if self.phase == "assign":
            return "tasks"
        if self.phase == "ready" or self.next:
            return _FOCUS.get(self.chosen, "flowers")
        return _FOCUS.get(self.phase, "flowers")

    @property
    def is_for_two(self) -> bool:
        return self.seats == 2

    @property
    def gardens(self) -> list[GardenPicture]:
        return [self.mine, *self.others]


def present(scene: "Scene") -> BotanicusBoard:
    choices = Choices(scene)
    names, seats = scene.names, choices.state.seats
    gardens = Gardens(choices, names)
    others = [(scene.at + at) % seats for at in range(1, seats)]
    drawn = [gardens.draw(seat) for seat in others]
    looked_at = choices.looked_at
    return BotanicusBoard(
        phase=choices.phase,
        seats=seats,
        flowers=draw_flower_board(choices, names),
        lanes=draw_lanes(choices, names),
        mine=gardens.draw(scene.at),
        others=drawn,
        large=next((garden for garden in drawn if garden.seat == looked_at), None),
        back=choices.href(),
        groups=draw_groups(choices),
        steps=draw_steps(choices),
        tickets=_tickets(choices),
        row=len(choices.garden.tasks) + 1,
        row_needs=draw_needs(BASIC_TASKS[len(choices.garden.tasks) + 1][0])
        if choices.phase == "assign"
        else [],
        deal=_deal(choices),
        no_step=_no_step(choices),
        ranking=_ranking(choices, names) if choices.phase == "over" else None,
        reasons=[
            Reason(str(words.PART_NAMES[name]), f"{points:+d}".replace("-", "−"))
            for name, points in choices.gained()
        ],
        saying=say(choices, names),
        chosen=choices.moves[-1].kind if choices.moves else "",
        undo=choices.undo,
        gain=_gain(choices),
        next=choices.href(GOING_ON) if choices.is_between else "",
        to_do=frozenset(_to_do(choices)),
        mark=mark_of(choices),
        badges=draw_badges(choices),
    )


def _to_do(choices: Choices) -> Iterator[str]:
    phase = choices.phase
    if phase in ("flower", "neutral"):
        yield "flowers"
    if phase in ("track", "final"):
        yield "tracks"
    kinds = {type(choice.move) for choice in choices.all}
    if kinds & {Walk, Stroll, Plant, Water}:
        yield "garden"
    if any(isinstance(move, UseCard | SellCard) for move in choices.legal):
        yield "cards"


def _gain(choices: Choices) -> tuple[int, int] | None:
    """The viewer's score before the draft and after it; None where that is the same."""
    if choices.scene.seat is None or not choices.moves:
        return None
    before = choices.start.score(choices.seat).total
    after = choices.scores[choices.seat].total
    return (before, after) if before != after else None


def _tickets(choices: Choices) -> list[Ticket]:
    """All five special tasks: those to choose from, and those that lie on a row already."""
    if choices.phase != "assign":
        return []
    garden = choices.garden
    row = len(garden.tasks) + 1
    offered = {
        choice.move.task: choice for choice in choices.all if isinstance(choice.move, Assign)
    }
    placed = {task: at + 1 for at, task in enumerate(garden.tasks)}
    tasks = sorted([*garden.tasks, *garden.dealt], key=lambda task: int(task[1:]))
    return [
        draw_ticket(
            task, row, offered.get(task), placed.get(task, 0),
            left=[other for other in garden.dealt if other != task],
        )
        for task in tasks
    ]  # fmt: skip


def _deal(choices: Choices) -> Deal | None:
    if not choices.card:
        return None
    found = {choice.move.kind: choice for choice in choices.all
             if isinstance(choice.move, UseCard | SellCard)}  # fmt: skip
    name = str(words.CARD_NAMES[choices.card])
    return Deal(name, found.get("use"), found.get("sell"), CARD_PRICE, CARD_SALE)


def _no_step(choices: Choices) -> Choice | None:
    if choices.state.round != FINAL or choices.actions:
        return None
    return next((choice for choice in choices.all if choice.move == FORFEIT), None)


# -- the end --------------------------------------------------------------------------------


def _ranking(choices: Choices, names: Sequence[str]) -> Ranking:
    state, scores = choices.state, choices.scores
    outcome = state.outcome()
    placings = outcome.placings if outcome else [1] * state.seats
    order = sorted(range(state.seats), key=lambda seat: (placings[seat], seat))
    players = [
        Ranked(
            name=_("You") if seat == choices.scene.seat else names[seat],
            flower=flower_of(seat),
            place=nth(placings[seat]) if outcome else "",
            is_mine=seat == choices.scene.seat,
            total=scores[seat].total,
        )
        for seat in order
    ]
    rows = [_part(name, [scores[seat].parts[name] for seat in order]) for name in words.PART_NAMES]
    totals = [score.total for score in scores]
    is_tied = bool(outcome) and totals.count(max(totals)) > 1 and not state.gone
    return Ranking(
        players=players,
        rows=rows,
        decides=str(words.TIE_BREAK) if is_tied else "",
        stack=[(flower_of(seat), names[seat]) for seat in state.order],
    )


def _part(name: str, points: Sequence[int]) -> PartRow:
    best = max(points)
    cells = [(number, number == best > 0) for number in points]
    return PartRow(str(words.PART_NAMES[name]), symbol(_KEYS[name], "key"), cells)
