from __future__ import annotations

from dataclasses import replace

import pytest

from heraut.kernel.codec import encode
from heraut.kernel.message import Tick, shown
from heraut.kernel.names import CLOCK, Instant
from heraut.tournament import engine
from heraut.tournament.clocks import CallTime, DiceDownCalled, GrantTime, LengthDrawn, StartClock, TimeCalled
from heraut.tournament.planning import ChooseScenario
from heraut.tournament.rounds import PublishRound
from heraut.tournament.steamroller.scoring import SteamrollerReport, SteamrollerWin
from heraut.tournament.steamroller.timing import OwnTimes
from heraut.tournament.turns import (
    AnnounceExtension,
    EndTurn,
    PassClock,
    ReserveRanOut,
    ResumeTurnClock,
    StartTurn,
    StopTurnClock,
)
from tournament.build import (
    ANA,
    ORG,
    REF,
    after,
    at,
    closed,
    drafted,
    events,
    kinds,
    published,
    refused,
    roll,
    saga,
    settle,
    steamroller,
    win,
)


def tick(minutes: float) -> Tick:
    return Tick(at=at(minutes), seat=CLOCK)


def running(face: int = 3, *, players: int = 2, variants=None, **settings):
    """A Steamroller round whose clock started at minute 0; 100 minutes at 50 points, plus the secret part."""
    state = published(closed(steamroller(players, variants=variants, **settings)), face=face)
    return after(state, StartClock(ORG, at=at(0)))


def seats(state):
    return state.rounds[-1].tables[1].seats


@pytest.mark.clause("SR-TIME-4")
def test_the_secret_roll_is_made_before_the_games_start():
    state = drafted(closed(steamroller(2)))
    state = after(state, ChooseScenario(ORG, round=1, scenario="grind"), PublishRound(ORG))

    assert [one.code for one in engine.awaits(state, None) if one.seat == "fate"] == ["tournament-secret-length"]
    assert refused(state, StartClock(ORG, at=at(0))) == [("HOUSE-PHASE-1", "wrong-phase")]
    assert kinds(after(state, roll(4)), StartClock(ORG, at=at(0))) == ["ClockStarted"]


@pytest.mark.clause("SR-TIME-1", "SR-DICE-1", "SR-VTIME-1")
@pytest.mark.parametrize(("face", "minutes"), [(1, 102), (3, 106), (6, 112)])
def test_dice_down_is_called_at_the_end_of_regulation_time(face, minutes):
    state = running(face)

    assert refused(state, tick(minutes - 0.02)) == [("HOUSE-PHASE-1", "wrong-phase")]
    assert refused(state, CallTime(REF, at=at(minutes - 0.02))) == [("SR-DICE-1", "time-not-over")]
    called = DiceDownCalled(round=1, tables=(1,), at=at(minutes))
    assert events(state, tick(minutes)) == (called,)
    assert events(state, CallTime(ORG, at=at(minutes))) == (called,)
    assert refused(after(state, tick(minutes)), tick(minutes + 1)) == [("HOUSE-PHASE-1", "wrong-phase")]


@pytest.mark.clause("SR-TIME-3", "SR-SEC-1")
def test_nothing_a_player_can_fetch_depends_on_the_secret_length():
    """The same round with each of the six rolls, at every minute: same view, log, awaited, legal, refusals."""

    def fetched(face, minutes, viewer):
        state = running(face, players=4)
        if minutes > 0:
            one = seats(state)[0]
            state = after(state, StartTurn(one, at=at(1)), AnnounceExtension(one, at=at(5)))
        speaker, now = viewer or ANA, at(minutes)
        asked = [
            *(kind(speaker, at=now) for kind in (CallTime, StartClock, EndTurn, AnnounceExtension)),
            GrantTime(speaker, table=1, minutes=5, reason="x"), Tick(at=now, seat=speaker), roll(7),
        ]  # fmt: skip
        said = [engine.decide(state, command) for command in asked]
        log = [shown(event, viewer) for event in _history(face)]
        legal = list(engine.legal(state, viewer)) if viewer else []
        return encode([engine.view(state, viewer), engine.awaits(state, viewer), said, log, legal])

    for viewer in (ANA, None):
        for minutes in (0, 50, 99, 101):
            assert len({fetched(face, minutes, viewer) for face in range(1, 7)}) == 1
    assert len({fetched(face, 50, ORG) for face in range(1, 7)}) == 6


