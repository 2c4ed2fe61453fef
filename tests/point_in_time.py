"""A PostgreSQL that archives its WAL, is lost, and is brought back to a moment."""

import shutil
import subprocess
import time
from pathlib import Path
from typing import Self

import psycopg

from tests.real_services import PostgresqlServer, wait_until

# As docs/operating.md says it, but that a minute is ten seconds here.
SETTINGS = """
wal_level = replica
archive_mode = on
archive_timeout = 10
archive_command = 'test ! -f {archive}/%f && cp %p {archive}/part && mv {archive}/part {archive}/%f'
"""
RECOVERY = """
restore_command = 'cp {archive}/%f %p'
recovery_target_time = '{moment}'
recovery_target_action = 'promote'
"""


class Archived(PostgresqlServer):
    """Its base backup and its archive lie beside its data, and outlive it."""

    def __init__(self) -> None:
        super().__init__(settings="")
        self._archive = self._folder / "archive"
        self._base = self._folder / "base"

    def __enter__(self) -> Self:
        self.create()
        self._do("mkdir", str(self._archive))
        self._configure(SETTINGS.format(archive=self._archive))
        self.stop()
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()
        self.remove()

    def back_up(self) -> None:
        """A base backup, while it is used."""
        where = ["-h", "127.0.0.1", "-p", str(self._port), "-U", "botanik"]
        self._run("pg_basebackup", *where, "-D", str(self._base), "-X", "stream", "-c", "fast")

    def now(self) -> str:
        with psycopg.connect(self.url) as link:
            return str(link.execute("SELECT clock_timestamp()").fetchone()[0])

    def wait_until_archived(self) -> None:
        """Until whatever was written before now lies in the archive."""
        with psycopg.connect(self.url, autocommit=True) as link:
            last = link.execute("SELECT pg_walfile_name(pg_switch_wal())").fetchone()[0]
        wait_until((self._archive / last).exists, what="the archive", seconds=60)

    def destroy(self) -> None:
        self.stop()
        shutil.rmtree(self._data)

    def recover(self, moment: str) -> float:
        """Begin anew from the base backup, as it was at that moment; how many seconds it took."""
        began = time.monotonic()
        self._do("cp", "-a", str(self._base), self._data)
        self._configure(RECOVERY.format(archive=self._archive, moment=moment))
        self._do("touch", str(Path(self._data) / "recovery.signal"))
        self.start()
        wait_until(self._is_open, what="the end of the recovery", seconds=300)
        return time.monotonic() - began

    def _is_open(self) -> bool:
        with psycopg.connect(self.url) as link:
            return not link.execute("SELECT pg_is_in_recovery()").fetchone()[0]

    def _do(self, *command: str) -> None:
        """Something that is none of PostgreSQL's programs, as whoever owns its files."""
        subprocess.run([*self._as_owner, *command], check=True)

    def _configure(self, settings: str) -> None:
        with (Path(self._data) / "postgresql.auto.conf").open("a") as conf:
            conf.write(settings)
