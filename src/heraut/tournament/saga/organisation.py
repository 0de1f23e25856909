"""How a SAGA event may be organised: its ready-made lengths, its scenarios, what to bring, from the sheet's tables."""

from __future__ import annotations

import msgspec

from heraut.kernel import ClauseId
from heraut.rulesets import rows


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
    return next((row for row in presets() if row.id == id), presets()[0])


class Material(msgspec.Struct, frozen=True):
    """Something a SAGA player brings, and how many of it."""

    clause: ClauseId
    item: str
    count: int | None = None


def material(own: tuple[str, ...]) -> tuple[Material, ...]:
    """The list of the welcome sheet, the organiser's own when there is one [ST-MAT-1, ST-MAT-2]."""
    if own:
        return tuple(Material(ClauseId("ST-MAT-2"), item) for item in own)
    return rows("saga_tournament", "organisation", "material", Material)


def markers_needed(scenario: str) -> int:
    """How many objective markers a table needs; the two players pool theirs [ST-MAT-3]. 0 for an organiser's own."""
    return next((row.markers for row in saga_scenarios() if row.id == scenario), 0)