def _history(face):
    state = published(closed(steamroller(2)), face=face)
    state = replace(state, due=None)
    return (LengthDrawn(round=1, face=face), *events(state, StartClock(ORG, at=at(0))))


@pytest.mark.clause("SR-TIME-3", "SR-SEC-2")
def test_officials_see_the_end_and_players_only_the_start_until_dice_down():
    state = running(3)
    down = after(state, tick(106))

    def seen(state, viewer):
        played = engine.view(state, viewer).played[0]
        return played.started, played.minutes, played.tables[0].ends_at

    assert seen(state, REF) == (at(0), 106, at(106))
    assert seen(state, ANA) == (at(0), None, None)
    assert seen(down, ANA) == (at(0), 106, None)


@pytest.mark.clause("HOUSE-CLOCK-6", "HOUSE-OFFICIAL-1")
def test_a_judges_extension_is_for_one_table_and_dice_down_waits_there():
    state = after(running(3, players=4), GrantTime(REF, table=2, minutes=5, reason="long ruling"))

    assert events(state, tick(106)) == (DiceDownCalled(round=1, tables=(1,), at=at(106)),)
    down = after(state, tick(106))
    assert refused(down, tick(110)) == [("HOUSE-PHASE-1", "wrong-phase")]
    assert events(down, tick(111)) == (DiceDownCalled(round=1, tables=(2,), at=at(111)),)
    assert refused(down, GrantTime(REF, table=1, minutes=5, reason="more")) == [
        ("HOUSE-PHASE-1", "event-table-unknown")
    ]
    assert refused(down, GrantTime(REF, table=2, minutes=5, reason="")) == [
        ("HOUSE-OFFICIAL-1", "event-reason-missing")
    ]
    assert refused(down, GrantTime(REF, table=2, minutes=0, reason="x")) == [("HOUSE-CLOCK-6", "time-granted")]


@pytest.mark.clause("SR-VTIME-3")
def test_without_a_time_limit_nothing_is_timed():
    state = published(closed(steamroller(2, variants={"no_time_limit": True})))

    assert state.due is None
    assert refused(state, StartClock(ORG, at=at(0))) == [("SR-VTIME-3", "clock-not-used")]
    assert refused(state, StartTurn(ANA, at=at(0))) == [("SR-VTIME-3", "clock-not-used")]
    assert engine.view(state, ANA).times is None


@pytest.mark.clause("SR-VTIME-9", "SR-TIME-5")
def test_a_shift_changes_times_only_and_times_may_be_set_by_hand():
    state = running(1, variants={"time_fast": True})
    own = running(1, own_times=OwnTimes(30, 4, 2))

    assert (state.settings.size, state.settings.list_rules().size) == (50, 50)
    assert kinds(state, tick(82)) == ["DiceDownCalled"]
    assert kinds(own, tick(32)) == ["DiceDownCalled"]


@pytest.mark.clause("ST-ORG-7")
def test_a_saga_round_may_have_a_public_time_limit():
    state = after(published(closed(saga(2, round_minutes=90))), StartClock(ORG, at=at(0)))
    free = after(published(closed(saga(2))), StartClock(ORG, at=at(0)))

    assert engine.view(state, ANA).played[0].minutes == 90
    assert events(state, tick(90)) == (TimeCalled(round=1, tables=(1,), at=at(90)),)
    assert refused(free, tick(900)) == [("HOUSE-PHASE-1", "wrong-phase")]


@pytest.mark.clause("SR-CLOCK-1", "SR-CLOCK-6")
def test_each_turn_is_timed_by_itself_and_unused_time_is_lost():
    state = running()
    one, other = seats(state)
    first = after(state, StartTurn(one, at=at(0)), EndTurn(one, at=at(3)))
    second = after(first, StartTurn(other, at=at(3)), StartTurn(one, at=at(9)))
    clock = engine.view(second, ANA).played[0].tables[0].clock

    assert (clock.active, clock.running, clock.since, clock.spent) == (one, one, at(9), {})
    assert clock.turn_seconds == 12 * 60
    assert refused(second, EndTurn(other, at=at(10))) == [("SR-CLOCK-1", "turn-not-yours")]


