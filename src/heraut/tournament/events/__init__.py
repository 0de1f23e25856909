"""What has happened in an event, and who may know it."""

from __future__ import annotations

from heraut.tournament.events.awards import (
    AwardAnnounced,
    AwardsSet,
    BallotCast,
    BallotTakenBack,
    VotesClosed,
    VotesOpened,
)
from heraut.tournament.events.clocks import (
    ClockPassed,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    DiceDownCalled,
    ExtensionAnnounced,
    LengthDrawn,
    ReserveRanOut,
    TimeCalled,
    TimeGranted,
    TurnClockResumed,
    TurnClockStopped,
    TurnEnded,
    TurnStarted,
)
from heraut.tournament.events.entries import (
    BandHandedIn,
    CheckRecorded,
    ItemCheckedOff,
    ListsAmended,
    ListsHandedIn,
    ListsRevealed,
    NumbersDrawn,
    PlayerCheckedIn,
    PlayerDisqualified,
    PlayerDropped,
    PlayerEdited,
    PlayerRegistered,
    PlayerReturned,
    RegistrationClosed,
)
from heraut.tournament.events.officials import CallAnswered, PlayerPenalised, PlayerWarned, RefereeCalled, RulingGiven
from heraut.tournament.events.results import ReportsDiffer, ResultCorrected, ResultReported, ResultSettled
from heraut.tournament.events.rounds import (
    ChoicesShown,
    DraftAdjusted,
    DraftBegun,
    DraftDiscarded,
    EventEnded,
    EventReopened,
    ListChosen,
    MatchLinked,
    PlacesSettled,
    RepairBegun,
    RoundCompleted,
    RoundDrafted,
    RoundPublished,
    ScenarioDrawBegun,
    ScenarioPlanned,
    ScenarioRedrawn,
    TablesRepaired,
    TablesSet,
)

TournamentEvent = (
    PlayerRegistered | PlayerEdited | BandHandedIn | ListsHandedIn | ListsAmended | ListsRevealed | PlayerCheckedIn
    | CheckRecorded | PlayerDropped | PlayerReturned | PlayerDisqualified | ItemCheckedOff | RegistrationClosed
    | NumbersDrawn | ScenarioDrawBegun | ScenarioRedrawn | ScenarioPlanned | DraftBegun | RoundDrafted
    | DraftAdjusted | DraftDiscarded | RoundPublished | RepairBegun | TablesRepaired | TablesSet | ListChosen
    | ChoicesShown | MatchLinked | LengthDrawn | ClockStarted | ClockPaused | ClockResumed | TimeGranted
    | DiceDownCalled | TimeCalled
    | TurnStarted | TurnClockStopped | TurnClockResumed | ClockPassed | ExtensionAnnounced | TurnEnded
    | ReserveRanOut | ResultReported | ReportsDiffer | ResultSettled | ResultCorrected | RoundCompleted | EventEnded
    | PlacesSettled | EventReopened | RefereeCalled | CallAnswered | RulingGiven | PlayerWarned | PlayerPenalised
    | AwardsSet | VotesOpened | BallotCast | BallotTakenBack | VotesClosed | AwardAnnounced
)  # fmt: skip

__all__ = [
    "AwardAnnounced",
    "AwardsSet",
    "BallotCast",
    "BallotTakenBack",
    "BandHandedIn",
    "CallAnswered",
    "CheckRecorded",
    "ChoicesShown",
    "ClockPassed",
    "ClockPaused",
    "ClockResumed",
    "ClockStarted",
    "DiceDownCalled",
    "DraftAdjusted",
    "DraftBegun",
    "DraftDiscarded",
    "EventEnded",
    "EventReopened",
    "ExtensionAnnounced",
    "ItemCheckedOff",
    "LengthDrawn",
    "ListChosen",
    "ListsAmended",
    "ListsHandedIn",
    "ListsRevealed",
    "MatchLinked",
    "NumbersDrawn",
    "PlacesSettled",
    "PlayerCheckedIn",
    "PlayerDisqualified",
    "PlayerDropped",
    "PlayerEdited",
    "PlayerPenalised",
    "PlayerRegistered",
    "PlayerReturned",
    "PlayerWarned",
    "RefereeCalled",
    "RegistrationClosed",
    "RepairBegun",
    "ReportsDiffer",
    "ReserveRanOut",
    "ResultCorrected",
    "ResultReported",
    "ResultSettled",
    "RoundCompleted",
    "RoundDrafted",
    "RoundPublished",
    "RulingGiven",
    "ScenarioDrawBegun",
    "ScenarioPlanned",
    "ScenarioRedrawn",
    "TablesRepaired",
    "TablesSet",
    "TimeCalled",
    "TimeGranted",
    "TournamentEvent",
    "TurnClockResumed",
    "TurnClockStopped",
    "TurnEnded",
    "TurnStarted",
    "VotesClosed",
    "VotesOpened",
]
