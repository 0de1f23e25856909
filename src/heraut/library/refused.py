"""A refusal as scripts meet it: an exception that says which clause."""

from __future__ import annotations

from typing import TypeVar

from heraut.kernel import Refusal
from heraut.speech import Language, say_refusal

T = TypeVar("T")


class Refused(Exception):
    """
    The rules do not allow it. The message is the sentence people read; `refusal` is the same as data.

    `refusal.clause` names the clause, `refusal.all()` gives every fault of a list one by one.
    """

    def __init__(self, refusal: Refusal, language: Language = "en") -> None:
        super().__init__(say_refusal(refusal, language))
        self.refusal = refusal


def accepted(outcome: T | Refusal) -> T:
    """What was not refused."""
    if isinstance(outcome, Refusal):
        raise Refused(outcome)
    return outcome
