"""The cache that all processes share."""

from typing import Any, ClassVar

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis import Redis

from botanik_site.reach import reach


class PromptCache(RedisCache):
    """Gives up where Redis does not answer, see `reach`."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _Client


class _Client(RedisCacheClient):
    """Shares its connections: Django makes a client for each request, with a pool of its own.

    To connect takes longer than all else that most requests do.
    """

    _shared: ClassVar[dict[str, dict[int, Any]]] = {}

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **reach.limits, **options)
        self._client = _Redis
        self._pools = self._shared.setdefault(" ".join(servers), {})


class _Redis(Redis):
    def execute_command(self, *words: Any, **options: Any) -> Any:
        with reach.attempt():
            return super().execute_command(*words, **options)  # type: ignore[no-untyped-call]
