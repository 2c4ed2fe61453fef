"""The board of Gardeners: a garden in its frame, drafts, wishes, and the lens on one's own."""

import pytest

from engine.games.gardeners.facts import Added, Given
from engine.games.gardeners.moves import parse
from engine.games.gardeners.plot import Laid
from tests.games.gardeners_tables import begun, complete, show


def at_work(seats=2):
    """Four tiles lie; seat 0 is in turn with one tile on its pile and two loose ones."""
    state = begun(seats)
    for text in ("A7@0,0^0", ">A1", "A1@1,0^0", ">A3", "A3@0,1^0", ">A5", "A5@1,1^0", ">B3"):
        state = state.play(None if text[0] == ">" else 0, parse(text)) if text[0] != ">" else (
            state.after(None, parse(text))
        )  # fmt: skip
    state = state.play(0, parse("end"))
    state = state.play(1, parse("A7>0"))
    state = state.play(1, parse("A1>0"))
    for seat in range(1, seats):
        state = state.play(seat, parse("end"))
    return state


def cells(board):
    return {cell.code: cell for cell in board.garden.cells}


class TestWaiting:
    def test_it_says_nothing_to_who_is_not_in_turn(self):
        board = show(begun(), seat=1)

        assert (board.phase, board.saying, board.acts) == ("wait", None, [])

    def test_it_shows_a_spectator_no_front(self):
        board = show(begun(), seat=None)

        assert [(wish.front, wish.is_mine) for wish in board.wishes] == [(None, False)]
        assert board.wishes[0].could_be

    def test_it_marks_who_did_what_in_the_last_turn(self):
        state = at_work()
        last = [Added(1, "A5", (1, 1), 0), Given(1, "A7", (0, 0), 0)]

        board = show(state, last=last)

        assert cells(board)["A5"].by.letter == "N"
        assert {one.code: one.giver.letter for one in board.tray if one.giver} == {"A7": "N"}


