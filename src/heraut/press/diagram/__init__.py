"""A scenario draws itself."""

from heraut.press.diagram.drawing import HEAD, SIDE_MARGIN, diagram
from heraut.press.diagram.looks import COLOURS, SCALE

__all__ = ["COLOURS", "HEAD", "SCALE", "SIDE_MARGIN", "diagram"]
