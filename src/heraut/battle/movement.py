"""How far a unit moves or charges, over what ground and whom, and the fatigue that costs."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction

import msgspec

from heraut.battle.activation import Act
from heraut.battle.unit import BattleCode, Unit
from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Reason, Refusal, exact, together
from heraut.warband.overrides import OUR_DEFAULT, Overrides
from heraut.warband.profile import Profile
from heraut.warband.tables import Distance, SpecialRule, number, stick

Inches = int | Fraction
"""A distance as it was measured."""


class Ground(StrEnum):
    """What the table is made of; all but open ground slows."""

    OPEN = "open"
    UNEVEN = "uneven"
    DANGEROUS = "dangerous"


class Path(msgspec.Struct, frozen=True):
    """The ground of a displacement: where it starts, what it crosses, where it ends."""

    start: Ground = Ground.OPEN
    crossed: Ground = Ground.OPEN
    end: Ground = Ground.OPEN

    @property
    def open_throughout(self) -> bool:
        """Whether the whole displacement lies in open terrain."""
        return self.open_at_both_ends and self.crossed is Ground.OPEN

    @property
    def open_at_both_ends(self) -> bool:
        """Whether it starts and ends in open terrain."""
        return self.start is Ground.OPEN and self.end is Ground.OPEN


OPEN_PATH = Path()


class Reach(msgspec.Struct, frozen=True):
    """How far a displacement may go; `pieces` straight M pieces may replace one L."""

    distance: Distance
    pieces: int
    because: Reason


def reach(profile: Profile, kind: Act, path: Path = OPEN_PATH, *, exploited: bool = False) -> Reach:
    """The distance of a move or a charge; fatigue exploited by the enemy cuts it to S [CORE-EXPL-1]."""
    distance, clause = _own_distance(profile, kind, path)
    if exploited and distance.reaches(Distance.S):
        distance, clause = Distance.S, "CORE-EXPL-1"
    twice = distance is Distance.L and kind is Act.MOVE
    facts = {"distance": distance, "displacement": kind}
    return Reach(distance, 2 if twice else 1, Reason(ClauseId(clause), "battle-reach", facts))


def _own_distance(profile: Profile, kind: Act, path: Path) -> tuple[Distance, str]:
    charging = kind is Act.CHARGE
    slowed = not (path.open_at_both_ends if profile.flight else path.open_throughout)
    if profile.has(SpecialRule.CUMBERSOME) and not charging:
        return Distance.VS, "CORE-WM-3"
    if profile.has(SpecialRule.SLOW):
        return Distance.S, "CORE-MOV-4"
    if slowed and not profile.has(SpecialRule.TINY):
        return Distance.S, "CORE-HORSE-1" if profile.horse else "CORE-MOV-3"
    if profile.flight:
        return Distance.L, "AM-FLY-1"
    if profile.has(SpecialRule.SWIFT):
        return Distance.L, "AM-SWIFT-1"
    if profile.horse:
        return Distance.L, "CORE-HORSE-2" if charging else "CORE-HORSE-1"
    if profile.beast and charging:
        return Distance.L, "AM-BEAST-2"
    return Distance.M, "CORE-MOV-1"


def formation_distance(profile: Profile) -> Distance:
    """How far every figure may stand from the first one placed or moved [AM-IMP-4, CORE-HORSE-7]."""
    return Distance.M if profile.has(SpecialRule.IMPOSING) or profile.horse else Distance.S


def ground_fatigue(profile: Profile, end: Ground) -> int:
    """What a horse receives for ending a move or a charge in bad ground [CORE-HORSE-3]."""
    if not profile.horse or end is Ground.OPEN:
        return 0
    return number("horse_uneven_fatigue" if end is Ground.UNEVEN else "horse_dangerous_fatigue")


def overflight_fatigue(profile: Profile, kind: Act, enemies_flown_over: int, overrides: Overrides = OUR_DEFAULT) -> int:
    """One fatigue per enemy unit flown over in a charge; a move flies over for nothing [AM-FLY-3, AM-FLY-5]."""
    if not profile.flight or kind is Act.MOVE:
        return 0
    return enemies_flown_over + overrides.charged_unit_counts_as_overflown


class Approach(msgspec.Struct, frozen=True, kw_only=True):
    """
    How a unit comes to what it charges, as the players describe it.

    `later` says that it moved, charged or shot before in this turn; `flown_over` counts enemy units; `lands` is the
    ground where the charge ends.
    """

    later: bool = False
    flown_over: int = 0
    lands: Ground = Ground.OPEN
    reaches: bool = True
    overrides: Overrides = OUR_DEFAULT

    def fatigue(self, profile: Profile) -> int:
        """All the fatigue it brings, when its move ends and before the melee [SEQ-M1, CORE-FAT-2, AM-FLY-7]."""
        if not profile.takes_fatigue:
            return 0
        flown = overflight_fatigue(profile, Act.CHARGE, self.flown_over, self.overrides)
        return self.later + flown + ground_fatigue(profile, self.lands)

    def faults(self, unit: Unit) -> Iterator[Refusal]:
        """Why this unit cannot charge at all [SEQ-M1]."""
        if unit.figures < 1:
            yield unit.refused("SEQ-M1", BattleCode.NO_FIGURES)
        if unit.exhausted:
            yield unit.refused("CORE-EXH-2", BattleCode.EXHAUSTED, unit.fatigue)
        if not self.reaches:
            yield unit.refused("SEQ-M1", BattleCode.OUT_OF_REACH)
        if self.flown_over and not unit.profile.flight:
            yield unit.refused("AM-FLY-5", BattleCode.NOT_FLYING)


class Crossing(msgspec.Struct, frozen=True):
    """The fatigue for each unit or piece of terrain a flyer passes over, once per unit."""

    friends: int
    enemies: int
    terrain: int


def crossing(profile: Profile, kind: Act) -> Crossing | None:
    """What passing over something costs a flyer; None where it stands in the way [AM-FLY-3 to AM-FLY-6]."""
    return Crossing(0, overflight_fatigue(profile, kind, 1), 0) if profile.flight else None


def manoeuvre_refusal(
    unit: Unit, *, start: Ground, nearest_enemy: Inches, nearest_enemy_at_end: Inches
) -> Refusal | None:
    """Why a free first move is not allowed; distances in inches [CORE-ACT-2]."""
    far = _inches(Distance.L)
    faults = []
    if start is not Ground.OPEN:
        faults.append(unit.refused("CORE-ACT-2", BattleCode.NOT_IN_OPEN, start))
    if nearest_enemy <= far:
        faults.append(_too_close("CORE-ACT-2", unit, nearest_enemy))
    if nearest_enemy_at_end <= far:
        faults.append(_too_close("CORE-ACT-2", unit, nearest_enemy_at_end))
    return together(tuple(faults))


def high_altitude_refusal(unit: Unit, *, exploited: bool, end: Ground, nearest_enemy_at_end: Inches) -> Refusal | None:
    """Why a manoeuvring unit may not leave the table and land elsewhere [AM-FLY-9, AM-FLY-10]."""
    faults = []
    if not unit.profile.flight:
        faults.append(unit.refused("AM-FLY-9", BattleCode.NOT_FLYING))
    if exploited:
        faults.append(unit.refused("AM-FLY-10", BattleCode.FATIGUE_EXPLOITED))
    if end is not Ground.OPEN:
        faults.append(unit.refused("AM-FLY-9", BattleCode.NOT_IN_OPEN, end))
    if nearest_enemy_at_end <= _inches(Distance.L):
        faults.append(_too_close("AM-FLY-9", unit, nearest_enemy_at_end))
    return together(tuple(faults))


def _too_close(clause: str, unit: Unit, inches: Inches) -> Refusal:
    near, far = exact(Fraction(inches)), _inches(Distance.L)
    return unit.refused(clause, BattleCode.ENEMY_TOO_CLOSE, asked=near, allowed=far)


def _inches(distance: Distance) -> int:
    return stick(distance).inches
