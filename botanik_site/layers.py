"""Channel layers: that of the one-process server, and that between processes.

Both can send to several groups at once, which is what a turn does.
"""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import cached_property
from typing import Any

from channels.layers import InMemoryChannelLayer
from channels_redis.core import RedisChannelLayer

from botanik_site.reach import reach

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

    async def send_to_groups(self, messages: Mapping[str, Message]) -> None:
        """Send to each group its message, in one hop."""

        async def send() -> None:
            for group, message in messages.items():
                await super(InProcessChannelLayer, self).group_send(group, message)

        await self._at_home(send)

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
        await self.send_to_groups({group: message})

    async def send_to_groups(self, messages: Mapping[str, Message]) -> None:
        """Send to each group its message."""
        with reach.attempt():
            await self._sender.send_to_groups(messages)

    @cached_property
    def _sender(self) -> "_Sender":
        hosts = [{**host, **reach.limits} for host in self.hosts]
        return _Sender(hosts=hosts, **self._config)


class _Sender(RedisChannelLayer):
    """Sends with one question to Redis, where the stock layer asks four for each group.

    What it leaves in Redis is the same. All is in one Redis: that of `REDIS_URL`.
    """

    async def send_to_groups(self, messages: Mapping[str, Message]) -> None:
        groups = [self._group_key(group) for group in messages]
        packed = [self._serializer.as_bytes(message) for message in messages.values()]
        salt = secrets.token_bytes(self._serializer.random_prefix_length)
        limits = (time.time(), self.expiry, self.group_expiry, self.capacity)
        await self.connection(0).eval(
            SEND_TO_GROUPS, len(groups), *groups, *packed, self.prefix, salt, *limits
        )


# A channel is `name!rest`. Those of one process share its queue, `name!`, and a message in it says
# for which of them it is. The salt makes equal messages two, for a queue is a set. It is ordered by
# time, so those that are sent at once have to differ in it, too.
SEND_TO_GROUPS = """
local prefix, salt, now, expiry, group_expiry, capacity = unpack(ARGV, #KEYS + 1)
for number, group in ipairs(KEYS) do
    redis.call('ZREMRANGEBYSCORE', group, 0, now - group_expiry)
    local queues = {}
    for _, channel in ipairs(redis.call('ZRANGE', group, 0, -1)) do
        local queue = prefix .. (channel:match('^[^!]*!') or channel)
        queues[queue] = queues[queue] or {}
        table.insert(queues[queue], channel)
    end
    for queue, channels in pairs(queues) do
        redis.call('ZREMRANGEBYSCORE', queue, 0, now - expiry)
        if redis.call('ZCARD', queue) < tonumber(capacity) then
            local message = cmsgpack.unpack(ARGV[number])
            message['__asgi_channel__'] = channels
            redis.call('ZADD', queue, now + number / 1e6, salt .. cmsgpack.pack(message))
            redis.call('EXPIRE', queue, expiry)
        end
    end
end
"""
