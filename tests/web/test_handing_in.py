"""Steamroller lists from a phone: as many as the event asks for, every fault at once, sealed."""

from __future__ import annotations

from typing import Any

import pytest

from heraut.kernel.names import Seat
from heraut.tournament.planning import ChooseScenario
from heraut.tournament.results import SettleResult
from heraut.tournament.rounds import DraftRound, PublishRound
from heraut.tournament.steamroller.lists import ChooseList
from heraut.tournament.steamroller.scoring import SteamrollerReport, SteamrollerWin
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.tournament.steamroller.variants import Variants
from heraut.warband.army_line import EntryKind as Kind
from web.build import host, passer_by
from web.test_tournament import NAMES, ORGANISER, cup, phone, playing, say, text, view

pytestmark = pytest.mark.django_db
ANA, BEN = Seat("ana"), Seat("ben")
GOOD = "* Haley +6\n- Ironclad 7\nTranchées x10 9\n+ Officier 2\nÉclaireurs x6 23"


def event(**variants: Any) -> None:
    cup(SteamrollerSettings(size=35, players=NAMES, variants=Variants(**variants)))


def sent(*texts: str, faction: str = "Cygnar", **more: Any) -> dict[str, Any]:
    empty = [""] * len(texts)
    filled = {"faction": [faction] * len(texts), "text": list(texts), "contract": empty, "theme": empty, "tier": empty}
    return {**filled, **more}


@pytest.mark.clause("SR-LIST-1", "SR-VLIST-2")
@pytest.mark.parametrize(("variants", "places"), [({}, 2), ({"lists": 1}, 1), ({"lists": 3}, 3)])
def test_the_phone_has_a_place_for_each_list_of_the_event(variants: dict[str, Any], places: int):
    event(**variants)

    assert text(phone(ANA).get("/g/cup/")).count('name="text"') == places


@pytest.mark.clause("SR-LIST-2", "SR-LIST-5", "SR-LIST-6")
@pytest.mark.parametrize(("variants", "same"), [({}, True), ({"lists": 1}, False)])
def test_the_phone_says_how_many_points_a_list_may_cost(variants: dict[str, Any], same: bool):
    event(**variants)
    page = text(phone(ANA).get("/g/cup/"))

    assert "33 à 35 points par liste, plus les points bonus" in page
    assert ("Même faction, un autre warcaster/warlock dans chaque liste." in page) == same


@pytest.mark.clause("SR-VLIST-7")
def test_who_is_left_with_one_list_is_told_to_the_opponent_and_at_the_desk():
    variants = Variants(lists=2, divide=True, rounds=2)
    playing(SteamrollerSettings(size=35, players=NAMES, variants=variants))
    for seat in NAMES:
        say(ChooseList(seat=seat, list_number=1))
    before = text(phone(ANA).get("/g/cup/"))
    for table in view().played[0].tables:
        report = SteamrollerReport(table.seats[0], SteamrollerWin.SCENARIO)
        say(SettleResult(seat=ORGANISER, round=1, table=table.number, report=report))
    say(ChooseScenario(seat=ORGANISER, round=2, scenario="grind"))
    say(DraftRound(seat=ORGANISER))
    say(PublishRound(seat=ORGANISER))
    table = next(one for one in view().played[1].tables if ANA in one.seats)
    other = next(seat for seat in table.seats if seat != ANA)

    assert "sans choix" not in before
    assert f"{NAMES[other]}\N{NO-BREAK SPACE}: sans choix" in text(phone(ANA).get("/g/cup/"))
    assert "Une seule liste vous reste permise" in text(phone(ANA).get("/g/cup/"))
    assert text(host().get(f"/g/cup/tournament/rounds/2/tables/{table.number}")).count(": sans choix,") == 2
    assert "sans choix" not in text(passer_by().get("/g/cup/"))


@pytest.mark.clause("SR-SHEET-2")
def test_lists_are_read_line_by_line_and_sealed():
    event()
    ana, ben = phone(ANA), phone(BEN)

    assert ana.post("/g/cup/tournament/lists", sent(GOOD, "")).status_code == 302

    (army,) = next(player.lists for player in view(ANA).players if player.seat == ANA)
    assert [(entry.kind, entry.paid, entry.figures) for entry in army.entries] == [
        (Kind.WARJACK, 7, 1), (Kind.UNIT, 11, 10), (Kind.UNIT, 23, 6),
    ]  # fmt: skip
    assert "Éclaireurs" in text(ana.get("/g/cup/"))
    assert "Éclaireurs" not in text(ben.get("/g/cup/"))


def test_every_line_that_cannot_be_read_is_shown_and_nothing_typed_is_lost():
    event()

    answer = phone(ANA).post("/g/cup/tournament/lists", sent("* Haley\nTranchées", "Éclaireurs"))

    assert answer.status_code == 409
    assert "Liste 1, ligne 2" in text(answer)
    assert "Liste 2, ligne 1" in text(answer)
    assert "* Haley\nTranchées</textarea>" in text(answer)


def test_every_fault_by_the_rules_is_shown_at_once():
    event(lists=2, character_casters=True)
    wrong = sent("* Haley +6\nTranchées x10 9", "* Epic Haley @Haley\nÉclaireurs 35")

    answer = phone(ANA).post("/g/cup/tournament/lists", wrong)

    assert answer.status_code == 409
    page = text(answer)
    for clause in ("SR-LIST-2", "SR-LIST-3", "SR-VLIST-3"):
        assert f"/why/{clause}" in page


def test_a_theme_has_its_tier():
    event(theme_tier=2)
    ana = phone(ANA)

    assert ana.post("/g/cup/tournament/lists", sent(GOOD)).status_code == 409
    themed = sent(GOOD, theme=["Tempête"], tier=["2"])
    assert ana.post("/g/cup/tournament/lists", themed).status_code == 302


def test_an_official_who_hands_in_for_a_player_keeps_what_was_typed():
    event()
    desk = host()

    answer = desk.post("/g/cup/tournament/lists", sent("Tranchées", player="ben"))

    assert answer.status_code == 409
    assert "<h1>Ben</h1>" in text(answer)
    assert "Tranchées</textarea>" in text(answer)
    assert desk.post("/g/cup/tournament/lists", sent(GOOD, player="ben")).status_code == 302
