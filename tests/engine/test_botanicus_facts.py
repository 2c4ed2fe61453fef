"""Rule 17 of Botanicus: what is told of a move."""

import pytest

from engine.games.botanicus import BotanicusState
from engine.games.botanicus import facts as told
from engine.games.botanicus.position import FINAL
from tests.engine.botanicus_games import game
from tests.engine.botanicus_table import (
    LAID_OUT,
    LAYOUT,
    TASKS,
    dealt,
    facts,
    flowers,
    garden,
    kinds,
    part,
    play,
    table,
)

IN_DEPTH = ("C1!", "22+", "23+", "F3", "G3-c1", "S7u", "32=2")


@pytest.fixture
def in_depth():
    """The seat of the rulebook's long example (15.1), at a table of four."""
    mine = garden(
        coins=4,
        hand="C1",
        pieces="M0 B0 S5",
        beds={22: 3, 23: 3, 31: 2, 34: 2},
        basics=(False, True, False, False, False),
        tasks=("T16", "T1", "T19", "T18", "T6"),
    )
    return table(mine, seats=4, column=2)


def by_moves(state, texts):
    """What each move of a turn is told to do."""
    for text in texts:
        yield facts(state, text)
        state = play(state, text)


class TestTheInDepthTurn:
    def test_it_tells_it_fact_by_fact(self, in_depth):  # 15.1, 17.2
        assert list(by_moves(in_depth, IN_DEPTH)) == [
            (told.CardUsed(0, "C1", 2), told.Gained(0, "card", "C1", ("W", "W"))),
            (told.Watered(0, 22, 4),),
            (told.Watered(0, 23, 4), told.TaskDone(0, 2, "T1", 10)),
            (
                told.Placed(0, 2, 3, 0, 0),
                told.Gained(0, "space", "23", ("G3",)),
                told.Gained(0, "tile", "L1", ("S1",)),
            ),
            (told.Walked(0, "b2", "c1", 2, 0),),
            (
                told.Stepped(0, "S", "S5", "S7", 1, 2, returned=True),
                told.Gained(0, "track", "S7", ("P2", "R")),
                told.PrizeTaken(0, "S", 24),
            ),
            (told.Planted(0, 32, 2, 0), told.TaskDone(0, 3, "basic", 9)),
        ]

    def test_it_tells_the_kinds_that_the_rules_list(self, in_depth):  # 17.2
        kinds_of = [" ".join(f.kind for f in after) for after in by_moves(in_depth, IN_DEPTH)]

        assert " · ".join(kinds_of) == (
            "card-used gained · watered · watered task-done · placed gained gained · walked"
            " · stepped gained prize · planted task-done"
        )

    def test_it_ends_with_these_points(self, in_depth):  # 15.1
        state = play(in_depth, *IN_DEPTH)

        assert [part(state, name) for name in ("special", "prizes", "basic")] == [10, 24, 9]
        assert (state.gardens[0].coins, state.to_move) == (0, {1})


class TestSetUp:
    def test_it_tells_the_lay_out(self):  # 17.1
        assert facts(BotanicusState.initial(2), LAID_OUT) == (told.LaidOut(LAYOUT),)

    def test_it_tells_what_each_seat_is_dealt(self):  # 17.1
        laid = play(BotanicusState.initial(2), LAID_OUT)

        assert facts(laid, ">" + ".".join(TASKS[:10])) == (
            told.Dealt(0, TASKS[:5]),
            told.Dealt(1, TASKS[5:10]),
        )

    def test_it_tells_each_task_that_is_assigned(self):  # 17.1
        assert facts(dealt(2), "T8/1") == (told.Assigned(1, "T8", 1),)

    def test_it_tells_the_fifth_with_the_fourth(self):  # 17.1
        state = play(dealt(2), "T8/1 T7/2 T6/3")

        assert facts(state, "T9/4") == (told.Assigned(1, "T9", 4), told.Assigned(1, "T10", 5))


