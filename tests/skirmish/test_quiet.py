"""Quiet segments pass together; a fight in which nobody strikes may be called off."""

from __future__ import annotations

from functools import reduce
from random import Random

import pytest

from heraut.journal.desk import Accepted, Desk
from heraut.journal.history import History
from heraut.journal.log import entry_of, log_of, refusal_as_told, version_of
from heraut.journal.stores import MemoryJournal
from heraut.journal.undo import undo_refusal
from heraut.kernel.codec import encode
from heraut.kernel.journal import Undo
from heraut.kernel.message import Command, shown
from heraut.kernel.names import ORGANISER, ActorId, CommandId, Instant, Seat, StreamId
from heraut.rulesets.editions import in_force
from heraut.skirmish import engine
from heraut.skirmish.bots import drawn, next_play
from heraut.skirmish.ending import CallOff, EndFight, FightCalledOff
from heraut.skirmish.entrust import Entrust
from heraut.skirmish.fighter import LongAction, Moment, Preparation, Temperament
from heraut.skirmish.need import refuse
from heraut.skirmish.pace import PassedOver, PassOn, SegmentsPassed, SegmentsSet, SetSegments, is_quiet
from heraut.skirmish.playing import RollAll
from heraut.skirmish.slots import LongEnded
from heraut.skirmish.state import FightStep, State, side_id
from heraut.skirmish.turn import BeginFight, Proceed, SegmentBegan, TurnBegan, losers
from heraut.speech.sentences import say_refusal
from skirmish.build import ANA, BEN, Table, clash, man, quick, strike


def opened(*announced: int) -> Table:
    """As many fighters as numbers, in the first segment of a turn in which each announced his."""
    fighters = [man(f"Man-{place}", f"side {place}") for place in range(len(announced))]
    table = Table(*fighters).begin()
    return table.announce(**{f"Man-{place}": number for place, number in enumerate(announced)})


@pytest.mark.clause("SK-TURN-10")
def test_a_turn_in_which_nobody_acts_passes_with_one_command_and_in_one_line():
    table = opened(0, 0)
    table.send(PassOn())

    assert table.told(SegmentsPassed) == [SegmentsPassed(first=1, last=5, sprints_last=True)]
    assert table.told(SegmentBegan) == []
    assert table.told(TurnBegan) == [TurnBegan(turn=2)]


@pytest.mark.clause("SK-TURN-10")
def test_going_on_stops_where_somebody_has_an_action_and_nobody_loses_one_unnamed():
    table = Table(man("Ari", "one", traits=quick(20)), man("Bo", "two")).begin().announce(Ari=2, Bo=1)
    assert [(slot.segment) for slot in table.of("Ari").slots] == [2, 4]
    table.send(PassOn())
    assert (table.state.segment, table.state.step) == (2, FightStep.OPENING)
    assert table.told(SegmentsPassed) == [SegmentsPassed(first=1, last=1, sprints_last=True)]
    table.send(PassOn())
    assert (table.state.segment, table.state.step) == (2, FightStep.ACTING)
    assert table.refused(PassOn()) == ("SK-TURN-9", "skirmish-actions-lost")
    table.send(PassOn(losing=("Ari",)))
    assert (table.state.segment, table.state.step) == (3, FightStep.OPENING)  # Bo's
    assert table.told(SegmentsPassed) == []


@pytest.mark.clause("SK-TURN-10")
@pytest.mark.parametrize("numbers", [(0, 0), (1, 0), (2, 1), (3, 3), (5, 0)])
def test_what_passes_together_leaves_the_fight_as_segment_by_segment(numbers: tuple[int, ...]):
    quickly, slowly = opened(*numbers), opened(*numbers)
    while quickly.state.turn == 1:
        quickly.send(PassOn(losing=tuple(quickly.state.fighters))).react()
        while _clock(slowly.state) != _clock(quickly.state):
            slowly.send(Proceed()).react()
        assert quickly.state == slowly.state


def _clock(state: State) -> tuple[int, int, FightStep]:
    return (state.turn, state.segment, state.step)


@pytest.mark.clause("SK-TURN-10")
def test_a_fall_a_duel_and_the_end_of_a_long_action_are_no_quiet_segments():
    table = opened(0, 0)
    assert is_quiet(table.state, 2)
    assert not is_quiet(table.set("Man-0", falling=1).state, 2)
    table.set("Man-0", falling=0, rising=1)
    assert not is_quiet(table.state, 2)
    table.set("Man-0", rising=0, survival_at=Moment(1, 3))
    assert [is_quiet(table.state, segment) for segment in (2, 3)] == [True, False]
    table.set("Man-0", survival_at=None, long=LongAction("prier", Moment(1, 1), 3))
    table.send(PassOn())
    assert (table.state.segment, table.told(SegmentsPassed)[0].last) == (3, 2)
    table.send(PassOn()).send(PassOn())
    assert [event.who for event in table.told(LongEnded)] == ["Man-0"]


# --- somebody hides


