"""What may be asked of an event. `speaker` says for whom a command may be spoken."""

from __future__ import annotations

from heraut.kernel import Roll, Tick
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
    | CorrectResult | CallReferee | AnswerCall | Rule | Warn | Penalise | EndEvent | Roll | Tick
)  # fmt: skip

__all__ = [
    "AdjustDraft",
    "AnnounceExtension",
    "AnswerCall",
    "CallReferee",
    "CallTime",
    "CheckIn",
    "CheckOff",
    "ChooseList",
    "ChooseScenario",
    "CloseRegistration",
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
    "SetTables",
    "SettleResult",
    "Speaker",
    "StartClock",
    "StartTurn",
    "StopTurnClock",
    "Tick",
    "Warn",
]
