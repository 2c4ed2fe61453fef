"""Why a move is not allowed (rules 16). These words explain a refusal; `legal_moves` decides it.

No sentence depends on a card that is hidden from who hears it (rule 16.2).
"""

from collections.abc import Iterator

from engine.errors import CHANCE_TO_MOVE, NO_REVEAL_NOW, EngineError, IllegalMoveError, Reason
from engine.games.botanicus.components import (
    BEDS,
    CARD_PRICE,
    CARDS,
    STEP_PRICE,
    TASKS_A_SEAT,
    TILES,
    TRACKS,
)
from engine.games.botanicus.ground import FOOTPRINTS, REACH, STEPS
from engine.games.botanicus.groups import ONE_STEP, track_in
from engine.games.botanicus.moves import (
    REVEALS,
    Assign,
    BotanicusMove,
    Deal,
    Deed,
    Draw,
    Flower,
    Forfeit,
    Layout,
    Neutral,
    Plant,
    Reshuffle,
    Reveal,
    SellCard,
    Step,
    Stroll,
    UseCard,
    Walk,
    Water,
)
from engine.games.botanicus.position import FINAL, Garden, Position
from engine.games.botanicus.prices import flower_price, route_price
from engine.games.botanicus.tracks import ROUTES
from engine.state import CHANCE, Actor, Nature

REVEALED_BY_CHANCE = Reason(
    "revealed-by-chance", "Tiles, tasks and cards are drawn, nobody chooses them."
)
LAYOUT_DUE = Reason("layout-due", "First the 16 flower tiles are laid out.")
NOT_A_LAYOUT = Reason(
    "not-a-layout",
    "Each flower tile is laid out once, dotted ones on spaces 1 and 2, lined ones on spaces 3"
    " and 4.",
)
DEAL_DUE = Reason("deal-due", "First the special tasks are dealt.")
DEAL_SIZE = Reason("deal-size", "{size} special tasks are dealt here, not {dealt}.")
DEALT_TWICE = Reason("dealt-twice", "{task} is dealt twice.")
DRAW_DUE = Reason("draw-due", "A garden card is drawn now.")
RESHUFFLE_DUE = Reason("reshuffle-due", "The pile is empty: the discards are shuffled first.")
PILE_NOT_EMPTY = Reason("pile-not-empty", "The discards are shuffled only when the pile is empty.")
NOT_IN_PILE = Reason("not-in-pile", "There is no {card} in the pile.")
ASSIGN_FIRST = Reason("assign-first", "First assign your special tasks to your rows.")
TASK_NOT_YOURS = Reason("task-not-yours", "{task} is not a task that you have still to assign.")
ROW_ORDER = Reason("row-order", "Row {row} gets its task now.")
ALREADY_ASSIGNED = Reason("already-assigned", "All tasks are assigned already.")
NEUTRAL_FIRST = Reason("neutral-first", "First place the neutral flower.")
NO_NEUTRAL = Reason("no-neutral", "There is no neutral flower to place now.")
TOO_LATE = Reason("too-late", "You may walk and play a card only at the beginning of your turn.")
FINISH_FIRST = Reason("finish-first", "First use or forfeit what you have gained: {actions}.")
NO_SUCH_ACTION = Reason("no-such-action", "You have no action {action} to use now.")
ALREADY_WALKED = Reason("already-walked", "You have walked in this turn already.")
NOT_MOVED = Reason("not-moved", "Your gardener stands on {place} already.")
TOO_FAR = Reason("too-far", "{place} is {steps} steps away, and you may go {limit}.")
CARD_PLAYED = Reason("card-played", "You have played a card in this turn already.")
NOT_IN_HAND = Reason("not-in-hand", "You have no card {card}.")
NO_COINS = Reason("no-coins", "That costs {price}, and you have only {coins}.")
FINAL_TURN = Reason("final-turn", "In the final turn no flower is placed.")
FLOWER_PLACED = Reason("flower-placed", "Your flower stands in this column already.")
NOT_AHEAD = Reason("not-ahead", "{space} is not ahead of your piece on {at}.")
OUT_OF_REACH = Reason("out-of-reach", "Your gardener does not reach bed {bed}.")
SAME_LEVEL = Reason("same-level", "There is a plant of that level on bed {bed} already.")
NOTHING_TO_WATER = Reason("nothing-to-water", "There is no plant on bed {bed}.")
FULLY_GROWN = Reason("fully-grown", "The plant on bed {bed} cannot grow any more.")
NOTHING_TO_FORFEIT = Reason("nothing-to-forfeit", "There is nothing to forfeit: place your flower.")

