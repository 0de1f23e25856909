"""A pure rule as a named question: typed input, typed answer, and why; exact numbers in both."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Generic, TypeVar

import msgspec

from heraut.kernel import bounds
from heraut.kernel.codec import Malformed, decode, from_plain
from heraut.kernel.former_names import Former, renamed
from heraut.kernel.refusal import Reason, Refusal

I = TypeVar("I")  # noqa: E741  # the input; O is the outcome
O = TypeVar("O")  # noqa: E741


class Answer(msgspec.Struct, Generic[O], frozen=True):
    """What the rules answer, and the clauses that say so."""

    answer: O
    because: tuple[Reason, ...]

    def told(self) -> dict[str, object]:
        """The answer as a door writes it."""
        return {"answer": self.answer, "because": self.because}


class Question(msgspec.Struct, Generic[I, O], frozen=True):
    """A named question. `about` is one English sentence for `heraut ask --list`."""

    name: str
    about: str
    input: type[I]
    output: Any
    reply: Callable[[I], Answer[O] | Refusal]
    former: tuple[Former, ...] = ()
    """Names that are read for one version more; the answer ends with a notice of each that was used."""

    def ask(self, data: bytes | str) -> Answer[O] | Refusal:
        """Answer JSON input; `Malformed` names the path of what is wrong with it."""
        return self.ask_plain(decode(data, Any)) if self.former else self.reply(decode(data, self.input))

    def ask_plain(self, plain: Any) -> Answer[O] | Refusal:
        """The same for input that was read already."""
        today, notices = renamed(plain, self.former)
        given = self.reply(from_plain(today, self.input))
        if isinstance(given, Refusal) or not notices:
            return given
        return msgspec.structs.replace(given, because=(*given.because, *notices))


Points = int | float | str
"""A number as JSON brings it: 10, 10.5 or "21/2"."""


def exact_number(number: Points) -> int | Fraction:
    """A number as JSON brought it, exactly as it was written."""
    found = number if isinstance(number, int) else bounds.fraction(str(number))
    if found is None:
        raise Malformed(f"expected a number such as 10.5 or “21/2”, got “{str(number)[:40]}”")
    return found
