"""How a combat ends: who holds the territory, who stays, who retreats (chapters 21 and 24)."""

from __future__ import annotations

from typing import Literal

from heraut.campaign.forces import Points
from heraut.campaign.tables import OutcomeRow, numbers, outcome_rows

Winner = Literal["attacker", "draw", "defender"]


def fit(points: Points, *, lord: bool) -> bool:
    """A band is fit with a living lord and at least 4 points."""
    return lord and points >= numbers().band_least


def outcome(result: Winner, *, attacker_fit: bool, defender_fit: bool) -> OutcomeRow:
    """The cell of a two-player combat [SC-OUT-1]."""
    return next(
        row
        for row in outcome_rows()
        if row.result == result
        and row.attacker_fit in (None, attacker_fit)
        and row.defender_fit in (None, defender_fit)
    )
