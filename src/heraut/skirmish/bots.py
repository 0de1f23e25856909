"""
Characters left to Héraut: what they announce, do and choose, by the exact odds and their temperament [SK-GEN-8].

The bold look for the blow likeliest to wound. The careful weigh what an answer would cost them. The cowardly keep their
dice for dodging, strike only whom they cannot avoid, and leave once badly hurt. Distances are not kept in a fight, so a
shot is taken at medium range.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from typing import NamedTuple

from msgspec.structs import replace

from heraut.kernel.message import Command
from heraut.kernel.names import ORGANISER, ClauseId
from heraut.kernel.refusal import Refusal
from heraut.skirmish.announcements import Announce, GoOn
from heraut.skirmish.answers import chance
from heraut.skirmish.attack import Style
from heraut.skirmish.chances import NONE, NOTHING, ChoiceView, dodge_of, exchange, prospect
from heraut.skirmish.charges import Charge
from heraut.skirmish.disengage import Disengage, GetUp
from heraut.skirmish.dodges import DODGE
from heraut.skirmish.engagement import listed
from heraut.skirmish.engine import decide, threat_of
from heraut.skirmish.entrust import Thought, all_left, is_left, reflex_of
from heraut.skirmish.fighter import Effect, Fighter, Posture, Reflex, Scope, Temperament, Until
from heraut.skirmish.grips import Escape
from heraut.skirmish.legal import AttackForm, attack_of, usual
from heraut.skirmish.missiles import Shoot
from heraut.skirmish.moves import Move
from heraut.skirmish.need import DecisionNeed, DiceNeed, Faces
from heraut.skirmish.odds import Dicing, Prospect, chances_of
from heraut.skirmish.playing import RollAll, check, evolve
from heraut.skirmish.rolls import known
from heraut.skirmish.sheet import WeaponDelivery
from heraut.skirmish.state import FightStep, State, changed, next_announcer
from heraut.skirmish.strikes import Strike
from heraut.skirmish.tables import slots
from heraut.skirmish.weapons import Draw

MEDIUM = 1
"""The range a shot is taken at, of the four."""
FOES = 4
"""So many opponents are weighed when one announces: those in melee with him first."""
WORTH = {Temperament.BOLD: 0.25, Temperament.CAREFUL: 0.08, Temperament.COWARDLY: 0.0}
"""By how much a dodge must lower the chance of being hurt to be worth its die."""
FEAR = {Temperament.BOLD: Fraction(0), Temperament.CAREFUL: Fraction(2), Temperament.COWARDLY: Fraction(6)}
"""How much the chance of being hurt weighs against the chance of hurting."""


class Planned(NamedTuple):
    """What a character does next, and why."""

    command: Command
    thought: Thought


def next_play(state: State) -> Planned | None:
    """The next thing somebody left to Héraut does by himself; None while it is others' turn."""
    if state.pending is not None:
        return None
    for fighter in may_play(state):
        if fighter.entrusted is not None and (found := play_of(state, fighter, fighter.entrusted)) is not None:
            return found
    return None


def may_play(state: State) -> tuple[Fighter, ...]:
    """Those who may do something at this step, in order."""
    match state.step:
        case FightStep.ANNOUNCING:
            announcer = next_announcer(state)
            return () if announcer is None else (announcer,)
        case FightStep.OPENING:
            return tuple(state.active)
        case FightStep.ACTING:
            return tuple(one for one in listed(state) if one.open_slot(state.segment))
        case _:
            return ()


def play_of(state: State, fighter: Fighter, temperament: Temperament) -> Planned | None:
    """What this character does now, if anything."""
    match state.step:
        case FightStep.ANNOUNCING:
            return announced(state, fighter, temperament)
        case FightStep.OPENING:
            return _withdrawn(state, fighter, temperament)
        case FightStep.ACTING:
            return _acted(state, fighter, temperament)
        case _:
            return None


# --- announcing


def announced(state: State, fighter: Fighter, temperament: Temperament) -> Planned:
    """The number of actions whose blows bring most, less what fewer dice to dodge with would cost."""
    if fighter.long is not None:
        return _planned(GoOn(seat=fighter.seat, who=fighter.id, on=True), fighter, "why-long", Fraction(1))
    gains = {many: _gain(state, fighter, many) for many in slots()}
    risks = {many: _risk(state, fighter, many) for many in slots()}
    fear = FEAR[temperament] * (2 if _hurt(fighter) else 1)
    best = max(gains, key=lambda many: (many * gains[many] - fear * risks[many], -many))
    bravest = max(gains, key=lambda many: (many * gains[many], -many))
    why = "why-hide" if not best else "why-guard" if best < bravest else "why-actions"
    return _planned(Announce(seat=fighter.seat, who=fighter.id, actions=best), fighter, why, gains[best])


