"""Queries that are asked most: built once, and asked with other values each time.

Django builds a query anew each time it is asked, which takes many times as long as the database
needs to answer it.
"""

import inspect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any, Generic, ParamSpec, TypeAlias, TypeVar
from uuid import UUID

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable, get_related_populators
from django.db.models.sql import UpdateQuery

P = ParamSpec("P")
Row = TypeVar("Row")
Update: TypeAlias = tuple["QuerySet[Any]", dict[str, Any]]
"""Which rows are changed, and what becomes of them."""

# They stand for values while a query is built: nothing else in it is equal to them, nor are two
# of them. Each fits into any column of its kind: what does not is left out of a query by Django.
STAND_INS: dict[type, Callable[[int], Any]] = {
    str: lambda number: f"stand-in {number}",
    int: lambda number: 29_173 + number,
    UUID: lambda number: UUID(int=0x5EED_0F_A_1EAF << 64 | number),
    datetime: lambda number: datetime(1848, 9, 21, 7, 13, 5, tzinfo=UTC) + timedelta(days=number),
}


class _Built(Generic[P]):
    """A function that makes a query of a few values, and what is made of it once."""

    def __init__(self, build: Callable[P, Any]) -> None:
        self.build: Callable[..., Any] = build

    @cached_property
    def _plan(self) -> "_Plan":
        plan, other = self._compile(first=0), self._compile(first=100)
        assert plan.blanks == other.blanks, f"{self.build} computes with its values"
        used = {name for name, _fixed in plan.blanks}
        assert used >= self._kinds.keys(), f"{self.build} does not use all of its values"
        return plan

    @property
    def _kinds(self) -> dict[str, type]:
        """The names of its values, and the type of each."""
        wanted = inspect.signature(self.build, eval_str=True).parameters
        return {name: one.annotation for name, one in wanted.items()}

    def _compile(self, first: int) -> "_Plan":
        kinds = enumerate(self._kinds.items(), first)
        values = {name: STAND_INS[kind](number) for number, (name, kind) in kinds}
        return self._planned(self.build(**values), values)

    def _planned(self, built: Any, values: dict[str, Any]) -> "_Plan":
        raise NotImplementedError


class Prepared(_Built[P], Generic[P, Row]):
    """A function that makes a query of a few values, as `@Prepared` above its definition.

    The values may go into the query only as they are: what is computed from one is another one.
    """

    def __init__(self, build: Callable[P, QuerySet[Any, Row]]) -> None:
        super().__init__(build)

    def all(self, *_: P.args, **values: P.kwargs) -> list[Row]:
        """What the query finds with these values: what iterating over it would give."""
        plan = self._plan
        with connection.cursor() as cursor:
            cursor.execute(plan.sql, plan.parameters(values))
            return plan.read(cursor.fetchall())

    def first(self, *_: P.args, **values: P.kwargs) -> Row | None:
        """The first of these, or None. The query itself should ask for no more than that."""
        return next(iter(self.all(*_, **values)), None)

    def _planned(self, built: QuerySet[Any, Row], values: dict[str, Any]) -> "_Plan":
        compiler: Any = built.query.get_compiler(connection=connection)
        of_models = built._iterable_class is ModelIterable  # noqa: SLF001 - nothing else tells
        return _Plan(*_compiled(compiler, values), _reader(compiler, of_models=of_models))


class PreparedUpdate(_Built[P]):
    """The same for a function that makes a query, and says what becomes of the rows it finds."""

    def __init__(self, build: Callable[P, Update]) -> None:
        super().__init__(build)

    def write(self, *_: P.args, **values: P.kwargs) -> int:
        """Change all rows that the query finds with these values; how many there were."""
        plan = self._plan
        with connection.cursor() as cursor:
            cursor.execute(plan.sql, plan.parameters(values))
            return int(cursor.rowcount)

    def _planned(self, built: Update, values: dict[str, Any]) -> "_Plan":
        found, changes = built
        query: Any = found.query.chain(UpdateQuery)
        query.add_update_values(changes)
        return _Plan(*_compiled(query.get_compiler(connection=connection), values), list)


@dataclass(frozen=True, slots=True)
class _Plan:
    """How to ask a query, and how to read what it answers."""

    sql: str
    blanks: Sequence[tuple[str, Any]]
    """Each parameter: the name of its value, or what it always is."""
    read: Callable[[Sequence[Any]], list[Any]]

    def parameters(self, values: dict[str, Any]) -> list[Any]:
        stored = {name: _stored(value) for name, value in values.items()}
        return [stored[name] if name else fixed for name, fixed in self.blanks]


def _compiled(compiler: Any, values: dict[str, Any]) -> tuple[str, list[tuple[str, Any]]]:
    """The query as text, and what is to be filled in."""
    sql, parameters = compiler.as_sql()
    names = {_stored(value): name for name, value in values.items()}
    blanks = [(names[one], None) if one in names else ("", one) for one in parameters]
    return sql, blanks


def _reader(compiler: Any, *, of_models: bool) -> Callable[[Sequence[Any]], list[Any]]:
    """Makes of rows what the compiled query would make of them."""
    as_objects = _model_reader(compiler) if of_models else _as_tuples
    converters = compiler.get_converters([column for column, _sql, _alias in compiler.select])

    def read(rows: Sequence[Any]) -> list[Any]:
        return as_objects(compiler.apply_converters(rows, converters))

    return read


def _as_tuples(rows: Iterable[Any]) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in rows]


def _model_reader(compiler: Any) -> Callable[[Iterable[Any]], list[Model]]:
    """Makes models of rows, with those that they were selected with, as Django does."""
    info, select = compiler.klass_info, compiler.select
    model: type[Model] = info["model"]
    first, last = info["select_fields"][0], info["select_fields"][-1] + 1
    names = [column[0].target.attname for column in select[first:last]]
    populators_of: Any = get_related_populators  # its types are of another Django
    related = populators_of(info, select, connection.alias)
    annotations: dict[str, int] = compiler.annotation_col_map or {}

    def read(row: Any) -> Model:
        found = model.from_db(connection.alias, names, row[first:last])
        for populator in related:
            populator.populate(row, found)
        for name, place in annotations.items():
            setattr(found, name, row[place])
        return found

    return lambda rows: [read(row) for row in rows]


def _stored(value: Any) -> Any:
    """As the database is given it."""
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    if isinstance(value, UUID) and not connection.features.has_native_uuid_field:
        return value.hex
    return value
