"""The worked records of rules 10, with their expected traces."""

import json
from itertools import groupby
from pathlib import Path

import pytest

from engine import CHANCE
from engine.records import read
from engine.replay import last_position, replay
from tests.engine.console import run

RECORDS = Path(__file__).parent / "records"
NAMES = sorted(path.stem for path in RECORDS.glob("*.bgr"))


def plies(name):
    return list(replay(read((RECORDS / f"{name}.bgr").read_text("utf-8"))))


@pytest.mark.parametrize("name", NAMES)
class TestTraces:
    def test_it_prints_the_expected_trace(self, name):
        expected = (RECORDS / f"{name}.jsonl").read_text("utf-8").splitlines()

        answer = run("replay", str(RECORDS / f"{name}.bgr"), "--json")

        assert answer.status == 0
        assert [json.loads(line) for line in answer.lines] == [json.loads(e) for e in expected]

    def test_it_is_read_from_standard_input_too(self, name):
        answer = run("replay", "-", "--json", stdin=(RECORDS / f"{name}.bgr").read_bytes())

        assert answer.lines == run("replay", str(RECORDS / f"{name}.bgr"), "--json").lines


class TestRareCases:
    def test_it_has_six_records(self):
        assert len(NAMES) == 6

    def test_it_lets_both_players_swap_in_one_turn(self):  # 4.2
        swaps = [
            (ply.before.played, ply.actor)
            for ply in plies("both-swap-in-one-turn")
            if ply.move.kind == "swap"
        ]

        assert {(played, 1 - seat) for played, seat in swaps} & set(swaps)

    def test_it_lets_a_player_hold_three_tiles(self):  # 4.4
        states = [ply.before for ply in plies("three-tiles-held")]
        holding = [state for state in states if any(len(hand) == 3 for hand in state.held)]

        assert holding
        assert all(len(state.held[1 - state.turn_of]) == 3 for state in holding)

    def test_it_removes_two_tiles_that_fit_nowhere(self):  # 5.4
        facts = [
            fact
            for ply in plies("tiles-that-fit-nowhere")
            for fact in ply.before.facts(ply.actor, ply.move, None)
        ]

        assert [len(fact.tiles) for fact in facts if fact.kind == "removed"] == [2]

    def test_it_lets_the_word_come_back(self):  # 4.1
        acted = [
            (p.after.played, p.actor) for p in plies("word-comes-back") if p.actor is not CHANCE
        ]
        runs = [pair for pair, _ in groupby(acted)]

        assert len(runs) > len(set(runs))

    def test_it_ends_fourteen_to_nothing(self):  # 6.6
        last = last_position(read((RECORDS / "scores-fourteen.bgr").read_text("utf-8")))

        assert [score.total for score in last.scores()] == [14, 0]

    def test_it_is_won_by_tiles_where_the_points_are_equal(self):  # 6.5
        last = last_position(read((RECORDS / "equal-points.bgr").read_text("utf-8")))

        assert [score.as_json() for score in last.scores()] == [
            {"groups": 0, "flowers": 4, "total": 4, "tiles": 9},
            {"groups": 0, "flowers": 4, "total": 4, "tiles": 10},
        ]
        assert last.outcome().winner == 1
