"""Blows: plain and special, with two weapons, prepared [sections 18, 24, 25]."""

from __future__ import annotations

from msgspec.structs import replace

from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Refusal
from heraut.skirmish.attack import SHIELD, Blow, Style, attack, attack_parts, trained
from heraut.skirmish.checks import has_slot, may_attack, sound_of_limb, unknown
from heraut.skirmish.dodges import leap
from heraut.skirmish.effects import gain, unbalance
from heraut.skirmish.engagement import begin_exchange, in_order
from heraut.skirmish.fighter import Fighter, Preparation, Scope, Until, Use
from heraut.skirmish.grips import AGILITY, OTHER, seize, trip
from heraut.skirmish.harm import Hit, Wounds, check_tracks, harm, wound
from heraut.skirmish.need import Part, printed, refuse
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, on_fighter, play
from heraut.skirmish.rolls import attackers_trait, damage_parts, level_of, roll, roll_table, rule
from heraut.skirmish.secrecy import show
from heraut.skirmish.settings import Breakage, DoubleScope
from heraut.skirmish.sheet import UNARMED, Weapon
from heraut.skirmish.slots import PreparationLost, spend
from heraut.skirmish.state import AtTarget, ByFighter, FighterEvent, State
from heraut.skirmish.tables import clause_of, draws, number, situations, zones
from heraut.skirmish.weapons import WeaponBroke, draw_at_once, draw_parts, may_fight_hand_to_hand, may_wield, weapon_of


class Prepare(ByFighter, frozen=True, kw_only=True):
    """The first of the two actions of a power strike or an acrobatic attack [SK-PWR-1, SK-ACR-1]."""

    style: Style
    target: str
    distance: int = 2


class Strike(AtTarget, frozen=True, kw_only=True):
    """
    Strike a blow, plain or special.

    `height` is where the attacker stands (above, below), `draw` the place the weapon is drawn from in the same
    action, `second` the weapon of the other hand and `second_target` whom it strikes (the same if not named), `hand`
    the one aimed at, `contest` the attribute of a trip.
    """

    weapon: str = "unarmed"
    style: Style = Style.PLAIN
    aim: str = ""
    height: str = ""
    behind: bool = False
    draw: str = ""
    second: str = ""
    contest: str = AGILITY
    second_target: str = ""
    hand: str = ""


class Prepared(FighterEvent, frozen=True, kw_only=True):
    """The first of two actions is done."""

    style: str
    target: str


SEIZING = (Style.GRAPPLE, Style.THROW)
HEIGHTS = ("", "above", "below")
SIDES = ("", "right", "left")


def strike(scene: FightScene, command: Strike) -> Steps[None]:
    """A blow, plain or special; with two weapons, two of them."""
    for target in _targets(command):
        yield from begin_exchange(scene, command.who, target, melee=True)
    noticed = yield from show(scene, command.who)
    yield from spend(scene, command.who, command.style)
    blow = yield from _first_blow(scene, command, noticed=noticed)
    if command.style is not Style.ACROBATIC or (yield from _leaps(scene, command.who)):
        yield from deliver(scene, blow, command.contest)
    if command.style is Style.POWER:
        yield from _tire(scene, command.who)
    if command.second:
        yield from _second_blow(scene, command, noticed=noticed)


def check_strike(state: State, command: Strike) -> Refusal | None:
    """A blow that may be struck, in one's turn."""
    if refusal := may_strike(state, command):
        return refusal
    for target in _targets(command):
        if refusal := in_order(state, command.who, target, melee=True):
            return refusal
    return None


def _targets(command: Strike) -> tuple[str, ...]:
    return tuple(dict.fromkeys((command.target, command.second_target or command.target)))


def may_strike(state: State, command: Strike) -> Refusal | None:
    """A slot, a foe, a weapon, and what the style asks for; the order of the segment apart."""
    for target in _targets(command):
        if refusal := may_attack(state, command, target):
            return refusal
    if command.aim and command.aim not in zones():
        return refuse("SK-PRE-1", "no-such-zone", command.aim)
    if command.draw and command.draw not in draws():
        return refuse("SK-DRW-4", "no-such-place", command.draw)
    if command.height not in HEIGHTS or command.contest not in OTHER:
        return refuse("SK-STR-4", "no-such-situation", command.height or command.contest)
    if command.hand not in SIDES:
        return refuse("SK-PRE-6", "no-such-hand", command.hand)
    before = state.exchanges.get((command.who, command.target), state)
    return _check_weapon(before, command) or _check_style(before.fighters[command.who], command)


