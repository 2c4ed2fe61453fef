"""Django's own command, for a database whose audit log may not be emptied."""

from django.core.management.commands import flush
from django.db import connections

from accounts import triggers


class Command(flush.Command):
    def handle(self, **options):
        connection = connections[options["database"]]
        triggers.let_go(connection)
        try:
            super().handle(**options)
        finally:
            triggers.keep(connection)
