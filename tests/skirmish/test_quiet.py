"""Quiet segments pass together; a fight in which nobody strikes may be called off."""

from __future__ import annotations

from functools import reduce
from random import Random

import pytest

from heraut.kernel import ORGANISER, Command
from heraut.skirmish import engine
from heraut.skirmish.bots import next_play
from heraut.skirmish.drawing import drawn
from heraut.skirmish.engine import RollAll
from heraut.skirmish.fighter import LongAction, Moment, Temperament
from heraut.skirmish.pace import Entrust
from heraut.skirmish.quiet import CallOff, FightCalledOff, PassOn, SegmentsPassed, is_quiet
from heraut.skirmish.slots import LongEnded
from heraut.skirmish.state import State, Step
from heraut.skirmish.turn import BeginFight, EndFight, Proceed, SegmentBegan, TurnBegan
from skirmish.build import ANA, Table, clash, man, quick, strike


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
    assert (table.state.segment, table.state.step) == (2, Step.OPENING)
    assert table.told(SegmentsPassed) == [SegmentsPassed(first=1, last=1, sprints_last=True)]
    table.send(PassOn())
    assert (table.state.segment, table.state.step) == (2, Step.ACTING)
    assert table.refused(PassOn()) == ("SK-TURN-9", "skirmish-actions-lost")
    table.send(PassOn(losing=("Ari",)))
    assert (table.state.segment, table.state.step) == (3, Step.OPENING)  # Bo's
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


def _clock(state: State) -> tuple[int, int, Step]:
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
        table.send(Entrust(side=side, temperament=Temperament.COWARDLY))
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

    assert table.told(FightCalledOff) == [FightCalledOff(turns=3)]
    assert table.state.step is Step.OVER
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
