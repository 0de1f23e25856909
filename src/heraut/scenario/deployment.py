"""Units counted and put on the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import msgspec

from heraut.kernel.engine import Outcome, Subject, on
from heraut.kernel.message import Command, PublicEvent
from heraut.kernel.names import Name, Seat
from heraut.kernel.refusal import Refusal, together
from heraut.scenario.control import is_unit_wholly_in
from heraut.scenario.definition import DeployStep, ElementKind
from heraut.scenario.facts import SIDES, Figure, Side, half_up
from heraut.scenario.library import Layout
from heraut.scenario.setup import MUSTER, actor, at_step, current, musters
from heraut.scenario.state import SettingUp, State, only, trying
from heraut.scenario.units import Moments, TellsOfUnits
from heraut.table.measure import Body

MOST_UNITS = 1000
"""Of a side: far beyond any band, and far below what stops a server that names them one by one."""


class Muster(Command, frozen=True):
    """How many units a side deploys in this game."""

    side: Side
    units: int


class Deployed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """
    A unit on its way to the table; without figures its place is not checked. `ahead`: advance deployment.

    Its `id` is narrow, its `name` free, as those of a `Unit`.
    """

    id: str
    figures: tuple[Figure, ...] = ()
    dice: int | None = None
    ahead: bool = False
    name: Name = ""

    @property
    def called(self) -> str:
        """What people call it."""
        return self.name or self.id


class DeployUnits(TellsOfUnits, frozen=True):
    """Deploy these units."""

    units: tuple[Deployed, ...]

    def moments(self) -> Moments:
        """As they are put down."""
        return (self.units,)


class Mustered(PublicEvent, frozen=True):
    """A side has so many units."""

    side: Side
    units: int


class UnitsDeployed(PublicEvent, frozen=True):
    """Units are on the table; `bonus` Saga dice may be rolled for them [ST-CLA-11]."""

    side: Side
    units: tuple[Deployed, ...]
    bonus: int


def muster(state: SettingUp, _step: DeployStep, command: Muster) -> Outcome:
    """How many units a side has; said once, before anything is deployed."""
    if command.units < 1:
        return Refusal(MUSTER, "match-no-units", subject=command.side.value, asked=command.units, allowed=1)
    if command.units > MOST_UNITS:
        return Refusal(
            MUSTER, "match-too-many-units", subject=command.side.value, asked=command.units, allowed=MOST_UNITS
        )
    if state.ground.deployed:
        return Refusal(MUSTER, "muster-too-late", subject=command.side.value)
    return (Mustered(command.side, command.units),)


def deploy_units(state: SettingUp, step: DeployStep, command: DeployUnits) -> Outcome:
    """The right number of units, each wholly in its zone."""
    if musters(state.game):
        if len(state.ground.mustered) < 2:
            return Refusal(MUSTER, "muster-first")
        allowed = expected_units(state, step)
        if len(command.units) not in allowed:
            least_and_most = (allowed.start, allowed.stop - 1)
            return Refusal(step.clause, "wrong-number-of-units", asked=len(command.units), allowed=least_and_most)
    side = actor(state) or step.by
    faults = tuple(_zone_fault(state, step, side, unit) for unit in command.units)
    fault = together(tuple(fault for fault in faults if fault is not None))
    return fault or (UnitsDeployed(side, command.units, bonus_for_next(state, side)),)


def expected_units(state: SettingUp, step: DeployStep) -> range:
    """How many units the side may deploy in this step [ST-GAM-12]."""
    side = actor(state) or step.by
    total, done = state.ground.mustered.get(side, 0), state.ground.deployed.get(side, 0)
    rest = total - done
    match step.part:
        case "turns":
            return range(1, 2)
        case "half":
            return range(half_up(total), half_up(total) + 1)
        case "at-least-half":
            return range(half_up(total), total + 1)
        case "any":
            return range(rest + 1)
        case "all" | "rest":
            return range(rest, rest + 1)


def _zone_fault(state: SettingUp, step: DeployStep, side: Side, unit: Deployed) -> Refusal | None:
    layout = state.game.layout
    zone = _zone(layout, step, side, unit)
    inside = is_unit_wholly_in(unit.figures, zone) and is_unit_wholly_in(unit.figures, layout.table)
    return None if inside else Refusal(step.clause, "outside-deployment", subject=unit.called, allowed=step.zone)


def _zone(layout: Layout, step: DeployStep, side: Side, unit: Deployed) -> Body:
    if unit.ahead:
        ahead = layout.scenario.of_kind(ElementKind.ADVANCE)
        return next((layout.elements[zone.id] for zone in ahead if zone.owner is side), layout.table)
    if step.other_zone is not None and side is not step.by:
        return layout.elements[step.other_zone]
    return layout.elements[step.zone]


def bonus_dice(first: int, second: int) -> dict[Side, int]:
    """Saga dice for deploying alone, when one band has more units than the other [ST-CLA-11, ST-CLA-12]."""
    return {Side.FIRST: max(0, first - second - 1), Side.SECOND: max(0, second - first)}


def bonus_for_next(state: SettingUp, side: Side) -> int:
    """1 if the next unit of the side brings a die: the opponent is done and one unit was placed without bonus."""
    step, ground = current(state), state.ground
    if not isinstance(step, DeployStep) or step.part != "turns":
        return 0
    units = (ground.mustered.get(Side.FIRST, 0), ground.mustered.get(Side.SECOND, 0))
    left = ground.mustered.get(side, 0) - ground.deployed.get(side, 0)
    return int(left <= bonus_dice(*units)[side])


def _mustered(state: SettingUp, event: Mustered) -> SettingUp:
    return replace(state, ground=replace(state.ground, mustered={**state.ground.mustered, event.side: event.units}))


def _deployed(state: SettingUp, event: UnitsDeployed) -> SettingUp:
    ground, side, units = state.ground, event.side, event.units
    deployed = {**ground.deployed, side: ground.deployed.get(side, 0) + len(units)}
    dice = ground.dice
    if all(unit.dice is not None for unit in units):
        dice = {**dice, side: dice.get(side, 0) + sum(unit.dice or 0 for unit in units)}
    return replace(state, ground=replace(ground, deployed=deployed, dice=dice), acted=True)


def tries(state: SettingUp, seat: Seat) -> Iterator[Command]:
    """What one may try while bands deploy."""
    step, ground = current(state), state.ground
    if not isinstance(step, DeployStep):
        return
    if musters(state.game) and len(ground.mustered) < 2:
        yield from (Muster(seat, side, 4) for side in SIDES if side not in ground.mustered)
        return
    counts = expected_units(state, step) if musters(state.game) else range(1, 2)
    done = sum(ground.deployed.values())
    for count in sorted({counts.start, counts.stop - 1}):
        yield DeployUnits(seat, tuple(Deployed(f"unit-{done + place}", dice=1) for place in range(1, count + 1)))


SUBJECT = Subject[State](
    decides=(on(Muster, at_step(DeployStep, muster)), on(DeployUnits, at_step(DeployStep, deploy_units))),
    evolves=(on(Mustered, only(SettingUp, _mustered)), on(UnitsDeployed, only(SettingUp, _deployed))),
    tries=trying(SettingUp, tries),
)
