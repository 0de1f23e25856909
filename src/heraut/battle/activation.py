"""
What a unit may do now: the activations of one turn, in order, and the fatigue of each.

A turn is remembered as the activations a unit has been given. Cancelled ones stay in the list and count for nothing.
How far a unit moves or charges depends on the ground and on whom it crosses, which may cost fatigue too.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction

import msgspec

from heraut.battle.unit import BattleCode, Unit
from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Reason, Refusal, exact, together
from heraut.warband.profile import Profile
from heraut.warband.tables import OUR_DEFAULT, Distance, Overrides, SpecialRule, WeaponRow, number, stick, weapons

Inches = int | Fraction
"""A distance as it was measured."""


class Act(StrEnum):
    """The types of activation; only a charge starts a melee [CORE-ACT-1]."""

    MOVE = "move"
    CHARGE = "charge"
    SHOOT = "shoot"
    REST = "rest"


class ActivatedBy(StrEnum):
    """
    What activates the unit.

    A manoeuvre is a free first move; `free_shot` is the weapon's own: breath, javelins, composite bow.
    """

    ORDER = "order"
    ADVANCED_SAGA_ABILITY = "advanced_saga_ability"
    DETERMINATION = "determination"
    WE_OBEY = "we_obey"
    MANOEUVRE = "manoeuvre"
    FREE_SHOT = "free_shot"


class Activation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One activation of a unit."""

    act: Act
    by: ActivatedBy = ActivatedBy.ORDER
    cancelled: bool = False


class UnitTurn(msgspec.Struct, frozen=True):
    """What a unit has done this turn; a new turn starts empty, so nothing carries over [AM-FIRE-9, AM-BREATH-5]."""

    activations: tuple[Activation, ...] = ()

    @property
    def resolved(self) -> tuple[Activation, ...]:
        """The activations that took place."""
        return tuple(done for done in self.activations if not done.cancelled)


NEW_TURN = UnitTurn()


def refusal(unit: Unit, turn: UnitTurn, wanted: Activation) -> Refusal | None:
    """Why the unit may not be activated so, all faults at once; None if it may."""
    return together(
        (
            *_of_exhaustion(unit, wanted),
            *_of_order(unit, turn, wanted),
            *_of_place(unit, turn, wanted),
            *(_of_shooting(unit, turn, wanted) if wanted.act is Act.SHOOT else ()),
        )
    )


def _of_exhaustion(unit: Unit, wanted: Activation) -> tuple[Refusal, ...]:
    """An exhausted unit may only rest [CORE-EXH-2]."""
    if not unit.exhausted or wanted.act is Act.REST:
        return ()
    return (unit.refused("CORE-EXH-2", BattleCode.EXHAUSTED, unit.fatigue),)


def _of_order(unit: Unit, turn: UnitTurn, wanted: Activation) -> tuple[Refusal, ...]:
    """Who or what may activate it [AM-PRIM-1, CORE-UNIT-6, CORE-DET-1]."""
    if wanted.by is ActivatedBy.ADVANCED_SAGA_ABILITY and unit.has(SpecialRule.PRIMITIVE):
        return (unit.refused("AM-PRIM-1", BattleCode.PRIMITIVE_ABILITY),)
    if unit.has(SpecialRule.MINDLESS) and wanted.by not in (ActivatedBy.ADVANCED_SAGA_ABILITY, ActivatedBy.WE_OBEY):
        return (unit.refused("CORE-UNIT-6", BattleCode.MINDLESS_ORDER, wanted.by),)
    if wanted.by is ActivatedBy.DETERMINATION and not unit.has(SpecialRule.DETERMINATION):
        return (unit.refused("CORE-DET-1", BattleCode.NOT_DETERMINED),)
    if wanted.by is ActivatedBy.DETERMINATION and any(
        done.by is ActivatedBy.DETERMINATION for done in turn.activations
    ):
        return (unit.refused("CORE-DET-1", BattleCode.FREE_ACTIVATION_USED),)
    return ()


def _of_place(unit: Unit, turn: UnitTurn, wanted: Activation) -> tuple[Refusal, ...]:
    """Rest and manoeuvre come first in the turn [CORE-ACT-2, CORE-ACT-3]."""
    if not turn.resolved:
        return ()
    if wanted.act is Act.REST:
        return (unit.refused("CORE-ACT-3", BattleCode.REST_NOT_FIRST),)
    if wanted.by is ActivatedBy.MANOEUVRE:
        return (unit.refused("CORE-ACT-2", BattleCode.MANOEUVRE_NOT_FIRST),)
    return ()


def _of_shooting(unit: Unit, turn: UnitTurn, wanted: Activation) -> tuple[Refusal, ...]:
    weapon = weapons().get(unit.profile.weapon)
    if weapon is None:
        return (unit.refused("AM-PROF-5", BattleCode.NO_WEAPON),)
    return (*_of_free_shot(unit, turn, wanted, weapon), *_of_frequency(unit, turn, weapon))


