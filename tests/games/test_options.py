"""What is chosen before a game, in the words of its board."""

import pytest

from engine import all_rulesets, get_ruleset
from games import boards
from games.boards.options import Choice


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_every_value_of_every_option_has_words(ruleset):
    assert all(str(words) for choice in boards.choices_of(ruleset) for _, words in choice.values)


def test_it_is_to_be_chosen_in_the_order_of_the_game(nursery):
    values = [(2, "2 rounds"), (9, "9 rounds")]

    assert boards.choices_of(nursery) == [Choice("rounds", "Rounds", values, default=2, notes={})]


GARDENERS = get_ruleset("gardeners")


def asked(seats, **wanted):
    """What is asked at a table of Gardeners, each with what is chosen."""
    return {choice.name: choice.default for choice in boards.choices_at(GARDENERS, seats, wanted)}


@pytest.mark.parametrize("seats", GARDENERS.seats)
def test_it_asks_only_for_what_goes_together(seats):
    (modes, *_) = boards.choices_at(GARDENERS, seats, {})
    for mode, _words in modes.values:
        for choice in boards.choices_at(GARDENERS, seats, {"mode": mode}):
            for value, _words in choice.values:
                chosen = asked(seats, **{"mode": mode, choice.name: value})
                assert chosen[choice.name] == value
                assert GARDENERS.initial(seats, chosen).terms == chosen


def test_it_asks_for_what_belongs_to_what_was_chosen():
    assert asked(3, mode="full", turns=72) == {"mode": "full", "turns": 72}
    assert asked(3, mode="training-b", turns=72) == {"mode": "training-b"}
    assert asked(1) == {"mode": "solo", "actions": 300}


def test_it_passes_over_what_goes_with_no_such_table():
    assert asked(2, mode="solo", actions=200) == {"mode": "training-a"}


def test_it_says_what_was_chosen(nursery):
    assert boards.chosen("nursery", {"rounds": 9}) == ["9 rounds"]


def test_it_says_nothing_of_what_was_left_to_the_rules(nursery):
    assert boards.chosen("nursery", {}) == []


def test_it_shows_a_value_that_the_rules_no_longer_have_as_it_is(nursery):
    assert boards.chosen("nursery", {"rounds": 5}) == ["5"]


def test_a_board_without_options_needs_no_words():
    assert boards.choices_of(get_ruleset("botanik")) == []
    assert boards.chosen("botanik", {}) == []


def test_the_games_here_are_those_with_a_board_in_their_order(sole_game, nursery):
    assert [ruleset.slug for ruleset in boards.games_here()] == ["botanik", "nursery"]


def test_a_game_is_the_only_one_until_another_joins(nursery):
    assert boards.sole_game() is None


def test_the_only_game_need_not_be_chosen(sole_game):
    assert boards.sole_game() == sole_game
