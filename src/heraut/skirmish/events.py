"""
What has happened in a fight.

`who` is the character an event is about. What concerns a hidden character, or is the game master's secret, travels
inside `Unseen`, which only its owner and the officials may read.
"""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from heraut.kernel import Audience, ClauseId, Event, Seat
from heraut.skirmish.commands import Actions, Order
from heraut.skirmish.effect import Effect, Moment
from heraut.skirmish.need import Need


class Public(Event, frozen=True, gc=False, kw_only=True):
    """An event everybody at the table may see."""

    audience: ClassVar[Audience] = Audience.EVERYBODY


class Fact(Public, frozen=True, kw_only=True):
    """An event about a character."""

    who: str


# --- an action under way


class Began(Public, frozen=True, kw_only=True):
    """An action has begun and waits for something; `action` is the type of its command, for the log."""

    command: Actions
    action: str
    actor: str
    reveals: ClassVar[bool] = False


class Asked(Public, frozen=True, kw_only=True):
    """The action waits for this; `asked` and `of` name it for the log."""

    need: Need
    asked: str
    of: str


class DiceRolled(Fact, frozen=True, kw_only=True):
    """Dice have fallen for a character."""

    roll: str
    faces: tuple[int, ...]
    total: int
    flat: int = 0
    critical: bool = False
    difficulty: int | None = None
    clause: ClauseId
    reveals: ClassVar[bool] = True


class Ruled(Public, frozen=True, kw_only=True):
    """The game master was asked for a number and settled it."""

    ruling: str
    offered: int
    value: int
    who: str = ""
    clause: ClauseId


class Chosen(Fact, frozen=True, kw_only=True):
    """Somebody chose."""

    decision: str
    option: str
    clause: ClauseId


class Overridden(Fact, frozen=True, kw_only=True):
    """The game master changed a number of the roll that was due; both values are kept."""

    number: str
    computed: int
    value: int
    clause: ClauseId = ClauseId("SK-GEN-6")


class Ended(Public, frozen=True, kw_only=True):
    """The action is over."""


# --- the clock


class FightBegan(Public, frozen=True, kw_only=True):
    """The fight begins."""


class FightEnded(Public, frozen=True, kw_only=True):
    """The fight is over; levels lent by galvanising are lost again."""


class TurnBegan(Public, frozen=True, kw_only=True):
    """A turn of five seconds begins."""

    turn: int


class ReactionRead(Fact, frozen=True, kw_only=True):
    """A character's reaction of the turn."""

    total: int


class OrderSet(Public, frozen=True, kw_only=True):
    """The order of announcing, the slowest first."""

    order: tuple[str, ...]
    audience: ClassVar[Audience] = Audience.OFFICIALS


class Announced(Fact, frozen=True, kw_only=True):
    """A number of declared actions, and the segments they fall in."""

    actions: int
    segments: tuple[int, ...]


class SegmentBegan(Public, frozen=True, kw_only=True):
    """A second begins: time for what must be said at its beginning."""

    segment: int


class OpeningClosed(Public, frozen=True, kw_only=True):
    """The actions of the segment are played."""

    segment: int


class SegmentEnded(Public, frozen=True, kw_only=True):
    """The second is over: unused slots of it vanish."""

    segment: int


class TurnEnded(Public, frozen=True, kw_only=True):
    """The turn is over; what lasts until the end of the turn ends."""

    turn: int


# --- slots


class SlotUsed(Fact, frozen=True, kw_only=True):
    """A declared action was spent on something."""

    segment: int
    use: str


class Acted(Fact, frozen=True, kw_only=True):
    """An undeclared action that is no movement was begun in this segment [SK-TURN-7]."""


class SlotSwapped(Fact, frozen=True, kw_only=True):
    """A declared action was given up for an undeclared one [SK-ACT-3]."""

    segment: int


class SlotStruck(Fact, frozen=True, kw_only=True):
    """A lost action strikes a slot out [SK-CON-1]."""

    segment: int


class LossCarried(Fact, frozen=True, kw_only=True):
    """A lost action waits for the next slot [SK-CON-2]; `first`: it strikes the first of the next turn only."""

    first: bool = False


class LossPaid(Fact, frozen=True, kw_only=True):
    """A loss that waited has struck a slot."""

    first: bool = False


class SlotsDelayed(Fact, frozen=True, kw_only=True):
    """The remaining slots moved; those beyond the turn are lost [SK-DLY-2]."""

    by: int


class SlotsGivenUp(Fact, frozen=True, kw_only=True):
    """The remaining slots are given up for a long action [SK-LNG-3]."""


