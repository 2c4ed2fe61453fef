"""The worked records of Gardeners (rule 15.6), its traces, counts and decks (11, 12)."""

import json
from pathlib import Path
from random import Random

import pytest

from engine import Proof
from engine.fairness import verify
from engine.games.gardeners import GardenersState
from engine.perft import perft, seeded_decks
from engine.records import Record, read
from engine.registry import GARDENERS, Setup
from engine.replay import ReplayError, check_tags, last_position, moves_for, replay
from tests.engine.console import run
from tests.engine.gardeners_table import registered, setup

RECORDS = Path(__file__).parent / "records" / "gardeners"
NAMES = sorted(path.stem for path in RECORDS.glob("*.bgr"))


@pytest.fixture(autouse=True)
def gardeners(monkeypatch):
    registered(monkeypatch)


def text_of(name):
    return (RECORDS / f"{name}.bgr").read_text("utf-8")


def record_of(name):
    return read(text_of(name))


def told(name):
    """All that happened."""
    plies = list(replay(record_of(name)))
    return [fact for ply in plies for fact in ply.before.told(ply.actor, ply.move, None)]


class TestWorkedRecords:
    def test_it_has_seven(self):
        assert len(NAMES) == 7

    @pytest.mark.parametrize("name", NAMES)
    def test_it_prints_the_trace_to_the_byte(self, name):  # 12.1
        answer = run("replay", str(RECORDS / f"{name}.bgr"), "--json")

        expected = (RECORDS / f"{name}.jsonl").read_text("utf-8")
        assert "".join(f"{line}\n" for line in answer.lines) == expected

    @pytest.mark.parametrize("name", NAMES)
    def test_it_writes_the_record_to_the_byte(self, name):  # 11.1
        assert record_of(name).write() == text_of(name)

    @pytest.mark.parametrize("name", NAMES)
    def test_it_agrees_with_its_tags(self, name):  # 11.1
        check_tags(record_of(name), last_position(record_of(name)))

    @pytest.mark.parametrize("name", NAMES)
    def test_it_is_verified(self, name):  # 11.5
        assert verify(record_of(name)) > 20

    @pytest.mark.parametrize("name", NAMES)
    def test_it_comes_back_from_json_at_every_ply(self, name):
        for ply in replay(record_of(name)):
            back = GardenersState.decode(json.loads(json.dumps(ply.after.encode())))
            assert back == ply.after

    @pytest.mark.parametrize("name", NAMES)
    def test_it_is_never_asked_for_more_than_44_characters(self, name):  # 9
        assert max(map(len, record_of(name).moves)) <= 44

    def test_it_passes_a_training(self):  # 14.10
        last = last_position(record_of("training-a-passed"))

        assert (last.outcome().grade, last.gardens) == ("passed", 6)

    def test_it_ends_a_training_whose_goal_is_out_of_reach(self):  # 13.4
        last = last_position(record_of("training-b-ended"))

        assert (last.outcome().grade, last.how, len(last.discarded)) == ("ended", "cards", 1)

    def test_it_opens_cards_as_new_ones_come(self):  # 7.3
        assert "opened" in {fact.kind for fact in told("initiation-four-seats")}

    def test_it_has_a_check_that_failed(self):
        checks = [fact.conform for fact in told("full-three-seats") if fact.kind == "checked"]

        assert False in checks

    def test_it_has_expert_cards_validated_and_in_play(self):
        last = last_position(record_of("expert-two-seats"))

        assert any(wish.card[0] == "E" for wish in last.validated)
        assert any(wish.card[0] == "E" for wish in last.in_play)

    def test_it_ends_by_leaving(self):  # 7.7
        last = last_position(record_of("seats-that-leave"))

        assert (last.how, last.outcome().reason, last.gone) == ("left", "left", (3, 1, 2))

    def test_it_banks_twice_and_once_more_at_the_end(self):  # 7.6
        facts = told("solo-two-bankings")
        banked = [n for n, fact in enumerate(facts) if fact.kind == "banked"]

        assert len(banked) == 2
        assert "validated" in {fact.kind for fact in facts[banked[-1] + 1 :]}
        assert [wish.card for wish in last_position(record_of("solo-two-bankings")).in_play]

    @pytest.mark.parametrize("name", ["expert-two-seats", "training-a-passed"])
    def test_it_names_no_winner_of_a_team(self, name):  # 11.1
        record = record_of(name)
        wrong = Record({**record.tags, "Winner": "0"}, record.moves)

        with pytest.raises(ReplayError) as refused:
            check_tags(wrong, last_position(record))

        assert refused.value.code == "contradiction"

    def test_it_checks_every_verdict(self):  # 11.3
        record = record_of("full-three-seats")
        wrong = [m.replace("+", "-") if m.startswith(">=") else m for m in record.moves]

        with pytest.raises(ReplayError) as refused:
            last_position(Record(record.tags, tuple(wrong)))

        assert "The check does not say" in str(refused.value)


class TestRunningRecords:
    @pytest.mark.parametrize("name", NAMES)
    def test_it_covers_each_draw_for_spectators_but_alone(self, name):  # 11.4
        record = record_of(name)
        plies = list(replay(record))
        written = moves_for(plies[0].before, [ply.move for ply in plies], viewer=None)
        fronts = [text for text in written if text[1:2] in "XTE" and text[0] == ">"]

        assert bool(fronts) == name.startswith("solo")

    def test_it_shows_a_draw_to_who_drew(self):
        plies = list(replay(record_of("full-three-seats")))
        moves = [ply.move for ply in plies]
        mine = moves_for(plies[0].before, moves, viewer=0)
        others = moves_for(plies[0].before, moves, viewer=1)

        assert (mine[1], others[1]) == (">X27", ">?agglomeration")


class TestPerft:
    @pytest.mark.parametrize(
        ("mode", "seats", "counts"),
        [
            ("training-a", 2, [3, 11, 70, 612, 6349]),
            ("full", 3, [4, 42, 491, 5717, 80267]),
            ("expert", 4, [4, 42, 747, 10778, 187182]),
            ("solo", 1, [5, 56, 2188, 135456]),
        ],
    )
    def test_it_counts_as_many_sequences(self, mode, seats, counts):  # 12.3
        chosen = Setup(GARDENERS, seats, {"mode": mode})
        found = [
            perft(chosen.initial(), seeded_decks(chosen, Random(1)), depth)
            for depth in range(1, len(counts) + 1)
        ]

        assert found == counts


class TestDecks:
    def proof(self, players):
        return Proof(bytes(32), bytes(16), (bytes(16),) * players)

    def test_it_shuffles_a_training(self):  # 11.7
        tiles, cards = self.proof(2).decks(setup("training-a").decks())

        assert " ".join(tiles) == "A16 A11 A14 A10 A1 A15 A13 A5 A8 A3 A2 A12 A4 A6 A7 A9"
        assert " ".join(cards) == "TA6 TA4 TA3 TA1 TA5 TA2"

    @pytest.mark.parametrize(
        ("mode", "seats", "tiles", "cards"),
        [
            ("full", 2, "C1 B2 A14 C7 C10 C3 A4 B4", "X56 X27 X13 X18 X10 X47 X22 X06"),
            ("solo-expert", 1, "C8 A1 B7 A8 A5 A3 A6 C10", "X37 E04 X19 X04 E13 E16 E15 E11"),
        ],
    )
    def test_it_shuffles_tiles_and_then_cards(self, mode, seats, tiles, cards):  # 11.7
        first, second = self.proof(seats).decks(setup(mode, seats).decks())

        assert " ".join(first[:8]) == tiles
        assert " ".join(second[:8]) == cards
