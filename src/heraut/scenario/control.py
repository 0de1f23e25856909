"""Who stands near, who controls and who contests what, from where everyone stands [SR-SC-6, ST-CON-14]."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import partial

from heraut.scenario.definition import Element, ElementKind
from heraut.scenario.facts import SIDES, FieldedEntry, Figure, Model, ScoringUnit, Side, half_up
from heraut.scenario.library import Layout, number, sticks
from heraut.scenario.scoring import CountedUnits
from heraut.table.measure import Body, body, distance, is_wholly_in, is_within, reach, touches
from heraut.table.shapes import Disc, inches
from heraut.warband.army_line import EntryKind


def base(figure: Figure | Model) -> Body:
    """A figure is its base."""
    return body(Disc(figure.x, figure.y, inches(figure.mm)))


def is_near(unit: ScoringUnit, place: Body, limit: float) -> bool:
    """Whether at least one figure is within the limit, measured from the rim of a marker [ST-GEO-7, ST-GEO-8]."""
    return any(is_within(distance(base(figure), place), limit) for figure in unit.figures)


def is_unit_wholly_in(figures: Iterable[Figure], area: Body) -> bool:
    """Whether the base of every figure is inside [ST-GEO-9]."""
    return all(is_wholly_in(base(figure), area) for figure in figures)


def counted(units: Sequence[ScoringUnit], side: Side, bodies: CountedUnits, place: Body) -> tuple[ScoringUnit, ...]:
    """The units of the side that count near the place, as the scenario has it [ST-GAM-10, ST-GAM-11]."""
    limit = reach(bodies.reach, sticks())
    return tuple(unit for unit in units if unit.side is side and bodies.counts(unit) and is_near(unit, place, limit))


def holds(units: Sequence[ScoringUnit], side: Side, place: Body, holder: CountedUnits, contester: CountedUnits) -> bool:
    """Whether the side has a unit near enough and the other none [ST-CAP-10, ST-ADV-9, ST-DIA-14]."""
    return bool(counted(units, side, holder, place)) and not counted(units, side.other, contester, place)


def controlled(
    layout: Layout, units: Sequence[ScoringUnit], side: Side, holder: CountedUnits, contester: CountedUnits
) -> tuple[str, ...]:
    """The markers the side controls."""
    return tuple(
        marker.id
        for marker in layout.scenario.of_kind(ElementKind.MARKER)
        if holds(units, side, layout.elements[marker.id], holder, contester)
    )


def presence(
    layout: Layout, units: Sequence[ScoringUnit], side: Side, bodies: CountedUnits, most: int
) -> dict[str, int]:
    """Units counted at each marker, each at one marker, in the way that scores most [ST-CON-13, ST-CON-14]."""
    markers = [marker.id for marker in layout.scenario.of_kind(ElementKind.MARKER)]
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


def stragglers(layout: Layout, units: Sequence[ScoringUnit], limit: str) -> tuple[str, ...]:
    """What the units are called that have at least one figure within the limit of their own edge [ST-CLA-14]."""
    length = reach(limit, sticks())
    return tuple(unit.called for unit in units if is_near(unit, layout.edge(unit.side), length))


def flag_reach() -> int:
    """Within this of a flag, a model contests it [SR-CTRL-4]."""
    return number("flag-reach").value


def is_in(model: Model, area: Body, reach: float = 0) -> bool:
    """Whether any part of the base is in the area, or within the reach of it [SR-CTRL-6]."""
    return is_within(distance(base(model), area), reach)


def contests(entries: Sequence[FieldedEntry], side: Side, place: Body, reach: float) -> bool:
    """Whether a model of the side contests: any model in play that is not inert, wild or fleeing [SR-CTRL-4]."""
    models = (model for entry in _standing(entries, side) for model in _of(entry) if not model.fleeing)
    return any(is_in(model, place, reach) for model in models)


def caster_contests(entries: Sequence[FieldedEntry], side: Side, place: Body, reach: float) -> bool:
    """Whether a caster of the side contests the place [SR-S13-2]."""
    casters = (entry for entry in _standing(entries, side) if entry.kind is EntryKind.CASTER)
    models = (model for entry in casters for model in _of(entry) if model.caster and not model.fleeing)
    return any(is_in(model, place, reach) for model in models)


def touching(entries: Sequence[FieldedEntry], side: Side, flag: Body) -> bool:
    """Whether a model of the side is base to base with the flag."""
    return any(touches(base(model), flag) for entry in entries if entry.side is side for model in _of(entry))


def controls_zone(entries: Sequence[FieldedEntry], side: Side, zone: Body) -> bool:
    """An eligible entry in the zone, and no enemy contesting it [SR-CTRL-7]."""
    eligible = any(_holds(entry, zone, 0) for entry in _standing(entries, side))
    return eligible and not contests(entries, side.other, zone, 0)


def controls_flag(entries: Sequence[FieldedEntry], side: Side, flag: Body) -> bool:
    """An eligible model base to base with the flag, and no enemy contesting it [SR-CTRL-12]."""
    reach = flag_reach()
    near = (entry for entry in _standing(entries, side) if _holds(entry, flag, reach))
    eligible = any(touches(base(model), flag) for entry in near for model in _usable(entry))
    return eligible and not contests(entries, side.other, flag, reach)


def places(layout: Layout, *kinds: ElementKind) -> Iterable[tuple[Element, Body, float]]:
    """Elements with the reach at which a model is "in" or "near" them: 0 for zones, 4 in for flags and objectives."""
    for element in layout.scenario.of_kind(*kinds):
        yield element, layout.elements[element.id], 0 if element.kind is ElementKind.ZONE else flag_reach()


def _by_side(
    layout: Layout, kinds: Sequence[ElementKind], gone: Container[str], has: Callable[[Side, Body, float], bool]
) -> dict[Side, tuple[str, ...]]:
    """The elements of these kinds that each side has in that way."""
    kept = [one for one in places(layout, *kinds) if one[0].id not in gone]
    return {side: tuple(element.id for element, place, reach in kept if has(side, place, reach)) for side in SIDES}


def controls(layout: Layout, entries: Sequence[FieldedEntry], gone: Container[str]) -> dict[Side, tuple[str, ...]]:
    """What each side controls, by the usual conditions; only a zone has no reach."""

    def has(side: Side, place: Body, reach: float) -> bool:
        return (controls_flag if reach else controls_zone)(entries, side, place)

    return _by_side(layout, (ElementKind.ZONE, ElementKind.FLAG), gone, has)


def contested(layout: Layout, entries: Sequence[FieldedEntry], gone: Container[str]) -> dict[Side, tuple[str, ...]]:
    """What each side contests."""
    return _by_side(layout, (ElementKind.ZONE, ElementKind.FLAG), gone, partial(contests, entries))


def caster_contested(layout: Layout, entries: Sequence[FieldedEntry]) -> dict[Side, tuple[str, ...]]:
    """The flags a caster of each side contests."""
    return _by_side(layout, (ElementKind.FLAG,), (), partial(caster_contests, entries))


def touched(layout: Layout, entries: Sequence[FieldedEntry]) -> dict[Side, tuple[str, ...]]:
    """The flags each side is base to base with."""
    return _by_side(layout, (ElementKind.FLAG,), (), lambda side, place, _: touching(entries, side, place))


def caster_outside(entries: Sequence[FieldedEntry], side: Side, box: Body) -> bool:
    """Whether a caster model of the side is in play and not in the box [SR-S02-2]."""
    return any(
        not is_in(model, box)
        for entry in entries
        if entry.side is side and entry.kind is EntryKind.CASTER
        for model in _of(entry)
        if model.caster
    )


def _standing(entries: Iterable[FieldedEntry], side: Side) -> Iterable[FieldedEntry]:
    return (entry for entry in entries if entry.side is side and not entry.is_out)


def _of(entry: FieldedEntry) -> tuple[Model, ...]:
    return entry.models or ()


def _usable(entry: FieldedEntry) -> tuple[Model, ...]:
    """The models that count when control is checked [SR-CTRL-3]; those that came with a caster do not control."""
    if entry.kind is EntryKind.COMPANION:
        return ()
    return tuple(
        model
        for model in _of(entry)
        if not model.fleeing and not model.taken and (model.caster or entry.kind is not EntryKind.CASTER)
    )


def _is_worth_a_point(entry: FieldedEntry) -> bool:
    """A solo, alone or several, costs at least 1 point a model [SR-CTRL-10, SR-CTRL-11]."""
    return entry.cost >= entry.figures


def _all_stand_in(entry: FieldedEntry, area: Body, reach: float) -> bool:
    """At strength, and every remaining model in the area [SR-CTRL-9, SR-CTRL-11]."""
    usable = _usable(entry)
    at_strength = len(usable) >= half_up(entry.starting_strength)
    return at_strength and all(is_in(model, area, reach) for model in usable)


def _holds(entry: FieldedEntry, area: Body, reach: float) -> bool:
    """Whether enough of it is there: all of a unit, all of solos that cost enough, one model of any other."""
    match entry.kind:
        case EntryKind.UNIT:
            return _all_stand_in(entry, area, reach)
        case EntryKind.SOLO:
            return _is_worth_a_point(entry) and _all_stand_in(entry, area, reach)
        case _:
            return any(is_in(model, area, reach) for model in _usable(entry))
