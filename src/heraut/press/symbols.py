"""The house's own signs, drawn once for screen and paper: `symbols.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from html import escape

from heraut.press import table


class Symbol(StrEnum):
    """A game, time, a side, a list, chance, a place, writing, a sealed choice."""

    CROSSED_SWORDS = "crossed-swords"
    HOURGLASS = "hourglass"
    SHIELD = "shield"
    SCROLL = "scroll"
    DICE = "dice"
    MAP_PIN = "map-pin"
    QUILL = "quill"
    WAX_SEAL = "wax-seal"


BOX = 24
"""The outlines fill a box from 0 to 24 both ways."""
PATHS: Mapping[Symbol, str] = table("symbols", dict[Symbol, str])


def symbol(name: Symbol | str, *, size: int = 24, title: str = "") -> str:
    """The sign as an SVG element in the colour of the text; without a title it is hidden from readers."""
    named = f'role="img"><title>{escape(title, quote=False)}</title>' if title else 'aria-hidden="true">'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {BOX} {BOX}" width="{size}" height="{size}"'
        f' fill="currentColor" {named}<path d="{PATHS[Symbol(name)]}"/></svg>'
    )
