"""Counts that outlive their processes: files on this machine, which each process maps for itself.

Those of a process that has ended are added to one that stands for all the dead, so that a sum
never shrinks and files do not pile up. What only the living have, such as sockets, goes with them.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from games.solid_counts import SolidDict, take_room

_opened: Any = SolidDict  # has no types
THE_DEAD: Final = 0  # no process has this number


def text(*others: Collector) -> bytes:
    """All that was counted on this machine, and what `others` know, as Prometheus reads it."""
    registry = CollectorRegistry()
    for other in others:
        registry.register(other)
    with _alone():
        _bury_the_dead()
        collector: Any = MultiProcessCollector
        collector(registry, path=str(settings.METRICS_DIR))
        return generate_latest(registry)


def bury_the_dead() -> None:
    """Also where nobody ever asks."""
    with _alone():
        _bury_the_dead()


def _bury_the_dead() -> None:
    for file in settings.METRICS_DIR.glob("*.db"):
        kind, _, number = file.stem.rpartition("_")
        if int(number) == THE_DEAD or _lives(int(number)):
            continue
        total = settings.METRICS_DIR / f"{kind}_{THE_DEAD}.db"
        if not kind.startswith("gauge_live"):
            if not take_room(total):
                continue  # the disk is full: later
            _add(file, total, is_sum="gauge" not in kind)
        file.unlink()


def _add(file: Path, to: Path, *, is_sum: bool) -> None:
    """Add up, or of what is no sum keep the greatest."""
    total = _opened(str(to))
    try:
        for key, value, timestamp, _place in _opened.read_all_values_from_file(str(file)):
            so_far, _when = total.read_value(key)
            total.write_value(key, so_far + value if is_sum else max(so_far, value), timestamp)
    finally:
        total.close()


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


@contextmanager
def _alone() -> Iterator[None]:
    """Nobody else reads or buries meanwhile: what moves from file to file is counted once."""
    with (settings.METRICS_DIR / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
