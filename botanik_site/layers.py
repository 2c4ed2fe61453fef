"""The channel layer of the one-process server."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from channels.layers import InMemoryChannelLayer

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
        await self._at_home(lambda: super(InProcessChannelLayer, self).send(channel, message))

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
