"""What has happened. All is public but sealed orders before their opening [SC-GEN-4]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

import msgspec

from heraut.campaign.commands import Left, Muster
from heraut.campaign.forces import Army, Band, Lord, Unit
from heraut.campaign.names import ArmyId, BandId, LordId, Step, TerritoryId, UnitId
from heraut.campaign.state import BuildOrder, Force, Place, Result
from heraut.kernel import Audience, Event, Instant, Seat


class Public(Event, frozen=True):
    """An event everybody may see."""

    audience: ClassVar[Audience] = Audience.EVERYBODY


class Sealed(Event, frozen=True):
    """A choice only its owner may see; that it was handed in is known to all [SC-GEN-4]."""

    audience: ClassVar[Audience] = Audience.OWNERS
    outline: ClassVar[Audience] = Audience.EVERYBODY


class Drafted(Event, frozen=True):
    """A choice its owner has not handed in: nobody else knows of it."""

    audience: ClassVar[Audience] = Audience.OWNERS


class Arrangement(msgspec.Struct, frozen=True, omit_defaults=True):
    """
    The troops of a player on a territory as they now are: bands, the reserve of a village there, what was spent.

    `dissolved` bands are gone; `recruits` and `lords` are those newly bought.
    """

    seat: Seat
    territory: TerritoryId
    bands: tuple[Band, ...]
    dissolved: tuple[BandId, ...] = ()
    reserve_units: tuple[Unit, ...] = ()
    reserve_lords: tuple[Lord, ...] = ()
    recruits: tuple[UnitId, ...] = ()
    lords: tuple[LordId, ...] = ()
    cost: int = 0


class StartsAssigned(Public, frozen=True):
    """Each player has a start territory with a village and its control [SC-SET-3]; `faces` if it was drawn."""

    starts: Mapping[Seat, TerritoryId]
    faces: tuple[int, ...] = ()


class StartingBandsComposed(Public, frozen=True):
    """A player's starting bands stand on the start territory [SC-SET-4]."""

    seat: Seat
    bands: tuple[Band, ...]
    serial: int
    defaulted: bool = False


class TurnBegan(Public, frozen=True):
    """The turn counter has moved on [SC-SEQ-12]."""

    turn: int


class StepOpened(Public, frozen=True):
    """A step of the turn has begun [SC-SEQ-1]; `seats` are those it may await, in order."""

    step: Step
    seats: tuple[Seat, ...] = ()
    villages: tuple[TerritoryId, ...] = ()


class ArmyArrived(Public, frozen=True):
    """An army has come back, as a band or into the reserve [SC-RET-3, SC-RET-4]."""

    seat: Seat
    army: ArmyId
    territory: TerritoryId
    band: BandId | None = None
    defaulted: bool = False


class ArmyDelayed(Public, frozen=True):
    """All villages of the owner are occupied: the army waits [SC-RET-8]."""

    seat: Seat
    army: ArmyId


class TroopsVanished(Public, frozen=True):
    """Troops without any village to go to are gone, half their points refunded [SC-HOM-1, SC-HOM-2]."""

    seat: Seat
    armies: tuple[ArmyId, ...]
    refund: int
    bands: tuple[BandId, ...] = ()


class DiceRolled(Public, frozen=True):
    """A player's dice for the first initiative [SC-INI-2]."""

    seat: Seat
    faces: tuple[int, ...]
    reveals: ClassVar[bool] = True


class RollsCalled(Public, frozen=True):
    """Each group of several players rolls for the places it holds: all at first, then those still equal [SC-INI-3]."""

    groups: tuple[tuple[Seat, ...], ...]


class BiddingOpened(Public, frozen=True):
    """Everybody is asked for a secret bid [SC-INI-5]."""

    seats: tuple[Seat, ...]


class BidPlaced(Sealed, frozen=True):
    """A bid is in, or replaced [SC-INI-6]."""

    seat: Seat
    amount: int


class BidDefaulted(Public, frozen=True):
    """An absent player bids 0 [SC-GEN-9]."""

    seat: Seat


class BidsRevealed(Public, frozen=True):
    """All bids at once, what each pays, which are void, and the groups they form [SC-INI-6 to SC-INI-9]."""

    bids: Mapping[Seat, int]
    paid: Mapping[Seat, int]
    void: tuple[Seat, ...]
    groups: tuple[tuple[Seat, ...], ...]
    defaulted: tuple[Seat, ...] = ()
    reveals: ClassVar[bool] = True


class TiesOrdered(Public, frozen=True):
    """The favour holder has ordered the tied players [SC-INI-10]."""

    seat: Seat
    orders: tuple[tuple[Seat, ...], ...]
    defaulted: bool = False


class InitiativeSet(Public, frozen=True):
    """The ranking of this turn; its first player is the favour holder [SC-INI-4, SC-INI-11]."""

    order: tuple[Seat, ...]
    favour_holder: Seat


