"""Rules 8 and 9: replaying a record, and holding its tags against its moves."""

from pathlib import Path

import pytest

from engine import EngineError, Record, ReplayError, check_tags, last_position, replay
from engine.records import read

RECORDS = Path(__file__).parent / "records"
FINISHED = read((RECORDS / "scores-fourteen.bgr").read_text("utf-8"))
REQUIRED = {"Game": "botanik", "Rules": "1"}


def check(tags, moves=FINISHED.moves):
    record = Record({**REQUIRED, **tags}, moves)
    check_tags(record, last_position(record))


class TestReplaying:
    @pytest.mark.parametrize(
        ("moves", "ply", "code"),
        [
            ("BIf-4", 1, "chance-to-move"),
            (">KP.BL.YV.GM", 1, "draw-size"),
            (">KP.BL.YV.GM.BL >KP.BV.KI", 2, "not-unseen"),
            (">KP.BL.YV.GM.BL >BIf.BV.KI RI-4", 3, "not-in-arrival"),
            (">KP.BL.YV.GM.BL >BIf.BV.KI BIf/1", 3, "not-linked"),
            (">KP.BL.YV.GM.BL >BIf.BV.KI BIf-04", 3, "not-a-move"),
            (">KP.BL.YV.GM.BL >BIf.BV.KI >BIf.BV.KI", 3, "no-reveal-now"),
        ],
    )
    def test_it_names_ply_move_and_reason_of_a_fault(self, moves, ply, code):
        with pytest.raises(ReplayError) as refused:
            list(replay(Record(REQUIRED, tuple(moves.split()))))

        fault = refused.value
        assert fault.parameters["ply"] == ply
        assert fault.parameters["move"] == f'"{moves.split()[-1]}"'
        assert fault.__cause__.code == code
        assert str(fault.__cause__) in str(fault)

    def test_it_refuses_moves_after_the_end(self):
        with pytest.raises(ReplayError) as refused:
            list(replay(Record(REQUIRED, (*FINISHED.moves, "RI-1"))))

        assert refused.value.parameters["why"] == "This game is over."

    def test_it_reads_small_letters_and_keeps_one_form(self):
        moves = tuple(move.lower() for move in FINISHED.moves)

        assert [p.move.notation for p in replay(Record(REQUIRED, moves))] == list(FINISHED.moves)

    @pytest.mark.parametrize(
        "tags",
        [
            {"Game": "chess"},
            {"Rules": "2"},
            {"Rules": "one"},
            {"Rules": ""},
            {"Rules": "01"},
            {"Seats": "3"},
            {"Seats": "two"},
            {"Seats": ""},
            {"Seats": "²"},
        ],
    )
    def test_it_refuses_rules_that_do_not_exist(self, tags):
        with pytest.raises(EngineError):
            list(replay(Record({**REQUIRED, **tags}, FINISHED.moves)))


class TestTags:
    @pytest.mark.parametrize(
        "tags",
        [
            {},
            {"Result": "14-0"},
            {"Result": "14-0", "Winner": "0"},
            {"Result": "14-0", "Winner": "0", "Termination": "played"},
            {"Result": "14-0", "Winner": "1", "Termination": "adjudicated"},
        ],
    )
    def test_it_accepts_what_agrees_with_a_finished_game(self, tags):
        check(tags)

    @pytest.mark.parametrize(
        "tags",
        [
            {"Result": "14-1"},
            {"Result": "*"},
            {"Winner": "1"},
            {"Winner": "-"},
            {"Termination": "played", "Winner": "1"},
            {"Termination": "played", "Result": "0-14"},
            {"Termination": "resigned"},
            {"Termination": "won"},
            {"Termination": "adjudicated", "Winner": "2"},
        ],
    )
    def test_it_refuses_what_contradicts_a_finished_game(self, tags):
        with pytest.raises(ReplayError) as refused:
            check(tags)

        assert refused.value.code == "contradiction"

    @pytest.mark.parametrize(
        "tags",
        [
            {},
            {"Result": "*"},
            {"Result": "1-0", "Winner": "1", "Termination": "resigned"},
            {"Result": "1-0", "Winner": "-", "Termination": "aborted"},
            {"Winner": "0", "Termination": "time"},
        ],
    )
    def test_it_accepts_what_agrees_with_a_game_that_was_not_played_out(self, tags):
        moves = FINISHED.moves[:74]
        scores = last_position(Record(REQUIRED, moves)).scores()
        result = "-".join(str(score.total) for score in scores)

        check({name: result if value == "1-0" else value for name, value in tags.items()}, moves)

    @pytest.mark.parametrize(
        "tags",
        [
            {"Result": "14-0"},
            {"Winner": "0"},
            {"Termination": "played"},
            {"Result": "*", "Termination": "resigned"},
            {"Result": "99-0", "Termination": "time"},
            {"Winner": "x", "Termination": "time"},
        ],
    )
    def test_it_refuses_what_contradicts_a_game_that_was_not_played_out(self, tags):
        with pytest.raises(ReplayError) as refused:
            check(tags, FINISHED.moves[:74])

        assert refused.value.code == "contradiction"
