"""
Functions compiled to machine code by Numba, kept on disk between runs.

Numba keeps a compiled function beside a stamp of its own file only: a change in a function that it calls from another
file would go unseen. So the folder they are kept in is named after all sources they are made of.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., object])


SOURCES = ("chance", "compiled", "event", "measures", "pairing", "plan", "standings", "swiss")
"""The modules that compiled functions and their constants stand in."""


def _folder() -> str:
    """A folder of the user's cache that changes with the sources; a temporary one where there is no cache."""
    sources = hashlib.sha256(numba.__version__.encode())
    for name in SOURCES:
        sources.update((Path(__file__).parent / f"{name}.py").read_bytes())
    name = f"lab-{sources.hexdigest()[:16]}"
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "heraut"
    own = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "")
    for place in (home, Path(tempfile.gettempdir()) / f"heraut-{own}"):
        try:
            (place / name).mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        return str(place / name)
    return ""


if not numba.config.CACHE_DIR:
    numba.config.CACHE_DIR = _folder()


def first_time() -> bool:
    """Whether nothing has been compiled on this machine yet."""
    folder = Path(numba.config.CACHE_DIR)
    return folder.is_dir() and not any(folder.iterdir())


def compiled(function: F) -> F:
    """The same function as machine code; compiled when it is first called on this machine."""
    return cast("F", numba.njit(cache=True, nogil=True, error_model="numpy")(function))


def inlined(function: F) -> F:
    """
    The same, written out wherever it is called.

    A compiled function counts the references to every array it is given, which takes longer than many of them take.
    """
    return cast("F", numba.njit(inline="always", nogil=True, error_model="numpy")(function))
