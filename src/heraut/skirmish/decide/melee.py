"""Blows: defence, attack, engagement, the strikes and their effects [sections 17 to 21, 24, 25]."""

from __future__ import annotations

from dataclasses import dataclass, replace

from heraut.kernel import ClauseId, Refusal
from heraut.skirmish import commands as c
from heraut.skirmish import events as e
from heraut.skirmish.commands import Style
from heraut.skirmish.decide import grips
from heraut.skirmish.decide.checks import may_attack, may_fight_hand_to_hand, may_wield
from heraut.skirmish.decide.defence import defence, tactic_parts
from heraut.skirmish.decide.dodging import final_defence, react
from heraut.skirmish.decide.economy import gain, spend, unbalance
from heraut.skirmish.decide.harm import Hit, Wounds, check_tracks, consequences, harm, wound
from heraut.skirmish.effect import Scope, Until, Use
from heraut.skirmish.need import Part
from heraut.skirmish.pools import damage_parts, level_of
from heraut.skirmish.priority import precedence, waits_for
from heraut.skirmish.procedure import Scene, Steps, ask_trait, roll, rule
from heraut.skirmish.refusing import refuse
from heraut.skirmish.settings import DoubleScope, Gang
from heraut.skirmish.sheet import UNARMED, Weapon
from heraut.skirmish.state import Fighter, State, pair
from heraut.skirmish.tables import clause_of, draws, number, situations, zones

SEIZING = (Style.GRAPPLE, Style.THROW)


@dataclass(frozen=True, slots=True)
class Blow:
    """A blow about to be struck."""

    who: str
    target: str
    weapon: Weapon
    skill: str
    style: str
    parts: tuple[Part, ...] = ()
    aim: str = ""
    noticed: bool = True


@dataclass(frozen=True, slots=True)
class Struck:
    """A blow that got through: its total and its margin over the final defence."""

    total: int
    margin: int


# --- the attack roll


def attack_parts(state: State, fighter: Fighter, target: str, weapon: Weapon) -> list[Part]:
    """What any melee attack adds to its roll: weapon, several attackers, mount, two hands, tactics."""
    foe = state.fighters[target]
    parts = [Part("weapon", ClauseId("SK-STR-4"), flat=weapon.attack_mod)] if weapon.attack_mod else []
    attackers = len({fighter.id, *state.foes(target)})
    if attackers > 1:
        counted = attackers - (state.options.gang_bonus is Gang.PER_EXTRA_ATTACKER)
        parts.append(Part("several", ClauseId("SK-STR-5"), flat=counted * situations()["several"].flat))
    if fighter.mounted and not foe.mounted:
        parts.append(Part("mounted", clause_of("mounted-attack"), flat=number("mounted-attack")))
    if weapon.two_handed and (fighter.declared or 0) > number("two-handed-actions"):
        parts.append(Part("two-handed", ClauseId("SK-WPN-2"), dice=-number("two-handed-dice")))
    return parts + tactic_parts(state, fighter, "attack")


def trained(fighter: Fighter, style: str) -> list[Part]:
    """Martial arts and specialties of a special strike [SK-SPC-1, SK-SPC-2]."""
    parts = []
    if dice := fighter.sheet.martial_arts.get(style, 0):
        parts.append(Part("martial-art", ClauseId("SK-SPC-1"), dice=dice))
    if style in fighter.sheet.specialties:
        parts.append(Part("specialty", ClauseId("SK-SPC-2"), flat=number("specialty")))
    return parts


