"""A backup as a file: a zip with the database and a manifest, whole or not there at all."""

import hashlib
import os
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Final

from django.db import connection

from botanik_site.backups.contents import FORMAT, LEFT_OUT, Manifest
from botanik_site.backups.dumps import MEMBERS, snapshot

MANIFEST: Final = "manifest.json"
PIECE: Final = 1 << 20


class NoBackup(Exception):
    """A file that is no backup, or not a whole one; the text says in one line why."""


class _Counted:
    """A file that is written to, and what was written."""

    def __init__(self, target: IO[bytes]) -> None:
        self._target, self.size, self.digest = target, 0, hashlib.sha256()

    def write(self, piece: bytes) -> int:
        self.size += len(piece)
        self.digest.update(piece)
        return self._target.write(piece)


def write(folder: Path, now: datetime) -> Path:
    """Write a backup into `folder`, for its owner's eyes alone, and return its path.

    It has its name once it is whole: what is found under such a name can be restored.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"botanik-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}.backup"
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as opened:
            _fill(opened, now)
            opened.flush()
            os.fsync(opened.fileno())
        os.link(draft, path)  # fails where there is one already
    finally:
        draft.unlink(missing_ok=True)
    return path


def _fill(target: IO[bytes], now: datetime) -> None:
    member = MEMBERS[connection.vendor]
    # What pg_dump writes is compressed already.
    method = zipfile.ZIP_STORED if connection.vendor == "postgresql" else zipfile.ZIP_DEFLATED
    with zipfile.ZipFile(target, "w", method) as archive, snapshot() as still:
        with archive.open(member, "w", force_zip64=True) as opened:
            counted: Any = _Counted(opened)
            still.write(counted)
        manifest = Manifest(
            format=FORMAT,
            made_at=now.astimezone(UTC).isoformat(timespec="seconds"),
            database=connection.vendor,
            member=member,
            size=counted.size,
            sha256=counted.digest.hexdigest(),
            left_out=list(LEFT_OUT),
            facts=still.facts,
        )
        archive.writestr(MANIFEST, manifest.write())


def read(path: Path) -> Manifest:
    """What a backup says about itself, once all of it was read and found as it says."""
    with _opened(path) as (archive, manifest):
        digest = hashlib.sha256()
        with archive.open(manifest.member) as member:
            while piece := member.read(PIECE):
                digest.update(piece)
        if digest.hexdigest() != manifest.sha256:
            raise NoBackup(f"{path} is damaged: its checksum is not the one it was written with.")
    return manifest


@contextmanager
def database_in(path: Path) -> Iterator[IO[bytes]]:
    """The database in a backup, to be read."""
    with _opened(path) as (archive, manifest), archive.open(manifest.member) as member:
        yield member


@contextmanager
def _opened(path: Path) -> Iterator[tuple[zipfile.ZipFile, Manifest]]:
    try:
        with zipfile.ZipFile(path) as archive:
            yield archive, Manifest.read(archive.read(MANIFEST).decode())
    except OSError as error:
        raise NoBackup(f"{path} cannot be read ({error.strerror or error}).") from error
    except (zipfile.BadZipFile, KeyError, ValueError, EOFError) as error:
        raise NoBackup(f"{path} is no whole backup: {error}.") from error
