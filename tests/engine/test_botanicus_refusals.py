"""Rule 16 of Botanicus: why something is refused, in which words, and which reason comes first."""

import string

import pytest

from engine import CHANCE, errors, get_ruleset
from engine.games.botanicus import BOTANICUS_REASONS, BotanicusState
from engine.games.botanicus.position import FINAL
from tests.engine.botanicus_table import (
    LAID_OUT,
    TASKS,
    code,
    dealt,
    flowers,
    garden,
    play,
    refusal,
    table,
)

TWICE_LAID = LAID_OUT.replace("D2", "D1")
DEALT = ">" + ".".join(TASKS[:15])
START = BotanicusState.initial(3)
LAID = play(START, LAID_OUT)
ASSIGNING = dealt(3)
NEUTRAL = table(seats=2, phase="neutral")
DUE = table(due=1, placed=True, column=2)
EMPTY_PILE = DUE._replace(pile=(0,) * 8, discards=DUE.pile)
LAST = table(round=FINAL, column=8)
GAINED = table(groups=["G3 P2 W"], placed=True)
CARD_OPEN = table(garden(hand="C1 C2"), carded=True, groups=["P2 P2"])
INNER = table(groups=["G3 S1", "P1"], placed=True)
POOR = table(garden(coins=1, hand="C4"), stacks=flowers("", "1"))
TIRED = table(garden(hand="C1"), walked=True, carded=True)
PLANTED = table(garden(beds={22: 2, 23: 4}), groups=["P2 W"], placed=True)
SHOVEL = table(garden(coins=1, pieces="M3 B0 S1"), groups=["S1"], placed=True)
OVER = play(table(round=FINAL, column=8, acting=2), "-")
GONE = table(gone=(1,))

SAID_TO_SEATS = [
    (ASSIGNING, "hello", "not-a-move", '"hello" is not a move.'),
    (OVER, "F1", "game-over", "This game is over."),
    (DUE, "F1", "chance-to-move", "First something has to be revealed."),
    (table(), ">C1", "no-reveal-now", "Nothing is revealed now: a player has to act."),
    (table(), "#7", "seat-unknown", "There is no seat 7 in this game."),
    (GONE, "#1", "already-left", "Seat 1 has left the game already."),
    (START, ">C1", "layout-due", "First the 16 flower tiles are laid out."),
    (START, TWICE_LAID, "not-a-layout",
     ("Each flower tile is laid out once, dotted ones on spaces 1 and 2, lined ones on spaces 3"
      " and 4.")),
    (LAID, ">C1", "deal-due", "First the special tasks are dealt."),
    (LAID, ">T1.T2", "deal-size", "15 special tasks are dealt here, not 2."),
    (LAID, DEALT.replace("T4.", "T2."), "dealt-twice", "T2 is dealt twice."),
    (DUE, LAID_OUT, "draw-due", "A garden card is drawn now."),
    (DUE, ">T1", "draw-due", "A garden card is drawn now."),
    (EMPTY_PILE, ">C1", "reshuffle-due", "The pile is empty: the discards are shuffled first."),
    (DUE, ">~", "pile-not-empty", "The discards are shuffled only when the pile is empty."),
    (DUE._replace(pile=(1,) * 5 + (0, 1, 1)), ">C6", "not-in-pile",
     "There is no C6 in the pile."),
    (ASSIGNING, "F1", "assign-first", "First assign your special tasks to your rows."),
    (ASSIGNING, "T1/1", "task-not-yours", "T1 is not a task that you have still to assign."),
    (ASSIGNING, "T11/3", "row-order", "Row 1 gets its task now."),
    (table(), "T12/3", "already-assigned", "All tasks are assigned already."),
    (NEUTRAL, "F1", "neutral-first", "First place the neutral flower."),
    (table(), "N2", "no-neutral", "There is no neutral flower to place now."),
    (GAINED, "G-b1", "too-late",
     "You may walk and play a card only at the beginning of your turn."),
    (CARD_OPEN, "F1", "finish-first", "First use or forfeit what you have gained: P2 P2."),
    (GAINED, "22=3", "no-such-action", "You have no action P3 to use now."),
    (TIRED, "G-b1", "already-walked", "You have walked in this turn already."),
    (table(), "G-b2", "not-moved", "Your gardener stands on b2 already."),
    (GAINED, "G3-b2", "not-moved", "Your gardener stands on b2 already."),
    (table(garden(gardener="a1"), groups=["G3"]), "G3-d3", "too-far",
     "d3 is 5 steps away, and you may go 3."),
    (TIRED, "C1!", "card-played", "You have played a card in this turn already."),
    (table(), "C4!", "not-in-hand", "You have no card C4."),
    (POOR, "G-a1", "no-coins", "That costs 2, and you have only 1."),
    (POOR, "C4!", "no-coins", "That costs 2, and you have only 1."),
    (POOR, "F2", "no-coins", "That costs 3, and you have only 1."),
    (SHOVEL, "S2", "no-coins", "That costs 2, and you have only 1."),
    (LAST, "F1", "final-turn", "In the final turn no flower is placed."),
    (GAINED, "F1", "flower-placed", "Your flower stands in this column already."),
    (SHOVEL, "S1", "not-ahead", "S1 is not ahead of your piece on S1."),
    (table(garden(pieces="M0 B0 S6"), groups=["S1"]), "S7u", "not-ahead",
     "S7u is not ahead of your piece on S6."),
    (PLANTED, "11=2", "out-of-reach", "Your gardener does not reach bed 11."),
    (PLANTED, "22=2", "same-level", "There is a plant of that level on bed 22 already."),
    (PLANTED, "32+", "nothing-to-water", "There is no plant on bed 32."),
    (PLANTED, "23+", "fully-grown", "The plant on bed 23 cannot grow any more."),
    (table(), "-", "nothing-to-forfeit", "There is nothing to forfeit: place your flower."),
]  # fmt: skip
SAID_ELSEWHERE = {
    "not-your-word", "revealed-by-chance", "seats-unsupported", "option-unknown",
}  # fmt: skip


