"""The clock of the round, stopped for everybody."""

from __future__ import annotations

import pytest

from heraut.kernel.message import Tick
from heraut.kernel.names import CLOCK
from heraut.tournament import engine
from heraut.tournament.clocks import (
    CallTime,
    ClockPaused,
    DiceDownCalled,
    GrantTime,
    PauseClock,
    ResumeClock,
    StartClock,
    TimeCalled,
)
from heraut.tournament.turns import AnnounceExtension, EndTurn, ReserveRanOut, ResumeTurnClock, StartTurn, StopTurnClock
from tournament.build import ANA, ORG, REF, after, at, closed, events, first_wins, published, refused, saga, steamroller

RESERVE = {"reserve": True}


def tick(minutes: float) -> Tick:
    return Tick(at=at(minutes), seat=CLOCK)


def running(face: int = 3, **settings):
    """A Steamroller round of 106 minutes (50 points, a 3 rolled) whose clock started at minute 0."""
    return after(published(closed(steamroller(2, **settings)), face=face), StartClock(ORG, at=at(0)))


def stopped_between(state, stop: float, go: float):
    return after(state, PauseClock(REF, at=at(stop)), ResumeClock(ORG, at=at(go)))


def players(state):
    return state.rounds[-1].tables[1].seats


@pytest.mark.clause("HOUSE-CLOCK-1")
def test_time_stopped_is_added_to_the_end_of_the_round():
    state = stopped_between(stopped_between(running(), 10, 25), 40, 45)

    assert refused(state, tick(106 + 15 + 5 - 0.1)) == [("HOUSE-PHASE-1", "wrong-phase")]
    assert events(state, tick(126)) == (DiceDownCalled(round=1, tables=(1,), at=at(126)),)


@pytest.mark.clause("HOUSE-CLOCK-1")
def test_minutes_granted_to_a_table_come_on_top():
    state = after(running(), PauseClock(REF, at=at(10)), GrantTime(REF, table=1, minutes=5, reason="Alarme"))
    state = after(state, ResumeClock(REF, at=at(30)))

    assert refused(state, tick(106 + 20 + 5 - 0.1)) == [("HOUSE-PHASE-1", "wrong-phase")]
    assert events(state, tick(106 + 20 + 5)) == (DiceDownCalled(round=1, tables=(1,), at=at(131)),)


@pytest.mark.clause("HOUSE-CLOCK-1")
def test_a_turn_under_way_goes_on_with_what_was_left_of_it():
    one, _other = players(running())
    state = stopped_between(after(running(), StartTurn(one, at=at(1))), 5, 60)
    clock = state.rounds[-1].tables[1].clock

    assert (clock.active, clock.running) == (one, one)
    assert clock.used(one, at(61)) == 5 * 60
    assert clock.spent == {one: 4 * 60}


@pytest.mark.clause("HOUSE-CLOCK-1")
def test_in_a_later_round_the_turns_of_that_round_stop():
    state = published(first_wins(published(closed(steamroller(4)))))
    one = players(state)[0]
    state = after(state, StartClock(ORG, at=at(0)), StartTurn(one, at=at(1)))

    assert stopped_between(state, 5, 60).rounds[-1].tables[1].clock.spent == {one: 4 * 60}


@pytest.mark.clause("HOUSE-CLOCK-1")
def test_a_turn_clock_its_player_had_stopped_stays_stopped():
    one, _other = players(running())
    state = after(running(), StartTurn(one, at=at(1)), StopTurnClock(one, at=at(3)))
    clock = stopped_between(state, 5, 60).rounds[-1].tables[1].clock

    assert (clock.active, clock.running, clock.used(one, at(90))) == (one, None, 2 * 60)


