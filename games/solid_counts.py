"""Files of counts that a full disk cannot turn against us.

prometheus_client maps files that have holes in them. Who writes into a hole for which the disk has
no room is ended by SIGBUS: the web process would die of its own statistics. So the room is taken
before it is mapped, and where there is none, counts go on in memory, for this process alone.
"""

import mmap
from pathlib import Path
from typing import Any, Final

from prometheus_client import values
from prometheus_client.mmap_dict import MmapedDict

ROOM: Final = 1 << 16
MOST_BESIDE: Final = 64  # what an entry takes beside its key


class SolidDict(MmapedDict):
    """The same file, without a hole."""

    def __init__(self, filename: str, read_mode: bool = False) -> None:  # noqa: FBT001, FBT002 - theirs
        if read_mode or take_room(Path(filename)):
            super().__init__(filename, read_mode)  # type: ignore[no-untyped-call]
            return
        self._f: Any = None
        self._m: Any = mmap.mmap(-1, ROOM)
        self._capacity = ROOM
        self._positions: dict[str, int] = {}
        self._used = 8
        self._m[:4] = self._used.to_bytes(4, "little")

    def _init_value(self, key: str) -> None:
        while self._used + len(key.encode()) + MOST_BESIDE > self._capacity:
            self._grow()
        super()._init_value(key)  # type: ignore[no-untyped-call]

    def _grow(self) -> None:
        file, former = self._f, self._m[:]
        if file is not None and _append(Path(file.name), self._capacity):
            self._m = mmap.mmap(file.fileno(), 2 * self._capacity)
        else:
            self._m = mmap.mmap(-1, 2 * self._capacity)
            self._m[: self._capacity] = former
        self._capacity *= 2


def take_room(path: Path) -> bool:
    """Whether a file of counts is there, or there was room to make one."""
    if path.exists() and path.stat().st_size:
        return True
    if _append(path, ROOM):
        return True
    path.unlink(missing_ok=True)  # an empty one could not be read
    return False


def _append(path: Path, size: int) -> bool:
    try:
        before = path.stat().st_size if path.exists() else 0
        with path.open("ab", buffering=0) as file:
            if file.write(bytes(size)) == size:
                return True
            file.truncate(before)
    except OSError:
        return False
    return False


setattr(values, "MmapedDict", SolidDict)  # noqa: B010 - before anything is counted
