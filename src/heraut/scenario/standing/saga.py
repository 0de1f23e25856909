"""SAGA: units near markers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from heraut.scenario.data import Kind
from heraut.scenario.layout import Layout
from heraut.scenario.library import sticks
from heraut.scenario.scoring import Bodies
from heraut.scenario.sides import Side
from heraut.scenario.units import Figure, Unit
from heraut.table import Disc, inches, reach
from heraut.table.body import Body, body, distance, is_wholly_in, is_within


def base(figure: Figure) -> Body:
    """A figure is its base."""
    return body(Disc(figure.x, figure.y, inches(figure.mm)))


def is_near(unit: Unit, place: Body, limit: float) -> bool:
    """Whether at least one figure is within the limit, measured from the rim of a marker [ST-GEO-7, ST-GEO-8]."""
    return any(is_within(distance(base(figure), place), limit) for figure in unit.figures)


def is_unit_wholly_in(figures: Iterable[Figure], area: Body) -> bool:
    """Whether the base of every figure is inside [ST-GEO-9]."""
    return all(is_wholly_in(base(figure), area) for figure in figures)


def counted(units: Sequence[Unit], side: Side, bodies: Bodies, place: Body) -> tuple[Unit, ...]:
    """The units of the side that count near the place, as the scenario has it [ST-GAM-10, ST-GAM-11]."""
    limit = reach(bodies.reach, sticks())
    return tuple(
        unit
        for unit in units
        if unit.side is side
        and bodies.counts(dice=unit.dice, exhausted=unit.exhausted, mercenary=unit.mercenary)
        and is_near(unit, place, limit)
    )


def holds(units: Sequence[Unit], side: Side, place: Body, holder: Bodies, contester: Bodies) -> bool:
    """Whether the side has a unit near enough and the other none [ST-CAP-10, ST-ADV-9, ST-DIA-14]."""
    return bool(counted(units, side, holder, place)) and not counted(units, side.other, contester, place)


def controlled(layout: Layout, units: Sequence[Unit], side: Side, holder: Bodies, contester: Bodies) -> tuple[str, ...]:
    """The markers the side controls."""
    return tuple(
        marker.id
        for marker in layout.scenario.of_kind(Kind.MARKER)
        if holds(units, side, layout.elements[marker.id], holder, contester)
    )


def presence(layout: Layout, units: Sequence[Unit], side: Side, bodies: Bodies, most: int) -> dict[str, int]:
    """Units counted at each marker, each at one marker, in the way that scores most [ST-CON-13, ST-CON-14]."""
    markers = [marker.id for marker in layout.scenario.of_kind(Kind.MARKER)]
    near = {id: counted(units, side, bodies, layout.elements[id]) for id in markers}
    choices = {unit.id: [id for id in markers if unit in near[id]] for unit in units if unit.side is side}
    return shared_out(choices, most)


def shared_out(choices: Mapping[str, Sequence[str]], most: int) -> dict[str, int]:
    """
    The largest assignment of units to markers with at most so many at each.

    Augmenting paths: a unit without a place asks each of its markers, which may send a unit on to another marker.
    """
    seated: dict[str, list[str]] = {id: [] for options in choices.values() for id in options}

    def seat(unit: str, asked: set[str]) -> bool:
        for id in choices[unit]:
            if id in asked:
                continue
            asked.add(id)
            if len(seated[id]) < most:
                seated[id].append(unit)
                return True
            for place, other in enumerate(seated[id]):
                if seat(other, asked):
                    seated[id][place] = unit
                    return True
        return False

    for unit in choices:
        seat(unit, set())
    return {id: len(units) for id, units in seated.items() if units}


def stragglers(layout: Layout, units: Sequence[Unit], limit: str) -> tuple[str, ...]:
    """The units with at least one figure within the limit of their own edge [ST-CLA-14]."""
    length = reach(limit, sticks())
    return tuple(unit.id for unit in units if is_near(unit, layout.edge(unit.side), length))
