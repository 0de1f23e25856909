"""Why the numbers of a fight are what they are, and which rules an organiser could have set otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from heraut.battle.casualties import Stand, Strike
from heraut.battle.marker import MarkerCharge, MarkerFight
from heraut.battle.melee import Fight, Melee, MeleeSide, charging
from heraut.battle.shooting import Shooting, Shot
from heraut.battle.special import special_rules_of_marker, special_rules_of_melee, special_rules_of_shot
from heraut.battle.unit import Cover, Unit
from heraut.kernel import ClauseId, Fact, Reason, to_plain
from heraut.warband.overrides import Overrides, override_rows
from heraut.warband.profile import restored_cells
from heraut.warband.vocabulary import SpecialRule, UnitClass, Weapon


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
    javelins = charge.charger.profile.weapon is Weapon.JAVELINS
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


def _strike_reasons(strike: Strike, sides: tuple[str, str], clauses: tuple[str, str, str, str]) -> Iterator[Reason]:
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
