"""Rules 7.7 and 12 of Botanicus: drawing, shuffling again, and the deck that can be verified."""

from random import Random

import pytest

from engine import CHANCE
from engine.fairness import Proof
from engine.games.botanicus import BOTANICUS_LISTS
from engine.games.botanicus.components import CARD_DECK
from engine.games.botanicus.position import ALL_CARDS, NO_CARDS
from engine.games.botanicus.view import counts
from engine.perft import seeded_decks
from tests.engine.botanicus_table import GAMES, code, facts, garden, hand, kinds, play, table

ZEROS = Proof(bytes(32), bytes(16), (bytes(16), bytes(16)))
COUNTING = Proof(
    bytes(range(32)),
    bytes.fromhex("00112233445566778899aabbccddeeff"),
    (b"\1" * 16, b"\2" * 16, b"\3" * 16),
)
VECTORS = [
    (
        ZEROS,
        "D2 D8 D3 D5 D7 D4 D6 D1",
        "L2 L6 L1 L5 L4 L7 L8 L3",
        "T17 T9 T12 T11 T5 T2 T20 T8 T18 T1 T15 T19 T3 T13 T6 T14 T16 T10 T7 T4",
        "C8 C3 C7 C1 C3 C2 C2 C6 C3 C4 C2 C1 C7 C8 C5 C4 C1 C5",
        "C3 C2 C6 C2 C4 C5 C7 C4 C8 C7 C8 C5 C2 C3 C1 C1 C3 C1",
        "C2 C8 C4 C7 C5 C7 C1 C3 C2 C6 C1 C8 C4 C2 C1 C3 C3 C5",
    ),
    (
        COUNTING,
        "D8 D6 D7 D3 D5 D2 D1 D4",
        "L8 L4 L6 L2 L3 L5 L7 L1",
        "T19 T12 T6 T10 T5 T13 T9 T15 T1 T16 T14 T2 T11 T18 T7 T3 T8 T17 T4 T20",
        "C4 C3 C6 C2 C2 C1 C7 C2 C3 C3 C8 C5 C8 C4 C5 C1 C1 C7",
        "C1 C2 C2 C1 C8 C3 C5 C2 C7 C4 C8 C4 C3 C7 C6 C5 C3 C1",
        "C1 C4 C3 C5 C3 C4 C5 C1 C2 C3 C6 C8 C8 C2 C7 C7 C1 C2",
    ),
]


@pytest.mark.parametrize(("proof", "dotted", "lined", "tasks", "cards", "first", "second"), VECTORS)
class TestTheVerifiableDeck:
    def test_it_shuffles_the_four_lists(self, proof, dotted, lined, tasks, cards, first, second):
        decks = proof.decks(BOTANICUS_LISTS)  # 12.5

        assert [" ".join(deck) for deck in decks] == [dotted, lined, tasks, cards]

    def test_it_shuffles_again(self, proof, dotted, lined, tasks, cards, first, second):
        again = proof.decks(BOTANICUS_LISTS).again  # 12.5

        assert [" ".join(again(n, CARD_DECK)) for n in (1, 2)] == [first, second]

    def test_it_is_laid_dealt_and_drawn_from_the_front(
        self, proof, dotted, lined, tasks, cards, first, second
    ):  # 12.3, 12.5
        setup = GAMES[len(proof.entropy) - 2]
        decks, state = proof.decks(BOTANICUS_LISTS), setup.initial()

        layout = state.deal(decks)
        d, l = dotted.split(), lined.split()  # noqa: E741
        pairs = [[*d[2 * n : 2 * n + 2], *l[2 * n : 2 * n + 2]] for n in range(4)]
        assert layout.tiles == tuple(tile for column in pairs for tile in column)
        deal = state.after(CHANCE, layout).deal(decks)
        assert deal.tasks == tuple(tasks.split()[: 5 * setup.seats])

    def test_it_finds_the_next_card_by_what_is_left_of_the_pile(
        self, proof, dotted, lined, tasks, cards, first, second
    ):  # 12.5
        decks, state = proof.decks(BOTANICUS_LISTS), table(due=18, placed=True)
        drawn = []
        for _ in range(18):
            drawn.append(state.deal(decks))
            state = state.after(CHANCE, drawn[-1])

        assert " ".join(move.card for move in drawn) == cards

    def test_it_draws_from_the_reshuffle_that_was_last(
        self, proof, dotted, lined, tasks, cards, first, second
    ):  # 12.5
        decks = proof.decks(BOTANICUS_LISTS)
        state = table(due=18, placed=True, shuffles=1)._replace(
            pile=NO_CARDS, discards=ALL_CARDS, shuffled=counts(["C1"])
        )
        state = play(state, ">~")
        drawn = []
        for _ in range(18):
            drawn.append(state.deal(decks))
            state = state.after(CHANCE, drawn[-1])

        assert " ".join(move.card for move in drawn) == second


