"""What may be asked of a fight. `who` is the character; the seat is his player's, or the game master's."""

from __future__ import annotations

from heraut.kernel import Roll
from heraut.skirmish.commands.answers import (
    Choose,
    Override,
    Rule,
)
from heraut.skirmish.commands.course import (
    Announce,
    BeginFight,
    Delay,
    Display,
    EndFight,
    Frighten,
    GoOn,
    Proceed,
    Reorder,
    Survive,
    Yield,
)
from heraut.skirmish.commands.master import (
    Burden,
    CallRoll,
    ChangeSituation,
    FirstAid,
    Lift,
    Mend,
    PutAside,
    Reroll,
    Slow,
    StartFall,
    Startle,
    Surprise,
    Uncover,
)
from heraut.skirmish.commands.moves import (
    BeginLong,
    Disengage,
    Dodge,
    EndLong,
    GetUp,
    Jump,
    Move,
    TakePosture,
)
from heraut.skirmish.commands.orders import (
    KeepOrdering,
    Order,
    TakeOver,
)
from heraut.skirmish.commands.speaker import (
    ByFighter,
    ByGameMaster,
    OrderKind,
    Style,
)
from heraut.skirmish.commands.stares import (
    BreakStare,
    Defy,
    Embalm,
    FaceOff,
    HoldAtBay,
    Stare,
    TakeHead,
)
from heraut.skirmish.commands.strikes import (
    Charge,
    Draw,
    Escape,
    Extract,
    Hurl,
    PickUp,
    Prepare,
    Release,
    Shoot,
    Strike,
    Tighten,
)

Answers = Roll | Rule | Choose | Override
Actions = (
    Display | Frighten | BeginFight | EndFight | Reorder | GoOn | Announce | Proceed | Yield | Delay | Survive | Move
    | Jump | Dodge | TakePosture | GetUp | Disengage | BeginLong | EndLong | Draw | PickUp | Extract | Prepare
    | Strike | Charge | Shoot | Tighten | Hurl | Escape | Release | Order | KeepOrdering | TakeOver | HoldAtBay
    | Defy | FaceOff | Stare | BreakStare | TakeHead | Embalm | Startle | Surprise | Reroll | CallRoll | Slow
    | StartFall | Burden | Lift | Mend | FirstAid | PutAside | Uncover | ChangeSituation
)  # fmt: skip
AnyCommand = Answers | Actions

__all__ = [
    "Actions",
    "Announce",
    "Answers",
    "AnyCommand",
    "BeginFight",
    "BeginLong",
    "BreakStare",
    "Burden",
    "ByFighter",
    "ByGameMaster",
    "CallRoll",
    "ChangeSituation",
    "Charge",
    "Choose",
    "Defy",
    "Delay",
    "Disengage",
    "Display",
    "Dodge",
    "Draw",
    "Embalm",
    "EndFight",
    "EndLong",
    "Escape",
    "Extract",
    "FaceOff",
    "FirstAid",
    "Frighten",
    "GetUp",
    "GoOn",
    "HoldAtBay",
    "Hurl",
    "Jump",
    "KeepOrdering",
    "Lift",
    "Mend",
    "Move",
    "Order",
    "OrderKind",
    "Override",
    "PickUp",
    "Prepare",
    "Proceed",
    "PutAside",
    "Release",
    "Reorder",
    "Reroll",
    "Rule",
    "Shoot",
    "Slow",
    "Stare",
    "StartFall",
    "Startle",
    "Strike",
    "Style",
    "Surprise",
    "Survive",
    "TakeHead",
    "TakeOver",
    "TakePosture",
    "Tighten",
    "Uncover",
    "Yield",
]
