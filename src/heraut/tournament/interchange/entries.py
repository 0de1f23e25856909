"""Entries from somebody's spreadsheet: guess what the columns are, and show what would be entered before it is."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum

import msgspec

from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Reason
from heraut.tournament.interchange.spreadsheet import Grid
from heraut.tournament.wording import plain


class EntryColumn(StrEnum):
    """What a column of entries can be."""

    NAME = "name"
    FIRST_NAME = "first_name"
    LAST_NAME = "last_name"
    NICKNAME = "nickname"
    CLUB = "club"
    TEAM = "team"
    FACTION = "faction"
    LICENCE = "licence"
    AGE = "age"
    LIST = "list"
    EMAIL = "email"
    NUMBER = "number"


KEPT = (
    EntryColumn.NAME, EntryColumn.FIRST_NAME, EntryColumn.LAST_NAME, EntryColumn.NICKNAME, EntryColumn.CLUB,
    EntryColumn.TEAM, EntryColumn.FACTION, EntryColumn.LICENCE,
)  # fmt: skip
"""What an entry has room for; the rest is understood, said to be left aside, and not kept [HOUSE-FILE-4]."""

_NAMES: Mapping[EntryColumn, tuple[str, ...]] = {
    EntryColumn.NAME: ("nom et prenom", "nom prenom", "prenom nom", "prenom et nom", "nom complet", "joueur", "joueuse",
                  "participant", "participante", "nom", "noms", "name", "full name", "player", "player name",
                  "nom du joueur"),
    EntryColumn.FIRST_NAME: ("prenom", "prenoms", "first name", "firstname", "given name", "forename"),
    EntryColumn.LAST_NAME: ("nom de famille", "last name", "lastname", "surname", "family name"),
    EntryColumn.NICKNAME: ("pseudo", "pseudonyme", "surnom", "nickname", "nick", "alias", "handle", "nom de guerre"),
    EntryColumn.CLUB: ("club", "association", "asso", "ville", "club ou ville", "city", "town", "structure"),
    EntryColumn.TEAM: ("equipe", "team"),
    EntryColumn.FACTION: ("faction", "factions", "armee", "armees", "army", "peuple"),
    EntryColumn.LICENCE: ("licence", "license", "t3", "n t3", "no t3", "id t3", "numero t3", "n de licence",
                     "numero de licence", "licence number", "membership number", "n adherent", "numero d adherent"),
    EntryColumn.AGE: ("age", "univers", "universe", "age univers"),
    EntryColumn.LIST: ("liste", "bande", "liste d armee", "list", "band", "army list", "liste 1", "composition"),
    EntryColumn.EMAIL: ("e mail", "email", "mail", "courriel", "adresse mail", "adresse e mail", "adresse email",
                   "email address", "adresse electronique"),
    EntryColumn.NUMBER: ("numero", "n", "no", "number", "dossard"),
}  # fmt: skip
_PHRASES = sorted(
    ((name, column) for column, names in _NAMES.items() for name in names if len(name) > 2 or name == "t3"),
    key=lambda known: (-known[0].count(" "), known[1] in (EntryColumn.NAME, EntryColumn.NUMBER), -len(known[0])),
)
"""
What is looked for inside a longer heading: "Quelle armée jouez-vous ?".

