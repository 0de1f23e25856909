"""What is stored is the truth: a replay reads no table, and an ended campaign shows what was decided."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NoReturn

import pytest
from msgspec.structs import replace

from campaign.conformance import Case, files, read
from campaign.test_view import after
from heraut.campaign import engine, tables
from heraut.campaign.absence import CampaignResumed, ExtendDeadline, NameStandIn, SetPause
from heraut.campaign.bids import BidPlaced, DiceRolled
from heraut.campaign.board import BandId
from heraut.campaign.combats import CombatConceded, ForceFielded
from heraut.campaign.invasions import BandInvaded, InvasionDeclined
from heraut.campaign.letters import TellingAllowed
from heraut.campaign.marches import MoveDeclared, MovesPassed
from heraut.campaign.sequence import carry_on
from heraut.campaign.situation import build, situation
from heraut.campaign.state import CombatStatus, Declaring, Force, Invading, LetterId, Paying, State
from heraut.campaign.tables import TerritoryId
from heraut.campaign.turns import CampaignEnded
from heraut.kernel.bounds import LARGEST
from heraut.kernel.codec import decode, encode
from heraut.kernel.engine import ImpossibleEvent, evolve_all
from heraut.kernel.message import Event, Tick
from heraut.kernel.names import Instant, Seat
from heraut.kernel.refusal import Refusal
from heraut.kernel.text import from_line

ANA, BEN = Seat("ana"), Seat("ben")
TWO = ["1 ana T12: 6", "2 ben T16: 6"]
CASES = [case for path in files() for case in read(path)[1]]


def close_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks a table of the campaign fails."""

    def closed(*_asked: object) -> NoReturn:
        raise AssertionError("a replay asked a table")

    put_in_place_of_tables(monkeypatch, lambda _name: closed)


def put_in_place_of_tables(monkeypatch: pytest.MonkeyPatch, other: Callable[[str], Any]) -> None:
    """Every table function of the campaign is another one, wherever it was imported."""
    functions = {name: one for name, one in vars(tables).items() if getattr(one, "__module__", "") == tables.__name__}
    named = {name: one for name, one in functions.items() if not isinstance(one, type)}
    for module in [found for name, found in sys.modules.items() if name.startswith("heraut.campaign")]:
        for name, one in named.items():
            if vars(module).get(name) is one:
                monkeypatch.setattr(module, name, other(name))


def played(case: Case) -> tuple[State, list[Event], State]:
    """The state a case begins in, everything that happens in it, and the state at its end."""
    begun = build(case.given)
    state, followed = carry_on(begun)
    events: list[Event] = list(followed)
    for line in case.when:
        outcome = engine.decide(state, from_line(line, engine.commands))
        if isinstance(outcome, Refusal):
            break
        events += outcome
        state = evolve_all(engine, state, outcome)
    return begun, events, state


def test_a_replay_asks_no_table(monkeypatch: pytest.MonkeyPatch):
    games = [played(case) for case in CASES]
    assert {type(event).__name__ for _, events, _ in games for event in events} >= {
        "MemoryPointGained", "CampaignResumed", "UpkeepPaid", "LossesTaken", "BidsRevealed", "CampaignEnded",
    }  # fmt: skip
    close_the_tables(monkeypatch)

    for begun, events, ended in games:
        assert evolve_all(engine, begun, events) == ended


@pytest.mark.clause("SC-END-2")
def test_an_ended_campaign_shows_the_scores_that_were_decided(monkeypatch: pytest.MonkeyPatch):
    state = situation(
        "turn-end", turn=10, stocks={"ana": 3}, villages={"T12": "ana"}, control={"T16": "ben"}, bands=TWO
    )
    before = engine.view(state, None)
    assert before.by == "points"
    assert [player.score for player in before.players] == [12, 6]
    changed = replace(tables.numbers(), village_score=9)
    put_in_place_of_tables(monkeypatch, lambda name: (lambda: changed) if name == "numbers" else getattr(tables, name))

    assert [player.score for player in engine.view(state, None).players] == [12, 6]
    assert engine.view(state, None).ranking == before.ranking


def decided(state: State, command: Any) -> tuple[Event, ...]:
    events = engine.decide(state, command)
    assert not isinstance(events, Refusal), events
    return events


WORKED_OUT: Mapping[type[Event], Mapping[str, Any]] = {
    MoveDeclared: {"queue": (), "round": 0},
    MovesPassed: {"queue": (), "round": 0},
    BandInvaded: {"queue": None},
    InvasionDeclined: {"queue": None},
    ForceFielded: {"status": None},
    CombatConceded: {"status": None},
    DiceRolled: {"total": 0},
    CampaignEnded: {"relieved": None},
}
"""What events say today that they did not say once."""


def test_older_events_lead_where_those_of_today_lead():
    games = [played(case) for case in CASES]
    assert {type(event) for _, events, _ in games for event in events} >= set(WORKED_OUT)

    for begun, events, ended in games:
        older = [replace(event, **WORKED_OUT.get(type(event), {})) for event in events]
        assert evolve_all(engine, begun, older) == ended
        assert [*completed(begun, older)] == events


def completed(state: State, events: list[Event]) -> Iterator[Event]:
    """Each event as it would be written today."""
    for event in events:
        yield engine.complete(state, event)
        state = engine.evolve(state, event)


