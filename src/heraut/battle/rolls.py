"""What a die must show."""

from __future__ import annotations

from heraut.dice import SIDES
from heraut.warband.overrides import Overrides


def winning_faces(target: int, modifier: int = 0) -> int:
    """
    How many faces of a modified die reach the target.

    Modified results below 1 count as 1, above 6 as 6 [CORE-DICE-1]: 1 always succeeds, 7 never does.
    """
    if target <= 1:
        return SIDES
    if target > SIDES:
        return 0
    return min(SIDES, max(0, SIDES + 1 - target + modifier))


def rounded(number: int, parts: int, overrides: Overrides) -> int:
    """A number divided by parts, rounded up unless the organiser says otherwise [CORE-ATT-2]."""
    if overrides.rounding == "up":
        return -(-number // parts)
    if overrides.rounding == "down":
        return number // parts
    return (2 * number + parts) // (2 * parts)


def armour(printed: int, change: int, overrides: Overrides) -> int:
    """Armour after changes, within its limits; the limits hold for the sum, not for each change [CORE-ARM-1]."""
    return min(overrides.armour_max, max(overrides.armour_min, printed + change))
