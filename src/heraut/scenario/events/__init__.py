"""What has happened in a match. Everything on a table is public."""

from __future__ import annotations

from heraut.scenario.events.ending import (
    ArmiesCounted,
    EndCounted,
    PlayEnded,
    PlayReopened,
    ResultSettled,
    SheetDisputed,
    Signed,
    UnitsSwept,
)
from heraut.scenario.events.playing import (
    ChargeResolved,
    DiceCounted,
    FlagRemoved,
    LengthRolled,
    LossReported,
    MarkerCharged,
    MarkerClaimed,
    PointsScored,
    RollRecorded,
    TimeCalled,
    TurnConfirmed,
    TurnCorrected,
    TurnDisputed,
    TurnEnded,
)
from heraut.scenario.events.setting_up import (
    EdgeTaken,
    FlagDrawn,
    GameBegan,
    MarkerPlaced,
    Mustered,
    PieceChosen,
    PieceLost,
    PieceMoved,
    PiecePlaced,
    RolesSettled,
    RollTied,
    RollWon,
    SetupSkipped,
    StepEnded,
    UnitsDeployed,
)

__all__ = [
    "ArmiesCounted",
    "ChargeResolved",
    "DiceCounted",
    "EdgeTaken",
    "EndCounted",
    "FlagDrawn",
    "FlagRemoved",
    "GameBegan",
    "LengthRolled",
    "LossReported",
    "MarkerCharged",
    "MarkerClaimed",
    "MarkerPlaced",
    "Mustered",
    "PieceChosen",
    "PieceLost",
    "PieceMoved",
    "PiecePlaced",
    "PlayEnded",
    "PlayReopened",
    "PointsScored",
    "ResultSettled",
    "RolesSettled",
    "RollRecorded",
    "RollTied",
    "RollWon",
    "SetupSkipped",
    "SheetDisputed",
    "Signed",
    "StepEnded",
    "TimeCalled",
    "TurnConfirmed",
    "TurnCorrected",
    "TurnDisputed",
    "TurnEnded",
    "UnitsDeployed",
    "UnitsSwept",
    "events",
]

events = (
    RollTied
    | RollWon
    | RolesSettled
    | EdgeTaken
    | PieceChosen
    | PiecePlaced
    | PieceLost
    | PieceMoved
    | MarkerPlaced
    | FlagDrawn
    | Mustered
    | UnitsDeployed
    | StepEnded
    | SetupSkipped
    | GameBegan
    | DiceCounted
    | MarkerClaimed
    | MarkerCharged
    | ChargeResolved
    | LossReported
    | TurnEnded
    | PointsScored
    | TurnConfirmed
    | TurnDisputed
    | TurnCorrected
    | LengthRolled
    | FlagRemoved
    | TimeCalled
    | PlayEnded
    | UnitsSwept
    | EndCounted
    | ArmiesCounted
    | Signed
    | SheetDisputed
    | PlayReopened
    | ResultSettled
    | RollRecorded
)
