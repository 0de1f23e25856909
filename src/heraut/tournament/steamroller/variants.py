"""The variants of an event: the annex's keywords, the set they make, what cannot go together [SR-VAR, SR-COMBO]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

import msgspec

from heraut.kernel.codec import from_plain
from heraut.kernel.names import ClauseId, Few
from heraut.kernel.refusal import Fact, Reason, Refusal, together
from heraut.rulesets.tables import Span, rows
from heraut.tournament.steamroller import rotation
from heraut.tournament.steamroller.timing import table_rounds, times_for

_SHIFTS = ("time_easy", "time_fast", "time_hardcore")
RANKINGS = ("rank_control", "rank_scenario", "rank_assassination", "rank_attrition", "rank_survival")
"""The keywords that give standings another order [SR-VRANK-2]."""


class Variants(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The variants in force, one field per keyword; a field at its default is the base rule [SR-VAR-2]."""

    theme_tier: Few | None = None
    lists: Few | None = None
    character_casters: bool = False
    character_models: bool = False
    divide: bool = False
    paint_minimal: bool = False
    paint_hardcore: bool = False
    rounds: Few | None = None
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
        return next((id for id in _SHIFTS if getattr(self, id)), None)

    @property
    def ranking(self) -> str | None:
        """The keyword that gives standings another order."""
        return next((id for id in RANKINGS if getattr(self, id)), None)


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

    def value_refusal(self, written: str, value: int | None, asked: Fact) -> Refusal | None:
        """Why its parameter cannot be this one [SR-COMBO-10]."""
        if self.values is None or (value is not None and value in self.values):
            return None
        allowed = (self.values.first,) if self.values.last is None else (self.values.first, self.values.last)
        return Refusal(ClauseId("SR-COMBO-10"), "keyword-value", written, asked=asked, allowed=allowed)


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
    chosen = ((row.id, getattr(variants, row.id)) for row in keyword_rows())
    return tuple(_keyword(id, value, variants) for id, value in chosen if value not in (None, False, ()))


def _keyword(id: str, value: Any, variants: Variants) -> Keyword:
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


_ALONE = (2, 3, 5, 7)
"""The families of which an event has at most one keyword."""


def repeated(keywords: tuple[Keyword, ...]) -> Iterator[Refusal]:
    """The same keyword twice, even with another parameter [SR-COMBO-3]."""
    counts = Counter(keyword.id for keyword in keywords)
    for id, count in counts.items():
        if count > 1:
            yield Refusal(ClauseId("SR-COMBO-3"), "variants-repeated", _name(id), asked=count, allowed=1)


def check_variants(
    variants: Variants, *, size: int | None = None, players: int | None = None, own_demolition: bool = False,
    own: Collection[str] = (),
) -> Refusal | None:  # fmt: skip
    """
    Every reason an event with these variants cannot be created; size and players are checked once known.

    `own` are the scenarios the organiser brings, which belong to no group [SR-VSCEN-2].
    """
    return together((
        *_parameters(variants), *_families(variants), *_clocks(variants),
        *_scenarios(variants, size, own_demolition, own),
        *_lists(variants, players), *_rankings(variants, players), *_lengths(variants, size),
    ))  # fmt: skip


def _clash(clause: str, *ids: str) -> Refusal:
    return Refusal(ClauseId(clause), "variants-clash", asked=tuple(map(_name, ids)))


def _name(id: str) -> str:
    """The keyword as the notation writes it."""
    return next(row.french for row in keyword_rows() if row.id == id)


def _parameters(variants: Variants) -> Iterator[Refusal]:
    for row in keyword_rows():
        value = getattr(variants, row.id)
        refusal = None if value is None else row.value_refusal(row.french, value, value)
        if refusal is not None:
            yield refusal


def _families(variants: Variants) -> Iterator[Refusal]:
    chosen = {keyword.id for keyword in keywords_of(variants)}
    for family in _ALONE:
        clashing = tuple(row.id for row in keyword_rows() if row.family == family and row.id in chosen)
        if len(clashing) > 1:
            yield _clash("SR-COMBO-1" if "final_tables" in clashing else "SR-COMBO-3", *clashing)


def _clocks(variants: Variants) -> Iterator[Refusal]:
    shifts = tuple(id for id in _SHIFTS if getattr(variants, id))
    if len(shifts) > 1:
        yield _clash("SR-COMBO-4", *shifts)
    timed = (*shifts, *(id for id in ("reserve", "sudden_death") if getattr(variants, id)))
    if variants.no_time_limit and timed:
        yield _clash("SR-COMBO-4", "no_time_limit", *timed)