def _of_free_shot(unit: Unit, turn: UnitTurn, wanted: Activation, weapon: WeaponRow) -> tuple[Refusal, ...]:
    shots = [done for done in turn.resolved if done.act is Act.SHOOT]
    match weapon.free:
        case "only_shot" if wanted.by is not ActivatedBy.FREE_SHOT:
            return (unit.refused("AM-BREATH-4", BattleCode.BREATH_ONLY),)
        case "only_shot" if shots:
            return (unit.refused("AM-BREATH-1", BattleCode.BREATH_USED),)
        case "one_shot" if any(shot.by is ActivatedBy.FREE_SHOT for shot in shots):
            return (unit.refused("CORE-WPN-4", BattleCode.NO_MORE_SHOTS),)
        case "no_shot" if wanted.by is ActivatedBy.FREE_SHOT:
            return (unit.refused(weapon.clause, BattleCode.NO_FREE_SHOT),)
    return ()


def _of_frequency(unit: Unit, turn: UnitTurn, weapon: WeaponRow) -> tuple[Refusal, ...]:
    """Some weapons may not shoot twice in a row, one may not shoot twice a turn [AM-FIRE-7, CORE-WM-1]."""
    last = turn.resolved[-1:]
    if not weapon.consecutive and last and last[0].act is Act.SHOOT:
        return (unit.refused("AM-FIRE-7" if weapon.startles else weapon.clause, BattleCode.CONSECUTIVE_SHOTS),)
    shots = sum(done.act is Act.SHOOT for done in turn.resolved)
    if weapon.shots is not None and shots >= weapon.shots:
        return (unit.refused("CORE-WM-1", BattleCode.NO_MORE_SHOTS, shots + 1, weapon.shots),)
    return ()


def gives_fatigue(unit: Unit, turn: UnitTurn, wanted: Activation, overrides: Overrides = OUR_DEFAULT) -> int:
    """
    The fatigue an activation gives: 1 for the second and each later move, charge or shot of a turn [CORE-FAT-1].

    Rest takes one off [CORE-ACT-3]. Breath, a free javelin shot and composite bow shots give none, but count for those
    that follow [CORE-FAT-3].
    """
    if wanted.act is Act.REST:
        return -min(1, unit.fatigue)
    if tireless(unit.profile, wanted) or not unit.profile.takes_fatigue:
        return 0
    earlier = [done for done in turn.resolved if done.act is not Act.REST]
    if not overrides.free_activation_counts:
        earlier = [done for done in earlier if not tireless(unit.profile, done)]
    return 1 if earlier else 0


def tireless(profile: Profile, activation: Activation) -> bool:
    """Whether an activation generates no fatigue [AM-BREATH-3, CORE-WPN-3, CORE-WPN-4]."""
    weapon = weapons().get(profile.weapon)
    if weapon is None or activation.act is not Act.SHOOT:
        return False
    return weapon.free == "every_shot" or (weapon.free != "no_shot" and activation.by is ActivatedBy.FREE_SHOT)


class ActivationChoice(msgspec.Struct, frozen=True):
    """One thing a unit may be asked to do now: the fatigue it gives, or why it may not."""

    activation: Activation
    fatigue: int
    refused: Refusal | None


def choices(unit: Unit, turn: UnitTurn, overrides: Overrides = OUR_DEFAULT) -> tuple[ActivationChoice, ...]:
    """Everything a unit may be asked to do now; what cannot concern it is left out."""
    offered = [Activation(act) for act in Act]
    offered.append(Activation(Act.MOVE, ActivatedBy.MANOEUVRE))
    weapon = weapons().get(unit.profile.weapon)
    if weapon is not None and weapon.free != "no_shot":
        offered.append(Activation(Act.SHOOT, ActivatedBy.FREE_SHOT))
    if unit.has(SpecialRule.DETERMINATION):
        offered += [Activation(act, ActivatedBy.DETERMINATION) for act in Act]
    if unit.has(SpecialRule.MINDLESS):
        masters = (ActivatedBy.ADVANCED_SAGA_ABILITY, ActivatedBy.WE_OBEY)
        offered += [Activation(act, by) for by in masters for act in (Act.MOVE, Act.CHARGE)]
    return tuple(
        ActivationChoice(wanted, gives_fatigue(unit, turn, wanted, overrides), refusal(unit, turn, wanted))
        for wanted in offered
    )


def may_trigger_advanced(own: Unit) -> bool:
    """Whether a player may trigger an advanced ability in a fight of this unit of theirs [AM-PRIM-2]."""
    return not own.has(SpecialRule.PRIMITIVE)


def faults_of_ability(own: Unit, *, advanced: bool) -> Iterator[Refusal]:
    """Why a player may not trigger an advanced ability in this fight of their unit; the opponent may [AM-PRIM-2]."""
    if advanced and not may_trigger_advanced(own):
        yield own.refused("AM-PRIM-2", BattleCode.PRIMITIVE_FIGHT)


def obey_refusal(leader: Unit, *, friend_within_s: bool, already_obeyed: bool) -> Refusal | None:
    """Why a leader may not give a friend a free activation [CORE-OBEY-1, CORE-EXH-4]."""
    if not leader.has(SpecialRule.WE_OBEY):
        return leader.refused("CORE-OBEY-1", BattleCode.NOT_OBEYED)
    if leader.exhausted:
        return leader.refused("CORE-EXH-4", BattleCode.EXHAUSTED, leader.fatigue)
    if not friend_within_s:
        return leader.refused("CORE-OBEY-1", BattleCode.OUT_OF_REACH)
    if already_obeyed:
        return leader.refused("CORE-OBEY-1", BattleCode.FREE_ACTIVATION_USED)
    return None


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
