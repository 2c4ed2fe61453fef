"""Nudges: the only thing that ever goes over a socket.

A nudge is a topic and a number. It says that something has changed, never what: each tab fetches
its own view over HTTP, so permission is checked in one place and nothing hidden can leak here.
"""

import asyncio
import os
import threading
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from typing import Any, Literal, TypedDict
from uuid import UUID

from channels.layers import get_channel_layer

from games import measures
from games.commits import after_commit
from games.models import Game, Line, Player

LOBBY = "lobby"
# A turn has the ply that it led to, so that who shows it already need not ask. Whatever else
# happens has no number to tell: something has changed.
CHANGED = 0
PATIENCE = 5  # seconds for all of it; a layer that does not answer at all is given up earlier
TRIES_AGAIN = (1, 2, 4, 8, 16, 32)
"""Seconds between tries to tell what could not be told."""


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


def ladder_topic(slug: str) -> str:
    return f"ladder.{slug}"


def review_topic(game_id: UUID) -> str:
    return f"review.{game_id.hex}"


def room_topic(game_id: UUID, room: str) -> str:
    """The talk of those who play, or of those who watch: each has its own, for its own ears."""
    return f"{'talk' if room == Line.Room.PLAYERS else 'gallery'}.{game_id.hex}"


def tell_turn(game: Game, players: Iterable[Player]) -> None:
    """Nudge who watches a game about a turn, and the lists of those who play it."""
    tell_table(game, players, number=game.ply)


def tell_table(game: Game, players: Iterable[Player], *, number: int = CHANGED) -> None:
    """Nudge who watches a game, and the lists of those who play it."""
    lists = {user_topic(player.user_id): CHANGED for player in players}
    after_commit(_send, {game_topic(game.pk): number, **lists})


def tell_person(user_id: int) -> None:
    """Nudge the lists of one person."""
    nudge_on_commit(user_topic(user_id), CHANGED)


def tell_lobby() -> None:
    nudge_on_commit(LOBBY, CHANGED)


def tell_ladder(slug: str) -> None:
    nudge_on_commit(ladder_topic(slug), CHANGED)


def tell_review(game_id: UUID) -> None:
    """Nudge who waits for the review of a game: apart from its table, where nothing changes."""
    nudge_on_commit(review_topic(game_id), CHANGED)


def tell_room(game_id: UUID, room: str, people: Iterable[int]) -> None:
    """Nudge who listens in a room of a game, and the lists of those who are told of it."""
    lists = {user_topic(user_id): CHANGED for user_id in people}
    after_commit(_send, {room_topic(game_id, room): CHANGED, **lists})


def nudge_on_commit(topic: str, number: int) -> None:
    """Tell everybody who watches `topic`, once what changed can be read.

    A nudge is a hint. Where it cannot be sent nobody waits: it is sent a little later.
    """
    after_commit(_send, {topic: number})


def _send(numbers: dict[str, int]) -> None:
    asyncio.run_coroutine_threadsafe(_send_all(numbers), _loop(os.getpid())).result()


@cache
def _loop(process: int) -> asyncio.AbstractEventLoop:
    """The loop in which a process nudges, in a thread of its own, as long as the process lives.

    Connections to Redis belong to a loop: to make them anew for each nudge takes longer than the
    turn that it tells of. The loop of the server stops when the process is asked to end, and a
    view that waited for it would keep the process alive for ever. A forked process has none yet.
    """
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="nudges", daemon=True).start()
    return loop


async def _send_all(numbers: dict[str, int]) -> None:
    try:
        await _tell(numbers)
    except Exception:
        _keep(numbers)
        raise


async def _tell(numbers: dict[str, int]) -> None:
    layer: Any = get_channel_layer()
    async with asyncio.timeout(PATIENCE):
        for topic, number in numbers.items():
            message: Nudge = {"type": "nudge", "topic": topic, "number": number}
            await layer.group_send(group_name(topic), message)


# What could not be told, and the task that tries again: of the loop above, and so of one thread.
_missed: dict[str, int] = {}
_tasks: set[asyncio.Task[None]] = set()


def _keep(numbers: dict[str, int]) -> None:
    _missed.update(numbers)
    measures.NUDGES_LATE.inc(len(numbers))
    if not _tasks:
        task = asyncio.get_running_loop().create_task(_make_up())
        _tasks.add(task)
        task.add_done_callback(_tasks.discard)


async def _make_up() -> None:
    """Tell what was missed once the layer answers again.

    Who listens is hung up on if that takes long, and asks anew when they are back.
    """
    for wait in TRIES_AGAIN:
        await asyncio.sleep(wait)
        told = dict(_missed)
        with suppress(Exception):
            await _tell(told)
            if _missed == told:
                _missed.clear()
                return
    measures.NUDGES_DROPPED.inc(len(_missed))
    _missed.clear()
