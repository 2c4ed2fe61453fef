"""To read a replay page as somebody sees it, and to compare it with what the engine says.

What is shown is read from the page itself, so that whoever draws it is not asked.
"""

import random
import re
from collections import Counter
from datetime import timedelta

from engine import CHANCE
from engine.games.botanik.cells import place_of
from games import positions
from games.models import Game, Move
from tests.factories import GameFactory

HTMX = {"HX-Request": "true"}
SPOT = re.compile(r'data-spot="(mine|theirs)-([^"]+)" data-tile="(\w+)" data-turned="(\d)"')
SCORE = re.compile(r'data-seat="(\d)">(-?\d+)<')
CELL = re.compile(r"(-?\d+)_(-?\d+)")


def assert_true_at_every_ply(client, game):
    """Ask the page of every ply, from both sides in turn, for points, hands and machines."""
    for step in positions.steps(game, game.moves.all()):
        side = step.row.ply % 2
        page = f"/games/{game.pk}/replay/{step.row.ply}/?side={side}"
        text = client.get(page, headers=HTMX).content.decode()
        assert shown(text, side) == meant(step.after), page


def shown(text, side):
    """What the page of a ply shows, seen from a side."""
    seats = {"mine": side, "theirs": 1 - side}
    hands, machines = (Counter(), Counter()), ({}, {})
    for where, spot, tile, turn in SPOT.findall(text):
        if spot.startswith("held-"):
            hands[seats[where]][tile] += 1
        elif cell := CELL.fullmatch(spot):
            machines[seats[where]][int(cell[1]), int(cell[2])] = (tile, int(turn))
    points = {int(seat): int(number) for seat, number in SCORE.findall(text)}
    return points, hands, machines


def meant(state):
    """The same, of a position."""
    points = {seat: score.total for seat, score in enumerate(state.scores())}
    hands = tuple(Counter(tile.code for tile in held) for held in state.held)
    machines = tuple(_laid(machine) for machine in state.machines)
    return points, hands, machines


def _laid(machine):
    laid = machine.laid.items()
    return {place_of(cell): (one.tile.code, one.turn) for cell, one in laid}


def self_played_game(users, seed):
    """A whole game by somebody who mostly takes what scores, written as rows."""
    game, rng = GameFactory(users=users), random.Random(seed)
    game.moves.all().delete()
    state, rows = positions.first(game), []
    while not state.is_over:
        seat = None if state.to_move is CHANCE else min(state.to_move)
        move = state.imagine(rng) if seat is None else _chosen(state, seat, rng)
        made_at = game.started_at + timedelta(minutes=len(rows))
        rows.append(Move(game=game, ply=len(rows) + 1, seat=seat, notation=move.notation,
                         made_at=made_at))  # fmt: skip
        state = state.step(CHANCE if seat is None else seat, move)
    Move.objects.bulk_create(rows)
    game.ply, game.status, game.ending = len(rows), Game.Status.OVER, Game.Ending.PLAYED
    game.ended_at = made_at
    positions.store(game, state)
    game.save()
    _settle(game, state)
    return game


def _chosen(state, seat, rng):
    legal = state.legal_moves(seat)
    some = rng.sample(legal, min(len(legal), 5))
    return max(some, key=lambda move: state.after(seat, move).score(seat).total)


def _settle(game, state):
    """What the end of a game leaves with its players."""
    outcome = state.outcome()
    for player in game.players.all():
        player.score = state.score(player.seat).total
        player.placing = outcome.placings[player.seat]
        player.is_playing, player.ended_at = False, game.ended_at
        player.word_since = player.deadline_at = None
        player.save()
