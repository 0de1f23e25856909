"""Where a server keeps its things: the data folder, the secret key, the database."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit
from zoneinfo import available_timezones

KEY_FILE = "secret-key"
DATABASE_FILE = "heraut.sqlite3"
LEAST_KEY = 32
OWNER_S_FILE, OWNER_S_FOLDER = 0o600, 0o700
POOL = 16
"""Connections to PostgreSQL one process keeps at most; who comes when all are busy waits for one."""
POOL_PATIENCE = 10.0
FILE_PATIENCE = 20.0
"""Seconds one waits for a connection, and for SQLite's file that another process holds."""
TYPED_ZONE = os.environ.get("TZ", "")
"""As it was given: Django sets it to the zone it takes."""
ONLY_HERE = "HERAUT_ONLY_HERE"
"""Set by a server that listens on this machine alone: no address is given to others."""


class NoData(Exception):
    """The data folder or the database cannot be used; the message is one sentence that says what to do."""


def folder() -> Path:
    """`$HERAUT_DATA`, or the user's own data folder."""
    named = os.environ.get("HERAUT_DATA")
    return Path(named).expanduser() if named else Path.home() / ".local" / "share" / "heraut"


def prepare(place: Path) -> None:
    """Make the folder if it is not there, for its owner's eyes only; `NoData` if it cannot be written to."""
    try:
        place.mkdir(mode=OWNER_S_FOLDER, parents=True, exist_ok=True)
        if (place / KEY_FILE).exists():  # ours from an earlier start, not a folder that holds other things
            _for_its_owner(place, OWNER_S_FOLDER)
        probe = place / f".probe-{secrets.token_hex(4)}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        _check_room(place, error)
        raise NoData(
            f"The data folder {place} cannot be written to ({error.strerror}): "
            "give yourself the right to write there, or name another with HERAUT_DATA."
        ) from error


def check_used(place: Path) -> None:
    """`NoData` if no server has ever kept anything there, nor in the database that is named."""
    if database_url() is None and not (place / DATABASE_FILE).exists():
        raise NoData(
            f"The folder {place} holds no Héraut: name the server's folder with HERAUT_DATA, "
            "or its database with HERAUT_DATABASE_URL."
        )


def full(place: Path) -> NoData:
    """What is said where nothing more can be stored."""
    return NoData(f"The disk of the data folder {place} is full: make room there, then try again; nothing was lost.")


def _check_room(place: Path, error: Exception) -> None:
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        raise full(place) from error


def _for_its_owner(path: Path, mode: int) -> None:
    """Nobody else on the machine may read it; what belongs to another account is theirs to see to."""
    if not hasattr(os, "getuid"):
        return  # a system without such rights keeps a user's folder to the user
    found = path.stat()
    if found.st_uid == os.getuid() and stat.S_IMODE(found.st_mode) != mode:
        path.chmod(mode)


def secret_key(place: Path) -> str:
    """The key that signs cookies and makes seat links; drawn once, readable by its owner only."""
    file = place / KEY_FILE
    try:
        if not file.exists():
            _draw_key(file)
        _for_its_owner(file, OWNER_S_FILE)
        key = file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        _check_room(place, error)
        raise NoData(f"The secret key {file} cannot be read ({error}): give yourself the right to read it.") from error
    if len(key) < LEAST_KEY:
        raise NoData(
            f"The secret key {file} is empty or cut: restore it from a copy; or delete it to have a new one drawn, "
            "then hand out every link anew."
        )
    return key


def put_key(place: Path, key: str) -> None:
    """Go on under the key of the server whose content was taken back: its links open here."""
    fresh = place / f"{KEY_FILE}-{secrets.token_hex(4)}"
    write_private(fresh, key.encode("ascii"))
    fresh.replace(place / KEY_FILE)


def _draw_key(file: Path) -> None:
    """Whole or not at all, and of two servers that start at once the first one's."""
    drawn = file.with_name(f"{file.name}-{secrets.token_hex(4)}")
    write_private(drawn, secrets.token_urlsafe(48).encode("ascii"))
    with suppress(FileExistsError):
        os.link(drawn, file)
    drawn.unlink()


def for_its_owner(path: str, flags: int) -> int:
    """How `open` makes a file that nobody else may read, not even for a moment."""
    return os.open(path, flags, OWNER_S_FILE)


def write_private(file: Path, content: bytes) -> None:
    """A new file that its owner alone may read, on the disk before we go on."""
    with open(file, "xb", opener=for_its_owner) as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())


def database_url() -> str | None:
    """The address of the database; hosts that name it `DATABASE_URL` are understood."""
    return os.environ.get("HERAUT_DATABASE_URL") or os.environ.get("DATABASE_URL")


def database(place: Path, url: str | None, pool: str | None = None) -> dict[str, Any]:
    """Django's settings of the store: one SQLite file, or the PostgreSQL database of `HERAUT_DATABASE_URL`."""
    return _postgres(url, _pool_size(pool)) if url else _sqlite(place / DATABASE_FILE)


def _pool_size(typed: str | None) -> int:
    """`HERAUT_POOL`; 0 leaves pooling to a program in front of the database, such as PgBouncer."""
    if not typed:
        return POOL
    if not typed.isdecimal():
        raise NoData(f"HERAUT_POOL is {typed!r}: write the most connections a process may keep, or 0 for no pool.")
    return int(typed)


def _sqlite(file: Path) -> dict[str, Any]:
    """An append is on the disk before it is answered: write-ahead log, and synchronous FULL."""
    _keep_private(file)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(file),
        "CONN_MAX_AGE": None,  # a thread keeps its connection: opening one takes longer than most of what it is for
        "OPTIONS": {
            "timeout": FILE_PATIENCE,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
        },
    }


def _keep_private(file: Path) -> None:
    """Everything is in this file, sealed choices too. SQLite gives its log files the rights of the file itself."""
    try:
        os.close(os.open(file, os.O_RDONLY | os.O_CREAT, OWNER_S_FILE))
        for each in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
            if each.exists():
                _for_its_owner(each, OWNER_S_FILE)
    except OSError as error:
        raise NoData(
            f"The database {file} cannot be opened ({error.strerror}): give yourself the right to read and write it."
        ) from error


def _postgres(url: str, pool: int) -> dict[str, Any]:
    wrong = NoData(
        "HERAUT_DATABASE_URL is not the address of a PostgreSQL database: "
        "write it as postgresql://user:password@host:5432/name, or unset it to use a file."
    )
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:  # what it says would show a part of the password
        raise wrong from None
    if parts.scheme not in ("postgres", "postgresql") or not parts.path.strip("/"):
        raise wrong
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(port or ""),
        "OPTIONS": {
            **dict(parse_qsl(parts.query)),
            **({"pool": {"min_size": 1, "max_size": pool, "timeout": POOL_PATIENCE}} if pool else {}),
        },
        "CONN_HEALTH_CHECKS": True,  # a connection the server has dropped is not handed out
    }


def time_zone() -> str:
    """The zone of the machine's own clock, by which people meet."""
    _, found, name = os.path.realpath("/etc/localtime").partition("zoneinfo/")
    wanted = os.environ.get("TZ", "").removeprefix(":") or (name if found else "Europe/Paris")
    return wanted if wanted in available_timezones() else "UTC"
