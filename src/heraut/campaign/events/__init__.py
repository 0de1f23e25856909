"""What has happened. All is public but sealed orders before their opening [SC-GEN-4]."""

from __future__ import annotations

from heraut.campaign.events.battles import (
    BandDestroyed,
    BandRetreated,
    CombatApplied,
    CombatConceded,
    CombatOpened,
    ForceFielded,
    LossesTaken,
    MilitiaRetreated,
    MilitiaReturned,
    ResultConfirmed,
    ResultProposed,
    ResultRejected,
)
from heraut.campaign.events.management import (
    BandInvaded,
    BuildingDefaulted,
    BuildingDrafted,
    BuildingSealed,
    BuildingsRevealed,
    IncomeCollected,
    InvasionDeclined,
    SacredSiteRaised,
    UnitsDemobilised,
    UpkeepOwed,
    UpkeepPaid,
)
from heraut.campaign.events.marches import (
    Arrangement,
    ControlPassed,
    MemoryPointGained,
    MoveDeclared,
    MovesPassed,
    PreparationDefaulted,
    PreparationDrafted,
    PreparationSealed,
    PreparationsRevealed,
    ReserveFled,
    ReserveLost,
    SacredSiteRemoved,
    VillageDefended,
    VillageRazed,
    VillageYielded,
)
from heraut.campaign.events.people import (
    CampaignPaused,
    CampaignResumed,
    DeadlineMissed,
    DeadlineSet,
    LordDescribed,
    PauseVoted,
    PlayerReplaced,
    ReminderSent,
    StandInNamed,
    StepClosed,
)
from heraut.campaign.events.turn import (
    ArmyArrived,
    ArmyDelayed,
    BidDefaulted,
    BiddingOpened,
    BidPlaced,
    BidsRevealed,
    CampaignEnded,
    DiceRolled,
    InitiativeSet,
    RollsCalled,
    StartingBandsComposed,
    StartsAssigned,
    StepOpened,
    TiesOrdered,
    TroopsVanished,
    TurnBegan,
)

CampaignEvent = (
    StartsAssigned
    | StartingBandsComposed
    | TurnBegan
    | StepOpened
    | ArmyArrived
    | ArmyDelayed
    | TroopsVanished
    | DiceRolled
    | RollsCalled
    | BiddingOpened
    | BidPlaced
    | BidDefaulted
    | BidsRevealed
    | TiesOrdered
    | InitiativeSet
    | PreparationDrafted
    | PreparationSealed
    | PreparationDefaulted
    | PreparationsRevealed
    | MoveDeclared
    | MovesPassed
    | VillageDefended
    | VillageYielded
    | ControlPassed
    | VillageRazed
    | ReserveFled
    | ReserveLost
    | SacredSiteRemoved
    | MemoryPointGained
    | CombatOpened
    | ForceFielded
    | CombatConceded
    | ResultProposed
    | ResultConfirmed
    | ResultRejected
    | LossesTaken
    | BandRetreated
    | BandDestroyed
    | MilitiaRetreated
    | MilitiaReturned
    | CombatApplied
    | IncomeCollected
    | UpkeepOwed
    | UnitsDemobilised
    | UpkeepPaid
    | BuildingDrafted
    | BuildingSealed
    | BuildingDefaulted
    | BuildingsRevealed
    | BandInvaded
    | SacredSiteRaised
    | InvasionDeclined
    | CampaignEnded
    | LordDescribed
    | DeadlineSet
    | ReminderSent
    | DeadlineMissed
    | StepClosed
    | StandInNamed
    | PauseVoted
    | CampaignPaused
    | CampaignResumed
    | PlayerReplaced
)

__all__ = [
    "ArmyArrived",
    "ArmyDelayed",
    "Arrangement",
    "BandDestroyed",
    "BandInvaded",
    "BandRetreated",
    "BidDefaulted",
    "BidPlaced",
    "BiddingOpened",
    "BidsRevealed",
    "BuildingDefaulted",
    "BuildingDrafted",
    "BuildingSealed",
    "BuildingsRevealed",
    "CampaignEnded",
    "CampaignEvent",
    "CampaignPaused",
    "CampaignResumed",
    "CombatApplied",
    "CombatConceded",
    "CombatOpened",
    "ControlPassed",
    "DeadlineMissed",
    "DeadlineSet",
    "DiceRolled",
    "ForceFielded",
    "IncomeCollected",
    "InitiativeSet",
    "InvasionDeclined",
    "LordDescribed",
    "LossesTaken",
    "MemoryPointGained",
    "MilitiaRetreated",
    "MilitiaReturned",
    "MoveDeclared",
    "MovesPassed",
    "PauseVoted",
    "PlayerReplaced",
    "PreparationDefaulted",
    "PreparationDrafted",
    "PreparationSealed",
    "PreparationsRevealed",
    "ReminderSent",
    "ReserveFled",
    "ReserveLost",
    "ResultConfirmed",
    "ResultProposed",
    "ResultRejected",
    "RollsCalled",
    "SacredSiteRaised",
    "SacredSiteRemoved",
    "StandInNamed",
    "StartingBandsComposed",
    "StartsAssigned",
    "StepClosed",
    "StepOpened",
    "TiesOrdered",
    "TroopsVanished",
    "TurnBegan",
    "UnitsDemobilised",
    "UpkeepOwed",
    "UpkeepPaid",
    "VillageDefended",
    "VillageRazed",
    "VillageYielded",
]
