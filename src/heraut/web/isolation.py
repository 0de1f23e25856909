"""
One bad stream harms nobody else: whatever goes through several streams stands each failure alone.

What keeps the journal from being written at all is nobody's own failure; its causes are told apart, because the way
out differs.
"""

from __future__ import annotations

import errno
import logging
import shutil
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from enum import StrEnum
from threading import Lock
from typing import TypeVar

from django.db import InterfaceError, OperationalError

from heraut.web import data_folder

T = TypeVar("T")
S = TypeVar("S", bound=str)
KEPT = 1000
"""How many failures are remembered as told; the oldest is forgotten, and told again if it comes back."""
DISK_FULL, READ_ONLY = "53100", "25006"
"""The states PostgreSQL gives its errors."""
LEAST_ROOM = 65_536
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


class Trouble(StrEnum):
    """Why nothing can be stored now."""

    FULL = "full"
    READ_ONLY = "read-only"
    LOCKED = "locked"
    """Another program has held SQLite's file for longer than we wait: nothing of ours was written."""
    AWAY = "away"


def trouble(error: BaseException) -> Trouble | None:
    """What an error of the database or of the disk comes from; None if it is about something else."""
    for cause in _causes(error):
        state = getattr(cause, "sqlstate", None)
        number = cause.errno if isinstance(cause, OSError) else None
        told = str(cause)
        if state == DISK_FULL or number in (errno.ENOSPC, errno.EDQUOT) or "database or disk is full" in told:
            return Trouble.FULL
        if told == "disk I/O error" and _is_full():
            return Trouble.FULL
        if state == READ_ONLY or number == errno.EROFS or "readonly database" in told:
            return Trouble.READ_ONLY
        if told in ("database is locked", "database table is locked"):
            return Trouble.LOCKED
    return Trouble.AWAY if isinstance(error, OperationalError | InterfaceError) else None


def _is_full() -> bool:
    """Whether the disk has no room for the file SQLite shares between its connections, which it tells badly."""
    with suppress(OSError):
        return shutil.disk_usage(data_folder.folder()).free < LEAST_ROOM
    return False


def _causes(error: BaseException) -> list[BaseException]:
    """The error and those it was raised from."""
    found: list[BaseException] = []
    known: BaseException | None = error
    while known is not None and known not in found:
        found.append(known)
        known = known.__cause__ or known.__context__
    return found
