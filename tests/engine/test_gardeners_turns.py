"""Turns, the check, and how a game of Gardeners ends (rules 7.1, 7.5, 13; 14.5, 14.11)."""

import pytest

from engine import CHANCE, NOBODY
from engine.games.gardeners.scoring import grade
from tests.engine.gardeners_table import CALLED, code, kinds, laid, play, table, texts, told

COMPLETE = laid(CALLED)
FLIPPED = tuple(one._replace(turn=3) if one.tile == "B1" else one for one in COMPLETE)
"""With B1 turned to the west, as in rule 14.5."""
CARDS = [(0, "X57"), (1, "X33")]
LINE = laid("A1 A2 A3 A4 A5 A6")


def called(garden=COMPLETE, **fields):
    return table(garden=garden, cards=CARDS, **fields)


class TestTurns:
    def test_it_is_over_with_end(self):  # 7.1
        after = play(table(cards=[(0, "X01")]), "end")

        assert (after.turn, after.turn_of, after.to_move) == (1, 1, {1})

    def test_it_is_over_with_the_eighth_action(self):  # 7.1, 14.11
        state = table(cards=[(0, "X01")])
        added = " ".join(f"{tile}@{x},0^0" for x, tile in enumerate(("A1", "A2", "A3", "A4")))
        after = play(state, f"{added} A4>1 A3>1 A2>1")

        assert (after.acted, after.turn_of) == (7, 0)
        assert play(after, "A5@1,0^0").turn_of == 1
        assert play(after, "A5@1,0^0").acted == 0

    def test_it_may_be_passed(self):  # 7.1
        (over,) = told(table(cards=[(0, "X01")]), "end")

        assert (over.kind, over.seat, over.actions, over.turn) == ("turn-over", 0, 0, 1)

    def test_it_goes_to_the_left_and_passes_over_who_left(self):  # 4.1
        state = table(seats=4, cards=[(0, "X01")], gone=(1, 3))

        assert play(state, "end").turn_of == 2
        assert play(state, "end end").turn_of == 0

    def test_it_goes_on_while_a_top_is_turned(self):  # 7.1
        state = table(cards=[(0, "X01")], garden=LINE, loose=[(), ()], acted=7)
        state = state._replace(
            piles=(state.piles[0]._replace(size=2, top="A7", seen=1), state.piles[1])
        )
        laid_one = state.play_text(0, "A7@0,1^0")

        assert (laid_one.to_move, laid_one.turn_of, laid_one.turn) == (CHANCE, 0, 0)
        after = laid_one.play_text(CHANCE, ">A8")
        assert (after.turn_of, after.turn) == (1, 1)

    def test_it_ends_alone_with_each_move(self):  # 7.1
        state = table("solo", garden=LINE, cards=[(0, "X01")])
        after = play(state, "A7@0,1^0 A8@1,1^0")

        assert (after.turn, after.turn_of, after.actions) == (2, 0, 2)
        assert code(after, "end") == "no-turns"

    def test_it_may_complete_the_garden_with_the_eighth(self):  # 7.1
        last = COMPLETE[-1]
        state = called(COMPLETE[:-1], acted=7)
        after = play(state, f"{last.tile}@{last.x},{last.y}^{last.turn}")

        assert after.turn_of == 1
        assert "done" in texts(after)


class TestTheCheck:
    def test_it_waits_for_the_last_tile(self):  # 7.5
        assert code(called(COMPLETE[:-1]), "done") == "incomplete"

    def test_it_is_a_reveal_that_the_garden_dictates(self):  # 7.5
        state = play(called(FLIPPED), "done")

        assert (state.to_move, state.turn_of, state.turn) == (CHANCE, 0, 0)
        assert code(state, ">=0+1+", CHANCE) == "other-verdict"
        assert code(state, ">X01", CHANCE) == "cannot-reveal"
        assert code(state, ">=0+1-", CHANCE) is None

    def test_it_tells_nothing_but_that_it_was_called(self):  # 7.5
        assert kinds(called(FLIPPED), "done") == ["called"]

    def test_it_is_not_called_again_before_something_changes(self):  # 7.5, 14.5
        state = play(called(FLIPPED), "done >=0+1-")

        assert state.turn_of == 1
        assert code(state, "done") == "nothing-changed"
        assert code(play(state, "end"), "done") == "nothing-changed"
        assert code(state, "B1@4,0^1") == "not-in-reserve"

    def test_it_goes_as_the_worked_example(self):  # 14.5
        state = play(called(FLIPPED), "done >=0+1- B1>0 end B1@4,0^1 done >=0+1+")

        assert (state.due.kind, state.due.seat) == ("cards", 0)
        drawn = play(state, ">X01")
        assert (drawn.in_play[-1].number, drawn.in_play[-1].holder) == (3, 0)
        assert drawn.turn_of == 1

    def test_it_may_follow_a_discard(self):  # 7.5
        state = play(called(FLIPPED), "done >=0+1- drop2 >X01")

        assert code(state, "done") is None

    def test_it_may_follow_a_conform_one_at_once(self):  # 7.5
        state = play(called(), "done >=0+1+ >X41")

        assert code(state, "done") is None

    def test_it_says_one_verdict_for_all_cards_of_a_seat(self):  # 7.5
        cards = [(0, "X57"), (1, "X33"), (0, "X01")]
        state = play(table(garden=COMPLETE, cards=cards), "done")

        assert state.dictated().notation == ">=0-1+"

    def test_it_says_nothing_of_seats_without_cards(self):  # 7.5
        state = play(table(garden=COMPLETE, seats=4, cards=[(3, "X33"), (1, "X57")]), "done")

        assert state.dictated().notation == ">=1+3+"

    def test_it_tells_the_cards_whose_front_one_sees(self):  # 8.5
        state = play(called(FLIPPED), "done")

        def checked(viewer):
            return told(state, ">=0+1-", viewer)[0]

        assert checked(0).cards == ((1, True),)
        assert checked(1).cards == ((2, False),)
        assert checked(None).cards == ()
        assert checked(0).seats == ((0, True), (1, False))
        assert not checked(0).conform

    def test_it_counts_checks_and_gardens(self):  # 10.1
        state = play(called(FLIPPED), "done >=0+1- B1>0 end B1@4,0^1 done >=0+1+")

        assert (state.checks, state.gardens) == (2, 1)


