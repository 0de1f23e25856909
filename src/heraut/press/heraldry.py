"""
The grammar of a coat of arms: tinctures, field, ordinary, charges; and its blazon in a herald's words.

What the grammar is made of, how it is painted, placed and called, stands in `heraldry.toml` and `charges.toml`.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Literal, NamedTuple, NewType

import msgspec

from heraut.press import table
from heraut.speech.sentences import Language

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


_FRENCH_COUNTS = {2: "deux", 3: "trois", 4: "quatre", 5: "cinq", 6: "six"}
_ENGLISH_COUNTS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
_STANDS_LAST = frozenset({OrdinaryKind.CHIEF, OrdinaryKind.BORDURE})
"""What covers an edge of the shield is named after the charges of its middle."""


def blazon(arms: Arms, language: Language) -> str:
    """The blazon, one sentence without a full stop: "D’azur à la fasce d’or, accompagnée de trois étoiles du même"."""
    said = _french(arms) if language == "fr" else _english(arms)
    return said[0].upper() + said[1:]


def _french(arms: Arms) -> str:
    field, ordinary, group = _french_field(arms.field), arms.ordinary, arms.charges
    if ordinary is None:
        assert group is not None
        return f"{field} {_french_charges(group)}"
    if group is None:
        return f"{field} {_french_ordinary(ordinary)}"
    if ordinary.kind in _STANDS_LAST:
        return f"{field} {_french_charges(group)}, {_french_ordinary(ordinary, after=group.tincture)}"
    row = heraldry().ordinaries[ordinary.kind]
    around = _agree(row.beside, feminine=row.feminine)
    return f"{field} {_french_ordinary(ordinary)}, {around} de {_french_number(group, after=ordinary.tincture)}"


def _french_field(field: ShieldField) -> str:
    if isinstance(field, PlainField):
        return _french_tincture(field.tincture)
    return f"{field_row(field).fr} {_french_tincture(field.first)} et {_french_tincture(field.second)},"


def _french_charges(group: Charges) -> str:
    charge = charges()[group.charge]
    if group.count > 1:
        return f"à {_french_number(group)}"
    name = _french_name(group)
    if name[0] in "aeéêouœ":
        return f"à l’{name} {_french_of(group)}"
    return f"{'à la' if charge.gender == 'f' else 'au'} {name} {_french_of(group)}"


def _french_ordinary(ordinary: Ordinary, *, after: Tincture | None = None) -> str:
    row = heraldry().ordinaries[ordinary.kind]
    line = _agree(heraldry().lines[ordinary.line].fr, feminine=row.feminine)
    colour = "du même" if after is ordinary.tincture else _french_tincture(ordinary.tincture)
    said = " ".join(filter(None, (row.fr, line, colour)))
    if ordinary.bears is None:
        return said
    return f"{said}, {_agree('chargé', feminine=row.feminine)} {_french_borne(ordinary.bears)}"


def _french_borne(group: Charges) -> str:
    if group.count > 1:
        return f"de {_french_number(group)}"
    one = "d’une" if charges()[group.charge].gender == "f" else "d’un"
    return f"{one} {_french_name(group)} {_french_of(group)}"


def _french_number(group: Charges, *, after: Tincture | None = None) -> str:
    colour = "du même" if after is not None and after is group.tincture else _french_of(group)
    return f"{_FRENCH_COUNTS[group.count]} {_french_name(group)} {colour}"


def _french_name(group: Charges) -> str:
    charge = charges()[group.charge]
    of_colour = group.tincture is not None and not group.tincture.is_metal
    forms = charge.fr_of_colour if charge.fr_of_colour and of_colour else charge.fr
    return forms[group.count > 1]


def _french_of(group: Charges) -> str:
    return "de l’un en l’autre" if group.tincture is None else _french_tincture(group.tincture)


def _french_tincture(tincture: Tincture) -> str:
    return heraldry().tinctures[tincture].fr


def _agree(participle: str, *, feminine: bool) -> str:
    return participle + "e" if participle and feminine else participle


def _english(arms: Arms) -> str:
    field, ordinary, group = _english_field(arms.field), arms.ordinary, arms.charges
    if ordinary is None:
        assert group is not None
        return f"{field}, {_english_charges(group)}"
    if group is None:
        return f"{field}, {_english_ordinary(ordinary)}"
    alike = ordinary.tincture is group.tincture
    if ordinary.kind not in _STANDS_LAST:
        return f"{field}, {_english_ordinary(ordinary, coloured=not alike)} between {_english_charges(group)}"
    joined = " and " if alike else ", "
    return f"{field}, {_english_charges(group, coloured=not alike)}{joined}{_english_ordinary(ordinary)}"


def _english_field(field: ShieldField) -> str:
    if isinstance(field, PlainField):
        return _english_tincture(field.tincture)
    return f"{field_row(field).en} {_english_tincture(field.first)} and {_english_tincture(field.second)}"


def _english_charges(group: Charges, *, coloured: bool = True) -> str:
    name = charges()[group.charge].en[group.count > 1]
    said = f"{_ENGLISH_COUNTS[group.count] if group.count > 1 else _a(name)} {name}"
    if not coloured:
        return said
    return f"{said} {'counterchanged' if group.tincture is None else _english_tincture(group.tincture)}"


def _english_ordinary(ordinary: Ordinary, *, coloured: bool = True) -> str:
    name = heraldry().ordinaries[ordinary.kind].en
    colour = _english_tincture(ordinary.tincture) if coloured else ""
    said = " ".join(filter(None, (_a(name), name, heraldry().lines[ordinary.line].en, colour)))
    return f"on {said} {_english_charges(ordinary.bears)}" if ordinary.bears else said


def _english_tincture(tincture: Tincture) -> str:
    return heraldry().tinctures[tincture].en


def _a(name: str) -> str:
    return "an" if name[0] in "aeiou" else "a"
