"""Verify that what is stored is good: for a database that was restored by other means, too."""

from typing import Any

from django.core.management.base import BaseCommand

from botanik_site.backups import restoring


class Command(BaseCommand):
    help = "Replay every game, hold it against its deck, read the audit log; change nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        restoring.verify(self.say)
        self.stdout.write("Everything is as it should be.")

    def say(self, line: str) -> None:
        self.stdout.write(f"{line} ...")
        self.stdout.flush()
