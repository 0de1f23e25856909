"""Where a server keeps its things: the data folder, the secret key, the database."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit
from zoneinfo import available_timezones


class NoData(Exception):
    """The data folder or the database cannot be used; the message is one sentence that says what to do."""


def folder() -> Path:
    """`$HERAUT_DATA`, or the user's own data folder."""
    named = os.environ.get("HERAUT_DATA")
    return Path(named) if named else Path.home() / ".local" / "share" / "heraut"


def prepare(place: Path) -> None:
    """Make the folder if it is not there; `NoData` if it cannot be written to."""
    try:
        place.mkdir(parents=True, exist_ok=True)
        probe = place / f".probe-{secrets.token_hex(4)}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise NoData(
            f"The data folder {place} cannot be written to ({error.strerror}): "
            "give yourself the right to write there, or name another with HERAUT_DATA."
        ) from error


def secret_key(place: Path) -> str:
    """The key that signs cookies and makes seat links; drawn once, readable by its owner only."""
    file = place / "secret-key"
    try:
        return file.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        key = secrets.token_urlsafe(48)
        file.touch(mode=0o600)
        file.write_text(key, encoding="ascii")
        return key


def database(place: Path, url: str | None) -> dict[str, Any]:
    """Django's settings of the store: one SQLite file, or the PostgreSQL database of `DATABASE_URL`."""
    return _postgres(url) if url else _sqlite(place / "heraut.sqlite3")


def _sqlite(file: Path) -> dict[str, Any]:
    """An append is on the disk before it is answered: write-ahead log, and synchronous FULL."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(file),
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
        },
    }


def _postgres(url: str) -> dict[str, Any]:
    parts = urlsplit(url)
    if parts.scheme not in ("postgres", "postgresql") or not parts.path.strip("/"):
        raise NoData(
            "DATABASE_URL is not the address of a PostgreSQL database: "
            "write it as postgresql://user:password@host:5432/name, or unset it to use a file."
        )
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "OPTIONS": dict(parse_qsl(parts.query)),
    }


def time_zone() -> str:
    """The zone of the machine's own clock, by which people meet."""
    _, found, name = os.path.realpath("/etc/localtime").partition("zoneinfo/")
    wanted = os.environ.get("TZ") or (name if found else "Europe/Paris")
    return wanted if wanted in available_timezones() else "UTC"
