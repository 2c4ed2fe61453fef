"""Nobody can break it: every text is answered by a legal next position or by a refusal."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import CHANCE, GameOverError, IllegalMoveError, NotationError, get_ruleset
from tests.engine.games import ALL_GAMES, position_after, positions, steps

REFUSALS = (NotationError, IllegalMoveError, GameOverError)

HOSTILE = [
    "",
    " ",
    "\x00",
    "\n",
    "RI/3\nRI/3",
    "RI/3\x00",
    "RI@" + "9" * 5_000 + "," + "9" * 5_000 + "^0",
    "RI@-" + "1" * 100_000 + ",0^0",
    "RI@1e9,0^0",
    "RI@0x1,0^0",
    "RI@999,999^0",
    "RI@-999,-999^0",
    "RI@٣,٤^٠",
    "RI/²",
    "M=" + "4" * 10_000,
    ">" + "RI." * 50_000,
    ">" * 100_000,
    "(" * 50_000,
    "{x}",
    '[Game "botanik"]',
    "%s%n{0}{text}{self}",
    "${jndi:x}",
    "'; DROP TABLE games; --",
    "<script>alert(1)</script>",
    "\ud800",
    "\u202eRI/3",
    "R\u0131/3",
    "\N{KELVIN SIGN}I/1",
    "🌱" * 1_000,
    "None",
    "0:1a",
    ">0:1",
    ">?",
]


def answer(state, actor, text):
    """Play a text, and hold the answer against the list of legal moves."""
    try:
        after = state.play_text(actor, text)
    except REFUSALS as refusal:
        words = str(refusal)
    else:
        move = state.parse(text)
        legal = state.can_draw(move) if actor is CHANCE else move in state.legal_moves(actor)
        return legal and type(after) is type(state) and after == state.after(actor, move)
    return words.isprintable() and len(words) < 300


def mutated(rng, text):
    """Change, drop, double or move a few characters."""
    letters = list(text)
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(letters) + 1)
        how = rng.randrange(4)
        if how == 0:
            letters.insert(at, rng.choice("RYGBKILTXPVMf0123456789-+/@^=,.>: \x00é²"))
        elif how == 1 and letters:
            letters.pop(at % len(letters))
        elif how == 2 and letters:
            letters[at % len(letters)] = rng.choice("RYGBKILTXPVMf0123456789-/@^=,.>")
        else:
            rng.shuffle(letters)
    return "".join(letters)


@pytest.mark.parametrize("rules", ALL_GAMES, ids=lambda rules: rules.slug)
class TestHostileTexts:
    @pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text)[:24])
    def test_it_refuses_or_plays_them(self, rules, text):
        for plies in (0, 1, 2, 8, 30, 60, 999):
            state = position_after(rules, 4, plies)
            for actor in (CHANCE, 0, 1, 2, -1):
                assert answer(state, actor, text)

    @pytest.mark.parametrize("seed", range(6))
    def test_it_refuses_or_plays_mutated_moves(self, rules, seed):
        rng = Random(seed)
        for state, actor, move in steps(rules, seed):
            for _ in range(20):
                text = mutated(rng, move.notation if move else "RI-1")
                assert answer(state, actor if move else 0, text)

    @pytest.mark.parametrize("seed", range(6))
    def test_it_refuses_or_plays_moves_of_other_positions(self, rules, seed):
        rng = Random(seed)
        texts = [step.move.notation for step in steps(rules, seed + 50) if step.move is not None]
        for state in positions(rules, seed):
            for text in rng.sample(texts, 12):
                for actor in (CHANCE, 0, 1):
                    assert answer(state, actor, text)


class TestAnyText:
    @given(st.text(max_size=60), st.integers(0, 120), st.sampled_from([CHANCE, 0, 1]))
    def test_it_is_refused_or_played(self, text, plies, actor):
        assert answer(position_after(get_ruleset("botanik"), plies % 5, plies), actor, text)
