"""Numbers printed once in a rulebook: the only row of its kind in a table."""

from __future__ import annotations

from typing import Any, TypeVar

from heraut.rulesets import rows

T = TypeVar("T")


def printed(source: str, table: str, key: str, kind: type[T]) -> T:
    """The only row `[[key]]` of a table."""
    wanted: Any = kind
    found: T
    (found,) = rows(source, table, key, wanted)
    return found
