"""What is stored is the truth: no table and no rule is asked again when an event is read back."""

from __future__ import annotations

import dataclasses
import json
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NoReturn

import msgspec
import pytest

from heraut import catalogue
from heraut.journal.desk import Desk
from heraut.journal.stores import MemoryJournal
from heraut.journal.transfer import import_stream
from heraut.kernel.codec import encode
from heraut.kernel.engine import evolve_all
from heraut.kernel.message import Tick
from heraut.kernel.names import CLOCK, Instant
from heraut.kernel.refusal import Refusal
from heraut.tournament import engine, table_clock
from heraut.tournament.clocks import PauseClock, ResumeClock, StartClock
from heraut.tournament.entries import EditPlayer
from heraut.tournament.results import CorrectResult, EventEnded
from heraut.tournament.standings import event as event_
from heraut.tournament.standings.ledger import Tiebreak
from heraut.tournament.state import Over, State
from heraut.tournament.turns import AnnounceExtension, PassClock, ResumeTurnClock, StartTurn, StopTurnClock
from tournament.build import ANA, BEN, ORG, REF, after, at, closed, events, first_wins, published, saga, steamroller
from tournament.test_officials_anytime import EVENTS, ONWARDS, played_at_random

TIMED = (StartClock, PauseClock, ResumeClock, StartTurn, PassClock, AnnounceExtension)
STREAMS = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("name", ["saga", "steamroller", "reserve"])
def test_streams_of_form_1_still_tell_what_they_told(name):
    stream = STREAMS / f"tournament-{name}-form-1.jsonl"
    journal = MemoryJournal()
    header = import_stream(journal, stream.read_bytes().splitlines(keepends=True), catalogue.engine)
    desk = Desk(journal)
    told = {str(viewer or "spectator"): desk.view(header.stream, viewer) for viewer in (ANA, REF, ORG, None)}

    assert json.loads(encode(told)) == json.loads(stream.with_suffix(".views.json").read_bytes())


