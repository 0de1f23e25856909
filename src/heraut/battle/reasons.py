"""Why the numbers of a fight are what they are, and which rules an organiser could have set otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from heraut.battle.activation import Act, Approach, ground_fatigue, overflight_fatigue
from heraut.battle.marker import MarkerCharge, MarkerFight
from heraut.battle.marker import charging as tired_charger
from heraut.battle.melee import Fight, Melee, MeleeSide, charging, generated_dice, is_heroic
from heraut.battle.shooting import Shooting, Shot
from heraut.battle.unit import Cover, Stand, StrikeDice, Unit
from heraut.kernel.codec import to_plain
from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Fact, Reason
from heraut.warband.profile import Profile, restored_cells
from heraut.warband.tables import Overrides, ShootingWeapon, SpecialRule, UnitClass, number, override_rows, weapons


def reasons_of_shot(shooting: Shooting, shot: Shot) -> tuple[Reason, ...]:
    """The numbers of a shot, then the rules in force that matter for it."""
    strike = _strike_reasons(shot.attack, ("shooter", "target"), ("SEQ-S2", "SEQ-S5", "SEQ-S6", "SEQ-S7"))
    keys = (*_keys_of_shot(shooting), *_keys_of_unit(shooting.shooter), *_keys_of_stand(shot.target))
    return (
        *strike,
        *special_rules_of_shot(shooting),
        *_stand_reasons(shot.target, "target", "SEQ-S8"),
        *restored_values(shooting.shooter, shooting.target),
        *rules_in_force(keys, shooting.overrides),
    )


def reasons_of_melee(melee: Melee, fight: Fight) -> tuple[Reason, ...]:
    """The numbers of both sides, then the rules in force that matter for them."""
    clauses = ("SEQ-M3", "SEQ-M5", "SEQ-M6", "SEQ-M6")
    attacker, defender = charging(melee), melee.defender
    keys = (
        *_keys_of_side(attacker),
        *_keys_of_side(defender),
        *_keys_of_stand(fight.attacker),
        *_keys_of_stand(fight.defender),
        *(("charged_unit_counts_as_overflown",) if attacker.unit.profile.flight else ()),
        "withdraw_distance",
    )
    return (
        *_strike_reasons(fight.attack, ("attacker", "defender"), clauses),
        *_strike_reasons(fight.riposte, ("defender", "attacker"), clauses),
        *special_rules_of_melee(melee),
        *_stand_reasons(fight.attacker, "attacker", "SEQ-M7"),
        *_stand_reasons(fight.defender, "defender", "SEQ-M7"),
        *restored_values(attacker.unit, defender.unit),
        *rules_in_force(keys, melee.overrides),
    )


def reasons_of_marker(charge: MarkerCharge, fight: MarkerFight) -> tuple[Reason, ...]:
    """The numbers of a charge on a marker, then the rules in force that matter for it."""
    strike = _strike_reasons(fight.attack, ("attacker", "marker"), ("SEQ-O2", "SEQ-O5", "SEQ-O6", "SEQ-O7"))
    javelins = charge.charger.profile.weapon is ShootingWeapon.JAVELINS
    keys = (*_keys_of_unit(charge.charger), *(("javelins_bonus_on_marker",) if javelins else ()))
    return (
        *strike,
        *special_rules_of_marker(charge),
        *restored_values(charge.charger),
        *rules_in_force(keys, charge.overrides),
    )


def restored_values(*units: Unit) -> Iterator[Reason]:
    """The values that our copy of the source does not print, each profile once [AM-PROF-10]."""
    for profile in dict.fromkeys(unit.profile for unit in units):
        if (row := restored_cells().get(profile.key)) is not None:
            yield Reason(row.clause, "unit-restored", {"key": row.key, "cells": row.cells})


def rules_in_force(keys: Iterable[str], overrides: Overrides) -> Iterator[Reason]:
    """One line per key that matters or was changed: its value, and our default beside it."""
    changed = overrides.changed()
    wanted = {*keys, *changed}
    for row in override_rows():
        if row.key in wanted:
            value = to_plain(getattr(overrides, row.key))
            said = value if isinstance(value, int | str) else "table"
            code = "battle-changed-rule" if row.key in changed else "battle-our-default"
            yield Reason(row.clauses[0], code, {"key": row.key, "value": said, "default": row.default})


def _strike_reasons(strike: StrikeDice, sides: tuple[str, str], clauses: tuple[str, str, str, str]) -> Iterator[Reason]:
    """The numbers of a strike; `side` is always whose number it is: dice of the striker, armour of the struck."""
    striker, struck = sides
    pool, shield, hit, save = (ClauseId(clause) for clause in clauses)
    yield Reason(pool, "battle-pool", {"side": striker, "dice": strike.dice})
    yield Reason(shield, "battle-armour", {"side": struck, "armour": strike.armour})
    yield Reason(hit, "battle-hit", {"side": striker, "faces": strike.hit})
    yield Reason(save, "battle-save", {"side": struck, "faces": strike.save})


def _stand_reasons(stand: Stand, side: str, clause: str) -> Iterator[Reason]:
    if stand.capacity:
        facts: dict[str, Fact] = {"side": side, "fatigues": stand.capacity, "casualties": stand.resilience}
        yield Reason(ClauseId(clause), "battle-resilience", facts)


def _keys_of_shot(shooting: Shooting) -> Iterator[str]:
    match shooting.target.cover_from_shots:
        case Cover.LIGHT:
            yield "light_cover_defence"
        case Cover.SOLID:
            yield from ("solid_cover_defence_shooting", "solid_cover_armour_shooting")
    if shooting.shooter.has(SpecialRule.UNARMED):
        yield "unarmed_applies_to_shooting"


def _keys_of_side(side: MeleeSide) -> Iterator[str]:
    yield from _keys_of_unit(side.unit)
    if side.close_ranks:
        yield from ("close_ranks_side", "solid_cover_defence_melee")
    if side.close_ranks and side.unit.exhausted:
        yield "close_ranks_when_exhausted"
    if side.unit.usable_cover is Cover.SOLID:
        yield "solid_cover_defence_melee"
    if side.exploited:
        yield from ("exploit_max_per_effect", "armour_min", "armour_max")
    if side.unit.exhausted:
        yield "exhausted_melee"


def _keys_of_unit(unit: Unit) -> Iterator[str]:
    yield from ("rounding", "pool_cap")
    if unit.has(SpecialRule.PRIMITIVE) and unit.fatigue:
        yield "primitive_floor"
    if unit.profile.unit is UnitClass.NECROMANCER:
        yield "necromancer_casts"


def _keys_of_stand(stand: Stand) -> Iterator[str]:
    if stand.resilience:
        yield "resilience_policy"


def special_rules_of_shot(shooting: Shooting) -> Iterator[Reason]:
    """What the weapon adds, what it does to the target, and whether the target's cover counts."""
    shooter, target = shooting.shooter, shooting.target
    weapon = weapons()[shooter.profile.weapon]
    if weapon.shot:
        yield _because(weapon.clause, "battle-weapon-bonus", "shooter", weapon=weapon.weapon, bonus=weapon.shot)
    if weapon.startles and shooting.is_close:
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


def _charge(profile: Profile, charge: Approach) -> Iterator[Reason]:
    """Everything that tires the charger before the melee [SEQ-M1]."""
    if not profile.takes_fatigue:
        return
    if charge.later:
        yield _because("CORE-FAT-1", "battle-charge-tires", "attacker")
    if flown := overflight_fatigue(profile, Act.CHARGE, charge.flown_over, charge.overrides):
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
