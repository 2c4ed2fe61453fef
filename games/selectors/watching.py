"""Running games that are worth a look, for everybody."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from games.models import Game, Player
from games.selectors import results

LOOKED_AT = 200
"""Of how many games that moved last some are chosen: however many run, no page looks at more."""
MOST_SHOWN = 20
BEGUN = 8
"""Plies after which there is something to see."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A game, and who plays it in the order of their seats."""

    game: Game
    players: Sequence[Player]

    @property
    def title(self) -> str:
        return results.names_of(self.players)


def games() -> list[Watched]:
    """Public games between people that have begun, what moved last first."""
    moving = Game.objects.filter(status=Game.Status.RUNNING, is_private=False, ply__gte=BEGUN)
    newest = list(moving.order_by("-moved_at", "-pk").values_list("pk", flat=True)[:LOOKED_AT])
    players = Player.objects.filter(game__in=newest).select_related("game", "user")
    ordered = players.defer("game__position").order_by("-game__moved_at", "-game", "seat")
    tables = [list(table) for _game, table in groupby(ordered, key=lambda one: one.game_id)]
    among_people = [table for table in tables if not any(one.user.bot for one in table)]
    return [Watched(table[0].game, table) for table in among_people[:MOST_SHOWN]]
