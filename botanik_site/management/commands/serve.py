"""The whole site in one process."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from botanik_site.embedded import CannotListen, EmbeddedSite


class Command(BaseCommand):
    help = "Serve pages and sockets, and run worker and beat, in this one process."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            site = EmbeddedSite()
        except CannotListen as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{settings.SITE_NAME} is at {site.address} (Ctrl-C stops it)")
        self.stdout.flush()
        site.run()
        self.stdout.write("Stopped.")
