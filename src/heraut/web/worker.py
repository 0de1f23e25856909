"""
What plays by itself: the programs that fill seats answer a little at a time, beside the pages and beside the clock.

A game that has changed is looked at at once, every game now and then: a seat may have been given to a program by
another process. Which games have such seats, and what they do there, is for each engine's room to say.
"""

from __future__ import annotations

from queue import Empty

from heraut.kernel import Instant, StreamId
from heraut.web import alone, watch
from heraut.web.desk import desk, now, stirred
from heraut.web.models import Stream
from heraut.web.rooms import ROOMS, room
from heraut.web.store import of_engines

BEAT = 5.0


def start() -> None:
    """Let programs play as long as the process lives."""
    watch.start("worker", _turn, patience=24 * BEAT)


def _turn() -> None:
    """The next game that has changed; without one for a while, all of them."""
    try:
        changed = [stirred.get(timeout=BEAT)]
    except Empty:
        changed = _with_programs()
    for stream, more in alone.each("worker", changed, lambda stream: play(stream, now())):
        if more:
            stirred.put(stream)


def _with_programs() -> list[StreamId]:
    """The games of engines whose rooms let programs play."""
    wanted = of_engines(*(engine for engine in ROOMS if room(engine).plays is not None))
    return [StreamId(name) for name in wanted.values_list("pk", flat=True)]


def play(stream: StreamId, at: Instant) -> bool:
    """Let the programs of one game answer for a moment; whether they have more to do."""
    try:
        engine = desk().history(stream).engine.id
    except KeyError:  # a game of an engine this version does not have
        return False
    plays = room(engine).plays
    if plays is None or Stream.objects.exclude(moved_to="").filter(pk=stream).exists():
        return False  # what another machine has taken over is played there
    return plays(stream, at)
