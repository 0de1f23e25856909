"""Dice in answers: laws row by row with exact chances, one resolution rolled beside its law, and the plain pool."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count
from operator import itemgetter
from random import Random, SystemRandom
from typing import Annotated, Generic, TypeVar

import msgspec

from heraut.ask.question import Answer, Question
from heraut.dice import EXACT, MOST_DICE, SIDES, A, Dice, Fallen, Law, MoreDice, PoolRoll, Summed, Weight, mean
from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import HouseCode, Reason, Refusal, house

Value = int | str | tuple[int | str | bool, ...]
V = TypeVar("V", bound=Value)
O = TypeVar("O")  # noqa: E741  # the outcome
E = TypeVar("E")
Face = Annotated[int, msgspec.Meta(ge=1, le=SIDES)]


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


class PoolInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many six-sided dice, each a success when it shows the target or more."""

    dice: int
    target: int


class PoolOutput(msgspec.Struct, frozen=True):
    """How likely each number of successes is."""

    law: tuple[LawRow, ...]
    mean: Summed


def _pool(asked: PoolInput) -> Answer[PoolOutput] | Refusal:
    if not 0 <= asked.dice <= MOST_DICE:
        return house(HouseCode.WRONG_DICE, "dice", asked=asked.dice, allowed=MOST_DICE)
    faces = min(SIDES, max(0, SIDES + 1 - asked.target))
    law = EXACT.successes("pool", asked.dice, faces)
    reason = Reason(ClauseId("HOUSE-DICE-2"), "pool", {"dice": asked.dice, "target": asked.target, "faces": faces})
    return Answer(PoolOutput(law_rows(law), mean(law)), (reason,))


POOL = Question("dice.pool", "How many of these dice show the target or more?", PoolInput, PoolOutput, _pool)


class RollAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """
    Whether to roll as well. `faces` are typed by people, in the order of the pools; without them the dice are drawn.

    Too few faces and the answer says which pool is due; `seed` draws the same dice again.
    """

    roll: bool = False
    faces: tuple[Face, ...] | None = None
    seed: int | None = None


class DiceDue(msgspec.Struct, frozen=True):
    """The pool to be rolled next."""

    pool: str
    dice: int


class RollAnswer(msgspec.Struct, Generic[E], frozen=True, omit_defaults=True):
    """One resolution: its steps, and its end or the dice due next."""

    steps: tuple[PoolRoll, ...]
    end: E | None = None
    due: DiceDue | None = None


def rolled(asked: RollAsked, resolve: Callable[[Dice], O]) -> tuple[list[PoolRoll], O | DiceDue] | Refusal:
    """One resolution with its steps: how it ends, or which dice are due; faces nobody asked for are refused."""
    dice = Fallen.of(asked.faces if asked.faces is not None else _drawn(asked.seed))
    try:
        end = resolve(dice)
    except MoreDice as due:
        return dice.steps, DiceDue(due.pool, due.dice)
    if asked.faces is not None and (left := dice.left):
        return house(HouseCode.WRONG_DICE, "count", asked=len(asked.faces), allowed=len(asked.faces) - len(left))
    return dice.steps, end


def roll_if_asked(
    asked: RollAsked, resolve: Callable[[Dice], O], as_answer: Callable[[O, list[PoolRoll]], E]
) -> RollAnswer[E] | Refusal | None:
    """One resolution as answers give it, where it was asked for."""
    if not asked.roll:
        return None
    found = rolled(asked, resolve)
    if isinstance(found, Refusal):
        return found
    steps, end = found
    return (
        RollAnswer(tuple(steps), due=end)
        if isinstance(end, DiceDue)
        else RollAnswer(tuple(steps), as_answer(end, steps))
    )


def _drawn(seed: int | None) -> Iterator[int]:
    """Faces without end, from the system's secure source [HOUSE-DICE-3] or from a seed."""
    source = SystemRandom() if seed is None else Random(seed)
    return (source.randint(1, SIDES) for _ in count())
