"""
Tables in a form that reads fast, kept beside them as Python keeps its own compiled files.

Parsing TOML and looking up its clauses costs more than most answers. A kept form counts only while its table and all
sheets are as they were when it was checked; where it cannot be written, everything works as well, only slower.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Any

import msgspec

SHEETS = os.path.join(os.path.dirname(os.path.dirname(__file__)), "_rules")
"""`docs/rules`, which travels inside the package."""


class Kept(msgspec.Struct, frozen=True):
    """A checked table and what it was checked against."""

    stamp: tuple[int, ...]
    table: dict[str, Any]


def table(file: str) -> dict[str, Any]:
    """The checked table of a file."""
    place = os.path.join(os.path.dirname(file), "__pycache__", f"{os.path.basename(file)}.json")
    stamp = _stamp(file)
    with suppress(OSError, msgspec.DecodeError), open(place, "rb") as source:
        kept = msgspec.json.decode(source.read(), type=Kept)
        if kept.stamp == stamp:
            return kept.table
    from heraut.rulesets.parsed import parsed  # noqa: PLC0415  # what it needs takes longer to load than an answer

    found = parsed(file)
    with suppress(OSError):
        _keep(place, Kept(stamp, found))
    return found


def _stamp(file: str) -> tuple[int, ...]:
    own = os.stat(file)
    sheets = [entry.stat().st_mtime_ns for entry in os.scandir(SHEETS) if entry.name.endswith(".md")]
    return own.st_mtime_ns, own.st_size, len(sheets), max(sheets)


def _keep(place: str, kept: Kept) -> None:
    """In one step, so that another process never reads half a file."""
    os.makedirs(os.path.dirname(place), exist_ok=True)
    fresh = f"{place}.{os.getpid()}"
    with open(fresh, "wb") as target:
        target.write(msgspec.json.encode(kept))
    os.replace(fresh, place)
