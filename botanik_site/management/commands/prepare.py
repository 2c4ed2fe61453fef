"""Everything between fresh code and a site that can be served."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from botanik_site import translations
from botanik_site.metrics import kept
from games.services import bots

MIGRATION_LOCK = 20260516  # any number that nothing else on this database uses


class Command(BaseCommand):
    help = "Compile translations, migrate, collect static files, add demo players. Repeatable."

    def handle(self, *args: Any, **options: Any) -> None:
        self.compile_translations()
        self.migrate()
        self.collect_static()
        bots.make_all()
        kept.bury_the_dead()
        if settings.LOCAL:
            call_command("seed_demo", stdout=self.stdout)

    def compile_translations(self) -> None:
        for source in translations.outdated():
            self.say(f"Compiling the translations into {source.parent.parent.name}")
            translations.compile_translation(source)

    def migrate(self) -> None:
        """Bring the database up to date; of several machines at once, all but one wait."""
        self.reach_database()
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATION_LOCK])
            executor = MigrationExecutor(connection)
            plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
            if plan:
                self.say(f"Bringing the database up to date ({len(plan)} migrations)")
                call_command("migrate", interactive=False, verbosity=0)
            if connection.vendor == "postgresql":
                cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATION_LOCK])

    def reach_database(self) -> None:
        """Say in one line why the database does not answer: a pool only says that it waited."""
        database: Any = connection
        try:
            if connection.vendor == "postgresql":
                parameters = connection.get_connection_params()
                parameters.pop("pool", None)
                database.Database.connect(**parameters).close()
            else:
                connection.ensure_connection()
        except (DatabaseError, database.Database.Error) as error:
            why = str(error).strip().splitlines()[-1]
            raise CommandError(f"The database cannot be reached: {why}") from error

    def collect_static(self) -> None:
        """Hashing and compressing takes a while: skip it where no file has changed."""
        stamp = settings.STATIC_ROOT / ".sources"
        sources = _fingerprint_of_static_files()
        if stamp.exists() and stamp.read_text() == sources:
            return
        self.say("Collecting and compressing static files")
        # In production old files stay: pages that are open still ask for them, by other names.
        call_command("collectstatic", interactive=False, clear=settings.LOCAL, verbosity=0)
        stamp.write_text(sources)

    def say(self, line: str) -> None:
        self.stdout.write(f"{line} ...")
        self.stdout.flush()


def _fingerprint_of_static_files() -> str:
    digest = hashlib.sha256()
    for path in sorted(_static_files()):
        stat = path.stat()
        digest.update(f"{path}\0{stat.st_size}\0{stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _static_files() -> Iterator[Path]:
    for finder in get_finders():
        for name, storage in finder.list([]):
            yield Path(storage.path(name))
