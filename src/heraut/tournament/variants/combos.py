"""Which variants go together: what is refused, and what is only pointed out [SR-COMBO]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from heraut.kernel import ClauseId, Reason, Refusal, together
from heraut.tournament import rotation
from heraut.tournament.rounds import table_rounds
from heraut.tournament.timing.lengths import times_for
from heraut.tournament.variants.keywords import Keyword, Variants, keyword_rows, keywords_of

_SHIFTS = ("time_easy", "time_fast", "time_hardcore")
_RANKINGS = ("rank_control", "rank_scenario", "rank_assassination", "rank_attrition", "rank_survival", "final_tables")
_ALONE = (2, 3, 5, 7)
"""The families of which an event has at most one keyword."""


def repeated(keywords: tuple[Keyword, ...]) -> Iterator[Refusal]:
    """The same keyword twice, even with another parameter [SR-COMBO-3]."""
    counts = Counter(keyword.id for keyword in keywords)
    for id, count in counts.items():
        if count > 1:
            yield Refusal(ClauseId("SR-COMBO-3"), "variants-repeated", _name(id), asked=count, allowed=1)


def check_variants(
    variants: Variants, *, size: int | None = None, players: int | None = None, own_demolition: bool = False
) -> Refusal | None:
    """Every reason an event with these variants cannot be created; size and players are checked once known."""
    return together((
        *_parameters(variants), *_families(variants), *_clocks(variants), *_scenarios(variants, size, own_demolition),
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
        if row.values is not None and value is not None and value not in row.values:
            bounds = (row.values.first,) if row.values.last is None else (row.values.first, row.values.last)
            yield Refusal(ClauseId("SR-COMBO-10"), "keyword-value", row.french, asked=value, allowed=bounds)


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


def _scenarios(variants: Variants, size: int | None, own_demolition: bool) -> Iterator[Refusal]:
    counts = Counter(variants.scenarios)
    for slug, count in counts.items():
        row = rotation.scenario(slug)
        if row is None:
            yield Refusal(ClauseId("SR-VSCEN-2"), "event-scenario-unknown", asked=slug)
            continue
        if count > 1:
            yield Refusal(ClauseId("SR-VSCEN-2"), "event-scenario-named-twice", asked=slug)
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
    ranked = any(getattr(variants, id) for id in _RANKINGS)
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
