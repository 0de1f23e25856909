"""
What a subject of the campaign is made of: orders and events, what follows by itself, questions and refusals.

An order is decided by a plain function of the state. What follows from it by itself is told by generators, in the
order of the sheet: each event they yield is put in place before they go on, so `scene.state` is always the present.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar, Generic, TypeVar, cast

import msgspec

from heraut.campaign.board import Board
from heraut.campaign.state import Combat, CombatStatus, Declaring, Fighting, Invading, Phase, Sealing, State
from heraut.campaign.tables import TerritoryId
from heraut.kernel.engine import Case, Outcome, Subject, on
from heraut.kernel.message import Audience, Awaited, Command, Event, PublicEvent, Speaker
from heraut.kernel.names import ORGANISER, ClauseId, Instant, Seat
from heraut.kernel.refusal import Fact, HouseCode, Refusal, house
from heraut.kernel.sealed import Opened, SealedBox

K = TypeVar("K")
T = TypeVar("T")
P = TypeVar("P", bound=msgspec.Struct)
A = TypeVar("A", bound="CombatOrder")


class CampaignOrder(Command, frozen=True, omit_defaults=True):
    """A command of a campaign; `at` is stamped by the shell. Players speak for themselves, unless it says otherwise."""

    speaker: ClassVar[Speaker] = Speaker.PLAYER
    at: Instant = Instant(0)


class CombatOrder(CampaignOrder, frozen=True, kw_only=True):
    """An order about one combat, by its territory."""

    territory: TerritoryId


class SealedOrder(CampaignOrder, frozen=True, kw_only=True):
    """An order nobody else may see before the opening; its `salt` is drawn by the shell [HOUSE-SEAL-6]."""

    filled_in: ClassVar[tuple[str, ...]] = ("salt",)
    salt: str = ""


class OnTerritory(PublicEvent, frozen=True):
    """An event of a player on a territory."""

    seat: Seat
    territory: TerritoryId


class Drafted(Event, frozen=True):
    """A choice its owner has not handed in: nobody else knows of it."""

    audience: ClassVar[Audience] = Audience.OWNERS
    seat: Seat


class SealedEvent(Drafted, frozen=True, kw_only=True):
    """
    A choice only its owner may see; that it was handed in is known to all [SC-GEN-4].

    So is the `commitment` that says, once it is opened, that it is what was sealed [HOUSE-SEAL-6].
    """

    outline: ClassVar[Audience] = Audience.EVERYBODY
    salt: str = ""
    commitment: str = ""


class Defaulted(PublicEvent, frozen=True):
    """A choice nobody handed in is filled in for somebody absent [SC-GEN-9]."""

    seat: Seat


class Revealed(PublicEvent, frozen=True, kw_only=True):
    """Sealed choices are opened together; `opened` is what they are checked by [HOUSE-SEAL-6]."""

    reveals: ClassVar[bool] = True
    defaulted: tuple[Seat, ...] = ()
    opened: tuple[Opened, ...] = ()


class CampaignScene:
    """The campaign while something follows by itself."""

    __slots__ = ("state",)

    def __init__(self, state: State) -> None:
        self.state = state

    @property
    def board(self) -> Board:
        """What lies on the table now."""
        return self.state.board


Steps = Generator[Event, None, T]
"""What follows by itself, event by event."""


@dataclass(frozen=True)
class AwaitedQuestion:
    """
    Something a campaign may wait for.

    `answers` are what one may try, a selection where they cannot be counted; `missing` is what is filled in for
    somebody absent [SC-GEN-9], if that can be done for them.
    """

    code: str
    clause: str
    answers: Callable[[State, Awaited], Iterator[Command]]
    missing: Callable[[State, Awaited], tuple[Event, ...]] | None = None

    def to(self, seat: Seat, subject: Fact | None = None) -> Awaited:
        """The question as somebody is asked it."""
        return Awaited(seat, self.code, ClauseId(self.clause), subject=subject)


@dataclass(frozen=True)
class During:
    """
    What goes on in one kind of phase: what follows by itself, and who is awaited when nothing does.

    `sealed` is asked of everybody in a step of sealed choices; it may be answered anew until the opening.
    """

    phase: type[msgspec.Struct]
    onward: Callable[[CampaignScene, Phase], Steps[bool]]
    awaits: Callable[[State, Phase], Iterable[Awaited]]
    sealed: AwaitedQuestion | None = None


def _nobody(_state: State, _phase: Phase) -> Iterable[Awaited]:
    return ()


def during(
    phase: type[P],
    onward: Callable[[CampaignScene, P], Steps[bool]],
    awaits: Callable[[State, P], Iterable[Awaited]] | None = None,
) -> During:
    """
    The rules of one kind of phase; `onward` says whether its step is over.

    That phase and rules belong together is checked here, and only here.
    """
    return During(
        phase,
        cast("Callable[[CampaignScene, Phase], Steps[bool]]", onward),
        cast("Callable[[State, Phase], Iterable[Awaited]]", awaits or _nobody),
    )


@dataclass(frozen=True)
class SealedStep(Generic[T]):
    """
    A step of sealed choices: its phase and its events, the field in which these have the choice.

    `nothing` is what somebody absent chooses [SC-GEN-9]; a step without `drafted` keeps no drafts.
    """

    phase: type[Sealing[T]]
    sealed: type[SealedEvent]
    defaulted: type[Defaulted]
    field: str
    nothing: T
    drafted: type[Drafted] | None = None

    def question(
        self, code: str, clause: str, answers: Callable[[State, Awaited], Iterator[Command]]
    ) -> AwaitedQuestion:
        """What everybody is asked."""
        return AwaitedQuestion(code, clause, answers, lambda _state, awaited: (self.defaulted(awaited.seat),))

    def rules(self, question: AwaitedQuestion, reveal: Callable[[CampaignScene, SealedBox[T]], Steps[None]]) -> During:
        """When everybody has handed in a choice, all are opened together [SC-GEN-4]."""

        def onward(scene: CampaignScene, present: Sealing[T]) -> Steps[bool]:
            if not present.box.awaited:
                yield from reveal(scene, present.box)
            return False

        def awaits(_state: State, present: Sealing[T]) -> Iterable[Awaited]:
            return [question.to(seat) for seat in present.box.awaited]

        return replace(during(self.phase, onward, awaits), sealed=question)

    def changes(self) -> tuple[Case[State, State], ...]:
        """What its events put into the box."""
        drafts = () if self.drafted is None else (on(self.drafted, self._drafted),)
        return (*drafts, on(self.sealed, self._sealed), on(self.defaulted, self._defaulted))

    def _drafted(self, state: State, event: Drafted) -> State:
        return state.with_box(state.box(self.phase).draft(event.seat, getattr(event, self.field)))

    def _sealed(self, state: State, event: SealedEvent) -> State:
        choice, box = getattr(event, self.field), state.box(self.phase)
        return state.with_box(box.seal(event.seat, choice, event.salt, event.commitment))

    def _defaulted(self, state: State, event: Defaulted) -> State:
        return state.with_box(state.box(self.phase).default(event.seat, self.nothing))


@dataclass(frozen=True)
class SpokenStep:
    """A step in which players speak one at a time: its phase, what a page calls it, the clause of their order."""

    phase: type[Declaring | Invading]
    place: str
    clause: str

    def refusal(self, state: State, seat: Seat) -> Refusal | None:
        """Why a player may not speak: another step, or another's turn in it."""
        if not isinstance(state.phase, self.phase):
            return house(HouseCode.WRONG_PHASE, self.place)
        speaker = state.phase.queue[0]
        return None if speaker == seat else refuse(self.clause, Code.NOT_YOUR_TURN, seat, allowed=speaker)

    def rules(
        self, question: AwaitedQuestion, may: Callable[[State, Seat], bool], passed: Callable[[State, Seat], Event]
    ) -> During:
        """Who could do nothing is not asked [SC-GEN-8]; it is over when nobody speaks any more."""

        def onward(scene: CampaignScene, present: Declaring | Invading) -> Steps[bool]:
            if present.queue and not may(scene.state, present.queue[0]):
                yield passed(scene.state, present.queue[0])
            return not present.queue

        def awaits(_state: State, present: Declaring | Invading) -> Iterable[Awaited]:
            return (question.to(present.queue[0]),)

        return during(self.phase, onward, awaits)


