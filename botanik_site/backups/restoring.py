"""From a backup to a site that is known to be good."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from botanik_site.backups import dumps, files
from botanik_site.backups.contents import Manifest, differences, facts_of

# Stands in the database from before the first row until all was verified: `/readyz` looks for it,
# so that a site that was restored by half, or wrongly, does not look like a good one.
MARK: Final = "botanik_not_verified"

# Each raises a CommandError if something is wrong.
CHECKS: Final[dict[str, Callable[[], object]]] = {
    "Replaying every game": lambda: call_command("rebuild_positions", check=True),
    "Holding every game against its deck": lambda: call_command("verify_decks"),
    "Reading the audit log": lambda: call_command("verify_audit"),
}


class Refused(Exception):
    """Nothing was changed, for the reason that the text says in one line."""


def restore(path: Path, say: Callable[[str], None]) -> None:
    """Fill the empty database from a backup, and verify all of it. Whoever dies midway left a mark.

    Raises a Refused or NoBackup before anything is changed, a DumpFailed or CommandError after.
    """
    say(f"Reading {path}")
    manifest = files.read(path)
    _demand_that_it_fits(manifest)
    _demand_emptiness()
    say(f"Filling the database with what it was at {manifest.made_at}")
    with files.database_in(path) as source:
        dumps.load(source, mark=f"CREATE TABLE IF NOT EXISTS {MARK} (since integer)")
    _compare(manifest)
    call_command("migrate", interactive=False, verbosity=0)
    verify(say)


def verify(say: Callable[[str], None]) -> None:
    """Everything that can be held against something else; the mark goes when all agree."""
    for what, check in CHECKS.items():
        say(what)
        check()
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE IF EXISTS {MARK}")


def is_verified() -> bool:
    """Whether nothing was restored here that is still to be verified."""
    return MARK not in connection.introspection.table_names()


def _demand_that_it_fits(manifest: Manifest) -> None:
    if manifest.database != connection.vendor:
        raise Refused(
            f"It is a backup of {manifest.database}, and DATABASE_URL names {connection.vendor}."
        )
    ours = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    theirs = {one for one in manifest.facts.migrations if one.split(".")[0] in _our_apps()}
    if unknown := sorted(theirs - ours):
        raise Refused(
            f"It was made by a newer release, with {unknown[0]}: restore it with that one."
        )


def _our_apps() -> set[str]:
    return {app for app, _name in MigrationLoader(None).disk_migrations}


def _demand_emptiness() -> None:
    tables = set(connection.introspection.table_names()) - {MARK}
    if tables:
        raise Refused(
            f"The database is not empty: it has {len(tables)} tables, such as {min(tables)}."
            " A backup is restored into an empty one alone."
        )


def _compare(manifest: Manifest) -> None:
    with connection.cursor() as cursor:
        wrong = differences(manifest.facts, facts_of(cursor))
    if wrong:
        raise CommandError(f"It is not what was backed up: {'; '.join(wrong)}.")