class PreparationDrafted(Drafted, frozen=True):
    """Orders kept but not handed in."""

    seat: Seat
    musters: tuple[Muster, ...]


class PreparationSealed(Sealed, frozen=True):
    """Orders handed in [SC-SEQ-4]."""

    seat: Seat
    musters: tuple[Muster, ...]


class PreparationDefaulted(Public, frozen=True):
    """An absent player recruits and transfers nothing [SC-GEN-9]."""

    seat: Seat


class PreparationsRevealed(Public, frozen=True):
    """The orders of all take effect together [SC-SEQ-4]."""

    arrangements: tuple[Arrangement, ...]
    serial: int
    defaulted: tuple[Seat, ...] = ()
    reveals: ClassVar[bool] = True


class MoveDeclared(Public, frozen=True):
    """A band has moved [SC-DEC-5]; `path` is what it really walked, `lost` the part an enemy cut off [SC-MOV-5]."""

    seat: Seat
    band: BandId
    start: TerritoryId
    path: tuple[TerritoryId, ...]
    lost: tuple[TerritoryId, ...] = ()


class MovesPassed(Public, frozen=True):
    """A player declares no more moves this turn [SC-DEC-3]; `automatic` without a band that could move [SC-DEC-4]."""

    seat: Seat
    automatic: bool = False
    defaulted: bool = False


class VillageDefended(Public, frozen=True):
    """The owner fights for a village with a militia [SC-RSV-5]."""

    seat: Seat
    territory: TerritoryId
    units: tuple[UnitId, ...]
    lords: tuple[LordId, ...] = ()


class VillageYielded(Public, frozen=True):
    """The owner does not fight with the reserve [SC-RSV-10]."""

    seat: Seat
    territory: TerritoryId
    defaulted: bool = False


class ControlPassed(Public, frozen=True):
    """A territory has a new controller [SC-CTL-2]."""

    seat: Seat
    territory: TerritoryId
    former: Seat | None = None


class VillageRazed(Public, frozen=True):
    """The village went with its territory [SC-VIL-6]; its reserve has left before."""

    seat: Seat
    territory: TerritoryId


class ReserveFled(Public, frozen=True):
    """The troops of a lost village that did not fight leave the map [SC-RSV-9]."""

    seat: Seat
    territory: TerritoryId
    army: Army


class ReserveLost(Public, frozen=True):
    """The troops of a lost village that did not fight are gone (`reserve_on_loss` = `lost`) [SC-RSV-9]."""

    seat: Seat
    territory: TerritoryId


class SacredSiteRemoved(Public, frozen=True):
    """The sacred site went with its territory [SC-SAC-3]."""

    seat: Seat
    territory: TerritoryId


class MemoryPointGained(Public, frozen=True):
    """A conquest is remembered; the oldest may be forgotten [SC-MEM-5]."""

    seat: Seat
    territory: TerritoryId
    forgotten: Seat | None = None


class CombatOpened(Public, frozen=True):
    """A combat, or its second stage, begins [SC-DET-5, SC-MUL-5]."""

    territory: TerritoryId
    stage: int
    fighters: tuple[Seat, ...]
    newcomers: tuple[Seat, ...] = ()
    attacker: Seat | None = None
    defender: Seat | None = None
    holder: Seat | None = None


class ForceFielded(Public, frozen=True):
    """A participant has reorganised and fields a force [SC-CBT-2, SC-CBT-3]."""

    seat: Seat
    territory: TerritoryId
    force: Force
    arrangement: Arrangement | None = None
    defaulted: bool = False


class CombatConceded(Public, frozen=True):
    """A participant gives up, without losses [SC-CBT-7]."""

    seat: Seat
    territory: TerritoryId


class ResultProposed(Public, frozen=True):
    """A result awaits the agreement of the others [SC-CBT-6]."""

    seat: Seat
    territory: TerritoryId
    result: Result


class ResultConfirmed(Public, frozen=True):
    """Somebody agrees with the result [SC-CBT-6]."""

    seat: Seat
    territory: TerritoryId


class ResultRejected(Public, frozen=True):
    """Somebody disagrees: a result is awaited again [SC-SEQ-13]."""

    seat: Seat
    territory: TerritoryId


class LossesTaken(Public, frozen=True):
    """The fielded troops after a battle: figures left per unit (0: removed), lords killed [SC-LOS-3]."""

    seat: Seat
    territory: TerritoryId
    left: tuple[Left, ...] = ()
    fallen: tuple[LordId, ...] = ()


class BandRetreated(Public, frozen=True):
    """A band has left the map as an army of its own [SC-RET-1, SC-RET-9]."""

    seat: Seat
    band: BandId
    territory: TerritoryId
    army: Army


class BandDestroyed(Public, frozen=True):
    """Neither units nor lord are left [SC-LOS-6]."""

    seat: Seat
    band: BandId
    territory: TerritoryId


