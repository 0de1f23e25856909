"""How fast a fight is played: all rolls of a deed at once, segment by segment, standing choices, Héraut's own."""

from __future__ import annotations

from typing import ClassVar

import msgspec
from msgspec.structs import replace

from heraut.kernel import ORGANISER, Audience, Command, Event, HouseCode, Refusal, Seat, house
from heraut.kernel.engine import on
from heraut.skirmish.checks import is_game_master, speaks_for, unknown
from heraut.skirmish.fighter import Fighter, Reflex, Temperament
from heraut.skirmish.need import Decision, Dice
from heraut.skirmish.procedure import Scene, Steps, Subject, play, unchanged
from heraut.skirmish.refusal import refuse
from heraut.skirmish.state import ByFighter, ByGameMaster, Public, State, changed

DODGE = "skirmish-dodge"
"""The choice a reflex answers."""


class SetRolls(ByGameMaster, frozen=True, kw_only=True):
    """Draw all the rolls of a deed at once from now on, or ask for each [SK-GEN-7]."""

    at_once: bool = True


class SetSegments(ByGameMaster, frozen=True, kw_only=True):
    """Stop at every segment from now on, so that no stop tells of anybody; or pass quiet ones together [SK-TURN-10]."""

    one_by_one: bool = True


class SetReflex(ByFighter, frozen=True, kw_only=True):
    """What a character does about blows he may dodge, without being asked each time [SK-GEN-7]."""

    reflex: Reflex = Reflex.BEST


class Entrust(Command, frozen=True, kw_only=True):
    """Leave one's own characters to Héraut, one or a whole side, or without a temperament take them back [SK-GEN-8]."""

    seat: Seat = ORGANISER
    who: str = ""
    side: str = ""
    temperament: Temperament | None = None


