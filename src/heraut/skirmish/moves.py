"""Moving, jumping, posture, falling [sections 15, 16, 27]."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from heraut.kernel.engine import on
from heraut.kernel.message import PublicEvent
from heraut.kernel.refusal import Refusal
from heraut.skirmish.checks import (
    able,
    check_named,
    free_of_holds,
    free_of_melee,
    in_step,
    may_react,
    sound_of_limb,
    unknown,
)
from heraut.skirmish.dodges import make_dodge, may_dodge
from heraut.skirmish.effects import EffectChanged, gain
from heraut.skirmish.fighter import Fighter, Motion, Posture, Until, Use, lapse
from heraut.skirmish.need import Part, refuse
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, on_fighter, play, tell
from heraut.skirmish.rolls import ask_trait, roll, rule
from heraut.skirmish.settings import FastMove
from heraut.skirmish.slots import pay_undeclared, swap
from heraut.skirmish.state import ByFighter, ByGameMaster, FighterEvent, FightStep, OfFighter, State, changed
from heraut.skirmish.sums import fast_bonus, reached
from heraut.skirmish.tables import clause_of, grounds, number


class Move(ByFighter, frozen=True, kw_only=True):
    """
    Move on a kind of ground, unhurried or fast [SK-MOV-1, SK-MOV-2]; evading adds the body feint [SK-CMV-1].

    `fleeing`: he runs for his life, his defence is his Athletics and he strikes nobody [SK-STR-1].
    """

    ground: str = "flat"
    fast: bool = False
    trait: str = ""
    evading: bool = False
    narrow: bool = False
    swap: bool = False
    fleeing: bool = False


class Jump(ByFighter, frozen=True, kw_only=True):
    """Jump, with a dodge announced in the same breath or none [SK-DOD-4]."""

    acrobatic: bool = False
    dodge: str = "none"
    swap: bool = False


class TakePosture(ByFighter, frozen=True, kw_only=True):
    """Crouch or lie down, which costs nothing."""

    posture: str


class Slow(ByGameMaster, frozen=True, kw_only=True):
    """Bad ground or sight lowers speeds, of one or of all (no `who`); everybody is told at once [SK-MOV-7]."""

    by: Fraction
    who: str = ""


class StartFall(OfFighter, frozen=True, kw_only=True):
    """A character begins to fall from a height, or has come to the end of it [SK-FAL-1]."""

    falling: bool = True


class PostureTaken(FighterEvent, frozen=True, kw_only=True):
    """A character stands, crouches or lies."""

    posture: str


class RiseBegan(FighterEvent, frozen=True, kw_only=True):
    """A character gets up; it takes some segments."""

    segments: int


class Moved(FighterEvent, frozen=True, kw_only=True):
    """A character moves at this speed."""

    ground: str
    speed: Fraction
    fast: bool = False
    evading: bool = False


class Slowed(PublicEvent, frozen=True, kw_only=True):
    """Speeds are lowered, of one or of all."""

    by: Fraction
    who: str = ""


class Falling(FighterEvent, frozen=True, kw_only=True):
    """So many segments of fall; 0: on the ground."""

    segments: int


# --- moving


def move(scene: FightScene, command: Move) -> Steps[None]:
    """Unhurried for nothing, or fast for an undeclared action [SK-MOV-1, SK-MOV-2]."""
    who, row = command.who, grounds()[command.ground]
    if row.divide is not None:
        yield from ask_trait(scene, who, "agility")
    if command.evading:
        yield from ask_trait(scene, who, "body_feint")
    speed = row.speed(scene.now(who).sheet.attributes.get("agility", 1))
    if command.fast:
        if command.swap:
            yield from swap(scene, who)
        trait = command.trait or row.traits[0]
        throw = yield from roll(scene, who, "fast-move", trait, Use.ACTION, "SK-MOV-2")
        speed += fast_bonus(command.ground, throw.total, critical=throw.critical)
    slowed = scene.state.slowed
    lost = slowed.get(who, Fraction(0)) + slowed.get("", Fraction(0))
    speed = reached(speed, lost, evading=command.evading)
    yield Moved(who=who, ground=command.ground, speed=speed, fast=command.fast, evading=command.evading)
    yield from _flight(scene, command)
    if command.fast:
        yield from pay_undeclared(scene, who, "fast-move", swapped=command.swap)


def _flight(scene: FightScene, command: Move) -> Steps[None]:
    """Flight of one's own will lasts as long as the run does; moving otherwise ends it [SK-STR-10]."""
    flight = scene.now(command.who).effect("fleeing")
    if flight is None and command.fleeing:
        lasting = scene.state.options.fast_move_duration is FastMove.TURN
        until = Until.TURN if lasting else Until.SEGMENT
        yield gain(scene, command.who, "fleeing", "SK-STR-10", until)
    elif flight is not None and flight.until is not Until.LIFTED and not command.fleeing:
        yield EffectChanged(who=command.who, code="fleeing")


def check_move(state: State, command: Move) -> Refusal | None:
    """Sprints at the beginning of a segment [SK-TURN-5]; evasion only when fast and with room [SK-CMV-4]."""
    refusal = may_react(state, command, swap=command.swap, movement=True)
    if command.fast:
        refusal = in_step(state, FightStep.OPENING) or refusal
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
    if command.fleeing and not command.fast:
        return refuse("SK-STR-10", "flee-runs", command.who)
    if command.fast and (refusal := free_of_melee(state, command.who)):
        return refusal
    return free_of_holds(state, command.who) or _check_legs(state.fighters[command.who], command)


