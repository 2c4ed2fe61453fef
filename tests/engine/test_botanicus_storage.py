"""Positions of Botanicus as JSON."""

import json

import pytest

from engine import PositionError
from engine.games.botanicus import BotanicusState
from engine.games.botanicus.components import CARDS
from tests.engine.botanicus_games import game
from tests.engine.botanicus_table import assigned, play

LARGEST = 1_500
"""Bytes of a position. The largest of 60 random games for four, to their last plies, has 1234:
a fifth more is for gardens that people fill better. All positions of such a game are 250 kB.
"""


def written(state):
    return json.dumps(state.encode(), separators=(",", ":"))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
class TestEncoding:
    def test_it_reads_back_what_it_wrote(self, seats, seed):
        for state, _, _ in game(seats, seed):
            back = BotanicusState.decode(json.loads(written(state)))
            assert back == state
            assert back.encode() == state.encode()

    def test_it_is_small(self, seats, seed):
        assert max(len(written(state)) for state, _, _ in game(seats, seed)) <= LARGEST


class TestWhatItHolds:
    def test_it_holds_no_order_of_what_is_unseen(self):  # 13.1
        state = game(4, 1)[-1].state

        assert len(state.encode().get("pile", state.pile)) == len(CARDS)

    def test_it_remembers_who_left(self):
        state = play(assigned(3), "#1 #0")

        assert BotanicusState.decode(state.encode()).outcome() == state.outcome()

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_it_remembers_how_many_play(self, seats):
        start = BotanicusState.initial(seats)

        assert BotanicusState.decode(start.encode()).seats == seats


class TestWhatIsNoPosition:
    @pytest.mark.parametrize(
        "change",
        [
            {"format": 2},
            {"format": None},
            {"game": "botanik"},
            {"gardens": None},
            {"gardens": [{"purse": 3}]},
            {"gardens": [{"scored": [1, 2, 3, 4, 5, 6, 7]}]},
            {"to_move": None},
        ],
    )
    def test_it_is_refused(self, change):
        with pytest.raises(PositionError) as refused:
            BotanicusState.decode({**assigned(3).encode(), **change})

        assert refused.value.code == "position-unreadable"

    def test_it_is_refused_where_it_is_incomplete(self):
        with pytest.raises(PositionError):
            BotanicusState.decode({"format": 1, "game": "botanicus"})
