"""How tinctures are shown: by colour on the screen, by the hatchings of Petra Sancta in black and white."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from heraut.press.arms.heraldry import Tincture

PAINT: Mapping[Tincture, str] = {
    Tincture.OR: "#c8a13a",
    Tincture.ARGENT: "#f4f1e8",
    Tincture.GULES: "#a3262a",
    Tincture.AZURE: "#1f4e8c",
    Tincture.VERT: "#2f6b43",
    Tincture.SABLE: "#1d1b1a",
    Tincture.PURPURE: "#6b3a6e",
}
"""The heraldic seven of the house."""

_STRIPE = "M-300 .75H300M-300 4.75H300"
_DOTS = '<path d="M-300 1H300M-296 5H300" stroke-dasharray="2 6" stroke-width="2"/>'
_GRID = '<path d="M-300 1H300M-300 5H300"/><path d="M-300 3H300M-300 7H300" stroke-dasharray="2"/>'


class _Hatching(NamedTuple):
    """The lines of a tile 600 wide and 8 high, and the angle it is turned by."""

    lines: str
    angle: int = 0


_HATCHINGS: Mapping[Tincture, _Hatching] = {
    Tincture.OR: _Hatching(_DOTS),
    Tincture.GULES: _Hatching(f'<path d="{_STRIPE}" stroke-width="1.5"/>', 90),
    Tincture.AZURE: _Hatching(f'<path d="{_STRIPE}" stroke-width="1.5"/>'),
    Tincture.VERT: _Hatching(f'<path d="{_STRIPE}" stroke-width="1.5"/>', 45),
    Tincture.PURPURE: _Hatching(f'<path d="{_STRIPE}" stroke-width="1.5"/>', -45),
    Tincture.SABLE: _Hatching(_GRID),
}
"""Of each hatching but silver's, which is left white. A tile is wider than any shield: printers show its seams."""


class Paint(Protocol):
    """What fills and edges a figure drawn `scale` times larger than its outline."""

    def fill(self, tincture: Tincture, scale: float = 1) -> str:
        """The value of `fill`."""

    def edge(self, scale: float = 1) -> str:
        """The attributes of the line around a figure."""

    def definitions(self) -> str:
        """What the fills asked for so far refer to."""


class Colours:
    """Flat colours: the rule of tincture sets figures off, no line is needed."""

    def fill(self, tincture: Tincture, scale: float = 1) -> str:  # noqa: ARG002  # a colour has no grain
        """The colour itself."""
        return PAINT[tincture]

    def edge(self, scale: float = 1) -> str:  # noqa: ARG002
        """None."""
        return ""

    def definitions(self) -> str:
        """Colours need none."""
        return ""


class Hatchings:
    """Black on white: lines and dots that keep their size however large the figure is drawn."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._tiles: dict[str, str] = {}

    def fill(self, tincture: Tincture, scale: float = 1) -> str:
        """White for silver, a pattern for the rest."""
        if tincture is Tincture.ARGENT:
            return "#fff"
        id = f"{self._key}-{tincture}-{scale:g}"
        hatching = _HATCHINGS[tincture]
        turns = f"rotate({hatching.angle})" if hatching.angle else ""
        grain = f"scale({1 / scale:.3g})" if scale != 1 else ""
        moved = f' patternTransform="{turns}{grain}"' if turns or grain else ""
        # The view box repeats the tile's own place: without it Typst shows only half of a tile.
        self._tiles[id] = (
            f'<pattern id="{id}" x="-300" width="600" height="8" viewBox="-300 0 600 8" patternUnits="userSpaceOnUse"'
            f'{moved}><path fill="#fff" d="M-300 0h600v8h-600z"/>'
            f'<g stroke="#000" stroke-width="2">{hatching.lines}</g></pattern>'
        )
        return f"url(#{id})"

    def edge(self, scale: float = 1) -> str:
        """A black line outside the figure, so that its parts do not show."""
        return f' stroke="#000" stroke-width="{4 / scale:.2g}" paint-order="stroke"'

    def definitions(self) -> str:
        """The patterns in use."""
        return "".join(self._tiles.values())
