"""Nudges: the only thing that ever goes over a socket.

A nudge is a topic and a number. It says that something has changed, never what: each tab fetches
its own view over HTTP, so permission is checked in one place and nothing hidden can leak here.
"""

from collections.abc import Iterable
from functools import partial
from typing import Any, Literal, TypedDict
from uuid import UUID

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from games.models import Game, Player

LOBBY = "lobby"
# A game's number is its ply. The other topics have none to tell: something has changed.
CHANGED = 0


class Nudge(TypedDict):
    type: Literal["nudge"]
    topic: str
    number: int


def group_name(topic: str) -> str:
    """The channel group of those who watch `topic`."""
    return f"topic.{topic}"


def game_topic(game_id: UUID) -> str:
    return f"game.{game_id.hex}"


def user_topic(user_id: int) -> str:
    return f"user.{user_id}"


def tell_table(game: Game, players: Iterable[Player]) -> None:
    """Nudge who watches a game, and the lists of those who play it."""
    nudge_on_commit(game_topic(game.pk), game.ply)
    for player in players:
        tell_person(player.user_id)


def tell_person(user_id: int) -> None:
    """Nudge the lists of one person."""
    nudge_on_commit(user_topic(user_id), CHANGED)


def tell_lobby() -> None:
    nudge_on_commit(LOBBY, CHANGED)


def nudge_on_commit(topic: str, number: int) -> None:
    """Tell everybody who watches `topic`, once what changed can be read.

    Robust, for a nudge is a hint: where it cannot be sent, what was committed still stands, and
    tabs ask again when their socket comes back.
    """
    transaction.on_commit(partial(_send, topic, number), robust=True)


def _send(topic: str, number: int) -> None:
    layer: Any = get_channel_layer()
    message: Nudge = {"type": "nudge", "topic": topic, "number": number}
    async_to_sync(layer.group_send)(group_name(topic), message)
