"""A form counts for the moment its page showed, and for no other."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from heraut.kernel.names import ORGANISER, Seat, StreamId
from heraut.skirmish.announcements import Announce
from heraut.skirmish.sheet_text import duel_of_warriors
from heraut.skirmish.turn import BeginFight, Proceed
from heraut.tournament.planning import ChooseScenario
from heraut.tournament.results import SettleResult
from heraut.tournament.rounds import DraftRound, PublishRound
from heraut.tournament.saga.scoring import SagaReport
from heraut.tournament.steamroller.scoring import SteamrollerReport, SteamrollerWin
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.web.desk import desk
from heraut.web.game import view_of
from web import war
from web.build import host, laid_out, player
from web.test_match import TABLE as MATCH
from web.test_match import enter, match
from web.test_skirmish import FIGHT, fight, roll_all, send
from web.test_skirmish import text as fight_page
from web.test_tournament import CUP, NAMES, phone, playing, say, text, view

pytestmark = pytest.mark.django_db


def report_form(page: str) -> dict[str, str]:
    """What the phone's report would send as it stands."""
    inside = re.search(r'<form class="offer" method="post" action="/g/cup/tournament/report".*?</form>', page, re.S)
    assert inside is not None
    found = re.findall(r'<input[^>]*name="([^"]+)"(?:[^>]*value="([^"]*)")?', inside.group())
    return {name: unescape(value) for name, value in found}


def next_round() -> None:
    for table in view().played[-1].tables:
        one, two = table.seats
        points = SagaReport({one: 20, two: 3})
        say(SettleResult(seat=ORGANISER, round=len(view().played), table=table.number, report=points))
    say(DraftRound(seat=ORGANISER))
    say(PublishRound(seat=ORGANISER))


def filled_in(form: dict[str, str]) -> dict[str, str]:
    return {name: value or "7" for name, value in form.items()}


def test_a_report_of_the_first_round_sent_in_the_second_is_refused_and_explained():
    playing()
    seat = view().played[-1].tables[0].seats[0]
    client = phone(seat)
    form = filled_in(report_form(text(client.get("/g/cup/"))))
    next_round()
    before = desk().history(CUP).sequence

    answer = client.post("/g/cup/tournament/report", form)

    assert answer.status_code == 409
    assert "un autre moment" in text(answer)
    assert desk().history(CUP).sequence == before


def test_the_same_form_counts_in_its_own_round():
    playing()
    seat = view().played[-1].tables[0].seats[0]
    client = phone(seat)
    form = filled_in(report_form(text(client.get("/g/cup/"))))
    before = desk().history(CUP).sequence

    assert client.post("/g/cup/tournament/report", form).status_code == 302
    assert desk().history(CUP).sequence == before + 1


def offered(page: str, address: str, kind: str) -> dict[str, str]:
    """The first form of a page that sends a command of that kind to that address, with its first button pressed."""
    for form in re.findall(rf'<form[^>]*action="[^"]*{address}".*?</form>', page, re.DOTALL):
        found = re.findall(r'<(?:input|button)[^>]*name="([^"]+)"(?:[^>]*value="([^"]*)")?', form)
        fields = {name: unescape(value) for name, value in reversed(found)}
        if fields.get("type") == kind:
            return fields
    raise AssertionError(f"no form for {kind}")


def lost_and_sent_again(client: Client, address: str, form: dict[str, str], stream: StreamId) -> None:
    """A form that got lost at its own moment arrives at another: refused, explained, and nothing is kept of it."""
    before = desk().history(stream).sequence

    for _again in range(2):  # a phone tries more than once
        answer = client.post(address, form)
        assert answer.status_code == 409
        assert "un autre moment" in laid_out(answer.content.decode())
    assert desk().history(stream).sequence == before


@pytest.mark.clause("HOUSE-PHASE-1")
def test_a_list_laid_in_the_first_round_is_not_laid_in_the_second():
    playing(SteamrollerSettings(size=35, players=NAMES))
    seat = view().played[-1].tables[0].seats[0]
    client = phone(seat)
    form = offered(text(client.get("/g/cup/")), "/send", "ChooseList")
    assert form["list_number"] == "1"
    for table in view().played[-1].tables:
        report = SteamrollerReport(winner=table.seats[0], kind=SteamrollerWin.ASSASSINATION)
        say(SettleResult(seat=ORGANISER, round=1, table=table.number, report=report))
    host().post("/g/cup/tournament/draft")
    say(ChooseScenario(seat=ORGANISER, round=2, scenario=open_scenario()))
    say(PublishRound(seat=ORGANISER, confirm_rematches=True))

    lost_and_sent_again(client, "/g/cup/send", form, CUP)


def open_scenario() -> str:
    found = re.findall(r'<option value="(\w+)">', text(host().get("/g/cup/")))
    return str(found[0])


@pytest.mark.clause("HOUSE-PHASE-1")
def test_a_bid_of_one_turn_is_not_sealed_in_the_next():
    war.war(turns=3)
    war.advance("campaign-bid")
    client, turn = player(war.ANA, war.WAR), war.state().board.turn
    form = offered(war.text(client), "/campaign/order", "PlaceBid")
    while war.state().board.turn == turn or not any(
        each.code == "campaign-bid" for each in desk().awaits(war.WAR, None)
    ):
        war.advance("campaign-bid")

    lost_and_sent_again(client, f"/g/{war.WAR}/campaign/order", {**form, "amount": "1"}, war.WAR)


@pytest.mark.clause("HOUSE-PHASE-1")
def test_an_announcement_of_one_turn_is_not_made_in_the_next():
    fight(duel_of_warriors())
    send(BeginFight())
    roll_all()
    client, awaited = player(Seat("ben"), FIGHT), desk().awaits(FIGHT, ORGANISER)[0]
    shown = re.search(r'name="moment" value="([^"]+)"', fight_page(client))
    assert shown is not None
    form = {"type": "Announce", "who": str(awaited.subject), "actions": "1", "moment": shown[1]}
    for _each in range(2):
        send(Announce(seat=ORGANISER, who=str(desk().awaits(FIGHT, ORGANISER)[0].subject), actions=1))
    for _segment in range(5):
        send(Proceed())

    lost_and_sent_again(client, f"/g/{FIGHT}/send", form, FIGHT)


def test_a_turn_of_a_match_that_is_sent_again_later_is_no_further_turn():
    match("capture")
    one, two = (player(seat, MATCH) for seat in (Seat("ana"), Seat("ben")))
    enter(one, "StateRoles", first="ana")
    enter(one, "SkipSetup")
    first = {"type": "EndTurn", "facts.by": "first", "facts.turn": "1"}
    one.post(f"/g/{MATCH}/match/entry", {**first, "command_id": "one"})
    two.post(
        f"/g/{MATCH}/match/entry", {"type": "EndTurn", "facts.by": "second", "facts.turn": "1", "command_id": "two"}
    )
    turns = view_of(MATCH, None).sheet.turn

    one.post(f"/g/{MATCH}/match/entry", {**first, "command_id": "lost and found"})

    assert (turns, view_of(MATCH, None).sheet.turn) == (2, 2)
