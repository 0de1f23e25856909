"""The last answers of a pure function: five hundred phones ask about one state, one after the other."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")
KEPT = 4


def remembered(work: Callable[[A], B]) -> Callable[[A], B]:
    """
    The same function, which works once for the same value (not an equal one) asked about again.

    It keeps a few values alive, one for each event of a weekend, and answers as before: whoever asks cannot tell, but
    for the time it takes.
    """
    last: list[tuple[A, B]] = []

    @wraps(work)
    def answer(value: A) -> B:
        kept = last[:]
        for known, found in kept:
            if known is value:
                return found
        found = work(value)
        last[:] = [(value, found), *kept[: KEPT - 1]]
        return found

    return answer
