"""Bots against each other, and random play: whole games without people."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Any, TypeAlias

from engine.bots import Bot
from engine.outcome import Outcome, Seat
from engine.perft import seeded_decks
from engine.registry import Ruleset
from engine.state import CHANCE, GameState, Move, Nature

State: TypeAlias = GameState[Any, Any]
Decks: TypeAlias = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game: its moves, reveals included, and how it ended."""

    moves: tuple[Move, ...]
    outcome: Outcome
    decisions: int
    """How many of the moves were made by seats."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What many games between the same bots add up to."""

    wins: tuple[int, ...]
    draws: int
    means: tuple[float, ...]
    """Points a game, for each seat."""
    decisions: int


def tally(games: Sequence[Game]) -> Tally:
    """Add up at least one game."""
    winners = [game.outcome.winner for game in games]
    seats = range(len(games[0].outcome.scores))
    return Tally(
        wins=tuple(winners.count(seat) for seat in seats),
        draws=winners.count(None),
        means=tuple(fmean(game.outcome.scores[seat].total for game in games) for seat in seats),
        decisions=sum(game.decisions for game in games),
    )


def play(ruleset: Ruleset, bots: Sequence[Bot], rng: Random) -> Game:
    """Play one game to its end, each bot on the view of its seat alone."""
    decks = seeded_decks(ruleset, rng)
    state = ruleset.initial(len(bots))
    moves: list[Move] = []
    decisions = 0
    while not (outcome := state.outcome()):
        actor, move = _next(state, decks, bots, rng)
        moves.append(move)
        decisions += actor is not CHANCE
        state = state.play(actor, move)
    return Game(tuple(moves), outcome, decisions)


def _next(
    state: State, decks: Decks, bots: Sequence[Bot], rng: Random
) -> tuple[Seat | Nature, Move]:
    to_move = state.to_move
    if isinstance(to_move, Nature):
        return CHANCE, state.deal(decks)
    seat = min(to_move)
    return seat, bots[seat].choose(state.view_for(seat), rng)


def random_game(ruleset: Ruleset, rng: Random) -> Iterator[State]:
    """Play one random game as fast as the rules allow; yield the position after each ply.

    At every ply all legal moves are listed, one is chosen, and it is applied without
    checking it again. Reveals are no plies.
    """
    decks = seeded_decks(ruleset, rng)
    state = ruleset.initial()
    while to_move := state.to_move:
        if isinstance(to_move, Nature):
            state = state.after(CHANCE, state.deal(decks))
            continue
        seat = min(to_move)
        state = state.after(seat, rng.choice(state.legal_moves(seat)))
        yield state
