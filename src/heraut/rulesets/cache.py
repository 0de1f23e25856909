"""
Tables in a form that reads fast, kept beside them as Python keeps its own compiled files.

Parsing TOML costs more than most answers. A kept form counts only while its table, and what it was checked against,
are as they were; where it cannot be written, everything works as well, only slower.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import msgspec


class Cached(msgspec.Struct, frozen=True):
    """A table, and the marks of the files it was made from."""

    stamp: tuple[int, ...]
    table: dict[str, Any]


_decoder = msgspec.json.Decoder(Cached)  # made while importing, which one thread does


def cached_table(file: str, parse: Callable[[str], dict[str, Any]], beside: Iterable[str]) -> dict[str, Any]:
    """The table that `parse` makes of a file; it depends on the files `beside` it too."""
    place = os.path.join(os.path.dirname(file), "__pycache__", f"{os.path.basename(file)}.json")
    stamp = tuple(mark for each in (file, *beside) for mark in _marks(each))
    with suppress(OSError, msgspec.DecodeError), open(place, "rb") as source:
        found = _decoder.decode(source.read())
        if found.stamp == stamp:
            return found.table
    table = parse(file)
    with suppress(OSError):
        _keep(place, Cached(stamp, table))
    return table


def _marks(file: str) -> tuple[int, int]:
    found = os.stat(file)
    return found.st_mtime_ns, found.st_size


def _keep(place: str, found: Cached) -> None:
    """In one step, so that another process never reads half a file."""
    os.makedirs(os.path.dirname(place), exist_ok=True)
    fresh = f"{place}.{os.getpid()}"
    with open(fresh, "wb") as target:
        target.write(msgspec.json.encode(found))
    os.replace(fresh, place)
