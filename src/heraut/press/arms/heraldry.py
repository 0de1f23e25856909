"""The grammar of a coat of arms: tinctures, field, ordinary, charges. A blazon as a type."""

from __future__ import annotations

import tomllib
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Literal, NewType

import msgspec

from heraut.kernel import from_plain

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


class Plain(msgspec.Struct, frozen=True, tag="plain"):
    """A field of one tincture."""

    tincture: Tincture


class Parted(msgspec.Struct, frozen=True, tag="parted"):
    """A field in parts; `first` is the part named first: dexter, or upper."""

    division: Division
    first: Tincture
    second: Tincture


class Varied(msgspec.Struct, frozen=True, tag="varied"):
    """A field patterned with two tinctures."""

    variation: Variation
    first: Tincture
    second: Tincture


Field = Plain | Parted | Varied


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

    field: Field
    ordinary: Ordinary | None = None
    charges: Charges | None = None


class Charge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A charge: its outline in a box from -10 to 10, its words, what it looks like from afar, how often it is borne."""

    path: str
    looks: str
    fr: tuple[str, str]
    gender: Literal["m", "f"]
    en: tuple[str, str]
    fr_of_colour: tuple[str, str] | None = None
    often: int = 1


@cache
def charges() -> dict[ChargeId, Charge]:
    """Every charge we draw, in the order of the file: `charges.toml`."""
    raw = tomllib.loads((files("heraut.press.arms") / "charges.toml").read_text(encoding="utf-8"))
    found: dict[ChargeId, Charge] = from_plain(raw, dict[ChargeId, Charge])
    return found
