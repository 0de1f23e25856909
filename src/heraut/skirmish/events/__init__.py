"""
What has happened in a fight.

`who` is the character an event is about. What concerns a hidden character, or is the game master's secret, travels
inside `Unseen`, which only its owner and the officials may read.
"""

from __future__ import annotations

from typing import ClassVar

from heraut.kernel import Audience, Event, Seat
from heraut.skirmish.events.action import (
    Asked,
    Began,
    Chosen,
    DiceRolled,
    Ended,
    Overridden,
    Ruled,
)
from heraut.skirmish.events.bodies import (
    CameBack,
    CriticalRead,
    DodgeMade,
    EffectChanged,
    EffectGained,
    Falling,
    Harmed,
    Lent,
    LongBegan,
    LongEnded,
    LongKept,
    Moved,
    PostureTaken,
    PutOut,
    Recovered,
    RiseBegan,
    Slowed,
)
from heraut.skirmish.events.clock import (
    Announced,
    FightBegan,
    FightEnded,
    OpeningClosed,
    OrderSet,
    ReactionRead,
    SegmentBegan,
    SegmentEnded,
    TurnBegan,
    TurnEnded,
)
from heraut.skirmish.events.command import (
    Displayed,
    Galvanised,
    HeadEmbalmed,
    HeadTaken,
    LeftOut,
    OrderBegan,
    OrderClosed,
    OrderKept,
    Rallied,
    TacticSet,
    TerrorRead,
)
from heraut.skirmish.events.duel import (
    DuelBegan,
    DuelBroken,
    Stared,
    TraitRecorded,
    Uncovered,
)
from heraut.skirmish.events.fact import (
    Fact,
    Public,
)
from heraut.skirmish.events.melee import (
    BlowRead,
    BystanderHit,
    Drawn,
    DroppedWeapons,
    Engaged,
    HoldEnded,
    Parted,
    PickedUp,
    PreparationLost,
    Prepared,
    Seized,
    WeaponBroke,
    WeaponFreed,
    WeaponStuck,
)
from heraut.skirmish.events.slots import (
    Acted,
    ExchangeClosed,
    ExchangeOpened,
    LossCarried,
    LossPaid,
    PrecedenceSet,
    SlotsDelayed,
    SlotsGivenUp,
    SlotStruck,
    SlotSwapped,
    SlotUsed,
    Surprised,
    SurvivalBegan,
    SurvivalDue,
    Yielded,
)

Plain = (
    Began | Asked | DiceRolled | Ruled | Chosen | Overridden | Ended | FightBegan | FightEnded | TurnBegan
    | ReactionRead | OrderSet | Announced | SegmentBegan | OpeningClosed | SegmentEnded | TurnEnded | SlotUsed
    | Acted | SlotSwapped | SlotStruck | LossCarried | LossPaid | SlotsDelayed | SlotsGivenUp | Yielded | SurvivalDue
    | SurvivalBegan | PrecedenceSet | ExchangeOpened | ExchangeClosed | Surprised | EffectGained | EffectChanged
    | Harmed | Recovered | Lent | CriticalRead | PutOut | CameBack | PostureTaken | RiseBegan | Moved | Slowed
    | Falling | DodgeMade | LongBegan | LongKept | LongEnded | Engaged | Parted | BlowRead | BystanderHit | Prepared
    | PreparationLost | Seized | HoldEnded | Drawn | DroppedWeapons | PickedUp | WeaponBroke | WeaponStuck
    | WeaponFreed | Displayed | TerrorRead | OrderBegan | OrderKept | OrderClosed | TacticSet | LeftOut | Rallied
    | Galvanised | HeadTaken | HeadEmbalmed | DuelBegan | Stared | DuelBroken | TraitRecorded | Uncovered
)  # fmt: skip


class Unseen(Event, frozen=True, kw_only=True):
    """Something only its owner and the game master may know."""

    audience: ClassVar[Audience] = Audience.OWNERS_AND_OFFICIALS
    seat: Seat
    event: Plain


AnyEvent = Plain | Unseen

__all__ = [
    "Acted",
    "Announced",
    "AnyEvent",
    "Asked",
    "Began",
    "BlowRead",
    "BystanderHit",
    "CameBack",
    "Chosen",
    "CriticalRead",
    "DiceRolled",
    "Displayed",
    "DodgeMade",
    "Drawn",
    "DroppedWeapons",
    "DuelBegan",
    "DuelBroken",
    "EffectChanged",
    "EffectGained",
    "Ended",
    "Engaged",
    "ExchangeClosed",
    "ExchangeOpened",
    "Fact",
    "Falling",
    "FightBegan",
    "FightEnded",
    "Galvanised",
    "Harmed",
    "HeadEmbalmed",
    "HeadTaken",
    "HoldEnded",
    "LeftOut",
    "Lent",
    "LongBegan",
    "LongEnded",
    "LongKept",
    "LossCarried",
    "LossPaid",
    "Moved",
    "OpeningClosed",
    "OrderBegan",
    "OrderClosed",
    "OrderKept",
    "OrderSet",
    "Overridden",
    "Parted",
    "PickedUp",
    "Plain",
    "PostureTaken",
    "PrecedenceSet",
    "PreparationLost",
    "Prepared",
    "Public",
    "PutOut",
    "Rallied",
    "ReactionRead",
    "Recovered",
    "RiseBegan",
    "Ruled",
    "SegmentBegan",
    "SegmentEnded",
    "Seized",
    "SlotStruck",
    "SlotSwapped",
    "SlotUsed",
    "SlotsDelayed",
    "SlotsGivenUp",
    "Slowed",
    "Stared",
    "Surprised",
    "SurvivalBegan",
    "SurvivalDue",
    "TacticSet",
    "TerrorRead",
    "TraitRecorded",
    "TurnBegan",
    "TurnEnded",
    "Uncovered",
    "Unseen",
    "WeaponBroke",
    "WeaponFreed",
    "WeaponStuck",
    "Yielded",
]
