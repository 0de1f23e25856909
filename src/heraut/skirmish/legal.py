"""What one may try now: usual commands that the checks let through, the rest being a matter of filling forms."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from heraut.kernel.message import Command
from heraut.kernel.names import ORGANISER, Seat
from heraut.skirmish.announcements import Announce, GoOn
from heraut.skirmish.attack import CHARGE, SHIELD, Style
from heraut.skirmish.charges import Charge
from heraut.skirmish.disengage import Disengage, GetUp
from heraut.skirmish.dodges import Dodge
from heraut.skirmish.ending import CallOff, EndFight
from heraut.skirmish.engagement import Yield, listed
from heraut.skirmish.fighter import Fighter
from heraut.skirmish.game_master import EndLong
from heraut.skirmish.grips import AGILITY, STRENGTH, Escape, Extract, Hurl, Release, Tighten
from heraut.skirmish.improvise import Improvise
from heraut.skirmish.missiles import Shoot
from heraut.skirmish.moves import Jump, Move, TakePosture
from heraut.skirmish.orders import GAINS, KeepOrdering, Order, TakeOver, is_lost
from heraut.skirmish.pace import PassOn
from heraut.skirmish.secrecy import Uncover
from heraut.skirmish.sheet import UNARMED, Weapon, WeaponDelivery
from heraut.skirmish.slots import BeginLong, Delay, Survive
from heraut.skirmish.standoff import BreakStare, Defy, Stare
from heraut.skirmish.state import FightStep, State
from heraut.skirmish.strikes import SEIZING, Prepare, Strike
from heraut.skirmish.tables import displays, slots
from heraut.skirmish.terror import Display, Frighten
from heraut.skirmish.turn import BeginFight, Proceed, losers
from heraut.skirmish.weapons import Draw, PickUp

AIMS = ("head", "torso")
"""The zones aimed at most often; the others are a matter of the form."""
WAYS = tuple(product((False, True), repeat=2))
"""With or without some art, for an undeclared action or in the place of a declared one."""


class AttackForm(NamedTuple):
    """By what one strikes or shoots, in which way, aimed where; the contest of a trip; how far, for a shot alone."""

    weapon: Weapon
    style: str = Style.PLAIN
    aim: str = ""
    contest: str = AGILITY
    distance: int | None = None

    def command(self, seat: Seat, who: str, target: str) -> Strike | Charge | Shoot:
        """To attack somebody so."""
        weapon = self.weapon.id
        if self.distance is not None:
            return Shoot(seat=seat, who=who, target=target, weapon=weapon, aim=self.aim, distance=self.distance)
        if self.style in (CHARGE, SHIELD):
            return Charge(seat=seat, who=who, target=target, weapon=weapon, shield=self.style == SHIELD)
        style = Style(self.style)
        return Strike(seat=seat, who=who, target=target, weapon=weapon, style=style, aim=self.aim, contest=self.contest)


def attack_of(fighter: Fighter, command: Strike | Charge | Shoot) -> AttackForm:
    """What a command strikes or shoots by."""
    weapon = fighter.sheet.weapon(command.weapon) or UNARMED
    match command:
        case Strike(style=style, aim=aim, contest=contest):
            return AttackForm(weapon, style, aim, contest)
        case Charge(shield=shield):
            return AttackForm(weapon, SHIELD if shield else CHARGE)
        case Shoot(aim=aim, distance=distance):
            return AttackForm(weapon, aim=aim, distance=distance)


def attack_forms(fighter: Fighter) -> Iterator[AttackForm]:
    """The usual ones: with what he holds, in every way; and with bare hands."""
    for weapon in fighter.wielded or (UNARMED,):
        if weapon.shield:
            yield AttackForm(weapon, SHIELD)
            continue
        if weapon.delivery is not WeaponDelivery.MELEE:
            yield from (AttackForm(weapon, distance=limit) for limit in weapon.ranges or ())
        if weapon.delivery is WeaponDelivery.PROJECTILE:
            continue
        yield from (AttackForm(weapon, aim=aim) for aim in ("", *AIMS))
        yield from (AttackForm(weapon, way) for way in (Style.POWER, Style.ACROBATIC, Style.TRIP, Style.TWIST, CHARGE))
        yield AttackForm(weapon, Style.TRIP, contest=STRENGTH)
    yield from (AttackForm(UNARMED, style) for style in SEIZING)


def candidates(state: State, seat: Seat) -> Iterator[Command]:
    """Usual commands of a seat, whether or not the rules let them through now."""
    if seat == ORGANISER:
        yield from _master(state)
    idle = (one for one in state.fighters.values() if one.out is not None and not state.answers(one.id))
    for fighter in (*listed(state), *idle):
        if seat in (fighter.seat, ORGANISER) and state.step is not FightStep.OVER:
            yield from usual(state, fighter, seat)


def usual(state: State, fighter: Fighter, seat: Seat) -> Iterator[Command]:
    """Those of one character."""
    match state.step:
        case FightStep.BEFORE:
            for display in displays():
                yield Display(seat=seat, who=fighter.id, display=display)
        case FightStep.ANNOUNCING:
            yield from (GoOn(seat=seat, who=fighter.id, on=on) for on in (True, False))
            yield from (Announce(seat=seat, who=fighter.id, actions=number) for number in slots())
        case _:
            if fighter.out is None:
                yield from _moves(state, fighter, seat)
            if state.step is FightStep.ACTING:
                yield from _acts(state, fighter, seat)


def _moves(state: State, fighter: Fighter, seat: Seat) -> Iterator[Command]:
    who = fighter.id
    yield Survive(seat=seat, who=who)
    yield Delay(seat=seat, who=who)
    yield Move(seat=seat, who=who)
    if state.step is FightStep.OPENING:
        for evading, swap in WAYS:
            yield Move(seat=seat, who=who, fast=True, evading=evading, swap=swap)
        yield Move(seat=seat, who=who, fast=True, fleeing=True)
        for acrobatic, swap in WAYS:
            yield Dodge(seat=seat, who=who, acrobatic=acrobatic, swap=swap)
        yield Jump(seat=seat, who=who, dodge="dodge")
        yield BeginLong(seat=seat, who=who, name="—")
    yield from (TakePosture(seat=seat, who=who, posture=posture) for posture in ("crouched", "prone"))
    yield GetUp(seat=seat, who=who)
    for acrobatic, swap in WAYS:
        yield Disengage(seat=seat, who=who, acrobatic=acrobatic, swap=swap)
    yield from (Draw(seat=seat, who=who, weapon=weapon.id) for weapon in fighter.sheet.weapons)
    if fighter.effect("at-bay") is not None:
        yield Defy(seat=seat, who=who, trait=fighter.main_weapon.skill)
    if state.duel is not None:
        yield BreakStare(seat=seat, who=who)


def _acts(state: State, fighter: Fighter, seat: Seat) -> Iterator[Command]:
    who = fighter.id
    if not state.answers(who) and (fighter.out is not None or not fighter.open_slot(state.segment)):
        return
    yield Yield(seat=seat, who=who)
    yield Improvise(seat=seat, who=who, name="—")
    yield from (PickUp(seat=seat, who=who, weapon=weapon) for weapon in fighter.dropped)
    yield from (Extract(seat=seat, who=who, weapon=one.weapon) for one in state.stuck if one.owner == who)
    yield Escape(seat=seat, who=who)
    yield from _orders(state, fighter, seat)
    for hold in state.holds:
        if hold.grappler == who:
            yield Tighten(seat=seat, who=who, target=hold.held)
            yield Hurl(seat=seat, who=who, target=hold.held)
            yield Release(seat=seat, who=who, target=hold.held)
    for foe in state.fighters.values():
        if foe.side != fighter.side and not foe.hidden and foe.out is None:
            yield from _attacks(fighter, foe.id, seat)


def _attacks(fighter: Fighter, target: str, seat: Seat) -> Iterator[Command]:
    who = fighter.id
    yield from (
        Prepare(seat=seat, who=who, style=style, target=target, distance=3) for style in (Style.POWER, Style.ACROBATIC)
    )
    yield from (form.command(seat, who, target) for form in attack_forms(fighter))


def _orders(state: State, fighter: Fighter, seat: Seat) -> Iterator[Command]:
    who = fighter.id
    yield KeepOrdering(seat=seat, who=who)
    men = tuple(dict.fromkeys(man.unit or man.id for man in state.men_of(who) if man.out is None))
    if men:
        for order, gains in GAINS.items():
            yield from (Order(seat=seat, who=who, order=order, men=men, gain=gain) for gain in gains)
    chief = state.fighters.get(fighter.chief)
    if chief is not None and is_lost(chief):
        led = tuple(man.id for man in state.men_of(chief.id) if man.out is None and man.id != who)
        yield TakeOver(seat=seat, who=who, men=led)


def _master(state: State) -> Iterator[Command]:
    if state.step is FightStep.OVER:
        return
    yield BeginFight()
    yield Proceed()
    yield PassOn(losing=tuple(one.id for one in losers(state)) if state.step is FightStep.ACTING else ())
    yield CallOff()
    if state.step is FightStep.ANNOUNCING or len({fighter.side for fighter in state.active}) < 2:
        yield EndFight()
    if state.step is FightStep.BEFORE:
        yield from (Frighten(side=side) for side in dict.fromkeys(one.side for one in state.fighters.values()))
    if state.duel is not None:
        yield Stare()
    for fighter in state.fighters.values():
        yield Uncover(who=fighter.id)
        if fighter.long is not None:
            yield EndLong(who=fighter.id)
