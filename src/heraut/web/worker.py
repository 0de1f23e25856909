"""
What plays by itself: the programs that fill seats answer a little at a time, beside the pages and beside the clock.

A game that has changed is looked at at once, every game now and then: a seat may have been given to a program by
another process. Which games have such seats, and what they do there, is for each engine's room to say.
"""

from __future__ import annotations

import logging
from queue import Empty
from threading import Thread

from django.db import DatabaseError, connection

from heraut.kernel import Instant, StreamId
from heraut.kernel.journal import JournalError
from heraut.web.desk import desk, now, stirred
from heraut.web.models import Stream
from heraut.web.rooms import room

BEAT = 5.0


def start() -> None:
    """Let programs play as long as the process lives."""
    Thread(target=_work, name="worker", daemon=True).start()


def _work() -> None:
    while True:
        try:
            _turn()
        except (DatabaseError, JournalError):
            logging.getLogger(__name__).exception("the worker missed its turn; it goes on")
        finally:
            connection.close()


def _turn() -> None:
    """The next game that has changed; without one for a while, all of them."""
    try:
        changed = [stirred.get(timeout=BEAT)]
    except Empty:
        changed = [StreamId(name) for name in Stream.objects.values_list("pk", flat=True)]
    for stream in changed:
        if play(stream, now()):
            stirred.put(stream)


def play(stream: StreamId, at: Instant) -> bool:
    """Let the programs of one game answer for a moment; whether they have more to do."""
    try:
        engine = desk().history(stream).engine.id
    except KeyError:  # a game of an engine this version does not have
        return False
    plays = room(engine).plays
    return plays is not None and plays(stream, at)
