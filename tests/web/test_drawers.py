"""A form of a drawer that is refused comes back open and as it was sent, also to a browser without scripts."""

from __future__ import annotations

import re
from typing import Any

import pytest

from heraut.kernel.names import Seat
from heraut.tournament.entries import CheckIn, Register
from heraut.tournament.results import ReportResult
from heraut.tournament.saga.scoring import SagaReport
from web.build import host
from web.test_tournament import ORGANISER, cup, drafted, phone, playing, saga, say, text, view

pytestmark = pytest.mark.django_db

ANA = Seat("ana")
SWAPS, PLAYERS, REPAIR, LAST = "Échanger au clavier", "joueurs", "Réapparier des tables", "Autres actions"


class Drawer:
    """A drawer of an answer, which is open."""

    def __init__(self, answer: Any, summary: str) -> None:
        shown = text(answer).replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")
        found = re.search(rf'<details class="drawer" open><summary>[^<]*{summary}[^<]*</summary>(.*)', shown)
        assert found is not None
        self.content = found[1]

    def value(self, id: str) -> str | None:
        """What stands in a field."""
        found = re.search(rf'<input[^>]* id="{id}"[^>]* value="([^"]*)"', self.content)
        return found and found[1]

    @property
    def said(self) -> str:
        """The faults it tells."""
        return " ".join(re.findall(r'<p class="fault"[^>]*>(.*?)</p>', self.content))


@pytest.mark.parametrize(
    ("one", "two", "fault"),
    [
        ("Ana", "Personne", "« avec » : personne ne s’appelle « Personne » ici."),
        ("Jean", "Ana", "« Échanger » : plusieurs joueurs répondent à « Jean ». Lequel ?"),
    ],
)
def test_a_swap_of_players_that_is_refused_tells_the_field_and_keeps_both(one: str, two: str, fault: str):
    cup(saga(players={}, lists_required=False))
    for seat, name in (("ana", "Ana"), ("ben", "Ben"), ("jean", "Jean Martin"), ("jean-2", "Jean Martin")):
        say(Register(seat=ORGANISER, player=Seat(seat), name=name))
        say(CheckIn(seat=ORGANISER, player=Seat(seat)))
    host().post("/g/cup/tournament/begin")

    answer = host().post("/g/cup/tournament/swap", {"one": one, "two": two})

    assert (answer.status_code, Drawer(answer, SWAPS).said) == (400, fault)
    assert tuple(map(Drawer(answer, SWAPS).value, ("player-one", "player-two"))) == (one, two)


def test_a_swap_of_tables_that_is_refused_tells_the_field_and_keeps_both():
    drafted()

    answer = host().post("/g/cup/tournament/swap-tables", {"one": "1", "two": "9"})

    assert answer.status_code == 400
    assert 'id="table-two-fault">' in Drawer(answer, SWAPS).content
    assert tuple(map(Drawer(answer, SWAPS).value, ("table-one", "table-two"))) == ("1", "9")


def test_a_late_entry_that_is_refused_stays_on_its_line():
    playing()

    answer = host().post("/g/cup/tournament/entries", {"names": "Emma, Les Loups", "present": "on", "spare": "on"})

    assert answer.status_code == 409
    assert Drawer(answer, PLAYERS).value("late-names") == "Emma, Les Loups"
    assert "n’a pas de joueur d’appoint" in Drawer(answer, PLAYERS).said


def test_tables_that_cannot_be_paired_anew_stay_ticked():
    playing()

    answer = host().post("/g/cup/tournament/repair", {"table": ["2"]})

    assert answer.status_code == 409
    assert re.findall(r'name="table" value="(\d)" ?checked', Drawer(answer, REPAIR).content) == ["2"]
    assert Drawer(answer, REPAIR).said != ""


