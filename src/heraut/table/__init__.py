"""The table: measuring sticks and shapes here, geometry in `table.body` and `table.outline` (they load shapely)."""

from heraut.table.shapes import Disc, Point, Polygon, Rect, Segment, Shape, centre, extent, half_turn, inches
from heraut.table.sticks import UnknownStick, reach

__all__ = [
    "Disc",
    "Point",
    "Polygon",
    "Rect",
    "Segment",
    "Shape",
    "UnknownStick",
    "centre",
    "extent",
    "half_turn",
    "inches",
    "reach",
]