def place_of(awaited: Awaited) -> TerritoryId:
    """The territory somebody is asked about."""
    return TerritoryId(str(awaited.subject))


class CampaignSubject(Subject[State], frozen=True):
    """A subject of the campaign: with its orders and events, the phases it governs and the questions it asks."""

    phases: tuple[During, ...] = ()
    questions: tuple[AwaitedQuestion, ...] = ()


class Code(StrEnum):
    """Why an order is refused."""

    STARTS_WRONG = "campaign-starts-wrong"
    START_NOT_NORMAL = "campaign-start-not-normal"
    START_COUNT = "campaign-start-count"
    START_POINTS = "campaign-start-points"
    START_NEW_ONLY = "campaign-start-new-only"
    NOT_A_CANDIDATE = "campaign-not-a-candidate"
    NOT_YOUR_CHOICE = "campaign-not-your-choice"
    BID_NEGATIVE = "campaign-bid-negative"
    BID_ABOVE_STOCK = "campaign-bid-above-stock"
    BID_REFUSED = "campaign-bid-refused"
    NOT_FAVOUR_HOLDER = "campaign-not-favour-holder"
    TIES_WRONG = "campaign-ties-wrong"
    TOO_DEAR = "campaign-too-dear"
    UNKNOWN_TERRITORY = "campaign-unknown-territory"
    TERRITORY_TWICE = "campaign-territory-twice"
    NOT_YOUR_BAND = "campaign-not-your-band"
    BAND_TWICE = "campaign-band-twice"
    UNIT_NOT_HERE = "campaign-unit-not-here"
    UNIT_TWICE = "campaign-unit-twice"
    LORD_NOT_HERE = "campaign-lord-not-here"
    LORD_TWICE = "campaign-lord-twice"
    NO_VILLAGE = "campaign-no-village"
    OCCUPIED = "campaign-village-occupied"
    NO_RECRUITS_NOW = "campaign-no-recruits-now"
    NO_NEW_BAND_NOW = "campaign-no-new-band-now"
    UNIT_MALFORMED = "campaign-unit-malformed"
    UNIT_SIZE = "campaign-unit-size"
    BAND_POINTS = "campaign-band-points"
    BAND_NEEDS_LORD = "campaign-band-needs-lord"
    TOO_MANY_LORDS = "campaign-too-many-lords"
    LEFT_OUTSIDE = "campaign-left-outside"
    LORD_LEFT_OUTSIDE = "campaign-lord-left-outside"
    NOT_YOUR_TURN = "campaign-not-your-turn"
    ALREADY_MOVED = "campaign-already-moved"
    NO_STEP = "campaign-no-step"
    NO_ROAD = "campaign-no-road"
    TOO_FAR = "campaign-too-far"
    PATH_CROSSES = "campaign-path-crosses"
    PINNED = "campaign-pinned"
    ROAD_BLOCKED = "campaign-road-blocked"
    STOPPED_SHORT = "campaign-stopped-short"
    NOT_ASKED = "campaign-not-asked"
    MILITIA_POINTS = "campaign-militia-points"
    MILITIA_NEEDS_LORD = "campaign-militia-needs-lord"
    NO_COMBAT = "campaign-no-combat"
    NOT_A_FIGHTER = "campaign-not-a-fighter"
    NOT_NOW = "campaign-combat-not-now"
    NO_REORGANISATION = "campaign-no-reorganisation"
    WRONG_WINNERS = "campaign-wrong-winners"
    SURVIVORS_MISSING = "campaign-survivors-missing"
    SURVIVORS_WRONG = "campaign-survivors-wrong"
    LORD_NOT_FIELDED = "campaign-lord-not-fielded"
    ALREADY_AGREED = "campaign-already-agreed"
    STILL_TOO_DEAR = "campaign-still-too-dear"
    WASTEFUL = "campaign-wasteful"
    NOT_NEAREST = "campaign-not-nearest"
    NOT_CONTROLLED = "campaign-not-controlled"
    VILLAGE_THERE = "campaign-village-there"
    ENEMY_THERE = "campaign-enemy-there"
    TOO_MANY_VILLAGES = "campaign-too-many-villages"
    SITE_THERE = "campaign-site-there"
    BUILT_TWICE = "campaign-built-twice"
    ONE_FOUNDING = "campaign-one-founding"
    ENEMY_VILLAGE = "campaign-enemy-village"
    NOT_YOUR_LORD = "campaign-not-your-lord"
    NOBODY_AWAITED = "campaign-nobody-awaited"
    NO_DEADLINE = "campaign-no-deadline"
    STAND_INS_OFF = "campaign-stand-ins-off"
    STAND_IN_UNKNOWN = "campaign-stand-in-unknown"
    NO_NAME = "campaign-no-name"
    PAUSE_OFF = "campaign-pause-off"
    PAUSE_ALREADY = "campaign-pause-already"
    LETTERS_OFF = "campaign-letters-off"
    LETTERS_REST = "campaign-letters-rest"
    LETTER_READERS = "campaign-letter-readers"
    LETTER_LENGTH = "campaign-letter-length"
    NO_LETTER = "campaign-no-letter"


