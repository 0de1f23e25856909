"""The phrases of a room as they are written, with the spaces their language asks for."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from heraut.speech.typography import typeset


def written(file: str) -> dict[str, Any]:
    """The tables of a file `LANGUAGE/ROOM.toml`."""
    path = Path(file)
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    if path.parent.name != "fr":
        return tables
    return {table: {key: typeset(text) for key, text in entries.items()} for table, entries in tables.items()}
