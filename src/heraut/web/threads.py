"""
The threads beside the pages: each does its turn again and again, and a turn that fails is followed by another.

After a fault the next turn waits, longer each time. How a thread does is shown at `/health`: one that has not come
round for too long is stuck.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event, Lock, Thread
from time import monotonic

from django.db import connection

from heraut.web import metrics

FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
logger = logging.getLogger(__name__)


@dataclass
class Watched:
    """A thread and how it does."""

    name: str
    turn: Callable[[], None]
    patience: float
    """The seconds within which it comes round; longer, and it is stuck."""
    turns: int = 0
    faults: int = 0
    row: int = 0
    """How many turns have failed one after the other."""
    last: float = field(default_factory=monotonic)
    """When it last came round, well or not."""
    fault: str = ""
    """What kind of error ended the last turn that failed; its text may hold what is not for everybody."""
    thread: Thread | None = None
    over: bool = False
    """Whether this one thread is to end."""

    @property
    def silent(self) -> float:
        """The seconds since it last came round."""
        return monotonic() - self.last

    @property
    def well(self) -> bool:
        """Whether it runs, has come round in time, and its last turn did not fail."""
        alive = self.thread is not None and self.thread.is_alive()
        return alive and not self.row and self.silent < self.patience

    def wait(self) -> float:
        """How long to wait before the next turn, after so many that failed."""
        return min(LONGEST_WAIT, FIRST_WAIT * 2 ** (self.row - 1)) if self.row else 0.0

    def once(self) -> None:
        """One turn; whatever goes wrong in it is written down, the first time of a row with all that is known."""
        try:
            self.turn()
            self.row = 0
        except Exception as error:
            self.row, self.faults, self.fault = self.row + 1, self.faults + 1, type(error).__name__
            metrics.count("heraut_thread_faults_total", thread=self.name)
            if self.row == 1:
                logger.exception("%s failed; it goes on", self.name)
            else:
                logger.error("%s failed again (%s, %s times); it goes on", self.name, self.fault, self.row)
        finally:
            self.turns, self.last = self.turns + 1, monotonic()
            connection.close()  # the next turn finds the database anew, wherever it has gone


_watched: dict[str, Watched] = {}
_lock = Lock()
_stopped = Event()


def start(name: str, turn: Callable[[], None], *, patience: float) -> Watched:
    """Do this again and again as long as the process lives; a thread of that name that lives already goes on."""
    with _lock:
        known = _watched.get(name)
        if known is not None and known.thread is not None and known.thread.is_alive():
            return known
        one = _watched[name] = Watched(name, turn, patience)
        one.thread = Thread(target=_keep, args=(one,), name=name, daemon=True)
        one.thread.start()
        metrics.gauge("heraut_thread_up", lambda: one.well, thread=name)
        return one


def _keep(one: Watched) -> None:
    while not _stopped.wait(one.wait()) and not one.over:
        one.once()


def watched() -> tuple[Watched, ...]:
    """The threads of this process."""
    with _lock:
        return tuple(_watched.values())


def stop() -> None:
    """Begin no further turn."""
    _stopped.set()


def stopping() -> bool:
    """Whether the process is about to end."""
    return _stopped.is_set()