REASONS = (
    REVEALED_BY_CHANCE, LAYOUT_DUE, NOT_A_LAYOUT, DEAL_DUE, DEAL_SIZE, DEALT_TWICE, DRAW_DUE,
    RESHUFFLE_DUE, PILE_NOT_EMPTY, NOT_IN_PILE, ASSIGN_FIRST, TASK_NOT_YOURS, ROW_ORDER,
    ALREADY_ASSIGNED, NEUTRAL_FIRST, NO_NEUTRAL, TOO_LATE, FINISH_FIRST, NO_SUCH_ACTION,
    ALREADY_WALKED, NOT_MOVED, TOO_FAR, CARD_PLAYED, NOT_IN_HAND, NO_COINS, FINAL_TURN,
    FLOWER_PLACED, NOT_AHEAD, OUT_OF_REACH, SAME_LEVEL, NOTHING_TO_WATER, FULLY_GROWN,
    NOTHING_TO_FORFEIT,
)  # fmt: skip


def explain(position: Position, actor: Actor, move: BotanicusMove) -> EngineError:
    """Say why a move that is not legal is not, by the first reason of rules 16.3."""
    if isinstance(actor, Nature):
        return of_reveal(position, move) or IllegalMoveError(NO_REVEAL_NOW)
    if isinstance(move, REVEALS):
        return IllegalMoveError(REVEALED_BY_CHANCE)
    return next(_of_deed(position, position.gardens[actor], move))


# -- what chance hears ---------------------------------------------------------------------


def of_reveal(position: Position, move: BotanicusMove) -> EngineError | None:
    """Say why chance may not reveal this now; None if it may."""
    if position.to_move is not CHANCE:
        return IllegalMoveError(NO_REVEAL_NOW)
    if not isinstance(move, REVEALS):
        return IllegalMoveError(CHANCE_TO_MOVE)
    if position.phase == "layout":
        return _of_layout(move)
    return _of_deal(position, move) if position.phase == "deal" else _of_draw(position, move)


def _of_layout(move: Reveal) -> EngineError | None:
    if not isinstance(move, Layout):
        return IllegalMoveError(LAYOUT_DUE)
    places = "DDLL" * 4
    is_right = len(set(move.tiles)) == len(TILES) and all(
        tile[0] == place for tile, place in zip(move.tiles, places, strict=True)
    )
    return None if is_right else IllegalMoveError(NOT_A_LAYOUT)


def _of_deal(position: Position, move: Reveal) -> EngineError | None:
    if not isinstance(move, Deal):
        return IllegalMoveError(DEAL_DUE)
    tasks, size = move.tasks, TASKS_A_SEAT * position.seats
    if len(tasks) != size:
        return IllegalMoveError(DEAL_SIZE, size=size, dealt=len(tasks))
    twice = next((task for at, task in enumerate(tasks) if task in tasks[:at]), None)
    return IllegalMoveError(DEALT_TWICE, task=twice) if twice else None


def _of_draw(position: Position, move: Reveal) -> EngineError | None:
    if not any(position.pile):
        return None if isinstance(move, Reshuffle) else IllegalMoveError(RESHUFFLE_DUE)
    if isinstance(move, Reshuffle):
        return IllegalMoveError(PILE_NOT_EMPTY)
    if not isinstance(move, Draw):
        return IllegalMoveError(DRAW_DUE)
    is_there = position.pile[_kind(move.card)]
    return None if is_there else IllegalMoveError(NOT_IN_PILE, card=move.card)


def _kind(card: str) -> int:
    return list(CARDS).index(card)


# -- what a seat hears: each yields all reasons that hold, the first is said ------------------


def _of_deed(position: Position, garden: Garden, move: Deed) -> Iterator[EngineError]:
    yield from _of_phase(position, garden, move)
    match move:
        case Walk():
            yield from _of_walk(position, garden, move)
        case UseCard() | SellCard():
            yield from _of_card(position, garden, move)
        case Flower():
            yield from _of_flower(position, garden, move)
        case Step() | Plant() | Water() | Stroll():
            yield from _of_action(position, garden, move)


def _of_phase(position: Position, garden: Garden, move: Deed) -> Iterator[EngineError]:
    if position.phase == "assign":
        yield from _of_assignment(garden, move)
    elif isinstance(move, Assign):
        yield IllegalMoveError(ALREADY_ASSIGNED)
    elif position.phase == "neutral":
        yield IllegalMoveError(NEUTRAL_FIRST)
    elif isinstance(move, Neutral):
        yield IllegalMoveError(NO_NEUTRAL)
    elif isinstance(move, Forfeit):
        yield IllegalMoveError(NOTHING_TO_FORFEIT)


