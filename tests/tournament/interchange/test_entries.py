from __future__ import annotations

import io
import zipfile

import pytest

from heraut.tournament.interchange.entries import EntryColumn, EntryDraft, Guess, guess_columns, preview_entries
from heraut.tournament.interchange.export import ExportTable, to_csv, to_xlsx
from heraut.tournament.interchange.spreadsheet import Grid, SpreadsheetRow, UnreadableTable, as_text, read_grid


def cells(data: bytes) -> tuple[tuple[str, ...], ...]:
    return tuple(line.cells for line in read_grid(data))


def grid(*rows: list[str]) -> Grid:
    return tuple(SpreadsheetRow(number, tuple(row)) for number, row in enumerate(rows, start=1))


FRENCH = "Nom;Prénom;Club;Âge;Bande\nMartin;Ana;Lyon;vikings;8 Gardes, 24 Guerriers\nDurand;Ben;;;\n"


@pytest.mark.clause("HOUSE-FILE-2")
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("separator", [";", ",", "\t", "|"])
def test_a_text_file_is_read_in_any_usual_encoding_with_any_usual_separator(encoding: str, separator: str):
    text = FRENCH.replace(", ", " et ").replace(";", separator)

    assert cells(text.encode(encoding)) == (
        ("Nom", "Prénom", "Club", "Âge", "Bande"),
        ("Martin", "Ana", "Lyon", "vikings", "8 Gardes et 24 Guerriers"),
        ("Durand", "Ben", "", "", ""),
    )


@pytest.mark.clause("HOUSE-FILE-2")
def test_quoted_cells_may_hold_separators_and_line_breaks():
    assert cells(b'Name,List\r\nAna,"8 Gardes,\n24 Guerriers"\r\n') == (
        ("Name", "List"),
        ("Ana", "8 Gardes,\n24 Guerriers"),
    )


@pytest.mark.clause("HOUSE-FILE-2")
def test_a_workbook_is_read_from_its_first_sheet():
    book = to_xlsx(
        ExportTable("entries", ("Name", "Number"), (("Ana", 7), ("Ben", None))), ExportTable("other", ("x",), ())
    )

    assert cells(book) == (("Name", "Number"), ("Ana", "7"), ("Ben", ""))


@pytest.mark.clause("HOUSE-FILE-2")
@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "import-empty"),
        (b"\n \n;;\n", "import-empty"),
        (b"x" * 5_000_001, "import-too-large"),
        (b"name\n" + b"ana\n" * 20_001, "import-too-large"),
        (b"PK\x03\x04 but no workbook", "import-not-a-workbook"),
        (b"GIF89a\0\0\1", "import-not-a-table"),
    ],
)
def test_what_is_not_a_table_is_refused_with_its_reason(data: bytes, code: str):
    with pytest.raises(UnreadableTable) as refused:
        read_grid(data)

    assert refused.value.code == code


@pytest.mark.parametrize(
    ("headings", "columns"),
    [
        ("Nom et prénom;E-mail;Équipe", {EntryColumn.NAME: 0, EntryColumn.EMAIL: 1, EntryColumn.TEAM: 2}),
        ("N°;Pseudo;ASSOCIATION", {EntryColumn.NUMBER: 0, EntryColumn.NICKNAME: 1, EntryColumn.CLUB: 2}),
        ("First name;Last name;Faction", {EntryColumn.FIRST_NAME: 0, EntryColumn.LAST_NAME: 1, EntryColumn.FACTION: 2}),
        ("Nom;Prénom", {EntryColumn.LAST_NAME: 0, EntryColumn.FIRST_NAME: 1}),
        ("Joueur;Univers;Bande;Remarque", {EntryColumn.NAME: 0, EntryColumn.AGE: 1, EntryColumn.LIST: 2}),
    ],
)
def test_columns_are_known_by_their_headings(headings: str, columns: dict[EntryColumn, int]):
    assert guess_columns(grid(headings.split(";"))) == Guess(columns, headed=True)


def test_without_headings_columns_are_known_by_what_they_hold():
    rows = read_grid(b"1;Ana;Lyon;ana@example.org;8 Gardes\n2;Ben;Lille;ben@example.org;24 Guerriers\n")

    assert guess_columns(rows) == Guess(
        {EntryColumn.NUMBER: 0, EntryColumn.NAME: 1, EntryColumn.CLUB: 2, EntryColumn.EMAIL: 3, EntryColumn.LIST: 4},
        headed=False,
    )


@pytest.mark.clause("HOUSE-FILE-1")
def test_a_preview_shows_what_would_be_entered_and_what_nobody_understood():
    preview = preview_entries(read_grid(FRENCH.replace("Bande", "Couleur").encode()))

    assert preview.drafts == (
        EntryDraft(2, "Ana Martin", club="Lyon", age="vikings"),
        EntryDraft(3, "Ben Durand"),
    )
    assert (preview.problems, preview.unused) == ((), ("Âge", "Couleur"))


@pytest.mark.clause("HOUSE-FILE-1")
def test_lines_without_a_name_or_with_a_known_one_are_named_with_their_number():
    rows = read_grid("Nom;Club\nGaëlle;\n;Lyon\n\nGAELLE;\nHugo;\nZoé;\n".encode())

    preview = preview_entries(rows, known=[EntryDraft(0, "hugo")])

    assert [draft.name for draft in preview.drafts] == ["Gaëlle", "Zoé"]
    assert [(problem.code, problem.facts) for problem in preview.problems] == [
        ("import-no-name", {"line": 3}),
        ("import-same-name", {"line": 5, "name": "GAELLE", "other": 2}),
        ("import-already-entered", {"line": 6, "name": "Hugo", "other": 0}),
    ]


