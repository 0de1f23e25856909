"""
What may be asked of a match.

`seat` is who writes: either player or an official may keep the sheet. Whose act it is follows from the step or the
turn, except where a player speaks for themselves (`ChooseRole`, `Concede`, `Sign`).
"""

from __future__ import annotations

from heraut.kernel import Roll
from heraut.scenario.commands.ending import (
    CorrectEnd,
    CountArmies,
    CountEnd,
    Ended,
    Settle,
    Sign,
    SweepEdges,
)
from heraut.scenario.commands.playing import (
    AcceptReport,
    CallTime,
    ChargeMarker,
    ClaimMarker,
    Concede,
    CorrectTurn,
    CountDice,
    EndTurn,
    Forfeit,
    OrdersWithoutDice,
    RecordRolls,
    ReportLoss,
)
from heraut.scenario.commands.setting_up import (
    AddPiece,
    ChoosePiece,
    ChooseRole,
    Deployed,
    DeployUnits,
    Edge,
    EndStep,
    LosePiece,
    MovePiece,
    Muster,
    PlaceMarker,
    PlacePiece,
    SkipSetup,
    StateRoles,
    TakeEdge,
)

__all__ = [
    "AcceptReport",
    "AddPiece",
    "CallTime",
    "ChargeMarker",
    "ChoosePiece",
    "ChooseRole",
    "ClaimMarker",
    "Concede",
    "CorrectEnd",
    "CorrectTurn",
    "CountArmies",
    "CountDice",
    "CountEnd",
    "DeployUnits",
    "Deployed",
    "Edge",
    "EndStep",
    "EndTurn",
    "Ended",
    "Forfeit",
    "LosePiece",
    "MovePiece",
    "Muster",
    "OrdersWithoutDice",
    "PlaceMarker",
    "PlacePiece",
    "RecordRolls",
    "ReportLoss",
    "Settle",
    "Sign",
    "SkipSetup",
    "StateRoles",
    "SweepEdges",
    "TakeEdge",
    "commands",
]

commands = (
    Roll
    | ChooseRole
    | StateRoles
    | TakeEdge
    | ChoosePiece
    | PlacePiece
    | LosePiece
    | MovePiece
    | AddPiece
    | PlaceMarker
    | EndStep
    | Muster
    | DeployUnits
    | SkipSetup
    | CountDice
    | ClaimMarker
    | ChargeMarker
    | ReportLoss
    | EndTurn
    | AcceptReport
    | CorrectTurn
    | CallTime
    | OrdersWithoutDice
    | Concede
    | Forfeit
    | SweepEdges
    | CountEnd
    | CountArmies
    | Sign
    | CorrectEnd
    | Settle
    | RecordRolls
)
