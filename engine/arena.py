"""Bots against each other, and random play: whole games without people."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean
from typing import Any, TypeAlias

from engine.bots import Bot
from engine.decks import Decks
from engine.outcome import Outcome, Seat
from engine.perft import seeded_decks
from engine.registry import Ruleset, Setup
from engine.state import CHANCE, GameState, Move, Nature

State: TypeAlias = GameState[Any, Any]


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game: its moves, reveals included, and how it ended."""

    moves: tuple[Move, ...]
    outcome: Outcome
    decisions: int
    """How many of the moves were made by seats."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What many games between the same bots add up to, bot by bot."""

    games: int
    wins: tuple[int, ...]
    draws: int
    means: tuple[float, ...]
    """Points a game: of a team, all that there is to compare."""
    shares: tuple[float, ...]
    """What part of the games each took; who come first together have equal parts of it."""
    first_seat: float
    """The share that the first seat took, whoever sat there."""
    decisions: int

    def share(self, bot: int = 0) -> float:
        """What part of the games a bot took."""
        return self.shares[bot]

    def interval(self, bot: int = 0) -> tuple[float, float]:
        """Where the share would be in the long run, with 95 % certainty (Wilson's interval)."""
        share, spread = self.share(bot), 1.96**2 / self.games
        middle = share + spread / 2
        half = sqrt(spread * share * (1 - share) + spread * spread / 4)
        return (middle - half) / (1 + spread), (middle + half) / (1 + spread)


def tally(series: Sequence[Sequence[Game]]) -> Tally:
    """Add up series of `mirrored` games, at least one."""
    games = [(turn, game) for mirrored in series for turn, game in enumerate(mirrored)]
    bots = range(len(games[0][1].outcome.scores))
    winners = [(turn, game.outcome.winner) for turn, game in games]
    by_bot = [None if seat is None else (seat + turn) % len(bots) for turn, seat in winners]
    return Tally(
        games=len(games),
        wins=tuple(by_bot.count(bot) for bot in bots),
        draws=by_bot.count(None),
        means=tuple(fmean(_points(game, bot - turn) for turn, game in games) for bot in bots),
        shares=tuple(fmean(_part(game, bot - turn) for turn, game in games) for bot in bots),
        first_seat=fmean(_part(game, 0) for _, game in games),
        decisions=sum(game.decisions for _, game in games),
    )


def _part(game: Game, seat: Seat) -> float:
    """What a seat took of a game."""
    placings = game.outcome.placings
    return 1 / placings.count(1) if placings[seat % len(placings)] == 1 else 0.0


def _points(game: Game, seat: Seat) -> int:
    return game.outcome.scores[seat % len(game.outcome.scores)].total


def mirrored(rules: Ruleset | Setup, bots: Sequence[Bot], rng: Random) -> list[Game]:
    """Play one deck once for each way to move the bots round the table: luck is the same."""
    decks = seeded_decks(rules, rng)
    seats = range(len(bots))
    return [play_deck(rules, [*bots[turn:], *bots[:turn]], decks, rng) for turn in seats]


def play(rules: Ruleset | Setup, bots: Sequence[Bot], rng: Random) -> Game:
    """Play one game to its end with a deck of its own."""
    return play_deck(rules, bots, seeded_decks(rules, rng), rng)


def play_deck(rules: Ruleset | Setup, bots: Sequence[Bot], decks: Decks, rng: Random) -> Game:
    """Play one game to its end, each bot on the view of its seat alone."""
    state = rules.initial()
    if len(bots) != state.seats:
        raise ValueError(f"{len(bots)} bots cannot sit on {state.seats} seats")
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


def random_game(rules: Ruleset | Setup, rng: Random) -> Iterator[State]:
    """Play one random game as fast as the rules allow; yield the position after each ply.

    At every ply all legal moves are listed, one is chosen, and it is applied without
    checking it again. Reveals are no plies.
    """
    decks = seeded_decks(rules, rng)
    state = rules.initial()
    while to_move := state.to_move:
        if isinstance(to_move, Nature):
            state = state.after(CHANCE, state.deal(decks))
            continue
        seat = min(to_move)
        state = state.after(seat, rng.choice(state.legal_moves(seat)))
        yield state
