"""Setting up, turns and steps, arrivals, initiative."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from heraut.campaign.events.audience import Public, Sealed
from heraut.campaign.forces import Band
from heraut.campaign.names import ArmyId, BandId, Step, TerritoryId
from heraut.campaign.state import Place
from heraut.kernel import Seat


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


class CampaignEnded(Public, frozen=True):
    """The campaign is won, by fame or on points [SC-VIC-1]; the first of the ranking is the winner."""

    by: Literal["fame", "points"]
    ranking: tuple[Place, ...]
