"""A pure rule as a named question: typed input, typed answer, and why; exact numbers in both."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Generic, TypeVar

import msgspec

from heraut.kernel import ClauseId, Malformed, Reason, Refusal, bounds, decode

I = TypeVar("I")  # noqa: E741  # the input; O is the outcome
O = TypeVar("O")  # noqa: E741


class Answer(msgspec.Struct, Generic[O], frozen=True):
    """What the rules answer, and the clauses that say so."""

    answer: O
    because: tuple[Reason, ...]


class Question(msgspec.Struct, Generic[I, O], frozen=True):
    """A named question. `about` is one English sentence for `heraut ask --list`."""

    name: str
    about: str
    input: type[I]
    output: Any
    reply: Callable[[I], Answer[O] | Refusal]

    def ask(self, data: bytes | str) -> Answer[O] | Refusal:
        """Answer JSON input; `Malformed` names the path of what is wrong with it."""
        return self.reply(decode(data, self.input))


def renamed(old: str, new: str, clause: str) -> Reason:
    """The notice that goes with an answer to somebody who used an old name: it is read for one version more."""
    return Reason(ClauseId(clause), "old-name", {"old": old, "new": new})


Points = int | float | str
"""Whole numbers and halves as JSON numbers, both exact; any other fraction as "1/3"."""


def exact_number(number: Points) -> int | Fraction:
    """A number as JSON brought it, exactly as it was written."""
    found = number if isinstance(number, int) else bounds.fraction(str(number))
    if found is None:
        raise Malformed(f"expected a number such as 10.5 or “21/2”, got “{str(number)[:40]}”")
    return found


def json_number(number: int | Fraction) -> Points:
    """A number as JSON writes it best."""
    if number.denominator == 1:
        return number.numerator
    return float(number) if number.denominator == 2 else str(number)
