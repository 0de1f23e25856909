"""Moving, jumping, dodging, posture, falling [sections 15, 16, 27, 28]."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from heraut.kernel.engine import on
from heraut.kernel.message import PublicEvent
from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Refusal
from heraut.skirmish.checks import (
    able,
    check_named,
    free_of_holds,
    free_of_melee,
    in_step,
    is_game_master,
    may_react,
    sound_of_limb,
    swappable,
    unknown,
)
from heraut.skirmish.effects import EffectChanged, gain, unbalance
from heraut.skirmish.fighter import Dodged, Fighter, Motion, Posture, Until, Use, lapse
from heraut.skirmish.need import Part, refuse
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, Throw, on_fighter, play, tell
from heraut.skirmish.rolls import ask_trait, decide_between, level_of, roll, rule
from heraut.skirmish.settings import FastMove
from heraut.skirmish.slots import ask_survival, may_survive, pay_undeclared, swap
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


class Dodge(ByFighter, frozen=True, kw_only=True):
    """Announce a dodge at the beginning of the segment [SK-DOD-3]."""

    acrobatic: bool = False
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


class DodgeMade(FighterEvent, frozen=True, kw_only=True):
    """The dodge of the segment."""

    total: int
    critical: bool = False


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


BARS = ("jumping", "frozen", "at-bay", "cowed")
"""Effects under which nobody dodges."""


def may_dodge(state: State, fighter: Fighter) -> bool:
    """
    Whether a dodge is still possible in this segment [SK-DOD-8, SK-TURN-7].

    Whoever suspects nothing may announce one, as anybody may: to be refused it would tell him that there is something
    to suspect. He is asked nothing when the blow comes [SK-DOD-10].
    """
    if fighter.out is not None or fighter.dodge is not None or fighter.long is not None:
        return False
    if fighter.acted and not state.options.dodge_with_own_action:
        return False
    return not any(effect.code in BARS for effect in fighter.effects)


DODGE = "skirmish-dodge"
"""The choice about a blow one may dodge."""


def react(scene: FightScene, who: str) -> Steps[None]:
    """Offer a dodge against a blow or a thrown weapon, even once its total is known [SK-DOD-2]."""
    while options := _options(scene.state, scene.now(who)):
        option = yield from decide_between(scene, who, DODGE, "SK-DOD-2", ("none", *options))
        if option == "survive":
            yield from ask_survival(scene, who)
            continue
        if option != "none":
            yield from make_dodge(scene, who, acrobatic="acrobatic" in option, swapped="slot" in option)
        return


def _options(state: State, fighter: Fighter) -> tuple[str, ...]:
    options: list[str] = []
    if fighter.effect("unaware") is not None:
        return ()
    if may_dodge(state, fighter):
        ways = ["dodge"] if fighter.lame else ["dodge", "acrobatic"]
        options += ways
        if swappable(state, fighter) is not None:
            options += [f"{way}-slot" for way in ways]
    if may_survive(fighter) and fighter.dodge is None:
        options.append("survive")
    return tuple(options)


def make_dodge(scene: FightScene, who: str, *, acrobatic: bool, swapped: bool) -> Steps[Throw]:
    """
    One undeclared action: the acrobatics roll if any, then the dodge, then its price [SK-DOD-11, SK-DOD-12].

    It stands for the rest of the segment [SK-DOD-6].
    """
    if swapped:
        yield from swap(scene, who)
    extra = (yield from acrobatics(scene, who)) if acrobatic else ()
    throw = yield from roll(scene, who, "dodge", "dodge", Use.DODGE, "SK-DOD-5", extra=extra)
    yield DodgeMade(who=who, total=throw.total, critical=throw.critical)
    yield from pay_undeclared(scene, who, "dodge", swapped=swapped, dodge=True)
    return throw


def acrobatics(scene: FightScene, who: str) -> Steps[tuple[Part, ...]]:
    """Success adds the acrobatics level to the dodge; failure unbalances at once [SK-DOD-11]."""
    throw = yield from leap(scene, who, "SK-DOD-11", "SK-DOD-11")
    if throw.success:
        return (Part("acrobatics", ClauseId("SK-DOD-11"), flat=level_of(scene.seen(who), "acrobatics")),)
    yield unbalance(scene, who, "SK-DOD-11")
    return ()


def leap(scene: FightScene, who: str, clause: str, ruled_by: str) -> Steps[Throw]:
    """The acrobatics roll before something else, at the game master's difficulty."""
    offered = number("acrobatics-difficulty")
    difficulty = yield from rule("skirmish-acrobatics-difficulty", ruled_by, offered, who=who)
    aims = (Part("acrobatics", ClauseId(clause), flat=difficulty),)
    return (yield from roll(scene, who, "acrobatics", "acrobatics", Use.ACTION, clause, aims=aims))


def final_defence(scene: FightScene, target: str, base: int) -> int:
    """A dodge replaces the defence when it is higher, or a critical failure [SK-DOD-5]."""
    dodge = scene.now(target).dodge
    return dodge.total if dodge is not None and (dodge.total > base or dodge.critical) else base


def dodge(scene: FightScene, command: Dodge) -> Steps[None]:
    """Announced at the beginning of the segment: the only way against projectiles [SK-DOD-3]."""
    yield from make_dodge(scene, command.who, acrobatic=command.acrobatic, swapped=command.swap)


def check_dodge(state: State, command: Dodge) -> Refusal | None:
    """At the beginning of the segment, once."""
    if refusal := in_step(state, FightStep.OPENING) or may_react(state, command, swap=command.swap, dodge=True):
        return refusal
    fighter = state.fighters[command.who]
    if not may_dodge(state, fighter):
        return refuse("SK-DOD-8", "one-dodge", fighter.id)
    return sound_of_limb(fighter) if command.acrobatic else None


def check_slow(state: State, command: Slow) -> Refusal | None:
    """Of one, or of all."""
    if refusal := is_game_master(command.seat) or (unknown(state, command.who) if command.who else None):
        return refusal
    return refuse("SK-MOV-7", "slow-negative") if command.by < 0 else None


def _posture_taken(fighter: Fighter, event: PostureTaken) -> Fighter:
    if event.posture == Posture.STANDING:
        fighter = lapse(fighter, Until.STANDING)
    return replace(fighter, posture=Posture(event.posture), rising=0)


def _moved(state: State, event: Moved) -> State:
    motion = Motion(event.ground, event.speed, event.fast, event.evading, state.now)
    return changed(state, event.who, motion=motion)


def _slowed(state: State, event: Slowed) -> State:
    slowed = {who: by for who, by in state.slowed.items() if who != event.who}
    return replace(state, slowed={**slowed, event.who: event.by} if event.by != Fraction(0) else slowed)


SUBJECT = FightSubject(
    plays=(
        play(Move, check_move, move),
        play(Jump, check_jump, jump),
        play(Dodge, check_dodge, dodge),
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
        on_fighter(DodgeMade, lambda fighter, event: replace(fighter, dodge=Dodged(event.total, event.critical))),
    ),
)
