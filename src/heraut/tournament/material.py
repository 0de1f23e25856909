"""What a SAGA player brings [ST-MAT]."""

from __future__ import annotations

import msgspec

from heraut.kernel import ClauseId
from heraut.rulesets import rows
from heraut.tournament.settings import SagaSettings, saga_scenarios


class Material(msgspec.Struct, frozen=True):
    """Something a SAGA player brings, and how many of it."""

    clause: ClauseId
    item: str
    count: int | None = None


def material(settings: SagaSettings) -> tuple[Material, ...]:
    """The list of the welcome sheet, the organiser's own when there is one [ST-MAT-1, ST-MAT-2]."""
    if settings.material:
        return tuple(Material(ClauseId("ST-MAT-2"), item) for item in settings.material)
    return rows("saga_tournament", "organisation", "material", Material)


def markers_needed(scenario: str) -> int:
    """How many objective markers a table needs; the two players pool theirs [ST-MAT-3]. 0 for an organiser's own."""
    return next((row.markers for row in saga_scenarios() if row.id == scenario), 0)
