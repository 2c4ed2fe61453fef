"""The games that the contract is tested with have all that a game may have."""

from itertools import pairwise

from engine import CHANCE
from tests.engine.games import ALL_GAMES, steps

GAMES = [list(steps(rules, seed)) for rules in ALL_GAMES for seed in range(5)]


def are_found(wanted):
    """Whether some game has two steps in a row like that."""
    return any(wanted(one, two) for game in GAMES for one, two in pairwise(game))


class TestVariants:
    def test_it_has_two_turns_of_a_seat_in_a_row(self):
        assert are_found(
            lambda one, two: (
                one.actor == two.actor not in (None, CHANCE) and two.state.turn > one.state.turn
            )
        )

    def test_it_has_a_reveal_within_a_turn(self):
        assert are_found(
            lambda one, two: (
                one.actor is CHANCE
                and one.state.turn_of is not None
                and two.state.to_move == {one.state.turn_of}
                and two.state.turn == one.state.turn
            )
        )

    def test_it_has_two_reshuffles_in_a_game(self):
        assert any(
            len({s.shuffle for step in game if step.actor is CHANCE for s in step.state.sources()})
            > 2
            for game in GAMES
        )

    def test_it_has_one_to_four_seats(self):
        assert {rules.seats for rules in ALL_GAMES} == {1, 2, 3, 4}
