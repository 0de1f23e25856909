"""
The seat of time: every few seconds each game whose instant has come is told so.

Each stream knows the instant it waits for; only those that are due are looked at. An engine is asked first, without
writing; only a tick that changes something is handed in. Its id says after which entry it came, so of several
processes one is heard.
"""

from __future__ import annotations

from time import sleep

from heraut.kernel.message import Tick
from heraut.kernel.names import CLOCK, ActorId, CommandId, Instant, SenderId, StreamId
from heraut.kernel.refusal import Refusal
from heraut.web import isolation, threads
from heraut.web.commands import kinds
from heraut.web.desk import desk, journal, now, submit
from heraut.web.models import Stream

BEAT = 5.0
PAUSE = 60
"""Seconds until a game is asked again that was due and had nothing to do."""
BY_THE_CLOCK = ActorId(CLOCK)
SENDER = SenderId("server:clock")


def start() -> None:
    """Keep time as long as the process lives."""
    threads.start("clock", _beat, patience=12 * BEAT)


def _beat() -> None:
    sleep(BEAT)
    strike(now())


def strike(at: Instant) -> list[StreamId]:
    """Let the instant come in every game; those it changed."""
    due = dict(Stream.objects.filter(moved_to="", next_tick__lte=at).values_list("pk", "next_tick"))
    told = isolation.each("clock", map(StreamId, due), lambda stream: _struck(stream, at, due[stream]))
    return [stream for stream, struck in told if struck]


def _struck(stream: StreamId, at: Instant, waited: int | None) -> bool:
    """Whether the instant changed the game; one that cannot be asked is asked again in a while."""
    try:
        return _strike(stream, at, waited)
    except Exception:
        journal().sleep_on(stream, waited, Instant(at + PAUSE))
        raise


def _strike(stream: StreamId, at: Instant, waited: int | None) -> bool:
    try:
        history = desk().history(stream)
    except KeyError:  # a game of an engine this version does not have
        return False
    tick = Tick(at=at)
    coming = history.engine.decide(history.state, tick) if "Tick" in kinds(history.engine) else ()
    if isinstance(coming, Refusal) or not coming:
        journal().sleep_on(stream, waited, _later(history.next_tick, at))
        return False
    sent = CommandId(f"clock-{history.sequence}")
    submit(stream, tick, command_id=sent, actor=BY_THE_CLOCK, sender=SENDER)
    return True


def _later(instant: Instant | None, at: Instant) -> Instant | None:
    """An instant that is due and changes nothing is asked about again in a while, not at every beat."""
    return Instant(at + PAUSE) if instant is not None and instant <= at else instant
