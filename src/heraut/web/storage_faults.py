"""What keeps the journal from being written: told apart, because the way out differs."""

from __future__ import annotations

import errno
import shutil
from contextlib import suppress
from enum import StrEnum

from django.db import InterfaceError, OperationalError

from heraut.web import data_folder

DISK_FULL, READ_ONLY = "53100", "25006"
"""The states PostgreSQL gives its errors."""
LEAST_ROOM = 65_536


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
