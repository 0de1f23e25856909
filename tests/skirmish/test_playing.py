"""How a command finds its rule, and who may speak it."""

from __future__ import annotations

import pytest

from heraut.kernel.engine import deciders
from heraut.kernel.message import Command, Roll
from heraut.kernel.names import FATE, ORGANISER, REFEREE, Seat
from heraut.skirmish import answers, engine, turn
from heraut.skirmish.announcements import Announce
from heraut.skirmish.answers import Rule
from heraut.skirmish.playing import RollAll, cases
from heraut.skirmish.procedure import FightSubject
from heraut.skirmish.turn import BeginFight, Proceed
from skirmish.build import ANA, Table, man, quick, two


def fast() -> Table:
    """A fight whose rolls are all drawn at once, Ana's man in it."""
    return Table(man("Ari", "one", seat=ANA, traits=quick(20)), man("Bo", "two"), rolls="at_once")


@pytest.mark.parametrize("seat", [ANA, ORGANISER])
def test_the_dice_that_are_due_are_spoken_by_fate_alone(seat: Seat):
    table = Table(man("Ari", "one"), man("Bo", "two"))
    table.send(BeginFight())

    assert table.refused(Roll(seat=seat, faces=(3, 3))) == ("HOUSE-SEAT-1", "not-your-seat")
    assert table.roll(3, 3).need is None


@pytest.mark.parametrize("command", [Proceed(seat=FATE), Announce(seat=REFEREE, who="Ari", actions=1)])
def test_who_does_not_sit_here_speaks_nothing_but_fate_her_dice(command: Command):
    assert two().refused(command) == ("HOUSE-SEAT-2", "unknown-seat")


@pytest.mark.parametrize("answer", [Proceed(seat=ANA), Rule(seat=ANA, value=1)])
def test_what_the_game_master_alone_may_say_is_refused_to_others_whatever_is_awaited(answer: Command):
    waiting, open_ = fast().send(BeginFight()), fast().begin().announce()

    assert waiting.need is not None
    for table in (waiting, open_):
        assert table.refused(answer) == ("HOUSE-SEAT-1", "not-your-seat")
        assert table.refused(RollAll(seat=ANA, command=answer)) == ("HOUSE-SEAT-1", "not-your-seat")


@pytest.mark.parametrize("subject", [turn.SUBJECT, answers.SUBJECT])
def test_no_two_subjects_may_claim_one_command(subject: FightSubject):
    with pytest.raises(ValueError, match=r"two subjects claim (BeginFight|Rule)"):
        deciders([FightSubject(decides=tuple(cases([subject, subject])))])


def test_every_command_and_event_is_in_the_list_of_subjects():
    listed = {case.kind for subject in engine.SUBJECTS for case in subject.decides}

    assert listed == set(engine.commands.__args__)
    assert {case.kind for subject in engine.SUBJECTS for case in subject.evolves} == set(engine.events.__args__)
