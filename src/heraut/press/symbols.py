"""The house's own signs, drawn once for screen and paper."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from html import escape


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

PATHS: Mapping[Symbol, str] = {
    Symbol.CROSSED_SWORDS: (
        "M21 2.6 20.3 5.2 9.8 16 12 18.1 10.6 19.5 8.3 17.3 6.5 19.2 6.1 20.8 4.4 21.3 2.9 19.9 3.4 18.2 5 "
        "17.8 6.8 15.9 4.5 13.7 5.9 12.2 8 14.3 18.5 3.5Z"
        "M3 2.6 5.5 3.5 16 14.3 18.1 12.2 19.5 13.7 17.2 15.9 19 17.8 20.6 18.2 21.1 19.9 19.6 21.3 17.9 20.8 "
        "17.5 19.2 15.7 17.3 13.4 19.5 12 18.1 14.2 16 3.7 5.2Z"
    ),
    Symbol.HOURGLASS: (
        "M5 2H19V4.4H5ZM5 19.6H19V22H5ZM6.4 4.4H17.6C17.6 8.6 14.2 10 13.6 12 14.2 14 17.6 15.4 17.6 19.6H6.4"
        "C6.4 15.4 9.8 14 10.4 12 9.8 10 6.4 8.6 6.4 4.4ZM8.4 5.8C8.7 6.8 9.2 7.6 9.8 8.2H14.2"
        "C14.8 7.6 15.3 6.8 15.6 5.8ZM12 12.6C11.5 14 9 15.6 8.5 17.4L12 15.6 15.5 17.4"
        "C15 15.6 12.5 14 12 12.6Z"
    ),
    Symbol.SHIELD: "M3 2.5H21V11C21 16.6 17 20 12 22.3 7 20 3 16.6 3 11ZM12 4.8V19.7C15.8 17.8 18.7 15.2 18.7 11V4.8Z",
    Symbol.SCROLL: (
        "M6 2.5H19A2.7 2.7 0 0 1 21.7 5.2V8.5H18.2V18.8A2.7 2.7 0 0 1 15.5 21.5H5A2.7 2.7 0 0 1 2.3 18.8V15.5"
        "H6ZM8.6 6.4V8H15.6V6.4ZM8.6 10V11.6H15.6V10ZM8.6 13.6V15.2H13V13.6Z"
    ),
    Symbol.DICE: (
        "M3.2 10.9L11.2 10.9A1.5 1.5 0 0 1 12.7 12.4L12.7 20.4A1.5 1.5 0 0 1 11.2 21.9L3.2 21.9"
        "A1.5 1.5 0 0 1 1.7 20.4L1.7 12.4A1.5 1.5 0 0 1 3.2 10.9ZM3.5 13.8a1.1 1.1 0 1 0 2.2 0"
        "a1.1 1.1 0 1 0-2.2 0zM8.7 13.8a1.1 1.1 0 1 0 2.2 0a1.1 1.1 0 1 0-2.2 0zM6.1 16.4a1.1 1.1 0 1 0 2.2 0"
        "a1.1 1.1 0 1 0-2.2 0zM3.5 19a1.1 1.1 0 1 0 2.2 0a1.1 1.1 0 1 0-2.2 0zM8.7 19a1.1 1.1 0 1 0 2.2 0"
        "a1.1 1.1 0 1 0-2.2 0zM15.7 1.3L21.9 3.5A1.5 1.5 0 0 1 22.8 5.4L20.6 11.6A1.5 1.5 0 0 1 18.7 12.5"
        "L12.5 10.3A1.5 1.5 0 0 1 11.6 8.4L13.8 2.2A1.5 1.5 0 0 1 15.7 1.3ZM14.8 4.1a1.1 1.1 0 1 0 2.2 0"
        "a1.1 1.1 0 1 0-2.2 0zM17.4 9.7a1.1 1.1 0 1 0 2.2 0a1.1 1.1 0 1 0-2.2 0zM16.1 6.9a1.1 1.1 0 1 0 2.2 0"
        "a1.1 1.1 0 1 0-2.2 0z"
    ),
    Symbol.MAP_PIN: (
        "M12 1.8A7.7 7.7 0 0 1 19.7 9.5C19.7 15 14.4 20.2 12 22.4 9.6 20.2 4.3 15 4.3 9.5"
        "A7.7 7.7 0 0 1 12 1.8ZM12 6.4A3.1 3.1 0 1 0 12 12.6 3.1 3.1 0 1 0 12 6.4Z"
    ),
    Symbol.QUILL: (
        "M21.6 2C13 2 6.4 6.6 5.6 14.6L2.4 21.4 4.2 22.2 6.6 17.2C8.6 17.4 10.4 17.1 12 16.4"
        "L10.8 15 14.4 14.8C16 13.6 17.4 12 18.6 10L16.6 9.4 19.8 7.8C20.6 6 21.3 4 21.6 2ZM7.6 15.1"
        "L15 7.2 15.6 7.8 8.4 15.7Z"
    ),
    Symbol.WAX_SEAL: (
        "M21.9 11.6Q22.8 14.2 21.1 16.3Q19.3 18.5 17.5 20.7Q15.6 22.8 12.8 22.3Q10 21.8 7.5 20.9"
        "Q5 19.9 4 17.5Q2.9 15 2 12.4Q1 9.8 2.9 7.7Q4.8 5.6 6.7 3.7Q8.6 1.7 11.3 2Q14 2.3 16.8 2.9"
        "Q19.6 3.4 20.3 6.2Q21.1 9 21.9 11.6ZM4.8 12a7.2 7.2 0 1 0 14.4 0a7.2 7.2 0 1 0-14.4 0zM5.9 12"
        "a6.1 6.1 0 1 1 12.2 0a6.1 6.1 0 1 1-12.2 0z"
        "M12 7.6 10.9 10.7 7.6 10.8 10.2 12.8 9.3 15.9 12 14.1 14.7 15.9 13.8 12.8 16.4 10.8 13.1 10.7Z"
    ),
}


def symbol(name: Symbol | str, *, size: int = 24, title: str = "") -> str:
    """The sign as an SVG element in the colour of the text; without a title it is hidden from readers."""
    named = f'role="img"><title>{escape(title, quote=False)}</title>' if title else 'aria-hidden="true">'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {BOX} {BOX}" width="{size}" height="{size}"'
        f' fill="currentColor" {named}<path d="{PATHS[Symbol(name)]}"/></svg>'
    )
