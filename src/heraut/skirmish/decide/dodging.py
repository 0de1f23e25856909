"""Dodges, plain and acrobatic [section 28]."""

from __future__ import annotations

from heraut.kernel import ClauseId, Refusal
from heraut.skirmish import commands as c
from heraut.skirmish import events as e
from heraut.skirmish.asking import decide_between, roll, rule
from heraut.skirmish.decide.checks import in_step, may_react, swappable
from heraut.skirmish.decide.economy import ask_survival, may_survive, pay_undeclared, swap, unbalance
from heraut.skirmish.effect import Use
from heraut.skirmish.fighter import Fighter
from heraut.skirmish.need import Part
from heraut.skirmish.pools import level_of
from heraut.skirmish.procedure import Scene, Steps, Throw
from heraut.skirmish.refusing import refuse
from heraut.skirmish.state import State, Step
from heraut.skirmish.tables import clause_of, number

BARS = ("jumping", "frozen", "unaware", "at-bay", "cowed")
"""Effects under which nobody dodges in reaction."""


def may_dodge(state: State, fighter: Fighter) -> bool:
    """Whether a dodge is still possible in this segment [SK-DOD-8, SK-TURN-7]."""
    if fighter.out is not None or fighter.dodge is not None or fighter.long is not None:
        return False
    if fighter.acted and not state.options.dodge_with_own_action:
        return False
    return not any(effect.code in BARS for effect in fighter.effects)


def react(scene: Scene, who: str) -> Steps[None]:
    """Offer a dodge against a blow or a thrown weapon, even once its total is known [SK-DOD-2]."""
    while options := _options(scene.state, scene.now(who)):
        option = yield from decide_between(scene, who, "skirmish-dodge", "SK-DOD-2", ("none", *options))
        if option == "survive":
            yield from ask_survival(scene, who)
            continue
        if option != "none":
            yield from make_dodge(scene, who, acrobatic="acrobatic" in option, swapped="slot" in option)
        return


def _options(state: State, fighter: Fighter) -> tuple[str, ...]:
    options: list[str] = []
    if may_dodge(state, fighter):
        options += ["dodge", "acrobatic"]
        if swappable(state, fighter) is not None:
            options += ["dodge-slot", "acrobatic-slot"]
    if may_survive(fighter) and fighter.dodge is None and fighter.effect("unaware") is None:
        options.append("survive")
    return tuple(options)


def make_dodge(scene: Scene, who: str, *, acrobatic: bool, swapped: bool, free: bool = False) -> Steps[Throw]:
    """
    One undeclared action: the acrobatics roll if any, then the dodge, then its price [SK-DOD-11, SK-DOD-12].

    It stands for the rest of the segment [SK-DOD-6]; `free`: its price is paid by the action it belongs to.
    """
    if swapped:
        yield from swap(scene, who)
    extra = (yield from acrobatics(scene, who)) if acrobatic else ()
    throw = yield from roll(scene, who, "dodge", "dodge", Use.DODGE, "SK-DOD-5", extra=extra)
    yield from spend_malus(scene, who)
    yield e.DodgeMade(who=who, total=throw.total, critical=throw.critical)
    if not free:
        yield from pay_undeclared(scene, who, "dodge", swapped=swapped, dodge=True)
    return throw


def acrobatics(scene: Scene, who: str) -> Steps[tuple[Part, ...]]:
    """Success adds the acrobatics level to the dodge; failure unbalances at once [SK-DOD-11]."""
    offered = number("acrobatics-difficulty")
    difficulty = yield from rule("skirmish-acrobatics-difficulty", "SK-DOD-11", offered, who=who)
    aims = (Part("acrobatics", clause_of("acrobatics-difficulty"), flat=difficulty),)
    throw = yield from roll(scene, who, "acrobatics", "acrobatics", Use.ACTION, "SK-DOD-11", aims=aims)
    if throw.success:
        return (Part("acrobatics", ClauseId("SK-DOD-11"), flat=level_of(scene.seen(who), "acrobatics")),)
    yield unbalance(scene, who, "SK-DOD-11")
    return ()


def spend_malus(scene: Scene, who: str) -> Steps[None]:
    """A malus for surprise counts for one action only [SK-SUR-4]."""
    if scene.now(who).effect("startled") is not None:
        yield e.EffectChanged(who=who, code="startled")


def final_defence(scene: Scene, target: str, base: int) -> int:
    """A dodge replaces the defence when it is higher, or a critical failure [SK-DOD-5]."""
    dodge = scene.now(target).dodge
    return dodge.total if dodge is not None and (dodge.total > base or dodge.critical) else base


def dodge(scene: Scene, command: c.Dodge) -> Steps[None]:
    """Announced at the beginning of the segment: the only way against projectiles [SK-DOD-3]."""
    yield from make_dodge(scene, command.who, acrobatic=command.acrobatic, swapped=command.swap)


def check_dodge(state: State, command: c.Dodge) -> Refusal | None:
    """At the beginning of the segment, once."""
    if refusal := in_step(state, Step.OPENING) or may_react(state, command, swap=command.swap, dodge=True):
        return refusal
    fighter = state.fighters[command.who]
    return None if may_dodge(state, fighter) else refuse("SK-DOD-8", "one-dodge", fighter.name)