class MilitiaRetreated(Public, frozen=True):
    """The survivors of a beaten militia leave the map [SC-RSV-8]."""

    seat: Seat
    territory: TerritoryId
    army: Army


class MilitiaReturned(Public, frozen=True):
    """The survivors of a militia are back in the reserve [SC-RSV-7]."""

    seat: Seat
    territory: TerritoryId


class CombatApplied(Public, frozen=True):
    """A combat, or its first stage, is settled; `cell` is that of the table for two players [SC-OUT-1]."""

    territory: TerritoryId
    stage: int
    winners: tuple[Seat, ...]
    cell: int | None = None


class IncomeCollected(Public, frozen=True):
    """A player's income of the turn [SC-PP-3]."""

    seat: Seat
    amount: int


class UpkeepOwed(Public, frozen=True):
    """These players cannot pay and must demobilise [SC-UPK-5]."""

    seats: tuple[Seat, ...]


class UnitsDemobilised(Public, frozen=True):
    """
    Units leave their bands for a reserve, or the map when every village is occupied [SC-UPK-8, SC-UPK-9].

    `chosen` are the units named by the owner; the others left with their dissolved band [SC-UPK-7].
    """

    seat: Seat
    chosen: tuple[UnitId, ...]
    bands: tuple[Band, ...] = ()
    dissolved: tuple[BandId, ...] = ()
    homes: Mapping[TerritoryId, tuple[int, ...]] = {}
    armies: tuple[Army, ...] = ()
    vanished: tuple[int, ...] = ()
    defaulted: bool = False


class UpkeepPaid(Public, frozen=True):
    """A player has paid for the standing bands [SC-UPK-1]; `refund` is for units that had nowhere to go [SC-UPK-10]."""

    seat: Seat
    amount: int
    refund: int = 0


class BuildingDrafted(Drafted, frozen=True):
    """Orders kept but not handed in."""

    seat: Seat
    order: BuildOrder


class BuildingSealed(Sealed, frozen=True):
    """Orders handed in [SC-SEQ-10]."""

    seat: Seat
    order: BuildOrder


class BuildingDefaulted(Public, frozen=True):
    """An absent player builds nothing [SC-GEN-9]."""

    seat: Seat


class BuildingsRevealed(Public, frozen=True):
    """What everybody builds, and for how much [SC-SEQ-10]."""

    orders: Mapping[Seat, BuildOrder]
    costs: Mapping[Seat, int]
    defaulted: tuple[Seat, ...] = ()
    reveals: ClassVar[bool] = True


class BandInvaded(Public, frozen=True):
    """An outer band has come through a portal [SC-INV-5]."""

    seat: Seat
    territory: TerritoryId
    band: Band
    cost: int
    serial: int


class SacredSiteRaised(Public, frozen=True):
    """The portal left a sacred site [SC-INV-6]."""

    seat: Seat
    territory: TerritoryId


class InvasionDeclined(Public, frozen=True):
    """An outer player does not invade this turn."""

    seat: Seat
    automatic: bool = False
    defaulted: bool = False


class CampaignEnded(Public, frozen=True):
    """The campaign is won, by fame or on points [SC-VIC-1]; the first of the ranking is the winner."""

    by: Literal["fame", "points"]
    ranking: tuple[Place, ...]


class LordDescribed(Public, frozen=True):
    """A lord's name, story, experience and note [SC-LRD-6, SC-LRD-7]."""

    seat: Seat
    lord: Lord


class DeadlineSet(Public, frozen=True):
    """What is awaited now must come before an instant [SC-ABS-1]."""

    key: str
    opened: Instant
    due: Instant


class ReminderSent(Public, frozen=True):
    """The deadline is near for these players [SC-ABS-2]."""

    seats: tuple[Seat, ...]


class DeadlineMissed(Public, frozen=True):
    """The deadline has passed for these players; the time of grace runs [SC-ABS-3]."""

    seats: tuple[Seat, ...]


class StepClosed(Public, frozen=True):
    """Missing answers are filled in for absent players, by the organiser or by the clock [SC-GEN-9, SC-ABS-4]."""

    seats: tuple[Seat, ...]
    by: Seat


class StandInNamed(Public, frozen=True):
    """Somebody plays for the seat until further notice; empty: nobody any more [SC-ABS-6]."""

    seat: Seat
    stand_in: str


class PauseVoted(Public, frozen=True):
    """A player is for a pause, or against it [SC-ABS-7]."""

    seat: Seat
    pause: bool


class CampaignPaused(Public, frozen=True):
    """No deadline runs any more [SC-ABS-7]."""

    at: Instant


class CampaignResumed(Public, frozen=True):
    """Deadlines run again, later by the length of the pause [SC-ABS-7]."""

    at: Instant


class PlayerReplaced(Public, frozen=True):
    """Somebody has taken over the seat for good [SC-ABS-8]."""

    seat: Seat
    name: str


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