def close_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks a table, or what only streams of form 1 may ask, fails."""

    def asked(*_args: object, **_named: object) -> NoReturn:
        raise AssertionError("a replay asked a rule")

    tables = {"rows", "only_row", "times_for", "table_rounds", "points_table", "ranking_of", "figures_per_point"}
    for module in [found for name, found in sys.modules.items() if name.startswith("heraut.tournament")]:
        for name in tables & vars(module).keys():
            monkeypatch.setattr(module, name, asked)
    monkeypatch.setattr(table_clock, "extended_seconds", asked)


def timed(state: State, *, reserve: bool) -> list:
    """What the clocks of the first table go through."""
    one, other = state.rounds[0].tables[1].seats
    passed = (PassClock(one, at=at(3)), PassClock(one, at=at(4)))
    extended = (StopTurnClock(one, at=at(2)), ResumeTurnClock(one, at=at(3)), AnnounceExtension(one, at=at(4)))
    return [
        StartClock(ORG, at=at(0)), StartTurn(one, at=at(1)), *(passed if reserve else extended),
        PauseClock(REF, at=at(5)), ResumeClock(REF, at=at(9)), StartTurn(other, at=at(18)),
        Tick(at=at(500), seat=CLOCK),
    ]  # fmt: skip


@pytest.mark.parametrize("reserve", [False, True])
def test_a_replay_of_clocks_asks_no_rule(reserve, monkeypatch):
    variants = {"reserve": True} if reserve else {}
    first = state = published(closed(steamroller(4, variants=variants)))
    log: list = []
    for command in timed(state, reserve=reserve):
        log += events(state, command)
        state = after(state, command)
    close_the_rules(monkeypatch)

    assert evolve_all(engine, first, log) == state


@pytest.mark.clause("SR-EXT-3")
def test_an_extension_stored_without_its_length_still_has_it():
    state = published(closed(steamroller(4)))
    one = state.rounds[0].tables[1].seats[0]
    for command in (StartClock(ORG, at=at(0)), StartTurn(one, at=at(1))):
        state = after(state, command)
    (announced,) = events(state, AnnounceExtension(one, at=at(4)))

    assert announced.seconds is not None
    assert engine.evolve(state, msgspec.structs.replace(announced, seconds=None)) == engine.evolve(state, announced)


@pytest.mark.clause("SR-RANK-4")
def test_an_end_stored_without_saying_that_lots_were_drawn_asks_for_none_again():
    state = closed(steamroller(4, final_tie="roll_off"))
    ended = EventEnded(after=1, cause="organiser", roll_off=True)

    assert engine.evolve(state, ended).due is not None
    assert engine.evolve(dataclasses.replace(state, numbers={ANA: 1, BEN: 2}), ended).due is None


@pytest.mark.parametrize("name", EVENTS)
def test_a_replay_of_a_whole_event_asks_no_rule(name, monkeypatch):
    first = closed(EVENTS[name]())
    steps = list(played_at_random(first, 4, 150))
    close_the_rules(monkeypatch)

    assert evolve_all(engine, first, [event for _, told in steps for event in told]) == steps[-1][0]


def over(event) -> State:
    """An event that is over, its rounds won by the first seats."""
    state = closed(event)
    while not isinstance(state.stage, Over):
        state = first_wins(published(state))
    return state


@pytest.mark.parametrize("event", [saga(5, swiss_rounds=2, ranking_round=True), saga(4), steamroller(5)])
def test_places_of_an_event_that_is_over_stand_whatever_the_rules_become(event, monkeypatch):
    state = over(event)
    before = engine.view(state, None).standings
    upside_down = [row.id for row in event_.standings_after(state).rows][::-1]
    order = {seat: place for place, seat in enumerate(upside_down)}
    rule = event_.ranked
    monkeypatch.setattr(event_, "ranked", lambda asked: tuple(sorted(rule(asked), key=lambda row: order[row.id])))

    now = engine.view(unseen(state), None).standings

    assert [(row.rank, row.id, row.values) for row in now] == [(row.rank, row.id, row.values) for row in before]


def unseen(state: State) -> State:
    """The same state, which nobody has looked at yet."""
    return State(**{name: getattr(state, name) for name in State.__slots__})


@pytest.mark.clause("ST-RNK-1")
def test_a_correction_after_the_end_settles_the_places_anew():
    state = over(saga(4, swiss_rounds=1, ranking_round=False))
    table = state.rounds[0].tables[1]
    one, other = table.seats
    swapped = msgspec.structs.replace(table.result.report, victory_points={one: 0, other: 20})

    told = events(state, CorrectResult(REF, round=1, table=1, report=swapped, reason="swapped"))

    assert [type(event).__name__ for event in told] == ["ResultCorrected", "PlacesSettled"]
    assert next(iter(told[-1].places)) == other
    assert engine.view(evolve_all(engine, state, told), None).standings[0].values[Tiebreak.WINS] == 1


def test_who_is_named_after_the_end_moves_no_place():
    state = over(saga(4))

    told = events(state, EditPlayer(ORG, player=BEN, name="Benoît"))

    assert [type(event).__name__ for event in told] == ["PlayerEdited"]


@pytest.mark.parametrize("name", ["saga-spare", "steamroller", "reserve"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_tick_does_something_at_the_next_tick_and_nothing_before(name, seed):
    dice, known = Random(seed), set()
    first = after(published(closed(EVENTS[name]())), StartClock(ORG, at=at(0)))
    for state in (first, *(later for later, _ in played_at_random(first, seed, 150, (*ONWARDS, *TIMED)))):
        due = engine.next_tick(state)
        known.add(due is None)
        before = dice.randrange(1_000_000) if due is None else due - 1 - dice.randrange(100)
        assert isinstance(engine.decide(state, Tick(at=Instant(before), seat=CLOCK)), Refusal)
        if due is not None:
            assert isinstance(engine.decide(state, Tick(at=Instant(due - 1), seat=CLOCK)), Refusal)
            assert not isinstance(engine.decide(state, Tick(at=due, seat=CLOCK)), Refusal)
    assert known == {True, False}


@pytest.mark.clause("SR-VTIME-15")
def test_the_next_tick_of_a_reserve_is_when_it_is_used_up():
    state = published(closed(steamroller(2, variants={"reserve": True, "rounds": 1})))
    one, other = state.rounds[0].tables[1].seats
    limit = state.settings.times.reserve
    states = [state]
    for command in (StartClock(ORG, at=at(0)), StartTurn(one, at=at(1)), StartTurn(other, at=at(11))):
        states.append(after(states[-1], command))

    ends = at(state.rounds[0].minutes)
    assert [engine.next_tick(one) for one in states] == [None, ends, at(1 + limit), at(11 + limit)]
    assert [later is None for _, later in pairwise(map(engine.next_tick, states))] == [False] * 3
