"""
What one may see of an event, built up from nothing.

Four kinds of viewers: a spectator, a player, a referee, the organiser. Secret until their time: lists (until the
reveal, or the game against their owner), a chosen list (until both are chosen), a report (until the other is in), the
length of the round (until time is called), the plan of scenarios, the draft of the next round [SR-SEC-1].
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from heraut.kernel import OFFICIALS, ORGANISER, Seat
from heraut.tournament.decide.planning import checklist, scenario_of
from heraut.tournament.decide.results import choosable
from heraut.tournament.lists import how_many
from heraut.tournament.notices import notices_of
from heraut.tournament.ranking import rows
from heraut.tournament.record import rounds_of
from heraut.tournament.remembered import remembered
from heraut.tournament.settings import SagaSettings, SteamrollerSettings
from heraut.tournament.state import Entering, Over, Player, Playing, Preparing, State, Status
from heraut.tournament.variants import Variants, write_variants
from heraut.tournament.view.awards import awards_view, poll_view
from heraut.tournament.view.shapes import (
    CallView,
    DraftView,
    ListsAsked,
    PlayerView,
    RulingView,
    SanctionView,
    View,
)
from heraut.tournament.view.tables import rounds_seen


def view(state: State, viewer: Seat | None) -> View:
    """What this viewer may see; None is a spectator."""
    settings, official = state.settings, viewer in OFFICIALS
    saga = isinstance(settings, SagaSettings)
    over = state.stage if isinstance(state.stage, Over) else None
    return View(
        format="saga" if saga else "steamroller",
        stage=_stage(state),
        round=_number(state),
        rounds=rounds_of(state),
        players=_players(state, viewer),
        played=rounds_seen(state, viewer),
        standings=rows(state),
        rulings=tuple(RulingView(one.number, one.by, one.at, one.text, one.round, one.table) for one in state.rulings),
        sanctions=_sanctions(state, viewer),
        calls=_calls(state, viewer),
        variants="" if isinstance(settings, SagaSettings) else write_variants(_public(settings.variants)),
        announced=() if isinstance(settings, SagaSettings) else _public(settings.variants).scenarios,
        times=None if isinstance(settings, SagaSettings) or settings.variants.no_time_limit else settings.times,
        lists_asked=None if isinstance(settings, SagaSettings) else _lists_asked(settings),
        may_check_in=_may_check_in(state, viewer),
        may_choose=_may_choose(state, viewer),
        ended="" if over is None else over.cause,
        leader=None if over is None else over.leader,
        draft=_draft(state) if official else None,
        plan=_plan(state) if viewer == ORGANISER or over is not None else {},
        checklist={row.item: row.item in state.checklist for row in checklist()} if official and not saga else {},
        notices=notices_of(state) if viewer == ORGANISER else (),
        awards=awards_view(state, viewer),
        poll=poll_view(state, viewer),
    )


def _stage(state: State) -> str:
    match state.stage:
        case Entering():
            return "entering"
        case Preparing():
            return "preparing"
        case Playing():
            return "playing"
        case Over():
            return "over"


def _number(state: State) -> int:
    match state.stage:
        case Entering():
            return 0
        case Preparing(number) | Playing(number):
            return number
        case Over(after):
            return after


def _public(variants: Variants) -> Variants:
    """The variants as announced: scenarios in a neutral order unless their order of play is public."""
    if variants.scenarios_in_order:
        return variants
    return msgspec.structs.replace(variants, scenarios=tuple(sorted(variants.scenarios)))


def _players(state: State, viewer: Seat | None) -> tuple[PlayerView, ...]:
    """Everybody as a passer-by sees them; of some, viewers know more: themselves, the opponent, officials of all."""
    open_to = lists_open_to(state, viewer)
    own = state.players if viewer in OFFICIALS else (*open_to, viewer)
    return tuple(
        _player(state, state.players[seen.seat], viewer, open_to) if seen.seat in own else seen
        for seen in _players_for_all(state)
    )


@remembered
def _players_for_all(state: State) -> tuple[PlayerView, ...]:
    open_to = lists_open_to(state, None)
    return tuple(_player(state, player, None, open_to) for player in state.players.values())


def _player(state: State, player: Player, viewer: Seat | None, open_to: Collection[Seat]) -> PlayerView:
    known = viewer == player.seat or viewer in OFFICIALS
    return PlayerView(
        player.seat,
        player.name,
        player.number,
        player.status.value,
        player.club,
        player.team,
        player.nickname,
        player.spare,
        state.numbers.get(player.seat),
        player.seat in state.lists,
        state.lists.get(player.seat) if player.seat in open_to else None,
        player.verdicts if known else (),
    )


def lists_open_to(state: State, viewer: Seat | None) -> Collection[Seat]:
    """Whose lists: one's own, the opponent's of the round, everybody's after the reveal [SR-PICK-4, ST-BND-13]."""
    if state.lists_open:
        return state.players
    playing = state.playing
    table = None if playing is None or viewer is None else playing.table_of(viewer)
    own = () if viewer is None else (viewer,)
    return own if table is None else table.seats


def _lists_asked(settings: SteamrollerSettings) -> ListsAsked:
    least, most = how_many(settings.variants)
    return ListsAsked(least, most, settings.size, settings.casters_per_list, settings.variants.theme_tier)


def _may_check_in(state: State, viewer: Seat | None) -> bool:
    player = None if viewer is None else state.players.get(viewer)
    waited_for = player is not None and player.status is Status.REGISTERED and not isinstance(state.stage, Over)
    return waited_for and state.settings.self_check_in


def _may_choose(state: State, viewer: Seat | None) -> tuple[int, ...]:
    playing = state.playing
    table = None if playing is None or viewer is None else playing.table_of(viewer)
    if playing is None or viewer is None or table is None or table.choice is None or viewer in table.choice.values:
        return ()
    return choosable(state, viewer, playing.number)


def _draft(state: State) -> DraftView | None:
    draft = state.stage.draft if isinstance(state.stage, Preparing) else None
    return None if draft is None else DraftView(draft.pairing, draft.seed, draft.breaks, draft.adjusted)


def _plan(state: State) -> dict[str, str]:
    planned = {number: scenario_of(state, number) for number in range(1, rounds_of(state) + 1)}
    return {str(number): scenario for number, scenario in planned.items() if scenario is not None}


def _calls(state: State, viewer: Seat | None) -> tuple[CallView, ...]:
    return tuple(
        CallView(call.number, call.seat, call.table, call.note, call.at, call.answered)
        for call in state.calls
        if viewer in OFFICIALS or (viewer == call.seat and viewer is not None)
    )


def _sanctions(state: State, viewer: Seat | None) -> tuple[SanctionView, ...]:
    return tuple(
        SanctionView(one.kind, one.player, one.by, one.at, one.reason, one.points)
        for one in state.sanctions
        if one.kind != "warning" or viewer in OFFICIALS or viewer == one.player
    )