def due_too(state):
    return state._replace(to_move=CHANCE, due=1)


class TestSentences:
    @pytest.mark.parametrize(
        ("state", "text", "said", "sentence"), SAID_TO_SEATS, ids=lambda value: str(value)[:20]
    )
    def test_it_says_why_in_a_sentence(self, state, text, said, sentence):  # 16.2
        actor = CHANCE if state.to_move is CHANCE and text.startswith(">") else None
        actor = 0 if state is DUE and not text.startswith(">") else actor

        assert refusal(state, text, actor) == (said, sentence)

    def test_it_says_that_it_is_anothers_turn(self):  # 16.2
        assert refusal(table(), "F1", actor=1) == ("not-your-word", "It is not your turn to act.")

    def test_it_says_that_nobody_chooses_what_is_drawn(self):  # 16.2
        assert refusal(table(), ">C1", actor=0) == (
            "revealed-by-chance",
            "Tiles, tasks and cards are drawn, nobody chooses them.",
        )

    def test_it_tries_every_reason_here(self):  # 16.2
        tried = {said for _, _, said, _ in SAID_TO_SEATS} | SAID_ELSEWHERE
        own = {reason.code for reason in BOTANICUS_REASONS}

        assert own <= tried
        assert tried - own <= {reason.code for reason in errors.REASONS}

    def test_it_has_only_blanks_with_names(self):  # 16.1
        for reason in BOTANICUS_REASONS:
            blanks = [name for _, name, _, _ in string.Formatter().parse(reason.template) if name]
            assert all(name.isidentifier() for name in blanks)

    def test_it_registers_its_reasons(self):  # 16.1
        assert get_ruleset("botanicus").reasons == BOTANICUS_REASONS

    def test_it_sorts_what_is_left_of_the_top_group(self):  # 16.1
        state = table(groups=["W P2 G3"])

        assert refusal(state, "F1")[1].endswith("gained: G3 P2 W.")