@pytest.mark.parametrize(
    ("sent", "status", "opens", "fault", "kept"),
    [
        (
            {"type": "Rule", "text": " ", "table": "2"},
            409,
            "Rendre une décision",
            "décision",
            ("field-Rule-table", "2"),
        ),
        (
            {"type": "Rule", "text": "On relance.", "table": "b"},
            400,
            "Rendre une décision",
            "« Table » : ",
            ("field-Rule-text", "On relance."),
        ),
        (
            {"type": "SetTables", "tables": "1 2 b"},
            400,
            "Tables en service",
            "« Tables » : ",
            ("field-SetTables-tables", "1 2 b"),
        ),
        ({"type": "SetTables", "tables": "1 2 2"}, 409, "Tables en service", "2", ("field-SetTables-tables", "1 2 2")),
    ],
)
def test_a_form_of_the_last_drawer_that_is_refused_is_open_as_it_was_sent(
    sent: dict[str, str], status: int, opens: str, fault: str, kept: tuple[str, str]
):
    playing()

    answer = host().post("/g/cup/tournament/other", sent)

    assert answer.status_code == status
    assert Drawer(answer, LAST).value(kept[0]) == kept[1]
    assert fault in Drawer(answer, opens).said


def test_a_form_of_the_last_drawer_is_handed_in():
    playing()

    assert host().post("/g/cup/tournament/other", {"type": "SetTables", "tables": "4 5"}).status_code == 302
    assert view().tables == (4, 5)


def test_a_line_that_is_nobody_stays_to_be_corrected_unless_it_is_a_code():
    cup()
    code = "x" * 22

    assert 'value="Personne"' in text(host().post("/g/cup/tournament/badges/scan", {"line": "Personne"}))
    assert code not in text(host().post("/g/cup/tournament/badges/scan", {"line": f"http://testserver/s/{code}"}))


def test_a_report_to_be_changed_is_open_on_the_phone_as_it_was_sent():
    playing()
    ana, seats = phone(ANA), next(table.seats for table in view().played[0].tables if ANA in table.seats)
    say(ReportResult(seat=ANA, report=SagaReport(dict.fromkeys(seats, 9), first_player=ANA)))

    answer = ana.post("/g/cup/tournament/report", {f"points-{seat}": "neuf" for seat in seats})

    assert answer.status_code == 400
    assert Drawer(answer, "Changer mon annonce").value(f"field-points-{ANA}") == "neuf"


@pytest.mark.parametrize(
    ("sent", "status", "kept"),
    [
        ({"type": "GrantTime", "minutes": "dix", "reason": "Décor à refaire"}, 400, "Décor à refaire"),
        ({"type": "GrantTime", "minutes": "10", "reason": " "}, 409, "10"),
        ({"type": "Warn", "player": "nobody", "reason": "Retard"}, 409, "Retard"),
    ],
)
def test_what_is_refused_beside_a_result_is_told_at_its_form_and_kept(sent: dict[str, str], status: int, kept: str):
    playing()

    answer = host().post("/g/cup/tournament/rounds/1/tables/1", {**sent, "table": "1"})
    form = text(answer).partition(f'name="type" value="{sent["type"]}"')[2].partition("</form>")[0]

    assert answer.status_code == status
    assert "<h1>Table 1</h1>" in text(answer)
    assert f'value="{kept}"' in form
    assert '<p class="fault">' in form


def test_more_time_a_ruling_and_a_warning_are_given_from_the_page_of_the_table():
    playing()
    seat = view().played[0].tables[0].seats[0]
    for sent in (
        {"type": "GrantTime", "minutes": "10", "reason": "Décor"},
        {"type": "Rule", "text": "On relance."},
        {"type": "Warn", "player": seat, "reason": "Retard"},
    ):
        answer = host().post("/g/cup/tournament/rounds/1/tables/1", {**sent, "table": "1"})
        assert (answer.status_code, answer["Location"]) == (302, "/g/cup/")

    assert view().played[0].tables[0].granted == 10
    assert [ruling.text for ruling in view().rulings] == ["On relance."]
    assert [sanction.reason for sanction in view().sanctions] == ["Retard"]
