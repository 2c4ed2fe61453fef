"""Fill an empty database from a backup, and verify that it is good."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from botanik_site.backups import restoring
from botanik_site.backups.dumps import DumpFailed
from botanik_site.backups.files import NoBackup


class Command(BaseCommand):
    help = "Restore a backup into an empty database, replay every game, and verify every deck."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="what `manage.py backup` wrote")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        try:
            restoring.restore(Path(file), self.say)
        except (NoBackup, DumpFailed, restoring.Refused) as error:
            raise CommandError(str(error)) from error
        self.stdout.write("The restored site is good. `make prepare`, then start it.")

    def say(self, line: str) -> None:
        self.stdout.write(f"{line} ...")
        self.stdout.flush()
