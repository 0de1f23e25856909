"""The clock of a match of no event [HOUSE-CLOCK-5]."""

from __future__ import annotations

import pytest

from heraut.kernel.message import Roll, Tick
from heraut.kernel.names import CLOCK, Instant
from heraut.scenario import engine
from heraut.scenario.clock import PauseClock, ResumeClock, StartClock
from heraut.scenario.settings import AtTable
from heraut.scenario.state import Counting
from heraut.scenario.turns import TimeCalled
from heraut.scenario.view import MatchClockView
from scenario.build import ANA, BEN, ORGA, ends, play, playing, refused, started

pytestmark = pytest.mark.clause("HOUSE-CLOCK-5")
NOON = Instant(43_200)


def later(minutes: int) -> Instant:
    return Instant(NOON + 60 * minutes)


def test_time_is_called_when_the_minutes_are_over_and_those_it_stood_do_not_count():
    state = play(playing("clash", minutes=90), StartClock(BEN, at=NOON), PauseClock(ANA, at=later(10)))
    assert engine.next_tick(state) is None

    state = play(state, ResumeClock(ORGA, at=later(30)))

    assert engine.next_tick(state) == later(110)
    assert engine.decide(state, Tick(at=later(109))) == ()
    assert engine.decide(state, Tick(at=later(110)))[0] == TimeCalled(CLOCK)
    after = play(state, Tick(at=later(110)))
    assert (engine.view(after, ANA).sheet.time_called, engine.next_tick(after)) == (True, None)
    assert engine.view(after, ANA).clock == MatchClockView(NOON, stood=20 * 60, minutes=90)


def test_a_game_without_a_length_runs_until_it_ends():
    state = play(playing("clash"), StartClock(ANA, at=NOON))

    assert (engine.next_tick(state), engine.view(state, None).clock) == (None, MatchClockView(NOON))


def test_a_clock_is_started_once_stopped_while_it_runs_and_resumed_while_it_stands():
    state = started("clash")

    assert refused(state, PauseClock(ANA, at=NOON))[1] == refused(state, ResumeClock(ANA, at=NOON))[1] == "wrong-phase"
    state = play(state, StartClock(ANA, at=NOON))
    assert refused(state, StartClock(BEN, at=NOON))[1] == refused(state, ResumeClock(BEN, at=NOON))[1] == "wrong-phase"


def test_no_clock_is_started_once_play_has_ended():
    counting = play(playing("clash"), *ends(1, 10), Roll(faces=(1,)))

    assert isinstance(counting, Counting)
    assert refused(counting, StartClock(ANA, at=NOON))[1] == "wrong-phase"


def test_at_a_table_of_an_event_the_clock_is_the_event_s():
    state = started("clash", at=AtTable("cup", 1, 3))

    assert refused(state, StartClock(ANA, at=NOON)) == ("HOUSE-CLOCK-5", "clock-of-the-event")
