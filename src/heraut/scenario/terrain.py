"""Terrain pieces and placed markers: what every limit of the scenario says of where they lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Refusal
from heraut.scenario.definition import (
    ElementKind,
    Limit,
    LimitKind,
    MeasuredTo,
    MoveStep,
    Property,
    PutStep,
    Scenario,
    Size,
)
from heraut.scenario.facts import Side
from heraut.scenario.library import Layout, asked_by, limits, special_limits, sticks
from heraut.scenario.settings import MatchOptions
from heraut.scenario.tally import rules_of
from heraut.table.measure import (
    Body,
    OutlineFault,
    body,
    displacement,
    is_at_least,
    is_more_than,
    is_partly_in,
    is_wholly_in,
    is_within,
    nearest,
    outline_fault,
    overlaps,
    reach,
    same_piece,
    stands_out,
)
from heraut.table.shapes import Point, Polygon

Outline = tuple[Point, ...]


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """
    A terrain piece: its outline, who placed it, and where it was before it was moved.

    `kind` is its type; a type named like a property has that property. `area` is the element a set-up step names.
    """

    id: str
    size: Size = Size.SMALL
    kind: str = "plain"
    shape: Outline
    by: Side | None = None
    properties: tuple[Property, ...] = ()
    area: str | None = None
    special: bool = False
    was: Outline | None = None
    moved_by: Side | None = None

    def has(self, wanted: tuple[Property, ...]) -> bool:
        """Whether it has one of these properties; no wish is always granted."""
        own = {*self.properties, self.kind}
        return not wanted or any(one in own for one in wanted)

    def moved(self, shape: Outline, by: Side) -> Piece:
        """The piece once that side has moved it."""
        return msgspec.structs.replace(self, shape=shape, was=self.shape, moved_by=by)


class PlacedMarker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A marker a player placed: `x`, `y` is its centre."""

    id: str
    by: Side
    x: float
    y: float


class LimitVerdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one limit says of one piece or marker: the measured length and the one asked for, in inches."""

    subject: str
    clause: ClauseId
    code: str
    ok: bool
    measured: float | None = None
    limit: float | None = None

    def refusal(self) -> Refusal:
        """The same as a refusal, lengths in hundredths of an inch."""
        return Refusal(self.clause, self.code, self.subject, asked=_said(self.measured), allowed=_said(self.limit))


def _said(length: float | None) -> str | None:
    return None if length is None else f"{length:.2f}".rstrip("0").rstrip(".") + "″"


class TablePlan(msgspec.Struct, frozen=True):
    """Everything that lies on the table, in the order it was placed."""

    layout: Layout
    pieces: tuple[Piece, ...] = ()
    markers: tuple[PlacedMarker, ...] = ()

    def with_one(self, subject: Piece | PlacedMarker) -> TablePlan:
        """The table with this one put down, last; a piece that was moved leaves its place."""
        if isinstance(subject, PlacedMarker):
            return TablePlan(self.layout, self.pieces, (*self.markers, subject))
        others = (piece for piece in self.pieces if piece.id != subject.id)
        return TablePlan(self.layout, (*others, subject), self.markers)

    def check(self) -> tuple[LimitVerdict, ...]:
        """The verdict of every limit on every piece and marker."""
        subjects: tuple[Piece | PlacedMarker, ...] = (*self.pieces, *self.markers)
        return tuple(verdict for subject in subjects for verdict in self.verdicts(subject))

    def verdicts(self, subject: Piece | PlacedMarker) -> tuple[LimitVerdict, ...]:
        """The verdicts on one piece or marker, against what was placed before it (a moved piece: against all)."""
        if isinstance(subject, Piece) and (fault := _outline_fault(subject)) is not None:
            return (LimitVerdict(subject.id, self._on_table, fault, False),)
        return tuple(self._judged(subject))

    @property
    def _on_table(self) -> ClauseId:
        return rules_of(self.layout.scenario).ON_TABLE

    def _lies_on_table(self, subject: str, placed: Body) -> LimitVerdict:
        out = stands_out(placed, self.layout.table)
        return LimitVerdict(subject, self._on_table, "on-the-table", is_wholly_in(placed, self.layout.table), out, 0)

    def _judged(self, subject: Piece | PlacedMarker) -> Iterator[LimitVerdict]:
        placed = self.body(subject)
        yield self._lies_on_table(subject.id, placed)
        if isinstance(subject, Piece) and subject.was is not None:
            yield from self._moved(subject)
        for limit in self.limits_on(subject):
            yield from self.judge(limit, subject, placed)

    def body(self, subject: Piece | PlacedMarker) -> Body:
        """The piece or the marker as something to measure."""
        return body(Polygon(subject.shape)) if isinstance(subject, Piece) else self.layout.marker(subject.x, subject.y)

    def limits_on(self, subject: Piece | PlacedMarker) -> Iterable[Limit]:
        """The limits that bind it."""
        if isinstance(subject, PlacedMarker):
            rank = 1 + sum(1 for one in self._markers_before(subject) if one.by is subject.by)
            return (one for one in limits(self.layout.scenario) if one.on == "markers" and one.nth in (None, rank))
        rules = special_limits() if subject.special else limits(self.layout.scenario)
        when = "placed" if subject.was is None else "moved"
        return (one for one in rules if one.on == "pieces" and when in one.when and self._binds(one, subject))

    def targets(self, limit: Limit, subject: Piece | PlacedMarker) -> Iterable[Body]:
        """What the limit measures it against."""
        if isinstance(subject, PlacedMarker):
            return self._marker_targets(limit, subject)
        return self._piece_targets(limit.to, subject)

    def _binds(self, limit: Limit, piece: Piece) -> bool:
        right_size = limit.size in (None, piece.size)
        return right_size and piece.has(limit.of) and limit.nth in (None, self._rank(piece))

    def _rank(self, piece: Piece) -> int:
        """Which of its player's pieces it is, counted from 1; special terrain is not counted."""
        own = [one.id for one in self.pieces if one.by is piece.by and not one.special]
        return own.index(piece.id) + 1 if piece.id in own else len(own) + 1

    def move_reach(self, piece: Piece) -> str:
        """How far it may be moved: what the step of its mover says, else a medium stick [ST-GEO-12]."""
        steps = (step for step in self.layout.scenario.setup if isinstance(step, MoveStep))
        return next((step.reach for step in steps if piece.moved_by in (None, step.by)), "M")

    def _moved(self, piece: Piece) -> Iterator[LimitVerdict]:
        assert piece.was is not None
        same = same_piece(piece.was, piece.shape)
        yield LimitVerdict(piece.id, ClauseId("ST-GEO-12"), "same-piece", same)
        if same:
            most = reach(self.move_reach(piece), sticks())
            gone = displacement(piece.was, piece.shape)
            yield LimitVerdict(piece.id, ClauseId("ST-GEO-12"), "moved-within", is_within(gone, most), gone, most)

    def judge(self, limit: Limit, subject: Piece | PlacedMarker, placed: Body) -> Iterator[LimitVerdict]:
        """What one limit says of it, if it has anything to say."""
        if isinstance(subject, PlacedMarker):
            yield from self._of_marker(limit, subject, placed)
            return
        match limit.rule:
            case LimitKind.APART:
                yield from _apart(limit, subject.id, placed, list(self.targets(limit, subject)))
            case LimitKind.TOUCHING:
                near = self.distance(subject, limit)
                yield LimitVerdict(subject.id, limit.clause, "touching", is_within(near, 0), near, 0)
            case LimitKind.ONE_FAR:
                yield from self._one_far(limit, subject)
            case LimitKind.BOTH_HALVES:
                yield from self._both_halves(limit, subject)
            case LimitKind.WHOLLY | LimitKind.PARTLY | LimitKind.CLEAR:
                yield from self._in_areas(limit, subject, placed)

    def _piece_targets(self, to: tuple[MeasuredTo, ...], piece: Piece) -> Iterator[Body]:
        for target in to:
            yield from self.layout.lines(target, piece.by)
            if target is MeasuredTo.MARKERS:
                yield from self.layout.of(ElementKind.MARKER)
                yield from (self.layout.marker(marker.x, marker.y) for marker in self._markers_for(piece))
            if target in (MeasuredTo.PIECES, MeasuredTo.OWN_PIECES):
                others = self._others(piece)
                yield from (
                    body(Polygon(one.shape)) for one in others if target is MeasuredTo.PIECES or one.by is piece.by
                )

    def _markers_for(self, piece: Piece) -> Sequence[PlacedMarker]:
        """Markers that players place come after the terrain, before special terrain [ST-SPT-6, ST-DES-12]."""
        return self.markers if piece.special else ()

    def _others(self, piece: Piece) -> Iterator[Piece]:
        """The sound pieces it is measured against: as they lay when it was placed, or, for a moved one, as they lie."""
        for one in self.pieces:
            if one.id == piece.id and piece.was is None:
                return
            if one.id != piece.id and outline_fault(one.shape) is None:
                yield msgspec.structs.replace(one, shape=one.was) if one.was and piece.was is None else one

    def _one_far(self, limit: Limit, piece: Piece) -> Iterator[LimitVerdict]:
        """One such piece of each player must be far; asked of the last one that could be [ST-DES-6]."""
        if not self.is_last_to_be_far(limit, piece):
            return
        far = max(self.distance(one, limit) for one in (self._alike(limit, piece) or [piece]))
        asked = asked_by(limit)
        yield LimitVerdict(piece.id, limit.clause, "one-far", is_more_than(far, asked), far, asked)

    def is_last_to_be_far(self, limit: Limit, piece: Piece) -> bool:
        """Whether no later piece of its player could still be the far one."""
        own = self._alike(limit, piece)
        return not own or own[-1].id == piece.id

    def is_far_already(self, limit: Limit, piece: Piece) -> bool:
        """Whether another piece of its player is far enough."""
        others = (one for one in self._alike(limit, piece) if one.id != piece.id)
        return any(is_more_than(self.distance(one, limit), asked_by(limit)) for one in others)

    def _alike(self, limit: Limit, piece: Piece) -> list[Piece]:
        return [one for one in self.pieces if one.by is piece.by and self._binds(limit, one) and not one.special]

    def distance(self, piece: Piece, limit: Limit) -> float:
        """How far the piece is from the lines the limit names."""
        lines = [line for to in limit.to for line in self.layout.lines(to, piece.by)]
        return nearest(body(Polygon(piece.shape)), lines)

    def _both_halves(self, limit: Limit, piece: Piece) -> Iterator[LimitVerdict]:
        """Wholly in one half, and in each half as many as may be [ST-DIA-6, ST-DIA-7]."""
        home = self._home(piece)
        yield LimitVerdict(piece.id, limit.clause, "in-one-half", home is not None)
        if home is not None and home in self._homes(piece):
            yield LimitVerdict(piece.id, limit.clause, "in-the-other-half", home in self.open_halves(piece))

    def open_halves(self, piece: Piece) -> tuple[Side, ...]:
        """The halves that do not have more of its player's pieces than the other."""
        homes = self._homes(piece)
        return tuple(side for side in Side if side not in homes or homes.count(side) <= homes.count(side.other))

    def _homes(self, piece: Piece) -> list[Side | None]:
        return [self._home(one) for one in self._others(piece) if one.by is piece.by and not one.special]

    def _home(self, piece: Piece) -> Side | None:
        placed = body(Polygon(piece.shape))
        return next((side for side in Side if is_wholly_in(placed, self.layout.half(side))), None)

    def _in_areas(self, limit: Limit, piece: Piece, placed: Body) -> Iterator[LimitVerdict]:
        areas = self.areas(limit, piece)
        match limit.rule:
            case LimitKind.WHOLLY if areas:
                out = min(stands_out(placed, area) for area in areas)
                inside = any(is_wholly_in(placed, area) for area in areas)
                yield LimitVerdict(piece.id, limit.clause, "wholly-in", inside, out, 0)
            case LimitKind.PARTLY if areas:
                partly = any(is_partly_in(placed, area) for area in areas)
                yield LimitVerdict(piece.id, limit.clause, "partly-in", partly)
            case LimitKind.CLEAR:
                yield LimitVerdict(
                    piece.id, limit.clause, "clear-of", not any(overlaps(placed, area) for area in areas)
                )

    def areas(self, limit: Limit, piece: Piece) -> tuple[Body, ...]:
        """The areas the limit speaks of."""
        layout = self.layout
        match limit.area:
            case "own-half" | "other-half" if piece.by is not None:
                return (layout.half(piece.by if limit.area == "own-half" else piece.by.other),)
            case "step":
                return (layout.elements[piece.area],) if piece.area in layout.elements else ()
            case "deployment":
                return layout.of(ElementKind.DEPLOYMENT)
            case "zone":
                return layout.of(ElementKind.ZONE)
            case _:
                return ()

    def _of_marker(self, limit: Limit, marker: PlacedMarker, placed: Body) -> Iterator[LimitVerdict]:
        others = list(self.targets(limit, marker))
        if limit.rule is LimitKind.CLEAR:
            clear = not any(overlaps(placed, one) for one in others)
            yield LimitVerdict(marker.id, limit.clause, "clear-of", clear)
        else:
            yield from _apart(limit, marker.id, placed, others)

    def _markers_before(self, marker: PlacedMarker) -> tuple[PlacedMarker, ...]:
        ids = [one.id for one in self.markers]
        return self.markers[: ids.index(marker.id)] if marker.id in ids else self.markers

    def _marker_targets(self, limit: Limit, marker: PlacedMarker) -> Iterator[Body]:
        before = self._markers_before(marker)
        for target in limit.to:
            yield from self.layout.lines(target, marker.by)
            if target in (MeasuredTo.MARKERS, MeasuredTo.OWN_MARKERS):
                others = (one for one in before if target is MeasuredTo.MARKERS or one.by is marker.by)
                yield from (self.layout.marker(one.x, one.y) for one in others)
            if target is MeasuredTo.PIECES:
                sound = (one for one in self.pieces if not one.special and outline_fault(one.shape) is None)
                yield from (body(Polygon(one.shape)) for one in sound if one.has(limit.of))


def _apart(limit: Limit, subject: str, placed: Body, others: Sequence[Body]) -> Iterator[LimitVerdict]:
    if not others:
        return
    code, is_far_enough = ("at-least", is_at_least) if limit.more_than is None else ("more-than", is_more_than)
    near, asked = nearest(placed, others), asked_by(limit)
    yield LimitVerdict(subject, limit.clause, f"{code}-{limit.to[0]}", is_far_enough(near, asked), near, asked)


def _outline_fault(piece: Piece) -> OutlineFault | None:
    return outline_fault(piece.shape) or outline_fault(piece.was or piece.shape)


def understood(scenario: Scenario, options: MatchOptions, pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Pieces as the table sees them: properties from the event's terrain table, areas from the steps they answer."""
    steps = [step for step in scenario.setup if isinstance(step, PutStep)]
    areas = [step.area for step in steps] if len(steps) == len(pieces) else [None] * len(pieces)
    table = {line.name: line.properties for line in options.terrain_table}
    return tuple(
        msgspec.structs.replace(
            piece, area=piece.area or area, properties=piece.properties or table.get(piece.kind, ())
        )
        for piece, area in zip(pieces, areas, strict=True)
    )
