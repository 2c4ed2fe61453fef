"""Kombu's broker in memory, with priorities as in Redis: the lowest number first."""

import itertools
from queue import PriorityQueue, Queue
from typing import Any

from kombu.transport import memory


class Line(PriorityQueue[Any]):
    """Messages by their priority, and those of the same one in the order in which they came."""

    def _init(self, maxsize: int) -> None:
        super()._init(maxsize)
        self._numbers = itertools.count()

    def _put(self, item: dict[str, Any]) -> None:
        super()._put((item["properties"].get("priority") or 0, next(self._numbers), item))

    def waiting(self) -> list[dict[str, Any]]:
        """All messages in it, as they are."""
        with self.mutex:
            return [message for _priority, _number, message in self.queue]

    def _get(self) -> Any:
        _priority, _number, message = super()._get()
        return message


class Channel(memory.Channel):
    def _new_queue(self, queue: str, **kwargs: Any) -> None:
        self._queue_for(queue)

    def _queue_for(self, queue: str) -> Queue[Any]:
        return self.queues.setdefault(queue, Line())


class Transport(memory.Transport):
    Channel = Channel
