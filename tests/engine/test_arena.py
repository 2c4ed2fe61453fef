"""Series of games between bots."""

from random import Random

import pytest

from engine import Outcome, Score, get_bot, get_ruleset
from engine.arena import Game, mirrored, tally

BOTANIK = get_ruleset("botanik")


def ended(first, second):
    placings = (1, 1) if first == second else (1, 2) if first > second else (2, 1)
    return Game((), Outcome(placings, (Score(first), Score(second)), "played"), 60)


class TestMirrored:
    def test_it_deals_the_same_tiles_to_both(self):
        games = mirrored(BOTANIK, (get_bot("random"), get_bot("random")), Random(1))

        first, second = ([m for m in game.moves if m.kind == "reveal"] for game in games)
        assert first == second

    def test_it_swaps_the_seats(self):
        games = mirrored(BOTANIK, (get_bot("random"), get_bot("greedy")), Random(2))

        assert [game.outcome.winner for game in games] == [1, 0]


class TestTally:
    def test_it_counts_for_the_bot_and_not_for_the_seat(self):
        found = tally([[ended(10, 4), ended(3, 9)], [ended(5, 5), ended(7, 6)]])

        assert (found.wins, found.draws, found.games) == ((2, 1), 1, 4)
        assert found.means == (7.5, 4.75)
        assert found.share() == 0.625
        assert found.share(1) == 0.375

    def test_it_tells_what_the_first_seat_took(self):
        found = tally([[ended(10, 4), ended(3, 9)], [ended(5, 5), ended(7, 6)]])

        assert found.first_seat == 0.625

    @pytest.mark.parametrize("wins", range(11))
    def test_it_is_certain_of_less_than_all(self, wins):
        games = [[ended(2, 1)]] * wins + [[ended(1, 2)]] * (10 - wins)
        low, high = tally(games).interval()

        assert 0 <= round(low, 9) < high <= 1
        assert round(low, 9) <= wins / 10 <= round(high, 9)


class TestMoreThanTwo:
    def test_it_gives_equal_parts_to_who_come_first_together(self):
        outcome = Outcome((1, 1, 3), (Score(5), Score(5), Score(2)), "played")

        assert tally([[Game((), outcome, 9)]]).shares == (0.5, 0.5, 0.0)
