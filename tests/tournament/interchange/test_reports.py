from __future__ import annotations

import io
import json
from fractions import Fraction

import pytest
from openpyxl import load_workbook

from heraut.kernel.names import Seat
from heraut.tournament.interchange.export import (
    EventExport,
    ExportTable,
    results_sheet,
    standings_sheet,
    to_csv,
    to_json,
    to_trf16,
    to_xlsx,
)
from heraut.tournament.interchange.spreadsheet import read_grid
from heraut.tournament.standings.ledger import Entrant, FinishedGame, GameSide, Standing, ranking_of
from heraut.tournament.standings.table import standings
from tournament.pairing.build import ANA, BEN, CHLOE

NAMES = {ANA: "Ana Martin", BEN: "Ben", CHLOE: "Chloé"}
GAMES = (
    FinishedGame(1, GameSide(ANA, Fraction(21, 2), 7), GameSide(BEN, 10, 7), ANA),
    FinishedGame(1, GameSide(CHLOE, 11), winner=CHLOE),
    FinishedGame(2, GameSide(CHLOE, 1), GameSide(ANA, 19), ANA, "forfeit"),
    FinishedGame(2, GameSide(BEN, 11), winner=BEN),
)


def report(**more) -> EventExport:
    entrants = [Entrant(ANA, 1), Entrant(BEN, 2), Entrant(CHLOE, 3, standing=Standing.DROPPED)]
    rows = standings(entrants, GAMES, ranking_of("saga")).rows
    facts = {"title": "Coupe", "names": NAMES, "numbers": {ANA: 1, BEN: 2, CHLOE: 3}, "games": GAMES, "rows": rows}
    return EventExport(**(facts | more))


def test_results_leave_out_the_columns_nobody_used():
    sheet = results_sheet(report())

    assert sheet.columns == (
        *("round", "first", "second", "winner", "kind", "first_points", "second_points"),
        *("first_victory_points", "second_victory_points"),
    )
    assert sheet.rows == (
        (1, "Ana Martin", "Ben", "Ana Martin", None, Fraction(21, 2), 10, 7, 7),
        (1, "Chloé", None, "Chloé", "bye", 11, None, 0, None),
        (2, "Chloé", "Ana Martin", "Ana Martin", "forfeit", 1, 19, 0, 0),
        (2, "Ben", None, "Ben", "bye", 11, None, 0, None),
    )


def test_standings_have_a_column_for_each_criterion_and_may_be_headed_in_french():
    sheet = standings_sheet(report(), {"rank": "rang", "name": "nom", "standings": "classement"})

    assert (sheet.name, sheet.columns) == (
        "classement",
        ("rang", "number", "nom", "wins", "points", "resistance", "standing"),
    )
    assert sheet.rows[0] == (1, 1, "Ana Martin", 2, Fraction(59, 2), 33, "active")
    assert sheet.rows[2][-1] == "dropped"


def test_results_tell_tables_clubs_and_factions_in_the_readers_words():
    told = report(
        clubs={ANA: "Lyon", BEN: "", CHLOE: "Lille"}, factions={BEN: "Vikings"},
        tables={(1, ANA): 4, (1, BEN): 4, (2, ANA): 1, (2, CHLOE): 1},
    )  # fmt: skip
    words = {"first_club": "Club du premier", "kind-bye": "exempt", "kind-forfeit": "forfait", "table": "Table"}
    sheet = results_sheet(told, words)

    assert sheet.columns[:8] == (
        "round", "Table", "first", "Club du premier", "first_faction", "second", "second_club", "second_faction",
    )  # fmt: skip
    assert [row[:10] for row in sheet.rows] == [
        (1, 4, "Ana Martin", "Lyon", "", "Ben", "", "Vikings", "Ana Martin", None),
        (1, None, "Chloé", "Lille", "", None, None, None, "Chloé", "exempt"),
        (2, 1, "Chloé", "Lille", "", "Ana Martin", "Lyon", "", "Ana Martin", "forfait"),
        (2, None, "Ben", "", "Vikings", None, None, None, "Ben", "exempt"),
    ]


