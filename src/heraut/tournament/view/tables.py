"""The rounds of an event as one may see them, table by table."""

from __future__ import annotations

import msgspec

from heraut.kernel import OFFICIALS, REFEREE, Seat
from heraut.tournament.decide.clock import ends_at, regulation_minutes
from heraut.tournament.decide.results import choosable
from heraut.tournament.remembered import remembered
from heraut.tournament.results import Report
from heraut.tournament.settings import SagaSettings
from heraut.tournament.state import Over, Round, State, Table
from heraut.tournament.timing.table import TableClock
from heraut.tournament.view.shapes import ClockView, ResultView, RoundView, TableView


def rounds_seen(state: State, viewer: Seat | None) -> tuple[RoundView, ...]:
    """The rounds as a passer-by sees them, with what a player knows more of their own table; officials see it all."""
    if viewer in OFFICIALS:
        return _rounds_for_officials(state)
    pairs = zip(state.rounds, _rounds_for_all(state), strict=True)
    return tuple(_with_own_table(state, played, seen, viewer) for played, seen in pairs)


@remembered
def _rounds_for_all(state: State) -> tuple[RoundView, ...]:
    return tuple(_round(state, played, None) for played in state.rounds)


@remembered
def _rounds_for_officials(state: State) -> tuple[RoundView, ...]:
    """The same for the organiser and for referees: what is sealed at a table is opened to neither."""
    return tuple(_round(state, played, REFEREE) for played in state.rounds)


def _with_own_table(state: State, played: Round, seen: RoundView, viewer: Seat | None) -> RoundView:
    own = None if viewer is None else played.table_of(viewer)
    if own is None:
        return seen
    place = list(played.tables).index(own.number)
    tables = (*seen.tables[:place], _table(state, played, own, viewer), *seen.tables[place + 1 :])
    return msgspec.structs.replace(seen, tables=tables)


def _round(state: State, played: Round, viewer: Seat | None) -> RoundView:
    called = bool(played.tables) and all(table.time_called for table in played.tables.values())
    told = viewer in OFFICIALS or isinstance(state.settings, SagaSettings) or called or isinstance(state.stage, Over)
    return RoundView(
        played.number,
        played.scenario,
        tuple(_table(state, played, table, viewer) for table in played.tables.values()),
        played.bye,
        played.why,
        played.ranking,
        played.complete,
        played.started,
        played.paused,
        played.stood,
        regulation_minutes(state.settings, played) if told else None,
        played.seed,
    )


def _table(state: State, played: Round, table: Table, viewer: Seat | None) -> TableView:
    result = table.result
    return TableView(
        table.number,
        table.seats,
        table.reasons,
        chosen=() if table.choice is None else tuple(table.choice.values),
        choices=_choices(table, viewer),
        no_choice=_no_choice(state, played, table, viewer),
        reported=tuple(seat for seat in table.seats if seat in table.reports),
        reports=_reports(table, viewer),
        disputed=table.disputed,
        result=None
        if result is None
        else ResultView(result.report, result.winner, result.points, result.by, result.corrected),
        granted=table.granted,
        time_called=table.time_called,
        clock=None if table.clock is None else _clock(table.clock),
        match=table.match,
        ends_at=ends_at(state.settings, played, table) if viewer in OFFICIALS else None,
    )


def _choices(table: Table, viewer: Seat | None) -> dict[Seat, int]:
    """Both once both are made; before, one's own only: the organiser may be playing too [SR-PICK-3, HOUSE-SEAL-1]."""
    if table.choice is None:
        return {}
    opened = table.choice.opened
    return {seat: number for seat, number in table.choice.values.items() if opened or seat == viewer}


def _no_choice(state: State, played: Round, table: Table, viewer: Seat | None) -> tuple[Seat, ...]:
    """Who has only one list left, told to the opponent and the officials before the choice [SR-VLIST-7]."""
    settings = state.settings
    if isinstance(settings, SagaSettings) or not settings.variants.divide or table.choice is None:
        return ()
    if viewer not in OFFICIALS and viewer not in table.seats:
        return ()
    return tuple(seat for seat in table.seats if len(choosable(state, seat, played.number)) == 1)


def _reports(table: Table, viewer: Seat | None) -> dict[Seat, Report]:
    """One's own; all of them for officials, and for the two players once they differ."""
    if not table.reports:
        return {}
    everything = viewer in OFFICIALS or (table.disputed and viewer in table.seats)
    return {seat: report for seat, report in table.reports.items() if everything or seat == viewer}


def _clock(clock: TableClock) -> ClockView:
    return ClockView(
        clock.active,
        clock.running,
        clock.since,
        clock.spent,
        None if clock.reserve else clock.extended_to or clock.seconds,
        clock.seconds if clock.reserve else None,
        tuple(sorted(clock.extended)),
        clock.fallen,
    )
