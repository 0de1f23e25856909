"""Combats and what becomes of those who fought."""

from __future__ import annotations

from heraut.campaign.combat import Force, Result
from heraut.campaign.events.audience import Public
from heraut.campaign.events.marches import Arrangement
from heraut.campaign.forces import Army
from heraut.campaign.names import BandId, LordId, TerritoryId
from heraut.campaign.plans import Left
from heraut.kernel import Seat


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