def _check_weapon(state: State, command: Strike) -> Refusal | None:
    fighter = state.fighters[command.who]
    if command.style in SEIZING:
        return may_fight_hand_to_hand(fighter, UNARMED)
    if command.style is Style.TWIST:
        stuck = any(
            (one.owner, one.weapon, one.victim) == (command.who, command.weapon, command.target) for one in state.stuck
        )
        alive = state.fighters[command.target].out != "dead"
        if not stuck or not alive:
            return refuse("SK-IMP-6", "not-stuck", command.weapon)
        return None if command.weapon in fighter.held else refuse("SK-IMP-8", "not-in-hand", command.weapon)
    weapons = [command.weapon, *([command.second] if command.second else [])]
    for weapon in weapons:
        if refusal := may_wield(state, command, weapon, command.draw if weapon == command.weapon else ""):
            return refusal
        found = fighter.sheet.weapon(weapon)
        if found is not None and (refusal := may_fight_hand_to_hand(fighter, found)):
            return refusal
    alone = not command.second and command.second_target
    if alone or (command.second and (command.second == command.weapon or command.draw)):
        return refuse("SK-DBL-1", "not-two-weapons", command.second or command.second_target)
    return None


def _check_style(fighter: Fighter, command: Strike) -> Refusal | None:
    if command.second and command.style is not Style.PLAIN:
        return refuse("SK-DBL-1", "not-two-weapons", command.second)
    if command.style not in (Style.POWER, Style.ACROBATIC):
        return None
    ready = fighter.prepared
    clause = "SK-PWR-2" if command.style is Style.POWER else "SK-ACR-2"
    if ready is None or (ready.style, ready.target) != (command.style, command.target):
        return refuse("SK-SPC-3", "not-prepared", fighter.id)
    return refuse(clause, "wounded-in-between", fighter.id) if ready.spoiled else None


def _first_blow(scene: FightScene, command: Strike, *, noticed: bool) -> Steps[Blow]:
    fighter = scene.seen(command.who)
    weapon = used_weapon(fighter, command.weapon, command.style)
    parts = attack_parts(scene.read, fighter, command.target, weapon)
    parts += situation_parts(command.height, behind=command.behind)
    parts += style_parts(fighter, command.style, command.aim)
    if command.draw:
        yield from draw_at_once(scene, command.who, command.weapon)
        parts += draw_parts(command.draw)
    if command.second:
        parts += yield from _double_parts(scene, command.who)
    skill, style = weapon.skill, command.style
    return Blow(command.who, command.target, weapon, skill, style, tuple(parts), command.aim, noticed, command.hand)


def used_weapon(fighter: Fighter, weapon: str, style: str) -> Weapon:
    """What strikes: bare hands where one seizes, or pushes with the shield."""
    return UNARMED if style in (*SEIZING, SHIELD) else weapon_of(fighter, weapon)


def used_skill(state: State, weapon: Weapon, style: str) -> str:
    """What the attack rolls: the weapon's skill; for the shield, in the Celtic setting, warrior fury [SK-CHG-5]."""
    return "warrior_fury" if style == SHIELD and state.options.celtic else weapon.skill


def force_parts(fighter: Fighter, target: str, skill: str, style: str) -> list[Part]:
    """What adds to the damage: acrobatics, the clash of this segment, the skill of a power strike."""
    parts = damage_parts(fighter, target)
    if style == Style.ACROBATIC:
        parts.insert(0, Part("acrobatics", ClauseId("SK-ACR-3"), flat=level_of(fighter, "acrobatics")))
    if style == Style.POWER:
        parts.append(Part("power", ClauseId("SK-PWR-3"), flat=attackers_trait(fighter, skill).level))
    return parts


def situation_parts(height: str, *, behind: bool) -> list[Part]:
    """What standing above, below or behind adds to the attack, each by its own clause."""
    rows = [situations()[id] for id in (height, "behind" if behind else "") if id]
    return [Part(row.id, row.clause, flat=row.flat) for row in rows]


def style_parts(fighter: Fighter, style: str, aim: str) -> list[Part]:
    """What the aim and the style of a blow add to its roll, training included."""
    parts = []
    if aim:
        zone = zones()[aim]
        parts += [Part(zone.id, zone.clause, flat=zone.malus), *trained(fighter, "precision")]
    if style == Style.POWER:
        parts.append(Part("power", clause_of("power-dice"), dice=-number("power-dice")))
    return parts + trained(fighter, style)


def _double_parts(scene: FightScene, who: str) -> Steps[list[Part]]:
    offered = scene.state.options.two_weapon_malus
    malus = yield from rule("skirmish-two-weapon-malus", "SK-DBL-5", offered, who=who)
    return double_parts(malus)


def double_parts(malus: int) -> list[Part]:
    """What striking with both hands takes from each of the two blows [SK-DBL-3, SK-DBL-5]."""
    return [
        Part("double", ClauseId("SK-DBL-3"), dice=-number("double-dice")),
        Part("two-weapons", ClauseId("SK-DBL-5"), flat=malus),
    ]


