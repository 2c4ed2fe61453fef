"""Unique keys, where two do the same in one instant: the database lets one of them."""

from django.db import IntegrityError

UNIQUE_VIOLATION = "23505"  # PostgreSQL's number for it


def is_taken(error: BaseException | None) -> bool:
    """Whether somebody else was faster: a unique key was hit.

    Every other constraint that is broken is a mistake of ours.
    """
    if not isinstance(error, IntegrityError):
        return False
    in_postgresql = getattr(error.__cause__, "sqlstate", "") == UNIQUE_VIOLATION
    return in_postgresql or str(error).startswith("UNIQUE constraint failed")  # SQLite's words
