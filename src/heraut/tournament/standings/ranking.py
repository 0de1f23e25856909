"""By what players are ranked: an ordered tuple of named criteria, and what happens to those equal on all."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from heraut.kernel import ClauseId
from heraut.rulesets import rows


class Tiebreak(StrEnum):
    """A criterion; the greater value stands first."""

    WINS = "wins"
    POINTS = "points"
    RESISTANCE = "resistance"
    VP_DIFFERENCE = "vp_difference"
    STRENGTH_OF_OPPONENTS = "strength_of_opponents"
    CONTROL_POINTS = "control_points"
    DESTROYED = "destroyed"
    SURVIVING = "surviving"
    SCENARIO_WINS = "scenario_wins"
    ASSASSINATIONS = "assassinations"


class Tie(StrEnum):
    """What happens to players equal on every criterion."""

    LOT = "lot"
    """The draw number decides, and the standings say so [ST-RNK-7]."""
    SHARED = "shared"
    """They share the place, and the next place is skipped [SR-RANK-4]."""


class ByeResistance(StrEnum):
    """What a bye adds to Resistance [ST-RNK-6]."""

    MEAN = "mean"
    ZERO = "zero"


class Ranking(msgspec.Struct, frozen=True, omit_defaults=True):
    """How an event ranks its players."""

    criteria: tuple[Tiebreak, ...]
    clause: ClauseId
    tie: Tie = Tie.LOT
    bye_resistance: ByeResistance = ByeResistance.MEAN
    dropped_ranked: bool = True


class _Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    clause: ClauseId
    format: str
    criteria: tuple[Tiebreak, ...]
    variant: str | None = None


def ranking_of(format: str, variant: str | None = None) -> Ranking:
    """The sheet's own ranking; a Steamroller variant of family 7 is named by its id [SR-VRANK-2]."""
    order = next(
        row for row in rows("ranking", "orders", "order", _Order) if (row.format, row.variant) == (format, variant)
    )
    return Ranking(order.criteria, order.clause, Tie.LOT if format == "saga" else Tie.SHARED)


def reordered(ranking: Ranking, criteria: tuple[Tiebreak, ...]) -> Ranking:
    """The organiser's own order; draw number always comes last [ST-RNK-17]."""
    return msgspec.structs.replace(ranking, criteria=criteria, clause=ClauseId("ST-RNK-17"))