GAITS = {Posture.CROUCHED: ("crouched", "crawl"), Posture.PRONE: ("crawl",)}
"""The kinds of ground that stand for going bent double and for crawling."""


def _check_legs(fighter: Fighter, command: Move) -> Refusal | None:
    """
    Crouched one goes bent double, on the ground one crawls [SK-MOV-10].

    On an unusable foot nobody runs, on an unusable leg nobody does more than crawl [SK-CRI-8]; a mount carries.
    """
    if not fighter.on_foot or command.ground == "crawl":
        return None
    if (gaits := GAITS.get(fighter.posture)) and command.ground not in gaits:
        return refuse("SK-MOV-10", "get-up-first", fighter.id, allowed=gaits[0])
    if not command.fast and fighter.effect("leg-unusable") is None:
        return None
    return sound_of_limb(fighter)


def jump(scene: FightScene, command: Jump) -> Steps[None]:
    """An undeclared action; a dodge must be announced with it [SK-MOV-9, SK-DOD-4]."""
    who = command.who
    if command.swap:
        yield from swap(scene, who)
    trait = "acrobatics" if command.acrobatic else "athletics"
    difficulty = yield from rule("skirmish-jump-difficulty", "SK-MOV-9", number("jump-difficulty"), who=who)
    aims = (Part("jump", clause_of("jump-difficulty"), flat=difficulty),)
    yield from roll(scene, who, "jump", trait, Use.ACTION, "SK-MOV-9", aims=aims)
    yield from pay_undeclared(scene, who, "jump", swapped=command.swap)
    if command.dodge != "none":
        yield from make_dodge(scene, who, acrobatic=command.dodge == "acrobatic", swapped=False)
    yield gain(scene, who, "jumping", "SK-DOD-4", Until.SEGMENT)


def check_jump(state: State, command: Jump) -> Refusal | None:
    """At the beginning of a segment, by somebody free to [SK-ENG-4]."""
    if refusal := in_step(state, FightStep.OPENING) or may_react(state, command, swap=command.swap, movement=True):
        return refusal
    fighter = state.fighters[command.who]
    if refusal := free_of_melee(state, command.who) or sound_of_limb(fighter):
        return refusal
    if fighter.posture is Posture.PRONE:
        return refuse("SK-MOV-10", "get-up-first", fighter.id, allowed="crawl")
    if command.dodge not in ("none", "dodge", "acrobatic"):
        return refuse("SK-DOD-4", "no-such-dodge", command.dodge)
    if fighter.effect("jumping") is not None:
        return refuse("SK-TURN-7", "one-action", fighter.id)
    if command.dodge != "none" and not may_dodge(state, fighter):
        return refuse("SK-DOD-8", "one-dodge", fighter.id)
    return None


# --- posture


def check_take_posture(state: State, command: TakePosture) -> Refusal | None:
    """Downwards only: getting up is another matter."""
    if refusal := in_step(state, FightStep.OPENING, FightStep.ACTING) or able(state, command):
        return refusal
    fighter = state.fighters[command.who]
    order = [posture.value for posture in Posture]
    if command.posture not in order[1:] or order.index(command.posture) <= order.index(fighter.posture):
        return refuse("SK-POS-2", "no-such-posture", command.posture)
    return None


def check_slow(state: State, command: Slow) -> Refusal | None:
    """Of one, or of all."""
    if command.who and (refusal := unknown(state, command.who)):
        return refusal
    return refuse("SK-MOV-7", "slow-negative") if command.by < 0 else None


def _posture_taken(fighter: Fighter, event: PostureTaken) -> Fighter:
    if event.posture == Posture.STANDING:
        fighter = lapse(fighter, Until.STANDING)
    return replace(fighter, posture=Posture(event.posture), rising=0)


def _moved(state: State, event: Moved) -> State:
    motion = Motion(event.speed, event.fast, event.evading, state.now)
    return changed(state, event.who, motion=motion)


def _slowed(state: State, event: Slowed) -> State:
    slowed = {who: by for who, by in state.slowed.items() if who != event.who}
    return replace(state, slowed={**slowed, event.who: event.by} if event.by != Fraction(0) else slowed)


SUBJECT = FightSubject(
    plays=(
        play(Move, check_move, move),
        play(Jump, check_jump, jump),
        tell(TakePosture, check_take_posture, lambda _, taken: PostureTaken(who=taken.who, posture=taken.posture)),
        tell(Slow, check_slow, lambda _, command: Slowed(by=command.by, who=command.who)),
        tell(StartFall, check_named, lambda _, fall: Falling(who=fall.who, segments=1 if fall.falling else 0)),
    ),
    evolves=(
        on_fighter(PostureTaken, _posture_taken),
        on_fighter(RiseBegan, lambda fighter, event: replace(fighter, rising=event.segments)),
        on(Moved, _moved),
        on(Slowed, _slowed),
        on_fighter(Falling, lambda fighter, event: replace(fighter, falling=event.segments)),
    ),
)
