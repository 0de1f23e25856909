"""A coat of arms in a herald's words, French and English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from heraut.press.arms.heraldry import (
    Arms,
    Charges,
    Division,
    EdgeLine,
    Field,
    Ordinary,
    OrdinaryKind,
    Parted,
    Plain,
    Tincture,
    Variation,
    charges,
)
from heraut.speech import Language


def blazon(arms: Arms, language: Language) -> str:
    """The blazon, one sentence without a full stop: "D’azur à la fasce d’or, accompagnée de trois étoiles du même"."""
    said = _french(arms) if language == "fr" else _english(arms)
    return said[0].upper() + said[1:]


_OF: Mapping[Tincture, str] = {
    Tincture.OR: "d’or",
    Tincture.ARGENT: "d’argent",
    Tincture.GULES: "de gueules",
    Tincture.AZURE: "d’azur",
    Tincture.VERT: "de sinople",
    Tincture.SABLE: "de sable",
    Tincture.PURPURE: "de pourpre",
}
_ENGLISH: Mapping[Tincture, str] = {
    Tincture.OR: "Or",
    Tincture.ARGENT: "argent",
    Tincture.GULES: "gules",
    Tincture.AZURE: "azure",
    Tincture.VERT: "vert",
    Tincture.SABLE: "sable",
    Tincture.PURPURE: "purpure",
}
_PARTED: Mapping[Division | Variation, tuple[str, str]] = {
    Division.PER_PALE: ("parti", "per pale"),
    Division.PER_FESS: ("coupé", "per fess"),
    Division.PER_BEND: ("tranché", "per bend"),
    Division.PER_BEND_SINISTER: ("taillé", "per bend sinister"),
    Division.QUARTERLY: ("écartelé", "quarterly"),
    Division.PER_SALTIRE: ("écartelé en sautoir", "per saltire"),
    Variation.PALY: ("palé", "paly"),
    Variation.BARRY: ("fascé", "barry"),
    Variation.BENDY: ("bandé", "bendy"),
    Variation.CHEVRONNY: ("chevronné", "chevronny"),
    Variation.CHEQUY: ("échiqueté", "chequy"),
    Variation.LOZENGY: ("losangé", "lozengy"),
    Variation.GYRONNY: ("gironné", "gyronny"),
}


class _Name(NamedTuple):
    """An ordinary's names: with its French article, whether feminine, in English, and how charges stand around it."""

    article: str
    feminine: bool
    english: str
    around: str = "accompagné"


_NAMES: Mapping[OrdinaryKind, _Name] = {
    OrdinaryKind.FESS: _Name("à la fasce", True, "fess"),
    OrdinaryKind.PALE: _Name("au pal", False, "pale", "accosté"),
    OrdinaryKind.BEND: _Name("à la bande", True, "bend"),
    OrdinaryKind.BEND_SINISTER: _Name("à la barre", True, "bend sinister"),
    OrdinaryKind.CHEVRON: _Name("au chevron", False, "chevron"),
    OrdinaryKind.CROSS: _Name("à la croix", True, "cross", "cantonné"),
    OrdinaryKind.SALTIRE: _Name("au sautoir", False, "saltire", "cantonné"),
    OrdinaryKind.CHIEF: _Name("au chef", False, "chief"),
    OrdinaryKind.BORDURE: _Name("à la bordure", True, "bordure"),
    OrdinaryKind.PILE: _Name("à la pile", True, "pile", "accosté"),
    OrdinaryKind.PALL: _Name("au pairle", False, "pall"),
}
_LINES: Mapping[EdgeLine, tuple[str, str]] = {
    EdgeLine.PLAIN: ("", ""),
    EdgeLine.WAVY: ("ondé", "wavy"),
    EdgeLine.ENGRAILED: ("engrêlé", "engrailed"),
    EdgeLine.INDENTED: ("denché", "indented"),
    EdgeLine.EMBATTLED: ("bretessé", "embattled counter-embattled"),
}
_FRENCH_COUNTS = {2: "deux", 3: "trois", 4: "quatre", 5: "cinq", 6: "six"}
_ENGLISH_COUNTS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
_STANDS_LAST = frozenset({OrdinaryKind.CHIEF, OrdinaryKind.BORDURE})
"""What covers an edge of the shield is named after the charges of its middle."""


def _french(arms: Arms) -> str:
    field, ordinary, group = _french_field(arms.field), arms.ordinary, arms.charges
    if ordinary is None:
        assert group is not None
        return f"{field} {_french_charges(group)}"
    if group is None:
        return f"{field} {_french_ordinary(ordinary)}"
    if ordinary.kind in _STANDS_LAST:
        return f"{field} {_french_charges(group)}, {_french_ordinary(ordinary, after=group.tincture)}"
    around = _agree(_NAMES[ordinary.kind].around, feminine=_NAMES[ordinary.kind].feminine)
    return f"{field} {_french_ordinary(ordinary)}, {around} de {_french_number(group, after=ordinary.tincture)}"


def _french_field(field: Field) -> str:
    if isinstance(field, Plain):
        return _OF[field.tincture]
    kind = field.division if isinstance(field, Parted) else field.variation
    return f"{_PARTED[kind][0]} {_OF[field.first]} et {_OF[field.second]},"


def _french_charges(group: Charges) -> str:
    charge = charges()[group.charge]
    if group.count > 1:
        return f"à {_french_number(group)}"
    name = _french_name(group)
    if name[0] in "aeéêouœ":
        return f"à l’{name} {_french_of(group)}"
    return f"{'à la' if charge.gender == 'f' else 'au'} {name} {_french_of(group)}"


def _french_ordinary(ordinary: Ordinary, *, after: Tincture | None = None) -> str:
    name = _NAMES[ordinary.kind]
    line = _agree(_LINES[ordinary.line][0], feminine=name.feminine) if ordinary.line is not EdgeLine.PLAIN else ""
    colour = "du même" if after is ordinary.tincture else _OF[ordinary.tincture]
    said = " ".join(filter(None, (name.article, line, colour)))
    if ordinary.bears is None:
        return said
    return f"{said}, {_agree('chargé', feminine=name.feminine)} {_french_borne(ordinary.bears)}"


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
    return "de l’un en l’autre" if group.tincture is None else _OF[group.tincture]


def _agree(participle: str, *, feminine: bool) -> str:
    return participle + "e" if feminine else participle


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


def _english_field(field: Field) -> str:
    if isinstance(field, Plain):
        return _ENGLISH[field.tincture]
    kind = field.division if isinstance(field, Parted) else field.variation
    return f"{_PARTED[kind][1]} {_ENGLISH[field.first]} and {_ENGLISH[field.second]}"


def _english_charges(group: Charges, *, coloured: bool = True) -> str:
    name = charges()[group.charge].en[group.count > 1]
    said = f"{_ENGLISH_COUNTS[group.count] if group.count > 1 else _a(name)} {name}"
    if not coloured:
        return said
    return f"{said} {'counterchanged' if group.tincture is None else _ENGLISH[group.tincture]}"


def _english_ordinary(ordinary: Ordinary, *, coloured: bool = True) -> str:
    name = _NAMES[ordinary.kind].english
    colour = _ENGLISH[ordinary.tincture] if coloured else ""
    said = " ".join(filter(None, (_a(name), name, _LINES[ordinary.line][1], colour)))
    return f"on {said} {_english_charges(ordinary.bears)}" if ordinary.bears else said


def _a(name: str) -> str:
    return "an" if name[0] in "aeiou" else "a"