def hiding(actions: int, *, seen: int = 1, **options: str) -> Table:
    """Ana's man and one in sight, who announce as much as told, and a hidden one with his actions."""
    table = Table(
        man("Ari", "one", seat=ANA, traits=quick(20)), man("Bo", "two"), man("Spy", "two", hidden=True), **options
    )
    return table.begin().announce(Ari=seen, Bo=seen, Spy=actions)


@pytest.mark.clause("SK-TURN-10")
def test_going_on_over_a_hidden_mans_action_is_refused_and_says_who_where_and_what_to_do():
    table = hiding(2)  # theirs is segment 3, his are 2 and 4
    refusal = engine.decide(table.state, PassOn())
    assert refusal == refuse("SK-TURN-10", "hidden-passed-over", "Spy", asked=2)
    assert engine.view(table.state, ORGANISER).passed_over == (PassedOver("Spy", 2, True),)
    assert engine.view(table.state, ANA).passed_over == ()
    said = say_refusal(refusal, "en")
    assert "Segment 2" in said
    assert "one segment at a time, or name who gives up" in said
    assert PassOn() not in set(engine.legal(table.state, ORGANISER))
    table.to(2, acting=True)
    assert table.refused(PassOn()) == ("SK-TURN-9", "skirmish-actions-lost")
    table.send(PassOn(losing=("Spy",)))
    assert (table.state.segment, table.state.step) == (3, FightStep.OPENING)


@pytest.mark.clause("SK-TURN-10")
def test_a_hidden_man_named_gives_his_action_up_and_what_he_did_in_a_row():
    table = hiding(2).set("Spy", prepared=Preparation("power", "Ari"))
    table.send(PassOn(losing=("Spy",)))
    assert (table.state.segment, table.slots("Spy")) == (3, {2: "passed", 4: "open"})
    assert table.of("Spy").prepared is None
    assert [event for event in table.last if shown(event, ANA) is not None] == [
        SegmentsPassed(first=1, last=2, sprints_last=True),
        SegmentBegan(segment=3),
    ]


@pytest.mark.clause("SK-TURN-10")
@pytest.mark.parametrize(
    ("due", "from_segment"),
    [
        ({"falling": 1}, 1),
        ({"rising": 1}, 1),
        ({"survival_at": Moment(1, 2)}, 2),
        ({"long": LongAction("prier", Moment(1, 1), 2)}, 2),
    ],
)
def test_what_comes_due_for_a_hidden_man_cannot_be_given_up(due: dict[str, object], from_segment: int):
    table = hiding(0).set("Spy", **due)
    assert engine.view(table.state, ORGANISER).passed_over == (PassedOver("Spy", from_segment, False),)
    assert table.refused(PassOn(losing=("Spy",))) == ("SK-TURN-10", "skirmish-hidden-passed-over")


@pytest.mark.clause("SK-TURN-10")
def test_what_the_end_of_this_segment_brings_is_foreseen():
    """Bo is up once the segment ends, so nobody in sight has anything to do in the next, where the hidden one acts."""
    table = hiding(2).to(1).set("Bo", rising=1)
    assert table.refused(PassOn()) == ("SK-TURN-10", "skirmish-hidden-passed-over")
    assert table.set("Spy", slots=()).send(PassOn()).state.segment == 3
    table = hiding(0).to(1).set("Bo", slots=()).set("Ari", slots=()).set("Spy", rising=1)
    assert table.send(PassOn()).state.turn == 2  # he stands before any segment passes


@pytest.mark.clause("SK-TURN-10")
def test_segment_by_segment_every_segment_is_stopped_at_and_everybody_is_told():
    table = hiding(2, seen=0)
    table.send(SetSegments(one_by_one=True))
    assert [shown(event, ANA) for event in table.last] == [SegmentsSet(one_by_one=True)]
    assert engine.view(table.state, None).one_by_one
    assert table.refused(SetSegments(one_by_one=True)) == ("SK-TURN-10", "skirmish-segments-so-already")
    assert table.refused(SetSegments(seat=ANA, one_by_one=False))[1] == "not-your-seat"
    seen = []
    while table.state.turn == 1:
        seen.append((table.state.segment, table.state.step))
        table.send(PassOn(losing=tuple(one.id for one in losers(table.state))))
    assert seen == [(segment, step) for segment in range(1, 6) for step in (FightStep.OPENING, FightStep.ACTING)]
    assert hiding(2, segments="one_by_one").state.stops_everywhere


@pytest.mark.clause("SK-TURN-10")
def test_in_fights_begun_before_a_hidden_mans_segment_is_stopped_at():
    with in_force(3):
        table = hiding(2)
        table.send(PassOn())
        assert (table.state.segment, engine.view(table.state, ORGANISER).passed_over) == (2, ())


def kept(table: Table, *more: Command) -> History:
    """The journal of the table's evening, and of what else was done."""
    desk, stream = Desk(MemoryJournal(), {"skirmish": engine}.__getitem__), StreamId("fight")
    desk.open(stream=stream, engine="skirmish", title="Le gué", settings=table.settings, at=Instant(1))
    for number, command in enumerate((*table.commands, *more)):
        sent = {"command_id": CommandId(str(number)), "actor": ActorId("x"), "at": Instant(1)}
        assert isinstance(desk.submit(stream, command, **sent), Accepted)
    return desk.history(stream)


