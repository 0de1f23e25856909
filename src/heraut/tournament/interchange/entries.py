"""Entries from somebody's spreadsheet: guess what the columns are, and show what would be entered before it is."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum

import msgspec

from heraut.kernel import ClauseId, Reason
from heraut.tournament.interchange.sheets import Grid


class Column(StrEnum):
    """What a column of entries can be."""

    NAME = "name"
    FIRST_NAME = "first_name"
    LAST_NAME = "last_name"
    NICKNAME = "nickname"
    CLUB = "club"
    TEAM = "team"
    FACTION = "faction"
    AGE = "age"
    LIST = "list"
    EMAIL = "email"
    NUMBER = "number"


_NAMES: Mapping[Column, tuple[str, ...]] = {
    Column.NAME: ("nom et prenom", "nom prenom", "prenom nom", "nom complet", "joueur", "participant", "nom", "name",
                  "full name", "player", "player name", "nom du joueur"),
    Column.FIRST_NAME: ("prenom", "first name", "firstname", "given name"),
    Column.LAST_NAME: ("nom de famille", "last name", "lastname", "surname", "family name"),
    Column.NICKNAME: ("pseudo", "pseudonyme", "surnom", "nickname", "alias", "handle"),
    Column.CLUB: ("club", "association", "asso", "ville", "club ou ville"),
    Column.TEAM: ("equipe", "team"),
    Column.FACTION: ("faction", "armee", "army", "peuple"),
    Column.AGE: ("age", "univers", "universe", "age univers"),
    Column.LIST: ("liste", "bande", "liste d armee", "list", "band", "army list", "liste 1", "composition"),
    Column.EMAIL: ("e mail", "email", "mail", "courriel", "adresse mail", "adresse e mail", "adresse email"),
    Column.NUMBER: ("numero", "n", "no", "number", "dossard", "licence", "n t3", "no t3", "numero t3",
                    "id t3", "t3", "n de licence", "numero de licence"),
}  # fmt: skip


class Guess(msgspec.Struct, frozen=True):
    """Which column of the grid is what, and whether its first row is a heading."""

    columns: Mapping[Column, int]
    headed: bool


class Draft(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line as it would be entered; `line` is its number in the file."""

    line: int
    name: str
    nickname: str = ""
    club: str = ""
    team: str = ""
    faction: str = ""
    age: str = ""
    list: str = ""
    email: str = ""
    number: str = ""


class Preview(msgspec.Struct, frozen=True):
    """What would be entered, what would not and why, and the headings nobody understood."""

    guess: Guess
    drafts: tuple[Draft, ...]
    problems: tuple[Reason, ...]
    unused: tuple[str, ...]


def guess_columns(grid: Grid) -> Guess:
    """By the heading if the first row reads like one; otherwise by what the cells look like."""
    headings = {place: found for place, cell in enumerate(grid[0].cells) if (found := _heading(cell)) is not None}
    if not headings:
        return Guess(_by_content(grid), headed=False)
    columns: dict[Column, int] = {}
    for place, column in headings.items():
        columns.setdefault(column, place)
    if Column.FIRST_NAME in columns and Column.NAME in columns:  # "Nom ; Prénom": the first is the family name
        columns[Column.LAST_NAME] = columns.pop(Column.NAME)
    return Guess(columns, headed=True)


def _heading(cell: str) -> Column | None:
    """What a heading says; of "Association / Club (facultatif)" any part that says it."""
    parts = [plain(part) for part in (cell, *re.split(r"[/|,;:()]", cell))]
    return next((column for part in parts for column, names in _NAMES.items() if part in names), None)


def plain(text: str) -> str:
    """Lower case, no accents, words parted by single spaces: what two spellings of a name, in any script, share."""
    bare = unicodedata.normalize("NFKD", text.casefold())
    return " ".join(re.sub(r"[\W_]+", " ", "".join(c for c in bare if not unicodedata.combining(c))).split())


def _by_content(grid: Grid) -> dict[Column, int]:
    """Without headings: at signs mean e-mail; the first column with letters is the name, the next the club."""
    columns: dict[Column, int] = {}
    for place in range(len(grid[0].cells)):
        kind = _looks_like([line.cells[place] for line in grid if line.cells[place]])
        if kind is Column.NAME and Column.NAME in columns:
            kind = Column.CLUB
        if kind is not None:
            columns.setdefault(kind, place)
    return columns


def _looks_like(cells: Sequence[str]) -> Column | None:
    if not cells:
        return None
    most = (len(cells) + 1) // 2
    if sum("@" in cell for cell in cells) >= most:
        return Column.EMAIL
    if sum(cell.isdigit() for cell in cells) >= most:
        return Column.NUMBER
    if sum(bool(re.search(r"\d+\s+\w+", cell)) for cell in cells) >= most:
        return Column.LIST
    return Column.NAME


def preview_entries(grid: Grid, guess: Guess | None = None, known: Collection[str] = ()) -> Preview:
    """
    What entering this grid would do; `known` are the names of those entered already.

    A line without a name and a second line with the same name are problems; everything else is taken as it stands.
    """
    guess = guess or guess_columns(grid)
    drafts: list[Draft] = []
    problems: list[Reason] = []
    seen = {plain(name): 0 for name in known}
    for draft in _drafts(grid, guess):
        key = plain(draft.name)
        if not key:
            problems.append(_problem("import-no-name", line=draft.line))
        elif key in seen:
            code = "import-same-name" if seen[key] else "import-already-entered"
            problems.append(_problem(code, line=draft.line, name=draft.name, other=seen[key]))
        else:
            seen[key] = draft.line
            drafts.append(draft)
    used = set(guess.columns.values())
    unused = tuple(cell for place, cell in enumerate(grid[0].cells) if guess.headed and cell and place not in used)
    return Preview(guess, tuple(drafts), tuple(problems), unused)


def _drafts(grid: Grid, guess: Guess) -> Iterator[Draft]:
    for line in grid[1:] if guess.headed else grid:
        cells = {column: line.cells[place] for column, place in guess.columns.items() if place < len(line.cells)}
        yield Draft(
            line.number,
            _name(cells),
            cells.get(Column.NICKNAME, ""),
            cells.get(Column.CLUB, ""),
            cells.get(Column.TEAM, ""),
            cells.get(Column.FACTION, ""),
            cells.get(Column.AGE, ""),
            cells.get(Column.LIST, ""),
            cells.get(Column.EMAIL, ""),
            cells.get(Column.NUMBER, ""),
        )


def _name(cells: Mapping[Column, str]) -> str:
    """The whole name, or first and last name together, or failing these the nickname."""
    parts = (cells.get(Column.FIRST_NAME, ""), cells.get(Column.NAME, ""), cells.get(Column.LAST_NAME, ""))
    return " ".join(" ".join(parts).split()) or cells.get(Column.NICKNAME, "")


def _problem(code: str, **facts: int | str) -> Reason:
    return Reason(ClauseId("HOUSE-FILE-1"), code, dict(facts))
