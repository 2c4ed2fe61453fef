"""A position while a move is carried out: what follows from it, told as it happens.

Changes and facts have one source: each method changes the position and, where somebody listens,
says so. `rules` says what is allowed, this what it does.
"""

from collections import Counter
from typing import Any, Final, TypeAlias

from engine.games.botanicus import facts
from engine.games.botanicus.components import (
    ANIMAL_POINTS,
    BASIC_TASKS,
    BEDS,
    CARD_PRICE,
    CARD_SALE,
    CARDS,
    COLUMNS,
    GIVES,
    POLE_COINS,
    PRINTED,
    SPECIAL_TASKS,
    STEP_PRICE,
    TASKS_A_SEAT,
    TILES,
    TRACKS,
    Actions,
)
from engine.games.botanicus.facts import BotanicusFact
from engine.games.botanicus.ground import FOOTPRINTS, ROW_BEDS, ROW_OF, STEPS, Bed, Footprint
from engine.games.botanicus.groups import can_use, is_choice, is_track, without
from engine.games.botanicus.moves import (
    Assign,
    Deal,
    Draw,
    Flower,
    Forfeit,
    Layout,
    Neutral,
    Plant,
    Reshuffle,
    SellCard,
    Step,
    Stroll,
    UseCard,
    Walk,
    Water,
)
from engine.games.botanicus.position import (
    EMPTY_COLUMN,
    FINAL,
    NEUTRAL,
    NO_CARDS,
    Cards,
    Garden,
    Group,
    Position,
    Stacks,
    order_of,
    prizes_left,
)
from engine.games.botanicus.prices import flower_price, is_pole, route_price
from engine.games.botanicus.tracks import ENDS, ROUTES, STARTS
from engine.outcome import Seat
from engine.state import CHANCE, NOBODY, Nature

Needs: TypeAlias = tuple[tuple[int, int], ...]
"""Levels, and how many plants of each a task needs."""


def _needs(levels: tuple[int, ...]) -> Needs:
    return tuple(Counter(levels).items())


_HAS_THE_WORD: Final = tuple(frozenset({seat}) for seat in range(4))
_CARD_AT: Final = {card: at for at, card in enumerate(CARDS)}
_BASIC: Final = tuple((_needs(levels), points) for levels, points in BASIC_TASKS.values())
_SPECIAL: Final = {
    task: (_needs(levels), points) for task, (levels, points) in SPECIAL_TASKS.items()
}


