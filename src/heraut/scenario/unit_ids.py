"""The ids of units in a command: narrow, and each once; what people call a unit is its name [HOUSE-NAME-2]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from heraut.kernel import Command, HouseCode, Refusal, house, is_id, together
from heraut.kernel.names import MOST_ID
from heraut.rulesets.editions import current
from heraut.scenario.deployment import Deployed, DeployUnits
from heraut.scenario.disputes import CorrectTurn
from heraut.scenario.facts import Unit
from heraut.scenario.signing import SweepEdges
from heraut.scenario.turns import ClaimMarker, EndTurn


def bad_unit_ids(command: Command) -> Refusal | None:
    """Every id that is none, or stands twice among the units of one moment; matches before edition 3 are not asked."""
    if current() < 3:
        return None
    return together(tuple(fault for units in _moments(command) for fault in _faults(units)))


def _moments(command: Command) -> Iterator[Iterable[Unit | Deployed]]:
    """The units a command tells of, moment by moment."""
    match command:
        case DeployUnits(units=units):
            yield units
        case ClaimMarker(units=standing) | SweepEdges(units=standing):
            yield standing
        case EndTurn(facts=facts) | CorrectTurn(facts=facts):
            yield facts.units or ()
            yield from (claim.units for claim in facts.claims)


def _faults(units: Iterable[Unit | Deployed]) -> Iterator[Refusal]:
    seen: set[str] = set()
    for unit in units:
        if not is_id(unit.id):
            yield house(HouseCode.NOT_AN_ID, unit.id, allowed=MOST_ID)
        elif unit.id in seen:
            yield house(HouseCode.SAME_ID_TWICE, unit.id)
        seen.add(unit.id)
