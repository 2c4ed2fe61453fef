"""How much a garden lacks of a front: 0 exactly where the predicate holds."""

from random import Random

import pytest

from engine.games.gardeners.components import CARDS, MODES, cards_of
from engine.games.gardeners.lacks import Sketch, bit_at, lack_of, subjects_of
from engine.games.gardeners.plot import Laid, Plot, turns_of
from engine.games.gardeners.predicates import holds
from tests.engine.gardeners_table import random_garden

MODE_OF = {card: mode for mode in reversed(MODES) for card in cards_of(mode)}
STEPS = 250


def sketch(garden):
    places = {one.tile: bit_at(one.x, one.y) for one in garden}
    return Sketch(places, {one.tile: one.turn for one in garden})


def changed(garden, rng):
    """Two tiles change places, and one of them is turned."""
    laid, (one, other) = list(garden), rng.sample(range(len(garden)), 2)
    first, second = laid[one], laid[other]
    turn = rng.randrange(turns_of(second.tile))
    laid[one] = Laid(first.x, first.y, second.tile, turn)
    laid[other] = Laid(second.x, second.y, first.tile, first.turn)
    return tuple(laid)


def walk(card, seed):
    """Gardens on the way to one that is conform with a card."""
    rng, lack = Random(seed), lack_of(card, MODE_OF[card])
    garden = random_garden(MODE_OF[card], rng)
    for _ in range(STEPS):
        yield garden
        other = changed(garden, rng)
        if lack(sketch(other)) <= lack(sketch(garden)):
            garden = other


@pytest.mark.parametrize("card", CARDS)
class TestLacks:
    def test_it_lacks_nothing_exactly_if_the_front_holds(self, card):  # 2.4 to 2.11
        lack = lack_of(card, MODE_OF[card])

        for garden in walk(card, seed=card):
            assert (lack(sketch(garden)) == 0) == holds(card, Plot(garden))

    def test_it_depends_on_the_tiles_that_the_front_speaks_of(self, card):
        rng, lack = Random(card), lack_of(card, MODE_OF[card])
        subjects = subjects_of(card, MODE_OF[card])
        garden = list(random_garden(MODE_OF[card], rng))
        others = [at for at, one in enumerate(garden) if one.tile not in subjects]
        before = lack(sketch(garden))
        for _ in range(20 if len(others) > 1 else 0):
            one, other = rng.sample(others, 2)
            first, second = garden[one], garden[other]
            garden[one] = first._replace(tile=second.tile, turn=second.turn)
            garden[other] = second._replace(tile=first.tile, turn=first.turn)
            assert lack(sketch(garden)) == before


class TestTheWay:
    def test_it_leads_to_gardens_that_are_conform(self):
        found = [card for card in CARDS if any(holds(card, Plot(g)) for g in walk(card, card))]

        assert len(found) > len(CARDS) * 0.7
