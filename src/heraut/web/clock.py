"""
The seat of time: every few seconds each game that waits for an instant is told that it has come.

An engine is asked first, without writing; only a tick that changes something is handed in. Its id says after which
entry it came, so of several processes one is heard.
"""

from __future__ import annotations

from time import sleep

from heraut.kernel import CLOCK, ORGANISER, ActorId, CommandId, Instant, Refusal, StreamId, Tick
from heraut.web import alone, watch
from heraut.web.commands import kinds
from heraut.web.desk import desk, now, submit
from heraut.web.models import Stream

BEAT = 5.0
BY_THE_CLOCK = ActorId(CLOCK)


def start() -> None:
    """Keep time as long as the process lives."""
    watch.start("clock", _beat, patience=12 * BEAT)


def _beat() -> None:
    sleep(BEAT)
    strike(now())


def strike(at: Instant) -> list[StreamId]:
    """Let the instant come in every game; those it changed."""
    streams = [StreamId(name) for name in Stream.objects.filter(moved_to="").values_list("pk", flat=True)]
    return [stream for stream, struck in alone.each("clock", streams, lambda stream: _strike(stream, at)) if struck]


def _strike(stream: StreamId, at: Instant) -> bool:
    try:
        history = desk().history(stream)
    except KeyError:  # a game of an engine this version does not have
        return False
    tick = Tick(at=at)
    if "Tick" not in kinds(history.engine) or not history.engine.awaits(history.state, ORGANISER):
        return False
    coming = history.engine.decide(history.state, tick)
    if isinstance(coming, Refusal) or not coming:
        return False
    submit(stream, tick, command_id=CommandId(f"clock-{history.sequence}"), actor=BY_THE_CLOCK)
    return True
