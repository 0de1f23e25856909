"""What the organiser should know and may ignore."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from heraut.kernel import ClauseId, Reason
from heraut.tournament.decide.planning import scenario_of
from heraut.tournament.printed import printed
from heraut.tournament.record import rounds_of
from heraut.tournament.rounds import copies_notice, field_notices, repeats_unavoidable, schedule_notice
from heraut.tournament.settings import SagaSettings, SteamrollerSettings
from heraut.tournament.state import State
from heraut.tournament.variants import notices as variant_notices


class _BudgetRow(msgspec.Struct, frozen=True):
    clause: ClauseId
    recommended: tuple[int, ...]
    long: int


def notices_of(state: State) -> tuple[Reason, ...]:
    """Everything worth a word about this event as it stands."""
    players = len([seat for seat in state.present if not state.players[seat].spare])
    match state.settings:
        case SagaSettings() as settings:
            return (*_saga(state, settings), *(repeats_unavoidable(players, settings.swiss) if players > 1 else ()))
        case SteamrollerSettings() as settings:
            known = players if players > 1 else None
            return (*variant_notices(settings.variants, players=known), *_steamroller(state, settings, players))


def _steamroller(state: State, settings: SteamrollerSettings, players: int) -> Iterator[Reason]:
    """The size of the field, how long the day will be, how many copies to print: once there are two players."""
    if players > 1:
        yield from field_notices(players)
        if not settings.variants.no_time_limit:
            yield schedule_notice(rounds_of(state), settings.times.base)
        yield copies_notice(players // 2)


def _saga(state: State, settings: SagaSettings) -> Iterator[Reason]:
    """A scenario used twice [ST-ORG-5], a budget whose games last longer [ST-BND-1]."""
    planned = [scenario_of(state, number) for number in range(1, settings.rounds + 1)]
    for scenario, count in Counter(slug for slug in planned if slug is not None).items():
        if count > 1:
            yield Reason(ClauseId("ST-ORG-5"), "notice-scenario-twice", {"scenario": scenario, "count": count})
    if settings.budget >= printed("saga_tournament", "organisation", "budget", _BudgetRow).long:
        yield Reason(ClauseId("ST-BND-1"), "notice-long-games", {"budget": settings.budget})
