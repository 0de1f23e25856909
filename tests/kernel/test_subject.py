"""A command finds its rule through the list of subjects."""

from __future__ import annotations

import pytest

from heraut.kernel.codec import decode, encode
from heraut.kernel.engine import Outcome, Subject, deciders, evolvers, on, union
from heraut.kernel.message import Audience, Command, Event
from heraut.kernel.names import Seat


class Knock(Command, frozen=True):
    pass


class Enter(Command, frozen=True):
    pass


class Knocked(Event, frozen=True):
    audience = Audience.EVERYBODY
    times: int


def knock(state: int, _command: Knock) -> Outcome:
    return (Knocked(state + 1),)


def enter(_state: int, _command: Enter) -> Outcome:
    return ()


def _knocked(_state: int, event: Knocked) -> int:
    return event.times


DOOR = Subject(decides=(on(Knock, knock),), evolves=(on(Knocked, _knocked),))
HALL = Subject[int](decides=(on(Enter, enter),))


def test_each_command_is_decided_and_each_event_put_in_place_by_its_subject():
    ana = Seat("ana")

    assert deciders((DOOR, HALL))[Knock](2, Knock(ana)) == (Knocked(3),)
    assert deciders((DOOR, HALL))[Enter](2, Enter(ana)) == ()
    assert evolvers((DOOR, HALL))[Knocked](2, Knocked(3)) == 3


def test_an_event_written_before_it_said_all_is_completed_before_it_is_put_in_place():
    def counted(state: int, event: Knocked) -> Knocked:
        return event if event.times else Knocked(state + 1)

    old = Subject(completes=(on(Knocked, counted),))

    assert evolvers((DOOR, old))[Knocked](2, Knocked(0)) == 3
    assert evolvers((DOOR, old))[Knocked](2, Knocked(9)) == 9


def test_two_subjects_cannot_claim_one_command():
    with pytest.raises(ValueError, match="Knock"):
        deciders((DOOR, DOOR))


def test_the_union_reads_what_any_subject_takes():
    kinds = union(deciders((DOOR, HALL)))

    assert decode(encode(Enter(Seat("ana"))), kinds) == Enter(Seat("ana"))
    assert union([Knock]) is Knock