@pytest.mark.clause("SR-CLOCK-5")
def test_the_active_player_may_stop_the_turn_clock_but_never_the_rounds():
    state = running(1)
    one, other = seats(state)
    state = after(state, StartTurn(one, at=at(0)), StopTurnClock(one, at=at(4)))
    resumed = after(state, ResumeTurnClock(one, at=at(9)))
    clock = resumed.rounds[0].tables[1].clock

    assert clock.used(one, at(10)) == 5 * 60
    assert refused(state, StopTurnClock(one, at=at(5))) == [("HOUSE-PHASE-1", "wrong-phase")]
    assert refused(state, ResumeTurnClock(other, at=at(5))) == [("SR-CLOCK-1", "turn-not-yours")]
    assert refused(state, PassClock(one, at=at(5))) == [("SR-CLOCK-5", "clock-stops")]
    assert kinds(resumed, tick(102)) == ["DiceDownCalled"]


@pytest.mark.clause("SR-EXT-1", "SR-EXT-2")
@pytest.mark.parametrize(("seconds", "accepted"), [(60, True), (720, True), (750, True), (751, False)])
def test_an_extension_is_announced_in_the_turn_or_within_thirty_seconds(seconds, accepted):
    state = running()
    one, _ = seats(state)
    state = after(state, StartTurn(one, at=at(0)))
    announced = AnnounceExtension(one, at=Instant(at(0) + seconds))

    if accepted:
        assert kinds(state, announced) == ["ExtensionAnnounced"]
    else:
        assert refused(state, announced) == [("SR-EXT-2", "extension-late")]


@pytest.mark.clause("SR-EXT-3")
@pytest.mark.parametrize(("announced", "limit"), [(5 * 60, 18 * 60), (12 * 60, 18 * 60), (12 * 60 + 20, 18 * 60 + 20)])
def test_an_extension_follows_the_normal_time_or_starts_at_a_late_announcement(announced, limit):
    state = running()
    one, _ = seats(state)
    state = after(state, StartTurn(one, at=at(0)), AnnounceExtension(one, at=Instant(at(0) + announced)))

    assert engine.view(state, ANA).played[0].tables[0].clock.turn_seconds == limit


@pytest.mark.clause("SR-EXT-1", "SR-EXT-4")
def test_the_right_is_spent_when_the_extension_runs_and_kept_when_it_was_not_needed():
    state = running()
    one, other = seats(state)
    announced = after(state, StartTurn(one, at=at(0)), AnnounceExtension(one, at=at(10)))
    unneeded = after(announced, EndTurn(one, at=at(12)), StartTurn(one, at=at(20)))
    used = after(announced, EndTurn(one, at=at(12.1)), StartTurn(one, at=at(20)))

    assert refused(announced, AnnounceExtension(one, at=at(11))) == [("SR-EXT-1", "extension-used")]
    assert kinds(unneeded, AnnounceExtension(one, at=at(21))) == ["ExtensionAnnounced"]
    assert refused(used, AnnounceExtension(one, at=at(21))) == [("SR-EXT-1", "extension-used")]
    theirs = after(used, StartTurn(other, at=at(25)))
    assert kinds(theirs, AnnounceExtension(other, at=at(26))) == ["ExtensionAnnounced"]


@pytest.mark.clause("SR-EXT-5")
def test_dice_down_ends_a_turn_extension_or_not():
    state = running(1)
    one, _ = seats(state)
    state = after(state, StartTurn(one, at=at(95)), AnnounceExtension(one, at=at(96)), tick(102))

    assert state.rounds[0].tables[1].clock.active is None
    assert refused(state, EndTurn(one, at=at(103))) == [("SR-DICE-2", "event-game-over")]


@pytest.mark.clause("SR-DICE-3", "SR-DICE-4")
def test_after_dice_down_a_game_may_still_be_won_by_scenario_or_by_a_condition():
    state = after(running(1), tick(102))
    one, _ = seats(state)

    for kind in (SteamrollerWin.SCENARIO, SteamrollerWin.TB1, SteamrollerWin.TB3):
        assert kinds(state, settle(state, 1, win(one, kind)))[0] == "ResultSettled"


