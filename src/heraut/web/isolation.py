"""One bad stream harms nobody else: whatever goes through several streams stands each failure alone."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from threading import Lock
from typing import TypeVar

from heraut.web.storage_faults import trouble

T = TypeVar("T")
S = TypeVar("S", bound=str)
KEPT = 1000
"""How many failures are remembered as told; the oldest is forgotten, and told again if it comes back."""
logger = logging.getLogger(__name__)
_told: OrderedDict[tuple[str, str], str] = OrderedDict()
_lock = Lock()


def each(what: str, streams: Iterable[S], work: Callable[[S], T]) -> Iterator[tuple[S, T]]:
    """
    Do this for each stream, and go on when it fails for one: the failure is logged once.

    A database that is away or full is nobody's own failure: it ends the round, for whoever waits between rounds.
    """
    for stream in streams:
        try:
            yield stream, work(stream)
        except Exception as error:
            if trouble(error) is not None:
                raise
            note(what, stream, error)
        else:
            _over(what, stream)


def note(what: str, stream: str, error: Exception) -> None:
    """Log the failure, unless it is the one this stream had before."""
    named = f"{type(error).__name__}: {error}"
    with _lock:
        known = _told.get((what, stream)) == named
        _told[(what, stream)] = named
        _told.move_to_end((what, stream))
        while len(_told) > KEPT:
            _told.popitem(last=False)
    if not known:
        logger.error("%s passes over %s", what, stream, exc_info=error, extra={"stream": stream})


def failing(stream: str) -> dict[str, str]:
    """What fails for this stream in this process, and how: for its organiser."""
    with _lock:
        return {what: named for (what, known), named in _told.items() if known == stream}


def _over(what: str, stream: str) -> None:
    with _lock:
        _told.pop((what, stream), None)
