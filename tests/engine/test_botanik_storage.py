"""Positions as JSON."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import PositionError, get_ruleset
from engine.games.botanik import BotanikState
from tests.engine.games import position_after

BOTANIK = get_ruleset("botanik")

any_position = st.builds(
    position_after, st.just(BOTANIK), st.integers(0, 10_000), st.integers(0, 120)
)


class TestEncoding:
    @given(any_position)
    def test_it_reads_back_what_it_wrote(self, state):
        assert BotanikState.decode(json.loads(json.dumps(state.encode()))) == state

    @given(any_position)
    def test_it_writes_the_same_again(self, state):
        assert BotanikState.decode(state.encode()).encode() == state.encode()

    def test_it_holds_no_order_of_what_is_unseen(self):
        unseen = position_after(BOTANIK, 1, 40).encode()["unseen"]

        (deck,) = BOTANIK.decks()
        assert list(unseen) == [code for code in dict.fromkeys(deck) if code in unseen]

    def test_it_remembers_who_left(self):
        state = position_after(BOTANIK, 1, 40).leave(1)

        assert BotanikState.decode(state.encode()).outcome() == state.outcome()

    @pytest.mark.parametrize(
        "change",
        [
            {"format": 2},
            {"format": None},
            {"game": "botanicus"},
            {"centre": ["XX"]},
            {"sides": []},
            {"held": None},
            {"machines": [["RI/1"], []]},
            {"machines": [["hello"], []]},
            {"unseen": []},
        ],
    )
    def test_it_refuses_what_is_no_position(self, change):
        with pytest.raises(PositionError) as refused:
            BotanikState.decode({**position_after(BOTANIK, 1, 40).encode(), **change})

        assert refused.value.code == "position-unreadable"

    def test_it_refuses_what_is_incomplete(self):
        with pytest.raises(PositionError):
            BotanikState.decode({"format": 1, "game": "botanik"})