def test_csv_is_what_a_french_spreadsheet_expects_unless_asked_otherwise():
    sheet = ExportTable("s", ("nom", "points"), (("Chloé; la 2e", Fraction(21, 2)), ("Ben", None)))

    assert to_csv(sheet).decode("utf-8-sig") == 'nom;points\r\n"Chloé; la 2e";10,5\r\nBen;\r\n'
    assert (
        to_csv(sheet, separator=",", decimal=".").decode("utf-8-sig") == "nom,points\r\nChloé; la 2e,10.5\r\nBen,\r\n"
    )


def test_numbers_stay_numbers_in_a_workbook():
    sheet = ExportTable("s", ("nom", "points"), (("Chloé", Fraction(21, 2)), ("Ben", 3)))

    assert [line.cells for line in read_grid(to_xlsx(sheet))] == [("nom", "points"), ("Chloé", "10.5"), ("Ben", "3")]


def test_json_is_exact():
    assert json.loads(to_json(ExportTable("standings", ("name", "points"), (("Ana", Fraction(21, 2)),)))) == {
        "standings": [{"name": "Ana", "points": "21/2"}]
    }


def columns(line: str, first: int, last: int) -> str:
    """Columns as the format counts them, from 1."""
    return line[first - 1 : last].strip()


def test_trf16_keeps_its_columns():
    lines = to_trf16(report(place="Lyon", begins="2026/03/07", ends="2026/03/08")).decode().split("\r\n")
    players = [line for line in lines if line.startswith("001")]

    assert lines[:5] == ["012 Coupe", "022 Lyon", "042 2026/03/07", "052 2026/03/08", "062 3"]
    assert [columns(line, 5, 8) for line in players] == ["1", "2", "3"]
    assert [columns(line, 15, 47) for line in players] == ["Ana Martin", "Ben", "Chloé"]
    assert [columns(line, 81, 84) for line in players] == ["2.0", "1.0", "1.0"]
    assert [columns(line, 86, 89) for line in players] == ["1", "2", "3"]
    assert [(columns(line, 92, 95), columns(line, 97, 97), columns(line, 99, 99)) for line in players] == [
        ("2", "w", "1"),
        ("1", "b", "0"),
        ("0000", "-", "U"),
    ]
    assert [(columns(line, 102, 105), columns(line, 107, 107), columns(line, 109, 109)) for line in players] == [
        ("3", "b", "+"),
        ("0000", "-", "U"),
        ("1", "w", "-"),
    ]


def test_trf16_without_standings_ranks_by_points_and_marks_absence():
    early = [
        FinishedGame(1, GameSide(ANA, 1), GameSide(BEN, 0), ANA),
        FinishedGame(2, GameSide(BEN, 1), GameSide(CHLOE, 0), BEN),
    ]
    lines = to_trf16(report(games=early, rows=())).decode().split("\r\n")
    players = [line for line in lines if line.startswith("001")]

    assert [columns(line, 86, 89) for line in players] == ["1", "2", "3"]
    assert [columns(line, 99, 99) for line in players] == ["1", "0", "Z"]
    assert "XXR 2" in lines


def read_as_bbp_pairings_does(data: bytes) -> tuple[int, dict[int, list[tuple[int, str, str]]]]:
    """
    The rounds expected and everybody's games, refused where the reader of bbpPairings 6 refuses.

    Every number once and none missing, lines of 84 characters at least, games told alike by both, points that the
    results give.
    """
    worth = {"1": 10, "+": 10, "U": 10, "=": 5, "0": 0, "-": 0, "Z": 0}
    expected, found, points = 0, {}, {}
    for line in data.decode().replace("\n", "").split("\r"):
        if line.startswith("XXR"):
            expected = int(line[3:])
        if not line.startswith("001"):
            assert line[:3] not in ("013", "240", "250", "260", "310", "XXA", "XXP", "162", "299")
            continue
        number, cells = int(line[4:8]), [line[at : at + 8] for at in range(91, len(line), 10)]
        assert len(line) >= 84
        assert number not in found
        assert not line[48:52].strip()  # no rating
        points[number] = int(line[80:84].replace(".", ""))
        found[number] = [(int(cell[:4]), cell[5], cell[7]) for cell in cells]
    assert sorted(found) == list(range(1, len(found) + 1))
    for number, games in found.items():
        assert points[number] == sum(worth[result] for _, _, result in games)
        for place, (other, side, result) in enumerate(games):
            assert (other == 0) == (side == "-") == (result in "UZ")
            if other:
                told = found[other][place]
                assert (told[0], {side, told[1]}) == (number, {"w", "b"})
                assert worth[result] + worth[told[2]] == 10
    return expected, found


