"""
What one may try now.

Commands that need nobody's own words are listed; reports, lists and bands are listed by example, so that a program can
play an event through. Registrations, rulings, sanctions and corrections need words of one's own and are not listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from heraut.kernel import FATE, OFFICIALS, ORGANISER, Instant, Refusal, Seat, rolls
from heraut.tournament import commands as c
from heraut.tournament.bands import Band, Line, Troop
from heraut.tournament.decide import decide
from heraut.tournament.decide.lots import chance_of
from heraut.tournament.decide.planning import checklist, planned_before
from heraut.tournament.lists import ArmyList, Caster, Kind, ListEntry
from heraut.tournament.record import rounds_of
from heraut.tournament.results import Report, SagaReport, SteamrollerReport, WinKind
from heraut.tournament.rotation import open_scenarios
from heraut.tournament.settings import SagaSettings, SteamrollerSettings, saga_scenarios
from heraut.tournament.state import Round, State, Table


def legal(state: State, seat: Seat) -> Iterable[Command]:
    """Every listed command that would not be refused; for FATE, everything the dice could show."""
    if seat == FATE:
        return iter(()) if state.due is None else rolls(chance_of(state.due))
    candidates = _official(state, seat) if seat in OFFICIALS else _player(state, seat)
    return (command for command in candidates if not isinstance(decide(state, command), Refusal))


def _player(state: State, seat: Seat) -> Iterator[Command]:
    if seat not in state.players:
        return
    yield _example_list(state, seat)
    yield from _at_table(state, seat)
    yield c.CheckIn(seat, player=seat)
    yield c.CallReferee(seat)
    yield c.Drop(seat)
    if state.poll is not None:
        yield c.TakeBackBallot(seat)
        yield c.CastBallot(seat)
        voted_on = state.poll.awards
        yield from (c.CastBallot(seat, choices=dict.fromkeys(voted_on, other)) for other in state.players)


def _at_table(state: State, seat: Seat) -> Iterator[Command]:
    playing = state.playing
    table = None if playing is None else playing.table_of(seat)
    if playing is None or table is None:
        return
    lists = state.lists.get(seat, ())
    if not isinstance(lists, Band):
        yield from (c.ChooseList(seat, list_number=number) for number in range(1, len(lists) + 1))
    yield from (c.ReportResult(seat, report=report) for report in _example_reports(state, table))
    at = playing.started
    if at is not None and isinstance(state.settings, SteamrollerSettings):
        turns: tuple[Callable[..., Command], ...] = (
            c.StartTurn, c.StopTurnClock, c.ResumeTurnClock, c.PassClock, c.AnnounceExtension, c.EndTurn,
        )  # fmt: skip
        yield from (turn(seat, at=at) for turn in turns)


def _official(state: State, seat: Seat) -> Iterator[Command]:
    if seat == ORGANISER:
        yield from _organiser(state, seat)
    playing = state.playing
    if playing is not None:
        yield c.StartClock(seat)
        yield c.PauseClock(seat, at=playing.started or Instant(0))
        yield c.ResumeClock(seat, at=playing.paused or Instant(0))
    yield from (c.AnswerCall(seat, call=call.number) for call in state.calls if call.answered is None)
    yield from (c.CheckOff(seat, item=row.item) for row in checklist())
    yield from (c.CheckIn(seat, player=player) for player in state.players)
    yield from (c.Return(seat, player=player) for player in state.players)
    if playing is not None:
        yield from _settlements(state, seat, playing)


def _settlements(state: State, seat: Seat, playing: Round) -> Iterator[Command]:
    for table in (table for table in playing.tables.values() if table.result is None):
        for report in _example_reports(state, table):
            yield c.SettleResult(seat, round=playing.number, table=table.number, report=report)


def _organiser(state: State, seat: Seat) -> Iterator[Command]:
    yield c.CloseRegistration(seat)
    yield c.RevealLists(seat)
    yield c.DraftRound(seat)
    yield c.DiscardDraft(seat)
    yield c.PublishRound(seat, confirm_rematches=True)
    yield c.OpenVotes(seat)
    yield c.CloseVotes(seat)
    yield from (c.AnnounceAward(seat, award=award.id) for award in state.awards)
    yield from _scenarios(state, seat)
    if state.rounds:
        yield c.EndEvent(seat)


def _scenarios(state: State, seat: Seat) -> Iterator[Command]:
    number, settings = len(state.rounds) + 1, state.settings
    if number > rounds_of(state) or number in state.plan:
        return
    if isinstance(settings, SagaSettings):
        slugs = [row.id for row in saga_scenarios()]
    elif settings.variants.scenarios:
        slugs = sorted(settings.variants.scenarios)
    else:
        slugs = [row.id for row in open_scenarios(planned_before(state, number), settings.pool)]
        yield c.DrawScenario(seat, round=number)
    yield from (c.ChooseScenario(seat, round=number, scenario=slug) for slug in slugs)


def _example_list(state: State, seat: Seat) -> Command:
    settings = state.settings
    if isinstance(settings, SagaSettings):
        lines = (Line(Troop.WARLORD, 1), Line(Troop.WARRIOR, 8 * settings.budget))
        return c.HandInBand(seat, band=Band(lines, min(settings.ages)))
    return c.HandInLists(
        seat, lists=tuple(_example_army(settings, number) for number in range(1, (settings.variants.lists or 2) + 1))
    )


def _example_army(settings: SteamrollerSettings, number: int) -> ArmyList:
    casters = tuple(Caster(f"Caster {number}-{place}") for place in range(1, settings.casters_per_list + 1))
    tier = settings.variants.theme_tier
    entries = (ListEntry("Troopers", Kind.UNIT, settings.size, 10),)
    return ArmyList("Faction", casters, entries, theme="Theme" if tier else "", tier=tier)


def _example_reports(state: State, table: Table) -> Iterator[Report]:
    one, other = table.seats
    if isinstance(state.settings, SagaSettings):
        for points in ({one: 12, other: 7}, {one: 3, other: 20}):
            yield SagaReport(points)
        yield SagaReport({one: 5, other: 5}, first_player=one)
        yield SagaReport({one: 9, other: 2}, sudden_loss=one)
        return
    for winner, kind in ((one, WinKind.SCENARIO), (other, WinKind.CONCESSION), (other, WinKind.CLOCK)):
        yield SteamrollerReport(winner, kind, {winner: 3}, {winner: 20})
    yield SteamrollerReport(one, WinKind.CLOCK)
    yield SteamrollerReport()