@pytest.mark.clause("HOUSE-CLOCK-1")
def test_a_reserve_does_not_run_out_while_the_clock_is_stopped():
    state = running(variants=RESERVE)
    one, _other = players(state)
    state = after(state, StartTurn(one, at=at(0)), PauseClock(ORG, at=at(20)))
    resumed, reserve = after(state, ResumeClock(ORG, at=at(50))), state.settings.times.reserve

    assert refused(state, tick(1_000)) == [("HOUSE-PHASE-1", "wrong-phase")]
    assert refused(resumed, tick(reserve + 30 - 0.1)) == [("HOUSE-PHASE-1", "wrong-phase")]
    assert [type(event) for event in events(resumed, tick(reserve + 30))] == [ReserveRanOut]


@pytest.mark.clause("HOUSE-CLOCK-1")
def test_what_had_run_out_before_the_stop_is_over():
    assert [type(event) for event in events(running(), PauseClock(ORG, at=at(106)))] == [
        DiceDownCalled, ClockPaused,
    ]  # fmt: skip


@pytest.mark.clause("HOUSE-CLOCK-2")
def test_no_turn_begins_ends_or_is_extended_while_the_clock_is_stopped():
    one, other = players(running())
    state = after(running(), StartTurn(one, at=at(1)), PauseClock(ORG, at=at(2)))
    stopped = [("HOUSE-CLOCK-2", "clock-paused")]

    assert refused(state, StartTurn(other, at=at(3))) == stopped
    assert refused(state, EndTurn(one, at=at(3))) == stopped
    assert refused(state, AnnounceExtension(one, at=at(3))) == stopped
    assert refused(state, ResumeTurnClock(one, at=at(3))) == stopped
    assert refused(state, CallTime(ORG, at=at(500))) == [("SR-DICE-1", "time-not-over")]


@pytest.mark.clause("HOUSE-CLOCK-1")
def test_a_clock_is_stopped_once_and_by_officials_only():
    state = after(running(), PauseClock(REF, at=at(5)))
    not_now = [("HOUSE-PHASE-1", "wrong-phase")]

    assert refused(state, PauseClock(ORG, at=at(6))) == not_now
    assert refused(running(), ResumeClock(ORG, at=at(6))) == not_now
    assert refused(published(closed(steamroller(2))), PauseClock(ORG, at=at(6))) == not_now
    assert refused(running(), PauseClock(ANA, at=at(6))) == [("HOUSE-SEAT-1", "not-your-seat")]


@pytest.mark.clause("HOUSE-CLOCK-3", "SR-TIME-3")
def test_a_stop_tells_players_what_has_gone_by_and_never_what_is_left():
    one = engine.view(stopped_between(running(face=1), 10, 25), ANA)
    six = engine.view(stopped_between(running(face=6), 10, 25), ANA)
    shown = one.played[-1]

    assert one == six
    assert (shown.started, shown.stood, shown.paused, shown.minutes) == (at(0), 15 * 60, None, None)
    assert engine.view(stopped_between(running(face=6), 10, 25), REF).played[-1].minutes == 112


@pytest.mark.clause("HOUSE-CLOCK-4", "ST-ORG-7")
def test_a_saga_round_without_a_limit_ends_when_an_official_says_so():
    state = after(published(closed(saga())), StartClock(ORG, at=at(0)))

    assert refused(state, CallTime(ORG, at=at(300))) == [("ST-ORG-7", "time-not-over")]
    assert events(state, CallTime(ORG, early=True, at=at(90))) == (
        TimeCalled(round=1, tables=(1, 2), at=at(90)),
    )  # fmt: skip


@pytest.mark.clause("HOUSE-CLOCK-4")
def test_a_saga_round_may_end_before_its_limit_and_a_steamroller_round_may_not():
    limited = after(published(closed(saga(round_minutes=120))), StartClock(ORG, at=at(0)))

    assert events(limited, CallTime(REF, early=True, at=at(60)))[0].tables == (1, 2)
    assert refused(running(), CallTime(ORG, early=True, at=at(60))) == [("SR-DICE-1", "time-not-over")]
    before = published(closed(saga()))
    assert refused(before, CallTime(ORG, early=True, at=at(0))) == [("ST-ORG-7", "time-not-over")]
