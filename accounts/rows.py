"""Rows that are written most: their statements are built once, and written with other values.

As for what is asked (`prepared.py`), Django builds a statement anew for each row, which takes many
times as long as the database needs to write it. No signals are sent: nothing here listens to any.
"""

# ruff: noqa: S608, SLF001 - statements are made of the names of our own models, which Django hides

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeAlias

from django.db import DatabaseError, connection
from django.db.models import AutoField, Field, Model

Fields: TypeAlias = "list[Field[Any, Any]]"


def insert(rows: Sequence[Model]) -> None:
    """Write a few new rows of one model, as `bulk_create` does: one statement, which keys them."""
    if not rows:
        return
    statement, fields = _insertion(type(rows[0]), len(rows))
    values = [_stored(row, field, is_new=True) for row in rows for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        keys = cursor.fetchall()
    for row, (key,) in zip(rows, keys, strict=True):
        row.pk = key
        row._state.adding, row._state.db = False, connection.alias


def update(row: Model, *, fields: Sequence[str]) -> None:
    """Write some fields of a row, as `save` does; a DatabaseError if it is not there any more."""
    statement, written = _change(type(row), tuple(fields))
    values = [_stored(row, field, is_new=False) for field in written]
    with connection.cursor() as cursor:
        cursor.execute(statement, [*values, _stored(row, _key(type(row)), is_new=False)])
        if not cursor.rowcount:
            raise DatabaseError(f"{row} is gone")


@cache
def _insertion(model: type[Model], count: int) -> tuple[str, Fields]:
    """The statement for so many rows, and the fields whose values it wants of each."""
    fields = [one for one in _fields(model).values() if not isinstance(one, AutoField)]
    columns = ", ".join(_quoted(field.column) for field in fields)
    blanks = f"({', '.join(['%s'] * len(fields))})"
    rows, key = ", ".join([blanks] * count), _quoted(_key(model).column)
    return f"INSERT INTO {_table(model)} ({columns}) VALUES {rows} RETURNING {key}", fields


@cache
def _change(model: type[Model], names: tuple[str, ...]) -> tuple[str, Fields]:
    fields = [_fields(model)[name] for name in names]
    changes = ", ".join(f"{_quoted(field.column)} = %s" for field in fields)
    return f"UPDATE {_table(model)} SET {changes} WHERE {_quoted(_key(model).column)} = %s", fields


def _fields(model: type[Model]) -> "dict[str, Field[Any, Any]]":
    return {field.name: field for field in model._meta.local_concrete_fields}


def _key(model: type[Model]) -> "Field[Any, Any]":
    return model._meta.pk


def _table(model: type[Model]) -> str:
    return _quoted(model._meta.db_table)


def _quoted(name: str | None) -> str:
    return connection.ops.quote_name(str(name))


def _stored(row: Model, field: "Field[Any, Any]", *, is_new: bool) -> Any:
    """As the database is given it."""
    return field.get_db_prep_save(field.pre_save(row, is_new), connection)
