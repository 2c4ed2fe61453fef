"""What happened in Gardeners, as values (rule 8.5), and positions as JSON and as text."""

import pytest

from engine import PositionError
from engine.games.gardeners import GardenersState, facts
from engine.games.gardeners.plot import Laid
from engine.state import Left
from tests.engine.gardeners_table import CALLED, begun, kinds, laid, play, setup, table, told

TWO = (Laid(0, 0, "A1"), Laid(1, 0, "B1"))


class TestFacts:
    def test_it_tells_of_the_tops(self):
        state = setup("full", 2).initial()

        assert told(state, ">A7.C3") == (facts.Topped(0, 0, "A7"), facts.Topped(1, 1, "C3"))

    def test_it_tells_of_both_piles_of_one(self):
        state = setup("solo", 1).initial()

        assert [(fact.pile, fact.seat) for fact in told(state, ">A7.C3")] == [(0, 0), (1, 0)]

    def test_it_tells_of_an_addition(self):
        state = table(garden=TWO, cards=[(0, "X01")])

        assert told(state, "C3@0,1^2") == (facts.Added(0, "C3", (0, 1), 2),)

    def test_it_tells_of_a_removal(self):
        state = table(garden=TWO, cards=[(0, "X01")])

        assert told(state, "B1>1") == (facts.Given(0, "B1", (1, 0), 1),)

    def test_it_tells_of_a_tile_that_is_moved_alone(self):
        state = table("solo", garden=TWO, cards=[(0, "X01")])

        assert told(state, "B1@0,1^3") == (facts.Moved(0, "B1", (1, 0), (0, 1), 3),)

    def test_it_tells_of_a_passed_turn(self):
        assert told(table(cards=[(0, "X01")]), "end") == (facts.TurnOver(0, 0, 1),)

    def test_it_tells_of_a_turn_over_by_its_eighth_action(self):
        state = table(garden=TWO, cards=[(0, "X01")], acted=7)

        assert told(state, "B1>1")[1] == facts.TurnOver(0, 8, 1)

    def test_it_tells_how_it_ended(self):
        state = table(cards=[(0, "X01")], turn=47)

        assert told(state, "end") == (facts.TurnOver(0, 0, 48), facts.Ended("turns", 0, "ouch"))

    def test_it_tells_of_a_discard(self):
        state = table(cards=[(0, "X01")])

        assert told(state, "drop1", 0) == (facts.Discarded(0, 1, 0, "proximity", "X01"),)
        assert told(state, "drop1", 1) == (facts.Discarded(0, 1, 0, "proximity", None),)

    def test_it_tells_of_who_left(self):
        state = table(seats=3, garden=TWO, cards=[(0, "X01")], loose=[("A2",), (), ()])

        assert told(state, "#0") == (
            Left(0),
            facts.Opened(1, 0, "X01"),
            facts.Inherited(1, ("A2",)),
            facts.TurnOver(0, 0, 1),
        )

    def test_it_tells_of_a_check_and_what_follows(self):
        cards = [(0, "X57"), (1, "X33"), (0, "X34")]
        state = play(table(garden=laid(CALLED), cards=cards), "done")

        assert kinds(state, ">=0+1+") == ["checked"]
        drawn = play(state, ">=0+1+")
        assert kinds(drawn, ">X01") == ["drew", "validated", "turn-over"]

    def test_it_has_a_kind_for_each_row_of_the_table(self):
        named = {
            "topped", "drew", "opened", "validated", "added", "complete", "moved", "given",
            "discarded", "called", "checked", "banked", "left", "inherited", "turn-over", "ended",
        }  # fmt: skip
        classes = [*vars(facts).values(), Left]
        found = {
            fact.kind
            for fact in classes
            if isinstance(fact, type) and isinstance(getattr(fact, "kind", None), str)
        }
        slotted = {
            fact.__dataclass_fields__["kind"].default
            for fact in classes
            if hasattr(fact, "__dataclass_fields__")
        }

        assert (found | slotted | {"left"}) == named


class TestStorage:
    def test_it_comes_back(self):
        state, decks = begun("expert", 3)
        state = play(state, f"{state.reserve(0)[0]}@0,0^0")
        state = play(state, f"{state.deal(decks).notation} #2")

        assert GardenersState.decode(state.encode()) == state

    @pytest.mark.parametrize(
        "change",
        [
            {"format": 2}, {"game": "botanik"}, {"to_move": 3}, {"piles": 7}, {"garden": [[1]]},
            {"in_play": [5]}, {"due": ["tops", 0, 0, 0, 0]},
        ],
    )  # fmt: skip
    def test_it_refuses_what_it_did_not_write(self, change):
        with pytest.raises(PositionError):
            GardenersState.decode({**setup("full", 2).initial().encode(), **change})

    @pytest.mark.parametrize("field", ["mode", "limit", "piles", "loose", "to_move"])
    def test_it_needs_what_has_no_first_value(self, field):
        data = setup("full", 2).initial().encode()
        del data[field]

        with pytest.raises(PositionError):
            GardenersState.decode(data)


class TestDrawing:
    def test_it_draws_the_garden_in_its_box(self):
        state = table(garden=(*TWO, Laid(1, 1, "C3", 2)), cards=[(0, "X01")], seats=3, gone=(2,))

        assert state.draw().splitlines()[:4] == [
            "full, turn 0, 0 points",
            "  .      C3^2",
            "  A1^0   B1^0",
            "  from 0,0",
        ]
        assert "Seat 2, left" in state.draw()
        assert "in play: 1 X01 of 0 hidden" in state.draw()

    def test_it_draws_an_empty_garden(self):
        assert "no tile lies yet" in setup("full", 2).initial().draw()
