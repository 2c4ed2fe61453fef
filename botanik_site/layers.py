"""Channel layers: that of the one-process server, and that between processes."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import cached_property
from typing import Any

from channels.exceptions import ChannelFull
from channels.layers import InMemoryChannelLayer
from channels_redis.core import RedisChannelLayer

from botanik_site.reach import reach
from games import measures

Message = dict[str, Any]
HOP_TIMEOUT = 5


class InProcessChannelLayer(InMemoryChannelLayer):
    """An in-memory layer that any thread may send to.

    The stock layer puts a message on an asyncio queue from whichever thread calls it. That does
    not wake the loop that serves the sockets, so the message waits for that loop's next timer,
    and the dictionaries are changed from two threads at once. Here every operation runs on the
    serving loop, once there is one.
    """

    home: asyncio.AbstractEventLoop | None = None

    def bind(self, loop: asyncio.AbstractEventLoop) -> None:
        """Name the loop that serves the sockets."""
        self.home = loop

    async def send(self, channel: str, message: Message) -> None:
        try:
            await self._at_home(lambda: super(InProcessChannelLayer, self).send(channel, message))
        except ChannelFull:
            # To a whole group nobody is told of it.
            measures.NUDGES_DROPPED.inc()
            raise

    async def group_add(self, group: str, channel: str) -> None:
        await self._at_home(lambda: super(InProcessChannelLayer, self).group_add(group, channel))

    async def group_discard(self, group: str, channel: str) -> None:
        await self._at_home(
            lambda: super(InProcessChannelLayer, self).group_discard(group, channel)
        )

    async def group_send(self, group: str, message: Message) -> None:
        await self._at_home(lambda: super(InProcessChannelLayer, self).group_send(group, message))

    async def _at_home(self, operation: Callable[[], Awaitable[None]]) -> None:
        home = self.home
        if home is None or home is asyncio.get_running_loop() or not home.is_running():
            await operation()
            return

        async def run() -> None:
            await operation()

        # The timeout is for a loop that stops in this very moment: a nudge is only a hint, and
        # must not keep its sender waiting for ever.
        hop = asyncio.run_coroutine_threadsafe(run(), home)
        await asyncio.wait_for(asyncio.wrap_future(hop), HOP_TIMEOUT)


class PromptChannelLayer(RedisChannelLayer):
    """Gives up where Redis does not take a nudge, see `reach`. Who listens waits long for the next.

    Both share a connection in the stock layer, and so their patience.
    """

    def __init__(self, *, hosts: list[dict[str, Any]], **config: Any) -> None:
        super().__init__(hosts=hosts, **config)
        self._config = config

    async def group_send(self, group: str, message: Message) -> None:
        with reach.attempt():
            await self._sender.group_send(group, message)

    @cached_property
    def _sender(self) -> RedisChannelLayer:
        hosts = [{**host, **reach.limits} for host in self.hosts]
        return RedisChannelLayer(hosts=hosts, **self._config)
