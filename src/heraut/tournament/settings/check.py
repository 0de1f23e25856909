"""What keeps an event from being created."""

from __future__ import annotations

from collections.abc import Iterator

from heraut.kernel import ClauseId, Refusal, together
from heraut.tournament.awards import award_faults
from heraut.tournament.bands import Age, ages_of_group
from heraut.tournament.results.saga import table_faults
from heraut.tournament.settings.organisation import presets, saga_scenarios
from heraut.tournament.settings.shapes import SagaSettings, Settings, SteamrollerSettings, age_named
from heraut.tournament.variants import check_variants


def settings_faults(settings: Settings) -> Refusal | None:
    """Everything that keeps an event from being created."""
    saga = isinstance(settings, SagaSettings)
    awards = award_faults(settings.awards or (), saga=saga)
    match settings:
        case SagaSettings():
            return together((*_saga_faults(settings), *awards))
        case SteamrollerSettings():
            return together((*_steamroller_faults(settings), *awards))


def _saga_faults(settings: SagaSettings) -> Iterator[Refusal]:
    unknown = tuple(name for name in settings.allowed_ages if not ages_of_group(name) and not age_named(name))
    if unknown or not settings.allowed_ages:
        yield Refusal(ClauseId("ST-ORG-3"), "event-settings-ages", asked=unknown, allowed=tuple(Age))
    if settings.budget < 1:
        yield Refusal(ClauseId("ST-BND-1"), "event-settings-budget", asked=settings.budget, allowed=1)
    if settings.preset not in {row.id for row in presets()}:
        allowed = tuple(row.id for row in presets())
        yield Refusal(ClauseId("ST-RND-4"), "event-settings-preset", asked=settings.preset, allowed=allowed)
    if settings.swiss < 1:
        yield Refusal(ClauseId("ST-RND-3"), "event-settings-swiss-rounds", asked=settings.swiss, allowed=1)
    known = tuple(row.id for row in saga_scenarios())
    for slug in settings.scenario_by_round:
        if slug not in known:
            yield Refusal(ClauseId("ST-ORG-6"), "event-scenario-unknown", asked=slug, allowed=known)
    table = table_faults(settings.table)
    if table is not None:
        yield table
    yield from _saga_choices(settings)


def _saga_choices(settings: SagaSettings) -> Iterator[Refusal]:
    criteria = ("wins", "points", "resistance", "vp_difference")
    odd = tuple(name for name in settings.standings_order if name not in criteria)
    if odd or len(set(settings.standings_order)) != len(settings.standings_order):
        yield Refusal(ClauseId("ST-RNK-17"), "event-settings-standings-order", asked=odd, allowed=criteria)
    if settings.round1_avoid not in ("none", "club"):
        yield Refusal(ClauseId("ST-PAIR-13"), "event-settings-round1-avoid", asked=settings.round1_avoid)
    if settings.round_minutes is not None and settings.round_minutes < 1:
        yield Refusal(ClauseId("ST-ORG-7"), "event-settings-round-minutes", asked=settings.round_minutes, allowed=1)
    if settings.band_sheet_copies < 1:
        yield Refusal(ClauseId("ST-BND-13"), "event-settings-copies", asked=settings.band_sheet_copies, allowed=1)


def _steamroller_faults(settings: SteamrollerSettings) -> Iterator[Refusal]:
    variants = check_variants(settings.variants, size=settings.size, own_demolition=bool(settings.scenario_15))
    if variants is not None:
        yield from variants.all()
    if settings.size < 1:
        yield Refusal(ClauseId("SR-TIME-5"), "size-too-small", asked=settings.size, allowed=1)
    if settings.casters_per_list < 1:
        yield Refusal(ClauseId("SR-LIST-11"), "event-settings-casters", asked=settings.casters_per_list, allowed=1)
    own = settings.own_times
    if own is not None and min(own.base, own.turn, own.extension) < 1:
        yield Refusal(
            ClauseId("SR-TIME-5"), "event-settings-times", asked=min(own.base, own.turn, own.extension), allowed=1
        )
    if settings.kill_box_counts_as not in ("assassination", "scenario"):
        yield Refusal(ClauseId("SR-S02-3"), "event-settings-kill-box", asked=settings.kill_box_counts_as)