def told(history: History, viewer: Seat | None) -> object:
    """All that somebody finds out: the view, what is awaited, the log, the version of the page, answers to an undo."""
    state, log = history.state, log_of(history, viewer)
    lines = [(line.number, line.seat, line.events, line.undone) for line in log]
    undone = []
    for line in log if viewer is not None else ():
        entry = entry_of(history, viewer, line.number)
        refusal = None if entry is None else undo_refusal(history, Undo(viewer, entry))
        undone.append(None if refusal is None else refusal_as_told(history, viewer, refusal))
    known = encode(history.engine.view(state, viewer)), history.engine.awaits(state, viewer)
    return known, lines, undone, version_of(history, viewer)


@pytest.mark.clause("SK-TURN-10", "HOUSE-SEAL-1")
@pytest.mark.parametrize("viewer", [ANA, BEN, None])
@pytest.mark.parametrize(("seen", "segments"), [(0, "together"), (1, "together"), (3, "together"), (1, "one_by_one")])
def test_nobody_learns_from_going_on_what_a_hidden_man_announced(seen: int, segments: str, viewer: Seat | None):
    evenings = []
    for actions in range(6):
        table, known = hiding(actions, seen=seen, segments=segments), []
        while table.state.turn == 1 and table.state.step is not FightStep.ANNOUNCING:
            hidden = [one.who for one in engine.view(table.state, ORGANISER).passed_over]
            table.send(PassOn(losing=(*(one.id for one in losers(table.state)), *hidden)))
            known.append(told(kept(table), viewer))
        evenings.append(known)
    assert len(evenings[0]) > 0
    assert all(evening == evenings[0] for evening in evenings)


@pytest.mark.parametrize("edition", [3, 4])
def test_going_on_is_taken_back_and_what_came_before_it_as_well(edition: int):
    with in_force(edition):
        table = hiding(0)
        before = len(table.commands)
        table.send(PassOn())
        history = kept(table)
        assert undo_refusal(history, Undo(ORGANISER, before + 1)) is None
        assert undo_refusal(history, Undo(ORGANISER, before)) is not None  # the last announcement opened the segment


def test_only_the_game_master_goes_on():
    table = Table(man("Ari", "one", seat=ANA), man("Bo", "two")).begin()
    assert table.refused(PassOn())[1] == "wrong-phase"  # they announce
    assert table.refused(PassOn(seat=ANA))[1] == "not-your-seat"
    assert table.refused(CallOff(seat=ANA))[1] == "not-your-seat"


# --- nobody strikes


@pytest.mark.clause("SK-TURN-11")
def test_two_cowards_are_offered_an_end_after_three_turns_without_a_blow():
    table = Table(man("Ari", "one"), man("Bo", "two"))
    for side in ("one", "two"):
        table.send(Entrust(side=side_id(side), temperament=Temperament.COWARDLY))
    dice = Random(4)
    command: Command = BeginFight()
    while table.state.turn < 4:
        assert engine.view(table.state, None).still == 0
        assert table.refused(CallOff()) == ("SK-TURN-11", "skirmish-still-fighting")
        table.send(drawn(table.state, RollAll(seat=ORGANISER, command=command), dice.randrange))
        found = next_play(table.state)
        command = PassOn(losing=tuple(table.state.fighters)) if found is None else found.command
    assert engine.view(table.state, None).still == 3
    assert CallOff() in set(engine.legal(table.state, ORGANISER))
    table.send(CallOff())

    assert table.told(FightCalledOff) == [FightCalledOff(turns=3, unbinds=True)]
    assert table.state.step is FightStep.OVER
    assert table.refused(CallOff())[1] == "wrong-phase"


@pytest.mark.clause("SK-TURN-11")
def test_a_blow_that_misses_is_a_blow():
    table = clash(man("Ari", "one"), man("Bo", "two"))
    blow = RollAll(seat=ORGANISER, command=strike("Ari", "Bo"))
    table.send(drawn(table.state, blow, lambda sides: 0))
    assert table.state.last_blow == table.state.turn == 1


@pytest.mark.clause("SK-TURN-11")
def test_ending_and_calling_off_leave_the_same_behind():
    table = opened(0, 0)
    table.state = _after(table.state, turns=3)
    table.set("Man-0", wounds=1, lent_wounds=2)
    ended, called_off = (reduce(engine.evolve, _told(table.state, one), table.state) for one in (EndFight(), CallOff()))
    assert ended == called_off
    assert ended.fighters["Man-0"].wounds == 3


def _after(state: State, *, turns: int) -> State:
    for turn in range(2, turns + 2):
        state = engine.evolve(state, TurnBegan(turn=turn))
    return state


def _told(state: State, command: Command) -> tuple[object, ...]:
    told = engine.decide(state, command)
    assert isinstance(told, tuple), told
    return told