def attack(scene: Scene, blow: Blow, *, halved: bool = False) -> Steps[Struck | None]:
    """
    The attack roll against the final defence; None when it does not get through [SK-STR-6, SK-STR-7].

    Unless a dodge avoided it, attacker and target are in melee from now on [SK-ENG-3].
    """
    yield from ask_trait(scene, blow.target, "dodge")
    throw = yield from roll(scene, blow.who, "attack", blow.skill, Use.ATTACK, "SK-STR-4", extra=blow.parts)
    parts = defence(scene.read, blow.target, blow.who, halved=halved, noticed=blow.noticed)
    base = sum(part.flat for part in parts)
    through = throw.total > base and not throw.critical
    engaged = pair(blow.who, blow.target) in scene.state.melee
    if blow.noticed and (through or not engaged):
        yield from react(scene, blow.target)
    final = final_defence(scene, blow.target, base)
    hit = throw.total > final and not throw.critical
    margin = throw.total - final
    yield e.BlowRead(
        who=blow.who, target=blow.target, total=throw.total, defence=final, hit=hit, margin=max(0, margin) if hit else 0
    )
    dodged = scene.now(blow.target).dodge
    avoided = dodged is not None and not dodged.critical and not hit
    both_stand = scene.now(blow.who).out is None and scene.now(blow.target).out is None
    if not engaged and not avoided and both_stand:
        yield e.Engaged(who=blow.who, target=blow.target)
    return Struck(throw.total, margin) if hit else None


# --- striking


def strike(scene: Scene, command: c.Strike) -> Steps[None]:
    """A blow, plain or special; with two weapons, two of them."""
    yield from begin_exchange(scene, command.who, command.target, melee=True)
    noticed = yield from show(scene, command.who)
    yield from spend(scene, command.who, command.style)
    blow = yield from _first_blow(scene, command)
    blow = replace(blow, noticed=noticed)
    match command.style:
        case Style.ACROBATIC:
            yield from _acrobatic(scene, blow)
        case Style.TRIP:
            yield from _trip(scene, blow, command.contest)
        case Style.GRAPPLE | Style.THROW:
            yield from _seize(scene, blow)
        case _:
            yield from land(scene, blow)
    if command.style is Style.POWER:
        yield from _tire(scene, command.who)
    if command.second:
        yield from _second_blow(scene, command, noticed=noticed)


def check_strike(state: State, command: c.Strike) -> Refusal | None:
    """A slot, a foe, a weapon, one's turn, and what the style asks for."""
    if refusal := may_attack(state, command, command.target):
        return refusal
    fighter = state.fighters[command.who]
    if command.aim and command.aim not in zones():
        return refuse("SK-PRE-1", "no-such-zone", command.aim)
    if command.draw and command.draw not in draws():
        return refuse("SK-DRW-4", "no-such-place", command.draw)
    if command.height not in ("", "above", "below") or command.contest not in ("agility", "strength"):
        return refuse("SK-STR-4", "no-such-situation", command.height or command.contest)
    before = state.exchanges.get((command.who, command.target), state)
    if refusal := _check_weapon(before, command) or _check_style(fighter, command):
        return refusal
    return in_order(state, command.who, command.target, melee=True)


def _check_weapon(state: State, command: c.Strike) -> Refusal | None:
    fighter = state.fighters[command.who]
    if command.style in SEIZING:
        return may_fight_hand_to_hand(fighter, UNARMED)
    if command.style is Style.TWIST:
        stuck = any(
            (one.owner, one.weapon, one.victim) == (command.who, command.weapon, command.target) for one in state.stuck
        )
        alive = state.fighters[command.target].out != "dead"
        return None if stuck and alive else refuse("SK-IMP-6", "not-stuck", command.weapon)
    weapons = [command.weapon, *([command.second] if command.second else [])]
    for weapon in weapons:
        if refusal := may_wield(state, command, weapon, command.draw if weapon == command.weapon else ""):
            return refusal
        found = fighter.sheet.weapon(weapon)
        if found is not None and (refusal := may_fight_hand_to_hand(fighter, found)):
            return refusal
    if command.second and (command.second == command.weapon or command.draw):
        return refuse("SK-DBL-1", "not-two-weapons", command.second)
    return None


