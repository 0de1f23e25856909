"""A scenario's elements as bodies to measure from, and the edges of its table."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import msgspec

from heraut.scenario.definition import Element, Kind, Scenario, Target
from heraut.scenario.facts import Side
from heraut.scenario.library import base_mm
from heraut.table.measure import Body, body
from heraut.table.shapes import Disc, Rect, Segment, Shape, inches


def shape_of(element: Element, marker_mm: int) -> Shape:
    """The element's shape: markers are of the event's diameter, flags and objectives on their bases."""
    if element.kind in (Kind.FLAG, Kind.OBJECTIVE):
        return element.shape(inches(base_mm(element.kind)))
    return element.shape(inches(marker_mm))


class Layout(msgspec.Struct, frozen=True, dict=True):
    """Where everything of a scenario is."""

    scenario: Scenario
    marker_mm: int = 40

    @cached_property
    def table(self) -> Body:
        """The whole table."""
        width, height = self.scenario.table
        return body(Rect(0, 0, width, height))

    @cached_property
    def elements(self) -> dict[str, Body]:
        """Every element by its id."""
        return {element.id: body(shape_of(element, self.marker_mm)) for element in self.scenario.elements}

    def marker(self, x: float, y: float) -> Body:
        """A marker placed by a player."""
        return body(Disc(x, y, inches(self.marker_mm)))

    def edge(self, side: Side) -> Body:
        """The long edge that belongs to the side [ST-GEO-3]."""
        width, height = self.scenario.table
        y = 0 if side is Side.FIRST else height
        return body(Segment((0, y), (width, y)))

    @cached_property
    def long_edges(self) -> tuple[Body, ...]:
        """Both players' edges."""
        return (self.edge(Side.FIRST), self.edge(Side.SECOND))

    @cached_property
    def side_edges(self) -> tuple[Body, ...]:
        """The two short edges."""
        width, height = self.scenario.table
        return tuple(body(Segment((x, 0), (x, height))) for x in (0, width))

    @cached_property
    def divide(self) -> tuple[Body, ...]:
        """The line between the two halves: the median, or the diagonal [ST-DIA-10]."""
        return self.of(Kind.LINE)

    def half(self, side: Side) -> Body:
        """The side's half of the table."""
        return next(self.elements[half.id] for half in self.scenario.of_kind(Kind.HALF) if half.owner is side)

    def of(self, *kinds: Kind) -> tuple[Body, ...]:
        """The bodies of these kinds of element."""
        return tuple(self.elements[element.id] for element in self.scenario.of_kind(*kinds))

    def lines(self, target: Target, side: Side | None) -> Iterable[Body]:
        """The fixed lines a distance may be measured to."""
        match target:
            case Target.EDGES:
                return (*self.long_edges, *self.side_edges)
            case Target.LONG_EDGES:
                return self.long_edges
            case Target.SIDE_EDGES:
                return self.side_edges
            case Target.OWN_EDGE:
                return () if side is None else (self.edge(side),)
            case Target.DIVIDE:
                return self.divide
            case _:
                return ()
