"""Held at bay, daring to act, being the quicker; the duel: a stare, then two shots [section 33]."""

from __future__ import annotations

from msgspec.structs import replace

from heraut.kernel.engine import ImpossibleEvent, on
from heraut.kernel.names import ORGANISER, ClauseId
from heraut.kernel.refusal import HouseCode, Refusal, house
from heraut.skirmish.announcements import hear_plans
from heraut.skirmish.checks import in_step, speaks_for, unknown
from heraut.skirmish.effects import EffectChanged, gain
from heraut.skirmish.engagement import PrecedenceSet
from heraut.skirmish.fighter import Until, Use
from heraut.skirmish.missiles import Shoot, range_part, skill_part, take_shot
from heraut.skirmish.model import level
from heraut.skirmish.need import Part, refuse
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, play
from heraut.skirmish.rolls import decide_between, known, level_of, roll, rule
from heraut.skirmish.sheet import ATTRIBUTES, WeaponDelivery
from heraut.skirmish.state import (
    Between,
    ByFighter,
    ByGameMaster,
    Duel,
    FighterEvent,
    FightStep,
    OfFighter,
    State,
    edition_five_holds,
)
from heraut.skirmish.tables import clause_of, number
from heraut.skirmish.weapons import is_stuck, weapon_of


class FaceOff(OfFighter, frozen=True, kw_only=True):
    """Two duellists stare each other down [SK-DUE-1]."""

    target: str
    weapon: str
    other_weapon: str
    distance: int


class Stare(ByGameMaster, frozen=True, kw_only=True):
    """One more second of staring."""


class BreakStare(ByFighter, frozen=True, kw_only=True):
    """End the stare: shoot [SK-DUE-3]."""


class HoldAtBay(ByGameMaster, frozen=True, kw_only=True):
    """A captor holds a character at bay."""

    captor: str
    captive: str


class Defy(ByFighter, frozen=True, kw_only=True):
    """Dare to act while held at bay [SK-BAY-1]."""

    trait: str


class DuelBegan(Between, frozen=True, kw_only=True):
    """Two duellists face each other."""

    weapon: str
    other_weapon: str
    distance: int


class Stared(FighterEvent, frozen=True, kw_only=True):
    """One second of staring: who gained, and how much."""

    bonus: int


class DuelBroken(FighterEvent, frozen=True, kw_only=True):
    """The stare is over."""


def face_off(_scene: FightScene, command: FaceOff) -> Steps[None]:
    """Two duellists stare each other down [SK-DUE-1]."""
    yield DuelBegan(
        who=command.who,
        target=command.target,
        weapon=command.weapon,
        other_weapon=command.other_weapon,
        distance=command.distance,
    )


def check_face_off(state: State, command: FaceOff) -> Refusal | None:
    """Two enemies with missiles that reach, one duel at a time."""
    if refusal := unknown(state, command.who, command.target):
        return refusal
    if state.step is FightStep.OVER:
        return house(HouseCode.WRONG_PHASE, state.step.value)
    if state.duel is not None:
        return refuse("SK-DUE-1", "duel-under-way")
    one, other = state.fighters[command.who], state.fighters[command.target]
    if one.side == other.side or one.out is not None or other.out is not None or one.hidden or other.hidden:
        return refuse("SK-DUE-1", "no-duel", other.id)
    for fighter, id in ((one, command.weapon), (other, command.other_weapon)):
        weapon = fighter.sheet.weapon(id)
        if weapon is None or weapon.delivery is WeaponDelivery.MELEE or range_part(weapon, command.distance) is None:
            return refuse("SK-MIS-2", "not-a-missile", id)
        if id in (*fighter.dropped, *fighter.broken) or is_stuck(state, fighter.id, id):
            return refuse("SK-DUE-1", "not-in-hand", id)
    return None


def stare(scene: FightScene, _command: Stare) -> Steps[None]:
    """Both roll courage and the level of their weapon; the better gains 1 per level of difference [SK-DUE-2]."""
    duel = scene.state.duel
    assert duel is not None
    lead = yield from _lead(scene, replace(duel, bonus=0, other_bonus=0), "stare", "courage", "SK-DUE-1")
    if lead:
        yield Stared(who=duel.who if lead > 0 else duel.target, bonus=level(abs(lead)))


