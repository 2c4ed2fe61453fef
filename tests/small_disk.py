"""A disk of one's own, small enough to be full."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

PIECE = bytes(64 * 1024)


class SmallDisk:
    def __init__(self, path: Path) -> None:
        self.path = path
        self._filler = path / "filler"

    def fill(self) -> None:
        """To the last byte."""
        with suppress(OSError), self._filler.open("ab", buffering=0) as filler:
            while filler.write(PIECE):
                pass

    def make_room(self) -> None:
        self._filler.unlink()


@contextmanager
def small_disk(*, megabytes: int) -> Iterator[SmallDisk]:
    """Mounted for a while, where everybody can reach it; only root may do that."""
    path = Path(tempfile.mkdtemp(prefix="botanik-disk-"))
    mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "tmpfs", str(path)]
    if os.geteuid() or subprocess.run(mount, check=False, stderr=subprocess.DEVNULL).returncode:
        path.rmdir()
        pytest.skip("a disk can be mounted by root alone")
    try:
        yield SmallDisk(path)
    finally:
        subprocess.run(["umount", "--lazy", str(path)], check=True)
        path.rmdir()