class TestTheEnd:
    def test_it_ends_with_the_last_turn(self):  # 13.1
        after = play(table(cards=[(0, "X01")], turn=47), "end")

        assert (after.how, after.turn, after.to_move) == ("turns", 48, NOBODY)
        assert after.turn_of is None

    def test_it_ends_without_a_reveal(self):  # 13.1, 14.11
        state = table(cards=[(0, "X01")], garden=LINE, loose=[(), ()], acted=7, turn=47)
        state = state._replace(
            piles=(state.piles[0]._replace(size=2, top="A7", seen=1), state.piles[1])
        )

        assert play(state, "A7@0,1^0").how == "turns"

    def test_it_still_draws_in_the_last_turn(self):  # 13.1, 14.11
        cards = [(1, "X57"), (0, "X33"), (1, "X57")]
        state = table(garden=COMPLETE, cards=cards, turn=47)
        after = play(state, "done >=0+1+ >X01")

        assert (after.how, len(after.validated)) == ("turns", 1)
        assert after.score(0).total == 1

    def test_it_ends_after_a_check_that_failed_in_the_last_turn(self):  # 13.1
        assert play(called(FLIPPED, turn=47), "done >=0+1-").how == "turns"

    def test_it_ends_with_the_last_action_alone(self):  # 13.1
        state = table("solo", garden=LINE, cards=[(0, "X01")], actions=299)

        assert play(state, "A7@0,1^0").how == "actions"

    def test_it_ends_with_the_pile_of_cards(self):  # 13.1, 14.10
        state = table("training-a", garden=laid(ALL_SIX), cards=[(0, "TA1")])
        for card in ("TA2", "TA3", "TA4", "TA5", "TA6"):
            state = play(state, "done")
            state = play(state, f"{state.dictated().notation} >{card}")
        after = play(state, "done >=0+1+")

        assert (after.how, after.gardens, len(after.validated)) == ("cards", 6, 3)
        assert grade(after) == "passed"
        assert after.outcome().reason == "played"

    def test_it_lets_nobody_discard_from_an_empty_pile(self):  # 7.4
        cards = [(0, f"TA{n}") for n in (4, 5, 6)]
        done = tuple(card for card in table("training-a", cards=[(0, "TA1")] * 3).in_play)
        state = table("training-a", cards=cards, validated=done)

        assert code(state, "drop1") == "no-card-left"
        assert not [text for text in texts(state) if text.startswith("drop")]


ALL_SIX = """
    A6   A10  A5   A16
    A9   A11  A4   A14
    A15  A12  A3   A8
    A7   A13  A2   A1
"""
"""It fulfils all cards of training A (rule 2.12)."""


class TestScores:
    def scored(self, validated, discarded, mode="full", how="turns"):
        state = table(mode, cards=[(0, "X01")] * (validated + discarded))
        drawn = state.in_play
        return state._replace(
            in_play=(), validated=drawn[:validated], discarded=drawn[validated:], how=how
        )

    @pytest.mark.parametrize(
        ("validated", "discarded", "total"), [(0, 0, 0), (1, 3, -1), (3, 1, 3), (3, 2, 2)]
    )
    def test_it_takes_off_discards_beyond_the_first(self, validated, discarded, total):  # 13.2
        score = self.scored(validated, discarded).score(1)

        assert score.total == total == sum(score.parts.values())

    def test_it_is_of_the_team(self):  # 13.2
        outcome = self.scored(5, 0).outcome()

        assert outcome.placings == (1, 1)
        assert outcome.scores[0] == outcome.scores[1]
        assert outcome.winner is None

    @pytest.mark.parametrize(
        ("total", "together", "alone"),
        [
            (0, "ouch", "ouch"), (1, "start", "start"), (2, "coming-along", "start"),
            (3, "coming-along", "coming-along"), (4, "well-done", "coming-along"),
            (6, "well-done", "well-done"), (7, "impressive", "well-done"),
            (9, "impressive", "well-done"), (10, "experts", "impressive"),
            (13, "experts", "impressive"), (14, "experts", "experts"),
        ],
    )  # fmt: skip
    def test_it_has_a_grade(self, total, together, alone):  # 13.3
        assert self.scored(total, 0).outcome().grade == together
        assert self.scored(total, 0, mode="solo").outcome().grade == alone

    def test_it_is_below_nothing_at_worst(self):  # 14.7
        assert self.scored(1, 3).outcome().grade == "ouch"

    @pytest.mark.parametrize(
        ("mode", "validated", "how", "expected"),
        [
            ("training-a", 3, "cards", "passed"),
            ("training-a", 2, "cards", "ended"),
            ("training-c", 2, "cards", "passed"),
            ("training-c", 1, "cards", "ended"),
            ("training-a", 3, "left", "ended"),
        ],
    )
    def test_it_is_passed_or_ended_in_a_training(self, mode, validated, how, expected):  # 13.4
        assert self.scored(validated, 0, mode=mode, how=how).outcome().grade == expected

    def test_it_scores_nothing_that_is_in_play(self):  # 13.2
        assert table(cards=CARDS).score(0).total == 0
