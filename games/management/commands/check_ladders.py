"""Look whether every ladder is as it should be."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.services import ladder


class Command(BaseCommand):
    help = "Report rungs that are not 1..n, and challenges that hang; exit with 1 if there are."

    def handle(self, *args: Any, **options: Any) -> None:
        found = ladder.inspect()
        for line in found:
            self.stdout.write(line)
        if found:
            raise CommandError(f"{len(found)} inconsistencies.")
        self.stdout.write("All ladders are as they should be.")
