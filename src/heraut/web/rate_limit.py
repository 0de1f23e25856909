"""Guessing takes patience: who fails too often waits. Counted in memory, per process; what is valid always opens."""

from __future__ import annotations

import time
from collections import OrderedDict
from hashlib import blake2b
from threading import Lock

from django.http import HttpRequest

KEPT = 10_000
"""How many guessers are remembered; the oldest is forgotten first."""


class Throttle:
    """So many failures within so many seconds, per guesser."""

    def __init__(self, most: int, within: float) -> None:
        self._most, self._within = most, within
        self._failed: OrderedDict[bytes, list[float]] = OrderedDict()
        self._lock = Lock()

    def is_full(self, guesser: str) -> bool:
        """Whether this guesser has to wait."""
        with self._lock:
            return len(self._recent(_mark(guesser))) >= self._most

    def note(self, guesser: str) -> None:
        """One more failure."""
        mark = _mark(guesser)
        with self._lock:
            self._failed[mark] = [*self._recent(mark)[-self._most :], time.monotonic()]
            self._failed.move_to_end(mark)
            while len(self._failed) > KEPT:
                self._failed.popitem(last=False)

    def forget(self, guesser: str) -> None:
        """A success: it was no guess."""
        with self._lock:
            self._failed.pop(_mark(guesser), None)

    def clear(self) -> None:
        """Forget everybody."""
        with self._lock:
            self._failed.clear()

    def _recent(self, mark: bytes) -> list[float]:
        since = time.monotonic() - self._within
        return [at for at in self._failed.get(mark, ()) if at > since]


def _mark(guesser: str) -> bytes:
    """A few bytes to know a guesser by: the names tried may be of any length."""
    return blake2b(guesser.encode(errors="replace"), digest_size=16).digest()


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
