"""A match opened at a table of an event: its signed result goes there, and so do its corrections."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from html import unescape
from typing import Any

import pytest
from django.test import Client

from heraut.kernel.journal import Header
from heraut.kernel.names import ActorId, CommandId, Instant, Seat, StreamId
from heraut.scenario.settings import AtTable, Settings
from heraut.tournament.clocks import StartClock
from heraut.tournament.results import SettleResult
from heraut.tournament.saga.scoring import Bonus, SagaReport
from heraut.tournament.steamroller.lists import ChooseList
from heraut.tournament.steamroller.scoring import SteamrollerReport
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.web.clock import strike
from heraut.web.desk import desk, now
from heraut.web.game import new_id
from web.build import host, player
from web.test_tournament import CUP, NAMES, ORGANISER, phone, playing, saga, say, text, view

pytestmark = pytest.mark.django_db


def steamroller() -> SteamrollerSettings:
    return SteamrollerSettings(size=35, players=NAMES)


def table_of(number: int = 1) -> Any:
    return next(table for table in view().played[0].tables if table.number == number)


def phones(number: int = 1) -> tuple[StreamId, list[Client]]:
    """The match of a table, and its two players' phones, sat at it from the event's own page."""
    table = table_of(number)
    clients = [phone(seat) for seat in table.seats]
    for client in clients:
        client.post("/g/cup/tournament/sheet")
    return StreamId(table.match), clients


def enter(client: Client, match: StreamId, type: str, **fields: Any) -> None:
    named = {key.replace("___", ":").replace("__", "."): value for key, value in fields.items()}
    posted = {"type": type, "command_id": new_id(), "confirmed": "1", **named}
    answer = client.post(f"/g/{match}/match/entry", posted, follow=True)
    assert answer.status_code == 200, text(answer)[:2000]


def played_clash(
    match: StreamId, clients: list[Client], seats: tuple[Seat, Seat], points: tuple[int, int], *, sign: bool = True
) -> None:
    one, two = clients
    enter(one, match, "StateRoles", first=seats[0])
    for each in (one, two):
        enter(each, match, "SkipSetup")
    for turn in range(1, 6):
        enter(one, match, "EndTurn", facts__by="first", facts__turn=turn)
        enter(two, match, "EndTurn", facts__by="second", facts__turn=turn)
    two.post(f"/g/{match}/dice", {"face": "1", "command_id": new_id()})
    enter(one, match, "SweepEdges")
    enter(one, match, "CountEnd", massacre___first=points[0], massacre___second=points[1])
    for client in clients if sign else ():
        enter(client, match, "Sign", first=points[0], second=points[1])


def opened() -> tuple[StreamId, list[Client], tuple[Seat, Seat]]:
    playing()
    host().post("/g/cup/tournament/matches")
    match, clients = phones()
    return match, clients, table_of().seats


@pytest.mark.clause("ST-PTS-11")
def test_bonuses_noted_on_the_sheet_are_signed_and_count_at_the_event():
    slain = Bonus("Seigneur abattu", Fraction(1))
    playing(saga(bonus_points=(slain,)))
    host().post("/g/cup/tournament/matches")
    match, clients = phones()
    seats, bonus = table_of().seats, {f"bonus:{table_of().seats[1]}": ["Seigneur abattu"]}
    played_clash(match, clients, seats, (23, 19), sign=False)

    assert "Seigneur abattu" in text(clients[0].get(f"/g/{match}/"))
    enter(clients[0], match, "Sign", first=23, second=19)
    enter(clients[1], match, "NoteBonuses", **bonus)
    enter(clients[1], match, "Sign", first=23, second=19)
    assert table_of().result is None, "the first signature was under a sheet without the bonus"
    enter(clients[0], match, "Sign", first=23, second=19)

    told = table_of().result
    assert told is not None
    assert told.report.bonuses == {seats[1]: ("Seigneur abattu",)}
    assert told.points == {seats[0]: 12, seats[1]: 8 + 1}


def test_both_signatures_bring_a_saga_result_to_its_table():
    match, clients, seats = opened()
    played_clash(match, clients, seats, (23, 19))
    told = table_of().result

    assert told is not None
    assert told.report == SagaReport({seats[0]: 23, seats[1]: 19}, first_player=seats[0])
    assert told.winner == seats[0]


def test_both_signatures_bring_a_steamroller_result_to_its_table():
    playing(steamroller())
    host().post("/g/cup/tournament/matches")
    match, (one, two) = phones()
    seats = table_of().seats
    enter(one, match, "StateRoles", first=seats[0])
    for each in (one, two):
        enter(each, match, "SkipSetup")
    enter(one, match, "ReportLoss", caster=["second"])
    enter(two, match, "CountArmies", lost___second=12, lost___first=4)
    enter(one, match, "Sign", first=0, second=0)
    assert table_of().result is None
    enter(two, match, "Sign", first=0, second=0)
    told = table_of().result

    assert told is not None
    assert isinstance(told.report, SteamrollerReport)
    assert (told.report.winner, told.report.kind) == (seats[0], "assassination")
    assert told.report.destroyed == {seats[0]: 12, seats[1]: 4}


def begun_with(client: Client, match: StreamId) -> list[tuple[str, str]]:
    """The entries the page of the armies begins with: whose, and what they are called."""
    return [(entry["side"], entry["name"]) for entry in entries_begun(client, match)]


def entries_begun(client: Client, match: StreamId) -> list[dict[str, Any]]:
    page = text(client.get(f"/g/{match}/match/armies"))
    begun: dict[str, list[dict[str, Any]]] = json.loads(
        unescape(page.split('data-begun="')[1].split('"', maxsplit=1)[0])
    )
    return begun["entries"]


@pytest.mark.clause("SR-WIN-1", "SR-LIST-11")
def test_with_two_casters_to_a_list_the_first_one_lost_does_not_end_the_game():
    playing(SteamrollerSettings(size=35, casters_per_list=2, players=NAMES))
    host().post("/g/cup/tournament/matches")
    match, (one, two) = phones()
    enter(one, match, "StateRoles", first=table_of().seats[0])
    for each in (one, two):
        enter(each, match, "SkipSetup")
    enter(one, match, "ReportLoss", caster=["second"])

    assert re.search(r"warcasters/warlocks en jeu.:</span> 1", text(two.get(f"/g/{match}/")))
    enter(one, match, "ReportLoss", caster=["second"])
    enter(two, match, "CountArmies", lost___second=12, lost___first=4)
    for client in (one, two):
        enter(client, match, "Sign", first=0, second=0)
    told = table_of().result
    assert told is not None
    assert (told.winner, told.report.kind) == (table_of().seats[0], "assassination")


@pytest.mark.clause("SR-PICK-3", "SR-PICK-5")
def test_the_armies_are_counted_from_the_lists_both_have_shown():
    playing(steamroller())
    host().post("/g/cup/tournament/matches")
    match, (one, two) = phones()
    seats = table_of().seats
    enter(one, match, "StateRoles", first=seats[1])
    for each in (one, two):
        enter(each, match, "SkipSetup")
    enter(one, match, "ReportLoss", caster=["second"])
    say(ChooseList(seat=seats[0], list_number=2))
    assert begun_with(one, match) == []
    say(ChooseList(seat=seats[1], list_number=1))

    assert begun_with(one, match) == [
        ("first", "Capitaine 1"), ("first", "Cavaliers"), ("second", "Capitaine 2"), ("second", "Cavaliers"),
    ]  # fmt: skip
    assert [entry["name"] for entry in entries_begun(one, match) if entry.get("left") == 0] == ["Capitaine 2"]
    assert begun_with(host(), match) == []


@pytest.mark.clause("SR-DICE-1", "SR-DICE-3")
def test_dice_down_at_the_event_is_on_the_sheet_of_every_table_at_once():
    playing(steamroller())
    host().post("/g/cup/tournament/matches")
    match, (one, two) = phones()
    enter(one, match, "StateRoles", first=table_of().seats[0])
    for each in (one, two):
        enter(each, match, "SkipSetup")
    started = Instant(now() - 10 * 3600)
    desk().submit(CUP, StartClock(seat=ORGANISER), command_id=CommandId("go"), actor=ActorId("desk"), at=started)
    strike(now())

    assert desk().state(match).play.timed_at == 0
    assert "fin du temps annoncée" in text(one.get(f"/g/{match}/"))
    enter(one, match, "EndTurn", facts__by="first", facts__turn=1)
    assert "Le décompte" in text(one.get(f"/g/{match}/"))


def test_a_sudden_loss_and_the_end_of_time_are_written_down_by_a_player():
    match, clients, seats = opened()
    enter(clients[0], match, "StateRoles", first=seats[0])
    for each in clients:
        enter(each, match, "SkipSetup")
    page = text(clients[0].get(f"/g/{match}/"))

    assert 'value="CallTime"' in page
    assert 'value="OrdersWithoutDice"' in page
    enter(clients[0], match, "OrdersWithoutDice", side="first", generated=0)
    for client in clients:
        enter(client, match, "Sign", first=0, second=0)
    told = table_of().result
    assert told is not None
    assert (told.winner, told.report.sudden_loss) == (seats[1], seats[0])


def corrected(match: StreamId, clients: list[Client], points: tuple[int, int]) -> None:
    """The organiser corrects the count of the signed sheet; both players sign again."""
    enter(host(), match, "CountEnd", massacre___first=points[0], massacre___second=points[1])
    for client in clients:
        enter(client, match, "Sign", first=points[0], second=points[1])


def test_a_correction_reaches_the_event_at_once_while_the_round_is_played():
    match, clients, seats = opened()
    played_clash(match, clients, seats, (23, 19))
    corrected(match, clients, (19, 23))

    assert table_of().result.report.victory_points == {seats[0]: 19, seats[1]: 23}
    assert table_of().result.winner == seats[1]


def test_a_correction_after_the_round_is_put_to_the_officials_with_what_it_changes():
    match, clients, seats = opened()
    played_clash(match, clients, seats, (23, 19))
    other = table_of(2)
    report = SagaReport(dict.fromkeys(other.seats, 10), first_player=other.seats[0])
    say(SettleResult(seat=ORGANISER, round=1, table=2, report=report))
    corrected(match, clients, (19, 23))

    assert table_of().result.winner == seats[0]
    assert "la feuille de la ronde 1, table 1, dit autre chose" in text(host().get("/g/cup/"))
    page = text(host().get("/g/cup/tournament/rounds/1/tables/1"))
    assert "Utiliser cette feuille" in page
    form = {f"points-{seats[0]}": 19, f"points-{seats[1]}": 23, "first": seats[0], "reason": "Feuille corrigée"}
    look = host().post("/g/cup/tournament/rounds/1/tables/1", form)
    assert "Ce que cette correction change" in text(look)
    host().post("/g/cup/tournament/rounds/1/tables/1", {**form, "confirmed": "1", "command_id": new_id()})
    assert table_of().result.winner == seats[1]
    assert "Utiliser cette feuille" not in text(host().get("/g/cup/tournament/rounds/1/tables/1"))


def test_a_match_the_event_does_not_know_brings_nothing():
    playing()
    seats = table_of().seats
    settings = Settings(scenario="clash", players={seat: NAMES[seat] for seat in seats}, at=AtTable(CUP, 1, 1))
    stray = StreamId("stray")
    header = desk().open(stream=stray, engine="match", title="Ailleurs", settings=settings, at=now())
    assert isinstance(header, Header)
    clients = [player(seat, stray) for seat in seats]
    enter(clients[0], stray, "StateRoles", first=seats[0])
    enter(clients[0], stray, "Concede")
    for client in clients:
        enter(client, stray, "Sign", first=0, second=0)

    assert desk().state(stray).settled
    assert table_of().result is None
    assert table_of().reported == ()