class Yielded(Fact, frozen=True, kw_only=True):
    """A character lets the others go first."""


class SurvivalDue(Fact, frozen=True, kw_only=True):
    """Survival mode starts at that moment."""

    at: Moment


class SurvivalBegan(Fact, frozen=True, kw_only=True):
    """Survival mode: a slot in every segment left [SK-SRV-4]."""

    segments: tuple[int, ...]


class PrecedenceSet(Public, frozen=True, kw_only=True):
    """Who acts first of two, in this segment."""

    first: str
    second: str


class ExchangeOpened(Public, frozen=True, kw_only=True):
    """Simultaneous actions: the second may still answer as he was before [SK-PRI-4]."""

    who: str
    target: str


class ExchangeClosed(Public, frozen=True, kw_only=True):
    """The answer was given."""

    who: str
    target: str


class Surprised(Fact, frozen=True, kw_only=True):
    """A character is surprised in this segment."""

    modifier: int


# --- bodies


class EffectGained(Fact, frozen=True, kw_only=True):
    """Something weighs on a character from now on; `code` is its source."""

    code: str
    effect: Effect


class EffectChanged(Fact, frozen=True, kw_only=True):
    """An effect weighs so many dice now; with none left it ends."""

    code: str
    of: str = ""
    dice: int = 0


class Harmed(Fact, frozen=True, kw_only=True):
    """Levels lost."""

    wounds: int
    fatigue: int
    by: str = ""


class Recovered(Fact, frozen=True, kw_only=True):
    """Levels recovered."""

    wounds: int
    fatigue: int


class Lent(Fact, frozen=True, kw_only=True):
    """Levels given back until the end of the battle [SK-CMD-20]."""

    wounds: int
    fatigue: int


class CriticalRead(Fact, frozen=True, kw_only=True):
    """A critical wound."""

    total: int
    row: str
    clause: ClauseId


class PutOut(Fact, frozen=True, kw_only=True):
    """A character is out of the fight."""

    how: str
    by: str = ""


class CameBack(Fact, frozen=True, kw_only=True):
    """A character is in the fight again."""


class PostureTaken(Fact, frozen=True, kw_only=True):
    """A character stands, crouches or lies."""

    posture: str


class RiseBegan(Fact, frozen=True, kw_only=True):
    """A character gets up; it takes some segments."""

    segments: int


class Moved(Fact, frozen=True, kw_only=True):
    """A character moves at this speed."""

    ground: str
    speed: Fraction
    fast: bool = False
    evading: bool = False


class Slowed(Public, frozen=True, kw_only=True):
    """Speeds are lowered, of one or of all."""

    by: Fraction
    who: str = ""


class Falling(Fact, frozen=True, kw_only=True):
    """So many segments of fall; 0: on the ground."""

    segments: int


class DodgeMade(Fact, frozen=True, kw_only=True):
    """The dodge of the segment."""

    total: int
    critical: bool = False


class LongBegan(Fact, frozen=True, kw_only=True):
    """A long action begins."""

    name: str
    segments: int = 0


class LongKept(Fact, frozen=True, kw_only=True):
    """A long action goes on for another turn."""


class LongEnded(Fact, frozen=True, kw_only=True):
    """A long action is over."""


# --- melee


class Engaged(Fact, frozen=True, kw_only=True):
    """Two characters are in melee."""

    target: str


class Parted(Fact, frozen=True, kw_only=True):
    """Two characters are no longer in melee."""

    target: str


class BlowRead(Fact, frozen=True, kw_only=True):
    """An attack against a final defence."""

    target: str
    total: int
    defence: int
    hit: bool
    margin: int = 0


class BystanderHit(Fact, frozen=True, kw_only=True):
    """A shot into a crowd hit a passer-by."""


class Prepared(Fact, frozen=True, kw_only=True):
    """The first of two actions is done."""

    style: str
    target: str


class PreparationLost(Fact, frozen=True, kw_only=True):
    """The preparation is used or wasted."""


class Seized(Fact, frozen=True, kw_only=True):
    """A character is held."""

    target: str
    total: int
    restraint: int


class HoldEnded(Fact, frozen=True, kw_only=True):
    """A hold is over."""

    target: str


class Drawn(Fact, frozen=True, kw_only=True):
    """A weapon is in hand."""

    weapon: str


class DroppedWeapons(Fact, frozen=True, kw_only=True):
    """What was held lies on the ground."""

    weapons: tuple[str, ...]


class PickedUp(Fact, frozen=True, kw_only=True):
    """A weapon is in hand again."""

    weapon: str


