"""Announcing declared actions: one by one in the order of the turn, or several at once [SK-DECL-1, SK-TURN-8]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from heraut.kernel.engine import on
from heraut.kernel.message import Audience, Command, Event
from heraut.kernel.names import Seat
from heraut.kernel.refusal import Refusal
from heraut.skirmish.checks import in_step, speaks_for
from heraut.skirmish.effects import gain
from heraut.skirmish.fighter import ActionSlot, Scope, Until
from heraut.skirmish.need import refuse
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, play
from heraut.skirmish.slots import LongEnded, LongKept
from heraut.skirmish.state import ByFighter, FighterEvent, FightStep, State, changed, next_announcer
from heraut.skirmish.tables import number, slots
from heraut.skirmish.turn import close_announcements


class GoOn(ByFighter, frozen=True, kw_only=True):
    """Go on with a long action, or stop it, at the start of a turn [SK-LNG-2]."""

    on: bool


class Announce(ByFighter, frozen=True, kw_only=True):
    """Announce a number of declared actions [SK-DECL-1]."""

    actions: int


class AnnounceAll(Command, frozen=True, kw_only=True):
    """
    The same number for several, or without one what each last announced [SK-TURN-8].

    Whose turn to announce has not come yet announces when it comes.
    """

    fighters: tuple[str, ...]
    actions: int | None = None


class Announced(FighterEvent, frozen=True, kw_only=True):
    """A number of declared actions, and the segments they fall in."""

    actions: int
    segments: tuple[int, ...]


class AnnouncementPlanned(Event, frozen=True, kw_only=True):
    """What somebody will announce when it is his turn to [SK-TURN-8]: nobody else knows yet."""

    audience: ClassVar[Audience] = Audience.OWNERS_AND_OFFICIALS
    seat: Seat
    who: str
    actions: int


def go_on(scene: FightScene, command: GoOn) -> Steps[None]:
    """Keep a long action for this turn, or stop it and announce [SK-LNG-2]."""
    yield LongKept(who=command.who) if command.on else LongEnded(who=command.who)
    yield from hear_plans(scene)


def check_go_on(state: State, command: GoOn) -> Refusal | None:
    """At the start of a turn, for a character in a long action."""
    if refusal := in_step(state, FightStep.ANNOUNCING) or speaks_for(state, command.seat, command.who):
        return refusal
    fighter = state.fighters[command.who]
    if fighter.long is None or fighter.declared is not None:
        return refuse("SK-LNG-2", "no-long-action", fighter.id)
    return None


def announce(scene: FightScene, command: Announce) -> Steps[None]:
    """One character announces; those behind him who have planned theirs follow."""
    yield from _speak(scene, command.who, command.actions)
    yield from hear_plans(scene)


def _speak(scene: FightScene, who: str, actions: int) -> Steps[None]:
    """The number fixes the slots and the price of the whole turn [SK-DECL-2, SK-DECL-3]."""
    row = slots()[actions]
    yield Announced(who=who, actions=actions, segments=row.segments)
    if row.penalty:
        yield gain(scene, who, "declared", "SK-DECL-3", Until.TURN, scope=Scope.ACTIONS, dice=row.penalty)


def hear_plans(scene: FightScene) -> Steps[None]:
    """
    Whoever is next and has planned his number announces it; after the last, segment 1 [SK-TURN-8].

    To be asked whatever has changed who is next: somebody has announced, is out of the fight, or is back in it.
    """
    if scene.state.step is not FightStep.ANNOUNCING:
        return
    while (fighter := next_announcer(scene.state)) is not None:
        actions = scene.state.plans.get(fighter.id)
        if actions is None or fighter.long is not None:
            return
        yield from _speak(scene, fighter.id, actions)
    yield from close_announcements(scene)


def announce_all(scene: FightScene, command: AnnounceAll) -> Steps[None]:
    """In the order of announcing, whatever the order they are named in [SK-TURN-2, SK-TURN-8]."""
    numbers = dict(_numbers(scene.state, command))
    while (fighter := next_announcer(scene.state)) is not None and fighter.id in numbers and fighter.long is None:
        yield from _speak(scene, fighter.id, numbers.pop(fighter.id))
    for who, actions in numbers.items():
        yield AnnouncementPlanned(seat=scene.now(who).seat, who=who, actions=actions)
    yield from hear_plans(scene)


def _numbers(state: State, command: AnnounceAll) -> Iterator[tuple[str, int]]:
    """What each of them announces; nobody in a long action, nobody twice, nobody who never has where it is repeated."""
    for fighter in (state.fighters[who] for who in dict.fromkeys(command.fighters)):
        actions = fighter.announced if command.actions is None else command.actions
        if actions is not None and fighter.out is None and fighter.long is None and fighter.declared is None:
            yield fighter.id, actions


def check_announce_all(state: State, command: AnnounceAll) -> Refusal | None:
    """For one's own characters, from none to five actions."""
    refusal = in_step(state, FightStep.ANNOUNCING)
    for who in command.fighters:
        refusal = refusal or speaks_for(state, command.seat, who)
    if refusal:
        return refusal
    if command.actions is not None and not 0 <= command.actions <= number("segments"):
        return refuse("SK-DECL-2", "too-many-actions", asked=command.actions, allowed=number("segments"))
    return None if dict(_numbers(state, command)) else refuse("SK-TURN-8", "nobody-to-announce")


def check_announce(state: State, command: Announce) -> Refusal | None:
    """In turn, once, from none to five."""
    if refusal := in_step(state, FightStep.ANNOUNCING) or speaks_for(state, command.seat, command.who):
        return refusal
    fighter = state.fighters[command.who]
    expected = next_announcer(state)
    if fighter.declared is not None:
        return refuse("SK-DECL-1", "already-announced", fighter.id)
    if expected is None or expected.id != command.who:
        return refuse("SK-TURN-2", "not-your-turn-to-announce", None if expected is None else expected.id)
    if fighter.long is not None:
        return refuse("SK-LNG-3", "in-long-action", fighter.id)
    if not 0 <= command.actions <= number("segments"):
        return refuse("SK-DECL-2", "too-many-actions", fighter.id, asked=command.actions, allowed=number("segments"))
    return None


def _announced(state: State, event: Announced) -> State:
    slots = tuple(ActionSlot(segment) for segment in event.segments)
    spoken = changed(state, event.who, declared=event.actions, announced=event.actions, slots=slots)
    return replace(spoken, announced=True)


SUBJECT = FightSubject(
    plays=(
        play(GoOn, check_go_on, go_on),
        play(Announce, check_announce, announce),
        play(AnnounceAll, check_announce_all, announce_all),
    ),
    evolves=(
        on(Announced, _announced),
        on(AnnouncementPlanned, lambda state, event: replace(state, plans={**state.plans, event.who: event.actions})),
    ),
)
