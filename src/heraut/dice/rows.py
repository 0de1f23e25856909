"""Laws as answers give them."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from operator import itemgetter
from typing import TypeVar

import msgspec

from heraut.dice.law import Law

A = TypeVar("A", bound=Hashable)
Value = int | str | tuple[int | str | bool, ...]


class LawRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a law in an answer: every law in every answer has this form."""

    value: Value
    p: float
    exact: str | None = None


def law_rows(law: Law[int]) -> tuple[LawRow, ...]:
    """A law of numbers as answers give it, smallest outcome first."""
    return rows_of(law, lambda value: value)


def rows_of(law: Law[A], value: Callable[[A], Value]) -> tuple[LawRow, ...]:
    """Any law as answers give it, each outcome as a value, in the order of the outcomes."""
    return tuple(
        LawRow(value(outcome), float(weight), str(weight) if isinstance(weight, Fraction) else None)
        for outcome, weight in sorted(law.items(), key=itemgetter(0))
    )
