"""What a seat may know of Gardeners (rules 10 and 8.2)."""

from random import Random

import pytest

from engine import CHANCE, EngineError
from engine.games.gardeners.components import CARDS
from engine.games.gardeners.position import Wish
from engine.games.gardeners.rules import GardenersState
from engine.replay import moves_for
from tests.engine.gardeners_table import CALLED, laid, play, setup, table, told

MODES = [("training-a", 2), ("training-b", 3), ("initiation", 4), ("full", 3), ("expert", 4)]
COMPLETE = laid(CALLED)
CARDS_IN_PLAY = [(0, "X57"), (1, "X33"), (0, "X01")]


def games(mode, seats, seed, plies=120):
    """Random positions, also of complete gardens: they are dealt what lies best."""
    rng, state = Random(seed), setup(mode, seats).initial()
    for _ in range(plies):
        if state.is_over:
            return
        yield state
        if state.to_move is CHANCE:
            state = state.after(CHANCE, state.imagine(rng))
            continue
        (seat,) = state.to_move
        moves = state.sensible_moves(seat) if rng.random() < 0.8 else state.legal_moves(seat)
        state = state.after(seat, rng.choice(moves))


def exchanged(state, viewer, rng):
    """Each front that is hidden from the viewer becomes an unseen one of the same family."""
    return state.view_for(viewer).sample(rng)


def refusals(state, seat, texts):
    for text in texts:
        try:
            state.play_text(seat, text)
        except EngineError as error:
            yield text, str(error), error.code, error.parameters


ATTEMPTS = ["drop1", "drop2", "drop3", "drop4", "done", "end", "A1>0", "A1>1", "A2@0,0^0", ">X01"]


class TestExchangedFronts:
    """Rule 10.3: byte for byte the same, whatever the others hold."""

    @pytest.mark.parametrize("seed", range(6))
    @pytest.mark.parametrize(("mode", "seats"), MODES)
    def test_it_is_the_same_to_the_letter(self, mode, seats, seed):  # 10.3, 8.2
        rng = Random(seed)
        for state in games(mode, seats, seed):
            for viewer in (None, *range(seats)):
                other = exchanged(state, viewer, rng)
                assert repr(other.view_for(viewer)) == repr(state.view_for(viewer))
                if viewer is None:
                    continue
                assert other.legal_moves(viewer) == state.legal_moves(viewer)
                assert list(refusals(other, viewer, ATTEMPTS)) == list(
                    refusals(state, viewer, ATTEMPTS)
                )
                moves = state.legal_moves(viewer)
                for move in rng.sample(moves, min(6, len(moves))):
                    assert repr(other.facts(viewer, move, viewer)) == repr(
                        state.facts(viewer, move, viewer)
                    )

    def test_it_is_the_same_of_a_check_that_is_called(self):  # 7.5, 10.3
        state = table(garden=COMPLETE, cards=CARDS_IN_PLAY)
        fails = state._replace(in_play=(state.in_play[0], Wish(2, "X30", 1), *state.in_play[2:]))

        assert play(state, "done").dictated() != play(fails, "done").dictated()
        assert repr(play(state, "done").view_for(0)) == repr(play(fails, "done").view_for(0))
        assert told(state, "done", 0) == told(fails, "done", 0)


