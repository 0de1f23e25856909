"""What a fight waits for: which roll is due, from whom, with how many dice."""

from __future__ import annotations

from collections.abc import Iterator

from heraut.kernel import FATE, ORGANISER, Awaited, Chance, ClauseId, Seat
from heraut.skirmish.need import Dice, Need, Ruling
from heraut.skirmish.priority import listed
from heraut.skirmish.secrecy import UNSEEN, sees, waits_unseen
from heraut.skirmish.state import State, Step, next_announcer


def awaits(state: State, viewer: Seat | None) -> tuple[Awaited, ...]:
    """What the fight waits for, as far as the viewer may know; nothing once it is over."""
    if waits_unseen(state, viewer):
        return (Awaited(ORGANISER, UNSEEN, ClauseId("SK-TURN-1")),)
    if state.pending is not None and state.pending.need is not None:
        return (_need(state.pending.need),)
    match state.step:
        case Step.BEFORE:
            return (Awaited(ORGANISER, "skirmish-begin", ClauseId("SK-TURN-1")),)
        case Step.ANNOUNCING:
            return tuple(_announcement(state))
        case Step.OPENING:
            return (Awaited(ORGANISER, "skirmish-opening", ClauseId("SK-TURN-5"), subject=state.segment),)
        case Step.ACTING:
            return (
                *_actors(state, viewer),
                Awaited(ORGANISER, "skirmish-proceed", ClauseId("SK-TURN-5"), subject=state.segment),
            )
        case _:
            return ()


def chance(need: Dice) -> Chance:
    """The dice of a need, pool after pool."""
    return Chance(tuple(pool.sides for pool in need.pools for _ in range(pool.dice)), need.seat)


def _need(need: Need) -> Awaited:
    if isinstance(need, Dice):
        subject = ", ".join(pool.who for pool in need.pools)
        return Awaited(FATE, "skirmish-roll", need.clause, chance=chance(need), subject=subject)
    seat: Seat = ORGANISER if isinstance(need, Ruling) else need.seat
    return Awaited(seat, need.code, need.clause, subject=need.who)


def _announcement(state: State) -> Iterator[Awaited]:
    fighter = next_announcer(state)
    if fighter is not None:
        code = "skirmish-announce" if fighter.long is None else "skirmish-go-on"
        yield Awaited(fighter.seat, code, ClauseId("SK-TURN-2"), subject=fighter.name)


def _actors(state: State, viewer: Seat | None) -> Iterator[Awaited]:
    for fighter in listed(state):
        if fighter.open_slot(state.segment) and fighter.long is None and sees(viewer, fighter):
            yield Awaited(fighter.seat, "skirmish-act", ClauseId("SK-DECL-6"), subject=fighter.name)