def _lead(scene: FightScene, duel: Duel, name: str, trait: str, clause: str) -> Steps[int]:
    """By how much the first duellist's roll beats the other's, each with his weapon's level and what he has gained."""
    totals = []
    for who, weapon, bonus in ((duel.who, duel.weapon, duel.bonus), (duel.target, duel.other_weapon, duel.other_bonus)):
        extra: tuple[Part, ...] = (skill_part(scene.now(who), weapon_of(scene.now(who), weapon)),)
        if bonus:
            extra += (Part("stare", ClauseId("SK-DUE-1"), flat=bonus),)
        throw = yield from roll(scene, who, name, trait, Use.FREE, clause, extra=extra, critical=False)
        totals.append(throw.total)
    return totals[0] - totals[1]


def check_stare(state: State, _command: Stare) -> Refusal | None:
    """While a duel lasts, and both are in the fight."""
    if state.step is FightStep.OVER:
        return house(HouseCode.WRONG_PHASE, state.step.value)
    if state.duel is None:
        return refuse("SK-DUE-1", "no-duel")
    fallen = _fallen(state, state.duel)
    return refuse("SK-DUE-1", "no-duel", fallen[0]) if fallen else None


def break_stare(scene: FightScene, command: BreakStare) -> Steps[None]:
    """
    Reaction, skill level and the bonus stared out: the better shoots first [SK-DUE-3]; equal, both at once.

    Where somebody else has put one of them out, it is over without a shot.
    """
    duel = scene.state.duel
    assert duel is not None
    yield DuelBroken(who=command.who)
    if _fallen(scene.state, duel):
        return
    lead = yield from _lead(scene, duel, "reaction", "reaction", "SK-DUE-3")
    shots = [reflex_shot(duel, duel.who), reflex_shot(duel, duel.target)]
    if lead < 0:
        shots.reverse()
    before = None if lead else scene.state
    for shot in shots:
        if not lead or scene.now(shot.who).out is None:
            scene.past = before
            yield from take_shot(scene, shot)
    scene.past = None
    yield from hear_plans(scene)


def _fallen(state: State, duel: Duel) -> tuple[str, ...]:
    """The duellists who are out of the fight."""
    return tuple(who for who in (duel.who, duel.target) if state.fighters[who].out is not None)


def reflex_shot(duel: Duel, who: str) -> Shoot:
    """The shot of one of two duellists [SK-DUE-3]."""
    first = who == duel.who
    target, weapon = (duel.target, duel.weapon) if first else (duel.who, duel.other_weapon)
    return Shoot(seat=ORGANISER, who=who, target=target, weapon=weapon, distance=duel.distance)


def check_break_stare(state: State, command: BreakStare) -> Refusal | None:
    """Either duellist, at any moment."""
    if refusal := speaks_for(state, command.seat, command.who):
        return refusal
    if state.step is FightStep.OVER:
        return house(HouseCode.WRONG_PHASE, state.step.value)
    if state.duel is None or command.who not in (state.duel.who, state.duel.target):
        return refuse("SK-DUE-3", "no-duel")
    return None


def hold_at_bay(scene: FightScene, command: HoldAtBay) -> Steps[None]:
    """From now on he must dare before he acts."""
    yield gain(scene, command.captive, "at-bay", "SK-BAY-1", Until.LIFTED, of=command.captor)


def check_hold_at_bay(state: State, command: HoldAtBay) -> Refusal | None:
    """One by another, of two sides, both in the fight [SK-BAY-6]."""
    if refusal := unknown(state, command.captor, command.captive):
        return refusal
    captor, captive = state.fighters[command.captor], state.fighters[command.captive]
    if captor.side == captive.side or captor.hidden or captive.effect("at-bay") is not None:
        return refuse("SK-BAY-1", "cannot-hold", captive.id)
    if edition_five_holds() and (out := next((one for one in (captor, captive) if one.out is not None), None)):
        return refuse("SK-BAY-6", "out", out.id)
    return None