def _scenarios(variants: Variants, size: int | None, own_demolition: bool, own: Collection[str]) -> Iterator[Refusal]:
    counts = Counter(variants.scenarios)
    for slug, count in counts.items():
        row = rotation.scenario(slug)
        if row is None and slug not in own:
            yield Refusal(ClauseId("SR-VSCEN-2"), "event-scenario-unknown", asked=slug)
        elif count > 1:
            yield Refusal(ClauseId("SR-VSCEN-2"), "event-scenario-named-twice", asked=slug)
        if row is None:
            continue
        if variants.rank_control and not row.control_points:
            yield Refusal(ClauseId("SR-COMBO-5"), "event-scenario-without-control-points", asked=slug)
        if rotation.is_radial(row) and size is not None and size < rotation.size_for_radial():
            least = rotation.size_for_radial()
            yield Refusal(ClauseId("SR-COMBO-6"), "event-scenario-needs-size", slug, asked=size, allowed=least)
        if not row.described and not own_demolition:
            yield Refusal(ClauseId("SR-COMBO-6"), "event-scenario-undescribed", asked=slug)


def _lists(variants: Variants, players: int | None) -> Iterator[Refusal]:
    if variants.divide and (variants.lists or 0) < 2:
        yield Refusal(ClauseId("SR-COMBO-7"), "variants-divide-needs-lists", asked=variants.lists or 0, allowed=2)
    rounds = variants.rounds or (table_rounds(players) if players is not None and players >= 2 else None)
    if variants.lists is not None and rounds is not None and variants.lists > rounds:
        yield Refusal(ClauseId("SR-COMBO-8"), "variants-lists-above-rounds", asked=variants.lists, allowed=rounds)


def _rankings(variants: Variants, players: int | None) -> Iterator[Refusal]:
    if variants.rank_assassination and variants.no_assassination:
        yield _clash("SR-COMBO-9", "rank_assassination", "no_assassination")
    if variants.final_tables and variants.rounds is not None and players is not None and players >= 2:
        expected = table_rounds(players)
        if variants.rounds != expected:
            yield Refusal(ClauseId("SR-COMBO-2"), "variants-final-rounds", asked=variants.rounds, allowed=expected)


def _lengths(variants: Variants, size: int | None) -> Iterator[Refusal]:
    if size is not None and variants.shift is not None:
        times = times_for(size, variants.shift)
        if isinstance(times, Refusal):
            yield times


def notices(variants: Variants, *, players: int | None = None) -> tuple[Reason, ...]:
    """What the organiser should know and may ignore."""
    return (*_ranking_notices(variants, players), *_scenario_notices(variants), *_idle(variants))


def _ranking_notices(variants: Variants, players: int | None) -> Iterator[Reason]:
    ranked = variants.ranking is not None or variants.final_tables
    if variants.final_tables:
        yield Reason(ClauseId("SR-COMBO-12"), "notice-final-tables")
        if variants.rounds is not None and players is None:
            yield Reason(ClauseId("SR-COMBO-2"), "notice-final-rounds", {"rounds": variants.rounds})
    if variants.rounds is not None and not ranked and players is not None and players >= 2:
        expected = table_rounds(players)
        if variants.rounds < expected:
            facts = {"rounds": variants.rounds, "expected": expected}
            yield Reason(ClauseId("SR-COMBO-13"), "notice-few-rounds", facts)
    if variants.divide and variants.rounds is None:
        yield Reason(ClauseId("SR-COMBO-14"), "notice-divide-without-rounds")


def _scenario_notices(variants: Variants) -> Iterator[Reason]:
    named = [row for slug in variants.scenarios if (row := rotation.scenario(slug)) is not None]
    boxes = [row for row in named if not row.control_points]
    if variants.no_assassination and (boxes or not named):
        code = "notice-kill-box-ends-nothing" if boxes else "notice-kill-box-leaves"
        yield Reason(ClauseId("SR-COMBO-15"), code)
    if variants.rank_scenario and named and len(boxes) == len(named):
        yield Reason(ClauseId("SR-COMBO-17"), "notice-only-kill-box")
    other = tuple(row.id for row in named if not row.suits_control_ranking and row.control_points)
    if variants.rank_control and other:
        yield Reason(ClauseId("SR-COMBO-18"), "notice-control-scenarios", {"scenarios": other})


def _idle(variants: Variants) -> Iterator[Reason]:
    """Keywords that change nothing beside the others [SR-COMBO-16]."""
    if variants.no_extensions and (variants.has_reserve or variants.no_time_limit):
        yield Reason(ClauseId("SR-COMBO-16"), "notice-no-effect", {"keyword": _name("no_extensions")})
    if variants.no_tiebreak and (variants.sudden_death or variants.no_time_limit):
        yield Reason(ClauseId("SR-COMBO-16"), "notice-no-effect", {"keyword": _name("no_tiebreak")})
