"""The subjects of a fight, and what they have between them: the actions that may begin, the answers, the events."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from heraut.kernel.engine import union
from heraut.kernel.message import Command, Roll
from heraut.skirmish import (
    announcements,
    answers,
    attack,
    charges,
    disengage,
    dodges,
    effects,
    ending,
    engagement,
    entrust,
    first_aid,
    game_master,
    grips,
    harm,
    improvise,
    missiles,
    moves,
    orders,
    pace,
    rolls,
    secrecy,
    slots,
    standoff,
    strikes,
    terror,
    turn,
    weapons,
)

SUBJECTS = (
    turn.SUBJECT,
    ending.SUBJECT,
    announcements.SUBJECT,
    slots.SUBJECT,
    moves.SUBJECT,
    dodges.SUBJECT,
    disengage.SUBJECT,
    weapons.SUBJECT,
    engagement.SUBJECT,
    attack.SUBJECT,
    strikes.SUBJECT,
    charges.SUBJECT,
    grips.SUBJECT,
    missiles.SUBJECT,
    harm.SUBJECT,
    first_aid.SUBJECT,
    effects.SUBJECT,
    terror.SUBJECT,
    orders.SUBJECT,
    standoff.SUBJECT,
    pace.SUBJECT,
    entrust.SUBJECT,
    game_master.SUBJECT,
    improvise.SUBJECT,
    secrecy.SUBJECT,
    rolls.SUBJECT,
    answers.SUBJECT,
)
ACTIONS = {play.kind: play for subject in SUBJECTS for play in subject.plays}
"""The action that each command begins."""
ANSWERS = {case.kind: case.rule for subject in SUBJECTS for case in subject.answers}
"""What each command answers to what an action waits for."""
FACTS = tuple(case.kind for subject in SUBJECTS for case in subject.evolves)
"""What may have happened."""

if TYPE_CHECKING:  # unions are made from the list of subjects, which no type checker reads
    AnyAction: TypeAlias = Command
    AnyAnswer: TypeAlias = Command
else:
    AnyAction, AnyAnswer = union(ACTIONS), union(kind for kind in ANSWERS if kind is not Roll)
