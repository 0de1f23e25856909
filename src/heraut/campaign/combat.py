"""One combat: who takes part with what, how far it is, and its result (chapter 20)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from heraut.campaign.names import BandId, LordId, TerritoryId, UnitId
from heraut.campaign.plans import Left
from heraut.kernel import Seat


class Militia(msgspec.Struct, frozen=True):
    """The part of a reserve that fights for its village [SC-RSV-5]."""

    units: tuple[UnitId, ...]
    lords: tuple[LordId, ...] = ()


class Force(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a participant fields: one band, or a militia when `band` is None [SC-CBT-3]."""

    units: tuple[UnitId, ...]
    lords: tuple[LordId, ...]
    band: BandId | None = None


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a battle [SC-CBT-5]: several winners are tied for first place, a draw."""

    winners: tuple[Seat, ...]
    left: tuple[Left, ...]
    fallen: tuple[LordId, ...] = ()


class CombatStatus(StrEnum):
    """Where one combat stands [SC-SEQ-13]; a later stage opens only when the earlier one is applied."""

    ORGANISE = "organise"
    BATTLE = "battle"
    REVIEW = "review"
    APPLYING = "applying"
    APPLIED = "applied"


class Combat(msgspec.Struct, frozen=True):
    """
    One combat, at its present stage.

    `newcomers` wait for stage 2 [SC-MUL-5]; `holder` is the winner of stage 1, in stage 2 [SC-MUL-8]. Roles exist
    between two players only [SC-DET-6]. A participant without a choice is fielded at once.
    """

    territory: TerritoryId
    stage: int
    fighters: tuple[Seat, ...]
    newcomers: tuple[Seat, ...] = ()
    attacker: Seat | None = None
    defender: Seat | None = None
    holder: Seat | None = None
    status: CombatStatus = CombatStatus.ORGANISE
    forces: Mapping[Seat, Force] = {}
    conceded: tuple[Seat, ...] = ()
    result: Result | None = None
    agreed: tuple[Seat, ...] = ()

    def standing(self) -> tuple[Seat, ...]:
        """The fighters who have not conceded."""
        return tuple(seat for seat in self.fighters if seat not in self.conceded)