def test_the_organiser_may_say_which_column_is_what():
    preview = preview_entries(
        grid(["x", "Ana"], ["y", "Ben"]), Guess({EntryColumn.NAME: 1, EntryColumn.CLUB: 0}, headed=False)
    )

    assert preview.drafts == (EntryDraft(1, "Ana", club="x"), EntryDraft(2, "Ben", club="y"))


def test_a_nickname_stands_in_for_a_name():
    assert preview_entries(grid(["Pseudo"], ["Le Brave"])).drafts == (EntryDraft(2, "Le Brave", "Le Brave"),)


@pytest.mark.clause("HOUSE-FILE-3")
def test_a_name_that_begins_like_a_formula_is_never_run_and_reads_back():
    sheet = ExportTable("entries", ("name",), (("=1+1",), ("-Ana",), ("@Ben",)))

    assert b"'=1+1\r\n'-Ana\r\n'@Ben" in to_csv(sheet)
    assert cells(to_csv(sheet)) == (("name",), ("=1+1",), ("-Ana",), ("@Ben",))
    assert cells(to_xlsx(sheet)) == (("name",), ("=1+1",), ("-Ana",), ("@Ben",))


def test_a_workbook_that_unpacks_to_too_much_is_refused():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b"0" * 101_000_000)

    with pytest.raises(UnreadableTable) as refused:
        read_grid(packed.getvalue())

    assert refused.value.code == "import-too-large"


def test_names_in_any_script_are_names():
    preview = preview_entries(read_grid("Nom;Club\nМария;Лион\n李明;Lyon\nмария;".encode()))

    assert [draft.name for draft in preview.drafts] == ["Мария", "李明"]
    assert [problem.code for problem in preview.problems] == ["import-same-name"]


def test_a_cell_too_long_to_be_one_is_no_table():
    with pytest.raises(UnreadableTable) as unreadable:
        read_grid(b"Nom;Club\n" + b"a" * 200_000)

    assert unreadable.value.code == "import-not-a-table"


def test_headings_are_recognised_generously():
    grid = read_grid(
        "Nom ; Prénom;Association / Club (facultatif);Armée;E-mail;N° T3\nMartin;Zoé;Loups;Vikings;z@x.fr;12\n".encode()
    )

    assert set(guess_columns(grid).columns) == {
        EntryColumn.LAST_NAME, EntryColumn.FIRST_NAME, EntryColumn.CLUB, EntryColumn.FACTION, EntryColumn.EMAIL,
        EntryColumn.LICENCE,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("headings", "columns"),
    [
        (
            "Horodateur;Votre nom et prénom;Quelle armée jouez-vous ?;Club ou ville d'origine",
            {EntryColumn.NAME: 1, EntryColumn.FACTION: 2, EntryColumn.CLUB: 3},
        ),
        ("Player (required);Your T3 number;Team name",
         {EntryColumn.NAME: 0, EntryColumn.LICENCE: 1, EntryColumn.TEAM: 2}),
        ("Prénom du participant;Nom du participant;Adresse électronique",
         {EntryColumn.FIRST_NAME: 0, EntryColumn.LAST_NAME: 1, EntryColumn.EMAIL: 2}),
    ],
)  # fmt: skip
def test_a_question_of_a_form_is_a_heading_too(headings: str, columns: dict[EntryColumn, int]):
    assert guess_columns(grid(headings.split(";"))) == Guess(columns, headed=True)


def test_somebody_who_plays_for_a_club_of_that_name_is_no_heading():
    rows = grid(["Ana", "Club des Loups"], ["Ben", "Les Dés Pipés"])

    assert guess_columns(rows) == Guess({EntryColumn.NAME: 0, EntryColumn.CLUB: 1}, headed=False)


@pytest.mark.clause("HOUSE-FILE-4")
def test_what_is_not_kept_is_listed_whether_it_is_understood_or_not():
    rows = read_grid("Nom;E-mail;Armée;Payé;N° T3\nAna;a@x.fr;Vikings;oui;12\n".encode())

    preview = preview_entries(rows)

    assert preview.unused == ("E-mail", "Payé")
    assert preview.drafts == (EntryDraft(2, "Ana", faction="Vikings", email="a@x.fr", licence="12"),)


@pytest.mark.clause("HOUSE-FILE-1")
def test_namesakes_with_a_club_each_are_two_people():
    rows = read_grid(b"Nom;Club\nJean Martin;Lyon\nJEAN MARTIN;Lille\nJean Martin;lyon\nJean Martin;\n")

    preview = preview_entries(rows, known=[EntryDraft(0, "Jean Martin", club="Nantes")])

    assert [draft.line for draft in preview.drafts] == [2, 3]
    assert preview.namesakes == (2, 3)
    assert [draft.line for draft in preview.doubtful] == [4, 5]
    assert [(problem.code, problem.facts["other"]) for problem in preview.problems] == [
        ("import-same-name", 2), ("import-already-entered", 0),
    ]  # fmt: skip


def test_a_grid_sent_on_by_a_page_reads_back_to_itself():
    rows = read_grid('\n\nNom;Liste, longue\n\n\'=Ana;"8 Gardes, 4 Levées\n1 Seigneur"\nBen;a, b\n'.encode())

    assert read_grid(as_text(rows).encode()) == rows
    assert [line.number for line in rows] == [3, 5, 6]