class TestWhoHearsIt:
    @pytest.mark.parametrize("text", [">C1", ">~", LAID_OUT, DEALT])
    def test_it_says_the_same_of_every_reveal_to_a_seat(self, text):  # 16.2
        assert code(DUE, text, actor=0) == "chance-to-move"
        assert code(table(), text, actor=1) == "not-your-word"
        assert code(table(), text, actor=0) == "revealed-by-chance"

    def test_it_does_not_say_who_holds_a_card(self):  # 16.2, 13.3
        held = table(None, garden(hand="C4 C4"))

        assert refusal(held, "C4!") == refusal(table(), "C4!")


class TestTheOrder:
    """Each position has two reasons or more; the first of 16.3 is said."""

    @pytest.mark.parametrize(
        ("state", "text", "actor", "said"),
        [
            (OVER, "hello", 0, "not-a-move"),
            (OVER, "#7", 7, "game-over"),
            (DUE, "#7", 7, "seat-unknown"),
            (due_too(GONE), "#1", 1, "chance-to-move"),
            (DUE, "#1", 1, "chance-to-move"),
            (DUE, "F1", 1, "chance-to-move"),
            (START, TWICE_LAID.replace("L", "D"), CHANCE, "not-a-layout"),
            (START, DEALT, CHANCE, "layout-due"),
            (LAID, LAID_OUT, CHANCE, "deal-due"),
            (LAID, ">T1.T1", CHANCE, "deal-size"),
            (EMPTY_PILE, LAID_OUT, CHANCE, "reshuffle-due"),
            (ASSIGNING, "-", None, "assign-first"),
            (ASSIGNING, "N1", None, "assign-first"),
            (ASSIGNING, "T1/3", None, "task-not-yours"),
            (NEUTRAL, "T1/1", None, "already-assigned"),
            (NEUTRAL, "-", None, "neutral-first"),
            (NEUTRAL, "C4!", None, "neutral-first"),
            (GAINED, "N1", None, "no-neutral"),
            (GAINED._replace(walked=True), "G-b2", None, "too-late"),
            (CARD_OPEN._replace(walked=True), "G-b2", None, "finish-first"),
            (TIRED, "G-b2", None, "already-walked"),
            (table(garden(coins=0)), "G-b2", None, "not-moved"),
            (GAINED._replace(carded=True), "C1!", None, "too-late"),
            (CARD_OPEN, "C1!", None, "finish-first"),
            (TIRED, "C8!", None, "card-played"),
            (POOR, "C8!", None, "not-in-hand"),
            (LAST._replace(placed=True, groups=(("W",),)), "F1", None, "final-turn"),
            (CARD_OPEN._replace(placed=True), "F1", None, "flower-placed"),
            (CARD_OPEN._replace(stacks=flowers("", "12")), "F2", None, "finish-first"),
            (INNER, "G3-d3", None, "finish-first"),
            (INNER, "S2", None, "finish-first"),
            (INNER, "G2-d3", None, "no-such-action"),
            (INNER, "11+", None, "no-such-action"),
            (table(), "S2", None, "no-such-action"),
            (LAST._replace(placed=True, groups=(("P1",),)), "M1", None, "no-such-action"),
            (LAST, "22+", None, "no-such-action"),
            (SHOVEL, "S1", None, "not-ahead"),
            (table(garden(pieces="M3 B0 S0", coins=0), round=FINAL), "M2u", None, "not-ahead"),
            (table(garden(coins=0), round=FINAL), "M2u", None, "no-coins"),
            (table(garden(beds={11: 2}), groups=["P2"]), "11=2", None, "out-of-reach"),
            (PLANTED, "11+", None, "out-of-reach"),
        ],
    )
    def test_it_says_the_first(self, state, text, actor, said):  # 16.3
        assert code(state, text, actor) == said
