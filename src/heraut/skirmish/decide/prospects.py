"""The odds of blows and shots before one is chosen, from the pools the engine would ask for [SK-DICE-20]."""

from __future__ import annotations

from fractions import Fraction

from heraut.skirmish.commands import Style
from heraut.skirmish.decide.attack import attack_parts, trained
from heraut.skirmish.decide.defence import defence
from heraut.skirmish.decide.grips import charge_row
from heraut.skirmish.decide.harm import protection
from heraut.skirmish.decide.melee import SEIZING, style_parts
from heraut.skirmish.decide.missile import as_target, range_part, shot_parts
from heraut.skirmish.effect import Use
from heraut.skirmish.fighter import Fighter
from heraut.skirmish.need import Part, Pool
from heraut.skirmish.odds import Dicing, Exchange, Grip, Leap, Prospect, chances_of
from heraut.skirmish.odds.meeting import success
from heraut.skirmish.pools import build, damage_parts, known, level_of, trait_of
from heraut.skirmish.sheet import UNARMED, Delivery, Weapon
from heraut.skirmish.sight import size_part, target_parts
from heraut.skirmish.state import State
from heraut.skirmish.tables import number

CHARGE = "charge"
SHIELD = "shield"
"""A charge to knock over with the shield."""
CHARGES = (CHARGE, SHIELD)


def blow(  # noqa: PLR0913  # a blow is made of that many things
    state: State, who: str, target: str, weapon: Weapon, *, style: str = Style.PLAIN, aim: str = ""
) -> Prospect:
    """A blow that nobody dodges from now on, nor meets with a charge of his own."""
    past = state.exchanges.get((who, target), state)
    fighter, foe = past.fighters[who], past.fighters[target]
    used = UNARMED if style in (*SEIZING, SHIELD) else weapon
    halved = style == Style.TWIST
    skill = "warrior_fury" if style == SHIELD and state.options.celtic else used.skill
    leap = _leap(past, fighter) if style == Style.ACROBATIC else None
    if not known(fighter.sheet, skill) or (style == Style.ACROBATIC and leap is None):
        return Prospect(Fraction(0), Fraction(0))
    extra = [*attack_parts(past, fighter, target, used), *_training(fighter, style, aim)]
    attack = build(past, fighter, "attack", skill, Use.ATTACK, extra=extra)
    score = defence(past, target, who, halved=halved, noticed=not state.fighters[who].hidden)
    soak = trait_of(foe, "soak")
    return chances_of(
        state.model,
        Exchange(
            _dicing(attack),
            sum(part.flat for part in score),
            Dicing(trait_of(fighter, "strength").dice, used.damage_bonus + _force(fighter, foe, used, style)),
            Dicing(soak.dice, soak.level + protection(foe.sheet.armour, aim, halved=halved)),
            used.type,
            dodged=_dodged(state, target),
            leap=leap,
            grip=_grip(fighter, foe, style),
        ),
    )


def shot(state: State, who: str, target: str, weapon: Weapon, distance: int) -> Prospect:
    """A shot at the whole of a target in plain sight that does not dodge from now on."""
    past = state.exchanges.get((who, target), state)
    fighter, foe = past.fighters[who], past.fighters[target]
    reach = range_part(weapon, distance)
    assert reach is not None
    aims = (reach, size_part(foe.sheet.size), *target_parts(as_target(past, foe, "", 0)))
    attack = build(past, fighter, "shot", weapon.skill, Use.ATTACK, extra=shot_parts(past, fighter, weapon))
    soak = trait_of(foe, "soak")
    dares = _dares(state, fighter, target, weapon)
    found = chances_of(
        state.model,
        Exchange(
            _dicing(attack),
            sum(part.flat for part in aims),
            _missile_damage(fighter, weapon),
            Dicing(soak.dice, soak.level + protection(foe.sheet.armour, "", halved=False)),
            weapon.type,
            reaches=state.options.tie_succeeds,
            dodged=_dodged(state, target),
        ),
    )
    return Prospect(found.hit * dares, found.harm * dares)


def _dicing(pool: Pool) -> Dicing:
    return Dicing(pool.dice, pool.flat)


def _dodged(state: State, target: str) -> tuple[int, bool] | None:
    """The dodge he has already made counts for the rest of the segment [SK-DOD-6]."""
    made = state.fighters[target].dodge
    return None if made is None else (made.total, made.critical)


def _training(fighter: Fighter, style: str, aim: str) -> list[Part]:
    return trained(fighter, CHARGE) if style in CHARGES else style_parts(fighter, style, aim)


def _force(fighter: Fighter, foe: Fighter, weapon: Weapon, style: str) -> int:
    """What adds to the damage: the clash of this segment, the skill of a power strike, acrobatics, the charge."""
    clash = sum(part.flat for part in damage_parts(fighter, foe.id))
    match style:
        case Style.POWER:
            return clash + level_of(fighter, weapon.skill)
        case Style.ACROBATIC:
            return clash + level_of(fighter, "acrobatics")
        case Style.THROW:
            return level_of(fighter, "unarmed")
        case "charge" | "shield":
            return clash + charge_row(fighter.mounted, None).charger
        case _:
            return clash


def _leap(state: State, fighter: Fighter) -> Leap | None:
    """The acrobatics of an acrobatic attack, at the sheet's difficulty; none for whom it cannot be told yet."""
    if not known(fighter.sheet, "acrobatics"):
        return None
    pool = build(state, fighter, "acrobatics", "acrobatics", Use.ACTION)
    return Leap(_dicing(pool), number("acrobatics-difficulty"))


def _grip(fighter: Fighter, foe: Fighter, style: str) -> Grip | None:
    """The contest after a hit: Agility, with Strength as a bonus, for a trip; Strength for a hold."""
    if style == Style.TRIP:
        mine, theirs = (
            Dicing(trait_of(one, "agility").dice, level_of(one, "strength"))
            if known(one.sheet, "agility")
            else Dicing(1)
            for one in (fighter, foe)
        )
        return Grip(mine, theirs, margin=True)
    if style not in SEIZING:
        return None
    mine, theirs = (Dicing(level_of(one, "strength") or 1) for one in (fighter, foe))
    return Grip(mine, theirs, throws=style == Style.THROW)


def _dares(state: State, fighter: Fighter, target: str, weapon: Weapon) -> Fraction:
    """The courage to shoot into a melee with a friend, at the sheet's difficulty [SK-MEL-5]."""
    among = state.brawl(target)
    if not any(state.fighters[other].side == fighter.side for other in among) or not known(fighter.sheet, "courage"):
        return Fraction(1)
    courage = build(state, fighter, "courage", "courage", Use.FREE)
    dicing = Dicing(courage.dice, courage.flat + level_of(fighter, weapon.skill))
    return success(state.model, Leap(dicing, number("friend-courage")))


def _missile_damage(fighter: Fighter, weapon: Weapon) -> Dicing:
    own = weapon.damage
    if weapon.delivery is Delivery.PROJECTILE and own is not None:
        return Dicing(own.dice, own.level + weapon.damage_bonus)
    return Dicing(trait_of(fighter, "strength").dice, weapon.damage_bonus)
