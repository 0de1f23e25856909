"""The blazon of a coat of arms: what a herald says of it, in French and English."""

from __future__ import annotations

from heraut.press.heraldry import (
    Arms,
    Charges,
    Ordinary,
    OrdinaryKind,
    PlainField,
    ShieldField,
    Tincture,
    charges,
    field_row,
    heraldry,
)
from heraut.speech.sentences import Language

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
