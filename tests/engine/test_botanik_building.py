"""Rules 5: building. Every picture shows the machine before the tile is laid."""

import pytest

from engine.games.botanik.drawing import draw_machine
from engine.games.botanik.machine import BARE_SOURCE
from engine.games.botanik.tiles import tile_of
from tests.engine.pictures import accepts, built, fits, machine

ALL_TYPES = ("KI", "KL", "KT", "KX", "KP", "KV")

NO_CROSS_FITS = """
    :
    :  1  rv    .
    :      |
    :      |    |
    :  0  rp    *
    :
    :     -1    0
"""


class TestWhereATileGoes:
    def test_it_goes_next_to_the_source(self):  # 5.1
        source = machine("""
            :      |
            :  0   *
            :
            :      0
        """)

        assert fits(source, "RI") == ["-1,0^0", "0,-1^1", "0,1^0", "1,0^0"]

    def test_it_needs_no_pipe_to_its_neighbour(self):  # 5.1
        assert accepts(BARE_SOURCE, "RI@1,0^0")

    def test_it_goes_next_to_a_tile_that_is_not_joined(self):  # 5.1
        drawn = machine("""
            :      |    |
            :  0   *   ri
            :           |
            :      0    1
        """)

        assert accepts(drawn, "KI@2,0^0")
        assert accepts(drawn, "KI@1,1^0")

    @pytest.mark.parametrize("place", ["0,0", "1,1", "0,2", "-1,-1", "999,-999"])
    def test_it_goes_nowhere_else(self, place):  # 5.1: taken, diagonal, apart
        assert not accepts(BARE_SOURCE, f"RX@{place}^0")

    def test_it_offers_each_look_once(self):  # 7
        assert {turn[-1] for turn in fits(BARE_SOURCE, "RI")} == {"0", "1"}
        assert {turn[-1] for turn in fits(BARE_SOURCE, "RX")} == {"0"}
        assert {turn[-1] for turn in fits(BARE_SOURCE, "RT")} == {"1", "2", "3"}


class TestPipesMeet:
    def test_it_needs_a_pipe_where_the_neighbour_has_one(self):  # 5.2
        assert not accepts(BARE_SOURCE, "RI@0,1^1")
        assert accepts(BARE_SOURCE, "RI@0,1^0")

    def test_it_needs_a_wall_where_the_neighbour_has_one(self):  # 5.2
        assert not accepts(BARE_SOURCE, "RI@1,0^1")
        assert not accepts(BARE_SOURCE, "RX@1,0^0")

    def test_it_looks_at_every_side(self):  # 5.2
        drawn = machine("""
            :
            :  1 -RT -  .
            :      |
            :      |    |
            :  0   *   ri
            :           |
            :      0    1
        """)

        # (1,1) touches RT with a pipe in the west and RI with a pipe in the south
        assert [turn for turn in fits(drawn, "KL") if turn.startswith("1,1")] == ["1,1^2"]
        assert [turn for turn in fits(drawn, "KI") if turn.startswith("1,1")] == []
        assert [turn for turn in fits(drawn, "KT") if turn.startswith("1,1")] == [
            "1,1^2",
            "1,1^3",
        ]


class TestTheNetworkStaysOpen:
    def test_it_may_not_be_closed(self):  # 5.3
        assert not accepts(BARE_SOURCE, "RP@0,1^2")

    def test_it_may_not_be_closed_later(self):  # 5.3
        drawn = machine("""
            :
            :  1  RL --RL
            :      |    |
            :      |
            :  0   *    .
            :
            :      0    1
        """)

        assert not accepts(drawn, "KP@1,0^0")
        assert accepts(drawn, "KI@1,0^0")

    def test_it_counts_an_opening_that_no_tile_could_ever_fit(self):  # 5.3
        drawn = machine("""
            :
            :  1  RL -  .    .
            :      |
            :      |
            :  0   *    .   gl -
            :                |
            :                |
            : -1 -ki --ki --bl
            :
            :      0    1    2
        """)

        assert accepts(drawn, "RL@1,1^2")
        hole = built("RL@0,1^1 KI@0,-1^1 KI@1,-1^1 BL@2,-1^3 GL@2,0^1 RL@1,1^2")
        assert not any(t.startswith("1,0^") for code in ALL_TYPES for t in fits(hole, code))

    def test_it_may_be_joined_to_a_part_that_keeps_it_open(self):  # 5.3
        drawn = machine("""
            :
            :  1   .  -kl
            :           |
            :      |    |
            :  0   *   ri
            :           |
            :      0    1
        """)

        assert accepts(drawn, "RL@0,1^1")

    def test_it_may_not_be_joined_to_a_part_that_closes_it(self):  # 5.3
        drawn = machine("""
            :
            :  1   .  -kl
            :           |
            :      |    |
            :  0   *   rp
            :
            :      0    1
        """)

        assert not accepts(drawn, "RL@0,1^1")
        assert accepts(drawn, "RT@0,1^1")

    def test_it_may_close_parts_that_are_not_joined(self):  # 5.3
        drawn = machine("""
            :      |    |
            :  0   *   rp
            :
            :      0    1
        """)

        assert accepts(drawn, "KP@1,1^2")

    def test_it_allows_loops(self):  # 5.3
        drawn = machine("""
            :                |
            :  2   .   RL --RT
            :           |    |
            :           |
            :  1   .   RT -  .
            :           |
            :           |
            :  0   .    *    .
            :
            :     -1    0    1
        """)

        assert accepts(drawn, "KL@1,1^3")


class TestTilesThatFitNowhere:
    def test_it_accepts_no_cross(self):  # 5.4
        assert fits(machine(NO_CROSS_FITS), "RX") == []
        assert not machine(NO_CROSS_FITS).accepts(tile_of("RX"))

    def test_it_accepts_no_tile_that_fits_only_where_it_closes_the_network(self):  # 5.4
        drawn = machine("""
            :
            :  2   .   gp    .
            :           |
            :
            :  1  kp -  .  -rp
            :
            :           |
            :  0   .    *    .
            :
            :     -1    0    1
        """)

        assert fits(drawn, "RX") == []
        assert not drawn.accepts(tile_of("RX"))

    def test_it_accepts_a_cross_again_after_a_straight(self):  # 5.4
        drawn = machine("""
            :           |
            :  1  rv   RI
            :      |    |
            :      |    |
            :  0  rp    *
            :
            :     -1    0
        """)

        assert drawn == built("RP@-1,0^0 RV@-1,1^2 RI@0,1^0")
        assert fits(drawn, "RX") == ["0,2^0"]


class TestSize:
    def test_it_has_no_limit(self):  # 5.5
        tower = built(" ".join(f"RI@0,{y}^0" for y in range(1, 60)))

        assert accepts(tower, "RI@0,60^0")
        assert len(tower.joined) == 60


class TestPictures:
    def test_it_reads_what_the_engine_draws(self):
        drawn = built("YI@0,1^0 YX@0,2^0 YTf@0,3^2 YV@1,2^3 GI@-1,2^1 RIf@1,0^0")

        picture = "\n".join(f":{line}" for line in draw_machine(drawn).splitlines())
        assert machine(picture) == drawn