def defy(scene: FightScene, command: Defy) -> Steps[None]:
    """
    Courage and the level of what he means to do, difficulty 15 or the game master's [SK-BAY-1].

    A failure leaves him still for the segment [SK-BAY-2]; on a success he may try to be the quicker [SK-BAY-3].
    """
    who = command.who
    held = scene.now(who).effect("at-bay")
    assert held is not None
    offered = number("bay-difficulty")
    difficulty = yield from rule("skirmish-bay-difficulty", "SK-BAY-1", offered, who=who)
    extra = (Part(command.trait, ClauseId("SK-DICE-4"), flat=level_of(scene.now(who), command.trait)),)
    aims = (Part("bay", clause_of("bay-difficulty"), flat=difficulty),)
    throw = yield from roll(scene, who, "defiance", "courage", Use.FREE, "SK-BAY-1", extra=extra, aims=aims)
    if not throw.success:
        yield gain(scene, who, "cowed", "SK-BAY-2", Until.SEGMENT)
        return
    yield EffectChanged(who=who, code="at-bay")
    captor = scene.now(held.of)
    if captor.out is not None or not captor.open_slot(scene.state.segment):
        return  # he has no action to be quicker with [SK-BAY-5]
    first = yield from _quicker(scene, who, held.of)
    second = held.of if first == who else who
    yield PrecedenceSet(first=first, second=second)


def _quicker(scene: FightScene, who: str, captor: str) -> Steps[str]:
    """A reaction contest, won by 5 or more; otherwise the captor acts first [SK-BAY-3, SK-BAY-4]."""
    chosen = yield from decide_between(scene, who, "skirmish-be-quicker", "SK-BAY-3", ("none", "contest"))
    if chosen == "none":
        return captor
    watch = yield from rule("skirmish-watchfulness", "SK-BAY-3", 0, who=captor)
    mine = yield from roll(scene, who, "reaction", "reaction", Use.FREE, "SK-BAY-3", critical=False)
    extra = (Part("watchfulness", ClauseId("SK-BAY-3"), flat=watch),) if watch else ()
    theirs = yield from roll(scene, captor, "reaction", "reaction", Use.FREE, "SK-BAY-3", extra=extra, critical=False)
    return who if mine.total - theirs.total >= number("initiative-lead") else captor


def check_defy(state: State, command: Defy) -> Refusal | None:
    """At the moment of acting, when held at bay."""
    if refusal := in_step(state, FightStep.OPENING, FightStep.ACTING) or speaks_for(state, command.seat, command.who):
        return refusal
    fighter = state.fighters[command.who]
    if fighter.out is not None or fighter.effect("at-bay") is None:
        return refuse("SK-BAY-1", "not-at-bay", fighter.id)
    if fighter.effect("cowed") is not None:
        return refuse("SK-BAY-2", "cowed", fighter.id)
    if command.trait not in ATTRIBUTES and not known(fighter.sheet, command.trait):
        return refuse("SK-DICE-21", "no-such-trait", command.trait)
    return None


def _duel_began(state: State, event: DuelBegan) -> State:
    return replace(state, duel=Duel(event.who, event.target, event.weapon, event.other_weapon, event.distance))


def _stared(state: State, event: Stared) -> State:
    duel = state.duel
    if duel is None:
        raise ImpossibleEvent(state, event)
    if event.who == duel.who:
        return replace(state, duel=replace(duel, bonus=duel.bonus + event.bonus))
    return replace(state, duel=replace(duel, other_bonus=duel.other_bonus + event.bonus))


SUBJECT = FightSubject(
    plays=(
        play(FaceOff, check_face_off, face_off),
        play(Stare, check_stare, stare),
        play(BreakStare, check_break_stare, break_stare),
        play(HoldAtBay, check_hold_at_bay, hold_at_bay),
        play(Defy, check_defy, defy),
    ),
    evolves=(
        on(DuelBegan, _duel_began),
        on(Stared, _stared),
        on(DuelBroken, lambda state, _event: replace(state, duel=None)),
    ),
)
