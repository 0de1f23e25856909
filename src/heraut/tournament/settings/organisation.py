"""How a SAGA event may be organised: its ready-made lengths and its scenarios, from the sheet's tables."""

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