def refuse(
    clause: str, code: Code, subject: Fact | None = None, *, asked: Fact | None = None, allowed: Fact | None = None
) -> Refusal:
    """A refusal by a clause of the campaign."""
    return Refusal(ClauseId(clause), code, subject, asked, allowed)


def amiss(named: Sequence[K], among: Container[K]) -> list[K]:
    """Those of a list that are not among the others, or are named twice."""
    return [one for one in named if one not in among or named.count(one) > 1]


def about_combat(rule: Callable[[State, Combat, A], Outcome], *allowed: CombatStatus) -> Callable[[State, A], Outcome]:
    """The rule of a command about one combat, if its sender takes part and it is in the right place."""

    def decided(state: State, command: A) -> Outcome:
        combat = _combat(state, command, *allowed)
        return combat if isinstance(combat, Refusal) else rule(state, combat, command)

    return decided


def _combat(state: State, command: CombatOrder, *allowed: CombatStatus) -> Combat | Refusal:
    if not isinstance(state.phase, Fighting):
        return house(HouseCode.WRONG_PHASE, "combats")
    combat = state.phase.combats.get(command.territory)
    if combat is None:
        return refuse("SC-DET-5", Code.NO_COMBAT, command.territory)
    if command.seat not in (*combat.standing(), ORGANISER):
        return refuse("SC-CBT-6", Code.NOT_A_FIGHTER, command.territory)
    if combat.status not in allowed:
        return refuse("SC-SEQ-13", Code.NOT_NOW, command.territory, asked=combat.status)
    return combat
