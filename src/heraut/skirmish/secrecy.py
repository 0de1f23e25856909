"""
Hidden characters, secret rolls: who may know of what.

Everybody knows that the game master is at work behind the screen while a fight waits for something they may not know
of; what for, for whom, with how many dice, nobody is told but those concerned.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from heraut.kernel import FATE, OFFICIALS, ORGANISER, Command, Event, HouseCode, Refusal, Seat, encode, house
from heraut.skirmish.events import Asked, Began, DiceRolled, Ended, Uncovered, Unseen
from heraut.skirmish.fighter import Fighter
from heraut.skirmish.need import Dice, Need
from heraut.skirmish.state import Pending, State, Step, next_announcer

UNSEEN = "skirmish-unseen"
"""What is awaited, and in the way of a command, for those who may not know what it is."""


def owns(viewer: Seat | None, fighter: Fighter) -> bool:
    """Whether he is the viewer's own; everybody is the game master's."""
    return viewer in OFFICIALS or (viewer is not None and viewer == fighter.seat)


def sees(viewer: Seat | None, fighter: Fighter) -> bool:
    """Whether the viewer knows that he is there."""
    return not fighter.hidden or owns(viewer, fighter)


def known_to(state: State, viewer: Seat | None) -> State:
    """The fight without those the viewer does not see: what a command is judged on first, so that no answer tells."""
    gone = {fighter.id for fighter in state.fighters.values() if not sees(viewer, fighter)}
    if not gone:
        return state
    return replace(
        state,
        fighters={id: fighter for id, fighter in state.fighters.items() if id not in gone},
        order=tuple(id for id in state.order if id not in gone),
        melee=frozenset(pair for pair in state.melee if gone.isdisjoint(pair)),
        holds=tuple(hold for hold in state.holds if gone.isdisjoint((hold.grappler, hold.held))),
        exchanges={pair: past for pair, past in state.exchanges.items() if gone.isdisjoint(pair)},
        tactics={chief: tactic for chief, tactic in state.tactics.items() if chief not in gone},
    )


def waits_unseen(state: State, viewer: Seat | None) -> bool:
    """Whether the fight waits for something the viewer may not know of."""
    if viewer in OFFICIALS or viewer == FATE:
        return False
    if state.pending is not None:
        return not _knows_of(state, state.pending, viewer)
    announcer = next_announcer(state) if state.step is Step.ANNOUNCING else None
    return announcer is not None and not sees(viewer, announcer)


def wait_unseen() -> Refusal:
    """The one answer to whoever may not know what is in the way."""
    return house(HouseCode.WRONG_PHASE, UNSEEN)


def _knows_of(state: State, pending: Pending, viewer: Seat | None) -> bool:
    """Dice due are visible to all, but for secret rolls and hidden characters."""
    if _is_secret(pending.command):
        return False
    need, actor = pending.need, getattr(pending.command, "who", "")
    return all(sees(viewer, state.fighters[id]) for id in (actor, *_concerned(need)) if id in state.fighters) and not (
        isinstance(need, Dice) and need.secret and need.seat != viewer
    )


def _concerned(need: Need | None) -> tuple[str, ...]:
    if isinstance(need, Dice):
        return tuple(pool.who for pool in need.pools)
    return () if need is None else (need.who,)


def _is_secret(command: Command) -> bool:
    """A surprise, a roll called for in secret, somebody who must not know that he suspects nothing."""
    return bool(getattr(command, "secret", False) or getattr(command, "hidden", False))


# --- events


def shielded(state: State, command: Command, need: Need | None, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """What concerns hidden characters, secret rolls and the game master's secrets goes unseen."""
    if _is_secret(command):
        return tuple(_unseen(ORGANISER, event) for event in events)
    who = state.fighters.get(getattr(command, "who", ""))
    if who is not None and who.hidden:
        framing = (Began, Asked, Ended)
        return tuple(_unseen(who.seat, one) if isinstance(one, framing) else veiled(state, one) for one in events)
    if isinstance(need, Dice) and need.secret:
        events = tuple(_unseen(need.seat, one) if isinstance(one, DiceRolled) else one for one in events)
    return tuple(veiled(state, event) for event in events)


def _unseen(seat: Seat, event: Event) -> Event:
    return event if isinstance(event, Unseen) else Unseen(seat=seat, event=event)  # type: ignore[arg-type]


def veiled(state: State, event: Event) -> Event:
    """The event, inside `Unseen` when it concerns or names somebody hidden; showing himself is for all to see."""
    hidden = [fighter for fighter in state.fighters.values() if fighter.hidden]
    if not hidden or isinstance(event, Unseen | Uncovered):
        return event
    about = {fighter.id for fighter in _about(state, event)}
    told = encode(event)
    whose = next((one.seat for one in hidden if one.id in about or encode(one.id) in told), None)
    return event if whose is None else _unseen(whose, event)


def _about(state: State, event: Event) -> Iterator[Fighter]:
    """The characters an event tells of: whom it is about, whose dice it asks for."""
    match event:
        case Began(command=command):
            ids: tuple[str, ...] = (getattr(command, "who", ""),)
        case Asked(need=need):
            ids = _concerned(need)
        case _:
            ids = (getattr(event, "who", ""),)
    return (state.fighters[id] for id in ids if id in state.fighters)