def _gain(state: State, fighter: Fighter, actions: int) -> Fraction:
    """The chance that one blow of so many wounds, against the opponent it is likeliest to wound."""
    if not actions:
        return Fraction(0)
    declared = _declared(state, fighter, actions)
    return max((_best(declared, fighter.id, foe.id).harm for foe in foes(state, fighter)), default=Fraction(0))


def _risk(state: State, fighter: Fighter, actions: int) -> Fraction:
    """The chance that a blow of the opponent likeliest to hurt him does, if he dodges with the dice he has left."""
    declared = _declared(state, fighter, actions)
    me = declared.fighters[fighter.id]
    if not known(me.sheet, "dodge") or not known(me.sheet, "soak"):
        return Fraction(0)
    dodge = dodge_of(declared, me)
    return max((_struck(declared, foe, fighter.id, dodge) for foe in foes(state, fighter)), default=Fraction(0))


def _struck(state: State, foe: Fighter, target: str, dodge: Dicing) -> Fraction:
    if not _fights(foe):
        return Fraction(0)
    asked = exchange(state, foe.id, target, AttackForm(foe.main_weapon))
    return chances_of(state.model, asked._replace(dodge=dodge)).harm


def _declared(state: State, fighter: Fighter, actions: int) -> State:
    """The fight as if he had announced so many actions."""
    dice = slots()[actions].penalty
    burden = Effect(
        code="declared", clause=ClauseId("SK-DECL-3"), since=state.now, until=Until.TURN, scope=Scope.ACTIONS, dice=dice
    )
    effects = (*fighter.effects, burden) if dice else fighter.effects
    return changed(state, fighter.id, declared=actions, effects=effects)


def foes(state: State, fighter: Fighter) -> list[Fighter]:
    """The opponents he reckons with: those in melee with him, or a few of those in sight."""
    engaged = [state.fighters[id] for id in state.foes(fighter.id)]
    seen = (one for one in state.active if one.side != fighter.side and not one.hidden)
    return engaged or sorted(seen, key=lambda one: one.effect("fleeing") is not None)[:FOES]


def _fights(fighter: Fighter) -> bool:
    """Whether his sheet says enough for the odds of a blow with what he holds."""
    weapon = fighter.main_weapon
    return weapon.delivery is not WeaponDelivery.PROJECTILE and all(
        known(fighter.sheet, trait) for trait in (weapon.skill, "strength")
    )


def _best(state: State, who: str, target: str) -> Prospect:
    """The plain blow or shot with what he holds."""
    fighter, foe = state.fighters[who], state.fighters[target]
    weapon = fighter.main_weapon
    if not known(foe.sheet, "soak") or not known(fighter.sheet, weapon.skill) or not known(fighter.sheet, "strength"):
        return NOTHING
    if weapon.delivery is not WeaponDelivery.PROJECTILE:
        return prospect(state, who, target, AttackForm(weapon))
    ranges = weapon.ranges
    return NOTHING if ranges is None else prospect(state, who, target, AttackForm(weapon, distance=ranges[MEDIUM]))


# --- at the beginning of a segment


def _hurt(fighter: Fighter) -> bool:
    """Whether he has lost half of what he can lose."""
    tracks = ((fighter.wounds, fighter.sheet.wound_levels), (fighter.fatigue, fighter.sheet.fatigue_levels))
    return any(length is not None and 2 * lost >= length for lost, length in tracks)


def _withdrawn(state: State, fighter: Fighter, temperament: Temperament) -> Planned | None:
    """The cowardly leave once they are badly hurt."""
    if temperament is not Temperament.COWARDLY or not _hurt(fighter) or fighter.effect("fleeing") is not None:
        return None
    ways: tuple[Command, ...] = (
        Disengage(seat=fighter.seat, who=fighter.id),
        Move(seat=fighter.seat, who=fighter.id, fast=True, fleeing=True),
    )
    way = next((one for one in ways if check(state, one) is None), None)
    return None if way is None else _planned(way, fighter, "why-flee", _risk(state, fighter, fighter.declared or 0))


# --- acting


def _acted(state: State, fighter: Fighter, temperament: Temperament) -> Planned | None:
    """What must come first (a weapon, his feet, his freedom); then the attack worth most to him, if any is worth it."""
    options = [option for option in usual(state, fighter, fighter.seat) if check(state, option) is None]
    if (first := _must(fighter, options)) is not None:
        return first
    attacks = [option for option in options if isinstance(option, Strike | Charge | Shoot)]
    weighed = [(*_worth(state, fighter, one, temperament), one) for one in attacks if _is_weighed(fighter, one)]
    worth, harm, attack = max(
        weighed, key=lambda found: (found[0], state.fighters[found[2].target].wounds), default=(0, Fraction(0), None)
    )
    return None if attack is None or worth <= 0 else _planned(attack, fighter, _why(attack), harm)


