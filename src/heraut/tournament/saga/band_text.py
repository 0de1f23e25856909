"""
A band from the text people write: "Un Seigneur, 8 Gardes, 24 Guerriers et 12 Levées".

French or English, in any order. A special line declares its cost in brackets: "2 éléphants (2 pts)". Spells and a
legendary band have their own part: "Sortilèges : Brume, Tempête". Every slip is pointed at.

The roster of a builder that writes as BattleScribe does ("++ Warband [6 Points] ++", "+ Warriors +", "Warriors
[1 Points]: 8x Warrior") is read as well: its headings are passed over, a unit counts the figures that its line or the
lines under it tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

import msgspec

from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Reason, Refusal, together
from heraut.tournament.saga.bands import (
    Age,
    FiguresLine,
    Priced,
    SagaBand,
    SagaBandRules,
    TroopClass,
    band_faults,
    check_band,
    troops,
)
from heraut.tournament.wording import nearest, number, plain

_COMPOUND = re.compile(r"\b(vingt|trente|quarante|cinquante|soixante) et (une?|onze)\b", re.IGNORECASE)
_SECTION = re.compile(
    r"\b(?P<spells>sortil[eè]ges?|sorts|spells?)\s*:\s*(?P<names>[^.;\n]+)"
    r"|\b(?:bande l[eé]gendaire|legendary band)\s*:\s*(?P<legend>[^.;,\n]+)",
    re.IGNORECASE,
)
_BREAK = re.compile(r",(?![0-9])|[;\n+•·]|\.(?:\s|$)|(?<=\s)(?:et|and|&|plus)(?=\s)", re.IGNORECASE)
_COST = re.compile(
    r"(?:\(|\[|\bà |\bfor |\bpour |= ?|: ?)\s*(?P<cost>[0-9]{1,6}(?:[.,][0-9]{1,6}|/[1-9][0-9]?)?|½)"
    r"\s*(?:pts?|points?)\b\.?\s*[)\]]?",
    re.IGNORECASE,
)
_POINTS = re.compile(r"^\S+\s+(?:pts?|points?)\b", re.IGNORECASE)
_UNITS = re.compile(r"\b(?:unités?|units?)\s+(?:de|of)\b|^[0-9]+\s*[x×]\s*[0-9]", re.IGNORECASE)
_TIMES = re.compile(r"^([0-9]+)\s*[x×]\s*(?=[^\W\d])", re.IGNORECASE)
_COUNT_LAST = re.compile(r"^([^\d(]+?)\s*(?:[:=×]|\bx)?\s*([0-9]+)$", re.IGNORECASE)
_LEGENDARY = re.compile(r"\b(?:l[eé]gendaires?|legendary)\b", re.IGNORECASE)


MOST_PARTS = 200
"""Of one band; nobody has written a tenth of that."""


class ReadBand(msgspec.Struct, frozen=True):
    """What a text says: the lines that could be read, the places that could not, and what was left aside."""

    band: SagaBand
    faults: tuple[Refusal, ...] = ()
    warnings: tuple[Reason, ...] = ()


class _Part(msgspec.Struct, frozen=True):
    """What one part of the text turned out to be."""

    line: FiguresLine | None = None
    fault: Refusal | None = None
    warning: Reason | None = None


def read_band(text: str, *, age: Age | None = None, faction: str = "") -> ReadBand:
    """The band a text describes, with every place that cannot be read."""
    spells, legendary_band, rest = _sections(_from_roster(text))
    written = _parts(rest)
    parts = [_part(part) for part in written[:MOST_PARTS]]
    if len(written) > MOST_PARTS:
        parts.append(_Part(fault=Refusal(ClauseId("ST-BND-6"), "saga-band-too-long", None, len(written), MOST_PARTS)))
    lines = _merged(part.line for part in parts if part.line is not None)
    return ReadBand(
        SagaBand(lines, age, faction, spells, legendary_band),
        tuple(part.fault for part in parts if part.fault is not None) or _nothing(parts),
        tuple(part.warning for part in parts if part.warning is not None),
    )


def price_text(
    text: str, rules: SagaBandRules, *, age: Age | None = None, spells: Sequence[str] = (), legendary_band: str = ""
) -> Priced | Refusal:
    """
    The price of the band a text describes, or all its faults: those of the writing and those of the list.

    Spells and a legendary band given beside the text count with those it names [ST-BND-10, ST-BND-12].
    """
    reading = read_band(text, age=age)
    band = msgspec.structs.replace(
        reading.band,
        spells=tuple(dict.fromkeys((*reading.band.spells, *spells))),
        legendary_band=legendary_band or reading.band.legendary_band,
    )
    if reading.faults:
        faults = together((*reading.faults, *band_faults(band, rules, whole=False)))
        assert faults is not None
        return faults
    priced = check_band(band, rules)
    if isinstance(priced, Refusal):
        return priced
    return msgspec.structs.replace(priced, warnings=(*reading.warnings, *priced.warnings))


_ROSTER = re.compile(r"^\s*\+\+ .+ \+\+\s*$", re.MULTILINE)
_ROSTER_ASIDE = re.compile(r"\+ .+ \+|\+\+ .+ \+\+|created with .*|https?://\S+|", re.IGNORECASE)
_ROSTER_UNIT = re.compile(r"(?P<depth>(?:\. ?)*)(?P<name>[^\[:]+?)\s*(?:\[[^\]]*\])?\s*(?::\s*(?P<options>.+))?")
_ROSTER_COUNT = re.compile(r"(\d{1,3})\s*x\s+([^,]+)", re.IGNORECASE)


def _from_roster(text: str) -> str:
    """A builder's roster as people would write it, a line for each unit; any other text as it is."""
    if _ROSTER.search(text) is None:
        return text
    lines = [line.strip() for line in text.splitlines() if not _ROSTER_ASIDE.fullmatch(line.strip())]
    told: list[str] = []
    for place, line in enumerate(lines):
        found = _ROSTER_UNIT.fullmatch(line)
        under = place + 1 < len(lines) and lines[place + 1].startswith(".")
        if found is None:
            told.append(line)
        elif counted := _ROSTER_COUNT.findall(found["options"] or ""):
            told.append(f"{sum(int(count) for count, _name in counted)} {found['name']}")
        elif not (under and not found["depth"]):  # a unit whose figures stand on the lines under it says nothing itself
            told.append(found["name"])
    return "\n".join(told)


