"""Charges: the clash, the blow of the charge, knocking over with a shield [section 25]."""

from __future__ import annotations

from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Refusal
from heraut.skirmish.attack import CHARGE, SHIELD, Blow, attack_parts, trained
from heraut.skirmish.checks import may_attack, sound_of_limb
from heraut.skirmish.effects import gain
from heraut.skirmish.engagement import Engaged, PrecedenceSet, begin_exchange, in_order
from heraut.skirmish.fighter import Posture, Scope, Until
from heraut.skirmish.harm import fall
from heraut.skirmish.need import refuse
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, play
from heraut.skirmish.rolls import decide_between
from heraut.skirmish.secrecy import show
from heraut.skirmish.slots import LossCarried, lose_actions, spend
from heraut.skirmish.state import AtTarget, State
from heraut.skirmish.strikes import HEIGHTS, land, situation_parts, used_skill, used_weapon
from heraut.skirmish.tables import ChargeRow, charges, number
from heraut.skirmish.weapons import may_fight_hand_to_hand, may_wield, weapon_of


class Charge(AtTarget, frozen=True, kw_only=True):
    """Charge an opponent, to strike him or to knock him over with a shield [SK-CHG-2, SK-CHG-5]."""

    weapon: str
    shield: bool = False
    height: str = ""
    behind: bool = False


def charge(scene: FightScene, command: Charge) -> Steps[None]:
    """
    Contact: both gain their damage for this segment [SK-CHG-2, SK-CHG-3]; the longest weapon strikes first [SK-CHG-1].

    A charger whose opponent has the longer weapon and an action keeps his own and strikes after him.
    """
    noticed = yield from show(scene, command.who)
    both = noticed and (yield from _countered(scene, command))
    yield from _clash(scene, command, both=both)
    fighter, foe = scene.now(command.who), scene.now(command.target)
    length = 0 if command.shield else weapon_of(fighter, command.weapon).length
    answers = foe.out is None and foe.open_slot(scene.state.segment) and not foe.yielded
    if answers and foe.main_weapon.length > length:
        yield Engaged(who=command.who, target=command.target)
        yield PrecedenceSet(first=command.target, second=command.who, clause=ClauseId("SK-CHG-1"))
        return
    yield from begin_exchange(scene, command.who, command.target, melee=True)
    yield from spend(scene, command.who, "charge")
    yield from _run_into(scene, command, noticed=noticed)


def _run_into(scene: FightScene, command: Charge, *, noticed: bool) -> Steps[None]:
    """The blow of the charge; or to knock over with the shield, by Strength and the charge [SK-CHG-5, SK-CHG-7]."""
    fighter, style = scene.seen(command.who), SHIELD if command.shield else CHARGE
    weapon = used_weapon(fighter, command.weapon, style)
    parts = attack_parts(scene.read, fighter, command.target, weapon)
    parts += situation_parts(command.height, behind=command.behind) + trained(fighter, CHARGE)
    skill = used_skill(scene.state, weapon, style)
    blow = Blow(command.who, command.target, weapon, skill, style, tuple(parts), noticed=noticed)
    done = yield from land(scene, blow)
    if command.shield and done is not None and done.levels:
        yield from knock_over(scene, command.target, done.levels)


def _countered(scene: FightScene, command: Charge) -> Steps[bool]:
    foe = scene.now(command.target)
    back = Charge(seat=foe.seat, who=foe.id, target=command.who, weapon=foe.main_weapon.id)
    if may_charge(scene.state, back) is not None:
        return False
    chosen = yield from decide_between(scene, command.target, "skirmish-countercharge", "SK-CHG-2", ("none", "charge"))
    return chosen == "charge"


def _clash(scene: FightScene, command: Charge, *, both: bool) -> Steps[None]:
    who, target = command.who, command.target
    row = charge_row(scene.now(who).mounted, scene.now(target).mounted if both else None)
    for one, other, flat in ((who, target, row.charger), (target, who, row.other)):
        yield gain(scene, one, "clash", row.clause, Until.SEGMENT, scope=Scope.DAMAGE, flat=flat, of=other)


def check_charge(state: State, command: Charge) -> Refusal | None:
    """A charge that may be run, in one's turn where the weapons are of one length."""
    if refusal := may_charge(state, command):
        return refusal
    weapon = weapon_of(state.fighters[command.who], command.weapon)
    level_arms = weapon.length == state.fighters[command.target].main_weapon.length and not command.shield
    return in_order(state, command.who, command.target, melee=True) if level_arms else None


def may_charge(state: State, command: Charge) -> Refusal | None:
    """Like a blow, with room for a run-up; with a shield, the shield must be in hand."""
    if refusal := may_attack(state, command, command.target) or may_wield(state, command, command.weapon):
        return refusal
    fighter = state.fighters[command.who]
    weapon = weapon_of(fighter, command.weapon)
    if command.shield and not weapon.shield:
        return refuse("SK-CHG-5", "no-shield", command.weapon)
    if command.height not in HEIGHTS:
        return refuse("SK-STR-4", "no-such-situation", command.height)
    if state.foes(command.who) or fighter.posture is not Posture.STANDING:
        return refuse("SK-CHG-3", "no-run-up", fighter.id)
    legs = None if fighter.mounted else sound_of_limb(fighter)
    return legs or may_fight_hand_to_hand(fighter, weapon)


def charge_row(charger: bool, other: bool | None) -> ChargeRow:
    """The row of a clash: mounted or not, and the other one too if he charges [SK-CHG-2]."""
    return charges()[(charger,) if other is None else tuple(sorted((charger, other)))]


def knock_over(scene: FightScene, target: str, levels: int) -> Steps[None]:
    """1 level: the first action of the next turn; 2: a fall; 3: thrown back and stunned [SK-CHG-5, SK-CHG-7]."""
    if levels == 1:
        yield LossCarried(who=target, first=True)
        return
    yield from fall(scene, target, "SK-CHG-5")
    if levels > 2:
        yield from lose_actions(scene, target, number("shield-stun"))


SUBJECT = FightSubject(plays=(play(Charge, check_charge, charge),))
