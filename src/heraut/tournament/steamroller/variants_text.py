"""
The notation of the variants: "Règles annexes SR2011 : Tournoi en 3 rondes" [SR-KEY].

Reading is tolerant of case, accents, quotation marks, plurals and numbers in words; what it does not know it names,
with the nearest keyword.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from heraut.kernel.codec import Malformed, from_toml
from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Refusal, together
from heraut.rulesets.editions import per_edition
from heraut.tournament.steamroller import rotation
from heraut.tournament.steamroller.variants import (
    Keyword,
    KeywordRow,
    Variants,
    keyword_rows,
    keywords_of,
    repeated,
    variants_of,
)
from heraut.tournament.wording import closest, number, plain, words

_HEADING = re.compile(r"regles?\s+annexes?\s+sr\s*20(?:10|11)\s*:?|sr\s*20(?:10|11)\s+annex\s+rules?\s*:?")
_BULLET = re.compile(r"^\s*[-–—•*·]\s*")
_SCENARIOS = re.compile(r"^(?:announced\s+)?scenarios?\s*\((?P<names>.*)\)\s*$", re.DOTALL)
_IN_ORDER = re.compile(r"[,;]?\s*(?:dans cet ordre|in this order)\s*$")


def read_variants(text: str) -> Variants | Refusal:
    """The variants a description names, or everything in it that cannot be read or is said twice."""
    read = [_read_keyword(part) for part in _parts(text)]
    keywords = tuple(found for found in read if isinstance(found, Keyword))
    faults = (*(found for found in read if isinstance(found, Refusal)), *repeated(keywords))
    return together(faults) or variants_of(keywords)


def _parts(text: str) -> list[str]:
    """The keywords of the one-line form or of the bulleted form [SR-KEY-2]; a text without heading is all keywords."""
    flat = _plain_same_length(text)
    heading = _HEADING.search(flat)
    if heading is None:
        return [part for line in text.splitlines() for part in _split(_BULLET.sub("", line))]
    first, *following = text[heading.end() :].split("\n")
    if first.strip():
        return _split(first)
    bullets: list[str] = []
    for line in following:
        if line.strip() and not _BULLET.match(line):
            break
        bullets += _split(_BULLET.sub("", line))
    return bullets


def _plain_same_length(text: str) -> str:
    return "".join(plain(letter)[:1] or " " for letter in text)


def _split(line: str) -> list[str]:
    """The parts between commas or semicolons that are not inside brackets."""
    parts, depth, current = list[str](), 0, ""
    for letter in line:
        depth += (letter == "(") - (letter == ")")
        if letter in ",;" and depth <= 0:
            parts.append(current)
            current = ""
        else:
            current += letter
    return [part.strip(" \t\r.") for part in (*parts, current) if part.strip(" \t\r.")]


def _read_keyword(text: str) -> Keyword | Refusal:
    scenarios = _SCENARIOS.match(plain(text))
    if scenarios is not None:
        return _announced(scenarios["names"])
    asked = words(text)
    for row, pattern in _patterns():
        found = _fit(asked, pattern)
        if found is not None:
            return _valued(row, text, *found)
    nearest = closest(text, (row.french for row in keyword_rows()))
    return Refusal(ClauseId("SR-KEY-8"), "keyword-unknown", asked=text, allowed=nearest)


@per_edition
def _patterns() -> tuple[tuple[KeywordRow, tuple[str, ...]], ...]:
    """Every spelling of every keyword but the announced scenarios, which are read apart."""
    return tuple(
        (row, words(name))
        for row in keyword_rows()
        if row.id != "scenarios"
        for name in (row.french, row.english, row.id, *row.also)
    )


def _fit(asked: tuple[str, ...], pattern: tuple[str, ...]) -> tuple[str, ...] | None:
    """What stands for X when the words fit the pattern; None when they do not."""
    if len(asked) != len(pattern):
        return None
    if any(wanted not in ("x", word) for word, wanted in zip(asked, pattern, strict=True)):
        return None
    return tuple(word for word, wanted in zip(asked, pattern, strict=True) if wanted == "x")


def _valued(row: KeywordRow, text: str, *parameter: str) -> Keyword | Refusal:
    if row.values is None:
        return Keyword(row.id)
    value = number(parameter[0]) if parameter else None
    return row.value_refusal(text, value, " ".join(parameter)) or Keyword(row.id, value)


def _announced(names: str) -> Keyword | Refusal:
    """The scenarios between the brackets; the title that holds commas is recognised whole [SR-KEY-3]."""
    in_order = _IN_ORDER.search(names) is not None
    read = [rotation.scenario_named(name) or _unknown(name) for name in _titles(_IN_ORDER.sub("", names))]
    unknown = together(tuple(found for found in read if isinstance(found, Refusal)))
    if unknown is not None:
        return unknown
    slugs = tuple(found for found in read if isinstance(found, str))
    if not slugs:
        return Refusal(ClauseId("SR-VSCEN-2"), "event-scenario-none-named")
    return Keyword("scenarios", scenarios=slugs, in_order=in_order)


def _titles(names: str) -> list[str]:
    pieces = [piece.strip(" .\"'«»") for piece in re.split(r"[,;]", names)]
    titles: list[str] = []
    while pieces:
        length = next((size for size in (3, 2, 1) if rotation.scenario_named(" ".join(pieces[:size]))), 1)
        titles.append(" ".join(pieces[:length]))
        pieces = pieces[length:]
    return [title for title in titles if title]


def _unknown(name: str) -> Refusal:
    titles = [title for row in rotation.scenarios() for title in (row.french, row.english)]
    return Refusal(ClauseId("SR-VSCEN-2"), "event-scenario-unknown", asked=name, allowed=closest(name, titles))


HEADING = "Règles annexes SR2011 : "


def write_variants(variants: Variants, own: Mapping[str, str] = MappingProxyType({})) -> str:
    """The one-line form; nothing when the base rules are played [SR-KEY-4]. `own`: titles of the organiser's own."""
    rows = {row.id: row for row in keyword_rows()}
    keywords = [_write(rows[keyword.id], keyword, own) for keyword in keywords_of(variants)]
    return HEADING + ", ".join(keywords) if keywords else ""


def _write(row: KeywordRow, keyword: Keyword, own: Mapping[str, str]) -> str:
    if keyword.id == "scenarios":
        titles = [_title(slug, own) for slug in keyword.scenarios]
        return row.french.replace("X", ", ".join([*titles, "dans cet ordre"] if keyword.in_order else titles))
    if keyword.value is None:
        return row.french
    name = row.french.replace("X", str(keyword.value))
    return name.removesuffix("s") if keyword.value == 1 else name


def _title(slug: str, own: Mapping[str, str]) -> str:
    row = rotation.scenario(slug)
    return own.get(slug, slug) if row is None else row.french


def own_title(text: str) -> str:
    """The French name a scenario of the organiser's own has in its file; nothing in one that cannot be read."""
    try:
        raw = from_toml(text)["scenario"]
        return str((raw[0] if isinstance(raw, list) else raw)["names"]["fr"])
    except (Malformed, LookupError, TypeError):
        return ""
