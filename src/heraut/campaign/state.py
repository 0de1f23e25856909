"""
The state of a campaign: the step it is in and the people around it, beside what lies on the table.

Values are replaced, never changed. They are small Structs, since streams fold thousands of events.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from heraut.campaign.board import Board
from heraut.campaign.combat import Combat, Militia
from heraut.campaign.names import ArmyId, Step, TerritoryId
from heraut.campaign.plans import Muster
from heraut.campaign.settings import Game
from heraut.kernel import Box, Instant, Seat


class BuildOrder(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player builds [SC-SEQ-10]."""

    villages: tuple[TerritoryId, ...] = ()
    sites: tuple[TerritoryId, ...] = ()


class Setup(msgspec.Struct, frozen=True):
    """Start territories are given out, then everybody composes the starting bands [SC-SET-7]."""

    starts: Mapping[Seat, TerritoryId] = {}
    composed: frozenset[Seat] = frozenset()


class Passing(msgspec.Struct, frozen=True):
    """A step that awaits nobody: at its opening, or `done` and about to give way to the next."""

    step: Step
    done: bool = False


class Arriving(msgspec.Struct, frozen=True):
    """Armies come back at TURN_START (living lord) or TURN_END (leaderless); `delayed` ones wait [SC-RET-8]."""

    step: Step
    delayed: frozenset[ArmyId] = frozenset()


class Rolling(msgspec.Struct, frozen=True):
    """The dice of turn 1: groups best first, equal players in one group [SC-INI-3]; totals of this round of rolls."""

    groups: tuple[tuple[Seat, ...], ...]
    totals: Mapping[Seat, int] = {}


class Bidding(msgspec.Struct, frozen=True):
    """Bids under closed fists [SC-INI-5]."""

    box: Box[int]


class Tied(msgspec.Struct, frozen=True):
    """Bids are paid, ties wait for the favour holder [SC-INI-10]; groups are best first."""

    groups: tuple[tuple[Seat, ...], ...]


class Preparing(msgspec.Struct, frozen=True):
    """Hidden recruitment and transfers [SC-SEQ-4]."""

    box: Box[tuple[Muster, ...]]


class Declaring(msgspec.Struct, frozen=True):
    """Moves, one player at a time: `queue` are those yet to speak in this round, the first is the speaker."""

    speakers: tuple[Seat, ...]
    queue: tuple[Seat, ...]
    passed: frozenset[Seat] = frozenset()
    round: int = 1


class Determining(msgspec.Struct, frozen=True):
    """Village owners say whether they fight with their reserve [SC-RSV-4]; None is a refusal to fight."""

    asked: tuple[TerritoryId, ...]
    answers: Mapping[TerritoryId, Militia | None] = {}


class Fighting(msgspec.Struct, frozen=True):
    """The combats of the turn, by territory, in any order [SC-SEQ-7]."""

    combats: Mapping[TerritoryId, Combat]


class Paying(msgspec.Struct, frozen=True):
    """Players who cannot pay their upkeep choose whom to send home [SC-UPK-5]."""

    owing: tuple[Seat, ...]


class Building(msgspec.Struct, frozen=True):
    """Hidden construction [SC-SEQ-10]."""

    box: Box[BuildOrder]


class Invading(msgspec.Struct, frozen=True):
    """Outer players who may still invade, in initiative order [SC-INV-7]."""

    queue: tuple[Seat, ...]


class Place(msgspec.Struct, frozen=True):
    """One line of the final ranking."""

    seat: Seat
    score: Fraction


class Finished(msgspec.Struct, frozen=True):
    """The campaign is over: by fame or on points [SC-VIC-1]."""

    by: str
    ranking: tuple[Place, ...]


Phase = (
    Setup
    | Passing
    | Arriving
    | Rolling
    | Bidding
    | Tied
    | Preparing
    | Declaring
    | Determining
    | Fighting
    | Paying
    | Building
    | Invading
    | Finished
)


class Watch(msgspec.Struct, frozen=True):
    """The deadline of what is awaited now [SC-ABS-1]."""

    key: str
    opened: Instant
    due: Instant
    reminded: bool = False
    missed: bool = False


def due_after_pause(watch: Watch, paused: Instant, resumed: Instant) -> Instant:
    """A deadline is later by as much of the pause as it ran [SC-ABS-7]."""
    return Instant(watch.due + max(0, resumed - max(paused, watch.opened)))


class People(msgspec.Struct, frozen=True):
    """The people around the table: names, stand-ins, the running deadline, the pause."""

    names: Mapping[Seat, str]
    stand_ins: Mapping[Seat, str] = {}
    watch: Watch | None = None
    paused: Instant | None = None
    votes: frozenset[Seat] = frozenset()


class State(msgspec.Struct, frozen=True):
    """A campaign at one moment."""

    game: Game
    board: Board
    phase: Phase
    people: People


def step_of(phase: Phase) -> Step:
    """The step of the turn that a phase belongs to."""
    if isinstance(phase, Passing | Arriving):
        return phase.step
    return _STEPS[type(phase)]


_STEPS: Mapping[type, Step] = {
    Setup: Step.SETUP,
    Rolling: Step.INITIATIVE,
    Bidding: Step.INITIATIVE,
    Tied: Step.INITIATIVE,
    Preparing: Step.PREPARE,
    Declaring: Step.DECLARE,
    Determining: Step.DETERMINE,
    Fighting: Step.COMBATS,
    Paying: Step.UPKEEP,
    Building: Step.BUILD,
    Invading: Step.INVASION,
    Finished: Step.FINISHED,
}
