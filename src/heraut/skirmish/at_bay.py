"""Held at bay: daring to act, being the quicker [section 33]."""

from __future__ import annotations

from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Refusal
from heraut.skirmish.checks import in_step, is_game_master, speaks_for, unknown
from heraut.skirmish.effects import EffectChanged, gain
from heraut.skirmish.engagement import PrecedenceSet
from heraut.skirmish.fighter import Until, Use
from heraut.skirmish.need import Part, refuse
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, play
from heraut.skirmish.rolls import decide_between, known, level_of, roll, rule
from heraut.skirmish.sheet import ATTRIBUTES
from heraut.skirmish.state import ByFighter, ByGameMaster, FightStep, State
from heraut.skirmish.tables import clause_of, number


class HoldAtBay(ByGameMaster, frozen=True, kw_only=True):
    """A captor holds a character at bay."""

    captor: str
    captive: str


class Defy(ByFighter, frozen=True, kw_only=True):
    """Dare to act while held at bay [SK-BAY-1]."""

    trait: str


def hold_at_bay(scene: FightScene, command: HoldAtBay) -> Steps[None]:
    """From now on he must dare before he acts."""
    yield gain(scene, command.captive, "at-bay", "SK-BAY-1", Until.LIFTED, of=command.captor)


def check_hold_at_bay(state: State, command: HoldAtBay) -> Refusal | None:
    """One by another, of two sides."""
    if refusal := is_game_master(command.seat) or unknown(state, command.captor, command.captive):
        return refusal
    captor, captive = state.fighters[command.captor], state.fighters[command.captive]
    if captor.side == captive.side or captor.hidden or captive.effect("at-bay") is not None:
        return refuse("SK-BAY-1", "cannot-hold", captive.id)
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


SUBJECT = FightSubject(
    plays=(play(HoldAtBay, check_hold_at_bay, hold_at_bay), play(Defy, check_defy, defy)),
)
