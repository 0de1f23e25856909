"""What questions of Age of Magic share: units as asked about, dice as rolled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from random import Random, SystemRandom
from typing import Annotated, Generic, TypeVar

import msgspec

from heraut.battle.activation import Act, ActivatedBy, Activation, UnitTurn
from heraut.battle.casualties import Aftermath
from heraut.battle.movement import Ground
from heraut.battle.unit import Cover, Unit
from heraut.dice import SIDES, Dice, Fallen, MoreDice, PoolRoll
from heraut.kernel import HouseCode, Refusal, house, together
from heraut.warband.profile import profile_of
from heraut.warband.vocabulary import Equipment, UnitClass

O = TypeVar("O")  # noqa: E741  # the outcome
E = TypeVar("E")
Few = Annotated[int, msgspec.Meta(ge=0, le=50)]
Figures = Annotated[int, msgspec.Meta(ge=1, le=60)]
Face = Annotated[int, msgspec.Meta(ge=1, le=SIDES)]


class UnitAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit on the table: kind, equipment, figures left, fatigue, the cover it stands in."""

    unit: UnitClass
    equipment: tuple[Equipment, ...] = ()
    figures: Figures = 1
    fatigue: Few = 0
    cover: Cover = Cover.NONE

    def read(self) -> Unit | Refusal:
        """The unit, or why there is none with this equipment."""
        row = profile_of(self.unit, self.equipment)
        return row if isinstance(row, Refusal) else Unit(row, self.figures, self.fatigue, self.cover)


class RollAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """
    Whether to roll as well. `faces` are typed by people, in the order of the pools; without them the dice are drawn.

    Too few faces and the answer says which pool is due; `seed` draws the same dice again.
    """

    roll: bool = False
    faces: tuple[Face, ...] | None = None
    seed: int | None = None


class Due(msgspec.Struct, frozen=True):
    """The pool to be rolled next."""

    pool: str
    dice: int


class Rolling(msgspec.Struct, Generic[E], frozen=True, omit_defaults=True):
    """One resolution: its steps, and its end or the dice due next."""

    steps: tuple[PoolRoll, ...]
    end: E | None = None
    due: Due | None = None


class Ended(msgspec.Struct, frozen=True):
    """A unit after a fight."""

    figures: int
    fatigue: int
    removed: int
    resisted: int
    guarded: int
    eliminated: bool


def ended(after: Aftermath) -> Ended:
    """A unit after a fight, as answers give it."""
    return Ended(*after, after.eliminated)


class ActivationAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An activation of the turn so far."""

    act: Act
    by: ActivatedBy = ActivatedBy.ORDER
    cancelled: bool = False


def turn_of(asked: tuple[ActivationAsked, ...]) -> UnitTurn:
    """The turn so far."""
    return UnitTurn(tuple(Activation(done.act, done.by, done.cancelled) for done in asked))


class ChargeSituation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the charger comes: its first activation or not, enemy units flown over, the ground where it ends."""

    first_activation: bool = True
    flown_over: Few = 0
    lands: Ground = Ground.OPEN
    reaches: bool = True


def both_refused(first: object, second: object) -> Refusal:
    """What is wrong with either of two units."""
    refused = together(tuple(unit for unit in (first, second) if isinstance(unit, Refusal)))
    if refused is None:
        raise ValueError("nothing was refused")
    return refused


def read_two(first: UnitAsked, second: UnitAsked) -> tuple[Unit, Unit] | Refusal:
    """Two units, or everything that is wrong with either."""
    one, other = first.read(), second.read()
    if isinstance(one, Refusal) or isinstance(other, Refusal):
        return both_refused(one, other)
    return one, other


def read_units(asked: tuple[UnitAsked, ...]) -> list[Unit] | Refusal:
    """All units, or everything that is wrong with them."""
    read = [unit.read() for unit in asked]
    refused = together(tuple(unit for unit in read if isinstance(unit, Refusal)))
    return refused if refused is not None else [unit for unit in read if isinstance(unit, Unit)]


def rolled(asked: RollAsked, resolve: Callable[[Dice], O]) -> tuple[list[PoolRoll], O | Due] | Refusal:
    """One resolution with its steps: how it ends, or which dice are due; faces nobody asked for are refused."""
    dice = Fallen.of(asked.faces if asked.faces is not None else _drawn(asked.seed))
    try:
        end = resolve(dice)
    except MoreDice as due:
        return dice.steps, Due(due.pool, due.dice)
    if asked.faces is not None and (left := dice.left):
        return house(HouseCode.WRONG_DICE, "count", asked=len(asked.faces), allowed=len(asked.faces) - len(left))
    return dice.steps, end


def roll_if_asked(
    asked: RollAsked, resolve: Callable[[Dice], O], told: Callable[[O, list[PoolRoll]], E]
) -> Rolling[E] | Refusal | None:
    """One resolution as answers give it, where it was asked for."""
    if not asked.roll:
        return None
    found = rolled(asked, resolve)
    if isinstance(found, Refusal):
        return found
    steps, end = found
    return Rolling(tuple(steps), due=end) if isinstance(end, Due) else Rolling(tuple(steps), told(end, steps))


def _drawn(seed: int | None) -> Iterator[int]:
    """Faces without end, from the system's secure source [HOUSE-DICE-3] or from a seed."""
    source = SystemRandom() if seed is None else Random(seed)
    return (source.randint(1, SIDES) for _ in count())
