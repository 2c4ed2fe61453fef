"""Write a backup of the site, while it runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from botanik_site.backups import files
from botanik_site.backups.dumps import DumpFailed


class Command(BaseCommand):
    help = "Write the whole database, but for sessions, into one file with a manifest."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--to", help="a folder; `backups` in DATA_DIR if none is named")

    def handle(self, *args: Any, to: str | None, **options: Any) -> None:
        folder = Path(to) if to else settings.DATA_DIR / "backups"
        try:
            path = files.write(folder, timezone.now())
            manifest = files.read(path)
        except (DumpFailed, files.NoBackup) as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{folder}: {error.strerror}") from error
        rows = manifest.facts.rows
        self.stdout.write(
            f"{path}: {path.stat().st_size} bytes, {rows['games_game']} games,"
            f" {rows['games_move']} moves, {rows['accounts_user']} people."
        )
