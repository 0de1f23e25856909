"""The tables of Age of Magic, typed."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

import msgspec

from heraut.kernel import ClauseId
from heraut.rulesets import Span, per_edition, rows
from heraut.warband.vocabulary import Distance, UnitClass, Weapon

SOURCE = "age_of_magic"


class TroopRow(msgspec.Struct, frozen=True):
    """How a kind of unit is obtained, grouped and counted."""

    clause: ClauseId
    unit: UnitClass
    size: Span
    massacre: Fraction
    per_point: int | None = None
    trade: Fraction | None = None
    saga_from: int | None = None
    most: int | None = None


class TradeRow(msgspec.Struct, frozen=True):
    """What may be paid for one figure obtained by trade."""

    clause: ClauseId
    unit: UnitClass
    paid: Mapping[UnitClass, int]


class WeaponRow(msgspec.Struct, frozen=True):
    """A shooting weapon. `free` says which of its shots cost no die and give no fatigue."""

    clause: ClauseId
    weapon: Weapon
    range: Distance | None = None
    shot: int = 0
    close_shot: int = 0
    charge: int = 0
    startles: bool = False
    consecutive: bool = True
    free: Literal["no_shot", "every_shot", "one_shot", "only_shot"] = "no_shot"
    shots: int | None = None


class Stick(msgspec.Struct, frozen=True):
    """A measuring stick."""

    clause: ClauseId
    distance: Distance
    inches: int
    centimetres: int


class MagicRow(msgspec.Struct, frozen=True):
    """Spells and magic dice."""

    clause: ClauseId
    spells: int
    pool: int
    pool_per_sorcerer: int


class _SagaRow(msgspec.Struct, frozen=True):
    clause: ClauseId
    most: int


class _Number(msgspec.Struct, frozen=True):
    clause: ClauseId
    name: str
    value: int


@per_edition
def troops() -> Mapping[UnitClass, TroopRow]:
    """The kinds of unit."""
    return {row.unit: row for row in rows(SOURCE, "troops", "troop", TroopRow)}


@per_edition
def trades() -> Mapping[UnitClass, TradeRow]:
    """What may be traded for what, by our default [CORE-PTS-4]."""
    return {row.unit: row for row in rows(SOURCE, "troops", "trade", TradeRow)}


@per_edition
def weapons() -> Mapping[Weapon, WeaponRow]:
    """The shooting weapons; a unit without one has no row."""
    return {row.weapon: row for row in rows(SOURCE, "weapons", "weapon", WeaponRow)}


@per_edition
def stick(distance: Distance) -> Stick:
    """One of the measuring sticks."""
    sticks: tuple[Stick, ...] = rows(SOURCE, "weapons", "distance", Stick)
    return next(row for row in sticks if row.distance == distance)


def magic() -> MagicRow:
    """Spells and magic dice."""
    table: tuple[MagicRow, ...] = rows(SOURCE, "troops", "magic", MagicRow)
    return table[0]


def most_saga_dice() -> int:
    """How many SAGA dice may be in play [CORE-SAGA-1]."""
    table: tuple[_SagaRow, ...] = rows(SOURCE, "troops", "saga", _SagaRow)
    return table[0].most


@per_edition
def number(name: str) -> int:
    """A fixed number of the resolution."""
    table: tuple[_Number, ...] = rows(SOURCE, "weapons", "number", _Number)
    return next(row.value for row in table if row.name == name)
