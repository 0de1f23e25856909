"""Units counted and put on the table."""

from __future__ import annotations

from heraut.kernel import ClauseId, Event, Refusal, together
from heraut.scenario.commands import Deployed, DeployUnits, Muster
from heraut.scenario.data import Kind
from heraut.scenario.events import Mustered, UnitsDeployed
from heraut.scenario.layout import Layout
from heraut.scenario.setup import Deploy
from heraut.scenario.setup_steps import actor, begun, bonus_for_next, expected_units, musters
from heraut.scenario.sides import Side
from heraut.scenario.standing.saga import is_unit_wholly_in
from heraut.scenario.state import SettingUp
from heraut.table.body import Body


def mustered(state: SettingUp, command: Muster) -> tuple[Event, ...] | Refusal:
    """How many units a side has; said once, before anything is deployed."""
    clause = ClauseId("ST-GAM-12")
    if command.units < 1:
        return Refusal(clause, "match-no-units", subject=command.side.value, asked=command.units, allowed=1)
    if state.ground.deployed:
        return Refusal(clause, "muster-too-late", subject=command.side.value)
    return begun(state, Mustered(command.side, command.units))


def deployed(state: SettingUp, step: Deploy, command: DeployUnits) -> tuple[Event, ...] | Refusal:
    """The right number of units, each wholly in its zone."""
    if musters(state.game):
        if len(state.ground.mustered) < 2:
            return Refusal(ClauseId("ST-GAM-12"), "muster-first")
        allowed = expected_units(state, step)
        if len(command.units) not in allowed:
            least_and_most = (allowed.start, allowed.stop - 1)
            return Refusal(step.clause, "wrong-number-of-units", asked=len(command.units), allowed=least_and_most)
    side = actor(state) or step.by
    faults = tuple(_zone_fault(state, step, side, unit) for unit in command.units)
    fault = together(tuple(fault for fault in faults if fault is not None))
    return fault or begun(state, UnitsDeployed(side, command.units, bonus_for_next(state, side)))


def _zone_fault(state: SettingUp, step: Deploy, side: Side, unit: Deployed) -> Refusal | None:
    layout = Layout(state.game.scenario, state.game.options.marker_mm)
    zone = _zone(layout, step, side, unit)
    inside = is_unit_wholly_in(unit.figures, zone) and is_unit_wholly_in(unit.figures, layout.table)
    return None if inside else Refusal(step.clause, "outside-deployment", subject=unit.id, allowed=step.zone)


def _zone(layout: Layout, step: Deploy, side: Side, unit: Deployed) -> Body:
    if unit.ahead:
        ahead = layout.scenario.of_kind(Kind.ADVANCE)
        return next((layout.elements[zone.id] for zone in ahead if zone.owner is side), layout.table)
    if step.other_zone is not None and side is not step.by:
        return layout.elements[step.other_zone]
    return layout.elements[step.zone]
