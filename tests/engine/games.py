"""Random games for tests: every position of one, with who moved and how."""

from itertools import islice
from random import Random
from typing import NamedTuple

from engine.bots import BOTS
from engine.perft import seeded_decks
from engine.registry import GARDENERS, RULESETS, Setup
from engine.state import CHANCE
from tests.engine.nursery import NURSERY, SHARED_NURSERY
from tests.engine.seedlings import SEEDLINGS


class Variant(Setup):
    """A game as it is tested: for so many seats, with such options."""

    @property
    def slug(self):
        return "-".join([self.ruleset.slug, *map(str, (self.seats, *self.options.values()))])

    @property
    def state(self):
        return self.ruleset.state


ALL_GAMES = (
    *(Variant(rules, seats) for rules in RULESETS for seats in rules.seats if rules != GARDENERS),
    # Random play ends them by their limit alone, trainings it does not end at all.
    Variant(GARDENERS, 1, {"mode": "solo-expert", "actions": 200}),
    Variant(GARDENERS, 2, {"mode": "full", "turns": 24}),
    Variant(GARDENERS, 3, {"mode": "initiation", "turns": 24}),
    Variant(GARDENERS, 4, {"mode": "expert", "turns": 24}),
    Variant(SEEDLINGS, 3),
    Variant(NURSERY, 2, {"rounds": 9}),
    Variant(NURSERY, 3),
    Variant(NURSERY, 4),
    Variant(SHARED_NURSERY, 1, {"rounds": 9}),
    Variant(SHARED_NURSERY, 3),
)
LONGEST_NOTATION = 120
"""The site keeps no longer text of a move."""
QUICK_BOTS = tuple(bot.within(150) for bot in BOTS)
"""Every bot, with a budget that whole games of tests can afford."""


class Step(NamedTuple):
    state: object
    actor: object
    move: object


def steps(rules, seed, decks=None):
    """Yield each step of a random game; the last one has neither actor nor move."""
    rng = Random(seed)
    decks = decks or seeded_decks(rules, rng)
    state = rules.initial()
    while not state.is_over:
        if state.to_move is CHANCE:
            actor, move = CHANCE, state.deal(decks)
        else:
            actor = rng.choice(sorted(state.to_move))
            move = rng.choice(state.legal_moves(actor))
        yield Step(state, actor, move)
        state = state.after(actor, move)
    yield Step(state, None, None)


def positions(rules, seed):
    """Yield every position of a random game, from the first to the last."""
    return (step.state for step in steps(rules, seed))


def position_after(rules, seed, plies):
    """Return the position after so many moves of a random game, or its last."""
    *_, state = islice(positions(rules, seed), plies + 1)
    return state