class TestDrawing:
    def test_it_takes_a_card_from_the_pile(self):  # 7.7
        state = table(due=1, placed=True)
        after = play(state, ">C4")

        assert hand(after) == ["C4"]
        assert sum(after.pile) == 17

    def test_it_has_no_limit(self):  # 7.7
        full = garden(hand="C1 C1 C1 C2 C2 C2 C3 C3 C3")

        assert len(hand(play(table(full, due=1, placed=True), ">C4"))) == 10

    def test_it_is_not_played_in_the_turn_it_was_drawn_in(self):  # 7.7
        state = play(table(column=2), "F2 >C4")

        assert code(state, "C4!") == "too-late"

    def test_it_cannot_draw_what_is_not_in_the_pile(self):  # 7.7
        state = table(garden(hand="C6"), due=1, placed=True)

        assert not state.can_draw(state.parse(">C6"))


class TestReshuffling:
    @pytest.fixture
    def empty(self):
        """The pile is empty, three cards were discarded, and one is to be drawn."""
        state = table(due=1, placed=True, discards="C1 C4 C4")
        return state._replace(pile=NO_CARDS)

    def test_it_is_due_when_the_pile_is_empty(self, empty):  # 7.7
        assert empty.deal(None).notation == ">~"
        assert code(empty, ">C1") == "reshuffle-due"

    def test_it_makes_the_discards_the_pile(self, empty):  # 7.7
        state = play(empty, ">~")

        assert (state.pile, state.discards) == (counts(["C1", "C4", "C4"]), NO_CARDS)
        assert (state.shuffled, state.shuffles, state.due) == (state.pile, 1, 1)

    def test_it_is_followed_by_the_draw(self, empty):  # 7.7, 11
        state = play(empty, ">~ >C4")

        assert (hand(state), state.to_move) == (["C4"], {1})

    def test_it_is_not_allowed_earlier(self):  # 7.7
        assert code(table(due=1, placed=True), ">~") == "pile-not-empty"

    def test_it_puts_back_the_discards_in_canonical_order(self, empty):  # 12.3
        assert empty.put_back() == ("C1", "C4", "C4")

    def test_it_is_not_made_before_a_card_is_due(self, empty):  # 7.7
        assert empty._replace(due=0, to_move=frozenset({0})).put_back() == ()

    def test_it_is_drawn_from_the_front_however_few_were_shuffled(self, empty):  # 12.5
        state = play(empty._replace(due=3), ">~")
        decks, drawn = ZEROS.decks(BOTANICUS_LISTS), []
        for _ in range(3):
            drawn.append(state.deal(decks))
            state = state.after(CHANCE, drawn[-1])

        assert [move.card for move in drawn] == decks.again(1, ("C1", "C4", "C4"))

    def test_it_comes_between_two_draws(self):  # 6.1, 7.7
        state = table(due=2, placed=True, discards="C1")._replace(pile=counts(["C5"]))

        assert hand(play(state, ">C5 >~ >C1")) == ["C1", "C5"]


class TestAllInHands:
    @pytest.fixture
    def rich(self):
        """All 18 cards are in hands."""
        mine, theirs = " ".join(CARD_DECK[:10]), " ".join(CARD_DECK[10:])
        return table(garden(hand=mine), garden(hand=theirs), column=2)

    def test_it_draws_nothing(self, rich):  # 7.7, 15.3
        assert not any(rich.pile)

        state = play(rich, "F2")
        assert (state.to_move, state.due, len(hand(state))) == ({0}, 0, 10)

    def test_it_tells_how_many_are_not_drawn(self, rich):  # 17.1
        assert kinds(rich, "F2")[-1] == "no-card"
        assert facts(rich, "F2")[-1].number == 1

    def test_it_draws_the_last_and_then_nothing(self):  # 7.7
        mine = " ".join(CARD_DECK[:17])
        state = table(garden(hand=mine), due=2, placed=True)

        assert kinds(state, ">C8") == ["drew", "no-card"]
        assert play(state, ">C8").to_move == {1}

    def test_it_draws_a_card_that_was_just_played(self, rich):  # 5.4, 7.7
        state = play(rich, "C1$ F2")

        assert state.deal(None).notation == ">~"


class TestSeededDecks:
    def test_it_shuffles_the_lists_in_their_order(self):  # 12.3
        rng = Random(7)
        lists = [list(cards) for cards in BOTANICUS_LISTS]
        for cards in lists:
            rng.shuffle(cards)

        assert [list(deck) for deck in seeded_decks(GAMES[0], Random(7))] == lists
