"""
Hidden characters, secret rolls: who may know of what.

Everybody knows that the game master is at work behind the screen while a fight waits for something they may not know
of; what for, for whom, with how many dice, nobody is told but those concerned.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from heraut.kernel.codec import encode
from heraut.kernel.message import Command, Event
from heraut.kernel.names import FATE, OFFICIALS, ORGANISER, Seat
from heraut.kernel.refusal import HouseCode, Refusal, house
from heraut.skirmish.answers import Asked
from heraut.skirmish.checks import check_named
from heraut.skirmish.fighter import Fighter
from heraut.skirmish.need import DiceNeed, Need, refuse
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, on_fighter, tell
from heraut.skirmish.state import FighterEvent, FightStep, OfFighter, Pending, State, everyone, next_announcer


class Uncover(OfFighter, frozen=True, kw_only=True):
    """A hidden character shows himself."""


class Uncovered(FighterEvent, frozen=True, kw_only=True):
    """A hidden character is seen by all."""

    reveals: ClassVar[bool] = True


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


def as_suspected(state: State, viewer: Seat | None) -> State:
    """
    The fight without surprises, and without who suspects nothing: the game master's secrets until they show.

    Who goes first and what the odds are is shown by this fight [SK-PRI-3, SK-STR-1].
    """
    if viewer in OFFICIALS or not any(map(_is_caught_out, state.fighters.values())):
        return state
    return everyone(state, _as_suspected)


def _is_caught_out(fighter: Fighter) -> bool:
    return fighter.surprise is not None or fighter.effect("unaware") is not None


def _as_suspected(fighter: Fighter) -> Fighter:
    effects = tuple(effect for effect in fighter.effects if effect.code != "unaware")
    return replace(fighter, surprise=None, effects=effects)


def waits_unseen(state: State, viewer: Seat | None) -> bool:
    """Whether the fight waits for something the viewer may not know of."""
    if viewer in OFFICIALS or viewer == FATE:
        return False
    if state.pending is not None:
        return not _knows_of(state, state.pending, viewer)
    announcer = next_announcer(state) if state.step is FightStep.ANNOUNCING else None
    return announcer is not None and not sees(viewer, announcer)


def wait_unseen() -> Refusal:
    """The one answer to whoever may not know what is in the way."""
    return house(HouseCode.WRONG_PHASE, UNSEEN)


def _knows_of(state: State, pending: Pending, viewer: Seat | None) -> bool:
    """Dice due are visible to all, but for secret rolls and hidden characters."""
    if is_secret(pending.command):
        return False
    need, actor = pending.need, getattr(pending.command, "who", "")
    return all(sees(viewer, state.fighters[id]) for id in (actor, *concerned(need)) if id in state.fighters) and not (
        isinstance(need, DiceNeed) and need.secret and need.seat != viewer
    )


def concerned(need: Need | None) -> tuple[str, ...]:
    """Whom a need is about."""
    if isinstance(need, DiceNeed):
        return tuple(pool.who for pool in need.pools)
    return () if need is None else (need.who,)


def is_secret(command: Command) -> bool:
    """A surprise, a roll called for in secret, somebody who must not know that he suspects nothing."""
    return bool(getattr(command, "secret", False) or getattr(command, "hidden", False))


def whose_secret(state: State, event: Event) -> Seat | None:
    """
    Whose player alone may know of an event: it concerns or names somebody hidden. Showing himself is for all.

    What names the hidden characters of several players is the game master's: neither may know of the other's.
    """
    hidden = [fighter for fighter in state.fighters.values() if fighter.hidden]
    if not hidden or isinstance(event, Uncovered):
        return None
    about, text = _about(event), encode(event)
    seats = {one.seat for one in hidden if one.id in about or encode(one.id) in text}
    return ORGANISER if len(seats) > 1 else next(iter(seats), None)


def _about(event: Event) -> tuple[str, ...]:
    """The characters an event tells of: whom it is about, whose dice it asks for, who has begun something."""
    if isinstance(event, Asked):
        return concerned(event.need)
    return (getattr(getattr(event, "command", event), "who", ""),)


def show(scene: FightScene, who: str) -> Steps[bool]:
    """Whoever attacks from hiding is seen from then on; his attack is not noticed in time [SK-DOD-10]."""
    if not scene.now(who).hidden:
        return True
    yield Uncovered(who=who)
    return False


def check_uncover(state: State, command: Uncover) -> Refusal | None:
    """If he was hidden."""
    if refusal := check_named(state, command):
        return refusal
    hidden = state.fighters[command.who].hidden
    return None if hidden else refuse("SK-GEN-6", "nothing-to-change", command.who)


SUBJECT = FightSubject(
    plays=(tell(Uncover, check_uncover, lambda _, command: Uncovered(who=command.who)),),
    evolves=(on_fighter(Uncovered, lambda fighter, _event: replace(fighter, hidden=False)),),
)
