"""What players leave to Héraut: a standing answer to blows they may dodge, or a whole character."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from heraut.kernel.engine import on, unchanged
from heraut.kernel.message import Audience, Command, Event
from heraut.kernel.names import ORGANISER, Seat
from heraut.kernel.refusal import HouseCode, Refusal, house
from heraut.skirmish.checks import speaks_for, unknown
from heraut.skirmish.fighter import Fighter, Reflex, Temperament
from heraut.skirmish.moves import DODGE
from heraut.skirmish.need import DecisionNeed, DiceNeed, refuse
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, play, tell
from heraut.skirmish.state import ByFighter, State, changed


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


def is_left(state: State, need: DecisionNeed) -> bool:
    """Whether whoever should choose has left this choice to Héraut."""
    fighter = state.fighters[need.who]
    return fighter.entrusted is not None or (need.code == DODGE and reflex_of(fighter) is not Reflex.ASK)


def all_left(state: State, need: DiceNeed) -> bool:
    """Whether these are the dice of characters left to Héraut alone."""
    return all(state.fighters[pool.who].entrusted is not None for pool in need.pools)


def _reflex_set(state: State, command: SetReflex) -> ReflexSet:
    return ReflexSet(seat=state.fighters[command.who].seat, who=command.who, reflex=command.reflex)


def check_set_reflex(state: State, command: SetReflex) -> Refusal | None:
    """By whoever plays him."""
    return speaks_for(state, command.seat, command.who)


def entrust(scene: FightScene, command: Entrust) -> Steps[None]:
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
        if command.seat == ORGANISER:
            return refuse("SK-GEN-8", "a-players-own", command.who)
        return house(HouseCode.NOT_YOUR_SEAT, command.seat)
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


SUBJECT = FightSubject(
    plays=(
        tell(SetReflex, check_set_reflex, _reflex_set),
        play(Entrust, check_entrust, entrust),
    ),
    evolves=(
        on(ReflexSet, lambda state, event: changed(state, event.who, reflex=event.reflex)),
        on(Entrusted, lambda state, event: changed(state, event.who, entrusted=event.temperament)),
        on(TakenBack, lambda state, event: changed(state, event.who, entrusted=None)),
        on(Weighed, unchanged),
    ),
)
