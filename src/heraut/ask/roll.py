"""One resolution of a fight, rolled beside its law: the faces people typed or drawn ones, pool by pool."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from random import Random, SystemRandom
from typing import Annotated, Generic, TypeVar

import msgspec

from heraut.dice import SIDES, Dice, Fallen, MoreDice, PoolRoll
from heraut.kernel.refusal import HouseCode, Refusal, house

O = TypeVar("O")  # noqa: E741  # the outcome
E = TypeVar("E")
Face = Annotated[int, msgspec.Meta(ge=1, le=SIDES)]


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
