"""What a backup holds, and what it says about itself."""

import json
from dataclasses import asdict, dataclass
from typing import Any, Final

FORMAT: Final = 1

# The schema of these goes along, their rows do not. Nothing points at them, so nothing is missed.
LEFT_OUT: Final = {
    "django_session": "whoever has one is signed in as somebody",
    "usersessions_usersession": "names those sessions, with the addresses that they came from",
    "account_emailconfirmation": "confirms an address for whoever has the key",
    "accounts_dataexport": "all that is known of somebody as a file, gone in a week anyway",
}


@dataclass(frozen=True, slots=True)
class Facts:
    """What holds in a database at one moment; what was restored must have the same."""

    migrations: list[str]
    rows: dict[str, int]
    """How many rows each table has, but for those that are left out."""
    audit: list[Any]
    """The number and the digest of the last entry of the audit log; empty if there is none."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup says about itself."""

    format: int
    made_at: str
    database: str
    member: str
    """The file within that has the database."""
    size: int
    sha256: str
    left_out: list[str]
    facts: Facts

    def write(self) -> str:
        return json.dumps(asdict(self), indent=1) + "\n"

    @classmethod
    def read(cls, text: str) -> "Manifest":
        """Raises a ValueError for anything that `write` does not write."""
        values = json.loads(text)
        try:
            if values["format"] != FORMAT:
                raise ValueError(f"its format is {values['format']}")
            return cls(**{**values, "facts": Facts(**values["facts"])})
        except (KeyError, TypeError) as error:
            raise ValueError("its manifest lacks something") from error


def facts_of(cursor: Any) -> Facts:
    """Read by plain SQL, so that any connection to either database will do."""
    cursor.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
    migrations = [f"{app}.{name}" for app, name in cursor.fetchall()]
    cursor.execute("SELECT number, digest FROM accounts_auditentry ORDER BY number DESC LIMIT 1")
    audit = [value for row in cursor.fetchall() for value in row]
    rows = {}
    for table in _tables():
        cursor.execute(f'SELECT count(*) FROM "{table}"')  # noqa: S608 - our own names
        rows[table] = cursor.fetchone()[0]
    return Facts(migrations, rows, audit)


def _tables() -> list[str]:
    from django.apps import apps  # noqa: PLC0415 - once they are loaded

    models = apps.get_models(include_auto_created=True)
    return sorted({model._meta.db_table for model in models} - set(LEFT_OUT))  # noqa: SLF001


def differences(said: Facts, found: Facts) -> list[str]:
    """What is not there as it was said; tables that only one of both knows do not count."""
    wrong = [
        f"{table} has {found.rows[table]} rows instead of {number}"
        for table, number in said.rows.items()
        if found.rows.get(table, number) != number
    ]
    if said.audit != found.audit:
        wrong.append("the audit log ends otherwise")
    return wrong
