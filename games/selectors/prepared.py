"""Queries that every page asks: built once, and asked with other values each time.

Django builds a query anew each time it is asked, which for a long one takes many times as long as
the database needs to answer it.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from django.db import connection
from django.db.models import QuerySet

# They stand for values while a query is built; nothing else in it is equal to them.
A_NUMBER = -7_046_029_254_386_353
A_MOMENT = datetime(1848, 9, 21, 7, 13, 5, 123457, tzinfo=UTC)


class Prepared:
    """A query with blanks. `build` makes it of values for them, and is called with stand-ins."""

    def __init__(
        self, build: Callable[..., QuerySet[Any, Any]], **stand_ins: int | datetime
    ) -> None:
        self._build = build
        self._stand_ins = stand_ins

    def first(self, **values: int | datetime) -> Any:
        """The first row that it finds with these values, or None."""
        sql, parameters = self._compiled
        stored = {name: _stored(value) for name, value in values.items()}
        with connection.cursor() as cursor:
            cursor.execute(sql, [stored.get(name, fixed) for name, fixed in parameters])
            return cursor.fetchone()

    @cached_property
    def _compiled(self) -> tuple[str, list[tuple[str, Any]]]:
        """Its SQL, and each parameter with the name of its blank, or none."""
        sql, parameters = self._build(**self._stand_ins).query.sql_with_params()
        names = {_stored(value): name for name, value in self._stand_ins.items()}
        return sql, [(names.get(fixed, ""), fixed) for fixed in parameters]


def _stored(value: int | datetime) -> Any:
    """As the database is given it."""
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return value
