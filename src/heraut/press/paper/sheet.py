"""What every sheet is made of: people, links, the event it belongs to."""

from __future__ import annotations

import msgspec

from heraut.press.arms import Arms


class Sheet(msgspec.Struct, frozen=True, kw_only=True, tag_field="sheet"):
    """
    One kind of paper: plain data, filled by whoever has it.

    Its tag is the name of its template; text in it is shown as it is, so it comes in the reader's language.
    """


class Event(msgspec.Struct, frozen=True):
    """What the paper is for: shown at the head of every page."""

    name: str
    place: str = ""
    day: str = ""


class Person(msgspec.Struct, frozen=True):
    """Somebody on paper. Without arms they bear those of their name."""

    name: str
    number: int | None = None
    faction: str = ""
    club: str = ""
    arms: Arms | None = None


class Link(msgspec.Struct, frozen=True):
    """An address, printed as a QR code to come back to the screen."""

    address: str


class Drawing(msgspec.Struct, frozen=True):
    """A picture as SVG text, and what it shows."""

    svg: str
    shows: str = ""


class Game(msgspec.Struct, frozen=True):
    """A table and who sits at it; without a second person, the first has a bye."""

    table: int
    first: Person
    second: Person | None = None
    link: Link | None = None
