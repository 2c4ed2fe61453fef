"""A seat that leaves for good (rules 7.7 and 14.8)."""

from random import Random

import pytest

from engine import CHANCE, NOBODY, IllegalMoveError, NotationError
from tests.engine.gardeners_table import begun, code, kinds, laid, play, table, texts, told

LINE = laid("A1 A2 A3")
FOUR = [(0, "X01"), (1, "X02"), (3, "X03")]


class TestLeaving:
    def test_it_hands_the_tiles_to_the_seat_on_the_left(self):  # 7.7
        state = table(seats=3, garden=LINE, cards=FOUR[:2], loose=[("A4",), ("A5",), ("A6",)])

        assert play(state, "#1").loose == (("A4",), (), ("A5", "A6"))
        assert play(state, "#2").loose == (("A4", "A6"), ("A5",), ())

    def test_it_goes_as_the_worked_example_out_of_turn(self):  # 14.8
        state, decks = begun("full", 4)
        top = state.piles[3].top
        left = play(state, "#3")

        assert left.loose[0] == (top,)
        assert (left.to_move, left.turn, left.turn_of) == (CHANCE, 0, 0)
        rest = left.deal(decks)
        assert len(rest.tiles) == 8
        assert [tuple(source)[2] for source in left.sources()] == [7, 11, 15, 19, 23, 27, 31, 35]
        shown = left.play(CHANCE, rest)
        assert set(rest.tiles) < set(shown.loose[0])
        assert [play(shown, "end " * n).turn_of for n in range(4)] == [0, 1, 2, 0]

    def test_it_goes_as_the_worked_example_in_turn(self):  # 14.8
        state, decks = begun("full", 4)
        left = play(state, "#0")
        shown = left.play(CHANCE, left.deal(decks))

        assert (shown.turn, shown.turn_of) == (1, 1)
        assert state.piles[0].top in shown.loose[1]
        assert shown.in_play[0].is_open
        assert "drop1" in texts(shown)

    def test_it_is_told(self):  # 8.5
        state, decks = begun("full", 4)

        assert kinds(state, "#0") == ["left", "opened", "inherited", "turn-over"]
        assert kinds(state, "#2") == ["left", "inherited"]
        left = play(state, "#2")
        (inherited,) = told(left, left.deal(decks).notation)
        assert (inherited.seat, inherited.tiles) == (3, left.deal(decks).tiles)

    def test_it_leaves_its_cards_in_the_check(self):  # 7.7
        state = table(seats=4, garden=LINE, cards=FOUR)

        assert [seat for seat, _ in play(state, "#3").dictated().seats] == [0, 1, 3]

    def test_it_lets_anybody_discard_its_cards(self):  # 7.7
        state = play(table(seats=4, garden=LINE, cards=FOUR), "#3")

        assert {"drop1", "drop3"} <= set(texts(state))
        after = play(state, "drop3 >X04")
        assert (after.in_play[-1].number, after.in_play[-1].holder) == (4, 0)
        assert after.received == 0

    def test_it_reveals_nothing_if_nothing_is_under_the_top(self):  # 7.7
        assert play(table(seats=3, garden=LINE, cards=FOUR[:1]), "#2").to_move == {0}

    def test_it_is_no_change(self):  # 7.7
        state = table(seats=3, garden=LINE, cards=FOUR[:1], unchanged=True)

        assert play(state, "#2").unchanged

    def test_it_ends_the_game_when_one_is_left(self):  # 7.7, 13.1
        state = table(seats=3, garden=LINE, cards=FOUR[:1])
        after = play(state, "#0 #2")

        assert (after.how, after.to_move, after.gone) == ("left", NOBODY, (0, 2))
        assert after.outcome().reason == "left"
        assert after.outcome().placings == (1, 1, 1)

    def test_it_moves_nothing_any_more_then(self):  # 7.7
        state, _ = begun("full", 2)
        after = play(state, "#1")

        assert after.piles == state.piles
        assert after.turn == 0

    def test_it_ends_the_game_alone(self):  # 7.7
        assert play(table("solo", garden=LINE, cards=[(0, "X01")]), "#0").how == "left"

    def test_it_ends_in_the_last_turn_by_its_turns(self):  # 7.7, 13.1
        state, _ = begun("full", 3, turns=24)

        assert play(state._replace(turn=23), "#0").how == "turns"

    def test_it_cannot_happen_while_a_reveal_is_due(self):  # 7.7
        state, _ = begun("full", 3)
        state = play(state, f"{state.reserve(0)[0]}@0,0^0")

        with pytest.raises(IllegalMoveError) as refused:
            state.leave(1)
        assert refused.value.code == "chance-to-move"

    def test_it_happens_once(self):  # 8.3
        state = play(table(seats=3, garden=LINE, cards=FOUR[:1]), "#2")

        with pytest.raises(IllegalMoveError) as refused:
            state.leave(2)
        assert refused.value.code == "already-left"

    def test_it_is_nothing_that_a_player_can_type(self):  # 7.7
        with pytest.raises(NotationError):
            table(cards=FOUR[:1]).parse("#1")

    def test_it_gives_nothing_to_who_left_any_more(self):  # 6.3
        state = play(table(seats=3, garden=LINE, cards=FOUR[:1]), "#2")

        assert code(state, "A1>2") == "seat-left"
        assert "A1>2" not in texts(state)

    @pytest.mark.parametrize("seed", range(10))
    def test_it_needs_no_caretaker(self, seed):  # 7.7
        rng, (state, decks) = Random(seed), begun("full", 4, seed)
        while not state.is_over:
            if state.to_move is CHANCE:
                state = state.after(CHANCE, state.deal(decks))
                continue
            (seat,) = state.to_move
            assert seat not in state.gone
            if rng.random() < 0.03 and len(state.gone) < 2:
                state = state.leave(rng.choice([s for s in range(4) if s not in state.gone]))
            else:
                state = state.after(seat, rng.choice(state.legal_moves(seat)))
            assert not any(state.reserve(gone) for gone in state.gone) or state.how == "left"
