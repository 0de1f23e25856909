"""The index of clauses, read from the sheets of `docs/rules`, and which of them need no test."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache

import msgspec

from heraut.kernel.names import ClauseId

_DEFINITION = r"\*\*((?:AM|CORE|SEQ|SC|SK|ST|SR|HOUSE)-[A-Z0-9]+(?:-[A-Z0-9]+)*)"
_HEADING = r"#{1,6}\s+(.*)"


class Clause(msgspec.Struct, frozen=True):
    """One clause: where it stands and what it says, in the sheet's own Markdown."""

    id: ClauseId
    sheet: str
    section: str
    text: str
    language: str = "en"


class UnknownClause(ValueError):
    """A clause id that no sheet has."""


def sheets_folder() -> str:
    """The sheets: `docs/rules`, which travels inside the package as `_rules`."""
    return os.path.join(os.path.dirname(os.path.dirname(__file__)), "_rules")


@cache
def clauses(language: str = "en") -> dict[ClauseId, Clause]:
    """Every clause of every sheet in the order of the sheets, as far as they are written in that language."""
    found: dict[ClauseId, Clause] = {}
    for sheet, text in _texts("" if language == "en" else language, ".md"):
        for clause in read_sheet(sheet, text, language):
            if clause.id in found:
                raise UnknownClause(f"{clause.id} stands in {found[clause.id].sheet} and in {clause.sheet}")
            found[clause.id] = clause
    return found


@cache
def sheet_titles(language: str = "en") -> dict[str, str]:
    """What each sheet of that language is called, by the name of its file."""
    texts = _texts("" if language == "en" else language, ".md")
    return {sheet: text.partition("\n")[0].removeprefix("# ") for sheet, text in texts}


def _texts(part: str, ending: str) -> Iterator[tuple[str, str]]:
    """The files of a folder of the sheets, by name without its ending; none where there is no such folder."""
    folder = os.path.join(sheets_folder(), part)
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
        if name.endswith(ending):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                yield name.removesuffix(ending), file.read()


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
    as_heading, as_definition = re.compile(_HEADING).match, re.compile(_DEFINITION).search

    def close() -> None:
        if opened is not None:
            found.append(Clause(opened, name, section, "\n".join(lines).strip(), language))

    for line in text.splitlines():
        heading, definition = as_heading(line), as_definition(line)
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
    listed: dict[ClauseId, str] = {}
    for _, text in _texts("exempt", ".toml"):
        for reason, ids in msgspec.toml.decode(text).items():
            for id in ids:
                listed[clause(ClauseId(id)).id] = reason
    return listed
