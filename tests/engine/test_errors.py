"""Refusals: a sentence for people, a code and parameters for translations."""

import pickle
import string

import pytest

from engine import EngineError, IllegalMoveError, all_rulesets, errors, fairness, records
from engine.games.botanik import refusals
from engine.replay import REASONS as REPLAY_REASONS
from tests.engine.pictures import machine, play, table

OF_ALL_GAMES = (*errors.REASONS, *records.REASONS, *REPLAY_REASONS, *fairness.REASONS)
OF_EACH_GAME = {ruleset.slug: ruleset.reasons for ruleset in all_rulesets()}
REASONS = (*OF_ALL_GAMES, *(reason for own in OF_EACH_GAME.values() for reason in own))


class TestReasons:
    @pytest.mark.parametrize("slug", OF_EACH_GAME)
    def test_it_has_a_code_of_its_own_in_its_game(self, slug):
        codes = [reason.code for reason in (*OF_ALL_GAMES, *OF_EACH_GAME[slug])]

        assert len(codes) == len(set(codes))

    @pytest.mark.parametrize("reason", REASONS, ids=lambda reason: reason.code)
    def test_it_is_a_sentence_with_named_blanks(self, reason):
        blanks = [name for _, name, _, _ in string.Formatter().parse(reason.template) if name]
        error = EngineError(reason, **dict.fromkeys(blanks, "x"))

        assert error.code == reason.code
        assert error.parameters.keys() == set(blanks)
        assert isinstance(error, ValueError)

    def test_it_survives_pickling(self):
        error = IllegalMoveError(refusals.NOT_HELD, tile="RI")
        back = pickle.loads(pickle.dumps(error))

        assert (type(back), str(back), back.parameters) == (
            IllegalMoveError,
            str(error),
            {"tile": "RI"},
        )


PLAYING = """
    :Arrival | RI KX
    :Seat 1  | .   .   .   .   .
    :Centre  | RL  KL  GT  GM  GX
    :Seat 0  | RT  .   .   .   .
"""
BUILDING = """
    :Arrival | KX
    :Seat 1  | .   .   .   .   .
    :Centre  | RL  KL  GT  GM  GX
    :Seat 0  | .   .   .   .   .
    :Held 0  | RL  RP
"""
SWAPPING = """
    :Arrival | KX
    :Seat 1  | .   .   .   .   .
    :Centre  | RL  KL  GT  GM  GX
    :Seat 0  | .   .   .   .   .
    :Held 0  | RM  RI
"""
STRAIGHT_UP = """
    :      |
    :  1  RI
    :      |
    :      |
    :  0   *
    :
    :      0
"""


class TestWhyNot:
    @pytest.mark.parametrize(
        ("picture", "text", "code"),
        [
            (PLAYING, "GT-1", "not-in-arrival"),
            (PLAYING, "RI/1", "space-taken"),
            (PLAYING, "RI/2", "not-linked"),
            (PLAYING, "M=1", "no-meca-held"),
            (PLAYING, "RI@0,2^0", "not-held"),
            (BUILDING, "KX-1", "build-first"),
            (BUILDING, "M=1", "no-meca-held"),
            (BUILDING, "RI@0,2^0", "not-held"),
            (BUILDING, "RL@0,1^0", "cell-taken"),
            (BUILDING, "RL@0,0^0", "cell-taken"),
            (BUILDING, "RL@5,5^0", "not-adjacent"),
            (BUILDING, "RL@0,2^0", "pipes-do-not-meet"),
            (BUILDING, "RP@0,2^2", "closes-network"),
            (SWAPPING, "RI@0,2^0", "swap-first"),
            (SWAPPING, "KX-1", "swap-first"),
            (SWAPPING, "M=4", "meca-on-top"),
        ],
    )
    def test_it_says_why_a_move_is_not_allowed(self, picture, text, code):
        drawn = machine(STRAIGHT_UP)
        state = table(picture, machines=(drawn, drawn))

        with pytest.raises(IllegalMoveError) as refused:
            play(state, text)

        assert refused.value.code == code

    def test_it_says_it_in_a_sentence(self):
        with pytest.raises(IllegalMoveError) as refused:
            play(table(PLAYING), "RI/2")

        assert str(refused.value) == ("RI has neither the colour nor the shape of KL on pile 2.")
        assert refused.value.parameters == {"tile": "RI", "centre": "KL", "column": 2}

    def test_it_says_that_players_reveal_nothing(self):
        with pytest.raises(IllegalMoveError) as refused:
            table(PLAYING).play_text(0, ">RI.RI.RI")

        assert refused.value.code == "revealed-by-chance"
