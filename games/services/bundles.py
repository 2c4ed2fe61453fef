"""Finished games as compressed records, many at a time: what archives and downloads are made of.

A bundle is a whole file of its own, and several one after the other are one, too: so it can be made
and sent in steps, none of which needs to know the others.
"""

import gzip
from collections import defaultdict
from collections.abc import Collection
from uuid import UUID

from games.models import Game, Move, Player
from games.selectors import records
from games.services import decks

MEDIA_TYPE = "application/gzip"


def bundle(games: Collection[Game]) -> bytes:
    """The records of these games in their order; the same bytes whenever nothing has changed."""
    # An empty line after each, for that is what parts it from the next.
    text = "".join(f"{record}\n" for record in _records(games))
    return gzip.compress(text.encode(), mtime=0)


def _records(games: Collection[Game]) -> list[str]:
    """Three queries, however many games there are."""
    ids = [game.pk for game in games]
    moves, players = defaultdict[UUID, list[str]](list), defaultdict[UUID, list[Player]](list)
    rows = Move.objects.filter(game__in=ids).order_by("game", "ply")
    for game_id, notation in rows.values_list("game_id", "notation"):
        moves[game_id].append(notation)
    for player in Player.objects.filter(game__in=ids).select_related("user").order_by("seat"):
        players[player.game_id].append(player)
    proofs = decks.show_proofs(games)
    return [
        records.write_finished(game, players[game.pk], moves[game.pk], proofs.get(game.pk))
        for game in games
    ]
