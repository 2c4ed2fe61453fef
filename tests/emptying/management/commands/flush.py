"""Django's own command, for a database whose audit log may not be emptied; and quicker.

Of many tables a test writes to few, and PostgreSQL takes longer to empty all than most tests run.
"""

from django.core.management.commands import flush
from django.db import connections, transaction

from accounts import triggers
from accounts.models import AuditEntry
from tests.real_services import wait_until

# The same for every test: Django would lay them again, row by row.
KEPT = {"django_content_type", "auth_permission"}
OTHERS_AT_WORK = """
    SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
    AND pid <> pg_backend_pid() AND backend_type = 'client backend' AND xact_start IS NOT NULL
"""

_emptied = set()
"""Databases that were emptied whole, and are rid of all that tests before had taken back."""


class Command(flush.Command):
    def handle(self, **options):
        connection = connections[options["database"]]
        wait_for_others(connection)
        if connection.settings_dict["NAME"] in _emptied:
            empty(connection)
            return
        triggers.let_go(connection)
        try:
            super().handle(**options)
        finally:
            triggers.keep(connection)
        _emptied.add(connection.settings_dict["NAME"])


def wait_for_others(connection):
    """What a thread has not committed yet could not be deleted. SQLite waits by itself."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            wait_until(
                lambda: cursor.execute(OTHERS_AT_WORK).fetchone() == (0,),
                what="other transactions to end",
            )


def empty(connection):
    """Delete the rows of the tables that have some, in any order."""
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        tables = written(connection, cursor)
        is_guarded = AuditEntry._meta.db_table in tables and connection.vendor == "sqlite"
        if is_guarded:
            triggers.let_go(connection)
        if connection.vendor == "postgresql":  # neither triggers nor foreign keys are asked
            cursor.execute("SET LOCAL session_replication_role = replica")
        for table in tables:
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")
        if is_guarded:
            triggers.keep(connection)


def written(connection, cursor):
    """The names of the tables in which there is something."""
    tables = connection.introspection.django_table_names(only_existing=False, include_views=False)
    quote = connection.ops.quote_name
    looks = (
        f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {quote(table)})"
        for table in sorted({*tables} - KEPT)
    )
    cursor.execute(" UNION ALL ".join(looks))
    return [table for (table,) in cursor.fetchall()]