class TestViews:
    def test_it_covers_the_fronts_of_others_alone(self):  # 10.2
        view = table(garden=COMPLETE, cards=CARDS_IN_PLAY).view_for(1)

        assert [w.card for w in view.position.in_play] == ["?hedges", "X33", "?proximity"]
        assert [w.family for w in view.position.in_play] == ["hedges", "panorama", "proximity"]

    def test_it_covers_all_for_spectators(self):  # 10.2
        view = table(garden=COMPLETE, cards=CARDS_IN_PLAY).view_for(None)

        assert all(wish.is_covered for wish in view.position.in_play)

    def test_it_covers_the_newest_alone_in_some_modes(self):  # 3.1
        view = table("initiation", garden=COMPLETE, cards=CARDS_IN_PLAY).view_for(None)

        assert [wish.is_covered for wish in view.position.in_play] == [False, False, True]

    def test_it_covers_nothing_alone(self):  # 3.1
        state = table("solo", garden=COMPLETE, cards=[(0, "X57"), (0, "X33")])

        assert not any(wish.is_covered for wish in state.view_for(None).position.in_play)

    def test_it_says_whether_the_garden_is_conform_with_what_one_sees(self):  # 10.2
        view = table(garden=COMPLETE, cards=CARDS_IN_PLAY).view_for(0)

        assert view.conform == {1: True, 3: False}
        assert table(garden=COMPLETE[1:], cards=CARDS_IN_PLAY).view_for(0).conform == {}

    def test_it_does_not_tell_apart_what_it_has_not_seen(self):  # 10.2
        view = table(garden=COMPLETE, cards=CARDS_IN_PLAY).view_for(0)

        assert "X33" in view.unseen_cards
        assert not {"X57", "X01"} & set(view.unseen_cards)
        assert len(view.unseen_cards) == 58

    def test_it_shows_everything_when_the_game_is_laid_open(self):  # 10.4
        over = play(table(garden=COMPLETE, cards=CARDS_IN_PLAY, turn=47), "end")

        assert over.view_for(1).position.in_play[0].is_covered
        shown = over.laid_open().view_for(None).position
        assert [wish.card for wish in shown.in_play] == ["X57", "X33", "X01"]

    def test_it_covers_nothing_to_who_looks_back(self):  # 10.4
        view = table(garden=COMPLETE, cards=CARDS_IN_PLAY).view_for(GardenersState.hindsight)

        assert [wish.card for wish in view.position.in_play] == ["X57", "X33", "X01"]

    def test_it_tells_who_looks_back_what_everybody_drew(self):  # 10.4
        state = play(table(garden=COMPLETE, cards=[(1, "X57")], acting=1), "drop1")
        drawn = state.parse(">X10")

        assert state.written(CHANCE, drawn, GardenersState.hindsight) == ">X10"
        (told,) = state.told(CHANCE, drawn, GardenersState.hindsight)
        assert told.front == "X10"
        assert state.told(CHANCE, drawn, 0)[0].front is None

    def test_it_lays_open_no_game_that_runs(self):  # 10.4
        state = table(garden=COMPLETE, cards=CARDS_IN_PLAY)

        assert state.laid_open() is state

    def test_it_previews_a_move(self):
        view = table(garden=COMPLETE, cards=CARDS_IN_PLAY).view_for(0)
        preview = view.preview(view.position.parse("done"))

        assert [fact.kind for fact in preview.facts] == ["called"]
        assert preview.after.to_move is CHANCE

    def test_it_previews_nothing_for_spectators(self):
        view = table(garden=COMPLETE, cards=CARDS_IN_PLAY).view_for(None)

        with pytest.raises(TypeError):
            view.preview(view.position.parse("done"))

    @pytest.mark.parametrize("seed", range(20))
    def test_it_samples_the_right_families(self, seed):  # 10.5
        state = table(garden=COMPLETE, cards=CARDS_IN_PLAY)
        sampled = state.view_for(0).sample(Random(seed))

        assert CARDS[sampled.in_play[1].card].family == "panorama"
        assert sampled.in_play[0].card == "X57"

    def test_it_imagines_what_the_imagined_fronts_dictate(self):  # 10.5
        state = play(table(garden=COMPLETE, cards=CARDS_IN_PLAY), "done")
        for seed in range(20):
            sampled = state.view_for(1).sample(Random(seed))
            assert sampled.imagine(Random(1)) == sampled.dictated()


class TestRunningRecords:
    @pytest.mark.parametrize(("mode", "seats"), MODES)
    def test_it_shows_no_front_that_was_drawn_to_spectators(self, mode, seats):  # 11.4
        initial = setup(mode, seats).initial()
        rng, state, played = Random(7), initial, []
        for _ in range(80):
            if state.to_move is CHANCE:
                actor, move = CHANCE, state.imagine(rng)
            else:
                (actor,) = state.to_move
                move = rng.choice(state.sensible_moves(actor))
            played.append(move)
            state = state.after(actor, move)
        written = " ".join(moves_for(initial, played, None))

        assert "?" in written
        assert not any(f">{card}" in written.split(" ") for card in CARDS)
