"""Who announces when, and how many actions [SK-TURN-2, SK-TURN-3, SK-DECL-1]."""

from __future__ import annotations

from heraut.kernel import Refusal
from heraut.skirmish import commands as c
from heraut.skirmish import events as e
from heraut.skirmish.decide.checks import in_step, is_game_master, speaks_for
from heraut.skirmish.decide.economy import gain, pay_losses
from heraut.skirmish.decide.segments import begin_segment
from heraut.skirmish.effect import Scope, Until
from heraut.skirmish.pools import level_of
from heraut.skirmish.procedure import Scene, Steps
from heraut.skirmish.refusing import refuse
from heraut.skirmish.state import State, Step, next_announcer
from heraut.skirmish.tables import number, slots


def announcing_order(state: State) -> tuple[str, ...]:
    """The slowest first; ties by reaction level, then roster order [SK-TURN-3]."""
    quickness = sorted(state.active, key=lambda one: (one.reaction or 0, level_of(one, "reaction")))
    return tuple(fighter.id for fighter in quickness)


def reorder(_scene: Scene, command: c.Reorder) -> Steps[None]:
    """The game master's order of announcing."""
    yield e.OrderSet(order=command.order)


def check_reorder(state: State, command: c.Reorder) -> Refusal | None:
    """Before the first announcement only, everybody once."""
    if refusal := is_game_master(command.seat) or in_step(state, Step.ANNOUNCING):
        return refusal
    if state.announced or sorted(command.order) != sorted(state.order):
        return refuse("SK-TURN-3", "reorder-too-late")
    return None


def go_on(scene: Scene, command: c.GoOn) -> Steps[None]:
    """Keep a long action for this turn, or stop it and announce [SK-LNG-2]."""
    if not command.on:
        yield e.LongEnded(who=command.who)
        return
    yield e.LongKept(who=command.who)
    if next_announcer(scene.state) is None:
        yield from close_announcements(scene)


def check_go_on(state: State, command: c.GoOn) -> Refusal | None:
    """At the start of a turn, for a character in a long action."""
    if refusal := in_step(state, Step.ANNOUNCING) or speaks_for(state, command.seat, command.who):
        return refusal
    fighter = state.fighters[command.who]
    if fighter.long is None or fighter.declared is not None:
        return refuse("SK-LNG-2", "no-long-action", fighter.name)
    return None


def announce(scene: Scene, command: c.Announce) -> Steps[None]:
    """The number fixes the slots and the price of the whole turn [SK-DECL-2, SK-DECL-3]."""
    row = slots()[command.actions]
    yield e.Announced(who=command.who, actions=command.actions, segments=row.segments)
    if row.penalty:
        yield gain(scene, command.who, "declared", "SK-DECL-3", Until.TURN, scope=Scope.ACTIONS, dice=row.penalty)
    if next_announcer(scene.state) is None:
        yield from close_announcements(scene)


def check_announce(state: State, command: c.Announce) -> Refusal | None:
    """In turn, once, from none to five."""
    if refusal := in_step(state, Step.ANNOUNCING) or speaks_for(state, command.seat, command.who):
        return refusal
    fighter = state.fighters[command.who]
    expected = next_announcer(state)
    if fighter.declared is not None:
        return refuse("SK-DECL-1", "already-announced", fighter.name)
    if expected is None or expected.id != command.who:
        return refuse("SK-TURN-2", "not-your-turn-to-announce", None if expected is None else expected.name)
    if fighter.long is not None:
        return refuse("SK-LNG-3", "in-long-action", fighter.name)
    if not 0 <= command.actions <= number("segments"):
        return refuse("SK-DECL-2", "too-many-actions", fighter.name, asked=command.actions, allowed=number("segments"))
    return None


def close_announcements(scene: Scene) -> Steps[None]:
    """Losses that waited strike out slots, then segment 1 [SK-TURN-4]."""
    for fighter in tuple(scene.state.active):
        yield from pay_losses(scene, fighter.id)
    yield from begin_segment(scene, 1)
