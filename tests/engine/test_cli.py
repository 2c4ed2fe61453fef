"""Rules 9: the command line."""

import gzip
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine import Record, get_ruleset, registry
from engine.fairness import tags_of
from tests.engine.console import run
from tests.engine.games import steps
from tests.engine.nursery import NURSERY
from tests.engine.proven import branched_nursery
from tests.engine.test_fairness import COUNTING

RECORDS = Path(__file__).parent / "records"
FOURTEEN = str(RECORDS / "scores-fourteen.bgr")
HEAD = '[Game "botanik"]\n[Rules "1"]\n'
OPENING = ">KP.BL.YV.GM.BL >BIf.BV.KI"


def replayed(text, *options):
    return run("replay", "-", *options, stdin=text.encode())


class TestPipe:
    def test_it_ends_quietly_when_nobody_reads_on(self):
        command = f"{sys.executable} -m engine replay {FOURTEEN} --json | head -n 1"

        answer = subprocess.run(command, shell=True, check=True, capture_output=True, text=True)

        assert answer.stdout.count("\n") == 1
        assert answer.stderr == ""


class TestReplay:
    def test_it_tells_the_moves_and_the_result(self):
        answer = run("replay", FOURTEEN)

        assert answer.lines[0] == "   1  chance  >BM.GX.GV.YIf.GIf"
        assert answer.lines[-1] == "14-0, seat 0 wins."

    def test_it_tells_a_game_that_runs(self):
        assert replayed(f"{HEAD}\n{OPENING}").lines[-1] == "0-0 so far; the game is not over."

    def test_it_lists_legal_moves_by_code_point(self):
        for line in replayed(f"{HEAD}\n{OPENING} BIf-4", "--json").lines[:-1]:
            legal = json.loads(line).get("legal", [])
            assert legal == sorted(legal)

    def test_it_has_no_legal_moves_for_chance(self):
        first = json.loads(replayed(f"{HEAD}\n{OPENING}", "--json").lines[0])

        assert first == {"ply": 1, "to_move": "chance", "move": ">KP.BL.YV.GM.BL"}

    def test_it_has_no_winner_while_the_game_runs(self):
        last = json.loads(replayed(f"{HEAD}\n{OPENING}", "--json").lines[-1])

        assert last == {
            "over": False,
            "scores": [{"groups": 0, "flowers": 0, "total": 0, "tiles": 0}] * 2,
            "winner": None,
        }

    def test_it_stops_at_a_fault_with_one_line(self):
        answer = replayed(f"{HEAD}\n{OPENING} bif-4 BV-9 KI-1", "--json")

        assert answer.status == 1
        assert [json.loads(line)["ply"] for line in answer.lines] == [1, 2, 3]
        assert answer.complaints == ['Ply 4, "BV-9": "BV-9" is not a move. (line 4)']

    def test_it_refuses_tags_that_contradict_the_moves(self):
        text = Path(FOURTEEN).read_text("utf-8").replace("14-0", "15-0")

        answer = replayed(text, "--json")

        assert answer.status == 1
        assert len(answer.lines) == 94
        assert answer.complaints == ['The tag Result says "15-0", but by the moves it is "14-0".']

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "hello",
            HEAD + "[Broken\n\n",
            HEAD + "\n{",
            '[Game "chess"]\n[Rules "1"]\n\ne4',
            '[Game "botanik"]\n[Rules "7"]\n\n',
            HEAD + "\n" + OPENING + " \x1b[31m",
        ],
    )
    def test_it_complains_in_one_line(self, text):
        answer = replayed(text)

        assert answer.status == 1
        assert len(answer.complaints) == 1
        assert answer.complaints[0].isprintable()

    def test_it_complains_of_a_file_that_is_not_there(self, tmp_path):
        answer = run("replay", str(tmp_path / "nothing.bgr"))

        assert (answer.status, len(answer.complaints)) == (1, 1)

    def test_it_complains_of_bytes_that_are_no_text(self):
        answer = run("replay", "-", stdin=b"\xff\xfe")

        assert (answer.status, answer.complaints) == (1, ["-: not UTF-8 text."])


