"""Moving, jumping, posture, leaving a melee, drawing [sections 15 to 17, 27, 34]."""

from __future__ import annotations

from fractions import Fraction

from heraut.kernel import Refusal
from heraut.skirmish import commands as c
from heraut.skirmish import events as e
from heraut.skirmish.asking import ask_trait, decide_between, roll, rule
from heraut.skirmish.commands import Style
from heraut.skirmish.decide.attack import Blow, attack, attack_parts, trained
from heraut.skirmish.decide.checks import able, enough_hands, has_slot, in_step, may_react
from heraut.skirmish.decide.dodging import make_dodge, may_dodge, spend_malus
from heraut.skirmish.decide.economy import gain, pay_undeclared, spend, swap
from heraut.skirmish.decide.grips import seize, trip, weapon_of
from heraut.skirmish.decide.melee import land
from heraut.skirmish.effect import Scope, Until, Use
from heraut.skirmish.fighter import Posture
from heraut.skirmish.need import Part
from heraut.skirmish.procedure import Scene, Steps
from heraut.skirmish.refusing import refuse
from heraut.skirmish.sheet import UNARMED, Delivery
from heraut.skirmish.state import State, Step
from heraut.skirmish.sums import fast_bonus, reached
from heraut.skirmish.tables import clause_of, grounds, number

# --- moving


def move(scene: Scene, command: c.Move) -> Steps[None]:
    """Unhurried for nothing, or fast for an undeclared action [SK-MOV-1, SK-MOV-2]."""
    who, row = command.who, grounds()[command.ground]
    if row.divide is not None:
        yield from ask_trait(scene, who, "agility")
    speed = row.speed(scene.now(who).sheet.attributes.get("agility", 1))
    if command.fast:
        if command.swap:
            yield from swap(scene, who)
        trait = command.trait or row.traits[0]
        throw = yield from roll(scene, who, "fast-move", trait, Use.ACTION, "SK-MOV-2")
        yield from spend_malus(scene, who)
        speed += fast_bonus(command.ground, throw.total, critical=throw.critical)
    slowed = scene.state.slowed
    lost = slowed.get(who, Fraction(0)) + slowed.get("", Fraction(0))
    speed = reached(speed, lost, evading=command.evading)
    yield e.Moved(who=who, ground=command.ground, speed=speed, fast=command.fast, evading=command.evading)
    if command.fast:
        yield from pay_undeclared(scene, who, "fast-move", swapped=command.swap)


def check_move(state: State, command: c.Move) -> Refusal | None:
    """Sprints at the beginning of a segment [SK-TURN-5]; evasion only when fast and with room [SK-CMV-4]."""
    refusal = may_react(state, command, swap=command.swap, movement=True)
    if command.fast:
        refusal = in_step(state, Step.OPENING) or refusal
    if refusal:
        return refusal
    row = grounds().get(command.ground)
    if row is None:
        return refuse("SK-MOV-2", "no-such-ground", command.ground)
    if command.trait and command.trait not in row.traits:
        return refuse("SK-MOV-5", "wrong-trait", command.trait, allowed=row.traits[0])
    if command.evading and (not command.fast or row.no_evasion or command.narrow):
        return refuse("SK-CMV-4", "no-room-to-evade", command.ground)
    if command.swap and not command.fast:
        return refuse("SK-ACT-3", "nothing-to-swap-for")
    if state.foes(command.who) and command.fast:
        return refuse("SK-ENG-4", "engaged", state.fighters[command.who].name)
    return None


