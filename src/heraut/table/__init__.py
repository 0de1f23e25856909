"""The table: sticks and shapes; `body`, `outline` and `lines` measure them, `shifts` finds regions with shapely."""

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
