"""What a fight waits for: which roll is due, from whom, with how many dice."""

from __future__ import annotations

from collections.abc import Iterator

from heraut.kernel import FATE, ORGANISER, Awaited, Chance, ClauseId, Seat
from heraut.skirmish.decide.announcing import next_announcer
from heraut.skirmish.need import Dice, Need, Ruling
from heraut.skirmish.priority import listed
from heraut.skirmish.state import State, Step


def awaits(state: State) -> tuple[Awaited, ...]:
    """What the fight waits for; nothing once it is over."""
    if state.pending is not None and state.pending.need is not None:
        return (_need(state, state.pending.need),)
    match state.step:
        case Step.BEFORE:
            return (Awaited(ORGANISER, "skirmish-begin", ClauseId("SK-TURN-1")),)
        case Step.ANNOUNCING:
            return tuple(_announcement(state))
        case Step.OPENING:
            return (Awaited(ORGANISER, "skirmish-opening", ClauseId("SK-TURN-5"), subject=state.segment),)
        case Step.ACTING:
            return (
                *_actors(state),
                Awaited(ORGANISER, "skirmish-proceed", ClauseId("SK-TURN-5"), subject=state.segment),
            )
        case _:
            return ()


def chance(need: Dice) -> Chance:
    """The dice of a need, pool after pool."""
    return Chance(tuple(pool.sides for pool in need.pools for _ in range(pool.dice)), need.seat)


def _need(state: State, need: Need) -> Awaited:
    if isinstance(need, Dice):
        subject = _names(state, tuple(pool.who for pool in need.pools)) if not need.secret else None
        code = "skirmish-roll" if subject is not None else "skirmish-unseen-roll"
        return Awaited(FATE, code, need.clause, chance=chance(need), subject=subject)
    seat: Seat = ORGANISER if isinstance(need, Ruling) else need.seat
    return Awaited(seat, need.code, need.clause, subject=_names(state, (need.who,)))


def _names(state: State, ids: tuple[str, ...]) -> str | None:
    fighters = [state.fighters[id] for id in ids if id in state.fighters]
    return None if any(fighter.hidden for fighter in fighters) else ", ".join(fighter.name for fighter in fighters)


def _announcement(state: State) -> Iterator[Awaited]:
    fighter = next_announcer(state)
    if fighter is not None:
        code = "skirmish-announce" if fighter.long is None else "skirmish-go-on"
        if fighter.hidden:
            yield Awaited(fighter.seat, "skirmish-unseen", ClauseId("SK-TURN-2"))
        else:
            yield Awaited(fighter.seat, code, ClauseId("SK-TURN-2"), subject=fighter.name)


def _actors(state: State) -> Iterator[Awaited]:
    for fighter in listed(state):
        if fighter.open_slot(state.segment) and fighter.long is None and not fighter.hidden:
            yield Awaited(fighter.seat, "skirmish-act", ClauseId("SK-DECL-6"), subject=fighter.name)
