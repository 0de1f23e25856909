"""Guessing takes patience: who fails too often waits. Counted in memory, per process; what is valid always opens."""

from __future__ import annotations

import time
from collections import OrderedDict
from threading import Lock

from django.http import HttpRequest

KEPT = 10_000
"""How many guessers are remembered; the oldest is forgotten first."""


class Throttle:
    """So many failures within so many seconds, per guesser."""

    def __init__(self, most: int, within: float) -> None:
        self._most, self._within = most, within
        self._failed: OrderedDict[str, list[float]] = OrderedDict()
        self._lock = Lock()

    def is_full(self, guesser: str) -> bool:
        """Whether this guesser has to wait."""
        with self._lock:
            return len(self._recent(guesser)) >= self._most

    def note(self, guesser: str) -> None:
        """One more failure."""
        with self._lock:
            self._failed[guesser] = [*self._recent(guesser)[-self._most :], time.monotonic()]
            self._failed.move_to_end(guesser)
            while len(self._failed) > KEPT:
                self._failed.popitem(last=False)

    def forget(self, guesser: str) -> None:
        """A success: it was no guess."""
        with self._lock:
            self._failed.pop(guesser, None)

    def clear(self) -> None:
        """Forget everybody."""
        with self._lock:
            self._failed.clear()

    def _recent(self, guesser: str) -> list[float]:
        since = time.monotonic() - self._within
        return [at for at in self._failed.get(guesser, ()) if at > since]


PASSWORDS = Throttle(most=8, within=60)
"""Per address and name, so that nobody in the hall can lock the organiser out."""
LINKS = Throttle(most=30, within=60)
"""Per address; a whole hall may share one, and a good link is looked up before anybody is told to wait."""


def address(request: HttpRequest) -> str:
    """Where a request comes from."""
    return str(request.META.get("REMOTE_ADDR", ""))


def guessing(request: HttpRequest) -> bool:
    """Note that a link of this request opens nothing; whether there were too many of late."""
    LINKS.note(address(request))
    return LINKS.is_full(address(request))