def _second_blow(scene: FightScene, command: Strike, *, noticed: bool) -> Steps[None]:
    fighter = scene.seen(command.who)
    weapon = weapon_of(fighter, command.second)
    target = command.second_target or command.target
    if scene.now(target).out is None:
        parts = attack_parts(scene.read, fighter, target, weapon)
        parts += situation_parts(command.height, behind=command.behind) if target == command.target else []
        parts += yield from _double_parts(scene, command.who)
        blow = Blow(command.who, target, weapon, weapon.skill, Style.PLAIN, tuple(parts), noticed=noticed)
        yield from land(scene, blow)
    if scene.state.options.double_penalty_scope is DoubleScope.REST_OF_TURN:
        dice = number("double-dice")
        yield gain(scene, command.who, "double", "SK-DBL-4", Until.TURN, scope=Scope.ACTIONS, dice=dice)


def deliver(scene: FightScene, blow: Blow, contest: str) -> Steps[bool]:
    """The attack, and what its style is for: a fall, a grip or a wound; whether it got through."""
    if blow.style not in (Style.TRIP, *SEIZING):
        return (yield from land(scene, blow)) is not None
    struck = yield from attack(scene, blow)
    if struck is None:
        return False
    if blow.style == Style.TRIP:
        yield from trip(scene, blow.who, blow.target, contest, struck.margin)
    else:
        yield from seize(scene, blow.who, blow.target, struck.total, throwing=blow.style == Style.THROW)
    return True


def land(scene: FightScene, blow: Blow) -> Steps[Wounds | None]:
    """Attack, damage, consequences; in a clash the pole weapon is tested [SK-CHG-4]."""
    struck = yield from attack(scene, blow)
    if struck is None:
        return None
    fighter = scene.seen(blow.who)
    force = tuple(force_parts(fighter, blow.target, blow.skill, blow.style))
    hit = Hit(blow.who, blow.target, blow.weapon, struck.margin, force, blow.aim, blow.twists, blow.hand)
    done = yield from wound(scene, hit)
    if blow.weapon.pole and done.levels and damage_parts(fighter, blow.target):
        yield from _test_pole(scene, blow.who, blow.weapon, done)
    return done


def _leaps(scene: FightScene, who: str) -> Steps[bool]:
    """Acrobatics before the blow; a failure unbalances and there is no blow [SK-ACR-3, SK-ACR-4]."""
    throw = yield from leap(scene, who, "SK-ACR-3", "SK-ACR-4")
    yield PreparationLost(who=who)
    if not throw.success:
        yield unbalance(scene, who, "SK-ACR-3")
    return throw.success


def _tire(scene: FightScene, who: str) -> Steps[None]:
    """Every power strike delivered tires [SK-PWR-4, SK-PWR-5]."""
    if scene.now(who).prepared is not None:
        yield PreparationLost(who=who)
    aims = (printed("power", "power-fatigue"),)
    throw = yield from roll(scene, who, "fatigue", "fatigue", Use.FREE, "SK-PWR-4", aims=aims)
    if not throw.success:
        yield from harm(scene, who, 0, 1)
        yield from check_tracks(scene, who)


def _test_pole(scene: FightScene, who: str, weapon: Weapon, done: Wounds) -> Steps[None]:
    """1d6 and the encumbrance must reach the damage caused, or the weapon breaks [SK-CHG-4, SK-CHG-6]."""
    strain = done.levels if scene.state.options.breakage_compare is Breakage.LEVELS else done.margin
    total = yield from roll_table(scene, who, "breakage", 1, "SK-CHG-4", flat=weapon.encumbrance)
    if total < strain:
        yield WeaponBroke(who=who, weapon=weapon.id)


def prepare(scene: FightScene, command: Prepare) -> Steps[None]:
    """The first of two successive actions [SK-SPC-3]."""
    yield from spend(scene, command.who, "prepare")
    yield Prepared(who=command.who, style=command.style, target=command.target)


def check_prepare(state: State, command: Prepare) -> Refusal | None:
    """A power strike or an acrobatic attack, the latter from 2 to 5 m [SK-ACR-1]."""
    if refusal := has_slot(state, command) or unknown(state, command.target):
        return refusal
    if command.style not in (Style.POWER, Style.ACROBATIC):
        return refuse("SK-SPC-3", "nothing-to-prepare", command.style)
    near, far = number("acrobatic-near"), number("acrobatic-far")
    if command.style is Style.ACROBATIC and not near <= command.distance <= far:
        return refuse("SK-ACR-1", "run-up", asked=command.distance, allowed=f"{near}-{far}")
    if command.style is Style.ACROBATIC and (refusal := sound_of_limb(state.fighters[command.who])):
        return refusal
    if state.fighters[command.target].hidden:
        return refuse("HOUSE-PHASE-1", "unknown-fighter", command.target)
    return None


SUBJECT = FightSubject(
    plays=(
        play(Prepare, check_prepare, prepare),
        play(Strike, check_strike, strike),
    ),
    evolves=(
        on_fighter(Prepared, lambda fighter, event: replace(fighter, prepared=Preparation(event.style, event.target))),
    ),
)
