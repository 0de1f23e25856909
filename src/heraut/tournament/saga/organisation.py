"""
How a SAGA event may be organised: its ready-made lengths, its scenarios, what to bring, from the sheet's tables.

And what it may change on its tables: terrain, massacre points, positions; the matches of its tables obey it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

import msgspec

from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Refusal
from heraut.rulesets.tables import rows
from heraut.tournament.format import Material

if TYPE_CHECKING:
    from heraut.tournament.saga.settings import SagaSettings


class PresetRow(msgspec.Struct, frozen=True):
    """How many rounds of which kind a SAGA event has [ST-RND-4]."""

    clause: ClauseId
    id: str
    swiss_rounds: int
    ranking_round: bool


class SagaScenarioRow(msgspec.Struct, frozen=True):
    """A SAGA scenario as an event knows it [ST-ORG-6, ST-PTS-8, ST-MAT-3]."""

    clause: ClauseId
    id: str
    objectives: bool
    massacre: str
    markers: int


def saga_scenarios() -> tuple[SagaScenarioRow, ...]:
    """The six scenarios a round may play [ST-ORG-6]."""
    return rows("saga_tournament", "organisation", "scenario", SagaScenarioRow)


def presets() -> tuple[PresetRow, ...]:
    """Those the guide names."""
    return rows("saga_tournament", "organisation", "preset", PresetRow)


def preset(id: str) -> PresetRow:
    """The one of that name; the first for a name that is refused elsewhere."""
    known = presets()
    return next((row for row in known if row.id == id), known[0])


def material(own: tuple[str, ...]) -> tuple[Material, ...]:
    """The list of the welcome sheet, the organiser's own when there is one [ST-MAT-1, ST-MAT-2]."""
    if own:
        return tuple(Material(ClauseId("ST-MAT-2"), item) for item in own)
    return rows("saga_tournament", "organisation", "material", Material)


def markers_needed(scenario: str) -> int:
    """How many objective markers a table needs; the two players pool theirs [ST-MAT-3]. 0 for an organiser's own."""
    return next((row.markers for row in saga_scenarios() if row.id == scenario), 0)


Point = tuple[float, float]


class SagaTerrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line of the terrain table: how many of the type may lie on a table, and what it does [ST-TER-8]."""

    name: str
    sizes: tuple[Literal["small", "large"], ...]
    most: int
    properties: tuple[Literal["uneven", "dangerous", "blocking", "solid_cover"], ...] = ()


class SagaMassacreScale(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Points per figure of each class, and how to round the total [ST-GAM-14]."""

    points: dict[str, Fraction]
    rounding: Literal["up", "down"] = "down"


class ElementPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a marker or a zone of a scenario is instead, as one of its forms says, in inches [ST-GEO-13]."""

    id: str
    point: Point | None = None
    rect: tuple[float, float, float, float] | None = None
    poly: tuple[Point, ...] | None = None
    line: tuple[Point, Point] | None = None


def on_tables_faults(settings: SagaSettings) -> Iterator[Refusal]:
    """Everything about the tables that cannot be right."""
    least, most = 3, 4  # centimetres, as the clause says
    if not least <= settings.marker_diameter_cm <= most:
        asked = round(settings.marker_diameter_cm * 10)
        yield Refusal(ClauseId("ST-MRK-1"), "marker-size", asked=asked, allowed=10 * most)
    if settings.diagonal_pieces < 1:
        yield Refusal(ClauseId("ST-DIA-4"), "match-too-few-pieces", asked=settings.diagonal_pieces, allowed=1)
    names = [line.name for line in settings.terrain_table]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield Refusal(ClauseId("ST-TER-8"), "terrain-type-twice", subject=name)
    if settings.table_size is not None and not settings.scenario_layouts:
        yield Refusal(ClauseId("ST-GEO-2"), "size-needs-layout", asked=settings.table_size, allowed=(48, 36))
