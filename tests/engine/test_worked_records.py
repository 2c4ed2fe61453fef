"""The worked records of the rules (Botanik 10, Botanicus 15.3), with their expected traces."""

import json
from itertools import groupby
from pathlib import Path

import pytest

from engine import CHANCE
from engine.fairness import verify
from engine.records import read
from engine.replay import check_tags, last_position, replay
from tests.engine.console import run

RECORDS = Path(__file__).parent / "records"
NAMES = sorted(path.stem for path in RECORDS.glob("*.bgr"))
OF_BOTANICUS = sorted(f"botanicus/{path.stem}" for path in RECORDS.glob("botanicus/*.bgr"))


def record_of(name):
    return read((RECORDS / f"{name}.bgr").read_text("utf-8"))


def plies(name):
    return list(replay(record_of(name)))


def told(name):
    """All that happened, each with the ply that did it."""
    return [
        (ply, fact)
        for ply in plies(name)
        for fact in ply.before.told(ply.actor, ply.move, viewer=None)
    ]


@pytest.mark.parametrize("name", [*NAMES, *OF_BOTANICUS])
class TestTraces:
    def test_it_prints_the_expected_trace(self, name):
        expected = (RECORDS / f"{name}.jsonl").read_text("utf-8").splitlines()

        answer = run("replay", str(RECORDS / f"{name}.bgr"), "--json")

        assert answer.status == 0
        assert [json.loads(line) for line in answer.lines] == [json.loads(e) for e in expected]

    def test_it_is_read_from_standard_input_too(self, name):
        answer = run("replay", "-", "--json", stdin=(RECORDS / f"{name}.bgr").read_bytes())

        assert answer.lines == run("replay", str(RECORDS / f"{name}.bgr"), "--json").lines

    def test_it_agrees_with_its_tags(self, name):
        check_tags(record_of(name), last_position(record_of(name)))


@pytest.mark.parametrize("name", OF_BOTANICUS)
class TestBytes:
    def test_it_prints_the_trace_to_the_byte(self, name):  # 12.2 of Botanicus
        expected = (RECORDS / f"{name}.jsonl").read_text("utf-8")

        answer = run("replay", str(RECORDS / f"{name}.bgr"), "--json")

        assert "".join(f"{line}\n" for line in answer.lines) == expected


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


class TestRareCasesOfBotanicus:
    def test_it_has_eleven_records(self):  # 15.3
        assert len(OF_BOTANICUS) == 11

    def test_it_places_the_neutral_flower_in_every_column(self):  # 5.1
        kinds = [ply.move.kind for ply in plies("botanicus/botanicus-2-players")]

        assert kinds.count("neutral") == 16

    def test_it_lets_groups_lapse(self):  # 6.6
        assert "lapsed" in {fact.kind for _, fact in told("botanicus/botanicus-3-players")}

    def test_it_holds_two_free_moves_of_different_length(self):  # 6.7
        groups = [group for p in plies("botanicus/botanicus-3-players") for group in p.after.groups]

        assert any(len({action for action in group if action[0] == "G"}) == 2 for group in groups)

    def test_it_goes_on_with_the_outer_group_when_the_inner_is_forfeited(self):  # 6.5
        forfeits = [
            (len(ply.before.groups), len(ply.after.groups))
            for ply in plies("botanicus/botanicus-4-players")
            if ply.move.notation == "-"
        ]

        assert (2, 1) in forfeits

    def test_it_decides_a_tie_by_the_stack(self):  # 9.3
        last = last_position(record_of("botanicus/reshuffle-and-tie"))
        scores = [score.as_json() for score in last.scores()]
        best = [s for s in range(4) if scores[s]["total"] == max(x["total"] for x in scores)]

        assert [scores[seat]["total"] for seat in best] == [32, 32]
        assert last.outcome().winner == max(best, key=lambda seat: scores[seat]["stack"])

    def test_it_reshuffles(self):  # 7.7
        assert ">~" in record_of("botanicus/reshuffle-and-tie").moves

    def test_it_draws_two_cards_at_once(self):  # 6.1
        assert 2 in {ply.after.due for ply in plies("botanicus/two-cards-at-once")}

    def test_it_does_two_tasks_by_one_plant(self):  # 8.2
        done = [p.number for p, f in told("botanicus/basic-and-special-by-one-plant")
                if f.kind == "task-done"]  # fmt: skip

        assert len(done) > len(set(done))

    def test_it_reaches_a_prize_in_the_final_turn(self):  # 9.2
        prizes = [
            ply.before.round
            for ply, fact in told("botanicus/final-turn-to-the-prize")
            if fact.kind == "prize"
        ]

        assert 3 in prizes

    def test_it_ranks_who_left_with_the_most_points_last(self):  # 10.6
        last = last_position(record_of("botanicus/a-seat-leaves"))
        totals = [score.total for score in last.scores()]

        assert (last.gone, last.outcome().reason) == ((0,), "played")
        assert totals[0] == max(totals)
        assert last.outcome().placings[0] == 4

    def test_it_is_won_with_the_fewest_points_by_who_stays(self):  # 10.7
        last = last_position(record_of("botanicus/left-alone"))
        totals = [score.total for score in last.scores()]

        assert last.outcome().reason == "left"
        assert totals[last.outcome().winner] == min(totals)

    def test_it_has_two_turns_in_a_row_eleven_times(self):  # 4.4
        again = [ply for ply, fact in told("botanicus/two-turns-in-a-row") if fact.kind == "again"]

        assert len(again) == 11
        assert any(ply.actor is CHANCE for ply in again)
        assert any(ply.move.notation == "-" for ply in again)
        assert any(ply.after.round == 3 for ply in again)

    def test_it_is_verified_with_two_reshuffles_of_fourteen_cards(self):  # 12.5
        again = [f.cards for _, f in told("botanicus/verified-two-reshuffles")
                 if f.kind == "reshuffled"]  # fmt: skip

        assert again == [14, 14]
        assert verify(record_of("botanicus/verified-two-reshuffles")) > 20