Several words before one, and "name" and "number" last, since "Team name" is a team.
"""
_LONGEST_HEADING = 80


class Guess(msgspec.Struct, frozen=True):
    """Which column of the grid is what, and whether its first row is a heading."""

    columns: Mapping[EntryColumn, int]
    headed: bool


class EntryDraft(msgspec.Struct, frozen=True, omit_defaults=True):
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
    licence: str = ""


class EntriesPreview(msgspec.Struct, frozen=True):
    """
    What would be entered, what would not and why, and the headings nothing is kept of.

    `doubtful` are lines of a name that stands elsewhere already, with nothing to tell two people apart; `namesakes`
    the numbers of lines that are entered beside somebody of the same name, since something does.
    """

    guess: Guess
    drafts: tuple[EntryDraft, ...]
    problems: tuple[Reason, ...]
    unused: tuple[str, ...]
    doubtful: tuple[EntryDraft, ...] = ()
    namesakes: tuple[int, ...] = ()


def guess_columns(grid: Grid) -> Guess:
    """By the heading if the first row reads like one; otherwise by what the cells look like."""
    headings = _headings(grid[0].cells)
    if not headings:
        return Guess(_by_content(grid), headed=False)
    columns: dict[EntryColumn, int] = {}
    for place, column in headings.items():
        columns.setdefault(column, place)
    if (
        EntryColumn.FIRST_NAME in columns and EntryColumn.NAME in columns
    ):  # "Nom ; Prénom": the first is the family name
        columns[EntryColumn.LAST_NAME] = columns.pop(EntryColumn.NAME)
    return Guess(columns, headed=True)


def _headings(cells: Sequence[str]) -> Mapping[int, EntryColumn]:
    """
    What each cell of the first row says if it is a row of headings.

    One that says nothing else but a known heading proves the row to be one; so do two that have a known word in them,
    since people are not called "Club" and "Prénom".
    """
    sure = {place: found for place, cell in enumerate(cells) if (found := _heading(cell)) is not None}
    likely = {place: found for place, cell in enumerate(cells) if (found := _within(cell)) is not None}
    return {**likely, **sure} if sure or len(set(likely.values())) > 1 else {}


def _heading(cell: str) -> EntryColumn | None:
    """What a heading says; of "Association / Club (facultatif)" any part that says it."""
    parts = [_spelt(part) for part in (cell, *re.split(r"[/|,;:()]", cell))]
    return next((column for part in parts for column, names in _NAMES.items() if part in names), None)


def _within(cell: str) -> EntryColumn | None:
    """What a sentence asks for: the longest known heading that stands in it word for word."""
    if len(cell) > _LONGEST_HEADING or "@" in cell:
        return None
    asked = f" {_spelt(cell)} "
    return next((column for name, column in _PHRASES if f" {name} " in asked), None)


def _spelt(text: str) -> str:
    """Words parted by single spaces: what two spellings of a name, in any script, share."""
    return " ".join(re.sub(r"[\W_]+", " ", plain(text)).split())


def _by_content(grid: Grid) -> dict[EntryColumn, int]:
    """Without headings: at signs mean e-mail; the first column with letters is the name, the next the club."""
    columns: dict[EntryColumn, int] = {}
    for place in range(len(grid[0].cells)):
        kind = _looks_like([line.cells[place] for line in grid if line.cells[place]])
        if kind is EntryColumn.NAME and EntryColumn.NAME in columns:
            kind = EntryColumn.CLUB
        if kind is not None:
            columns.setdefault(kind, place)
    return columns


def _looks_like(cells: Sequence[str]) -> EntryColumn | None:
    if not cells:
        return None
    most = (len(cells) + 1) // 2
    if sum("@" in cell for cell in cells) >= most:
        return EntryColumn.EMAIL
    if sum(cell.isdigit() for cell in cells) >= most:
        return EntryColumn.NUMBER
    if sum(bool(re.search(r"\d+\s+\w+", cell)) for cell in cells) >= most:
        return EntryColumn.LIST
    return EntryColumn.NAME


def preview_entries(grid: Grid, guess: Guess | None = None, known: Collection[EntryDraft] = ()) -> EntriesPreview:
    """
    What entering this grid would do; `known` are those entered already, on line 0.

    A line without a name is a problem, and so is one of a name that stands elsewhere, unless something that is kept
    tells the two apart: another club, nickname or number. Everything else is taken as it stands [HOUSE-FILE-1].
    """
    guess = guess or guess_columns(grid)
    drafts: list[EntryDraft] = []
    doubtful: list[EntryDraft] = []
    problems: list[Reason] = []
    namesakes: list[int] = []
    seen: dict[str, list[EntryDraft]] = {}
    for person in known:
        seen.setdefault(_spelt(person.name), []).append(person)
    for draft in _drafts(grid, guess):
        key = _spelt(draft.name)
        others = seen.get(key, [])
        same = next((other for other in others if not _told_apart(draft, other)), None)
        if not key:
            problems.append(_problem("import-no-name", line=draft.line))
        elif same is not None:
            code = "import-same-name" if same.line else "import-already-entered"
            problems.append(_problem(code, line=draft.line, name=draft.name, other=same.line))
            doubtful.append(draft)
        else:
            namesakes += [draft.line] if others else []
            seen.setdefault(key, []).append(draft)
            drafts.append(draft)
    return EntriesPreview(
        guess, tuple(drafts), tuple(problems), _left_aside(grid, guess), tuple(doubtful), tuple(namesakes)
    )


def _told_apart(one: EntryDraft, other: EntryDraft) -> bool:
    """Whether two of one name are two people: both have a club, a nickname or a number, and not the same."""
    pairs = ((one.club, other.club), (one.nickname, other.nickname), (one.licence, other.licence))
    return any(_spelt(a) != _spelt(b) for a, b in pairs if _spelt(a) and _spelt(b))


def _left_aside(grid: Grid, guess: Guess) -> tuple[str, ...]:
    """The columns nothing is kept of: by their heading, or by the first thing that stands in them."""
    kept = {place for column, place in guess.columns.items() if column in KEPT}
    others = [place for place in range(len(grid[0].cells)) if place not in kept]
    return tuple(said for place in others if (said := column_title(grid, guess, place)))


def column_title(grid: Grid, guess: Guess, place: int) -> str:
    """What a column is called in the file: its heading, or the first thing that stands in it."""
    if guess.headed:
        return grid[0].cells[place]
    return next((line.cells[place] for line in grid if line.cells[place]), "")


def _drafts(grid: Grid, guess: Guess) -> Iterator[EntryDraft]:
    for line in grid[1:] if guess.headed else grid:
        cells = {column: line.cells[place] for column, place in guess.columns.items() if place < len(line.cells)}
        told = {column.value: cell for column, cell in cells.items() if column not in _NAME_PARTS}
        yield EntryDraft(line.number, _name(cells), **told)


_NAME_PARTS = (EntryColumn.FIRST_NAME, EntryColumn.NAME, EntryColumn.LAST_NAME)


def _name(cells: Mapping[EntryColumn, str]) -> str:
    """The whole name, or first and last name together, or failing these the nickname."""
    parts = " ".join(cells.get(part, "") for part in _NAME_PARTS)
    return " ".join(parts.split()) or cells.get(EntryColumn.NICKNAME, "")


def _problem(code: str, **facts: int | str) -> Reason:
    return Reason(ClauseId("HOUSE-FILE-1"), code, dict(facts))
