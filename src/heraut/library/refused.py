"""A refusal as scripts meet it: an exception that says which clause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from heraut.kernel import Refusal
from heraut.speech import Language, say_refusal

T = TypeVar("T")


class Refused(Exception):
    """
    The rules do not allow it. The message is the sentence people read; `refusal` is the same as data.

    `refusal.clause` names the clause, `refusal.all()` gives every fault of a list one by one.
    """

    def __init__(self, refusal: Refusal, language: Language = "en", *, names: Mapping[str, str] | None = None) -> None:
        super().__init__(say_refusal(refusal, language, names))
        self.refusal = refusal


def accepted(outcome: T | Refusal, names: Mapping[str, str] | None = None) -> T:
    """What was not refused; `names` are those of the game that was asked."""
    if isinstance(outcome, Refusal):
        raise Refused(outcome, names=names)
    return outcome
