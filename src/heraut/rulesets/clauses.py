"""The index of clauses, read from the sheets of `docs/rules`, and which of them need no test."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from heraut.kernel import ClauseId

_DEFINITION = re.compile(r"\*\*((?:AM|CORE|SEQ|SC|SK|ST|SR|HOUSE)-[A-Z0-9]+(?:-[A-Z0-9]+)*)")
_HEADING = re.compile(r"#{1,6}\s+(.*)")


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: where it stands and what it says, in the sheet's own Markdown."""

    id: ClauseId
    sheet: str
    section: str
    text: str
    language: str = "en"


class UnknownClause(ValueError):
    """A clause id that no sheet has."""


def sheets_folder() -> Path:
    """The sheets: `docs/rules`, which travels inside the package as `_rules`."""
    return Path(__file__).parents[1] / "_rules"


@cache
def clauses(language: str = "en") -> dict[ClauseId, Clause]:
    """Every clause of every sheet in the order of the sheets, as far as they are written in that language."""
    folder = sheets_folder() if language == "en" else sheets_folder() / language
    found: dict[ClauseId, Clause] = {}
    for sheet in sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else ():
        if sheet.name.endswith(".md"):
            for clause in read_sheet(sheet.name.removesuffix(".md"), sheet.read_text(encoding="utf-8"), language):
                if clause.id in found:
                    raise UnknownClause(f"{clause.id} stands in {found[clause.id].sheet} and in {clause.sheet}")
                found[clause.id] = clause
    return found


def clause(id: ClauseId, language: str = "en") -> Clause:
    """The clause of that id in that language, else in English; `UnknownClause` if no sheet has it."""
    try:
        return clauses(language).get(id) or clauses()[id]
    except KeyError:
        raise UnknownClause(f"no sheet of docs/rules has a clause {id}") from None


def read_sheet(name: str, text: str, language: str = "en") -> list[Clause]:
    """The clauses of one sheet: a clause runs from its bold id to the next clause or heading."""
    found: list[Clause] = []
    section, opened, lines = "", None, list[str]()

    def close() -> None:
        if opened is not None:
            found.append(Clause(opened, name, section, "\n".join(lines).strip(), language))

    for line in text.splitlines():
        heading, definition = _HEADING.match(line), _DEFINITION.search(line)
        if heading or definition:
            close()
            opened, lines = None, []
        if heading:
            section = heading.group(1)
        if definition:
            opened = ClauseId(definition.group(1))
        if opened is not None:
            lines.append(line)
    close()
    return found


@cache
def exempt() -> dict[ClauseId, str]:
    """The clauses no test can see broken, with the reason: `docs/rules/exempt/SHEET.toml`."""
    folder = sheets_folder() / "exempt"
    listed: dict[ClauseId, str] = {}
    for file in sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else ():
        for reason, ids in tomllib.loads(file.read_text(encoding="utf-8")).items():
            for id in ids:
                listed[clause(ClauseId(id)).id] = reason
    return listed