def _must(fighter: Fighter, options: list[Command]) -> Planned | None:
    for kind, needed, why in (
        (Escape, True, "why-free"),
        (GetUp, fighter.posture is Posture.PRONE, "why-rise"),
        (Draw, not fighter.wielded, "why-draw"),
    ):
        found = next((option for option in options if needed and isinstance(option, kind)), None)
        if found is not None:
            return _planned(found, fighter, why, Fraction(1))
    return None


def _is_weighed(fighter: Fighter, attack: Strike | Charge | Shoot) -> bool:
    match attack:
        case Strike(style=style):
            return style in (Style.PLAIN, Style.POWER)
        case Charge(shield=shield):
            return not shield
        case Shoot(distance=distance):
            ranges = attack_of(fighter, attack).weapon.ranges
            return ranges is not None and ranges[MEDIUM] == distance


def _worth(
    state: State, fighter: Fighter, attack: Strike | Charge | Shoot, temperament: Temperament
) -> tuple[Fraction, Fraction]:
    """What an attack is worth to him, and its chance to wound."""
    harm = prospect(state, fighter.id, attack.target, attack_of(fighter, attack)).harm
    if isinstance(attack, Shoot) or attack.target in state.foes(fighter.id):
        return harm, harm
    if temperament is Temperament.COWARDLY:
        return Fraction(0), harm
    answer = _struck(state, state.fighters[attack.target], fighter.id, _guard(state, fighter))
    return harm - FEAR[temperament] / 4 * answer, harm


def _guard(state: State, fighter: Fighter) -> Dicing:
    return dodge_of(state, fighter) if known(fighter.sheet, "dodge") else Dicing(1)


def _why(attack: Command) -> str:
    match attack:
        case Shoot():
            return "why-shot"
        case Charge():
            return "why-charge"
        case _:
            return "why-blow"


def _planned(command: Command, fighter: Fighter, why: str, chance: Fraction) -> Planned:
    return Planned(command, Thought(who=fighter.id, why=why, chance=round(100 * chance)))


# --- choosing


def chosen(state: State, need: DecisionNeed, temperament: Temperament | None = None) -> str:
    """What somebody chooses who leaves it to Héraut: by his temperament, or by his standing order [SK-GEN-7]."""
    fighter = state.fighters[need.who]
    temperament = temperament or fighter.entrusted
    if need.code == DODGE:
        return _dodged(state, need, reflex_of(fighter), temperament)
    eager = {
        "skirmish-countercharge": (Temperament.BOLD,),
        "skirmish-follow": (Temperament.BOLD,),
        "skirmish-parting-blow": (Temperament.BOLD, Temperament.CAREFUL),
        "skirmish-be-quicker": (Temperament.BOLD, Temperament.CAREFUL),
    }
    return need.options[1] if temperament in eager.get(need.code, ()) else need.options[0]


def _dodged(state: State, need: DecisionNeed, reflex: Reflex, temperament: Temperament | None) -> str:
    if temperament is None and reflex in (Reflex.ALWAYS, Reflex.NEVER):
        return "dodge" if reflex is Reflex.ALWAYS and "dodge" in need.options else NONE
    found = threat_of(state)
    if found is None:
        return NONE
    stands = next(choice for choice in found.choices if choice.option == NONE)
    best = min(found.choices, key=lambda choice: (choice.harm, choice.hit, _price(choice)))
    least = WORTH[temperament] if temperament is not None else 0.0
    return best.option if stands.harm - best.harm > least else NONE


def _price(choice: ChoiceView) -> int:
    """Between equals: nothing, a plain dodge, an acrobatic one; last of all what gives up an action."""
    order = (NONE, "dodge", "acrobatic", "dodge-slot", "acrobatic-slot")
    return order.index(choice.option)


def drawn(state: State, command: RollAll, below: Callable[[int], int]) -> RollAll:
    """
    The command with every answer that need not be asked for; as it was, if the rules refuse it anyway.

    What Héraut does for those left to it, at a table that rolls its own dice, goes as far as the first roll of others.
    """
    command = replace(command, answers=())
    outcome = decide(state, command)
    if isinstance(outcome, Refusal):
        return command
    state = reduce(evolve, outcome, state)
    answers: list[Faces | str] = []
    theirs = command.thought is not None and not state.rolls_at_once
    while (answer := _answer(state, below, theirs=theirs)) is not None:
        answers.append(answer)
        told = decide(state, RollAll(seat=ORGANISER, answers=(answer,)))
        assert not isinstance(told, Refusal), told
        state = reduce(evolve, told, state)
    return replace(command, answers=tuple(answers))


def _answer(state: State, below: Callable[[int], int], *, theirs: bool) -> Faces | str | None:
    """What is due now, if it is dice (only `theirs` who are left to Héraut) or a choice left to Héraut."""
    need = None if state.pending is None else state.pending.need
    if isinstance(need, DiceNeed):
        return None if theirs and not all_left(state, need) else Faces(chance(need).draw(below))
    if isinstance(need, DecisionNeed) and is_left(state, need):
        return chosen(state, need)
    return None
