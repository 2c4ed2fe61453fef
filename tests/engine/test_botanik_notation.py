"""Rules 7: one grammar for the board, the keyboard, the API, mail and records."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import NotationError
from engine.games.botanik.cells import COORDINATE_LIMIT, cell_at, place_of
from engine.games.botanik.moves import Build, CentrePlay, Reveal, SidePlay, Swap, parse
from engine.games.botanik.tiles import TILES, tile_of

tiles = st.sampled_from(TILES)
columns = st.integers(0, 4)
coordinates = st.integers(-COORDINATE_LIMIT, COORDINATE_LIMIT)


@st.composite
def builds(draw):
    tile = draw(tiles.filter(lambda tile: not tile.is_meca))
    return Build(
        tile, cell_at(draw(coordinates), draw(coordinates)), draw(st.sampled_from(tile.turns))
    )


moves = st.one_of(
    st.builds(SidePlay, tiles, columns),
    st.builds(CentrePlay, tiles, columns),
    st.builds(Swap, columns),
    st.builds(Reveal, st.lists(tiles, min_size=1, max_size=5).map(tuple)),
    builds(),
)


class TestTheTable:
    @pytest.mark.parametrize(
        ("text", "move"),
        [
            ("RIf/3", SidePlay(tile_of("RIf"), 2)),
            ("RIf-3", CentrePlay(tile_of("RIf"), 2)),
            ("M=4", Swap(3)),
            ("RIf@1,-2^1", Build(tile_of("RIf"), cell_at(1, -2), 1)),
            (">KP.BL.YV", Reveal((tile_of("KP"), tile_of("BL"), tile_of("YV")))),
        ],
    )
    def test_it_is_read_and_written(self, text, move):
        assert parse(text) == move
        assert move.notation == text

    @pytest.mark.parametrize("text", ["rif/3", "RIF/3", " RIf/3", "RIf/3  ", "\tRIf/3\n"])
    def test_it_ignores_case_and_space_around(self, text):
        assert parse(text).notation == "RIf/3"

    @pytest.mark.parametrize("text", ["m=4", ">kp.bl.yv", "kt@0,1^3"])
    def test_it_is_stored_in_one_form(self, text):
        assert parse(text).notation == text.upper()

    @pytest.mark.parametrize(
        "text",
        [
            "RI@0,1^2",  # looks like ^0
            "RI@0,1^3",
            "RX@0,1^1",
            "RL@0,1^4",
            "RL@0,1",  # the turn is always written
            "RL@+1,0^0",
            "RL@-0,1^0",
            "RL@01,1^0",
            "RL@0,00^0",
            "RL@1000,0^0",
            "RL@1.0,0^0",
            "RL@0, 1^0",
            "RL@0,1^-0",
            "RL@0,1^00",
            "RM@0,1^0",  # never built
            "RXf/3",
            "RPf@0,1^0",
            "RIff/3",
            "RI/0",
            "RI/6",
            "RI/33",
            "RI/ 3",
            "R I/3",
            "RI",
            "RI/",
            "XI/3",
            "M=0",
            "M=6",
            "RM=4",
            "M-",
            ">",
            ">RI.",
            ">RI,KP",
            ">.RI",
            ">?",
            "> RI",
            "",
            " ",
            "RI/3 RI/3",
            "RI/3\x00",
            "RI/３",  # a full-width digit
            "RI/٣",  # an Arabic-Indic digit
            "\N{KELVIN SIGN}I/3",
            "RI/3\u2028",
            "RI@0,1^0\u00a0",
            "RL@" + "9" * 5000 + ",0^0",
            "R" * 100_000,
            ">" + ".".join(["RI"] * 10_000),
        ],
    )
    def test_it_refuses_every_other_spelling(self, text):
        with pytest.raises(NotationError) as refused:
            parse(text)

        assert len(str(refused.value)) < 300
        assert str(refused.value).isprintable()


class TestRoundTrips:
    @given(moves)
    def test_it_reads_what_it_writes(self, move):
        assert parse(move.notation) == move

    @given(moves)
    def test_it_is_one_text_for_one_move(self, move):
        assert parse(move.notation.lower()).notation == move.notation

    @given(moves, moves)
    def test_it_is_another_text_for_another_move(self, one, other):
        assert (one == other) == (one.notation == other.notation)

    @given(coordinates, coordinates)
    def test_it_numbers_cells_by_their_place(self, x, y):
        assert place_of(cell_at(x, y)) == (x, y)

    @given(st.text(max_size=30))
    def test_it_reads_a_move_or_refuses(self, text):
        try:
            move = parse(text)
        except NotationError:
            return
        assert parse(move.notation) == move

    @given(st.from_regex(r"[RYGBK][ILTXPVM]f?[@/-][-+]?[0-9]{0,4},?[-+]?[0-9]{0,4}(\^[0-9])?"))
    def test_it_accepts_no_near_miss(self, text):
        try:
            move = parse(text)
        except NotationError:
            return
        assert move.notation == text.strip()