@pytest.mark.clause("SR-VTIME-10")
def test_without_extensions_nobody_has_one():
    state = running(variants={"no_extensions": True})
    one, _ = seats(state)
    state = after(state, StartTurn(one, at=at(0)))

    assert refused(state, AnnounceExtension(one, at=at(1))) == [("SR-VTIME-10", "extension-none")]
    assert engine.view(state, ANA).times.turn == 12


@pytest.mark.clause("SR-VTIME-11", "SR-VTIME-14", "SR-VTIME-16")
def test_a_reserve_runs_in_ones_own_turns_and_may_be_passed():
    state = running(variants={"reserve": True})
    one, other = seats(state)
    state = after(state, StartTurn(one, at=at(0)), PassClock(one, at=at(10)), PassClock(one, at=at(13)))
    state = after(state, EndTurn(one, at=at(20)), StartTurn(other, at=at(20)))
    clock = state.rounds[0].tables[1].clock

    assert (clock.used(one, at(25)), clock.used(other, at(25))) == (17 * 60, 8 * 60)
    assert engine.view(state, ANA).played[0].tables[0].clock.reserve_seconds == 59 * 60
    assert refused(state, AnnounceExtension(other, at=at(21))) == [("SR-VTIME-16", "extension-none")]
    assert refused(state, StopTurnClock(other, at=at(21))) == [("SR-VTIME-14", "clock-passes")]


@pytest.mark.clause("SR-VTIME-15")
def test_a_player_whose_reserve_runs_out_loses_at_once_in_either_players_turn():
    state = running(variants={"reserve": True})
    one, other = seats(state)
    mine = after(state, StartTurn(one, at=at(0)))
    theirs = after(mine, PassClock(one, at=at(1)))

    assert events(mine, tick(59)) == (ReserveRanOut(seat=one, round=1, table=1, at=at(59), used=59 * 60),)
    assert events(theirs, PassClock(one, at=at(60))) == (
        ReserveRanOut(seat=other, round=1, table=1, at=at(60), used=59 * 60),
    )
    fallen = after(mine, tick(59))
    for other_end in (win(one), win(one, SteamrollerWin.CLOCK), win(other), SteamrollerReport(None, None)):
        assert refused(fallen, settle(fallen, 1, other_end)) == [("SR-VTIME-15", "result-clock-fallen")]
    assert kinds(fallen, settle(fallen, 1, win(other, SteamrollerWin.CLOCK)))[0] == "ResultSettled"
    assert refused(fallen, StartTurn(other, at=at(60))) == [("SR-DICE-2", "event-game-over")]


@pytest.mark.clause("SR-VTIME-13")
def test_a_reserve_keeps_the_secret_roll_and_dice_down():
    state = running(1, variants={"reserve": True})

    assert kinds(state, tick(102)) == ["DiceDownCalled"]


@pytest.mark.clause("SR-VTIME-18")
def test_in_sudden_death_no_roll_is_made_and_dice_down_is_never_called():
    state = published(closed(steamroller(2, variants={"sudden_death": True})))
    state = after(state, StartClock(ORG, at=at(0)))

    assert state.rounds[0].minutes is None
    assert refused(state, tick(10_000)) == [("HOUSE-PHASE-1", "wrong-phase")]
    assert refused(state, CallTime(ORG, at=at(10_000))) == [("SR-DICE-1", "time-not-over")]


@pytest.mark.parametrize("minutes", [105.9, 110.9])
def test_a_tick_that_ends_nothing_is_refused(minutes):
    state = after(running(3, players=4), GrantTime(REF, table=1, minutes=5, reason="ruling"))
    state = state if minutes < 106 else after(state, tick(106))

    assert refused(state, tick(minutes)) == [("HOUSE-PHASE-1", "wrong-phase")]


def test_a_tick_ends_the_tables_whose_time_has_come():
    state = after(running(3, players=4), GrantTime(REF, table=1, minutes=5, reason="ruling"))
    down = after(state, tick(106))

    assert events(state, tick(106)) == (DiceDownCalled(round=1, tables=(2,), at=at(106)),)
    assert events(down, tick(111)) == (DiceDownCalled(round=1, tables=(1,), at=at(111)),)
    assert refused(after(down, tick(111)), tick(10_000)) == [("HOUSE-PHASE-1", "wrong-phase")]