def jump(scene: Scene, command: c.Jump) -> Steps[None]:
    """An undeclared action; a dodge must be announced with it [SK-MOV-9, SK-DOD-4]."""
    who = command.who
    if command.swap:
        yield from swap(scene, who)
    trait = "acrobatics" if command.acrobatic else "athletics"
    difficulty = yield from rule("skirmish-jump-difficulty", "SK-MOV-9", number("jump-difficulty"), who=who)
    aims = (Part("jump", clause_of("jump-difficulty"), flat=difficulty),)
    yield from roll(scene, who, "jump", trait, Use.ACTION, "SK-MOV-9", aims=aims)
    yield from spend_malus(scene, who)
    yield from pay_undeclared(scene, who, "jump", swapped=command.swap)
    if command.dodge != "none":
        yield from make_dodge(scene, who, acrobatic=command.dodge == "acrobatic", swapped=False)
    yield gain(scene, who, "jumping", "SK-DOD-4", Until.SEGMENT)


def check_jump(state: State, command: c.Jump) -> Refusal | None:
    """At the beginning of a segment."""
    if refusal := in_step(state, Step.OPENING) or may_react(state, command, swap=command.swap, movement=True):
        return refusal
    fighter = state.fighters[command.who]
    if command.dodge not in ("none", "dodge", "acrobatic"):
        return refuse("SK-DOD-4", "no-such-dodge", command.dodge)
    if fighter.effect("jumping") is not None:
        return refuse("SK-TURN-7", "one-action", fighter.name)
    if command.dodge != "none" and not may_dodge(state, fighter):
        return refuse("SK-DOD-8", "one-dodge", fighter.name)
    return None


# --- posture


def take_posture(_scene: Scene, command: c.TakePosture) -> Steps[None]:
    """Crouching or lying down costs nothing."""
    yield e.PostureTaken(who=command.who, posture=command.posture)


def check_take_posture(state: State, command: c.TakePosture) -> Refusal | None:
    """Downwards only: getting up is another matter."""
    if refusal := in_step(state, Step.OPENING, Step.ACTING) or able(state, command):
        return refusal
    fighter = state.fighters[command.who]
    order = [posture.value for posture in Posture]
    if command.posture not in order[1:] or order.index(command.posture) <= order.index(fighter.posture):
        return refuse("SK-POS-2", "no-such-posture", command.posture)
    return None


def get_up(scene: Scene, command: c.GetUp) -> Steps[None]:
    """Time outside melee; in melee an undeclared action resolved like a disengagement [SK-POS-3, SK-TRP-5]."""
    who = command.who
    if not scene.state.foes(who):
        crouched = scene.now(who).posture is Posture.CROUCHED
        yield e.RiseBegan(who=who, segments=number("rise-crouched" if crouched else "rise-prone"))
        return
    stopped = yield from _break_away(scene, command)
    if not stopped:
        yield e.PostureTaken(who=who, posture="standing")


def check_get_up(state: State, command: c.GetUp) -> Refusal | None:
    """From the ground or a crouch."""
    if refusal := may_react(state, command, swap=command.swap):
        return refusal
    fighter = state.fighters[command.who]
    if fighter.posture is Posture.STANDING or (state.foes(command.who) and not may_dodge(state, fighter)):
        return refuse("SK-POS-2", "cannot-get-up", fighter.name)
    return None


# --- leaving a melee


def disengage(scene: Scene, command: c.Disengage) -> Steps[None]:
    """A dodge; opponents with an action strike at +5, the others may follow [SK-ENG-6, SK-ENG-7, SK-ENG-8]."""
    who = command.who
    foes = scene.state.foes(who)
    idle = [foe for foe in foes if not scene.now(foe).open_slot(scene.state.segment)]
    if (yield from _break_away(scene, command)):
        return
    for foe in foes:
        if foe in idle and (yield from _follows(scene, foe, who)):
            continue
        yield e.Parted(who=who, target=foe)


def check_disengage(state: State, command: c.Disengage) -> Refusal | None:
    """When engaged and free to dodge."""
    if refusal := may_react(state, command, swap=command.swap):
        return refusal
    fighter = state.fighters[command.who]
    if not state.foes(command.who):
        return refuse("SK-ENG-6", "not-engaged", fighter.name)
    return None if may_dodge(state, fighter) else refuse("SK-DOD-8", "one-dodge", fighter.name)


