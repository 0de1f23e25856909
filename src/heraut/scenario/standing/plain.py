"""Positions to plain facts: the same results either way [SR-SC-6]."""

from __future__ import annotations

from collections.abc import Container, Mapping

import msgspec

from heraut.scenario.data import Scenario
from heraut.scenario.facts import Claim, Facts
from heraut.scenario.layout import Layout
from heraut.scenario.options import Options
from heraut.scenario.scoring import Awards, Control, Held, Presence
from heraut.scenario.sides import Side
from heraut.scenario.standing import saga, steamroller


def saga_facts(scenario: Scenario, options: Options, facts: Facts) -> Facts:
    """The facts of a SAGA turn from where the units stand at its end."""
    layout = Layout(scenario, options.marker_mm)
    units = facts.units or ()
    enemy_dice = sum(unit.dice for unit in units if unit.side is facts.by.other)
    match scenario.scoring:
        case Presence(counted=counted, most_per_marker=most):
            near = saga.presence(layout, units, facts.by, counted, most)
            return msgspec.structs.replace(facts, near=near, units=None)
        case Control(holder=holder, contester=contester, lost_dice=lost):
            controlled = saga.controlled(layout, units, facts.by, holder, contester)
            dice = facts.dice if lost is None or facts.dice is not None else enemy_dice
            return msgspec.structs.replace(facts, controlled=controlled, dice=dice, units=None)
        case _:
            return facts


def may_claim(scenario: Scenario, options: Options, claim: Claim, side: Side) -> bool:
    """Whether the side meets the conditions to capture the marker at that moment [ST-CAP-10]."""
    assert isinstance(scenario.scoring, Held)
    place = Layout(scenario, options.marker_mm).elements[claim.marker]
    return saga.holds(claim.units, side, place, scenario.scoring.holder, scenario.scoring.contester)


def steamroller_facts(scenario: Scenario, facts: Facts, gone: Container[str]) -> Facts:
    """The facts of a Steamroller turn from where the models stand at its end; objectives are entered as they are."""
    assert isinstance(scenario.scoring, Awards)
    layout = Layout(scenario)
    entries = facts.entries or ()
    cage = scenario.scoring.cage
    return msgspec.structs.replace(
        facts,
        controls=_some(steamroller.controls(layout, entries, gone)),
        contests=_some(steamroller.contested(layout, entries, gone)),
        touches=_some(steamroller.touched(layout, entries)),
        caster_contests=_some(steamroller.caster_contested(layout, entries)),
        casters_out=cage is not None and steamroller.caster_outside(entries, facts.by, layout.elements[cage.box]),
        entries=None,
    )


def _some(by_side: Mapping[Side, tuple[str, ...]]) -> dict[Side, tuple[str, ...]]:
    """The sides that have any."""
    return {side: ids for side, ids in by_side.items() if ids}