class Thought(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why Héraut plays a character so: a word, and the chance in per cent it went by."""

    who: str
    why: str
    chance: int = 0


class RollsSet(Public, frozen=True, kw_only=True):
    """The rolls of a deed are all drawn at once, or each is asked for."""

    at_once: bool


class SegmentsSet(Public, frozen=True, kw_only=True):
    """Going on stops at every segment, or passes those together in which nobody has anything to do."""

    one_by_one: bool


class ReflexSet(Event, frozen=True, kw_only=True):
    """What a character does about blows from now on: his player's to know."""

    audience: ClassVar[Audience] = Audience.OWNERS_AND_OFFICIALS
    seat: Seat
    who: str
    reflex: Reflex


class Entrusted(Event, frozen=True, kw_only=True):
    """Héraut plays a character from now on."""

    audience: ClassVar[Audience] = Audience.OWNERS_AND_OFFICIALS
    seat: Seat = ORGANISER
    who: str
    temperament: Temperament


class TakenBack(Event, frozen=True, kw_only=True):
    """A character is played again by whoever left him to Héraut."""

    audience: ClassVar[Audience] = Audience.OWNERS_AND_OFFICIALS
    seat: Seat = ORGANISER
    who: str


class Weighed(Event, frozen=True, kw_only=True):
    """Why Héraut plays a character as it now does."""

    audience: ClassVar[Audience] = Audience.OWNERS_AND_OFFICIALS
    seat: Seat = ORGANISER
    who: str
    why: str
    chance: int = 0


def reflex_of(fighter: Fighter) -> Reflex:
    """What he does about a blow: what was said, else players are asked and the game master's men go by the odds."""
    if fighter.reflex is not None:
        return fighter.reflex
    return Reflex.BEST if fighter.seat == ORGANISER else Reflex.ASK


def is_left(state: State, need: Decision) -> bool:
    """Whether whoever should choose has left this choice to Héraut."""
    fighter = state.fighters[need.who]
    return fighter.entrusted is not None or (need.code == DODGE and reflex_of(fighter) is not Reflex.ASK)


def all_left(state: State, need: Dice) -> bool:
    """Whether these are the dice of characters left to Héraut alone."""
    return all(state.fighters[pool.who].entrusted is not None for pool in need.pools)


def set_rolls(_scene: Scene, command: SetRolls) -> Steps[None]:
    """Everybody is told."""
    yield RollsSet(at_once=command.at_once)


def check_set_rolls(state: State, command: SetRolls) -> Refusal | None:
    """The game master's to say; once is enough."""
    if refusal := is_game_master(command.seat):
        return refusal
    return refuse("SK-GEN-7", "rolls-so-already") if state.rolls_at_once is command.at_once else None


def set_segments(_scene: Scene, command: SetSegments) -> Steps[None]:
    """Everybody is told."""
    yield SegmentsSet(one_by_one=command.one_by_one)


def check_set_segments(state: State, command: SetSegments) -> Refusal | None:
    """The game master's to say; once is enough."""
    if refusal := is_game_master(command.seat):
        return refusal
    return refuse("SK-TURN-10", "segments-so-already") if state.stops_everywhere is command.one_by_one else None


def set_reflex(scene: Scene, command: SetReflex) -> Steps[None]:
    """His own to say."""
    yield ReflexSet(seat=scene.now(command.who).seat, who=command.who, reflex=command.reflex)


def check_set_reflex(state: State, command: SetReflex) -> Refusal | None:
    """By whoever plays him."""
    return speaks_for(state, command.seat, command.who)


def entrust(scene: Scene, command: Entrust) -> Steps[None]:
    """One man, or all of a side one plays."""
    for fighter in _meant(scene.state, command):
        if command.temperament is None:
            yield TakenBack(seat=fighter.seat, who=fighter.id)
        else:
            yield Entrusted(seat=fighter.seat, who=fighter.id, temperament=command.temperament)


def check_entrust(state: State, command: Entrust) -> Refusal | None:
    """Only one's own; a player's are not the game master's to give away."""
    if command.who and (refusal := unknown(state, command.who)):
        return refusal
    if command.who and state.fighters[command.who].seat != command.seat:
        masters = command.seat == ORGANISER
        return (
            refuse("SK-GEN-8", "a-players-own", command.who)
            if masters
            else house(HouseCode.NOT_YOUR_SEAT, command.seat)
        )
    return None if _meant(state, command) else refuse("SK-GEN-8", "nobody-to-entrust", command.side or command.who)


def _meant(state: State, command: Entrust) -> tuple[Fighter, ...]:
    """Those the command changes something for."""
    named = (state.fighters[command.who],) if command.who else tuple(state.fighters.values())
    return tuple(
        one
        for one in named
        if one.seat == command.seat
        and command.side in ("", one.side)
        and one.entrusted is not command.temperament
        and (command.who or command.side)
    )


def _rolls_set(state: State, event: RollsSet) -> State:
    return replace(state, at_once=event.at_once)


def _segments_set(state: State, event: SegmentsSet) -> State:
    return replace(state, one_by_one=event.one_by_one)


def _reflex_set(state: State, event: ReflexSet) -> State:
    return replace(state, fighters=changed(state, event.who, reflex=event.reflex))


def _entrusted(state: State, event: Entrusted) -> State:
    return replace(state, fighters=changed(state, event.who, entrusted=event.temperament))


def _taken_back(state: State, event: TakenBack) -> State:
    return replace(state, fighters=changed(state, event.who, entrusted=None))


SUBJECT = Subject(
    plays=(
        play(SetRolls, check_set_rolls, set_rolls),
        play(SetSegments, check_set_segments, set_segments),
        play(SetReflex, check_set_reflex, set_reflex),
        play(Entrust, check_entrust, entrust),
    ),
    evolves=(
        on(RollsSet, _rolls_set),
        on(SegmentsSet, _segments_set),
        on(ReflexSet, _reflex_set),
        on(Entrusted, _entrusted),
        on(TakenBack, _taken_back),
        on(Weighed, unchanged),
    ),
)