def _of_assignment(garden: Garden, move: Deed) -> Iterator[EngineError]:
    if not isinstance(move, Assign):
        yield IllegalMoveError(ASSIGN_FIRST)
    elif move.task not in garden.dealt:
        yield IllegalMoveError(TASK_NOT_YOURS, task=move.task)
    else:
        yield IllegalMoveError(ROW_ORDER, row=len(garden.tasks) + 1)


def _of_beginning(position: Position) -> Iterator[EngineError]:
    if position.placed:
        yield IllegalMoveError(TOO_LATE)
    if position.groups:
        yield _finish_first(position)


def _of_walk(position: Position, garden: Garden, move: Walk) -> Iterator[EngineError]:
    yield from _of_beginning(position)
    if position.walked:
        yield IllegalMoveError(ALREADY_WALKED)
    if move.target == garden.gardener:
        yield IllegalMoveError(NOT_MOVED, place=FOOTPRINTS[move.target])
    yield _no_coins(garden, STEP_PRICE * STEPS[garden.gardener][move.target])


def _of_card(position: Position, garden: Garden, move: UseCard | SellCard) -> Iterator[EngineError]:
    yield from _of_beginning(position)
    if position.carded:
        yield IllegalMoveError(CARD_PLAYED)
    if not garden.hand[_kind(move.card)]:
        yield IllegalMoveError(NOT_IN_HAND, card=move.card)
    yield _no_coins(garden, CARD_PRICE)


def _of_flower(position: Position, garden: Garden, move: Flower) -> Iterator[EngineError]:
    if position.round == FINAL:
        yield IllegalMoveError(FINAL_TURN)
    if position.placed:
        yield IllegalMoveError(FLOWER_PLACED)
    if position.groups:
        yield _finish_first(position)
    yield _no_coins(garden, flower_price(position.column, move.space, position.stacks))


def _of_action(
    position: Position, garden: Garden, move: Step | Plant | Water | Stroll
) -> Iterator[EngineError]:
    top = position.groups[-1] if position.groups else _offered(position)
    action = _wanted(move)
    held = track_in(top, action) if isinstance(move, Step) else action if action in top else None
    if held is None:
        below = [a for group in position.groups[:-1] for a in group]
        waits = track_in(below, action) if isinstance(move, Step) else action in below
        yield _finish_first(position) if waits else IllegalMoveError(NO_SUCH_ACTION, action=action)
        return
    match move:
        case Step():
            yield from _of_step(garden, move, int(held[1:]))
        case Stroll():
            yield from _of_stroll(garden, move)
        case _:
            yield from _of_gardening(garden, move)


def _offered(position: Position) -> tuple[str, ...]:
    """In the final turn, before its step, all three tracks are held (rule 16.3)."""
    return ONE_STEP if position.round == FINAL and not position.placed else ()


def _wanted(move: Step | Plant | Water | Stroll) -> str:
    if isinstance(move, Step):
        return move.route[0]
    return "W" if isinstance(move, Water) else move.action


def _of_step(garden: Garden, move: Step, steps: int) -> Iterator[EngineError]:
    at = garden.pieces[TRACKS.index(move.route[0])]
    route = next((route for route in ROUTES[at] if route.name == move.route), None)
    if route is None:
        yield IllegalMoveError(NOT_AHEAD, space=move.route, at=at)
    else:
        yield _no_coins(garden, route_price(route, steps))


def _of_stroll(garden: Garden, move: Stroll) -> Iterator[EngineError]:
    place, steps = FOOTPRINTS[move.target], STEPS[garden.gardener][move.target]
    if not steps:
        yield IllegalMoveError(NOT_MOVED, place=place)
    yield IllegalMoveError(TOO_FAR, place=place, steps=steps, limit=move.limit)


def _of_gardening(garden: Garden, move: Plant | Water) -> Iterator[EngineError]:
    bed = BEDS[move.bed]
    if move.bed not in REACH[garden.gardener]:
        yield IllegalMoveError(OUT_OF_REACH, bed=bed)
    if isinstance(move, Plant):
        yield IllegalMoveError(SAME_LEVEL, bed=bed)
    reason = FULLY_GROWN if garden.beds[move.bed] else NOTHING_TO_WATER
    yield IllegalMoveError(reason, bed=bed)


def _finish_first(position: Position) -> EngineError:
    return IllegalMoveError(FINISH_FIRST, actions=" ".join(position.groups[-1]))


def _no_coins(garden: Garden, price: int) -> EngineError:
    return IllegalMoveError(NO_COINS, price=price, coins=garden.coins)
