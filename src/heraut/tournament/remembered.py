"""The last answer of a pure function: five hundred phones ask about one state, one after the other."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")


def remembered(work: Callable[[A], B]) -> Callable[[A], B]:
    """
    The same function, which works once for the same value (not an equal one) asked about again.

    It keeps one value alive and answers as before: whoever asks cannot tell, but for the time it takes.
    """
    last: list[tuple[A, B]] = []

    @wraps(work)
    def answer(value: A) -> B:
        kept = last[:]
        if kept and kept[0][0] is value:
            return kept[0][1]
        found = work(value)
        last[:] = [(value, found)]
        return found

    return answer