def test_trf16_is_one_that_bbp_pairings_reads():
    expected, found = read_as_bbp_pairings_does(to_trf16(report(rounds=3), ["No clubs here"]))

    assert expected == 3
    assert found[1] == [(2, "w", "1"), (3, "b", "+")]


def test_a_bye_that_is_no_win_and_a_draw_count_what_the_form_gives_them():
    games = (FinishedGame(1, GameSide(ANA, 10), GameSide(BEN, 10)), FinishedGame(1, GameSide(CHLOE, 11), kind="bye"))
    lines = to_trf16(report(games=games, rows=())).decode().split("\r\n")
    players = [line for line in lines if line.startswith("001")]

    assert [columns(line, 81, 84) for line in players] == ["0.5", "0.5", "0.0"]
    assert [columns(line, 99, 99) for line in players] == ["=", "=", "Z"]


def test_a_round_being_played_stays_out_and_remarks_and_days_stand_in_their_place():
    lines = to_trf16(report(whole=1, rounds=3, days=("2026/03/07", "2026/03/08")), ["A\nremark"]).decode().split("\r\n")
    (days,) = (line for line in lines if line.startswith("132"))

    assert (days[91:99], len(days)) == ("26/03/07", 99)
    assert all(len(line) == 99 for line in lines if line.startswith("001"))
    assert lines[-2:] == ["### A remark", ""]


def test_a_long_name_with_line_breaks_does_not_move_the_columns():
    name = "Maximilien\n" + "de " * 20
    line = next(line for line in to_trf16(report(names=NAMES | {ANA: name})).decode().split("\r\n") if "Maxi" in line)

    assert columns(line, 81, 84) == "2.0"
    assert Seat("ana") not in line


def test_a_workbook_takes_signs_and_numbers_no_spreadsheet_knows():
    book = to_xlsx(ExportTable("names", ("name", "points"), (("A\x0bna", 10**400),)))

    assert read_grid(book)[1].cells == ("A na", str(10**400))


def test_half_a_character_becomes_a_space_in_every_file():
    broken = report(names=NAMES | {ANA: "Ana\ud800 Martin"}, title="Coupe \udfff")
    sheet = results_sheet(broken)

    assert to_csv(sheet).decode("utf-8-sig").splitlines()[1].split(";")[1] == "Ana  Martin"
    assert json.loads(to_json(sheet))["results"][0]["first"] == "Ana  Martin"
    assert read_grid(to_xlsx(sheet))[1].cells[1] == "Ana  Martin"
    assert "Ana Martin" in to_trf16(broken).decode()


def test_a_sheet_is_called_what_a_workbook_allows():
    titles = ("Ronde 1/2: [a]*?\\b", "'Coupe'", "x" * 40, "\ud800")
    book = load_workbook(io.BytesIO(to_xlsx(*(ExportTable(title, ("name",), ()) for title in titles))))

    assert book.sheetnames == ["Ronde 1-2- -a----b", "Coupe", "x" * 31, "-"]


@pytest.mark.clause("SR-BYE-2")
def test_a_bye_worth_a_point_is_a_point_of_the_form():
    byes = (FinishedGame(1, GameSide(CHLOE, 1), kind="bye"),)
    lines = to_trf16(report(games=byes, rows=())).decode().split("\r\n")
    (chloe,) = (line for line in lines if "Chloé" in line)

    assert (columns(chloe, 81, 84), columns(chloe, 99, 99)) == ("1.0", "U")
