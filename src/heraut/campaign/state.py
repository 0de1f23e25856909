"""
The state of a campaign: the step it is in with its combats, the people around it, beside what lies on the table.

Values are replaced, never changed. They are small Structs, since streams fold thousands of events.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Generic, NewType, TypeVar

import msgspec
from msgspec.structs import replace

from heraut.campaign.board import ArmyId, BandId, Board, Left, LordId, TerritoryMuster, UnitId, without
from heraut.campaign.settings import Campaign, Level, TurnStep
from heraut.campaign.tables import TerritoryId
from heraut.kernel.engine import ImpossibleEvent
from heraut.kernel.names import Instant, Seat
from heraut.kernel.sealed import Opened, SealedBox

V = TypeVar("V")
P = TypeVar("P", bound=msgspec.Struct)


class Force(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a participant fields: one band, or when `band` is None a militia from a reserve [SC-CBT-3, SC-RSV-5]."""

    units: tuple[UnitId, ...]
    lords: tuple[LordId, ...]
    band: BandId | None = None


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a battle [SC-CBT-5]: several winners are tied for first place, a draw."""

    winners: tuple[Seat, ...]
    left: tuple[Left, ...]
    fallen: tuple[LordId, ...] = ()


class CombatStatus(StrEnum):
    """Where one combat stands [SC-SEQ-13]; a later stage opens only when the earlier one is applied."""

    ORGANISE = "organise"
    BATTLE = "battle"
    REVIEW = "review"
    APPLYING = "applying"
    APPLIED = "applied"


class Combat(msgspec.Struct, frozen=True):
    """
    One combat, at its present stage.

    `newcomers` wait for stage 2 [SC-MUL-5]; `holder` is the winner of stage 1, in stage 2 [SC-MUL-8]. Roles exist
    between two players only [SC-DET-6]. A participant without a choice is fielded at once.
    """

    territory: TerritoryId
    stage: int
    fighters: tuple[Seat, ...]
    newcomers: tuple[Seat, ...] = ()
    attacker: Seat | None = None
    defender: Seat | None = None
    holder: Seat | None = None
    status: CombatStatus = CombatStatus.ORGANISE
    forces: Mapping[Seat, Force] = {}
    conceded: tuple[Seat, ...] = ()
    result: Result | None = None
    agreed: tuple[Seat, ...] = ()

    def standing(self) -> tuple[Seat, ...]:
        """The fighters who have not conceded."""
        return tuple(seat for seat in self.fighters if seat not in self.conceded)


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

    step: TurnStep
    done: bool = False


class Arriving(msgspec.Struct, frozen=True):
    """Armies come back at TURN_START (living lord) or TURN_END (leaderless); `delayed` ones wait [SC-RET-8]."""

    step: TurnStep
    delayed: frozenset[ArmyId] = frozenset()


class Rolling(msgspec.Struct, frozen=True):
    """The dice of turn 1: groups best first, equal players in one group [SC-INI-3]; totals of this round of rolls."""

    groups: tuple[tuple[Seat, ...], ...]
    totals: Mapping[Seat, int] = {}


class Sealing(msgspec.Struct, Generic[V], frozen=True):
    """Everybody hands in a choice nobody else sees; all are opened together."""

    box: SealedBox[V]


class Bidding(Sealing[int], frozen=True):
    """Bids under closed fists [SC-INI-5]."""


class Tied(msgspec.Struct, frozen=True):
    """Bids are paid, ties wait for the favour holder [SC-INI-10]; groups are best first."""

    groups: tuple[tuple[Seat, ...], ...]


class Preparing(Sealing[tuple[TerritoryMuster, ...]], frozen=True):
    """Hidden recruitment and transfers [SC-SEQ-4]."""


class Declaring(msgspec.Struct, frozen=True):
    """Moves, one player at a time: `queue` are those yet to speak in this round, the first is the speaker."""

    speakers: tuple[Seat, ...]
    queue: tuple[Seat, ...]
    passed: frozenset[Seat] = frozenset()
    round: int = 1


class Determining(msgspec.Struct, frozen=True):
    """Village owners say whether they fight with their reserve [SC-RSV-4]; None is a refusal to fight."""

    asked: tuple[TerritoryId, ...]
    answers: Mapping[TerritoryId, Force | None] = {}


class Contest(msgspec.Struct, frozen=True, omit_defaults=True):
    """A result somebody disagrees with, kept for the next proposal, and what in it is marked as wrong [SC-SEQ-13]."""

    seat: Seat
    result: Result
    winners: bool = False
    units: tuple[UnitId, ...] = ()
    lords: tuple[LordId, ...] = ()


class Fighting(msgspec.Struct, frozen=True):
    """The combats of the turn, by territory, in any order [SC-SEQ-7], and the results that were contested."""

    combats: Mapping[TerritoryId, Combat]
    contests: Mapping[TerritoryId, Contest] = {}


class Paying(msgspec.Struct, frozen=True):
    """Players who cannot pay their upkeep choose whom to send home [SC-UPK-5]."""

    owing: tuple[Seat, ...]


class Building(Sealing[BuildOrder], frozen=True):
    """Hidden construction [SC-SEQ-10]."""


class Invading(msgspec.Struct, frozen=True):
    """Outer players who may still invade, in initiative order [SC-INV-7]."""

    queue: tuple[Seat, ...]


class FinalPlace(msgspec.Struct, frozen=True):
    """One line of the final ranking."""

    seat: Seat
    score: Fraction


class Finished(msgspec.Struct, frozen=True):
    """The campaign is over: by fame or on points [SC-VIC-1]."""

    by: str
    ranking: tuple[FinalPlace, ...]


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


class People(msgspec.Struct, frozen=True):
    """The people around the table: names, stand-ins, the running deadline, the pause."""

    names: Mapping[Seat, str]
    stand_ins: Mapping[Seat, str] = {}
    watch: Watch | None = None
    paused: Instant | None = None
    votes: frozenset[Seat] = frozenset()
    taken_over: frozenset[Seat] = frozenset()
    """The seats of bots of the settings that a person has for good [SC-ABS-8]."""


LetterId = NewType("LetterId", str)


class Letter(msgspec.Struct, frozen=True, omit_defaults=True):
    """A letter, with who agrees that it is told; `sealed` stands for a text this machine cannot open [SC-LET-1]."""

    id: LetterId
    seat: Seat
    to: tuple[Seat, ...]
    text: str = ""
    sealed: str = ""
    at: Instant = Instant(0)
    open: bool = False
    allowed: tuple[Seat, ...] = ()
    told: bool = False

    @property
    def people(self) -> tuple[Seat, ...]:
        """Who wrote it and who received it."""
        return (self.seat, *self.to)


class State(msgspec.Struct, frozen=True):
    """A campaign at one moment."""

    game: Campaign
    board: Board
    phase: Phase
    people: People
    letters: tuple[Letter, ...] = ()
    opened: tuple[Opened, ...] = ()
    """What was sealed and opened last, for who checks it [HOUSE-SEAL-6]."""

    @property
    def bots(self) -> Mapping[Seat, Level]:
        """The seats that bots of the settings play, except those a person has taken over [SC-ABS-8]."""
        return without(self.game.bots, *self.people.taken_over)

    def box(self, kind: type[Sealing[V]]) -> SealedBox[V]:
        """The sealed choices of a step."""
        return expect(self.phase, kind).box

    def with_box(self, box: SealedBox[V]) -> State:
        """The sealed choices are as they are now."""
        return replace(self, phase=replace(self.phase, box=box))

    def combat(self, territory: TerritoryId) -> Combat:
        """The combat on a territory."""
        return expect(self.phase, Fighting).combats[territory]

    def with_combat(self, combat: Combat) -> State:
        """A combat is as it is now."""
        phase = expect(self.phase, Fighting)
        return replace(self, phase=replace(phase, combats={**phase.combats, combat.territory: combat}))

    def with_contest(self, territory: TerritoryId, contest: Contest | None) -> State:
        """The result that was proposed there last is contested, or is not any more."""
        phase = expect(self.phase, Fighting)
        others = without(phase.contests, territory)
        kept = others if contest is None else {**others, territory: contest}
        return replace(self, phase=replace(phase, contests=kept))


def expect(phase: Phase, kind: type[P]) -> P:
    """The phase an event belongs to; an event that meets another one is a bug or a damaged journal."""
    if not isinstance(phase, kind):
        raise ImpossibleEvent(phase, kind)
    return phase


def step_of(phase: Phase) -> TurnStep:
    """The step of the turn that a phase belongs to."""
    if isinstance(phase, Passing | Arriving):
        return phase.step
    return _STEPS[type(phase)]


_STEPS: Mapping[type, TurnStep] = {
    Setup: TurnStep.SETUP,
    Rolling: TurnStep.INITIATIVE,
    Bidding: TurnStep.INITIATIVE,
    Tied: TurnStep.INITIATIVE,
    Preparing: TurnStep.PREPARE,
    Declaring: TurnStep.DECLARE,
    Determining: TurnStep.DETERMINE,
    Fighting: TurnStep.COMBATS,
    Paying: TurnStep.UPKEEP,
    Building: TurnStep.BUILD,
    Invading: TurnStep.INVASION,
    Finished: TurnStep.FINISHED,
}