def _nothing(parts: list[_Part]) -> tuple[Refusal, ...]:
    return () if parts else (Refusal(ClauseId("ST-BND-6"), "saga-band-empty"),)


def _sections(text: str) -> tuple[tuple[str, ...], str, str]:
    """The spells, the legendary band, and the text without them."""
    spells: list[str] = []
    legendary_band = ""
    for found in _SECTION.finditer(text):
        if found["names"]:
            spells += [name.strip() for name in re.split(r",|\bet\b|\band\b", found["names"]) if name.strip()]
        else:
            legendary_band = found["legend"].strip()
    return tuple(spells), legendary_band, _SECTION.sub(" ; ", text)


def _parts(text: str) -> list[str]:
    text = _COMPOUND.sub(r"\1-et-\2", text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " "))
    return [stripped for part in _BREAK.split(text) if (stripped := part.strip(" \t\r-–*:."))]


def _part(text: str) -> _Part:
    if _POINTS.match(text):
        return _Part(fault=Refusal(ClauseId("ST-BND-6"), "saga-band-points-written", text))
    if _UNITS.search(text):
        return _Part(fault=Refusal(ClauseId("ST-BND-6"), "saga-band-units-written", text))
    cost, written = _declared(text)
    bare = _COUNT_LAST.sub(r"\2 \1", _TIMES.sub(r"\1 ", written))
    first, _, after = bare.partition(" ")
    figures = number(first)
    if figures is None and first.isdigit():
        return _Part(fault=Refusal(ClauseId("ST-BND-6"), "saga-band-number-long", text))
    name = (after if figures is not None else bare).strip()
    known = _class_of(name)
    if known is not None:
        return _ordinary(text, known, figures)
    return _special(text, name, figures, cost)


def _declared(text: str) -> tuple[Fraction | None, str]:
    """The cost a part declares, and the part without it."""
    found = _COST.search(text)
    if found is None:
        return None, text
    cost = found["cost"].replace(",", ".").replace("½", "1/2")
    return Fraction(cost), (text[: found.start()] + text[found.end() :]).strip()


def _class_of(name: str) -> tuple[TroopClass, str] | None:
    """The class a name stands for, and what follows the name."""
    asked = plain(name)
    for row in troops():
        for word in sorted(map(plain, row.words), key=len, reverse=True):
            if asked == word or re.match(rf"{re.escape(word)}\b", asked):
                return row.id, name[len(word) :].strip(" ()")
    return None


def _ordinary(text: str, known: tuple[TroopClass, str], figures: int | None) -> _Part:
    troop, rest = known
    if figures is None and troop is not TroopClass.WARLORD:
        return _Part(fault=Refusal(ClauseId("ST-BND-6"), "saga-band-number-missing", text))
    line = FiguresLine(troop, 1 if figures is None else figures, legendary=bool(_LEGENDARY.search(rest)))
    if rest and not line.legendary:
        return _Part(line, warning=Reason(ClauseId("ST-BND-9"), "saga-band-equipment", {"text": rest, "line": text}))
    return _Part(line)


def _special(text: str, name: str, figures: int | None, cost: Fraction | None) -> _Part:
    slip = _slip(name)
    if slip is not None and cost is None:
        return _Part(fault=Refusal(ClauseId("ST-BND-6"), "saga-band-typo", text, asked=slip[0], allowed=slip[1]))
    if figures is None:
        return _Part(fault=Refusal(ClauseId("ST-BND-6"), "saga-band-number-missing", text))
    if not re.search(r"[^\W\d_]", name):
        return _Part(fault=Refusal(ClauseId("ST-BND-6"), "saga-band-name-missing", text))
    bare = re.sub(r"\s{2,}|\(\s*\)", " ", _LEGENDARY.sub("", name)).strip(" ()")
    return _Part(FiguresLine(TroopClass.SPECIAL, figures, bare or name, cost, bool(_LEGENDARY.search(name))))


def _slip(name: str) -> tuple[str, str] | None:
    """The first word of the part if it is nearly a class, and the class's own word."""
    word = next(iter(re.findall(r"[^\W\d_]+", name)), "")
    meant = nearest(word, (candidate for row in troops() for candidate in row.words if " " not in candidate))
    return None if meant is None else (word, meant)


def _merged(lines: Iterable[FiguresLine]) -> tuple[FiguresLine, ...]:
    """Figures of one class written in several places count together: a list gives numbers per class."""
    merged: dict[tuple[TroopClass, str, bool], FiguresLine] = {}
    for line in lines:
        key = (line.troop, line.name, line.legendary)
        before = merged.get(key)
        merged[key] = line if before is None else _sum(before, line)
    return tuple(merged.values())


def _sum(one: FiguresLine, other: FiguresLine) -> FiguresLine:
    points = None if one.points is None or other.points is None else one.points + other.points
    return msgspec.structs.replace(one, figures=one.figures + other.figures, points=points)