class TestVerify:
    @pytest.fixture
    def proven(self, tmp_path):
        rules = get_ruleset("botanik")
        decks = COUNTING.decks(rules.decks())
        moves = [s.move.notation for s in steps(rules, 3, decks=decks) if s.move is not None]
        path = tmp_path / "game.bgr"
        tags = {"Game": "botanik", "Rules": "1", **tags_of(COUNTING)}
        path.write_text(Record(tags, tuple(moves)).write(), "utf-8")
        return path

    def test_it_confirms_a_proof(self, proven):
        answer = run("verify", str(proven))

        assert answer.status == 0
        assert answer.lines[-1] == "All 21 reveals agree with the deck."

    def test_it_says_what_was_given(self, monkeypatch):
        monkeypatch.setattr(registry, "RULESETS", (NURSERY,))
        record = branched_nursery(2, 6)

        answer = run("verify", "-", stdin=record.write().encode())

        later = sum(move.startswith(">") for move in record.moves[6:])
        assert answer.lines[1:] == [
            "The first 6 plies were given: it was played on from another game.",
            f"All {later} reveals after them agree with the deck.",
        ]

    def test_it_refuses_a_changed_deck(self, proven):
        text = proven.read_text("utf-8").replace("01" * 16, "00" * 16)

        answer = run("verify", "-", stdin=text.encode())

        assert answer.status == 1
        assert answer.complaints[0].startswith("Ply 1: >RI.BLf.YIf.YV.YT was revealed")

    def test_it_needs_a_proof(self):
        answer = run("verify", FOURTEEN)

        assert answer.status == 1
        assert answer.complaints == ["The record has no tag Entropy0: nothing to verify."]

    def test_it_refuses_tags_that_contradict_the_moves(self, proven):
        text = proven.read_text("utf-8").replace('[Rules "1"]', '[Rules "1"]\n[Result "99-0"]')

        answer = run("verify", "-", stdin=text.encode())

        assert answer.status == 1
        assert answer.complaints[0].startswith('The tag Result says "99-0"')

    @pytest.mark.parametrize("pack", [bytes, gzip.compress])
    def test_it_confirms_every_one_of_many_records(self, proven, tmp_path, pack):
        path = tmp_path / "games.bgr.gz"
        path.write_bytes(pack(b"\n".join([proven.read_bytes()] * 3)))

        answer = run("verify", str(path))

        assert (answer.status, answer.complaints) == (0, [])
        assert answer.lines[-1] == "All 63 reveals of 3 records agree with their decks."

    def test_it_names_each_that_is_wrong_and_goes_on(self, proven):
        good = proven.read_text("utf-8")
        texts = [good, good.replace("01" * 16, "00" * 16), good, "[Broken\n\n", good]

        answer = run("verify", "-", stdin=gzip.compress("\n".join(texts).encode()))

        assert answer.status == 1
        assert answer.complaints[0].startswith(
            f"Record 2 (botanik {COUNTING.game_id.hex()}): Ply 1: >RI.BLf.YIf.YV.YT was revealed"
        )
        assert answer.complaints[1].startswith("Record 4: Line ")
        assert answer.complaints[2] == "2 of 5 records are wrong."

    @pytest.mark.parametrize("cut", [slice(0, -12), slice(0, 40)])
    def test_it_complains_of_a_compressed_file_that_is_not_whole(self, proven, cut):
        packed = gzip.compress(proven.read_bytes())

        answer = run("verify", "-", stdin=packed[cut])

        assert answer.status == 1
        assert answer.complaints == ["-: not a whole compressed file."]


class TestShow:
    def test_it_draws_the_last_position(self):
        assert run("show", FOURTEEN).lines[:16] == [
            "Round 20, the game is over",
            "Arrival: -",
            "Column   1    2    3    4    5",
            "Seat 1   .    .    .    .    .",
            "Centre   BX   RT   RM   BV   KP",
            "Seat 0   .    .    .    .    .",
            "",
            "Machine of seat 0: groups 7, flowers 7, total 14, tiles 9",
            "",
            "  3 -GTf--BIf--YTf--GP    .    .",
            "      |         |",
            "      |         |",
            "  2  GLf--GI --YX --YV    .    .",
            "                |",
            "                |",
            "  1   .    .   YI   ylf--ri --rv",
        ]

    def test_it_draws_the_position_after_a_ply(self):
        lines = run("show", FOURTEEN, "--ply", "4").lines

        assert lines[:6] == [
            "Round 1, the word is with seat 0",
            "Arrival: YT",
            "Seat 0 holds: YI",
            "Column   1    2    3    4    5",
            "Seat 1   .    .    .    .    .",
            "Centre   BM   GX   GV   GL   GIf",
        ]


class TestAnalyse:
    GREEDY = str(Path(__file__).parent / "golden" / "botanik-greedy.bgr")

    def test_it_prints_the_best_moves_with_value_and_chance(self):
        head, *lines = run("analyse", self.GREEDY, "--ply", "32", "--nodes", "800").lines

        assert head.startswith("seat 1 to move")
        assert all(re.fullmatch(r" *[+-]\d+\.\d\d +\d+\.\d%  \S.*", line) for line in lines)
        assert len(lines) > 1

    def test_it_prints_the_same_for_the_same_seed(self):
        one, two = (run("analyse", self.GREEDY, "--ply", "32", "--nodes", "400") for _ in "ab")

        assert one == two

    def test_it_needs_somebody_to_move(self):
        answer = run("analyse", self.GREEDY, "--ply", "1")

        assert answer.status == 1
        assert answer.complaints == ["There is nobody to move here: nothing to analyse."]


class TestPlay:
    def test_it_counts_sequences(self):
        assert run("perft", "botanik", "2", "--seed", "1").lines[-1].isdigit()

    def test_it_lets_bots_play(self):
        bots = ("--first", "random", "--second", "random")
        answer = run("selfplay", "botanik", *bots, "--games", "3", "--seed", "5")

        assert answer.status == 0
        assert answer.lines[0].startswith("first  (random): ")
        assert answer.lines[2].startswith("draws: ")
        assert answer.lines[3].endswith("of 4 games")

    def test_it_prints_a_bare_number_of_plies_a_second(self):
        assert run("speed", "botanik", "--seconds", "0").lines[-1].isdigit()

    @pytest.mark.parametrize(
        "arguments",
        [
            "",
            "dance",
            "perft botanik -1 --seed 1",
            "perft chess 1 --seed 1",
            "selfplay botanik --first nobody --second random --games 1 --seed 1",
            "selfplay botanik --first random --second random --games 0 --seed 1",
        ],
    )
    def test_it_refuses_what_it_does_not_know(self, arguments, capsys):
        with pytest.raises(SystemExit) as stopped:
            run(*arguments.split())

        assert stopped.value.code == 2
        assert "usage: python -m engine" in capsys.readouterr().err


class TestTheProgram:
    def test_it_runs_as_a_module(self):
        done = subprocess.run(
            [sys.executable, "-m", "engine", "replay", "-"],
            input=HEAD + "\nRI-1",
            capture_output=True,
            text=True,
            check=False,
        )

        assert done.returncode == 1
        assert done.stderr == 'Ply 1, "RI-1": First something has to be revealed. (line 4)\n'
