"""Read the archive back, and verify every record in it."""

import gzip
import hashlib
import io
import zlib
from argparse import ArgumentTypeError
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine.audit import audit
from games.models import Archive
from games.selectors import archives


def _month(text: str) -> date:
    try:
        return datetime.strptime(f"{text}-01", "%Y-%m-%d").date()  # noqa: DTZ007 - a month
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no month like 2026-05") from None


class Command(BaseCommand):
    help = "Verify every record of the archive, or of a file; exit with 1 if anything is wrong."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", help="a downloaded file; all that is stored if none")
        parser.add_argument("--month", type=_month, help="one month alone, like 2026-05")

    def handle(self, *args: Any, file: str | None, month: date | None, **options: Any) -> None:
        self.wrong = 0
        if file:
            self.read_file(Path(file))
        else:
            self.read_stored(month)
        if self.wrong:
            raise CommandError(f"{self.wrong} things are wrong.")

    def read_file(self, path: Path) -> None:
        """A file that somebody has: whether it is one of ours, and each record in it."""
        try:
            with path.open("rb") as opened:
                digest = hashlib.file_digest(opened, "sha256").hexdigest()
            self.verify(path.name, _lines(path))
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror or error}") from error
        ours = Archive.objects.filter(sha256=digest, edition__gt=0).first()
        known = f"the archive of {ours}" if ours else "no archive that is handed out now"
        self.stdout.write(f"{path.name}: SHA-256 {digest}, {known}")

    def read_stored(self, month: date | None) -> None:
        made = [one for collection in archives.collections() for one in collection.archives]
        chosen = [one for one in made if month in (None, one.month)]
        if not chosen:
            raise CommandError("There is no such archive.")
        for archive in chosen:
            self.read_archive(archive)

    def read_archive(self, archive: Archive) -> None:
        """Checksum, number of games and every record of what is handed out."""
        digest = hashlib.sha256()
        for piece in archives.pieces(archive):
            digest.update(piece)
        if digest.hexdigest() != archive.sha256:
            self.complain(f"{archive}: the checksum is {digest.hexdigest()}, not {archive.sha256}")
        unpacked = (line for piece in archives.pieces(archive) for line in _unpacked(piece))
        records = self.verify(str(archive), unpacked)
        if records != archive.games:
            self.complain(f"{archive}: {records} records of {archive.games} games")

    def verify(self, name: str, lines: Iterator[str]) -> int:
        """Hold each record against rules, tags and proof; return how many there are."""
        records = reveals = 0
        games = set[str]()
        try:
            for found in audit(lines):
                records, reveals = records + 1, reveals + found.reveals
                if found.trouble:
                    self.complain(f"{name}: {found}")
                elif found.game in games:
                    self.complain(f"{name}: {found} is there twice")
                games.add(found.game)
        except (EOFError, UnicodeDecodeError, gzip.BadGzipFile, zlib.error) as error:
            self.complain(f"{name}: after record {records} it cannot be read: {error}")
        self.stdout.write(f"{name}: {records} records read, {reveals} reveals agree")
        return records

    def complain(self, line: str) -> None:
        self.wrong += 1
        self.stderr.write(line)


def _lines(path: Path) -> Iterator[str]:
    with gzip.open(path, "rt", encoding="utf-8") as text:
        yield from text


def _unpacked(piece: bytes) -> Iterator[str]:
    yield from io.StringIO(gzip.decompress(piece).decode())
