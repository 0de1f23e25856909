"""What the game master decides: sudden events, surprise, rolls, corrections, the end of long actions."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from heraut.kernel.engine import on
from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Refusal
from heraut.skirmish.announcements import hear_plans
from heraut.skirmish.checks import (
    check_named,
    in_step,
    unknown,
)
from heraut.skirmish.effects import gain
from heraut.skirmish.fighter import Effect, Fighter, Scope, Until, Use
from heraut.skirmish.first_aid import finish_long
from heraut.skirmish.harm import check_tracks, fall_out, harm
from heraut.skirmish.need import Part, refuse
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, on_fighter, play, tell
from heraut.skirmish.rolls import ask_trait, level_of, roll, rule
from heraut.skirmish.settings import Freeze
from heraut.skirmish.state import ByGameMaster, FighterEvent, FightStep, OfFighter, State
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
        yield from hear_plans(scene)


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
        yield from hear_plans(scene)
    elif command.how == "back":
        yield CameBack(who=who)
        yield from hear_plans(scene)
    else:
        clause = "SK-STR-1" if command.how == "unaware" else "SK-CMD-1"
        yield gain(scene, who, command.how, clause, Until.LIFTED)


def check_put_aside(state: State, command: PutAside) -> Refusal | None:
    """One of the four, where it changes something; a death written in error is undone as well [SK-GEN-9]."""
    if refusal := check_named(state, command):
        return refusal
    fighter = state.fighters[command.who]
    senseless = (fighter.out is not None) != (command.how == "back")
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
    if refusal := in_step(state, FightStep.OPENING, FightStep.ACTING):
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
    yield from hear_plans(scene)


def check_end_long(state: State, command: EndLong) -> Refusal | None:
    """Of a character in one."""
    if refusal := check_named(state, command):
        return refusal
    if state.fighters[command.who].long is None or command.fatigue < 0:
        return refuse("SK-LNG-4", "no-long-action", command.who)
    return None


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
    ),
    evolves=(
        on_fighter(Surprised, lambda fighter, event: replace(fighter, surprise=event.modifier)),
        on_fighter(Recovered, _recovered),
        on_fighter(CameBack, lambda fighter, _event: replace(fighter, out=None)),
    ),
    completes=(on(Recovered, _with_ended),),
)
