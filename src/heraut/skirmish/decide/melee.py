"""Blows: defence, attack, engagement, the strikes and their effects [sections 17 to 21, 24, 25]."""

from __future__ import annotations

from dataclasses import replace

from heraut.kernel import ClauseId, Refusal
from heraut.skirmish import commands as c
from heraut.skirmish import events as e
from heraut.skirmish.asking import roll, rule
from heraut.skirmish.commands import Style
from heraut.skirmish.decide import grips
from heraut.skirmish.decide.attack import (
    Blow,
    attack,
    attack_parts,
    begin_exchange,
    draw_at_once,
    draw_parts,
    in_order,
    show,
    trained,
)
from heraut.skirmish.decide.checks import may_attack, may_fight_hand_to_hand, may_wield
from heraut.skirmish.decide.economy import gain, spend, unbalance
from heraut.skirmish.decide.harm import Hit, Wounds, check_tracks, consequences, harm, wound
from heraut.skirmish.effect import Scope, Until, Use
from heraut.skirmish.fighter import Fighter
from heraut.skirmish.need import Part
from heraut.skirmish.pools import damage_parts, level_of
from heraut.skirmish.procedure import Scene, Steps
from heraut.skirmish.refusing import refuse
from heraut.skirmish.settings import DoubleScope
from heraut.skirmish.sheet import UNARMED
from heraut.skirmish.state import State
from heraut.skirmish.tables import clause_of, draws, number, situations, zones

SEIZING = (Style.GRAPPLE, Style.THROW)


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
