"""The variants in the notation of an event's description [SR-KEY-1]."""

from __future__ import annotations

from heraut.tournament import rotation
from heraut.tournament.variants.keywords import Keyword, KeywordRow, Variants, keyword_rows, keywords_of

HEADING = "Règles annexes SR2011 : "


def write_variants(variants: Variants) -> str:
    """The one-line form; nothing at all when the base rules are played [SR-KEY-4]."""
    rows = {row.id: row for row in keyword_rows()}
    keywords = [_write(rows[keyword.id], keyword) for keyword in keywords_of(variants)]
    return HEADING + ", ".join(keywords) if keywords else ""


def _write(row: KeywordRow, keyword: Keyword) -> str:
    if keyword.id == "scenarios":
        titles = [_title(slug) for slug in keyword.scenarios]
        return row.french.replace("X", ", ".join([*titles, "dans cet ordre"] if keyword.in_order else titles))
    if keyword.value is None:
        return row.french
    name = row.french.replace("X", str(keyword.value))
    return name.removesuffix("s") if keyword.value == 1 else name


def _title(slug: str) -> str:
    row = rotation.scenario(slug)
    return slug if row is None else row.french