class WeaponBroke(Fact, frozen=True, kw_only=True):
    """A weapon is broken."""

    weapon: str


class WeaponStuck(Fact, frozen=True, kw_only=True):
    """A weapon is stuck in its victim."""

    weapon: str
    victim: str


class WeaponFreed(Fact, frozen=True, kw_only=True):
    """A stuck weapon is out."""

    weapon: str
    victim: str


# --- terror, command, trophies


class Displayed(Fact, frozen=True, kw_only=True):
    """A display, and the terror points it scored."""

    display: str
    points: int


class TerrorRead(Public, frozen=True, kw_only=True):
    """The terror score of a side."""

    side: str
    points: int
    opponents: int
    score: int


class OrderBegan(Fact, frozen=True, kw_only=True):
    """A series of command actions; so many are needed in all."""

    order: Order
    needed: int


class OrderKept(Fact, frozen=True, kw_only=True):
    """One more action of the series is spent."""


class OrderClosed(Fact, frozen=True, kw_only=True):
    """The series is done, or interrupted and lost."""

    lost: bool = False


class TacticSet(Fact, frozen=True, kw_only=True):
    """A chief's tactical bonus; 0: none any more."""

    bonus: int
    gain: str = ""
    men: tuple[str, ...] = ()


class LeftOut(Fact, frozen=True, kw_only=True):
    """A man is uncommanded."""


class Rallied(Fact, frozen=True, kw_only=True):
    """A man is under command again, perhaps of a new chief."""

    chief: str


class Galvanised(Fact, frozen=True, kw_only=True):
    """A chief has spent his one attempt to galvanise."""


class HeadTaken(Fact, frozen=True, kw_only=True):
    """A head hangs at a belt for so many days."""

    victim: str
    days: int


class HeadEmbalmed(Fact, frozen=True, kw_only=True):
    """The freshest head keeps for ever."""


# --- duel and the rest


class DuelBegan(Fact, frozen=True, kw_only=True):
    """Two duellists face each other."""

    target: str
    weapon: str
    other_weapon: str
    distance: int


class Stared(Fact, frozen=True, kw_only=True):
    """One second of staring: who gained, and how much."""

    bonus: int


class DuelBroken(Fact, frozen=True, kw_only=True):
    """The stare is over."""


class TraitRecorded(Fact, frozen=True, kw_only=True):
    """A trait the sheet did not give; an attribute has no level."""

    trait: str
    dice: int
    level: int = 0


class Uncovered(Fact, frozen=True, kw_only=True):
    """A hidden character is seen by all."""

    reveals: ClassVar[bool] = True


Plain = (
    Began
    | Asked
    | DiceRolled
    | Ruled
    | Chosen
    | Overridden
    | Ended
    | FightBegan
    | FightEnded
    | TurnBegan
    | ReactionRead
    | OrderSet
    | Announced
    | SegmentBegan
    | OpeningClosed
    | SegmentEnded
    | TurnEnded
    | SlotUsed
    | Acted
    | SlotSwapped
    | SlotStruck
    | LossCarried
    | LossPaid
    | SlotsDelayed
    | SlotsGivenUp
    | Yielded
    | SurvivalDue
    | SurvivalBegan
    | PrecedenceSet
    | ExchangeOpened
    | ExchangeClosed
    | Surprised
    | EffectGained
    | EffectChanged
    | Harmed
    | Recovered
    | Lent
    | CriticalRead
    | PutOut
    | CameBack
    | PostureTaken
    | RiseBegan
    | Moved
    | Slowed
    | Falling
    | DodgeMade
    | LongBegan
    | LongKept
    | LongEnded
    | Engaged
    | Parted
    | BlowRead
    | BystanderHit
    | Prepared
    | PreparationLost
    | Seized
    | HoldEnded
    | Drawn
    | DroppedWeapons
    | PickedUp
    | WeaponBroke
    | WeaponStuck
    | WeaponFreed
    | Displayed
    | TerrorRead
    | OrderBegan
    | OrderKept
    | OrderClosed
    | TacticSet
    | LeftOut
    | Rallied
    | Galvanised
    | HeadTaken
    | HeadEmbalmed
    | DuelBegan
    | Stared
    | DuelBroken
    | TraitRecorded
    | Uncovered
)


class Unseen(Event, frozen=True, kw_only=True):
    """Something only its owner and the game master may know."""

    audience: ClassVar[Audience] = Audience.OWNERS_AND_OFFICIALS
    seat: Seat
    event: Plain


AnyEvent = Plain | Unseen
