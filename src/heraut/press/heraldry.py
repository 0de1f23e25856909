"""
The grammar of a coat of arms: tinctures, field, ordinary, charges.

What it is made of, how that is painted, placed and called, stands in `heraldry.toml` and `charges.toml`.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Literal, NamedTuple, NewType

import msgspec

from heraut.press import table

ChargeId = NewType("ChargeId", str)
"""The key of a charge in `charges.toml`."""


class Tincture(StrEnum):
    """The seven tinctures; the values are the names of the house's colours."""

    OR = "or"
    ARGENT = "argent"
    GULES = "gueules"
    AZURE = "azur"
    VERT = "sinople"
    SABLE = "sable"
    PURPURE = "pourpre"

    @property
    def is_metal(self) -> bool:
        """Gold and silver; the five others are colours."""
        return self in METALS


METALS = (Tincture.OR, Tincture.ARGENT)
COLOURS = (Tincture.GULES, Tincture.AZURE, Tincture.VERT, Tincture.SABLE, Tincture.PURPURE)


class Division(StrEnum):
    """A field cut in parts of two tinctures."""

    PER_PALE = "per-pale"
    PER_FESS = "per-fess"
    PER_BEND = "per-bend"
    PER_BEND_SINISTER = "per-bend-sinister"
    QUARTERLY = "quarterly"
    PER_SALTIRE = "per-saltire"


class Variation(StrEnum):
    """A field covered with a regular pattern of two tinctures."""

    PALY = "paly"
    BARRY = "barry"
    BENDY = "bendy"
    CHEVRONNY = "chevronny"
    CHEQUY = "chequy"
    LOZENGY = "lozengy"
    GYRONNY = "gyronny"


class OrdinaryKind(StrEnum):
    """The great plain figures of heraldry."""

    FESS = "fess"
    PALE = "pale"
    BEND = "bend"
    BEND_SINISTER = "bend-sinister"
    CHEVRON = "chevron"
    CROSS = "cross"
    SALTIRE = "saltire"
    CHIEF = "chief"
    BORDURE = "bordure"
    PILE = "pile"
    PALL = "pall"


class EdgeLine(StrEnum):
    """How the edge of an ordinary runs."""

    PLAIN = "plain"
    WAVY = "wavy"
    ENGRAILED = "engrailed"
    INDENTED = "indented"
    EMBATTLED = "embattled"


class PlainField(msgspec.Struct, frozen=True, tag="plain"):
    """A field of one tincture."""

    tincture: Tincture


class PartedField(msgspec.Struct, frozen=True, tag="parted"):
    """A field in parts; `first` is the part named first: dexter, or upper."""

    division: Division
    first: Tincture
    second: Tincture


class VariedField(msgspec.Struct, frozen=True, tag="varied"):
    """A field patterned with two tinctures."""

    variation: Variation
    first: Tincture
    second: Tincture


ShieldField = PlainField | PartedField | VariedField


class Charges(msgspec.Struct, frozen=True):
    """So many of one charge; without a tincture they are counterchanged over a parted field."""

    charge: ChargeId
    count: int
    tincture: Tincture | None


class Ordinary(msgspec.Struct, frozen=True):
    """An ordinary, and what it bears."""

    kind: OrdinaryKind
    tincture: Tincture
    line: EdgeLine = EdgeLine.PLAIN
    bears: Charges | None = None


class Arms(msgspec.Struct, frozen=True):
    """A coat of arms: what a herald would say of it, and nothing about how it is drawn."""

    field: ShieldField
    ordinary: Ordinary | None = None
    charges: Charges | None = None


class HeraldicCharge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A charge: its outline in a box from -10 to 10, its words, what it looks like from afar, how often it is borne."""

    path: str
    looks: str
    fr: tuple[str, str]
    gender: Literal["m", "f"]
    en: tuple[str, str]
    fr_of_colour: tuple[str, str] | None = None
    often: int = 1


class Centre(NamedTuple):
    """The centre of a charge, and how many units of the shield one unit of its outline takes."""

    x: float
    y: float
    scale: float


class ShieldEdge(NamedTuple):
    """A straight edge of an ordinary; `shaped` ones follow its line, the others run outside the shield."""

    x: int
    y: int
    shaped: bool


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the grammar: its names."""

    fr: str
    en: str


class TinctureRow(Named, frozen=True):
    """A colour of the house."""

    paint: str


class FieldRow(Named, frozen=True):
    """A field of two tinctures, and the outline of what has the second."""

    second: str


class LineRow(Named, frozen=True):
    """An edge, and the usual length of one tooth or wave."""

    tooth: int


class OrdinaryRow(Named, frozen=True):
    """An ordinary (in French with its article), its outline, where charges stand around and upon it."""

    around: tuple[Centre, ...]
    """As many charges as there are places."""
    feminine: bool = False
    beside: str = "accompagné"
    """How French says that charges stand around it."""
    edges: tuple[ShieldEdge, ...] = ()
    upon: tuple[tuple[Centre, ...], ...] = ()
    """For each number of charges it has room for, their places."""


class Heraldry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that arms are composed of but their charges: `heraldry.toml`."""

    tinctures: dict[Tincture, TinctureRow]
    parted: dict[Division, FieldRow]
    varied: dict[Variation, FieldRow]
    lines: dict[EdgeLine, LineRow]
    alone: tuple[tuple[Centre, ...], ...]
    """Where charges stand on an empty field, for each number of them."""
    ordinaries: dict[OrdinaryKind, OrdinaryRow]


@cache
def charges() -> dict[ChargeId, HeraldicCharge]:
    """Every charge we draw, in the order of the file: `charges.toml`."""
    found: dict[ChargeId, HeraldicCharge] = table("charges", dict[ChargeId, HeraldicCharge])
    return found


@cache
def heraldry() -> Heraldry:
    """The tables of the grammar, ordinaries in the order of the file: names draw by that order."""
    found: Heraldry = table("heraldry", Heraldry)
    return found


def field_row(field: PartedField | VariedField) -> FieldRow:
    """What the table says of a field of two tinctures."""
    table = heraldry()
    return table.parted[field.division] if isinstance(field, PartedField) else table.varied[field.variation]


def places_for(count: int, rows: tuple[tuple[Centre, ...], ...]) -> tuple[Centre, ...]:
    """Where so many charges stand, of the places there are for each number of them."""
    return next(places for places in rows if len(places) == count)
