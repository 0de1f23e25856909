"""What entries change: players, lists, numbers."""

from __future__ import annotations

from dataclasses import replace

from heraut.tournament import events as e
from heraut.tournament import form_1
from heraut.tournament.evolve.parts import Changes, with_player
from heraut.tournament.state import Due, Lot, Player, Preparing, Sanction, State, Status, Verdict


def _registered(state: State, event: e.PlayerRegistered) -> State:
    player = Player(
        event.player, event.name, len(state.players) + 1, event.club, event.team, event.nickname, event.spare,
        event.fixed_table, joined=event.joined,
    )  # fmt: skip
    numbers = state.numbers if event.number is None else {**state.numbers, event.player: event.number}
    return replace(state, players={**state.players, event.player: player}, numbers=numbers)


def _edited(state: State, event: e.PlayerEdited) -> State:
    return with_player(
        state, event.player, name=event.name, club=event.club, team=event.team, nickname=event.nickname,
        fixed_table=event.fixed_table,
    )  # fmt: skip


def _band(state: State, event: e.BandHandedIn) -> State:
    return replace(state, lists={**state.lists, event.seat: event.band})


def _lists(state: State, event: e.ListsHandedIn) -> State:
    return replace(state, lists={**state.lists, event.seat: event.lists})


def _revealed(state: State, _event: e.ListsRevealed) -> State:
    return replace(state, lists_open=True)


def _checked_in(state: State, event: e.PlayerCheckedIn) -> State:
    return with_player(state, event.player, status=Status.PRESENT)


def _check(state: State, event: e.CheckRecorded) -> State:
    verdict = Verdict(event.item, event.approved, event.list_number, event.set_aside, event.note)
    kept = tuple(
        old
        for old in state.players[event.seat].verdicts
        if (old.item, old.list_number) != (event.item, event.list_number)
    )
    return with_player(state, event.seat, verdicts=(*kept, verdict))


def _dropped(state: State, event: e.PlayerDropped) -> State:
    return with_player(state, event.player, status=Status.DROPPED)


def _returned(state: State, event: e.PlayerReturned) -> State:
    return with_player(state, event.player, status=Status.PRESENT)


def _disqualified(state: State, event: e.PlayerDisqualified) -> State:
    sanction = Sanction("disqualification", event.player, event.by, event.at, event.reason)
    return replace(
        with_player(state, event.player, status=Status.DISQUALIFIED), sanctions=(*state.sanctions, sanction)
    )  # fmt: skip


def _ticked(state: State, event: e.ItemCheckedOff) -> State:
    return replace(state, checklist=state.checklist | {event.item})


def _closed(state: State, event: e.RegistrationClosed) -> State:
    due = form_1.numbers_due(state.settings) if event.numbers_due is None else event.numbers_due
    return replace(state, stage=Preparing(1), due=Due(Lot.NUMBERS) if due else None)


def _numbers(state: State, event: e.NumbersDrawn) -> State:
    return replace(state, numbers=event.numbers, due=None)


CHANGES: Changes = {
    e.PlayerRegistered: _registered,
    e.PlayerEdited: _edited,
    e.BandHandedIn: _band,
    e.ListsHandedIn: _lists,
    e.ListsRevealed: _revealed,
    e.PlayerCheckedIn: _checked_in,
    e.CheckRecorded: _check,
    e.PlayerDropped: _dropped,
    e.PlayerReturned: _returned,
    e.PlayerDisqualified: _disqualified,
    e.ItemCheckedOff: _ticked,
    e.RegistrationClosed: _closed,
    e.NumbersDrawn: _numbers,
}
