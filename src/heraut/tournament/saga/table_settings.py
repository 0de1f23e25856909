"""What an event changes on its tables: terrain, massacre points, positions; the matches of its tables obey it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

import msgspec

from heraut.kernel import ClauseId, Refusal

if TYPE_CHECKING:
    from heraut.tournament.saga.settings import SagaSettings

Point = tuple[float, float]


class TerrainType(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line of the terrain table: how many of the type may lie on a table, and what it does [ST-TER-8]."""

    name: str
    sizes: tuple[Literal["small", "large"], ...]
    most: int
    properties: tuple[Literal["uneven", "dangerous", "blocking", "solid_cover"], ...] = ()


class MassacreScale(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Points per figure of each class, and how to round the total [ST-GAM-14]."""

    points: dict[str, Fraction]
    rounding: Literal["up", "down"] = "down"


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a marker or a zone of a scenario is instead, as one of its forms says, in inches [ST-GEO-13]."""

    id: str
    point: Point | None = None
    rect: tuple[float, float, float, float] | None = None
    poly: tuple[Point, ...] | None = None
    line: tuple[Point, Point] | None = None


def table_faults(settings: SagaSettings) -> Iterator[Refusal]:
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
