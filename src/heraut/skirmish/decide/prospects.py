"""The odds of blows and shots before one is chosen, from the pools the engine would ask for [SK-DICE-20]."""

from __future__ import annotations

from fractions import Fraction

from heraut.skirmish.commands import Style
from heraut.skirmish.decide.defence import defence
from heraut.skirmish.decide.grips import charge_row
from heraut.skirmish.decide.harm import protection
from heraut.skirmish.decide.melee import SEIZING, attack_parts, style_parts, trained
from heraut.skirmish.decide.missile import as_target, range_part, shot_parts, size_part, target_parts
from heraut.skirmish.effect import Use
from heraut.skirmish.model import DiceModel
from heraut.skirmish.need import Part
from heraut.skirmish.odds import Dicing, Exchange, chances_of, roll_odds
from heraut.skirmish.pools import build, damage_parts, level_of, trait_of
from heraut.skirmish.sheet import UNARMED, Delivery, Weapon
from heraut.skirmish.state import Fighter, State
from heraut.skirmish.tables import number

Prospect = tuple[Fraction, Fraction]
"""The chance that it gets through undodged, and that it then takes a level at least."""
CHARGE = "charge"
HARMLESS = (Style.TRIP, *SEIZING)
"""Strikes that throw or hold instead of wounding."""


def blow(  # noqa: PLR0913  # a blow is made of that many things
    state: State, fighter: Fighter, foe: Fighter, weapon: Weapon, *, style: str = Style.PLAIN, aim: str = ""
) -> Prospect:
    """A blow that nobody dodges, nor meets with a charge of his own."""
    used = UNARMED if style in SEIZING else weapon
    halved = style == Style.TWIST
    extra = [*attack_parts(state, fighter, foe.id, used), *_training(fighter, style, aim)]
    attack = build(state, fighter, "attack", used.skill, Use.ATTACK, extra=extra)
    soak = trait_of(foe, "soak")
    exchange = Exchange(
        Dicing(attack.dice, attack.flat),
        sum(part.flat for part in defence(state, foe.id, fighter.id, halved=halved, noticed=not fighter.hidden)),
        Dicing(trait_of(fighter, "strength").dice, used.damage_bonus + _force(fighter, foe, used, style)),
        Dicing(soak.dice, soak.level + protection(foe.sheet.armour, aim, halved=halved)),
        used.type,
    )
    hit, harm = chances_of(state.model, exchange)
    leap = _leap(state, fighter) if style == Style.ACROBATIC else Fraction(1)
    return hit * leap, Fraction(0) if style in HARMLESS else harm * leap


def shot(state: State, fighter: Fighter, foe: Fighter, weapon: Weapon, distance: int) -> Prospect:
    """A shot at the whole of a target in plain sight that does not dodge."""
    reach = range_part(weapon, distance)
    assert reach is not None
    aims = (reach, size_part(foe.sheet.size), *target_parts(as_target(state, foe, "", 0)))
    attack = build(state, fighter, "shot", weapon.skill, Use.ATTACK, extra=shot_parts(state, fighter, weapon))
    soak = trait_of(foe, "soak")
    exchange = Exchange(
        Dicing(attack.dice, attack.flat),
        sum(part.flat for part in aims),
        _missile_damage(fighter, weapon),
        Dicing(soak.dice, soak.level + protection(foe.sheet.armour, "", halved=False)),
        weapon.type,
        reaches=state.options.tie_succeeds,
    )
    return chances_of(state.model, exchange)


def _training(fighter: Fighter, style: str, aim: str) -> list[Part]:
    return trained(fighter, CHARGE) if style == CHARGE else style_parts(fighter, style, aim)


def _force(fighter: Fighter, foe: Fighter, weapon: Weapon, style: str) -> int:
    """What adds to the damage: the clash of this segment, the skill of a power strike, acrobatics, the charge."""
    clash = sum(part.flat for part in damage_parts(fighter, foe.id))
    match style:
        case Style.POWER:
            return clash + level_of(fighter, weapon.skill)
        case Style.ACROBATIC:
            return clash + level_of(fighter, "acrobatics")
        case "charge":
            return clash + charge_row(fighter.mounted, None).charger
        case _:
            return clash


def _leap(state: State, fighter: Fighter) -> Fraction:
    if "acrobatics" not in fighter.sheet.traits:
        return Fraction(0)
    pool = build(state, fighter, "acrobatics", "acrobatics", Use.ACTION)
    return _succeeds(state.model, Dicing(pool.dice, pool.flat), number("acrobatics-difficulty"))


def _succeeds(model: DiceModel, dicing: Dicing, difficulty: int) -> Fraction:
    law = roll_odds(model, dicing, difficulty)
    return sum((Fraction(chance) for (end, _), chance in law if end == "success"), Fraction(0))


def _missile_damage(fighter: Fighter, weapon: Weapon) -> Dicing:
    own = weapon.damage
    if weapon.delivery is Delivery.PROJECTILE and own is not None:
        return Dicing(own.dice, own.level + weapon.damage_bonus)
    return Dicing(trait_of(fighter, "strength").dice, weapon.damage_bonus)
