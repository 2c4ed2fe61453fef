"""The one grammar of Gardeners (rules 9), and why moves are refused (rules 8.3, 8.4)."""

import pytest

from engine import CHANCE, NotationError
from engine.games.gardeners.components import CARDS, TILES
from engine.games.gardeners.moves import END, Add, Done, Draw, Drop, Give, Turned, Verdict, parse
from engine.games.gardeners.plot import Laid
from engine.registry import GARDENERS
from tests.engine.gardeners_table import CALLED, begun, code, laid, play, refusal, table

TWO = (Laid(0, 0, "A1"), Laid(1, 0, "B1"))


class TestReading:
    @pytest.mark.parametrize(
        ("text", "move"),
        [
            ("C3@-1,2^1", Add("C3", -1, 2, 1)),
            ("A1@999,-999^0", Add("A1", 999, -999, 0)),
            ("C3>2", Give("C3", 2)),
            ("C3>9", Give("C3", 9)),
            ("end", END),
            ("done", Done()),
            ("drop4", Drop(4)),
            ("drop99", Drop(99)),
            (">A7.C3.B1", Turned(("A7", "C3", "B1"))),
            (">X17", Draw(("X17",))),
            (">TA1", Draw(("TA1",))),
            (">X17.X30", Draw(("X17", "X30"))),
            (">=0+1-", Verdict(((0, True), (1, False)))),
        ],
    )
    def test_it_reads_and_writes(self, text, move):
        assert parse(text) == move
        assert move.notation == text
        assert parse(f" \t{text.upper()}\n") == parse(text.lower()) == move

    @pytest.mark.parametrize(
        "text",
        [
            "", "C3", "C3@1,2", "C3@1,2^4", "A1@0,0^1", "C8@0,0^2", "C3@+1,0^0", "C3@-0,0^0",
            "C3@01,0^0", "C3@1000,0^0", "A17@0,0^0", "D1@0,0^0", "C3>12", "C3>", "C3>-1", "drop",
            "drop0", "drop04", "drop100", ">", ">?distance", ">?", ">X61", ">X1", ">A1.X01", ">A1.",
            ">=", ">=0", ">=+0", ">=0+ 1-", "2:C3@-1,2^1", "time", "#1", "END!", "C3 @0,0^0",
            "A1@\u0660,0^0", "\u212a", ">" + ".".join(["A1"] * 20), "END\x00", "done done",
        ],
    )  # fmt: skip
    def test_it_refuses_anything_else(self, text):
        with pytest.raises(NotationError) as refused:
            parse(text)
        assert refused.value.code == "not-a-move"

    def test_it_reads_every_card_and_tile(self):
        for card in CARDS:
            assert parse(f">{card}") == Draw((card,))
        for tile in TILES:
            assert parse(f">{tile}") == Turned((tile,))

    def test_it_has_no_two_moves_that_are_equal(self):
        moves = [parse(text) for text in ("end", "done", "bank", "next", "drop1", ">A1", ">X01")]

        assert len(set(moves)) == len(moves)


class TestReasons:
    def test_it_is_said_in_a_sentence(self):  # 8.3
        state = table(garden=TWO, cards=[(0, "X01")])

        assert refusal(state, "C1@0,2^0") == (
            "beside-nothing",
            "0,2 is not next to a tile of the garden.",
        )
        assert refusal(state, "done")[1] == ("The garden is not complete. Tiles still to lay: 34.")

    def test_it_has_26_of_its_own(self):  # 8.3
        assert len(GARDENERS.reasons) == 26

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            # The first that applies, in the order of rule 8.4.
            ("B2@9,9^0", "not-in-reserve"),
            ("C1@0,0^0", "occupied"),
            ("C1@7,7^0", "beside-nothing"),
            ("C2>1", "not-in-garden"),
            ("C2>7", "not-in-garden"),
            ("A1>7", "seat-unknown"),
            ("A1>0", "to-yourself"),
            ("A1>2", "seat-left"),
            ("done", "incomplete"),
            ("drop2", "not-your-card"),
            ("bank", "nothing-to-bank"),
            (">A1", "chance-alone"),
            (">=0+", "chance-alone"),
        ],
    )
    def test_it_is_the_first_that_applies(self, text, reason):  # 8.4
        loose = [("C1",), ("B2",), ()]
        cards = [(0, "X01"), (1, "X02")]
        state = table(seats=3, garden=TWO, cards=cards, loose=loose, gone=(2,))

        assert code(state, text) == reason

    def test_it_names_the_last_tile_before_the_rest(self):  # 8.4
        assert code(table(garden=TWO[:1], cards=[(0, "X01")]), "A1>1") == "last-tile"

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("A2@0,0^0", "not-in-reserve"),
            ("B1@1,0^0", "same-place"),
            ("B1@0,0^0", "occupied"),
            ("B1@5,5^1", "beside-nothing"),
            ("end", "no-turns"),
        ],
    )
    def test_it_is_the_first_that_applies_alone(self, text, reason):  # 8.4
        state = table("solo", garden=TWO, loose=[("C1",)], cards=[(0, "X01")])

        assert code(state, text) == reason

    def test_it_looks_at_where_a_tile_comes_from_first(self):  # 8.4
        three = (*TWO, Laid(2, 0, "A2"))
        state = table("solo", garden=three, loose=[("C1",)], cards=[(0, "X01")])

        assert code(state, "B1@0,0^0") == "splits"

    def test_it_waits_for_what_is_due(self):  # 8.3
        state, _ = begun("full", 2)
        state = play(state, f"{state.reserve(0)[0]}@0,0^0")

        assert code(state, "end", 0) == "chance-to-move"
        assert code(state, "done", CHANCE) == "cannot-reveal"
        assert code(state, ">=0+", CHANCE) == "cannot-reveal"

    def test_it_reveals_nothing_in_between(self):  # 8.3
        assert code(table(cards=[(0, "X01")]), ">A1", CHANCE) == "no-reveal-now"

    def test_it_is_over_once(self):  # 8.3
        over = play(table(cards=[(0, "X01")], turn=47), "end")

        assert code(over, "end", 0) == "game-over"

    def test_it_changes_nothing(self):  # 8.1
        state = table(garden=TWO, cards=[(0, "X01")])
        before = state.encode()
        refusal(state, "A1>0")

        assert state.encode() == before

    def test_it_refuses_another_verdict(self):  # 11.3
        state = play(table(garden=laid(CALLED), cards=[(0, "X57")]), "done")

        assert refusal(state, ">=0-", CHANCE) == (
            "other-verdict",
            "The check does not say >=0-.",
        )
