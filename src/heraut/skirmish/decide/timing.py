"""In a segment: letting others go first, delaying, surviving, long actions [SK-PRI-2, SK-DLY-1, SK-SRV-1, SK-LNG-1]."""

from __future__ import annotations

from heraut.kernel import ORGANISER, Refusal
from heraut.skirmish import commands as c
from heraut.skirmish import events as e
from heraut.skirmish.decide.checks import able, in_step, is_game_master, may_react, speaks_for
from heraut.skirmish.decide.economy import ask_survival, break_off, may_survive
from heraut.skirmish.decide.harm import harm
from heraut.skirmish.fighter import Fate
from heraut.skirmish.procedure import Scene, Steps
from heraut.skirmish.refusing import refuse
from heraut.skirmish.state import State, Step
from heraut.skirmish.tables import number


def yield_first(_scene: Scene, command: c.Yield) -> Steps[None]:
    """Whoever may arrange the segment may also let the other go first."""
    yield e.Yielded(who=command.who)


def check_yield(state: State, command: c.Yield) -> Refusal | None:
    """With an unused slot of this segment."""
    if refusal := in_step(state, Step.ACTING) or speaks_for(state, command.seat, command.who):
        return refusal
    fighter = state.fighters[command.who]
    if fighter.yielded or not fighter.open_slot(state.segment):
        return refuse("SK-PRI-2", "nothing-to-yield", fighter.name)
    return None


def delay(scene: Scene, command: c.Delay) -> Steps[None]:
    """All the remaining slots move by as much [SK-DLY-1]."""
    last = number("segments")
    gone = any(slot.fate is Fate.OPEN and slot.segment + command.by > last for slot in scene.now(command.who).slots)
    yield e.SlotsDelayed(who=command.who, by=command.by, last=last)
    if gone:  # a lost slot breaks a series of orders [SK-CMD-9]
        yield from break_off(scene, command.who)


def check_delay(state: State, command: c.Delay) -> Refusal | None:
    """In the segment of the slot, before it is used [SK-DLY-3]."""
    if refusal := in_step(state, Step.OPENING, Step.ACTING) or able(state, command):
        return refusal
    fighter = state.fighters[command.who]
    if command.by < 1:
        return refuse("SK-DLY-1", "delay-too-short", fighter.name, asked=command.by, allowed=1)
    if not fighter.open_slot(state.segment):
        return refuse("SK-DLY-3", "no-slot", fighter.name, asked=state.segment)
    return None


def survive(scene: Scene, command: c.Survive) -> Steps[None]:
    """The player's own decision [SK-SRV-1]."""
    yield from ask_survival(scene, command.who)


def check_survive(state: State, command: c.Survive) -> Refusal | None:
    """The game master can neither impose nor forbid it [SK-SRV-1]; one roll is enough [SK-SRV-9]."""
    if refusal := in_step(state, Step.OPENING, Step.ACTING) or speaks_for(state, command.seat, command.who):
        return refusal
    fighter = state.fighters[command.who]
    if command.seat == ORGANISER != fighter.seat:
        return refuse("SK-SRV-1", "survival-is-the-players", fighter.name)
    if fighter.out is not None:
        return refuse("SK-TER-10", "out", fighter.name)
    return None if may_survive(fighter) else refuse("SK-SRV-9", "survival-asked", fighter.name)


def begin_long(scene: Scene, command: c.BeginLong) -> Steps[None]:
    """No slot is needed; those left are given up [SK-LNG-3]."""
    yield e.LongBegan(who=command.who, name=command.name, segments=command.segments)
    yield e.SlotsGivenUp(who=command.who)
    yield from break_off(scene, command.who)


def check_begin_long(state: State, command: c.BeginLong) -> Refusal | None:
    """At the beginning of a segment [SK-TURN-5]."""
    return in_step(state, Step.OPENING) or may_react(state, command, swap=False)


def end_long(scene: Scene, command: c.EndLong) -> Steps[None]:
    """The game master ends it, perhaps shortening a distance for some fatigue [SK-LNG-5]."""
    yield e.LongEnded(who=command.who)
    if command.fatigue:
        yield from harm(scene, command.who, 0, command.fatigue)


def check_end_long(state: State, command: c.EndLong) -> Refusal | None:
    """Of a character in one."""
    if refusal := is_game_master(command.seat) or speaks_for(state, command.seat, command.who):
        return refusal
    if state.fighters[command.who].long is None or command.fatigue < 0:
        return refuse("SK-LNG-4", "no-long-action", state.fighters[command.who].name)
    return None
