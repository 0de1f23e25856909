"""How tinctures are shown: by colour on the screen, by the hatchings of Petra Sancta in black and white."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

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

_TILES: Mapping[Tincture, str] = {
    Tincture.OR: '<path d="M0 0h2v2H0zM4 4h2v2H4z"/>',
    Tincture.GULES: '<path d="M0 0h1.5v8H0zM4 0h1.5v8H4z"/>',
    Tincture.AZURE: '<path d="M0 0h8v1.5H0zM0 4h8v1.5H0z"/>',
    Tincture.VERT: '<path d="M-2-2L10 10M-2 6L2 10M6-2L10 2" stroke="#000" stroke-width="1.4"/>',
    Tincture.PURPURE: '<path d="M-2 10L10-2M-2 2L2-2M6 10L10 6" stroke="#000" stroke-width="1.4"/>',
    Tincture.SABLE: '<path d="M0 0h8v2H2v2h6v2H2v2H0zM4 0h2v8H4z"/>',
}
"""One tile of 8 by 8 of each hatching; silver is left white."""


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
        grain = f' patternTransform="scale({1 / scale:.3g})"' if scale != 1 else ""
        self._tiles[id] = (
            f'<pattern id="{id}" width="8" height="8" patternUnits="userSpaceOnUse"{grain}>'
            f'<path fill="#fff" d="M0 0h8v8H0z"/>{_TILES[tincture]}</pattern>'
        )
        return f"url(#{id})"

    def edge(self, scale: float = 1) -> str:
        """A black line outside the figure, so that its parts do not show."""
        return f' stroke="#000" stroke-width="{4 / scale:.2g}" paint-order="stroke"'

    def definitions(self) -> str:
        """The patterns in use."""
        return "".join(self._tiles.values())
