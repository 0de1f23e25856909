"""The odds of a blow before it is struck."""

from __future__ import annotations

from heraut.skirmish.decide.defence import defence
from heraut.skirmish.decide.harm import protection
from heraut.skirmish.decide.melee import attack_parts
from heraut.skirmish.effect import Use
from heraut.skirmish.odds import Dicing, Exchange, Odds, exchange_odds
from heraut.skirmish.pools import build, damage_parts, trait_of
from heraut.skirmish.sheet import Weapon
from heraut.skirmish.state import Fighter, State


def blow_odds(state: State, fighter: Fighter, foe: Fighter, weapon: Weapon) -> Odds:
    """A plain blow that nobody dodges, from the pools the engine would ask for."""
    attack = build(
        state, fighter, "attack", weapon.skill, Use.ATTACK, extra=attack_parts(state, fighter, foe.id, weapon)
    )
    score = sum(part.flat for part in defence(state, foe.id, fighter.id))
    clash = sum(part.flat for part in damage_parts(fighter, foe.id))
    soak = trait_of(foe, "soak")
    armour = protection(foe.sheet.armour, "", halved=False)
    exchange = Exchange(
        Dicing(attack.dice, attack.flat),
        score,
        Dicing(trait_of(fighter, "strength").dice, weapon.damage_bonus + clash),
        Dicing(soak.dice, soak.level + armour),
        weapon.type,
    )
    return exchange_odds(state.model, exchange)
