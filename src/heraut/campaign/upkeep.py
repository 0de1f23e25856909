"""The cost of standing bands, and the least one can send home when it cannot be paid (chapter 17)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from heraut.campaign.forces import Band, Points, Unit, worth
from heraut.campaign.names import BandId, UnitId
from heraut.campaign.tables import UpkeepRow, numbers, upkeep_rows

Rule = Literal["exceed", "reach"]


def due_row(points: Points, rule: Rule = "exceed") -> UpkeepRow | None:
    """The highest threshold that the total exceeds, or reaches with that rule [SC-UPK-3]."""
    met = [row for row in upkeep_rows() if points > row.threshold or (rule == "reach" and points == row.threshold)]
    return met[-1] if met else None


def cost(points: Points, rule: Rule = "exceed") -> int:
    """What bands of these points cost each turn; costs are not added up [SC-UPK-3]."""
    row = due_row(points, rule)
    return 0 if row is None else row.cost


def remaining(bands: Iterable[Band], gone: frozenset[UnitId]) -> dict[BandId, tuple[Unit, ...]]:
    """The units each band keeps when some leave; a band left with fewer than 4 points is dissolved [SC-UPK-7]."""
    kept = {band.id: tuple(unit for unit in band.units if unit.id not in gone) for band in bands}
    return {id: units for id, units in kept.items() if worth(units) >= numbers().band_least}


def total(bands: Iterable[Band], gone: frozenset[UnitId]) -> Points:
    """The points that still count when some units leave."""
    return sum((worth(units) for units in remaining(bands, gone).values()), 0)


def affordable(bands: Sequence[Band], gone: frozenset[UnitId], stock: int, rule: Rule) -> bool:
    """Whether the stock pays for what remains [SC-UPK-5]."""
    return cost(total(bands, gone), rule) <= stock


def wasteful(bands: Sequence[Band], gone: frozenset[UnitId], stock: int, rule: Rule) -> tuple[UnitId, ...]:
    """The units that could stay: putting a single one back keeps the cost affordable [SC-UPK-6]."""
    return tuple(unit for unit in sorted(gone) if affordable(bands, gone - {unit}, stock, rule))


def only_choice(bands: Sequence[Band], stock: int, rule: Rule) -> frozenset[UnitId] | None:
    """
    The one waste-free choice, if there is no other [SC-GEN-8].

    Sending more units home never costs more, so the waste-free choices are the smallest affordable ones. A unit is in
    all of them if nothing helps without it; there is one choice alone when these units are enough.
    """
    everyone = frozenset(unit.id for band in bands for unit in band.units)
    needed = frozenset(unit for unit in everyone if not affordable(bands, everyone - {unit}, stock, rule))
    return needed if affordable(bands, needed, stock, rule) else None


class _Leaving(NamedTuple):
    """A way to take points off the map: how many units, which ones; the smaller is the better."""

    size: int
    units: tuple[UnitId, ...]


def suggestion(bands: Sequence[Band], stock: int, rule: Rule) -> frozenset[UnitId]:
    """
    The waste-free choice that takes the fewest points off the map, then the fewest units, then the lowest ids.

    Band by band, the best way to lose each possible number of points; two ways are compared by the smallest id in
    which they differ, and adding the same units of other bands to both does not change which is better [SC-UPK-11].
    """
    ways: dict[Points, _Leaving] = {0: _Leaving(0, ())}
    for band in bands:
        ways = _joined(ways, _ways(band))
    points = sum((band.points() for band in bands), 0)
    enough = min(removed for removed in ways if cost(points - removed, rule) <= stock)
    return frozenset(ways[enough].units)


def _ways(band: Band) -> dict[Points, _Leaving]:
    """Each number of points that can leave a band, dissolution included, with the best units for it."""
    sums: dict[Points, _Leaving] = {0: _Leaving(0, ())}
    for unit in band.units:
        if value := unit.worth():
            for before, way in tuple(sums.items()):
                _keep(sums, before + value, _with(way, (unit.id,)))
    whole = band.points()
    found: dict[Points, _Leaving] = {}
    for removed, way in sums.items():
        _keep(found, removed if whole - removed >= numbers().band_least else whole, way)
    return found


def _joined(some: Mapping[Points, _Leaving], more: Mapping[Points, _Leaving]) -> dict[Points, _Leaving]:
    found: dict[Points, _Leaving] = {}
    for before, way in some.items():
        for removed, other in more.items():
            _keep(found, before + removed, _with(way, other.units))
    return found


def _with(way: _Leaving, units: tuple[UnitId, ...]) -> _Leaving:
    return _Leaving(way.size + len(units), tuple(sorted((*way.units, *units))))


def _keep(ways: dict[Points, _Leaving], removed: Points, way: _Leaving) -> None:
    if removed not in ways or way < ways[removed]:
        ways[removed] = way
