"""Games as JSON, for programs that would rather not read records. See `transcribe`."""

from collections.abc import Iterator
from typing import Any, Final

from engine import Proof
from games import positions
from games.models import Player
from games.positions import Step
from games.selectors import records
from games.selectors.tables import Table

FORMAT: Final = "garden-game"
VERSION: Final = 1
"""Raised when something is called otherwise or taken away; more may come without that."""


def transcribe(table: Table, proof: Proof | None) -> dict[str, Any]:
    """A game as who is looking may read it.

    `format`, `version`; `id`; `game` (slug, name, version of the rules, seats, options);
    `status` and `ending`; `started_at`, `ended_at`; `tags`, those of the record; `players` by seat
    (name, score, placing, how they left); `moves` by ply (seat, null where something was revealed;
    notation, as far as the viewer may read it while the game runs; time; everybody's points after
    it); and `proof` once it is over: the commitment, and all that fixed the deck.
    """
    game, ruleset = table.game, positions.ruleset_of(table.game)
    return {
        "format": FORMAT,
        "version": VERSION,
        "id": str(game.pk),
        "game": {
            "slug": ruleset.slug,
            "name": ruleset.name,
            "rules": game.rules_version,
            "seats": game.seats,
            "options": game.options,
        },
        "status": game.status,
        "ending": game.ending or None,
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "is_rated": game.is_rated,
        "tags": records.tags(table.game, table.players, proof),
        "players": [_player(player) for player in table.players],
        "moves": list(_moves(table)),
        "proof": _proof(proof) if proof else None,
    }


def _player(player: Player) -> dict[str, Any]:
    return {
        "seat": player.seat,
        "name": player.user.record_name,
        "score": player.score,
        "placing": player.placing,
        "left": {"how": player.left_how, "ply": player.left_ply} if player.left_how else None,
    }


def _moves(table: Table) -> Iterator[dict[str, Any]]:
    for step in positions.steps(table.game, table.game.moves.all()):
        yield {
            "ply": step.row.ply,
            "seat": step.row.seat,
            "notation": _notation(table, step),
            "made_at": step.row.made_at,
            "scores": positions.points_of(step.after),
        }


def _notation(table: Table, step: Step) -> str:
    """While a game runs, what was dealt to others is covered; afterwards all of it stands there."""
    if not table.game.is_running:
        return step.row.notation
    viewer = table.me.seat if table.me else None
    return step.before.written(step.actor, step.move, viewer)


def _proof(proof: Proof) -> dict[str, Any]:
    return {
        "commitment": proof.commitment,
        "seed": proof.seed.hex(),
        "entropy": [given.hex() for given in proof.entropy],
    }
