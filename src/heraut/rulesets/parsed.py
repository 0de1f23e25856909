"""Tables as they are written: parsed, and each clause they name looked up in the sheets."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from heraut.kernel import ClauseId
from heraut.rulesets.broken import BrokenTable
from heraut.rulesets.clauses import clauses


def parsed(file: str) -> dict[str, Any]:
    """The table of a TOML file; `BrokenTable` names the file, and the row where there is one."""
    path = Path(file)
    place = f"{path.parent.name}/{path.name}"
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BrokenTable(f"{place}: {error}") from error
    for key, value in table.items():
        for number, row in enumerate(value if isinstance(value, list) else [value], start=1):
            check_clauses(f"{place}: [[{key}]] row {number}", row)
    return table


def check_clauses(place: str, raw: object) -> None:
    """Reject a clause id, at any depth under a key `clause` or `clauses`, that no sheet has."""
    if isinstance(raw, list):
        for part in raw:
            check_clauses(place, part)
    if not isinstance(raw, dict):
        return
    for key, value in raw.items():
        named = value if key == "clauses" else [value] if key == "clause" else []
        for id in named:
            if ClauseId(id) not in clauses():
                raise BrokenTable(f"{place}: unknown clause {id}")
        check_clauses(place, value)
