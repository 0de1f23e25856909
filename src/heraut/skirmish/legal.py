"""What one may try now: usual commands that the checks let through, the rest being a matter of filling forms."""

from __future__ import annotations

from collections.abc import Iterator

from heraut.kernel import FATE, ORGANISER, Command, Seat, rolls
from heraut.skirmish import commands as c
from heraut.skirmish.awaiting import chance
from heraut.skirmish.commands import OrderKind, Style
from heraut.skirmish.decide.play import check
from heraut.skirmish.fighter import Fighter
from heraut.skirmish.need import Decision, Dice, Need, Ruling
from heraut.skirmish.priority import listed
from heraut.skirmish.secrecy import known_to, waits_unseen
from heraut.skirmish.sheet import Delivery
from heraut.skirmish.state import State, Step
from heraut.skirmish.tables import displays

AIMS = ("head", "torso")
"""The zones aimed at most often; the others are a matter of the form."""


def legal(state: State, seat: Seat) -> Iterator[Command]:
    """The commands of a seat, the game master speaking for everybody; for FATE, every way the dice may fall."""
    if waits_unseen(state, seat):
        return
    if state.pending is not None:
        yield from _answers(state.pending.need, seat)
        return
    for command in _candidates(known_to(state, seat), seat):
        if check(state, command) is None:
            yield command


def _answers(need: Need | None, seat: Seat) -> Iterator[Command]:
    match need:
        case Dice() if seat == FATE:
            yield from rolls(chance(need))
        case Ruling() if seat == ORGANISER:
            for value in sorted({need.offered, *(edge for edge in (need.low, need.high) if abs(edge) < 100)}):
                yield c.Rule(value=value)
        case Decision() if seat in (need.seat, ORGANISER):
            for option in need.options:
                if seat == need.seat or option != "survive":
                    yield c.Choose(seat=seat, option=option)
        case _:
            return


def _candidates(state: State, seat: Seat) -> Iterator[Command]:
    if seat == ORGANISER:
        yield from _master(state)
    for fighter in (*listed(state), *(one for one in state.fighters.values() if one.out is not None)):
        if seat in (fighter.seat, ORGANISER) and state.step is not Step.OVER:
            yield from _of(state, fighter, seat)


def _of(state: State, fighter: Fighter, seat: Seat) -> Iterator[Command]:
    match state.step:
        case Step.BEFORE:
            for display in displays():
                yield c.Display(seat=seat, who=fighter.id, display=display)
        case Step.ANNOUNCING:
            yield from (c.GoOn(seat=seat, who=fighter.id, on=on) for on in (True, False))
            yield from (c.Announce(seat=seat, who=fighter.id, actions=number) for number in range(6))
        case _:
            if fighter.out is None:
                yield from _moves(state, fighter, seat)
            if state.step is Step.ACTING:
                yield from _acts(state, fighter, seat)


def _moves(state: State, fighter: Fighter, seat: Seat) -> Iterator[Command]:
    who = fighter.id
    yield c.Survive(seat=seat, who=who)
    yield c.Delay(seat=seat, who=who)
    yield c.Move(seat=seat, who=who)
    if state.step is Step.OPENING:
        yield c.Move(seat=seat, who=who, fast=True)
        yield c.Move(seat=seat, who=who, fast=True, evading=True, swap=True)
        yield c.Dodge(seat=seat, who=who)
        yield c.Dodge(seat=seat, who=who, acrobatic=True, swap=True)
        yield c.Jump(seat=seat, who=who, dodge="dodge")
        yield c.BeginLong(seat=seat, who=who, name="—")
    yield from (c.TakePosture(seat=seat, who=who, posture=posture) for posture in ("crouched", "prone"))
    yield c.GetUp(seat=seat, who=who)
    yield c.Disengage(seat=seat, who=who)
    yield c.Disengage(seat=seat, who=who, acrobatic=True, swap=True)
    yield from (c.Draw(seat=seat, who=who, weapon=weapon.id) for weapon in fighter.sheet.weapons)
    if fighter.effect("at-bay") is not None:
        yield c.Defy(seat=seat, who=who, trait=fighter.main_weapon.skill)
    if state.duel is not None:
        yield c.BreakStare(seat=seat, who=who)


