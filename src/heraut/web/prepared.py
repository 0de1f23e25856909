"""
Queries whose SQL is worked out once.

Django works a query out anew every time it is asked, which takes ten times as long as SQLite takes to answer: what
every request asks stands here, or in `store`, as SQL.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Model

M = TypeVar("M", bound=Model)
Row = tuple[Any, ...]


def rows(sql: str, values: Sequence[Any]) -> list[Row]:
    """What a statement finds."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        found: list[Row] = cursor.fetchall()
        return found


def execute(sql: str, *values: Sequence[Any]) -> None:
    """Run a statement once for each row of values."""
    with connection.cursor() as cursor:
        if len(values) == 1:
            cursor.execute(sql, values[0])
        else:
            cursor.executemany(sql, values)


class Lookup(Generic[M]):
    """The rows of a model by the values of some of its columns."""

    def __init__(self, model: type[M], *columns: str) -> None:
        self._model, self._columns = model, columns

    def all(self, *values: Any) -> list[M]:
        """Every row with these values."""
        return [self._model.from_db(connection.alias, self._names, self._read(row)) for row in rows(self._sql, values)]

    def first(self, *values: Any) -> M | None:
        """The row with these values, if there is one."""
        return next(iter(self.all(*values)), None)

    @cached_property
    def _names(self) -> list[str]:
        return [field.attname for field in self._model._meta.concrete_fields]

    @cached_property
    def _sql(self) -> str:
        quoted = connection.ops.quote_name
        selected = ", ".join(quoted(str(field.column)) for field in self._model._meta.concrete_fields)
        asked = " AND ".join(f"{quoted(column)} = %s" for column in self._columns)
        return f"SELECT {selected} FROM {quoted(self._model._meta.db_table)} WHERE {asked}"

    @cached_property
    def _converters(self) -> dict[int, list[Callable[..., Any]]]:
        """What makes Python's values of the database's, by the place of the column."""
        found = {}
        for place, field in enumerate(self._model._meta.concrete_fields):
            column = field.get_col(self._model._meta.db_table)
            made = [*connection.ops.get_db_converters(column), *column.get_db_converters(connection)]
            if made:
                found[place] = [(lambda value, made=each, of=column: made(value, of, connection)) for each in made]
        return found

    def _read(self, row: Row) -> list[Any]:
        values = list(row)
        for place, converters in self._converters.items():
            for convert in converters:
                values[place] = convert(values[place])
        return values
