"""Preparation, moves, claims and control."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from heraut.campaign.events.audience import Drafted, Public, Sealed
from heraut.campaign.forces import Army, Band, Lord, Unit
from heraut.campaign.names import BandId, LordId, TerritoryId, UnitId
from heraut.campaign.plans import Muster
from heraut.kernel import Seat


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