def _break_away(scene: Scene, command: c.Disengage | c.GetUp) -> Steps[bool]:
    """The dodge, then each opponent who has an action; True when it fails."""
    who = command.who
    foes = scene.state.foes(who)
    yield e.Acted(who=who)
    throw = yield from make_dodge(scene, who, acrobatic=command.acrobatic, swapped=command.swap)
    stopped = throw.critical
    for foe in foes:
        if scene.now(foe).open_slot(scene.state.segment) and scene.now(foe).out is None:
            stopped = (yield from _parting_blow(scene, foe, who)) or stopped
    return stopped


def _parting_blow(scene: Scene, foe: str, who: str) -> Steps[bool]:
    """An offensive action with +5; True when it hits [SK-ENG-7]."""
    options = ("none", "strike", "trip", "grapple")
    chosen = yield from decide_between(scene, foe, "skirmish-parting-blow", "SK-ENG-7", options)
    if chosen == "none":
        return False
    yield from spend(scene, foe, chosen)
    fighter = scene.now(foe)
    weapon = (
        UNARMED if chosen == "grapple" or fighter.main_weapon.delivery is Delivery.PROJECTILE else fighter.main_weapon
    )
    parts = [*attack_parts(scene.state, fighter, who, weapon), *trained(fighter, chosen)]
    parts.append(Part("parting", clause_of("parting-blow"), flat=number("parting-blow")))
    blow = Blow(foe, who, weapon, weapon.skill, Style.PLAIN, tuple(parts))
    if chosen == "strike":
        return (yield from land(scene, blow)) is not None
    struck = yield from attack(scene, blow)
    if struck is None:
        return False
    if chosen == "trip":
        yield from trip(scene, foe, who, "agility", struck.margin)
    else:
        yield from seize(scene, foe, who, struck.total, throwing=False)
    return True


def _follows(scene: Scene, foe: str, who: str) -> Steps[bool]:
    """An equivalent dodge, as an undeclared action of his own [SK-ENG-8, SK-ENG-9]."""
    fled = scene.now(who).dodge
    if fled is None or not may_dodge(scene.state, scene.now(foe)):
        return False
    chosen = yield from decide_between(scene, foe, "skirmish-follow", "SK-ENG-8", ("none", "follow"))
    if chosen == "none":
        return False
    throw = yield from make_dodge(scene, foe, acrobatic=False, swapped=False)
    return throw.total >= fled.total and not throw.critical


# --- weapons in hand


def draw(scene: Scene, command: c.Draw) -> Steps[None]:
    """Innate at normal pace; by setting it costs a die [SK-DRW-1]."""
    yield e.Drawn(who=command.who, weapon=command.weapon)
    if scene.state.options.draw_costs_die:
        yield gain(scene, command.who, "drawing", "SK-DRW-1", Until.TURN, scope=Scope.ACTIONS, dice=1)


def check_draw(state: State, command: c.Draw) -> Refusal | None:
    """A weapon of the sheet that is neither in hand nor lost."""
    if refusal := able(state, command):
        return refusal
    fighter = state.fighters[command.who]
    weapon = fighter.sheet.weapon(command.weapon)
    gone = {*fighter.dropped, *fighter.broken, *fighter.held, "unarmed"}
    if weapon is None or command.weapon in gone:
        return refuse("SK-DRW-1", "cannot-draw", command.weapon)
    return enough_hands(fighter, weapon)


def pick_up(scene: Scene, command: c.PickUp) -> Steps[None]:
    """Picking up is a declared action [SK-CON-7]."""
    yield from spend(scene, command.who, "pick-up")
    yield e.PickedUp(who=command.who, weapon=command.weapon)


def check_pick_up(state: State, command: c.PickUp) -> Refusal | None:
    """Of something dropped."""
    if refusal := has_slot(state, command):
        return refusal
    fighter = state.fighters[command.who]
    if command.weapon not in fighter.dropped:
        return refuse("SK-CON-7", "not-dropped", command.weapon)
    return enough_hands(fighter, weapon_of(fighter, command.weapon))
