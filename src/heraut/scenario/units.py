"""Commands that tell of units: those of one moment have narrow ids, each of them once [HOUSE-NAME-2]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from heraut.kernel.message import Command
from heraut.kernel.names import MOST_ID, is_id
from heraut.kernel.refusal import HouseCode, Refusal, house, together
from heraut.rulesets.editions import current


class HasId(Protocol):
    """A unit, on its way to the table or standing on it."""

    @property
    def id(self) -> str:
        """Its narrow id."""


Moments = Iterable[Iterable[HasId]]
"""The units of each moment that is told of."""


class TellsOfUnits(Command, frozen=True):
    """A command with units in it, whatever else it says."""

    def moments(self) -> Moments:
        """Its units, moment by moment."""
        raise NotImplementedError


def bad_unit_ids(command: Command) -> Refusal | None:
    """
    Every id that is none, or stands twice among the units of one moment [HOUSE-NAME-2].

    What people call a unit is its name; matches before edition 3 are not asked.
    """
    if not isinstance(command, TellsOfUnits) or current() < 3:
        return None
    return together(tuple(fault for units in command.moments() for fault in _id_faults(units)))


def _id_faults(units: Iterable[HasId]) -> Iterator[Refusal]:
    seen: set[str] = set()
    for unit in units:
        if not is_id(unit.id):
            yield house(HouseCode.NOT_AN_ID, unit.id, allowed=MOST_ID)
        elif unit.id in seen:
            yield house(HouseCode.SAME_ID_TWICE, unit.id)
        seen.add(unit.id)