class TestFacts:
    @pytest.mark.parametrize(
        ("state", "text", "expected"),
        [
            (table(seats=2, phase="neutral"), "N2", told.NeutralPlaced(0, 1, 2)),
            (table(), "G-c3", told.Walked(0, "b2", "c3", 2, 2)),
            (table(garden(hand="C4")), "C4$", told.CardSold(0, "C4", 3)),
            (table(stacks=flowers("", "N1")), "F2", told.Placed(0, 1, 2, 2, 6)),
            (table(groups=["P1"]), "22=1", told.Planted(0, 22, 1, 0)),
            (table(garden(beds={22: 4}), groups=["P1"]), "22=1", told.Planted(0, 22, 1, 4)),
            (table(groups=["W S2 G3"]), "-", told.Forfeited(0, ("G3", "S2", "W"))),
            (table(groups=["M1"]), "M2u", told.Stepped(0, "M", "M0", "M2u", 2, 3, returned=False)),
        ],
    )
    def test_it_tells_first_what_was_done(self, state, text, expected):  # 17.1
        assert facts(state, text)[0] == expected

    def test_it_tells_that_the_pole_position_pays(self):  # 17.1
        assert facts(table(), "F1")[1] == told.Gained(0, "pole", "11", ("$3",))

    def test_it_tells_what_is_missed_right_after_placing(self):  # 17.1
        assert facts(table(stacks=flowers("1")), "F1")[1] == told.Missed(0, "pole")
        assert facts(table(column=2, stacks=flowers("1")), "F1")[1:] == (
            told.Missed(0, "D1"),
            told.Gained(0, "space", "21", ("$1",)),
        )

    def test_it_tells_animals_by_their_number(self):  # 17.1
        state = table(garden(animals=1), column=8)

        assert told.AnimalCame(0, 2, 6) in facts(state, "F4")

    def test_it_tells_that_there_is_no_sixth_animal(self):  # 17.1
        assert told.NoAnimal(0) in facts(table(garden(animals=5), column=8), "F4")

    def test_it_tells_that_no_prize_is_left(self):  # 17.1
        state = table(garden(pieces="M0 B0 S6"), groups=["S1"], taken=(0, 5))

        assert told.NoPrize(0, "S") in facts(state, "S7l")

    def test_it_tells_steps_that_were_not_used(self):  # 17.1
        assert facts(table(groups=["M3"]), "M1")[1] == told.Unused(0, "M", 2, 2)
        assert facts(table(groups=["B2"]), "-")[1] == told.Unused(0, "B", 2, 2)

    def test_it_tells_no_step_in_the_final_turn_without_a_track(self):  # 17.1
        assert facts(table(round=FINAL, column=8), "-") == (told.Unused(0, None, 1, 1),)

    def test_it_tells_what_lapses(self):  # 17.1, 6.6
        assert facts(table(groups=["B3"]), "B3")[-1] == told.Lapsed(0, ("W", "W"))

    def test_it_tells_the_card_to_its_owner_alone(self):  # 17.1, 13.5
        state = table(column=2, due=1, placed=True)

        assert facts(state, ">C4", viewer=0)[0] == told.Drew(0, "C4")
        assert facts(state, ">C4", viewer=1)[0] == told.Drew(0, None)
        assert facts(state, ">C4", viewer=None)[0] == told.Drew(0, None)

    def test_it_tells_a_reshuffle(self):  # 17.1
        state = table(due=1, placed=True, discards="C1 C2", pile=(0,) * 8, shuffles=1)

        assert facts(state, ">~") == (told.Reshuffled(2, 2),)

    def test_it_tells_the_end_of_a_column_last(self):  # 17.2
        state = table(column=4, order=(1, 2, 0), acting=2, stacks=flowers("", "", "1", "2"))

        assert kinds(state, "F3") == [
            *("placed", "missed", "gained", "lapsed", "column-over", "again"),
        ]
        assert facts(state, "F3")[-2:] == (told.ColumnOver(1, 4, (0, 1, 2)), told.Again(0))

    def test_it_tells_the_end_of_a_round(self):  # 17.1
        state = table(column=8, acting=2, stacks=flowers("", "0", "", "1"), order=(0, 1, 2))

        assert facts(state, "F4")[-2:] == (told.ColumnOver(1, 8, (0, 2, 1)), told.RoundOver(1))

    def test_it_tells_the_end_of_the_game(self):  # 17.1
        state = table(round=FINAL, column=8, acting=2)

        assert facts(state, "-")[-1] == told.Ended("played")

    def test_it_tells_that_a_seat_left(self):  # 17.1
        assert [(fact.kind, fact.seat) for fact in facts(table(), "#2")] == [("left", 2)]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", [1, 2])
class TestWholeGames:
    def test_it_tells_every_coin(self, seats, seed):  # 17.1
        """Coins change by what is told, and by nothing else."""
        steps = game(seats, seed)
        coins = [6] * seats
        for state, actor, move in steps[:-1]:
            for fact in state.told(actor, move, None):
                gains = [int(a[1:]) for a in getattr(fact, "actions", ()) if a[0] == "$"]
                if fact.kind == "gained":
                    coins[fact.seat] += sum(gains)
                elif fact.kind in ("walked", "placed", "stepped", "card-used"):
                    coins[fact.seat] -= fact.price
                elif fact.kind == "card-sold":
                    coins[fact.seat] += fact.coins

        assert coins == [garden.coins for garden in steps[-1].state.gardens]

    def test_it_tells_every_point(self, seats, seed):  # 17.1
        steps = game(seats, seed)
        points = [0] * seats
        for state, actor, move in steps[:-1]:
            for fact in state.told(actor, move, None):
                if fact.kind in ("animal", "prize", "task-done", "unused"):
                    points[fact.seat] += fact.points
                elif fact.kind == "gained":
                    points[fact.seat] += sum(int(a[1:]) for a in fact.actions if a[0] == "V")

        assert points == [sum(garden.scored) for garden in steps[-1].state.gardens]

    def test_it_tells_the_end_once_and_last(self, seats, seed):  # 17.1
        kinds_of = [
            fact.kind
            for state, actor, move in game(seats, seed)[:-1]
            for fact in state.told(actor, move, None)
        ]

        assert kinds_of.count("ended") == 1
        assert kinds_of[-1] == "ended"