def _acts(state: State, fighter: Fighter, seat: Seat) -> Iterator[Command]:
    who = fighter.id
    answering = any(key[0] == who for key in state.exchanges)
    if not answering and (fighter.out is not None or not fighter.open_slot(state.segment)):
        return
    yield c.Yield(seat=seat, who=who)
    yield from (c.PickUp(seat=seat, who=who, weapon=weapon) for weapon in fighter.dropped)
    yield from (c.Extract(seat=seat, who=who, weapon=one.weapon) for one in state.stuck if one.owner == who)
    yield c.Escape(seat=seat, who=who)
    yield from _orders(state, fighter, seat)
    for hold in state.holds:
        if hold.grappler == who:
            yield c.Tighten(seat=seat, who=who, target=hold.held)
            yield c.Hurl(seat=seat, who=who, target=hold.held)
            yield c.Release(seat=seat, who=who, target=hold.held)
    for foe in state.fighters.values():
        if foe.side != fighter.side and not foe.hidden and foe.out is None:
            yield from _attacks(fighter, foe.id, seat)


def _attacks(fighter: Fighter, target: str, seat: Seat) -> Iterator[Command]:
    who = fighter.id
    yield from (
        c.Prepare(seat=seat, who=who, style=style, target=target, distance=3)
        for style in (Style.POWER, Style.ACROBATIC)
    )
    for weapon in fighter.wielded or (fighter.main_weapon,):
        if weapon.delivery is not Delivery.MELEE and weapon.ranges is not None:
            for limit in weapon.ranges:
                yield c.Shoot(seat=seat, who=who, target=target, weapon=weapon.id, distance=limit)
        if weapon.delivery is Delivery.PROJECTILE:
            continue
        if weapon.shield:
            yield c.Charge(seat=seat, who=who, target=target, weapon=weapon.id, shield=True)
            continue
        yield c.Strike(seat=seat, who=who, target=target, weapon=weapon.id)
        yield from (c.Strike(seat=seat, who=who, target=target, weapon=weapon.id, aim=aim) for aim in AIMS)
        yield c.Charge(seat=seat, who=who, target=target, weapon=weapon.id)
        for style in (Style.POWER, Style.ACROBATIC, Style.TRIP, Style.TWIST):
            yield c.Strike(seat=seat, who=who, target=target, weapon=weapon.id, style=style)
    for style in (Style.GRAPPLE, Style.THROW):
        yield c.Strike(seat=seat, who=who, target=target, style=style)


def _orders(state: State, fighter: Fighter, seat: Seat) -> Iterator[Command]:
    who = fighter.id
    yield c.KeepOrdering(seat=seat, who=who)
    men = tuple(dict.fromkeys(man.unit or man.id for man in state.men_of(who) if man.out is None))
    if men:
        yield c.Order(seat=seat, who=who, order=OrderKind.HEARTEN, men=men)
        yield c.Order(seat=seat, who=who, order=OrderKind.RALLY, men=men)
        yield c.Order(seat=seat, who=who, order=OrderKind.TACTICS, men=men, gain="attack")
        yield c.Order(seat=seat, who=who, order=OrderKind.TACTICS, men=men, gain="defence")
        yield c.Order(seat=seat, who=who, order=OrderKind.GALVANISE, men=men, gain="fatigue")
    chief = state.fighters.get(fighter.chief)
    if chief is not None and chief.out is not None:
        led = tuple(man.id for man in state.men_of(chief.id) if man.out is None and man.id != who)
        yield c.TakeOver(seat=seat, who=who, men=led)


def _master(state: State) -> Iterator[Command]:
    if state.step is Step.OVER:
        return
    yield c.BeginFight()
    yield c.Proceed()
    if state.step is Step.ANNOUNCING or len({fighter.side for fighter in state.active}) < 2:
        yield c.EndFight()
    if state.step is Step.BEFORE:
        yield from (c.Frighten(side=side) for side in dict.fromkeys(one.side for one in state.fighters.values()))
    if state.duel is not None:
        yield c.Stare()
    for fighter in state.fighters.values():
        yield c.Uncover(who=fighter.id)
        if fighter.long is not None:
            yield c.EndLong(who=fighter.id)
