"""What may be asked of an event. `speaker` says for whom a command may be spoken."""

from __future__ import annotations

from heraut.kernel import Roll, Tick
from heraut.tournament.commands.awards import (
    AnnounceAward,
    CastBallot,
    CloseVotes,
    OpenVotes,
    SetAwards,
    TakeBackBallot,
)
from heraut.tournament.commands.clocks import (
    AnnounceExtension,
    CallTime,
    EndTurn,
    GrantTime,
    PassClock,
    PauseClock,
    ResumeClock,
    ResumeTurnClock,
    StartClock,
    StartTurn,
    StopTurnClock,
)
from heraut.tournament.commands.entries import (
    CheckIn,
    CheckOff,
    CloseRegistration,
    Disqualify,
    Drop,
    EditPlayer,
    HandInBand,
    HandInLists,
    RecordCheck,
    Register,
    Return,
    RevealLists,
)
from heraut.tournament.commands.officials import AnswerCall, CallReferee, Penalise, Rule, Warn
from heraut.tournament.commands.results import CorrectResult, ReportResult, SettleResult
from heraut.tournament.commands.rounds import (
    AdjustDraft,
    ChooseList,
    ChooseScenario,
    DiscardDraft,
    DraftRound,
    DrawScenario,
    EndEvent,
    LinkMatch,
    PublishRound,
    RepairTables,
    SetTables,
)
from heraut.tournament.commands.speaker import Command, Speaker

EventCommand = (
    Register | EditPlayer | HandInBand | HandInLists | CheckIn | RecordCheck | Drop | Return | Disqualify | CheckOff
    | CloseRegistration | RevealLists | ChooseScenario | DrawScenario | DraftRound | AdjustDraft | DiscardDraft
    | PublishRound | RepairTables | SetTables | ChooseList | LinkMatch | StartClock | PauseClock
    | ResumeClock | GrantTime | CallTime | StartTurn | StopTurnClock
    | ResumeTurnClock | PassClock | AnnounceExtension | EndTurn | ReportResult | SettleResult
    | CorrectResult | CallReferee | AnswerCall | Rule | Warn | Penalise | EndEvent | SetAwards | OpenVotes | CastBallot
    | TakeBackBallot | CloseVotes | AnnounceAward | Roll | Tick
)  # fmt: skip

__all__ = [
    "AdjustDraft",
    "AnnounceAward",
    "AnnounceExtension",
    "AnswerCall",
    "CallReferee",
    "CallTime",
    "CastBallot",
    "CheckIn",
    "CheckOff",
    "ChooseList",
    "ChooseScenario",
    "CloseRegistration",
    "CloseVotes",
    "Command",
    "CorrectResult",
    "DiscardDraft",
    "Disqualify",
    "DraftRound",
    "DrawScenario",
    "Drop",
    "EditPlayer",
    "EndEvent",
    "EndTurn",
    "EventCommand",
    "GrantTime",
    "HandInBand",
    "HandInLists",
    "LinkMatch",
    "OpenVotes",
    "PassClock",
    "PauseClock",
    "Penalise",
    "PublishRound",
    "RecordCheck",
    "Register",
    "RepairTables",
    "ReportResult",
    "ResumeClock",
    "ResumeTurnClock",
    "Return",
    "RevealLists",
    "Roll",
    "Rule",
    "SetAwards",
    "SetTables",
    "SettleResult",
    "Speaker",
    "StartClock",
    "StartTurn",
    "StopTurnClock",
    "TakeBackBallot",
    "Tick",
    "Warn",
]
