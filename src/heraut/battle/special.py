"""The special rules that act in a fight, each told with its clause: what a unit is and carries, how it came."""

from __future__ import annotations

from collections.abc import Iterator

from heraut.battle.marker import MarkerCharge
from heraut.battle.marker import charging as tired_charger
from heraut.battle.melee import Melee, MeleeSide, charging, generated_dice, is_heroic
from heraut.battle.movement import Displacement, ground_fatigue, overflight_fatigue
from heraut.battle.shooting import Shooting
from heraut.battle.unit import Cover, Unit
from heraut.kernel import ClauseId, Fact, Reason
from heraut.warband.overrides import Overrides
from heraut.warband.profile import Profile
from heraut.warband.tables import number, weapons
from heraut.warband.vocabulary import Distance, SpecialRule


def special_rules_of_shot(shooting: Shooting) -> Iterator[Reason]:
    """What the weapon adds, what it does to the target, and whether the target's cover counts."""
    shooter, target = shooting.shooter, shooting.target
    weapon = weapons()[shooter.profile.weapon]
    close = shooting.within is not None and Distance.M.reaches(shooting.within)
    if weapon.shot:
        yield _because(weapon.clause, "battle-weapon-bonus", "shooter", weapon=weapon.weapon, bonus=weapon.shot)
    if weapon.startles and close:
        yield _because("AM-FIRE-4", "battle-close-shot", "shooter", bonus=weapon.close_shot)
        yield _because("AM-FIRE-5", "battle-startles", "target")
    if weapon.free == "only_shot":
        yield _because("AM-BREATH-1", "battle-breath", "shooter")
    if shooter.has(SpecialRule.UNSTABLE):
        yield _because("CORE-UNIT-3", "battle-unstable", "shooter", alike=number("unstable_alike"))
    yield from _cover(target, "target")
    if target.has(SpecialRule.INSIGNIFICANT) and target.usable_cover is Cover.NONE:
        yield _because("CORE-UNIT-5", "battle-insignificant", "target")


def special_rules_of_melee(melee: Melee) -> Iterator[Reason]:
    """The fatigue of the charge, then what each side is and carries."""
    attacker, defender, rules = charging(melee), melee.defender, melee.overrides
    yield from _charge(melee.attacker.unit.profile, melee)
    yield from _side(attacker, defender, "attacker", rules, charged=True)
    yield from _side(defender, attacker, "defender", rules, charged=False)


def special_rules_of_marker(charge: MarkerCharge) -> Iterator[Reason]:
    """The fatigue of the charge, then what the charger is and carries [SEQ-O1, SEQ-O2, SEQ-O6]."""
    unit, rules = tired_charger(charge), charge.overrides
    yield from _charge(unit.profile, charge)
    yield from _dice(unit, "attacker", rules, charged=True)
    yield from _arms(unit, "attacker", thrown=rules.javelins_bonus_on_marker)


def _charge(profile: Profile, charge: Melee | MarkerCharge) -> Iterator[Reason]:
    """Everything that tires the charger before the melee [SEQ-M1]."""
    if not profile.takes_fatigue:
        return
    if charge.later:
        yield _because("CORE-FAT-1", "battle-charge-tires", "attacker")
    if flown := overflight_fatigue(profile, Displacement.CHARGE, charge.flown_over, charge.overrides):
        yield _because("AM-FLY-5", "battle-flown-over", "attacker", fatigue=flown)
    if ground := ground_fatigue(profile, charge.lands):
        yield _because("CORE-HORSE-3", "battle-bad-ground", "attacker", fatigue=ground)


def _side(own: MeleeSide, enemy: MeleeSide, side: str, rules: Overrides, *, charged: bool) -> Iterator[Reason]:
    unit = own.unit
    if is_heroic(unit.profile, enemy.unit.profile):
        dice, resilience = number("heroic_aggression"), number("heroic_resilience")
        yield _because("CORE-UNIT-1", "battle-heroic", side, dice=dice, casualties=resilience)
    yield from _dice(unit, side, rules, charged=charged)
    yield from _arms(unit, side, thrown=charged and not enemy.close_ranks)
    if unit.has(SpecialRule.UNARMED):
        yield _because("CORE-UNARM-1", "battle-unarmed", side)
    yield from _cover(unit, side)


def _dice(unit: Unit, side: str, rules: Overrides, *, charged: bool) -> Iterator[Reason]:
    """What changes the number of its attack dice [AM-PRIM-3, CORE-UNIT-2]."""
    if charged and unit.fatigue == 0 and unit.has(SpecialRule.DEVASTATING_CHARGE):
        yield _because("CORE-UNIT-2", "battle-devastating", side, factor=number("devastating_factor"))
    if unit.has(SpecialRule.PRIMITIVE) and unit.fatigue:
        fresh = generated_dice(unit.relieved(unit.fatigue), charged=charged, rules=rules)
        lost = fresh - generated_dice(unit, charged=charged, rules=rules)
        yield _because("AM-PRIM-3", "battle-primitive", side, lost=lost)


def _arms(unit: Unit, side: str, *, thrown: bool) -> Iterator[Reason]:
    """What its arms add to its attack dice in melee [CORE-WPN-4, CORE-WPN-5]."""
    if unit.profile.heavy_weapon:
        yield _because("CORE-WPN-5", "battle-weapon-bonus", side, weapon="heavy_weapon", bonus=1)
    weapon = weapons().get(unit.profile.weapon)
    if thrown and weapon is not None and weapon.charge:
        yield _because(weapon.clause, "battle-weapon-bonus", side, weapon=weapon.weapon, bonus=weapon.charge)


def _cover(unit: Unit, side: str) -> Iterator[Reason]:
    """That the cover it stands in is none to it."""
    if unit.cover is not Cover.NONE and unit.usable_cover is Cover.NONE:
        yield _because(_cover_clause(unit.profile), "battle-no-cover", side)


def _cover_clause(profile: Profile) -> str:
    """The clause that bars it from cover, the most particular one."""
    if profile.has(SpecialRule.IMPOSING):
        return "AM-IMP-1"
    if profile.flight:
        return "AM-FLY-14"
    return "CORE-HORSE-5" if profile.horse else "CORE-COV-3"


def _because(clause: str, code: str, side: str, **facts: Fact) -> Reason:
    return Reason(ClauseId(clause), code, {"side": side, **facts})