class TestDrafting:
    def test_it_offers_the_cells_that_accept_the_tile_in_hand(self):
        state = at_work()

        board = show(state, pick="A7")

        legal = {move.cell for move in state.legal_moves(0) if getattr(move, "tile", "") == "A7"}
        assert board.phase == "lay"
        assert {ghost.choice.move.cell for ghost in board.garden.ghosts} == legal
        assert all(ghost.choice.attribute == "move" for ghost in board.garden.ghosts)

    def test_it_says_why_a_cell_beside_the_garden_is_not_offered(self):
        square = [Laid(at % 3, at // 3, f"C{at + 1}", 0) for at in range(9)]
        bay = tuple(one for one in square if one.cell not in [(1, 1), (2, 1)])

        states = at_work()._replace(garden=bay), at_work()
        said = [show(state, pick="B3").saying.text for state in states]

        assert ["enclosed" in text for text in said] == [True, False]

    def test_it_speaks_of_what_is_sent_along_where_something_is_drafted(self):
        state = at_work()
        move = next(move for move in state.legal_moves(0) if getattr(move, "to", None) is not None)

        said = [show(state, draft=draft, pick="B3").saying for draft in ("", move.notation)]

        assert ["sent too" in one.text for one in said] == [False, True]

    def test_it_speaks_to_who_holds_no_card(self):
        state = at_work()._replace(in_play=())

        assert show(state).saying.text.startswith("You hold no card now")
        assert not show(at_work()).saying.text.startswith("You hold no card now")

    def test_it_marks_nothing_until_something_is_picked(self):
        assert show(at_work()).garden.ghosts == []

    def test_it_numbers_what_is_drafted_and_takes_each_back_alone(self):
        board = show(at_work(), draft="A7@2,1^0 A3>1")

        assert [step.number for step in board.steps] == [1, 2]
        assert board.steps[0].href == "?draft=A3>1&pick="
        assert board.steps[1].href == "?draft=A7@2,1^0&pick="
        assert cells(board)["A7"].step == 1
        assert [(hole.step, hole.mate.name) for hole in board.garden.holes] == [(2, "Nadia")]

    def test_it_shows_what_is_drafted_to_somebody_in_their_reserve(self):
        board = show(at_work(), draft="A3>1")

        assert [one.step for one in board.beds[0].tiles if one.code == "A3"] == [1]

    def test_it_leaves_the_place_of_a_drafted_tile_to_take_it_back(self):
        board = show(at_work(), draft="A7@2,1^0")

        (gone,) = [one for one in board.tray if one.is_gone]
        assert (gone.code, gone.href) == ("A7", "?draft=&pick=")

    def test_it_lays_a_drafted_tile_elsewhere(self):
        board = show(at_work(), draft="A7@2,1^0 A1@0,0^0", pick="A7")

        there = next(one for one in board.garden.ghosts if one.spot == "-1,1")
        assert there.choice.attribute == "instead"
        assert there.choice.href == "?draft=A7@-1,1^0 A1@0,0^0&pick=A7^0"

    def test_it_turns_a_tile_where_it_was_laid(self):
        board = show(at_work(), draft="B3@2,1^0", pick="B3")

        assert board.garden.turner == "?draft=B3@2,1^1&pick=B3^1"

    def test_it_turns_a_tile_in_hand_before_it_is_laid(self):
        board = show(at_work(), pick="B3^1")

        assert board.turner == "?draft=&pick=B3^2"
        assert {ghost.choice.move.turn for ghost in board.garden.ghosts} == {1}

    def test_it_asks_to_whom_a_tile_of_the_border_goes(self):
        board = show(at_work(seats=4), pick="A3")

        assert board.phase == "give"
        assert [receiver.mate.name for receiver in board.receivers] == ["Nadia", "Jonas", "Aiko"]
        assert board.acts == []  # nothing is sent while something is in hand

    def test_it_says_why_a_tile_stays(self):
        board = show(complete(), pick="A14")

        assert "each of its four sides" in board.saying.warning
        assert board.garden.ghosts == []

    def test_it_counts_the_actions(self):
        board = show(at_work(), draft="A7@2,1^0 A3>1")

        assert board.pips == ["drafted"] * 2 + [""] * 6
        assert board.left == 6

    def test_it_says_before_a_top_is_laid_that_it_cannot_be_taken_back(self):
        board = show(at_work(), draft="B3@2,1^0")

        assert board.phase == "ready"
        assert board.confirm == "Lay it: next tile"
        assert "cannot be taken back" in board.saying.causes

    def test_it_ends_a_turn_with_what_is_drafted(self):
        (end,) = show(at_work(), draft="A7@2,1^0").acts

        assert (end.notation, end.text, end.asks) == ("end", "A7@2,1^0 end", False)

    def test_it_asks_once_before_a_pass(self):
        (end,) = show(at_work()).acts

        assert (end.label, end.asks) == ("End turn: pass", True)

    def test_it_says_that_the_eighth_action_ends_the_turn(self):
        state = at_work()._replace(acted=7)

        board = show(state, draft="A7@2,1^0")

        assert (board.phase, board.confirm) == ("ready", "End turn")
        assert "eighth action" in board.saying.text


class TestFrame:
    def test_it_breaks_the_frame_where_the_garden_may_still_grow(self):
        garden = show(at_work()).garden

        assert not any(rail.is_firm for rail in garden.rails)
        assert garden.window.knobs == []

    def test_it_is_firm_around_a_garden_that_is_as_wide_as_it_may_be(self):
        garden = show(complete()).garden

        assert [rail.is_firm for rail in garden.rails] == [True] * 4
        assert len(garden.window.knobs) == 4
        assert garden.window.classes == "n7 half-x half-y"

    def test_it_has_no_frame_before_the_first_tile(self):
        assert show(begun()).garden.rails == []

    def test_it_stays_where_it_is_while_a_turn_is_drafted(self):
        state = at_work()
        before = cells(show(state))["A5"].classes

        assert cells(show(state, draft="A7@2,1^0"))["A5"].classes.split()[:2] == before.split()[:2]


class TestCheck:
    def test_it_looks_the_same_whatever_the_others_hold(self):
        boards = [show(complete(fronts=("X57", other))) for other in ("X33", "X34")]

        assert [(b.acts, b.saying, b.palms) for b in boards[:1]] == [
            (b.acts, b.saying, b.palms) for b in boards[1:]
        ]

    def test_it_tells_nothing_of_ones_own_wish_unasked(self):
        states = [palm.state for palm in show(complete(fronts=("X57", "X33"))).palms]

        assert states == ["hidden", "hidden"]

    def test_it_shows_verdicts_until_something_changes(self):
        state = complete(B1=3).play(0, parse("done"))
        state = state.after(None, parse(">=0+1-"))

        board = show(state, seat=1)

        assert board.palms_are_verdicts
        assert [palm.state for palm in board.palms] == ["ok", "bad"]
        assert [act.notation for act in board.acts] == ["end"]

    def test_it_may_be_called_with_every_tile_laid(self):
        end, done = show(complete()).acts

        assert (done.notation, done.is_primary, end.is_primary) == ("done", True, False)

    def test_it_asks_what_a_discard_costs(self):
        state = complete()
        board = show(state, draft="drop1")

        assert board.confirm == "Discard it"
        assert "costs nothing" in board.saying.text
        assert "cannot be taken back" in board.saying.causes


class TestLens:
    def test_it_is_offered_on_ones_own_card_alone(self):
        mine, theirs = show(complete()).wishes

        assert mine.lens
        assert not theirs.lens

    def test_it_is_offered_of_a_complete_garden_alone(self):
        assert not any(wish.lens for wish in show(at_work()).wishes)

    def test_it_marks_what_breaks_ones_wish(self):
        board = show(complete(fronts=("X33", "X57"), B1=3), pick="lens1")

        flaws = {code for code, cell in cells(board).items() if cell.is_flaw}
        assert flaws
        assert not board.wishes[0].holds
        assert "not fulfilled yet" in board.saying.title

    def test_it_marks_what_fits_a_wish_that_holds(self):
        board = show(complete(fronts=("X33", "X57")), pick="lens1")

        assert {code for code, cell in cells(board).items() if cell.fits} == {
            "B1",
            "B2",
            "B3",
            "B4",
        }
        assert [palm.state for palm in board.palms] == ["mine", "hidden"]

    @pytest.mark.parametrize("pick", ["lens2", "lens9", "lens"])
    def test_it_is_not_to_be_had_for_what_others_hold(self, pick):
        board = show(complete(), pick=pick)

        assert board.garden.lens is None
        assert not any(cell.is_flaw or cell.fits for cell in board.garden.cells)

    def test_it_is_not_to_be_had_by_who_watches(self):
        assert show(complete(), seat=None, pick="lens1").garden.lens is None


class TestAlone:
    def test_it_sends_each_action_alone(self):
        board = show(begun(seats=1), draft="A7@0,0^0", pick="A7")

        assert (board.phase, board.confirm) == ("ready", "Lay it")
        assert board.turn == "299 of 300 actions left"

    def test_it_moves_and_takes_out_a_tile_of_the_border(self):
        board = show(complete(seats=1), pick="A2")

        assert board.take_out.notation == "A2>0"
        assert board.receivers == []

    def test_it_calls_what_is_sent_by_its_name(self):
        board = show(complete(seats=1), draft="A2>0")

        assert board.saying.title == "Red flower on earth, taken out."
        assert board.confirm == "Take it out"

    def test_it_turns_a_bench_in_its_place(self):
        board = show(complete(seats=1), draft="B1@4,-5^2", pick="B1")

        assert board.garden.turner
        assert cells(board)["B1"].step == 1

    def test_it_says_that_a_check_failed_and_where_to_look(self):
        state = complete(seats=1).play(0, parse("done")).after(None, parse(">=0-"))

        saying = show(state).saying

        assert saying.title == "Checked: not every wish is fulfilled."
        assert "What breaks it?" in saying.of_lens
        assert "other" not in show(state, pick="lens1").saying.text

    def test_it_asks_to_bank_after_a_conform_check(self):
        state = complete(seats=1).play(0, parse("done")).after(None, parse(">=0+"))

        board = show(state)

        assert board.phase == "bank"
        assert [act.notation for act in board.acts] == ["bank", "next"]

    def test_it_shows_all_of_ones_cards(self):
        assert all(wish.front for wish in show(begun(seats=1)).wishes)


class TestOver:
    def test_it_opens_all_fronts(self):
        state = complete(seats=3, fronts=("X57", "X33", "X01"))
        state = state.leave(1).leave(2)

        board = show(state, seat=None)

        assert board.phase == "over"
        assert all(wish.front for wish in board.wishes)
        assert board.ended == "Too few are left to play on."

    def test_it_says_what_was_reached(self):
        state = complete().leave(1)

        record = show(state).record
        assert (record.score, record.word) == (0, "Ouch!")
        assert [rung.classes for rung in record.ladder].count("here") == 1
