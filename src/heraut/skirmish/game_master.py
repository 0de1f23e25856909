"""What the game master decides: sudden events, surprise, rolls, corrections, actions the rules do not name."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from msgspec.structs import replace

from heraut.kernel.engine import on, unchanged
from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Refusal
from heraut.skirmish.checks import (
    able,
    check_named,
    free_of_melee,
    has_slot,
    in_step,
    is_game_master,
    may_react,
    speaks_for,
    unknown,
)
from heraut.skirmish.effects import gain
from heraut.skirmish.fighter import Effect, Fighter, Scope, Until, Use
from heraut.skirmish.harm import check_tracks, fall_out, finish_long, harm
from heraut.skirmish.need import Part, refuse
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, on_fighter, play, tell
from heraut.skirmish.rolls import ask_trait, known, level_of, roll, rule
from heraut.skirmish.settings import Freeze
from heraut.skirmish.sheet import ATTRIBUTES
from heraut.skirmish.slots import Acted, check_begin_long, pay_undeclared, spend, swap, take_up_long
from heraut.skirmish.state import ByFighter, ByGameMaster, FighterEvent, FightStep, OfFighter, State
from heraut.skirmish.sums import visibility_part
from heraut.skirmish.tables import clause_of, number, visibilities
from heraut.skirmish.turn import ReactionReread, react_all


class Mend(OfFighter, frozen=True, kw_only=True):
    """A character recovers levels, or loses some (negative)."""

    wounds: int = 0
    fatigue: int = 0


class PutAside(OfFighter, frozen=True, kw_only=True):
    """A character leaves the field, is unaware, is cut off from his chief, or comes back."""

    how: str

    @property
    def hidden(self) -> bool:
        """Whether nobody is told: whoever suspects nothing must not read it."""
        return self.how == "unaware"


class Startle(OfFighter, frozen=True, kw_only=True):
    """Something sudden: a reaction roll before reacting [SK-SUR-1]; a `difficulty` of 0 is the one the sheet offers."""

    difficulty: int = 0


class Surprise(OfFighter, frozen=True, kw_only=True):
    """A character is surprised in this segment: his right to go first is compared, so modified [SK-PRI-2, SK-PRI-3]."""

    secret: ClassVar[bool] = True
    modifier: int = 0


class Reroll(ByGameMaster, frozen=True, kw_only=True):
    """New reaction rolls for this segment [SK-PRI-5]."""

    fighters: tuple[str, ...]


class CallRoll(OfFighter, frozen=True, kw_only=True):
    """
    Ask a character for a roll outside his actions: perception, a task, anything.

    `innate` rolls made in full run are offered their malus; a `visibility` and `distance` raise the difficulty.
    """

    trait: str
    difficulty: int
    innate: bool = True
    hidden: bool = False
    visibility: str = ""
    distance: int = 0


class EndLong(OfFighter, frozen=True, kw_only=True):
    """A long action is done; a shortened distance may cost fatigue levels [SK-LNG-5]."""

    fatigue: int = 0


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


class Recovered(FighterEvent, frozen=True, kw_only=True):
    """Levels recovered, and the lasting wounds that `ended` with them."""

    wounds: int
    fatigue: int
    ended: tuple[Effect, ...] = ()


class CameBack(FighterEvent, frozen=True, kw_only=True):
    """A character is in the fight again."""


class Surprised(FighterEvent, frozen=True, kw_only=True):
    """A character is surprised in this segment."""

    modifier: int


class Improvised(FighterEvent, frozen=True, kw_only=True):
    """Something the rules do not name is done; `attention` is what the game master made of it."""

    name: str
    attention: str


class Forgone(FighterEvent, frozen=True, kw_only=True):
    """It needs an action he does not have: nothing is done, nothing is spent."""

    name: str
    attention: str


ASIDE = ("gone", "unaware", "cut-off", "back")


def mend(scene: FightScene, command: Mend) -> Steps[None]:
    """Levels recovered, and lasting wounds with them; or levels lost."""
    wounds, fatigue = max(0, command.wounds), max(0, command.fatigue)
    if wounds or fatigue:
        ended = _healed(scene.now(command.who), wounds)
        yield Recovered(who=command.who, wounds=wounds, fatigue=fatigue, ended=ended)
    if command.wounds < 0 or command.fatigue < 0:
        yield from harm(scene, command.who, max(0, -command.wounds), max(0, -command.fatigue))
        yield from check_tracks(scene, command.who)


def _healed(fighter: Fighter, wounds: int) -> tuple[Effect, ...]:
    """What ends when so many wound levels are recovered [SK-CRI-1]."""
    left = fighter.wounds - wounds
    return tuple(effect for effect in fighter.effects if effect.until is Until.RECOVERY and left <= effect.limit)


def check_mend(state: State, command: Mend) -> Refusal | None:
    """No more than were lost."""
    if refusal := check_named(state, command):
        return refusal
    fighter = state.fighters[command.who]
    if command.wounds > fighter.wounds or command.fatigue > fighter.fatigue:
        lost = fighter.wounds if command.wounds > fighter.wounds else fighter.fatigue
        return refuse("SK-GEN-6", "nothing-to-mend", fighter.id, allowed=lost)
    return None


def put_aside(scene: FightScene, command: PutAside) -> Steps[None]:
    """Leave the field (a chief's men waver), be unaware, out of a chief's reach, or come back."""
    who = command.who
    if command.how == "gone":
        yield from fall_out(scene, who, "gone")
    elif command.how == "back":
        yield CameBack(who=who)
    else:
        clause = "SK-STR-1" if command.how == "unaware" else "SK-CMD-1"
        yield gain(scene, who, command.how, clause, Until.LIFTED)


def check_put_aside(state: State, command: PutAside) -> Refusal | None:
    """One of the four, where it changes something."""
    if refusal := check_named(state, command):
        return refusal
    fighter = state.fighters[command.who]
    senseless = (fighter.out is not None) != (command.how == "back") or fighter.out == "dead"
    if command.how not in ASIDE or senseless or fighter.effect(command.how) is not None:
        return refuse("SK-GEN-6", "nothing-to-change", fighter.id)
    return None


def startle(scene: FightScene, command: Startle) -> Steps[None]:
    """
    A reaction roll before reacting to something sudden [SK-SUR-1].

    A failure is a flat malus for one action [SK-SUR-2, SK-SUR-4]; by 10 or more it may stop all reaction [SK-SUR-3].
    """
    who = command.who
    difficulty = command.difficulty or (
        yield from rule("skirmish-sudden-difficulty", "SK-SUR-1", number("sudden-difficulty"), who=who)
    )
    aims = (Part("sudden", clause_of("sudden-difficulty"), flat=difficulty),)
    throw = yield from roll(scene, who, "sudden", "reaction", Use.FREE, "SK-SUR-1", aims=aims)
    if throw.success:
        return
    margin = throw.outcome.margin
    if margin >= number("freeze-margin") and (yield from _freezes(scene, who)):
        yield gain(scene, who, "frozen", "SK-SUR-3", Until.SEGMENT)
        return
    yield gain(scene, who, "startled", "SK-SUR-2", Until.SEGMENT, scope=Scope.ACTIONS, flat=-margin)


def _freezes(scene: FightScene, who: str) -> Steps[bool]:
    match scene.state.options.surprise_freeze:
        case Freeze.ALWAYS:
            return True
        case Freeze.NEVER:
            return False
        case _:
            frozen = yield from rule("skirmish-freeze", "SK-SUR-3", 1, who=who, low=0, high=1)
            return bool(frozen)


def check_startle(state: State, command: Startle | Surprise) -> Refusal | None:
    """In a segment."""
    return check_named(state, command) or in_step(state, FightStep.OPENING, FightStep.ACTING)


def reroll(scene: FightScene, command: Reroll) -> Steps[None]:
    """The order matters: new reaction rolls, for this segment and no other [SK-PRI-5]."""
    reactions = yield from react_all(scene, command.fighters, "SK-PRI-5")
    for who, total in reactions.items():
        yield ReactionReread(who=who, total=total)


def check_reroll(state: State, command: Reroll) -> Refusal | None:
    """Never in segment 1, which uses the turn's rolls [SK-PRI-5]."""
    if refusal := is_game_master(command.seat) or in_step(state, FightStep.OPENING, FightStep.ACTING):
        return refusal
    if refusal := unknown(state, *command.fighters):
        return refusal
    if state.segment == 1:
        return refuse("SK-PRI-5", "first-segment")
    return None if command.fighters else refuse("SK-PRI-5", "nobody-rerolls")


def call_roll(scene: FightScene, command: CallRoll) -> Steps[None]:
    """A roll outside the actions; innate ones may take a malus for what else is done [SK-INN-3, SK-INN-4]."""
    who = command.who
    fighter = scene.now(who)
    extra: tuple[Part, ...] = ()
    if command.innate:
        running = fighter.motion is not None and fighter.motion.fast
        offered = number("running-perception") if running else 0
        malus = yield from rule("skirmish-innate-malus", "SK-INN-3", offered, who=who)
        extra = (Part("busy", clause_of("running-perception"), flat=malus),) if malus else ()
    aims = [Part("asked", ClauseId("SK-DICE-7"), flat=command.difficulty)]
    if command.visibility:
        yield from ask_trait(scene, who, "perception")
        perception = level_of(scene.now(who), "perception")
        rounding = scene.state.options.visibility_rounding
        aims.append(visibility_part(command.visibility, command.distance, perception, rounding))
    yield from roll(
        scene, who, "called", command.trait, Use.FREE, "SK-INN-2", extra=extra, aims=tuple(aims), secret=command.hidden
    )


def check_call_roll(state: State, command: CallRoll) -> Refusal | None:
    """About somebody, in a light there is."""
    if refusal := check_named(state, command):
        return refusal
    if command.visibility and command.visibility not in visibilities():
        return refuse("SK-VIS-1", "no-such-visibility", command.visibility)
    return None


def end_long(scene: FightScene, command: EndLong) -> Steps[None]:
    """The game master ends it, perhaps shortening a distance for some fatigue [SK-LNG-5]."""
    yield from finish_long(scene, command.who)
    if command.fatigue:
        yield from harm(scene, command.who, 0, command.fatigue)
        yield from check_tracks(scene, command.who)


def check_end_long(state: State, command: EndLong) -> Refusal | None:
    """Of a character in one."""
    if refusal := is_game_master(command.seat) or speaks_for(state, command.seat, command.who):
        return refusal
    if state.fighters[command.who].long is None or command.fatigue < 0:
        return refuse("SK-LNG-4", "no-long-action", command.who)
    return None


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


def _recovered(fighter: Fighter, event: Recovered) -> Fighter:
    wounds, fatigue = fighter.wounds - event.wounds, fighter.fatigue - event.fatigue
    kept = tuple(effect for effect in fighter.effects if effect not in event.ended)
    return replace(fighter, wounds=wounds, fatigue=fatigue, effects=kept)


def _with_ended(state: State, event: Recovered) -> Recovered:
    """At first it was not stored which wounds ended."""
    return event if event.ended else replace(event, ended=_healed(state.fighters[event.who], event.wounds))


SUBJECT = FightSubject(
    plays=(
        play(Startle, check_startle, startle),
        tell(Surprise, check_startle, lambda _, command: Surprised(who=command.who, modifier=command.modifier)),
        play(Reroll, check_reroll, reroll),
        play(CallRoll, check_call_roll, call_roll),
        play(EndLong, check_end_long, end_long),
        play(Mend, check_mend, mend),
        play(PutAside, check_put_aside, put_aside),
        play(Improvise, check_improvise, improvise),
    ),
    evolves=(
        on_fighter(Surprised, lambda fighter, event: replace(fighter, surprise=event.modifier)),
        on_fighter(Recovered, _recovered),
        on_fighter(CameBack, lambda fighter, _event: replace(fighter, out=None)),
        on(Improvised, unchanged),
        on(Forgone, unchanged),
    ),
    completes=(on(Recovered, _with_ended),),
)
