"""Things the rules do not name: the game master says how much attention they take [SK-ACT-5, SK-ACT-6]."""

from __future__ import annotations

from enum import StrEnum

from heraut.kernel.engine import on, unchanged
from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Refusal
from heraut.skirmish.checks import able, free_of_melee, has_slot, in_step, may_react
from heraut.skirmish.fighter import Use
from heraut.skirmish.need import Part, refuse
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, play
from heraut.skirmish.rolls import known, roll, rule
from heraut.skirmish.sheet import ATTRIBUTES
from heraut.skirmish.slots import Acted, check_begin_long, pay_undeclared, spend, swap, take_up_long
from heraut.skirmish.state import ByFighter, FighterEvent, FightStep, State
from heraut.skirmish.tables import number


class Attention(StrEnum):
    """How much attention an action needs; the game master names one by its place, from 1."""

    SUSTAINED = "sustained"
    LIMITED = "limited"
    SLIGHT = "slight"
    LASTING = "lasting"


class Improvise(ByFighter, frozen=True, kw_only=True):
    """
    Do something the rules do not name; the game master says how much attention it takes [SK-ACT-5].

    `attention` is what the player proposes, `trait` what is rolled, if anything; `swap` gives the declared action of
    the segment for one that needs limited attention.
    """

    name: str
    attention: Attention = Attention.SUSTAINED
    trait: str = ""
    swap: bool = False


class Improvised(FighterEvent, frozen=True, kw_only=True):
    """Something the rules do not name is done; `attention` is what the game master made of it."""

    name: str
    attention: str


class Forgone(FighterEvent, frozen=True, kw_only=True):
    """It needs an action he does not have: nothing is done, nothing is spent."""

    name: str
    attention: str


def improvise(scene: FightScene, command: Improvise) -> Steps[None]:
    """The game master classifies it, it takes what its kind takes, then its roll if it has one [SK-ACT-5, SK-ACT-6]."""
    who, kinds = command.who, tuple(Attention)
    offered = kinds.index(command.attention) + 1
    place = yield from rule(
        "skirmish-attention", "SK-ACT-5", offered, who=who, about=command.name, low=1, high=len(kinds)
    )
    attention = kinds[place - 1]
    if attention is not command.attention and _barred(scene.state, command, attention) is not None:
        yield Forgone(who=who, name=command.name, attention=attention)
        return
    swapped = command.swap and attention is Attention.LIMITED
    match attention:
        case Attention.SUSTAINED:
            yield from spend(scene, who, "improvised")
        case Attention.LIMITED:
            yield Acted(who=who)
            if swapped:
                yield from swap(scene, who)
        case Attention.LASTING:
            yield from take_up_long(scene, who, command.name, 0)
    yield Improvised(who=who, name=command.name, attention=attention)
    if command.trait and attention is not Attention.LASTING:
        yield from _roll(scene, command, attention)
    if attention is Attention.LIMITED:
        yield from pay_undeclared(scene, who, "improvised", swapped=swapped)


def _roll(scene: FightScene, command: Improvise, attention: Attention) -> Steps[None]:
    """Against the game master's difficulty; only what takes attention feels the penalties of actions [SK-INN-2]."""
    offered = number("improvised-difficulty")
    difficulty = yield from rule(
        "skirmish-improvised-difficulty", "SK-ACT-6", offered, who=command.who, about=command.name
    )
    aims = (Part("improvised", ClauseId("SK-ACT-6"), flat=difficulty),)
    use = Use.FREE if attention is Attention.SLIGHT else Use.ACTION
    yield from roll(scene, command.who, "improvised", command.trait, use, "SK-ACT-6", aims=aims)


def check_improvise(state: State, command: Improvise) -> Refusal | None:
    """What the kind proposed needs: a slot, a reaction, or just to be able; engaged, only what is slight [SK-ENG-4]."""
    if refusal := _barred(state, command, command.attention):
        return refusal
    fighter = state.fighters[command.who]
    if command.trait and command.trait not in ATTRIBUTES and not known(fighter.sheet, command.trait):
        return refuse("SK-DICE-21", "no-such-trait", command.trait)
    return None if command.name.strip() else refuse("SK-ACT-5", "nameless", fighter.id)


def _barred(state: State, command: Improvise, attention: Attention) -> Refusal | None:
    match attention:
        case Attention.SUSTAINED:
            return has_slot(state, command) or free_of_melee(state, command.who)
        case Attention.LIMITED:
            return may_react(state, command, swap=command.swap) or free_of_melee(state, command.who)
        case Attention.SLIGHT:
            return in_step(state, FightStep.OPENING, FightStep.ACTING) or able(state, command)
        case Attention.LASTING:
            return check_begin_long(state, command)


SUBJECT = FightSubject(
    plays=(play(Improvise, check_improvise, improvise),),
    evolves=(on(Improvised, unchanged), on(Forgone, unchanged)),
)
