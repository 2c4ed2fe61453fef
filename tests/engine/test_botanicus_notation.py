"""Rule 11 of Botanicus: one grammar for the board, the keyboard, the API, mail and records."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import NotationError
from engine.games.botanicus.ground import BED_AT, FOOTPRINT_AT
from engine.games.botanicus.moves import (
    FORFEIT,
    RESHUFFLE,
    SPELLED,
    Assign,
    Deal,
    Draw,
    Flower,
    Layout,
    Neutral,
    Plant,
    SellCard,
    Step,
    Stroll,
    UseCard,
    Walk,
    Water,
    parse,
)
from tests.engine.botanicus_table import LAID_OUT, LAYOUT, TASKS

TABLE = [
    ("T12/3", Assign("T12", 3)),
    ("N2", Neutral(2)),
    ("G-c1", Walk(FOOTPRINT_AT["c1"])),
    ("C3!", UseCard("C3")),
    ("C3$", SellCard("C3")),
    ("F2", Flower(2)),
    ("G3-c1", Stroll(3, FOOTPRINT_AT["c1"])),
    ("M2l", Step("M2l")),
    ("B5", Step("B5")),
    ("S4", Step("S4")),
    ("S7u", Step("S7u")),
    ("S7l", Step("S7l")),
    ("23=2", Plant(BED_AT[23], 2)),
    ("23+", Water(BED_AT[23])),
    ("-", FORFEIT),
    (LAID_OUT, Layout(LAYOUT)),
    (">T20.T12", Deal(("T20", "T12"))),
    (">C4", Draw("C4")),
    (">~", RESHUFFLE),
]


def is_move(text):
    try:
        parse(text)
    except NotationError:
        return False
    return True


class TestTheTable:
    @pytest.mark.parametrize(("text", "move"), TABLE)
    def test_it_is_read_and_written(self, text, move):  # 11
        assert parse(text) == move
        assert move.notation == text

    @pytest.mark.parametrize(("text", "move"), TABLE)
    def test_it_ignores_case_and_space_around(self, text, move):  # 11
        for typed in (text.lower(), text.upper(), f"  {text}\t", f"{text}\n"):
            assert parse(typed).notation == text

    def test_it_has_one_meaning_for_each_text(self):  # 11
        written = [move.notation for move in SPELLED.values()]

        assert len(written) == len({text.lower() for text in written}) == len(SPELLED)

    def test_it_writes_moves_of_different_kinds_that_are_never_equal(self):  # 11
        assert Flower(2) != Neutral(2)
        assert UseCard("C3") != SellCard("C3")

    def test_it_knows_so_many_moves(self):  # 11
        counts = {"assign": 100, "neutral": 4, "flower": 4, "walk": 12, "stroll": 48, "use": 8,
                  "sell": 8, "step": 8 + 7 + 8, "plant": 72, "water": 18, "forfeit": 1,
                  "reveal": 9}  # fmt: skip
        kinds = [move.kind for move in SPELLED.values()]

        assert {kind: kinds.count(kind) for kind in set(kinds)} == counts

    def test_it_is_at_most_71_characters_long(self):  # 11
        assert len(Deal(TASKS).notation) == 71
        assert len(LAID_OUT) < 71


class TestWhatIsNoMove:
    @pytest.mark.parametrize(
        "text",
        [
            *("", "hello", "F02", "S7", "M2", "B4", "G3-", "23=II", "F0", "F5", "N0", "N5"),
            *("T0/1", "T21/1", "T01/1", "T1/0", "T1/6", "T1", "T1/1/1"),
            *("14+", "51=2", "15+", "61+", "23=0", "23=5", "23", "23=", "2 3+"),
            *("G-e1", "G-a4", "G-a0", "G1-a1", "G6-a1", "G0-a1", "G3c1"),
            *("C0!", "C9!", "C3", "C03!", "C3!!", "M0", "B0", "S0", "M7", "B6", "S8", "M1u"),
            *(">?", ">", ">C9", ">C1.C2", ">T1.C1", ">D1", ">D1.D2", ">T1.", ">T01", ">.T1", ">~~"),
            *("--", "#", "#0", "#12", "F 2", "F2 F3", "F٢", "Ｆ2", "23＝2"),
            LAID_OUT + ".D1",
            ">" + ".".join((*TASKS, "T1")),
        ],
    )
    def test_it_is_not_corrected(self, text):  # 11
        assert not is_move(text)

    def test_it_reads_lay_outs_and_deals_that_are_not_allowed(self):  # 11, 16.3
        assert is_move(LAID_OUT.replace("D2", "D1"))
        assert is_move(">T1.T1")

    @given(st.text(alphabet="FNGCTMBSPW0123456789abcdul>~?!$=+-/.# ", max_size=8))
    def test_it_reads_what_it_writes_or_refuses(self, text):  # 11
        if is_move(text):
            assert parse(text).notation.upper() == text.strip().upper()

    @given(st.text(max_size=80))
    def test_it_refuses_or_reads_any_text(self, text):  # 11
        is_move(text)
