"""The companion knows no game: it asks the view, and is greedy where that has no counsel."""

from random import Random

import pytest

from engine import get_ruleset
from engine.bots import companion_bot, greedy_bot
from engine.state import CHANCE, Counsels
from tests.engine.gardeners_table import setup


def opened(state, rng):
    while state.to_move is CHANCE:
        state = state.after(CHANCE, state.imagine(rng))
    return state


def first_view(state, rng):
    state = opened(state, rng)
    return state.view_for(min(state.to_move))


class TestCompanion:
    @pytest.mark.parametrize("game", ["botanik", "botanicus"])
    def test_it_is_greedy_in_a_game_without_counsel(self, game):
        view = first_view(get_ruleset(game).initial(), Random(1))

        assert not isinstance(view, Counsels)
        assert companion_bot.choose(view, Random(2)) == greedy_bot.choose(view, Random(2))

    def test_it_is_greedy_where_somebody_plays_alone(self):
        view = first_view(setup("solo", 1).initial(), Random(1))

        assert view.counsel(Random(2), 100) is None
        assert companion_bot.choose(view, Random(2)) == greedy_bot.choose(view, Random(2))

    def test_it_does_what_the_view_counsels(self):
        view = first_view(setup("full", 2).initial(), Random(1))

        assert isinstance(view, Counsels)
        assert companion_bot.choose(view, Random(2), 100) == view.counsel(Random(3), 100)

    def test_it_has_nothing_to_choose_for_a_spectator(self):
        state = opened(setup("full", 2).initial(), Random(1))

        with pytest.raises(TypeError):
            companion_bot.choose(state.view_for(None), Random(2), 100)
