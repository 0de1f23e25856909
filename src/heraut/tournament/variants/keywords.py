"""The keywords and the set of variants they make."""

from __future__ import annotations

import msgspec

from heraut.kernel import ClauseId, from_plain
from heraut.rulesets import Span, rows


class Variants(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The variants in force, one field per keyword; a field at its default is the base rule [SR-VAR-2]."""

    theme_tier: int | None = None
    lists: int | None = None
    character_casters: bool = False
    character_models: bool = False
    divide: bool = False
    paint_minimal: bool = False
    paint_hardcore: bool = False
    rounds: int | None = None
    no_time_limit: bool = False
    time_easy: bool = False
    time_fast: bool = False
    time_hardcore: bool = False
    no_extensions: bool = False
    reserve: bool = False
    sudden_death: bool = False
    scenarios: tuple[str, ...] = ()
    scenarios_in_order: bool = False
    """The scenarios are announced in their order of play [SR-KEY-7]."""
    no_assassination: bool = False
    no_tiebreak: bool = False
    rank_control: bool = False
    rank_scenario: bool = False
    rank_assassination: bool = False
    rank_attrition: bool = False
    rank_survival: bool = False
    final_tables: bool = False

    @property
    def has_reserve(self) -> bool:
        """Sudden death contains the time reserve [SR-COMBO-11]."""
        return self.reserve or self.sudden_death

    @property
    def has_secret_length(self) -> bool:
        """Whether a round's length is rolled for in secret: not without a limit, not in sudden death [SR-VTIME-18]."""
        return not (self.no_time_limit or self.sudden_death)

    @property
    def shift(self) -> str | None:
        """The keyword that moves the times to another row of the table."""
        return next((id for id in ("time_easy", "time_fast", "time_hardcore") if getattr(self, id)), None)


class Keyword(msgspec.Struct, frozen=True):
    """One keyword as read, with its parameter."""

    id: str
    value: int | None = None
    scenarios: tuple[str, ...] = ()
    in_order: bool = False


class KeywordRow(msgspec.Struct, frozen=True):
    """A keyword of the table: its family, its names, the bounds of its parameter."""

    clause: ClauseId
    id: str
    family: int
    french: str
    english: str
    also: tuple[str, ...] = ()
    values: Span | None = None


class ReadyMade(msgspec.Struct, frozen=True):
    """A ready-made combination [SR-PRESET]."""

    clause: ClauseId
    id: str
    keywords: str
    nickname: str = ""
    size: int | None = None


def keyword_rows() -> tuple[KeywordRow, ...]:
    """The twenty-four, by family."""
    return rows("steamroller_2011", "variants", "keyword", KeywordRow)


def ready_made() -> tuple[ReadyMade, ...]:
    """The combinations the annex gives as examples."""
    return rows("steamroller_2011", "variants", "ready_made", ReadyMade)


def keywords_of(variants: Variants) -> tuple[Keyword, ...]:
    """The keywords in force, in the order of the table."""
    return tuple(
        _keyword(row.id, variants) for row in keyword_rows() if getattr(variants, row.id) not in (None, False, ())
    )


def _keyword(id: str, variants: Variants) -> Keyword:
    value = getattr(variants, id)
    if id == "scenarios":
        return Keyword(id, scenarios=value, in_order=variants.scenarios_in_order)
    return Keyword(id) if value is True else Keyword(id, value)


def variants_of(keywords: tuple[Keyword, ...]) -> Variants:
    """The set the keywords make; their order has no meaning [SR-KEY-6]."""
    fields: dict[str, object] = {}
    for keyword in keywords:
        if keyword.id == "scenarios":
            fields |= {"scenarios": keyword.scenarios, "scenarios_in_order": keyword.in_order}
        else:
            fields[keyword.id] = True if keyword.value is None else keyword.value
    found: Variants = from_plain(fields, Variants)
    return found
