"""Positions of Botanicus for tests, laid by hand, and what can be asked of them in one line."""

import pytest

from engine import CHANCE, EngineError, get_ruleset
from engine.games.botanicus import BotanicusState
from engine.games.botanicus.components import BEDS, CARD_DECK
from engine.games.botanicus.ground import FOOTPRINT_AT, FOOTPRINTS
from engine.games.botanicus.position import NEUTRAL, Garden
from engine.games.botanicus.view import codes, counts
from engine.registry import Setup

BOTANICUS = get_ruleset("botanicus")
GAMES = tuple(Setup(BOTANICUS, seats) for seats in BOTANICUS.seats)
LAID_OUT = ">D1.D2.L1.L2.D3.D4.L3.L4.D5.D6.L5.L6.D7.D8.L7.L8"
LAYOUT = tuple(LAID_OUT[1:].split("."))
TASKS = tuple(f"T{number}" for number in range(1, 21))


def garden(*, beds=(), gardener="b2", hand="", pieces="M0 B0 S0", **values):
    """A garden as at the start but for what is named: beds by their numbers, cards by codes."""
    levels = dict(beds)
    return Garden(
        beds=tuple(levels.pop(name, 0) for name in BEDS),
        gardener=FOOTPRINT_AT[gardener],
        hand=counts(hand.split()),
        pieces=tuple(pieces.split()),
        **{"tasks": ("T16", "T20", "T19", "T18", "T6"), **values},
    )


def flowers(*stacks):
    """The flowers on the four spaces, each from the bottom to the top: `flowers("N0", "1")`."""
    spaces = (*stacks, "", "", "", "")[:4]
    return tuple(tuple(NEUTRAL if f == "N" else int(f) for f in stack) for stack in spaces)


def table(mine=None, *others, seats=3, groups=(), discards="", **fields):
    """A position in which seat 0 begins its turn, but for what is named; the rest is the pile."""
    gardens = tuple([mine or garden(), *others, *[garden()] * seats][:seats])
    out = [*discards.split(), *(card for g in gardens for card in codes(g.hand))]
    order = fields.pop("order", tuple(range(seats)))
    to_move = CHANCE if fields.get("due") else frozenset({order[fields.get("acting", 0)]})
    values = {
        "phase": "turn",
        "layout": LAYOUT,
        "pile": counts([card for n, card in enumerate(CARD_DECK) if left(n, out)]),
        "turn": seats,
        **fields,
    }
    return BotanicusState(
        to_move,
        gardens=gardens,
        order=order,
        groups=tuple(tuple(sorted(group.split())) for group in groups),
        discards=counts(discards.split()),
        **values,
    )


def left(at, out):
    """Whether a card of the deck is still there when others like it are out."""
    card = CARD_DECK[at]
    return CARD_DECK[:at].count(card) >= out.count(card)


def dealt(seats, tasks=TASKS):
    """The game with tiles and tasks revealed: the last seat has to assign."""
    start = Setup(BOTANICUS, seats).initial()
    return play(start, LAID_OUT, ">" + ".".join(tasks[: 5 * seats]))


def assigned(seats):
    """The game at the first turn, each seat's lowest task on row 1 and so on."""
    state = dealt(seats)
    while state.phase == "assign":
        (seat,) = state.to_move
        state = state.play(seat, state.legal_moves(seat)[0])
    return state


def play(state, *texts):
    """Play what is written, by whoever has the word."""
    for text in " ".join(texts).split():
        move = state.read(text)
        state = state.replay(state.actor_of(move), move)
    return state


def legal(state):
    """The texts of what may be done now, in their order."""
    (seat,) = state.to_move
    return [move.notation for move in state.legal_moves(seat)]


def beginning(state, *signs):
    """Those of the legal texts that begin like that."""
    return [text for text in legal(state) if text.startswith(signs)]


def facts(state, text, viewer=None):
    """What a move is told to do."""
    move = state.read(text)
    return state.told(state.actor_of(move), move, viewer)


def kinds(state, text):
    return [fact.kind for fact in facts(state, text)]


def refusal(state, text, actor=None):
    """Why a text is not a move here: the code and the sentence."""
    with pytest.raises(EngineError) as refused:
        _try(state, text, actor)
    return refused.value.code, str(refused.value)


def _try(state, text, actor):
    move = state.read(text)
    state.replay(state.actor_of(move) if actor is None else actor, move)


def code(state, text, actor=None):
    return refusal(state, text, actor)[0]


def bed(state, name, seat=0):
    """The level of the plant on a bed, by its number."""
    return state.gardens[seat].beds[BEDS.index(name)]


def gardener(state, seat=0):
    return FOOTPRINTS[state.gardens[seat].gardener]


def hand(state, seat=0):
    return list(codes(state.gardens[seat].hand))


def coins(state, seat=0):
    return state.gardens[seat].coins


def part(state, name, seat=0):
    """One part of a seat's score."""
    return state.score(seat).as_json()[name]
