"""The lines in which tasks wait, as they are: how long, and since when the first waits."""

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import redis
from django.conf import settings

from botanik_site.celery import app
from botanik_site.memory_broker import Line as LineInMemory
from botanik_site.reach import reach

SEPARATOR = "\x06\x16"  # kombu's own, between the name of a queue and a priority


@dataclass(frozen=True, slots=True)
class Line:
    name: str
    length: int
    oldest: float
    """Seconds that the first has waited; what is being worked on is not in line any more."""


def lines(*names: str) -> list[Line]:
    """Those with these names, or all of ours. Raises a RedisError where Redis is out of reach."""
    names = names or tuple(queue.name for queue in settings.CELERY_TASK_QUEUES)
    return list(_in_redis(names) if settings.REDIS_URL else _in_memory(names))


def _in_redis(names: Sequence[str]) -> Iterator[Line]:
    options: dict[str, Any] = {**settings.CELERY_BROKER_TRANSPORT_OPTIONS}
    with reach.attempt(), redis.Redis.from_url(settings.REDIS_URL, **reach.limits) as link:
        for name in names:
            keys = [
                f"{options['global_keyprefix']}{name}{f'{SEPARATOR}{step}' if step else ''}"
                for step in options["priority_steps"]
            ]
            pipe: Any = link.pipeline(transaction=False)
            for key in keys:
                pipe.llen(key)
                pipe.lindex(key, -1)  # they come in on the left
            found = pipe.execute()
            messages = [json.loads(text) for text in found[1::2] if text]
            yield Line(name, sum(found[0::2]), _oldest(messages))


def _in_memory(names: Sequence[str]) -> Iterator[Line]:
    with app.connection_for_read() as link:
        for name in names:
            channel: Any = link.default_channel
            line = channel.queues.get(name)
            messages = line.waiting() if isinstance(line, LineInMemory) else []
            yield Line(name, len(messages), _oldest(messages))


def _oldest(messages: Sequence[dict[str, Any]]) -> float:
    moments = [message["headers"].get("queued_at") for message in messages]
    return max((time.time() - float(moment) for moment in moments if moment), default=0)
