"""How often something may be done, from one address or by one person: counted in the cache.

Where the cache is out of reach nothing is counted, and what is limited waits: a RedisError is
answered with 503. A limit that fell with Redis would fall when it is needed most.
"""

from dataclasses import dataclass

from django.core.cache import cache
from django.utils.crypto import salted_hmac

from accounts.http import origin
from accounts.refusals import TooMany


@dataclass(frozen=True, slots=True)
class Limit:
    """So many times in so many seconds, which begin with the first."""

    name: str
    most: int
    seconds: int

    def key(self, address: str) -> str:
        return self.key_of(origin(address))

    def key_of(self, who: str) -> str:
        return f"limit:{self.name}:{self.seconds}:{who}"


def demand(*limits: Limit, address: str, otherwise: str) -> None:
    """Count one more for each limit, or raise a TooMany with the sentence `otherwise`.

    Counting is asking: of any number in the same instant, as many pass as may.
    """
    demand_of(*limits, who=origin(address), otherwise=otherwise)


def demand_of(*limits: Limit, who: str, otherwise: str) -> None:
    """The same for what is not counted by address: `who` says by what."""
    for limit in limits:
        if count_up(limit.key_of(who), seconds=limit.seconds) > limit.most:
            raise TooMany(otherwise)


def foresee(*limits: Limit, address: str, otherwise: str) -> None:
    """Raise what `demand` would, and count nothing: for what should not even be begun."""
    for limit in limits:
        if cache.get(limit.key(address), 0) >= limit.most:
            raise TooMany(otherwise)


def digest_of(address: str) -> str:
    """What tells one origin from others, and tells nobody who it is; empty for no address."""
    if not address:
        return ""
    return salted_hmac("accounts.origin", origin(address), algorithm="sha256").hexdigest()[:32]


def count_up(key: str, *, seconds: int) -> int:
    """Count one more under `key`, which is forgotten so many seconds after the first."""
    cache.add(key, 0, timeout=seconds)
    try:
        number = cache.incr(key)
    except ValueError:  # it expired between the two lines
        return count_up(key, seconds=seconds)
    if number == 1:
        # In Redis it may expire within `incr`, too, which then begins a counter without an end.
        cache.touch(key, seconds)
    return number
