"""Dodges: announced or in reaction, plain or acrobatic [section 28]."""

from __future__ import annotations

from msgspec.structs import replace

from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Refusal
from heraut.skirmish.checks import in_step, may_react, sound_of_limb, swappable
from heraut.skirmish.effects import unbalance
from heraut.skirmish.fighter import Dodged, Fighter, Use
from heraut.skirmish.need import Part, refuse
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, Throw, on_fighter, play
from heraut.skirmish.rolls import decide_between, level_of, roll, rule
from heraut.skirmish.slots import ask_survival, may_survive, pay_undeclared, swap
from heraut.skirmish.state import ByFighter, FighterEvent, FightStep, State
from heraut.skirmish.tables import number


class Dodge(ByFighter, frozen=True, kw_only=True):
    """Announce a dodge at the beginning of the segment [SK-DOD-3]."""

    acrobatic: bool = False
    swap: bool = False


class DodgeMade(FighterEvent, frozen=True, kw_only=True):
    """The dodge of the segment."""

    total: int
    critical: bool = False


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


SUBJECT = FightSubject(
    plays=(play(Dodge, check_dodge, dodge),),
    evolves=(
        on_fighter(DodgeMade, lambda fighter, event: replace(fighter, dodge=Dodged(event.total, event.critical))),
    ),
)
