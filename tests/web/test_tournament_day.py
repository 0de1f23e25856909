"""A day at a tournament as people live it: sent twice, left blank, left early; what pages then say."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from heraut.kernel.names import Instant, Seat
from heraut.tournament.clocks import CallTime, StartClock
from heraut.tournament.officials import Disqualify
from heraut.tournament.results import EndEvent, ReportResult, SettleResult
from heraut.tournament.rounds import PublishRound
from heraut.tournament.saga.scoring import SagaReport
from heraut.tournament.steamroller.lists import ChooseList
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.tournament.steamroller.variants import Variants
from heraut.tournament.votes import OpenVotes
from heraut.web.desk import desk
from heraut.web.permissions import Role
from heraut.web.rooms.tournament.pages import stages
from web.build import holder, host, passer_by
from web.test_tournament import CUP, NAMES, ORGANISER, cup, drafted, phone, playing, saga, say, view
from web.test_tournament import text as laid_out

pytestmark = pytest.mark.django_db


def text(answer: Any) -> str:
    """A page with plain spaces."""
    return laid_out(answer).replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")


def seats_at(number: int) -> tuple[Seat, Seat]:
    return view().played[-1].tables[number - 1].seats


def test_a_form_of_entries_that_comes_twice_counts_once():
    cup(saga(players={}))
    sent = {"names": "Léa\nTom\tLes Loups", "present": "on", "command_id": "0123456789abcdef"}
    client = host()

    assert [client.post("/g/cup/tournament/entries", sent).status_code for _ in range(2)] == [302, 302]

    assert [(each.name, each.club, each.status) for each in view().players] == [
        ("Léa", "", "present"),
        ("Tom", "Les Loups", "present"),
    ]


def test_a_card_once_laid_is_taken_back_by_officials_alone():
    playing(SteamrollerSettings(size=35, players=NAMES))
    say(ChooseList(seat=Seat("ana"), list_number=1))
    line = len(desk().log(CUP, Seat("ana")))
    client = phone(Seat("ana"))

    assert f"/undo/{line}" not in text(client.get("/g/cup/"))
    assert "ne change plus une fois fait" in text(client.post(f"/g/cup/undo/{line}"))
    assert host().post(f"/g/cup/undo/{desk().history(CUP).sequence}").status_code == 302
    assert view(Seat("ana")).may_choose == (1, 2)


@pytest.mark.parametrize("told", [(True, False), (False, True)])
def test_who_went_first_may_be_left_out_of_one_of_two_reports(told: tuple[bool, bool]):
    playing()
    one, other = seats_at(1)
    for seat, tells in zip((one, other), told, strict=True):
        points = {f"points-{one}": 20, f"points-{other}": 3, "ended": "", **({"first": other} if tells else {})}
        phone(seat).post("/g/cup/tournament/report", points)

    result = view().played[-1].tables[0].result
    assert result is not None
    assert (result.winner, result.points) == (one, {one: 15, other: 5})


@pytest.mark.clause("ST-PTS-7")
def test_who_went_first_may_be_left_out_by_a_program_too():
    playing()
    one, other = seats_at(1)
    for seat, more in ((one, {}), (other, {"first_player": one})):
        report = {"format": "saga", "victory_points": {one: 20, other: 3}, **more}
        sent = json.dumps({"type": "ReportResult", "report": report})
        phone(seat).post("/api/streams/cup/commands", sent, content_type="application/json")

    assert not view().played[-1].tables[0].disputed
    assert view().played[-1].tables[0].result is not None


def test_whoever_went_first_by_one_report_and_not_by_the_other_is_disputed():
    playing()
    one, other = seats_at(1)
    for seat in (one, other):
        say(ReportResult(seat=seat, report=SagaReport({one: 20, other: 3}, first_player=seat)))

    assert view().played[-1].tables[0].disputed


def test_a_phone_that_owes_a_list_says_so_and_never_that_all_is_over():
    drafted()
    host().post("/g/cup/tournament/entries", {"names": "Ève", "present": "on"})
    assert view().stage == "preparing"
    shown = text(holder(Role.PLAYER, Seat("eve"), "Ève", CUP).get("/g/cup/"))

    assert "Ève doit remettre sa liste." in shown
    assert "plus rien n’est attendu" not in shown


def test_a_ballot_is_awaited_after_the_last_round_too():
    drafted()
    say(PublishRound(seat=ORGANISER))
    for table in view().played[-1].tables:
        one, other = table.seats
        say(SettleResult(seat=ORGANISER, round=1, table=table.number, report=SagaReport({one: 9, other: 2})))
    say(EndEvent(seat=ORGANISER))
    client = phone(Seat("ana"))
    assert "plus rien n’est attendu" in text(client.get("/g/cup/"))

    say(OpenVotes(seat=ORGANISER))

    assert "Votre vote est attendu." in text(client.get("/g/cup/"))


def test_whoever_is_disqualified_is_told_so_and_waits_for_no_round():
    playing()
    say(Disqualify(seat=ORGANISER, player=Seat("ana"), reason="Triche"))
    shown = text(phone(Seat("ana")).get("/g/cup/"))

    assert "Noté : forfait d’Ana" in shown
    assert "Vous êtes hors du tournoi." in shown
    assert "La ronde suivante" not in shown


def test_the_ends_of_a_game_are_elided():
    playing(saga(players={**NAMES, Seat("david"): "Émile"}))
    shown = text(host().get(f"/g/cup/tournament/rounds/1/tables/{view().played[-1].tables[-1].number}"))
    shown += text(host().get("/g/cup/tournament/rounds/1/tables/1"))

    assert "abandon d’Émile" in shown
    assert "défaite immédiate d’Ana" in shown


def test_a_steamroller_line_that_cannot_be_read_has_an_example_of_its_own():
    playing(SteamrollerSettings(size=35, players=NAMES))

    assert "comme : 12 1 s 3 1 24 18." in text(host().post("/g/cup/tournament/result", {"line": "1 3 s"}))


def test_only_what_the_event_knows_is_offered():
    playing(SteamrollerSettings(size=35, players=NAMES, variants=Variants(no_time_limit=True, no_assassination=True)))
    desk_page, table = text(host().get("/g/cup/")), text(host().get("/g/cup/tournament/rounds/1/tables/1"))

    assert "Lancer l’horloge" not in desk_page
    assert 'value="wipe_out"' in table
    assert not any(f'value="{kind}"' in table for kind in ("assassination", "clock", "tb1"))


def test_the_settings_tell_what_is_so_and_offer_no_other_scenario_for_a_round_that_is_published():
    playing(saga(scenario_by_round=("clash", "capture", "conquest")))
    form = text(host().get("/g/cup/tournament/settings"))

    assert '<input type="hidden" name="scenario" value="clash">Ronde 1' in form
    assert 'id="scenario-1"' not in form
    assert 'id="scenario-2"' in form
    plan = {"scenario": ["clash", "capture", "conquest", "", ""], "lists_required": "on"}
    answer = host().post(
        "/g/cup/tournament/settings", {"format": "saga", "preset": "one_day", "swiss_rounds": "5", **plan}
    )
    assert "<td>3</td><td><b>5</b></td>" in text(answer)


def test_a_round_played_without_its_secret_roll_keeps_nobody_from_the_next():
    drafted(SteamrollerSettings(size=35, players=NAMES))
    client = host()
    client.post("/g/cup/send", {"type": "PublishRound"})
    assert "Le jet secret de durée de la ronde 1 est attendu." in text(client.get("/g/cup/"))
    for number in (1, 2):
        client.post("/g/cup/tournament/result", {"line": f"{number} 1 s 2 0 5 5"})
    page = text(client.get("/g/cup/"))

    assert "Le jet secret" not in page
    assert "Tirer les dés" not in page
    client.post("/g/cup/tournament/draft")
    assert view().draft is not None


@pytest.mark.clause("SR-ROUND-8")
def test_rounds_that_are_added_stand_in_the_line_of_the_day():
    drafted(SteamrollerSettings(size=35, players=NAMES, play_until_sole_leader=True))
    last = msgspec.structs.replace(view(), stage="preparing", rounds=3, round=5)

    assert [(name, when) for name, when, _page in stages(last)][-2:] == [
        ("Ronde 5", "now"),
        ("Classement final", "later"),
    ]


def test_the_hall_is_told_of_the_end_of_time_while_the_round_is_played_and_no_longer():
    playing(saga(round_minutes=60))
    say(StartClock(seat=ORGANISER, at=Instant(0)))
    say(CallTime(seat=ORGANISER, early=True, at=Instant(60)))
    screens = [text(passer_by().get("/g/cup/tournament/screen"))]
    for table in view().played[-1].tables:
        one, other = table.seats
        say(SettleResult(seat=ORGANISER, round=1, table=table.number, report=SagaReport({one: 9, other: 2})))
    screens.append(text(passer_by().get("/g/cup/tournament/screen")))

    assert ["Fin du temps" in screen for screen in screens] == [True, False]
