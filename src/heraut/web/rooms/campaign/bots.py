"""Bots in a real campaign: they answer when it is their turn; dice the software draws are drawn at once."""

from __future__ import annotations

from collections.abc import Mapping
from secrets import randbelow, randbits

from heraut.campaign.absence import bot_seats
from heraut.campaign.bots.play import answer, blinded, think
from heraut.campaign.settings import Level
from heraut.campaign.state import Combat, Fighting, State
from heraut.campaign.tables import TerritoryId
from heraut.journal.history import History
from heraut.kernel.message import Awaited, Command, Roll
from heraut.kernel.names import CLOCK, ORGANISER, Instant, Seat, StreamId
from heraut.rulesets.editions import current
from heraut.web.bots import Answered, answer_for_a_moment, thought, whole_state

Bots = Mapping[Seat, Level]

THINKS_APART: tuple[Level, ...] = ("searching", "tree")
"""Levels that take a tenth of a second to several: they think in a process of their own, beside the pages."""


def play(stream: StreamId, at: Instant) -> Instant | None:
    """Bots answer what is awaited from them, for a moment; when they have something to do again."""
    return answer_for_a_moment(stream, at, _next)


def _next(history: History) -> Answered | None:
    """The next thing to do by itself, and who does it; dice the software draws wait for nobody [SC-INI-2]."""
    state: State = whole_state(history)
    bots = bot_seats(state)
    for awaited in () if state.people.paused else history.engine.awaits(state, ORGANISER):
        if awaited.chance is not None and state.game.settings.dice == "software":
            return CLOCK, Roll(faces=awaited.chance.draw(randbelow))
        if awaited.seat in bots and not _left_to_people(state, awaited, bots):
            level = bots[awaited.seat]
            return f"bot:{level}", _answer(history.header.stream, level, state, awaited)
    return None


def _answer(stream: StreamId, level: Level, state: State, awaited: Awaited) -> Command | None:
    """What the bot answers; nothing while it still thinks about it in its own process."""
    if level not in THINKS_APART:
        return answer(level, state, awaited, randbelow)
    known = blinded(state, awaited.seat)
    return thought(stream, (known, awaited), think, current(), level, known, awaited, randbits(63))


def _left_to_people(state: State, awaited: Awaited, bots: Bots) -> bool:
    """Battles are settled by bots among themselves only: where a person fights, the person reports."""
    combat = _combat(state, str(awaited.subject)) if awaited.code == "campaign-result" else None
    return combat is not None and not set(combat.standing()) <= bots.keys()


def _combat(state: State, territory: str) -> Combat | None:
    return state.phase.combats.get(TerritoryId(territory)) if isinstance(state.phase, Fighting) else None