def _check_style(fighter: Fighter, command: c.Strike) -> Refusal | None:
    if command.second and command.style is not Style.PLAIN:
        return refuse("SK-DBL-1", "not-two-weapons", command.second)
    if command.style not in (Style.POWER, Style.ACROBATIC):
        return None
    ready = fighter.prepared
    clause = "SK-PWR-2" if command.style is Style.POWER else "SK-ACR-2"
    if ready is None or (ready.style, ready.target) != (command.style, command.target):
        return refuse("SK-SPC-3", "not-prepared", fighter.name)
    return refuse(clause, "wounded-in-between", fighter.name) if ready.spoiled else None


def in_order(state: State, who: str, target: str, *, melee: bool) -> Refusal | None:
    """Nobody acts before an opponent who has the right to go first and has not yielded it [SK-PRI-2, SK-PRI-3]."""
    if (who, target) in state.exchanges:
        return None
    rival = waits_for(state, who, target, melee=melee)
    if rival is None:
        return None
    return refuse(precedence(state, who, rival, melee=melee).clause, "not-first", state.fighters[rival].name)


def begin_exchange(scene: Scene, who: str, target: str, *, melee: bool) -> Steps[None]:
    """
    Simultaneous actions [SK-PRI-4].

    The first to speak opens the exchange, if the other could answer in this segment; the answer is rolled in the
    state the exchange began in.
    """
    state = scene.state
    if (who, target) in state.exchanges:
        scene.past = state.exchanges[who, target]
        yield e.ExchangeClosed(who=who, target=target)
        return
    answers = state.fighters[target].open_slot(state.segment) and state.fighters[target].out is None
    if answers and precedence(state, who, target, melee=melee).first is None:
        yield e.ExchangeOpened(who=target, target=who)


def show(scene: Scene, who: str) -> Steps[bool]:
    """Whoever attacks from hiding is seen from then on; his attack is not noticed in time [SK-DOD-10]."""
    if not scene.now(who).hidden:
        return True
    yield e.Uncovered(who=who)
    return False


def _first_blow(scene: Scene, command: c.Strike) -> Steps[Blow]:
    fighter = scene.seen(command.who)
    weapon = UNARMED if command.style in SEIZING else fighter.sheet.weapon(command.weapon)
    assert weapon is not None
    parts = attack_parts(scene.read, fighter, command.target, weapon) + _situation(command)
    parts += style_parts(fighter, command.style, command.aim)
    if command.draw:
        yield from draw_at_once(scene, command.who, command.weapon)
        parts += draw_parts(command.draw)
    if command.second:
        parts += yield from _double_parts(scene, command.who)
    return Blow(command.who, command.target, weapon, weapon.skill, command.style, tuple(parts), command.aim)


def _situation(command: c.Strike) -> list[Part]:
    rows = [situations()[id] for id in (command.height, "behind" if command.behind else "") if id]
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


def draw_at_once(scene: Scene, who: str, weapon: str) -> Steps[None]:
    """Drawing and using in one double action [SK-DRW-2]."""
    yield e.Drawn(who=who, weapon=weapon)
    if scene.state.options.double_penalty_scope is DoubleScope.REST_OF_TURN:
        dice = number("double-dice")
        yield gain(scene, who, "double", "SK-DBL-4", Until.TURN, scope=Scope.ACTIONS, dice=dice)


def draw_parts(place: str) -> list[Part]:
    """The die and the malus fall on the use [SK-DRW-5]."""
    row = draws()[place]
    return [Part("double", ClauseId("SK-DRW-2"), dice=-number("double-dice")), Part(place, row.clause, flat=row.flat)]


def _double_parts(scene: Scene, who: str) -> Steps[list[Part]]:
    offered = scene.state.options.two_weapon_malus
    malus = yield from rule("skirmish-two-weapon-malus", "SK-DBL-5", offered, who=who)
    return [
        Part("double", ClauseId("SK-DBL-3"), dice=-number("double-dice")),
        Part("two-weapons", ClauseId("SK-DBL-5"), flat=malus),
    ]


