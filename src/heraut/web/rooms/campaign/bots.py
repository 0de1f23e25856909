"""Bots in a real campaign: they answer when it is their turn, and dice nobody throws are drawn for them."""

from __future__ import annotations

from collections.abc import Mapping
from secrets import randbelow
from time import monotonic

from heraut.campaign.bots.play import Level, answer, seated
from heraut.campaign.state import Combat, Fighting, State
from heraut.campaign.tables import TerritoryId
from heraut.journal import History
from heraut.kernel import (
    CLOCK,
    ORGANISER,
    ActorId,
    Awaited,
    Command,
    CommandId,
    Instant,
    Refusal,
    Roll,
    Seat,
    SenderId,
    StreamId,
)
from heraut.web.bots import whole_state
from heraut.web.desk import desk, submit

Bots = Mapping[Seat, Level]

SENDER = SenderId("server:bot")
MOMENT = 0.5
"""Seconds of thinking at a time; an answer once begun is finished."""
DICE_WAIT = 20
"""Seconds a person has to draw the dice that the software draws, before it does so itself."""


def play(stream: StreamId, at: Instant) -> Instant | None:
    """Bots answer what is awaited from them, for a moment; when they have something to do again."""
    begun = monotonic()
    while monotonic() - begun < MOMENT:
        history = desk().history(stream)
        found = _next(history, at)
        if found is None:
            return _dice_due(history)
        actor, command = found
        # Named by the entry it follows: of several processes that thought of an answer, one is heard.
        sent = CommandId(f"bot-{history.sequence}")
        if isinstance(submit(stream, command, command_id=sent, actor=ActorId(actor), sender=SENDER), Refusal):
            return None
    return at


def _dice_due(history: History) -> Instant | None:
    """When dice nobody has thrown are thrown for those who wait for them."""
    state: State = whole_state(history)
    waiting = () if state.people.paused else history.engine.awaits(state, ORGANISER)
    if state.game.settings.dice != "software" or not any(awaited.chance is not None for awaited in waiting):
        return None
    return Instant(_last(history) + DICE_WAIT)


def _last(history: History) -> Instant:
    """When something last happened."""
    return history.deeds[-1].at if history.deeds else history.header.created


def _next(history: History, at: Instant) -> tuple[str, Command] | None:
    """The next thing to do by itself, and who does it."""
    state: State = whole_state(history)
    bots = seated(state)
    for awaited in () if state.people.paused else history.engine.awaits(state, ORGANISER):
        if awaited.chance is not None and _drawn_now(history, awaited, bots, at):
            return CLOCK, Roll(faces=awaited.chance.draw(randbelow))
        if awaited.seat in bots and not _left_to_people(state, awaited, bots):
            level = bots[awaited.seat]
            return f"bot:{level}", answer(level, state, awaited, randbelow)
    return None


def _drawn_now(history: History, awaited: Awaited, bots: Bots, at: Instant) -> bool:
    """Dice the software draws [SC-INI-2]: at once for bots, for people when nobody has asked for them."""
    state: State = whole_state(history)
    if state.game.settings.dice != "software":
        return False
    concerned = {awaited.subject} if awaited.subject is not None else set(state.game.seats)
    return concerned <= bots.keys() or at - _last(history) >= DICE_WAIT


def _left_to_people(state: State, awaited: Awaited, bots: Bots) -> bool:
    """Battles are settled by bots among themselves only: where a person fights, the person reports."""
    combat = _combat(state, str(awaited.subject)) if awaited.code == "campaign-result" else None
    return combat is not None and not set(combat.standing()) <= bots.keys()


def _combat(state: State, territory: str) -> Combat | None:
    return state.phase.combats.get(TerritoryId(territory)) if isinstance(state.phase, Fighting) else None
