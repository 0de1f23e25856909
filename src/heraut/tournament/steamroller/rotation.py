"""Which scenario a Steamroller round may play: groups, rotation, draw, or those announced [SR-SCEN, SR-VSCEN]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Refusal
from heraut.rulesets.editions import per_edition
from heraut.rulesets.tables import only_row, rows
from heraut.tournament.wording import words

DRAW_SIDES = (4, 4)
"""The two dice that draw a scenario: its group, then its row [SR-SCEN-5]."""


class ScenarioRow(msgspec.Struct, frozen=True):
    """A scenario as an event knows it: its place in the draw table, not its rules."""

    clause: ClauseId
    number: int
    id: str
    french: str
    english: str
    group: int
    die: int
    also: tuple[str, ...] = ()
    control_points: bool = True
    described: bool = True
    suits_control_ranking: bool = False


class _RadialRow(msgspec.Struct, frozen=True):
    clause: ClauseId
    group: int
    least_size: int


def scenarios() -> tuple[ScenarioRow, ...]:
    """The sixteen, in the order of the groups [SR-SCEN-1]."""
    return rows("steamroller_2011", "rotation", "scenario", ScenarioRow)


@per_edition
def scenario(slug: str) -> ScenarioRow | None:
    """The scenario of that slug."""
    return next((row for row in scenarios() if row.id == slug), None)


@per_edition
def _by_name() -> dict[tuple[str, ...], str]:
    return {words(name): row.id for row in scenarios() for name in (row.french, row.english, row.id, *row.also)} | {
        (str(row.number),): row.id for row in scenarios()
    }


def scenario_named(text: str) -> str | None:
    """The slug of a scenario from its French or English name, its slug or its number [SR-KEY-5]."""
    return _by_name().get(words(text))


def is_radial(row: ScenarioRow) -> bool:
    """Whether the scenario belongs to the radial group [SR-SCEN-8]."""
    return row.group == _radial().group


def size_for_radial() -> int:
    """The smallest event that may play a radial scenario [SR-SCEN-8]."""
    return _radial().least_size


def _radial() -> _RadialRow:
    return only_row("steamroller_2011", "rotation", "radial", _RadialRow)


def pool(size: int, *, kill_box: bool = True, demolition: bool = False) -> tuple[ScenarioRow, ...]:
    """
    The scenarios an event may choose from.

    Radial ones need a large enough event [SR-SCEN-8]; Demolition needs a definition of the organiser's own [SR-S15-1];
    Kill Box, which gives no control points, leaves with some variants [SR-COMBO-5, SR-COMBO-15].
    """
    return tuple(
        row
        for row in scenarios()
        if (size >= size_for_radial() or not is_radial(row))
        and (row.described or demolition)
        and (row.control_points or kill_box)
    )


def open_scenarios(played: Sequence[str], choice: Sequence[ScenarioRow]) -> tuple[ScenarioRow, ...]:
    """
    What may follow the scenarios played so far: no group twice before all were used once, no scenario twice
    [SR-SCEN-2, SR-SCEN-3].
    """
    groups = {row.group for row in choice}
    used: set[int] = set()
    for slug in played:
        row = scenario(slug)
        if row is not None and row.group in groups:
            used = {row.group} if used >= groups else used | {row.group}
    closed = set() if used >= groups else used
    free = tuple(row for row in choice if row.group not in closed and row.id not in played)
    return free or tuple(row for row in choice if row.id not in played)


def choice_refusal(slug: str, played: Sequence[str], choice: Sequence[ScenarioRow]) -> Refusal | None:
    """Why a scenario cannot be the next one."""
    row = scenario(slug)
    if row is None:
        return Refusal(ClauseId("SR-SCEN-1"), "event-scenario-unknown", asked=slug)
    if row.id not in {allowed.id for allowed in choice}:
        clause = "SR-S15-1" if not row.described else "SR-SCEN-8" if is_radial(row) else "SR-COMBO-5"
        return Refusal(ClauseId(clause), "event-scenario-unavailable", asked=slug)
    if slug in played:
        return Refusal(ClauseId("SR-SCEN-3"), "event-scenario-played", asked=slug)
    if row not in open_scenarios(played, choice):
        return Refusal(ClauseId("SR-SCEN-2"), "event-scenario-group-used", asked=slug, subject=row.group)
    return None


def drawn(faces: tuple[int, ...]) -> ScenarioRow:
    """The scenario of the two dice: group, then row of the table [SR-SCEN-5]."""
    group, die = faces
    return next(row for row in scenarios() if (row.group, row.die) == (group, die))


def announced_for(number: int, announced: Sequence[str]) -> str:
    """The announced scenario of a round; a list shorter than the event is gone through again [SR-VSCEN-2]."""
    return announced[(number - 1) % len(announced)]


def announced_refusal(
    slug: str, number: int, announced: tuple[str, ...], plan: Mapping[int, str], *, in_order: bool
) -> Refusal | None:
    """A secret order goes once through the announced scenarios, then again in the same order [SR-VSCEN-2]."""
    others = {scenario for planned, scenario in plan.items() if planned != number}
    if slug not in announced or number > len(announced):
        return Refusal(ClauseId("SR-VSCEN-2"), "event-scenario-not-announced", asked=slug, allowed=announced)
    if in_order and announced[number - 1] != slug:
        return Refusal(ClauseId("SR-VSCEN-1"), "event-scenario-order-public", asked=slug, allowed=announced[number - 1])
    return Refusal(ClauseId("SR-VSCEN-2"), "event-scenario-played", asked=slug) if slug in others else None
