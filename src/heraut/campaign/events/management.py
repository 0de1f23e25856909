"""Income and upkeep, construction, invasions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from heraut.campaign.events.audience import Drafted, Public, Sealed
from heraut.campaign.forces import Army, Band
from heraut.campaign.names import BandId, TerritoryId, UnitId
from heraut.campaign.state import BuildOrder
from heraut.kernel import Seat


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
