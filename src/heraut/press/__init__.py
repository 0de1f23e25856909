"""What leaves on paper or as a picture: coats of arms, symbols, QR codes, PDF sheets."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from heraut.kernel.codec import from_plain, from_toml


def table(name: str, kind: Any) -> Any:
    """A table of this room, `NAME.toml`, as that type."""
    return from_plain(from_toml((files(__name__) / f"{name}.toml").read_text(encoding="utf-8")), kind)
