"""Where a piece or a marker may lie, and the sticks that show it: the limits of `terrain`, drawn instead of judged."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import msgspec
from shapely.affinity import translate

from heraut.kernel.names import ClauseId
from heraut.scenario.definition import Limit, LimitKind
from heraut.scenario.library import asked_by, sticks
from heraut.scenario.terrain import Piece, PlacedMarker, TablePlan
from heraut.table.measure import Body, displacement, distance, is_within, outline_fault, reach, same_piece
from heraut.table.regions import carried, inside, near, shortest
from heraut.table.shapes import Point, Polygon, centre

GRACE = 0.25
"""How far from an edge a piece that must touch it is shown as touching, in inches: a line has no area to shade."""


class Measure(msgspec.Struct, frozen=True):
    """A stick laid from the piece to what it is measured against: `asked` is the stick's name, `L+C`."""

    a: Point
    b: Point
    clause: ClauseId
    ok: bool
    length: float
    asked: str


def legal_area(plan: TablePlan, subject: Piece | PlacedMarker) -> Any:
    """Every place of its centre, not turned, where all limits are kept; nothing for an outline with a fault."""
    if isinstance(subject, Piece) and outline_fault(subject.shape) is not None:
        return None
    placed = plan.body(subject)
    free = inside(placed, [plan.layout.table])
    if isinstance(subject, Piece) and subject.was is not None and same_piece(subject.was, subject.shape):
        free &= carried(subject.was, subject.shape, reach(plan.move_reach(subject), sticks()))
    for limit in plan.limits_on(subject):
        free = _kept(plan, limit, subject, placed, free)
    middle = centre(Polygon(subject.shape)) if isinstance(subject, Piece) else (subject.x, subject.y)
    return translate(free, *middle)


def _kept(plan: TablePlan, limit: Limit, subject: Piece | PlacedMarker, placed: Body, free: Any) -> Any:
    """What one limit leaves of the shifts that are free."""
    if limit.rule is LimitKind.APART:
        return free - near(placed, plan.targets(limit, subject), asked_by(limit))
    if isinstance(subject, PlacedMarker):
        return free - near(placed, plan.targets(limit, subject), 0)
    match limit.rule:
        case LimitKind.TOUCHING:
            return free & near(placed, plan.targets(limit, subject), GRACE)
        case LimitKind.ONE_FAR:
            bound = plan.is_last_to_be_far(limit, subject) and not plan.is_far_already(limit, subject)
            return free - near(placed, plan.targets(limit, subject), asked_by(limit)) if bound else free
        case LimitKind.BOTH_HALVES:
            return free & inside(placed, [plan.layout.half(side) for side in plan.open_halves(subject)])
        case LimitKind.CLEAR:
            return free - near(placed, plan.areas(limit, subject), 0)
        case _:
            areas = plan.areas(limit, subject)
            wanted = inside(placed, areas) if limit.rule is LimitKind.WHOLLY else near(placed, areas, 0)
            return free & wanted if areas else free


def measures(plan: TablePlan, subject: Piece | PlacedMarker) -> tuple[Measure, ...]:
    """A stick per limit on a distance, laid to the nearest thing; of several along one line, the longest."""
    if isinstance(subject, Piece) and outline_fault(subject.shape) is not None:
        return ()
    placed = plan.body(subject)
    found = [_measure(plan, limit, subject, placed) for limit in plan.limits_on(subject)]
    laid = sorted((one for one in found if one is not None), key=lambda one: reach(one.asked, sticks()))
    return (*_moved(plan, subject), *{(one.a, one.b): one for one in laid}.values())


def _measure(plan: TablePlan, limit: Limit, subject: Piece | PlacedMarker, placed: Body) -> Measure | None:
    if limit.rule not in (LimitKind.APART, LimitKind.TOUCHING, LimitKind.ONE_FAR):
        return None
    others = list(plan.targets(limit, subject))
    if not others:
        return None
    nearest = min(others, key=lambda other: distance(placed, other))
    length = distance(placed, nearest)
    ok = all(verdict.ok for verdict in plan.judge(limit, subject, placed))
    asked = limit.more_than or limit.at_least or "0"
    return Measure(*shortest(placed, nearest), clause=limit.clause, ok=ok, length=length, asked=asked)


def _moved(plan: TablePlan, subject: Piece | PlacedMarker) -> Iterator[Measure]:
    """How far the corner that went furthest has gone [ST-GEO-12]."""
    if isinstance(subject, PlacedMarker) or subject.was is None or not same_piece(subject.was, subject.shape):
        return
    gone = displacement(subject.was, subject.shape)
    a, b = max(zip(subject.was, subject.shape, strict=True), key=lambda corner: math.dist(*corner))
    most = plan.move_reach(subject)
    yield Measure(a, b, ClauseId("ST-GEO-12"), is_within(gone, reach(most, sticks())), gone, most)
