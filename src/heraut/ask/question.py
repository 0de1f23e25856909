"""A pure rule as a named question: typed input, typed answer, and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import msgspec

from heraut.kernel import Reason, Refusal, decode

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