@pytest.mark.clause("SC-DEC-1")
def test_who_speaks_next_is_as_stored_whatever_the_rule_of_today_would_say():
    state = situation("declare", bands=TWO)
    passed = engine.evolve(state, MovesPassed(ANA, queue=(ANA, BEN), round=7))

    assert isinstance(passed.phase, Declaring)
    assert (passed.phase.queue, passed.phase.round, passed.phase.passed) == ((ANA, BEN), 7, {ANA})


@pytest.mark.clause("SC-INV-7")
def test_who_may_still_invade_is_as_stored():
    state = replace(situation("bids", bands=TWO), phase=Invading((ANA,)))

    assert engine.evolve(state, InvasionDeclined(ANA, queue=(ANA,))).phase == Invading((ANA,))


@pytest.mark.clause("SC-CBT-3")
def test_where_a_combat_stands_is_as_stored():
    at = TerritoryId("T12")
    state = situation("determine", bands=["1 ana T12: 6 2", "2 ana T12: 6", "3 ben T12: 6 2", "4 ben T12: 6"])
    waiting = engine.evolve(state, CombatConceded(ANA, at, status=CombatStatus.ORGANISE))
    begun = engine.evolve(state, ForceFielded(ANA, at, Force((), ()), status=CombatStatus.BATTLE))

    assert (waiting.combat(at).status, begun.combat(at).status) == (CombatStatus.ORGANISE, CombatStatus.BATTLE)


@pytest.mark.clause("SC-ABS-6")
def test_whose_stand_ins_end_with_the_campaign_is_as_stored():
    away = after(situation("bids", bands=TWO), NameStandIn(ANA, player=ANA, stand_in="ben"))
    ended = CampaignEnded("fame", ())

    assert engine.stand_ins(engine.evolve(away, replace(ended, relieved=()))) == {ANA: BEN}
    assert engine.stand_ins(engine.evolve(away, ended)) == {}


def with_deadline(**chosen: Any) -> State:
    """Two players asked for their bids at instant 100, until 200."""
    state = situation("bids", bands=TWO, settings={"deadlines": {"initiative": 100}, **chosen})
    return evolve_all(engine, state, decided(state, Tick(at=Instant(100))))


@pytest.mark.clause("SC-ABS-7")
def test_the_end_of_a_pause_says_when_the_deadline_now_is():
    state = with_deadline()
    paused = evolve_all(engine, state, decided(state, SetPause(at=Instant(150))))
    (resumed,) = decided(paused, SetPause(at=Instant(180), pause=False))

    assert resumed == CampaignResumed(Instant(180), due=Instant(230))
    assert engine.view(engine.evolve(paused, resumed), None).due == 230


@pytest.mark.clause("SC-ABS-7")
def test_the_end_of_a_pause_stored_without_its_deadline_still_moves_it():
    state = with_deadline()
    paused = evolve_all(engine, state, decided(state, SetPause(at=Instant(150))))
    stored = decode(b'{"type":"CampaignResumed","at":180}', engine.events)

    assert encode(CampaignResumed(Instant(180))) == encode(stored)
    assert engine.view(engine.evolve(paused, stored), None).due == 230


@pytest.mark.clause("SC-ABS-5", "SC-ABS-7")
@pytest.mark.parametrize(
    ("pause", "more", "end", "due"),
    [(150, 160, 180, 250), (150, 1000, 1010, 1080), (210, 1000, 1010, 1030), (150, 1000, 1000, 1070)],
)
def test_a_deadline_moved_in_a_pause_is_later_by_so_much_and_by_the_length_of_the_pause(
    pause: int, more: int, end: int, due: int
):
    state = with_deadline(on_deadline="wait")
    state = after(state, SetPause(at=Instant(pause)), ExtendDeadline(seconds=20, at=Instant(more)))
    state = after(state, SetPause(at=Instant(end), pause=False))

    assert engine.view(state, None).due == due


@pytest.mark.clause("SC-ABS-1", "SC-ABS-5", "SC-ABS-7")
def test_no_deadline_is_later_than_the_last_instant_that_can_be_written():
    far = situation("bids", bands=TWO, settings={"deadlines": {"initiative": LARGEST}})
    far = after(far, Tick(at=Instant(100)))
    moved = after(with_deadline(), ExtendDeadline(seconds=LARGEST, at=Instant(100)), SetPause(at=Instant(150)))
    resumed = after(moved, SetPause(at=Instant(180), pause=False))

    assert [engine.view(state, None).due for state in (far, moved, resumed)] == [LARGEST] * 3


@pytest.mark.parametrize(
    "event",
    [
        TellingAllowed(LetterId("ana.ben.1"), ANA, allow=True, people=(ANA, BEN)),
        MoveDeclared(ANA, BandId(9), TerritoryId("T12"), (TerritoryId("T13"),)),
        MovesPassed(ANA),
        BidPlaced(ANA, 1),
        ForceFielded(ANA, TerritoryId("T12"), Force((), ())),
    ],
    ids=lambda event: type(event).__name__,
)
def test_an_event_that_cannot_follow_is_told_in_one_way_whatever_trips_over_it(event: Event):
    with pytest.raises(ImpossibleEvent, match=f"{type(event).__name__} cannot follow Paying"):
        engine.evolve(replace(situation("bids", bands=TWO), phase=Paying((ANA,))), event)