class Progress:
    """A position that can be changed, and the garden of the seat that changes it."""

    __slots__ = (*Position._fields, "garden", "log", "seat")
    to_move: frozenset[Seat] | Nature
    phase: str
    gardens: tuple[Garden, ...]
    layout: tuple[str, ...]
    round: int
    column: int
    order: tuple[Seat, ...]
    acting: int
    behind: Stacks
    stacks: Stacks
    walked: bool
    carded: bool
    placed: bool
    groups: tuple[Group, ...]
    due: int
    pile: Cards
    discards: Cards
    shuffled: Cards
    shuffles: int
    taken: tuple[int, int]
    turn: int
    gone: tuple[Seat, ...]

    def __init__(self, position: Position, log: list[BotanicusFact] | None = None) -> None:
        (
            self.to_move, self.phase, self.gardens, self.layout, self.round, self.column,
            self.order, self.acting, self.behind, self.stacks, self.walked, self.carded,
            self.placed, self.groups, self.due, self.pile, self.discards, self.shuffled,
            self.shuffles, self.taken, self.turn, self.gone,
        ) = position  # fmt: skip
        self.log = log
        seat = position.turn_of
        self.seat: Seat = 0 if seat is None else seat
        self.garden = self.gardens[self.seat]

    def fields(self) -> tuple[Any, ...]:
        """The position as it is now, as the values of its fields."""
        gardens = self.gardens
        if gardens[self.seat] is not self.garden:
            gardens = (*gardens[: self.seat], self.garden, *gardens[self.seat + 1 :])
        return (
            self._to_move(), self.phase, gardens, self.layout, self.round, self.column,
            self.order, self.acting, self.behind, self.stacks, self.walked, self.carded,
            self.placed, self.groups, self.due, self.pile, self.discards, self.shuffled,
            self.shuffles, self.taken, self.turn, self.gone,
        )  # fmt: skip

    def _to_move(self) -> frozenset[Seat] | Nature:
        if self.phase in ("neutral", "turn"):
            return CHANCE if self.due else _HAS_THE_WORD[self.order[self.acting]]
        if self.phase == "assign":
            return _HAS_THE_WORD[len(self.gardens) - 1 - self.acting]
        return NOBODY if self.phase == "over" else CHANCE

    def tell(self, fact: BotanicusFact) -> None:
        if self.log is not None:
            self.log.append(fact)

    def change(self, **values: Any) -> None:
        """Change the garden of the seat."""
        self.garden = self.garden._replace(**values)

    def score(self, part: str, points: int) -> None:
        scored = self.garden.scored
        self.change(scored=scored._replace(**{part: getattr(scored, part) + points}))

    # -- set-up (rules 3) ----------------------------------------------------------------

    def lay_out(self, move: Layout) -> None:
        self.layout, self.phase = move.tiles, "deal"
        self.tell(facts.LaidOut(move.tiles))

    def deal(self, move: Deal) -> None:
        tasks, gardens = move.tasks, list[Garden]()
        for seat, garden in enumerate(self.gardens):
            own = tasks[TASKS_A_SEAT * seat : TASKS_A_SEAT * (seat + 1)]
            gardens.append(garden._replace(dealt=own))
            self.tell(facts.Dealt(seat, own))
        self.gardens, self.garden = tuple(gardens), gardens[self.seat]
        self.phase = "assign"

    def assign(self, move: Assign) -> None:
        """Give a task to the next row; the one that is left goes to row 5 by itself (rule 3.5)."""
        self._assign(move.task)
        if len(self.garden.dealt) == 1:
            self._assign(self.garden.dealt[0])
            self.turn += 1
            self.acting += 1
            if self.acting == len(self.gardens):
                self._begin_column(1, order_of(self.behind))

    def _assign(self, task: str) -> None:
        dealt, tasks = self.garden.dealt, self.garden.tasks
        at = dealt.index(task)
        self.change(dealt=dealt[:at] + dealt[at + 1 :], tasks=(*tasks, task))
        self.tell(facts.Assigned(self.seat, task, len(tasks) + 1))

    # -- phase 1 (rules 5.2 to 5.4) ------------------------------------------------------

    def walk(self, move: Walk) -> None:
        self.walked = True
        self._go(move.target, price=STEP_PRICE)

    def _go(self, target: Footprint, *, price: int) -> None:
        origin = self.garden.gardener
        steps = STEPS[origin][target]
        self.change(gardener=target, coins=self.garden.coins - steps * price)
        names = FOOTPRINTS[origin], FOOTPRINTS[target]
        self.tell(facts.Walked(self.seat, *names, steps, steps * price))

    def use_card(self, move: UseCard) -> None:
        card = move.card
        self._discard(card, -CARD_PRICE)
        self.tell(facts.CardUsed(self.seat, card, CARD_PRICE))
        self._gain([("card", card, CARDS[card])])
        self.settle()

    def sell_card(self, move: SellCard) -> None:
        self._discard(move.card, CARD_SALE)
        self.tell(facts.CardSold(self.seat, move.card, CARD_SALE))

    def _discard(self, card: str, coins: int) -> None:
        self.carded = True
        self.change(hand=_changed(self.garden.hand, card, -1), coins=self.garden.coins + coins)
        self.discards = _changed(self.discards, card, 1)

    # -- phase 2 (rule 5.5) --------------------------------------------------------------

    def place_neutral(self, move: Neutral) -> None:
        self._put(NEUTRAL, move.space)
        self.phase = "turn"
        self.tell(facts.NeutralPlaced(self.seat, self.column, move.space))

    def place(self, move: Flower) -> None:
        """Pay, then gain what is printed, and the tile's if nobody was there before."""
        space, column = move.space, self.column
        below = len(self.stacks[space - 1])
        price = flower_price(column, space, self.stacks)
        self._put(self.seat, space)
        self.placed = True
        self.tell(facts.Placed(self.seat, column, space, below, price))
        if price:
            self.change(coins=self.garden.coins - price)
        self._gain(self._given(space, is_first=not below))
        self.settle()

    def _put(self, flower: int, space: int) -> None:
        stacks = self.stacks
        on_top = (*stacks[space - 1], flower)
        self.stacks = (*stacks[: space - 1], on_top, *stacks[space:])

    def _given(self, space: int, *, is_first: bool) -> list[tuple[str, str, Actions]]:
        column, name = self.column, f"{self.column}{space}"
        if is_pole(column, space):
            if is_first:
                return [("pole", name, (f"${POLE_COINS}",))]
            self.tell(facts.Missed(self.seat, "pole"))
            return []
        given = [("space", name, PRINTED[column][space - 1])]
        if column % 2 == 0:
            tile = self.layout[2 * column - 5 + space]
            if is_first:
                given.append(("tile", tile, TILES[tile][self.round - 1]))
            else:
                self.tell(facts.Missed(self.seat, tile))
        return given

    # -- gained actions (rules 6 and 7) --------------------------------------------------

    def _gain(self, given: list[tuple[str, str, Actions]]) -> None:
        """Carry out what needs no choice; the rest is one group on top (rules 6.1, 6.2)."""
        for source, name, actions in given:
            self.tell(facts.Gained(self.seat, source, name, actions))
        group = []
        for _, name, actions in given:
            for action in actions:
                if is_choice(action):
                    group.append(action)
                else:
                    self._take(action, name)
        if group:
            self.groups = (*self.groups, tuple(sorted(group)))

    def _take(self, action: str, source: str) -> None:
        match action[0]:
            case "$":
                self.change(coins=self.garden.coins + int(action[1:]))
            case "V":
                self.score("points", int(action[1:]))
            case "C":
                self.due += 1
            case "A":
                self._welcome()
            case _:
                self._take_prize(source[0])

    def _welcome(self) -> None:
        number = self.garden.animals
        if number == len(ANIMAL_POINTS):
            self.tell(facts.NoAnimal(self.seat))
            return
        self.change(animals=number + 1)
        self.score("animals", ANIMAL_POINTS[number])
        self.tell(facts.AnimalCame(self.seat, number + 1, ANIMAL_POINTS[number]))

    def _take_prize(self, track: str) -> None:
        left = prizes_left(len(self.gardens), self.taken, track)
        if not left:
            self.tell(facts.NoPrize(self.seat, track))
            return
        money, shovel = self.taken
        self.taken = (money + 1, shovel) if track == "M" else (money, shovel + 1)
        self.score("prizes", left[0])
        self.tell(facts.PrizeTaken(self.seat, track, left[0]))

    def _use(self, action: str) -> None:
        """Take an action out of the top group."""
        rest = without(self.groups[-1], action)
        self.groups = (*self.groups[:-1], rest) if rest else self.groups[:-1]

    def stroll(self, move: Stroll) -> None:
        self._use(move.action)
        self._go(move.target, price=0)
        self.settle()

    def plant(self, move: Plant) -> None:
        bed, level = move.bed, move.level
        self._use(move.action)
        replaced = self.garden.beds[bed]
        self._grow(bed, level)
        self.tell(facts.Planted(self.seat, BEDS[bed], level, replaced))
        self._look_at_row(ROW_OF[bed])
        self.settle()

    def water(self, move: Water) -> None:
        bed = move.bed
        self._use("W")
        level = self.garden.beds[bed] + 1
        self._grow(bed, level)
        self.tell(facts.Watered(self.seat, BEDS[bed], level))
        self._look_at_row(ROW_OF[bed])
        self.settle()

    def _grow(self, bed: Bed, level: int) -> None:
        beds = self.garden.beds
        self.change(beds=(*beds[:bed], level, *beds[bed + 1 :]))

    def _look_at_row(self, row: int) -> None:
        """Score what the row fulfils now, the basic task before the special one (rules 8)."""
        beds = self.garden.beds
        plants = [beds[bed] for bed in ROW_BEDS[row]]
        needs, points = _BASIC[row]
        if not self.garden.basics[row] and _fulfils(plants, needs):
            self.change(basics=_with(self.garden.basics, row))
            self.score("basic", points)
            self.tell(facts.TaskDone(self.seat, row + 1, "basic", points))
        task = self.garden.tasks[row]
        needs, points = _SPECIAL[task]
        is_open = self.garden.basics[row] and not self.garden.specials[row]
        if is_open and _fulfils(plants, needs):
            self.change(specials=_with(self.garden.specials, row))
            self.score("special", points)
            self.tell(facts.TaskDone(self.seat, row + 1, task, points))

    def step(self, move: Step) -> None:
        """Pay for the way, then gain what its space gives (rules 7.1, 7.2)."""
        at = TRACKS.index(move.route[0])
        track, origin = TRACKS[at], self.garden.pieces[at]
        route = next(route for route in ROUTES[origin] if route.name == move.route)
        gained = self._steps_on(track)
        price, returned = route_price(route, gained), route.space in ENDS
        pieces = list(self.garden.pieces)
        pieces[at] = STARTS[at] if returned else route.space
        self.change(coins=self.garden.coins - price, pieces=tuple(pieces))
        self.tell(
            facts.Stepped(self.seat, track, origin, route.space, route.steps, price, returned)
        )
        self._score_unused(track, gained - route.steps)
        self._gain([("track", route.space, GIVES[route.space])])
        self.settle()

    def _steps_on(self, track: str) -> int:
        """Take the action that moves a piece, and say how many steps it has."""
        if not self.groups:
            self.placed = True  # the one step of the final turn (rule 9.2)
            return 1
        action = next(action for action in self.groups[-1] if action[0] == track)
        self._use(action)
        return int(action[1:])

    def _score_unused(self, track: str | None, steps: int) -> None:
        if steps > 0:
            self.score("steps", steps)
            self.tell(facts.Unused(self.seat, track, steps, steps))

    def forfeit(self, move: Forfeit) -> None:
        """Give up the top group; in the final turn without one, the step (rules 6.5, 9.2)."""
        if self.groups:
            group = self.groups[-1]
            self.groups = self.groups[:-1]
            self.tell(facts.Forfeited(self.seat, group))
            for action in group:
                if is_track(action):
                    self._score_unused(action[0], int(action[1:]))
        else:
            self.placed = True
            self._score_unused(None, 1)
        self.settle()

    # -- cards (rule 7.7) ----------------------------------------------------------------

    def draw(self, move: Draw) -> None:
        self.due -= 1
        self.pile = _changed(self.pile, move.card, -1)
        self.change(hand=_changed(self.garden.hand, move.card, 1))
        self.tell(facts.Drew(self.seat, move.card))
        self.settle()

    def reshuffle(self, move: Reshuffle) -> None:
        self.pile = self.shuffled = self.discards
        self.discards = NO_CARDS
        self.shuffles += 1
        self.tell(facts.Reshuffled(self.shuffles, sum(self.pile)))

    # -- what follows by itself ----------------------------------------------------------

    def settle(self) -> None:
        """Let lapse what cannot be carried out, and end the turn when nothing is left."""
        if self.due and not any(self.pile) and not any(self.discards):
            self.tell(facts.NoCard(self.seat, self.due))
            self.due = 0
        beds, gardener = self.garden.beds, self.garden.gardener
        while self.groups and not any(can_use(a, beds, gardener) for a in self.groups[-1]):
            self.tell(facts.Lapsed(self.seat, self.groups[-1]))
            self.groups = self.groups[:-1]
        if self.placed and not self.groups and not self.due:
            self._end_turn()

    def _end_turn(self) -> None:
        self.turn += 1
        self.acting += 1
        self.walked = self.carded = self.placed = False
        if self.acting < len(self.order):
            return
        if self.round == FINAL:
            self.phase = "over"
            self.tell(facts.Ended("played"))
        else:
            self._end_column()

    def _end_column(self) -> None:
        order, round_, column = order_of(self.stacks), self.round, self.column
        self.behind, self.stacks = self.stacks, EMPTY_COLUMN
        self.tell(facts.ColumnOver(round_, column, order))
        if column == COLUMNS[-1]:
            self.round += 1
            self.tell(facts.RoundOver(round_))
        self._begin_column(column % len(COLUMNS) + 1, order)
        if order[0] == self.seat:
            self.tell(facts.Again(self.seat))

    def _begin_column(self, column: int, order: tuple[Seat, ...]) -> None:
        if self.round != FINAL:
            self.column = column
        self.order, self.acting = order, 0
        has_neutral = len(self.gardens) == 2 and self.round != FINAL
        self.phase = "neutral" if has_neutral else "turn"


def _fulfils(plants: list[int], needs: Needs) -> bool:
    """Whether a row holds at least these plants, levels exact (rule 8.1)."""
    return all(plants.count(level) >= needed for level, needed in needs)


def _changed(cards: Cards, card: str, by: int) -> Cards:
    at = _CARD_AT[card]
    return (*cards[:at], cards[at] + by, *cards[at + 1 :])


def _with(done: tuple[bool, ...], row: int) -> tuple[bool, ...]:
    return (*done[:row], True, *done[row + 1 :])
