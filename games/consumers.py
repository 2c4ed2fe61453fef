"""The one socket of a tab."""

from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer

from games import events, measures, topics

NOT_ALLOWED = 4403
NOT_FOUND = 4404
NOT_ASKED = 4400


class LiveConsumer(AsyncJsonWebsocketConsumer):
    """Passes nudges on to a tab, for the topics named in its address. It listens to nothing."""

    topics: tuple[str, ...] = ()
    is_counted = False

    async def dispatch(self, message: dict[str, Any]) -> None:
        # Channels tidies database connections before every message, by way of one thread that
        # all sockets share. In a burst that is slow enough to overflow a socket's queue, and the
        # layer drops what does not fit. A nudge needs no database.
        if message["type"] == "nudge":
            await self.nudge(message)  # type: ignore[arg-type]
        else:
            await super().dispatch(message)

    async def connect(self) -> None:
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        wanted = tuple(dict.fromkeys(query.get("topic", [])))
        if not await database_sync_to_async(topics.may_watch)(wanted, self.scope["user"]):
            await self.close(code=NOT_ALLOWED)
            return
        self.topics = wanted
        for topic in wanted:
            await self.channel_layer.group_add(events.group_name(topic), self.channel_name)
        await self.accept()
        measures.SOCKETS.inc()
        self.is_counted = True

    async def disconnect(self, code: int) -> None:
        if self.is_counted:
            measures.SOCKETS.dec()
        for topic in self.topics:
            await self.channel_layer.group_discard(events.group_name(topic), self.channel_name)

    async def receive(self, *args: Any, **kwargs: Any) -> None:
        """A tab has nothing to say here: whoever talks is hung up on, so there is no flood."""
        await self.close(code=NOT_ASKED)

    async def nudge(self, event: events.Nudge) -> None:
        await self.send_json({"topic": event["topic"], "number": event["number"]})


class Nowhere(AsyncJsonWebsocketConsumer):
    """Hangs up on a socket that was opened at an address that does not exist."""

    async def connect(self) -> None:
        await self.close(code=NOT_FOUND)
