"""Laws as answers give them: a row for each outcome, its chance as a number to read and as an exact fraction."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from operator import itemgetter
from typing import TypeVar

import msgspec

from heraut.dice import A, Law, Weight

Value = int | str | tuple[int | str | bool, ...]
V = TypeVar("V", bound=Value)


class LawRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a law in an answer: every law in every answer has this form."""

    value: Value
    p: float
    exact: str | None = None


def law_row(value: Value, chance: Weight) -> LawRow:
    """The row of one outcome; a chance in floats has no fraction beside it."""
    return LawRow(value, float(chance), str(chance) if isinstance(chance, Fraction) else None)


def law_rows(law: Law[V]) -> tuple[LawRow, ...]:
    """A law of values, the smallest first."""
    return rows_of(law, lambda value: value)


def rows_of(law: Law[A], value: Callable[[A], Value]) -> tuple[LawRow, ...]:
    """Any law, each outcome as a value, in the order of the outcomes."""
    return tuple(law_row(value(outcome), weight) for outcome, weight in sorted(law.items(), key=itemgetter(0)))


def ordered_rows(law: Law[int] | Law[str]) -> tuple[LawRow, ...]:
    """A law of what can happen: numbers go up, words stay in the order of the rules."""
    rows = [law_row(value, weight) for value, weight in law if weight]
    return tuple(sorted(rows, key=lambda row: row.value) if all(isinstance(row.value, int) for row in rows) else rows)
