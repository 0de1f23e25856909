"""Preparing a strike, and charging [section 25]."""

from __future__ import annotations

from heraut.kernel import Refusal
from heraut.skirmish import commands as c
from heraut.skirmish import events as e
from heraut.skirmish.asking import decide_between
from heraut.skirmish.commands import Style
from heraut.skirmish.decide import grips
from heraut.skirmish.decide.attack import Blow, attack_parts, begin_exchange, in_order, show, trained
from heraut.skirmish.decide.checks import has_slot, may_attack, may_fight_hand_to_hand, may_wield, unknown
from heraut.skirmish.decide.economy import gain, spend
from heraut.skirmish.decide.melee import land
from heraut.skirmish.effect import Scope, Until
from heraut.skirmish.fighter import Posture
from heraut.skirmish.procedure import Scene, Steps
from heraut.skirmish.refusing import refuse
from heraut.skirmish.sheet import UNARMED
from heraut.skirmish.state import State
from heraut.skirmish.tables import number


def prepare(scene: Scene, command: c.Prepare) -> Steps[None]:
    """The first of two successive actions [SK-SPC-3]."""
    yield from spend(scene, command.who, "prepare")
    yield e.Prepared(who=command.who, style=command.style, target=command.target)


def check_prepare(state: State, command: c.Prepare) -> Refusal | None:
    """A power strike or an acrobatic attack, the latter from 2 to 5 m [SK-ACR-1]."""
    if refusal := has_slot(state, command) or unknown(state, command.target):
        return refusal
    if command.style not in (Style.POWER, Style.ACROBATIC):
        return refuse("SK-SPC-3", "nothing-to-prepare", command.style)
    near, far = number("acrobatic-near"), number("acrobatic-far")
    if command.style is Style.ACROBATIC and not near <= command.distance <= far:
        return refuse("SK-ACR-1", "run-up", asked=command.distance, allowed=f"{near}-{far}")
    if state.fighters[command.target].hidden:
        return refuse("HOUSE-PHASE-1", "unknown-fighter", command.target)
    return None


def charge(scene: Scene, command: c.Charge) -> Steps[None]:
    """
    Contact: both gain their damage for this segment [SK-CHG-2, SK-CHG-3]; the longest weapon strikes first [SK-CHG-1].

    A charger whose opponent has the longer weapon and an action keeps his own and strikes after him.
    """
    noticed = yield from show(scene, command.who)
    both = noticed and (yield from _countered(scene, command))
    yield from _clash(scene, command, both=both)
    fighter, foe = scene.now(command.who), scene.now(command.target)
    length = 0 if command.shield else grips.weapon_of(fighter, command.weapon).length
    answers = foe.open_slot(scene.state.segment) and not foe.yielded
    if answers and foe.main_weapon.length > length:
        yield e.Engaged(who=command.who, target=command.target)
        yield e.PrecedenceSet(first=command.target, second=command.who)
        return
    yield from begin_exchange(scene, command.who, command.target, melee=True)
    yield from spend(scene, command.who, "charge")
    if command.shield:
        yield from _shield(scene, command, noticed=noticed)
    else:
        weapon = grips.weapon_of(fighter, command.weapon)
        parts = attack_parts(scene.read, fighter, command.target, weapon) + trained(fighter, "charge")
        blow = Blow(command.who, command.target, weapon, weapon.skill, "charge", tuple(parts), noticed=noticed)
        yield from land(scene, blow)


def _countered(scene: Scene, command: c.Charge) -> Steps[bool]:
    if not scene.now(command.target).open_slot(scene.state.segment) or scene.now(command.target).out is not None:
        return False
    chosen = yield from decide_between(scene, command.target, "skirmish-countercharge", "SK-CHG-2", ("none", "charge"))
    return chosen == "charge"


def _clash(scene: Scene, command: c.Charge, *, both: bool) -> Steps[None]:
    who, target = command.who, command.target
    row = grips.charge_row(scene.now(who).mounted, scene.now(target).mounted if both else None)
    for one, other, flat in ((who, target, row.charger), (target, who, row.other)):
        yield gain(scene, one, "clash", row.clause, Until.SEGMENT, scope=Scope.DAMAGE, flat=flat, of=other)


def check_charge(state: State, command: c.Charge) -> Refusal | None:
    """Like a blow; with a shield, the shield must be in hand."""
    if refusal := may_attack(state, command, command.target) or may_wield(state, command, command.weapon):
        return refusal
    fighter = state.fighters[command.who]
    weapon = grips.weapon_of(fighter, command.weapon)
    if command.shield and not weapon.shield:
        return refuse("SK-CHG-5", "no-shield", command.weapon)
    if state.foes(command.who) or fighter.posture is not Posture.STANDING:
        return refuse("SK-CHG-3", "no-run-up", fighter.name)
    if refusal := may_fight_hand_to_hand(fighter, weapon):
        return refusal
    level_arms = weapon.length == state.fighters[command.target].main_weapon.length and not command.shield
    return in_order(state, command.who, command.target, melee=True) if level_arms else None


def _shield(scene: Scene, command: c.Charge, *, noticed: bool) -> Steps[None]:
    """Knock over with the shield: Strength and the charge, as unarmed [SK-CHG-5, SK-CHG-7]."""
    fighter = scene.seen(command.who)
    skill = "warrior_fury" if scene.state.options.celtic else "unarmed"
    parts = attack_parts(scene.read, fighter, command.target, UNARMED) + trained(fighter, "charge")
    blow = Blow(command.who, command.target, UNARMED, skill, "charge", tuple(parts), noticed=noticed)
    done = yield from land(scene, blow)
    if done is not None and done.levels:
        yield from grips.knock_over(scene, command.target, done.levels)
