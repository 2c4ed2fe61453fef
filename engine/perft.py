"""Counting move sequences: a fingerprint of a game's rules."""

from collections.abc import Sequence
from random import Random
from typing import Any

from engine.decks import Decks
from engine.registry import Ruleset, Setup
from engine.state import CHANCE, GameState, Nature


def seeded_decks(game: Ruleset | Setup, rng: Random) -> Decks:
    """Shuffle each list of a game with Python's own generator: for tests, never for play."""
    known: dict[tuple[int, tuple[str, ...]], list[str]] = {}

    def again(number: int, cards: Sequence[str]) -> list[str]:
        key = (number, tuple(cards))
        if key not in known:
            known[key] = _shuffled(cards, rng)
        return known[key]

    return Decks([_shuffled(deck, rng) for deck in game.decks()], again)


def _shuffled(cards: Sequence[str], rng: Random) -> list[str]:
    deck = list(cards)
    rng.shuffle(deck)
    return deck


def perft(state: GameState[Any, Any], decks: Decks, depth: int) -> int:
    """Count the sequences of so many plies. Reveals are dictated and are no plies."""
    while state.to_move is CHANCE:
        state = state.after(CHANCE, state.deal(decks))
    to_move = state.to_move
    assert not isinstance(to_move, Nature)
    if depth == 0:
        return 1
    moves = [(seat, move) for seat in sorted(to_move) for move in state.legal_moves(seat)]
    if depth == 1:
        return len(moves)
    return sum(perft(state.after(seat, move), decks, depth - 1) for seat, move in moves)