def _second_blow(scene: Scene, command: c.Strike, *, noticed: bool) -> Steps[None]:
    fighter = scene.seen(command.who)
    weapon = fighter.sheet.weapon(command.second)
    assert weapon is not None
    if scene.now(command.target).out is None:
        parts = attack_parts(scene.read, fighter, command.target, weapon) + _situation(command)
        parts += yield from _double_parts(scene, command.who)
        blow = Blow(command.who, command.target, weapon, weapon.skill, Style.PLAIN, tuple(parts), noticed=noticed)
        yield from land(scene, blow)
    if scene.state.options.double_penalty_scope is DoubleScope.REST_OF_TURN:
        dice = number("double-dice")
        yield gain(scene, command.who, "double", "SK-DBL-4", Until.TURN, scope=Scope.ACTIONS, dice=dice)


def land(scene: Scene, blow: Blow, bonus: tuple[Part, ...] = ()) -> Steps[Wounds | None]:
    """Attack, damage, consequences; in a clash the pole weapon is tested [SK-CHG-4]."""
    struck = yield from attack(scene, blow, halved=blow.style == Style.TWIST)
    if struck is None:
        return None
    fighter = scene.seen(blow.who)
    clash = damage_parts(fighter, blow.target)
    parts = [*bonus, *clash]
    if blow.style == Style.POWER:
        parts.append(Part("power", ClauseId("SK-PWR-3"), flat=level_of(fighter, blow.skill)))
    halved = blow.style == Style.TWIST
    hit = Hit(blow.who, blow.target, blow.weapon, struck.margin, tuple(parts), blow.aim, halved)
    done = yield from wound(scene, hit)
    yield from consequences(scene, hit, done)
    if clash and blow.weapon.pole and done.levels:
        yield from grips.test_pole(scene, blow.who, blow.weapon, done)
    return done


def _acrobatic(scene: Scene, blow: Blow) -> Steps[None]:
    """Acrobatics, then the blow; a failure unbalances and there is no blow [SK-ACR-3, SK-ACR-4]."""
    offered = number("acrobatics-difficulty")
    difficulty = yield from rule("skirmish-acrobatics-difficulty", "SK-ACR-4", offered, who=blow.who)
    aims = (Part("acrobatics", ClauseId("SK-ACR-3"), flat=difficulty),)
    throw = yield from roll(scene, blow.who, "acrobatics", "acrobatics", Use.ACTION, "SK-ACR-3", aims=aims)
    yield e.PreparationLost(who=blow.who)
    if not throw.success:
        yield unbalance(scene, blow.who, "SK-ACR-3")
        return
    leap = Part("acrobatics", ClauseId("SK-ACR-3"), flat=level_of(scene.seen(blow.who), "acrobatics"))
    yield from land(scene, blow, (leap,))


def _tire(scene: Scene, who: str) -> Steps[None]:
    """Every power strike delivered tires [SK-PWR-4, SK-PWR-5]."""
    if scene.now(who).prepared is not None:
        yield e.PreparationLost(who=who)
    aims = (Part("power", clause_of("power-fatigue"), flat=number("power-fatigue")),)
    throw = yield from roll(scene, who, "fatigue", "fatigue", Use.FREE, "SK-PWR-4", aims=aims)
    if not throw.success:
        yield from harm(scene, who, 0, 1)
        yield from check_tracks(scene, who)


def _trip(scene: Scene, blow: Blow, contest: str) -> Steps[None]:
    struck = yield from attack(scene, blow)
    if struck is not None:
        yield from grips.trip(scene, blow.who, blow.target, contest, struck.margin)


def _seize(scene: Scene, blow: Blow) -> Steps[None]:
    struck = yield from attack(scene, blow)
    if struck is not None:
        yield from grips.seize(scene, blow.who, blow.target, struck.total, throwing=blow.style == Style.THROW)
