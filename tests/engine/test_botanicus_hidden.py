"""Rule 13 of Botanicus: hidden are the kinds of the cards in hands and in the pile."""

import json
from dataclasses import fields
from random import Random

import pytest

from engine import CHANCE
from engine.games.botanicus.view import counts
from engine.replay import moves_for
from tests.engine.botanicus_games import game, hidden_words
from tests.engine.botanicus_table import flowers, garden, legal, play, refusal, table


@pytest.fixture
def state():
    return table(garden(hand="C1 C4"), garden(hand="C2 C2 C6"), garden(hand="C8"), discards="C3 C5")


class TestPositions:
    def test_it_holds_pile_and_hands_as_counts(self, state):  # 13.1
        assert state.gardens[1].hand == (0, 2, 0, 0, 0, 1, 0, 0)
        assert state.pile == counts(["C1", "C1", "C2", "C3", "C3", "C4", "C5", "C7", "C7", "C8"])


class TestViews:
    def test_it_shows_a_seat_its_own_hand(self, state):  # 13.2
        assert [state.view_for(seat).hand for seat in range(3)] == [
            ("C1", "C4"),
            ("C2", "C2", "C6"),
            ("C8",),
        ]

    def test_it_shows_a_spectator_no_hand(self, state):  # 13.2
        assert state.view_for(None).hand == ()

    @pytest.mark.parametrize("viewer", [None, 0, 1, 2])
    def test_it_shows_the_sizes_of_hands_and_pile(self, state, viewer):  # 13.2, 10.4
        view = state.view_for(viewer)

        assert (view.sizes, view.pile_size) == ((2, 3, 1), 10)

    def test_it_shows_pile_and_other_hands_as_one(self, state):  # 13.2, 10.4
        seen = state.view_for(0)

        assert seen.unseen == counts(
            ["C1", "C1", "C2", "C2", "C2", "C3", "C3", "C4", "C5", "C6", "C7", "C7", "C8", "C8"]
        )
        assert sum(state.view_for(None).unseen) == 16

    @pytest.mark.parametrize("viewer", [None, 0, 1, 2])
    def test_it_shows_all_that_is_public(self, state, viewer):  # 13.2, 10.4
        state = state._replace(gone=(2,), turn=9, stacks=flowers("1"))
        seen = state.view_for(viewer).position

        hidden = {"gardens", "pile"}
        for name in state._fields:
            assert name in hidden or getattr(seen, name) == getattr(state, name)
        for own, shown in zip(state.gardens, seen.gardens, strict=True):
            assert shown._replace(hand=()) == own._replace(hand=())

    def test_it_shows_legal_moves_to_who_has_the_word_alone(self, state):  # 13.2
        shown = [move.notation for move in state.view_for(0).legal_moves]

        assert shown == legal(state)
        assert not any(state.view_for(viewer).legal_moves for viewer in (None, 1, 2))

    def test_it_is_made_of_nothing_else(self, state):  # 13.2
        assert [field.name for field in fields(state.view_for(0))] == ["viewer", "position"]

    def test_it_does_not_keep_that_a_pile_was_reshuffled_from_discards(self):  # 13.4
        state = table(None, garden(hand="C8 C8"), due=1, placed=True, discards="C1 C2 C3")
        state = play(state._replace(pile=(0,) * 8), ">~")

        assert state.view_for(0).unseen == counts(["C1", "C2", "C3", "C8", "C8"])

    def test_it_previews_a_move_without_what_is_hidden(self, state):  # 13.3
        move = state.parse("C4!")
        preview = state.view_for(0).preview(move)

        assert preview.facts == state.facts(0, move, 0)
        assert preview.after == state.after(0, move).view_for(0)

    def test_it_lets_no_spectator_preview(self, state):  # 13.2
        with pytest.raises(TypeError):
            state.view_for(None).preview(state.parse("F1"))


class TestRecords:
    def test_it_covers_draws_for_all_but_who_draws(self):  # 13.5, 12.1
        state = table(due=1, placed=True, order=(1, 0, 2))
        move = state.parse(">C4")

        shown = {viewer: state.shown(CHANCE, move, viewer) for viewer in (None, 0, 1, 2)}
        assert shown == {None: ">?", 0: ">?", 1: ">C4", 2: ">?"}

    def test_it_covers_nothing_else(self):  # 13.5
        steps = game(4, 1)
        moves = [step.move for step in steps[:-1]]
        for viewer in (None, 0, 1, 2, 3):
            texts = moves_for(steps[0].state, moves, viewer)
            for (state, _, _), text, move in zip(steps, texts, moves, strict=False):
                is_covered = move.notation[:2] == ">C" and state.turn_of != viewer
                assert text == (">?" if is_covered else move.notation)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", [1, 3])
class TestDealtAnew:
    """Unseen cards are dealt again over the pile and the other hands: nothing may differ."""

    def test_it_gives_the_same_to_the_byte(self, seats, seed):  # 13.3
        rng = Random(seed)
        for before, actor, move in rng.sample(game(seats, seed)[:-1], 25):
            for viewer in (None, *range(seats)):
                other = before.view_for(viewer).sample(rng)
                assert repr(other.view_for(viewer)) == repr(before.view_for(viewer))
                assert hidden_words(other, viewer) == hidden_words(before, viewer)
                if viewer == actor:
                    assert other.legal_moves(actor) == before.legal_moves(actor)
                    assert other.told(actor, move, actor) == before.told(actor, move, actor)

    def test_it_keeps_all_sizes(self, seats, seed):  # 13.3
        rng = Random(seed)
        for state, _, _ in game(seats, seed):
            view = state.view_for(0)
            other = view.sample(rng).view_for(0)
            assert (other.sizes, other.pile_size) == (view.sizes, view.pile_size)

    def test_it_tells_others_nothing_of_a_drawn_card(self, seats, seed):  # 13.5
        for state, actor, move in game(seats, seed)[:-1]:
            if move.notation[:2] != ">C":
                continue
            for viewer in {None, *range(seats)} - {state.turn_of}:
                for kind in [f"C{n + 1}" for n, count in enumerate(state.pile) if count]:
                    other = state.parse(f">{kind}")
                    assert state.facts(actor, other, viewer) == state.facts(actor, move, viewer)
                    assert state.after(CHANCE, other).view_for(viewer) == state.after(
                        CHANCE, move
                    ).view_for(viewer)


class TestRefusals:
    def test_it_refuses_a_card_with_the_same_words_whoever_holds_it(self, state):  # 13.3
        assert refusal(state, "C6!") == ("not-in-hand", "You have no card C6.")
        assert refusal(table(garden(hand="C1")), "C6!") == refusal(state, "C6!")

    def test_it_writes_no_order_of_the_pile(self, state):  # 13.1
        written = json.dumps(state.encode())

        assert written == json.dumps(table(*state.gardens, discards="C5 C3").encode())
