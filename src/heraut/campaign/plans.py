"""What orders are made of: units to buy, bands as their owner wants them, the survivors of a battle."""

from __future__ import annotations

import msgspec

from heraut.campaign.names import BandId, LordId, TerritoryId, UnitId


class Recruit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A complete new unit to buy [SC-REC-3]; a free one costs 0 points [SC-REC-2]."""

    kind: str
    points: int
    figures: int


class NewLord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A lord to recruit [SC-LRD-1]; name and story are free text [SC-LRD-7]."""

    name: str = ""
    story: str = ""


class BandPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """
    A band as its owner wants it: an existing one, or a new one when `band` is None.

    Without `lord` and `new_lord` an existing band keeps its lord. A plan without any unit dissolves the band: its
    lord goes to the reserve [SC-LRD-3].
    """

    band: BandId | None = None
    lord: LordId | None = None
    new_lord: NewLord | None = None
    units: tuple[UnitId, ...] = ()
    recruits: tuple[Recruit, ...] = ()


class Muster(msgspec.Struct, frozen=True, omit_defaults=True):
    """
    The final situation of one's troops on a territory [SC-SEQ-4].

    Bands that are not named keep what nobody takes from them. Units and lords taken out of a band and put nowhere
    go to the reserve of the village there. `recruits` and `lords` are bought for the reserve [SC-REC-4].
    """

    territory: TerritoryId
    bands: tuple[BandPlan, ...] = ()
    recruits: tuple[Recruit, ...] = ()
    lords: tuple[NewLord, ...] = ()


class Left(msgspec.Struct, frozen=True, array_like=True):
    """The surviving figures of one unit."""

    unit: UnitId
    figures: int
