"""The identifiers and closed lists of a campaign."""

from __future__ import annotations

from enum import StrEnum
from typing import NewType

from heraut.kernel import Id

TerritoryId = NewType("TerritoryId", Id)
"""Such as `T07`; "lowest territory id" compares these as text."""

BandId = NewType("BandId", int)
UnitId = NewType("UnitId", int)
LordId = NewType("LordId", int)
ArmyId = NewType("ArmyId", int)
"""Bands, units, lords and armies are numbered by one counter: the older has the lower number."""


class Step(StrEnum):
    """The steps of a turn, in their order [SC-SEQ-1]; setting up before the first, finished after the last."""

    SETUP = "setup"
    TURN_START = "turn-start"
    INITIATIVE = "initiative"
    PREPARE = "prepare"
    DECLARE = "declare"
    DETERMINE = "determine"
    COMBATS = "combats"
    AFTERMATH = "aftermath"
    UPKEEP = "upkeep"
    BUILD = "build"
    INVASION = "invasion"
    TURN_END = "turn-end"
    FINISHED = "finished"


class Category(StrEnum):
    """What a territory is worth to its controller."""

    NORMAL = "normal"
    DEVELOPED = "developed"
    PRESTIGE = "prestige"
