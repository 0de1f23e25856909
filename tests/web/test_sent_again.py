"""What was stored and is sent again, because the answer got lost, counts once and is said to have counted."""

from __future__ import annotations

import json

import pytest

from heraut.web import links
from heraut.web.desk import desk
from heraut.web.models import Stream, Weekend
from heraut.web.permissions import Role
from web import war
from web.build import host, laid_out, player
from web.test_changes import form as form_of_settings
from web.test_moment import filled_in, next_round, report_form
from web.test_tournament import CUP, cup, phone, playing, text, view
from web.test_weekend import enter, players, streams, weekend

pytestmark = [pytest.mark.django_db, pytest.mark.clause("HOUSE-PHASE-2")]
SCRIPT = {"HX-Request": "true"}


def test_whoever_ends_a_step_of_the_campaign_is_not_told_that_nothing_was_stored():
    war.war(turns=3)
    war.advance("campaign-declare")
    address, turn = f"/g/{war.WAR}/campaign/order", war.state().board.turn
    while (awaited := desk().awaits(war.WAR, None)[0]).code == "campaign-declare":
        client = player(awaited.seat, war.WAR)
        sent = {"type": "PassMoves", "moment": f"{turn}-declare", "command_id": str(desk().history(war.WAR).sequence)}
        assert client.post(address, sent).status_code == 302
    before = desk().history(war.WAR).sequence

    again = client.post(address, sent, headers=SCRIPT)

    assert (again.status_code, desk().history(war.WAR).sequence) == (200, before)
    assert "Déjà enregistré." in laid_out(again.content.decode())


def test_a_report_is_not_lost_because_the_next_round_has_begun():
    playing()
    client = phone(view().played[-1].tables[0].seats[0])
    form = filled_in(report_form(text(client.get("/g/cup/"))))
    assert client.post("/g/cup/tournament/report", form).status_code == 302
    next_round()
    before = desk().history(CUP).sequence

    again = client.post("/g/cup/tournament/report", form, headers=SCRIPT)

    assert (again.status_code, desk().history(CUP).sequence) == (200, before)
    assert "Déjà enregistré." in laid_out(again.content.decode())


@pytest.mark.clause("ST-PTS-7")
@pytest.mark.parametrize("last", [0, 1])
def test_a_report_is_no_other_one_because_the_opponent_told_more_of_the_same_game(last: int):
    playing()
    one, two = view().played[-1].tables[0].seats
    points = {f"points-{one}": 20, f"points-{two}": 3}
    told = [(one, {**points, "command_id": "one"}), (two, {**points, "first": one, "command_id": "two"})]
    for seat, form in (told[1 - last], told[last]):
        assert phone(seat).post("/g/cup/tournament/report", form).status_code == 302
    before = desk().history(CUP).sequence

    for seat, form in told:
        again = phone(seat).post("/g/cup/tournament/report", form, headers=SCRIPT)
        assert (again.status_code, desk().history(CUP).sequence) == (200, before)
        assert "Déjà enregistré." in laid_out(again.content.decode())


@pytest.mark.clause("HOUSE-PHASE-3")
def test_a_page_gone_back_to_and_sent_with_something_else_is_told_so_in_words():
    cup()
    ruled = {"type": "Rule", "command_id": "once"}
    host().post("/g/cup/tournament/other", {**ruled, "text": "La colline est un bois."})
    answer = host().post("/g/cup/tournament/other", {**ruled, "text": "Le bois est une colline."})

    assert answer.status_code == 409
    assert "Ce formulaire, ou cet identifiant, a déjà servi pour une autre action" in text(answer)
    assert "(Rule)" not in text(answer)
    assert "Le bois est une colline." in text(answer)


def test_a_result_by_its_line_is_no_correction_of_itself():
    playing()
    sent = {"line": f"{view().played[-1].tables[0].number} 23 19", "command_id": "one"}
    assert host().post("/g/cup/tournament/result", sent).status_code == 302
    before = desk().history(CUP).sequence

    again = host().post("/g/cup/tournament/result", sent, headers=SCRIPT)

    assert (again.status_code, desk().history(CUP).sequence) == (200, before)
    assert "Déjà enregistré." in laid_out(again.content.decode())


def test_a_result_from_the_page_of_its_table_is_no_correction_of_itself():
    playing()
    table = view().played[-1].tables[0]
    one, two = table.seats
    sent = {f"points-{one}": "23", f"points-{two}": "19", "command_id": "one"}
    page = f"/g/cup/tournament/rounds/1/tables/{table.number}"
    assert host().post(page, sent).status_code == 302
    before = desk().history(CUP).sequence

    again = host().post(page, sent, headers=SCRIPT)
    other = host().post(page, {**sent, f"points-{two}": "1"}, headers=SCRIPT)

    assert (again.status_code, other.status_code, desk().history(CUP).sequence) == (200, 409, before)
    assert "Déjà enregistré." in laid_out(again.content.decode())


@pytest.mark.parametrize("fields", [{"face": "1"}, {"draw": ""}])
def test_dice_that_were_taken_are_taken_once(fields: dict[str, str]):
    war.war(turns=3)
    organiser = host()
    sent = {**fields, "command_id": "one"}
    assert organiser.post(f"/g/{war.WAR}/dice", sent).status_code == 302
    before = desk().history(war.WAR).sequence

    again = organiser.post(f"/g/{war.WAR}/dice", sent, headers=SCRIPT)

    assert (again.status_code, desk().history(war.WAR).sequence) == (200, before)
    assert "Déjà enregistré." in laid_out(again.content.decode())


def test_a_program_that_sends_dice_again_gets_the_same_answer():
    war.war(turns=3)
    token = links.token(links.make(war.WAR, Role.ORGANISER, "API"))
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": "k"}

    def send(faces: list[int]) -> tuple[int, dict[str, object]]:
        body = json.dumps({"type": "Roll", "faces": faces})
        answer = host().post(f"/api/streams/{war.WAR}/commands", body, content_type="application/json", headers=headers)
        return answer.status_code, answer.json()

    status, first = send([1])
    assert (status, first["repeated"]) == (200, False)
    assert send([1]) == (200, {**first, "repeated": True})
    assert send([2])[1]["refused"]["code"] == "id-taken"


def test_a_change_of_settings_that_comes_again_does_not_undo_the_one_made_since():
    cup()
    page = f"/g/{CUP}/tournament/settings"
    form = dict(form_of_settings(), title=["Coupe d’été"], confirmed=["1"], command_id=["one"])
    assert host().post(page, form).status_code == 302
    assert host().post(page, {**form, "title": ["Coupe d’hiver"], "command_id": ["two"]}).status_code == 302
    before = desk().history(CUP).sequence

    again = host().post(page, form)

    assert (again.status_code, desk().history(CUP).sequence) == (302, before)
    assert host().get(f"/g/{CUP}/").context["game"].header.title == "Coupe d’hiver"


def test_a_change_of_settings_that_comes_again_is_said_to_have_counted():
    cup()
    page = f"/g/{CUP}/tournament/settings"
    form = dict(form_of_settings(), title=["Coupe d’été"], confirmed=["1"], command_id=["one"])
    host().post(page, form)

    assert "Déjà enregistré." in laid_out(host().post(page, form, headers=SCRIPT).content.decode())


def test_a_list_of_a_weekend_that_comes_again_takes_nobody_off_who_came_back_since():
    row = weekend()
    event = streams(row)[0]
    enter(row, "Ana", [event])
    form = {f"was-{event}": ["ana"], "command_id": "one"}
    host().post(f"/w/{row.pk}/people/tick", form)
    host().post(f"/w/{row.pk}/people/tick", {f"in-{event}": ["ana"], "command_id": "two"})
    host().post(f"/w/{row.pk}/people/tick", form)

    assert players(event) == {"ana": "registered"}


def test_a_list_of_a_weekend_that_comes_again_is_not_told_that_it_was_refused():
    row = weekend()
    event = streams(row)[0]
    enter(row, "Ana", [event])
    client, form = host(), {f"was-{event}": ["ana"], "command_id": "one"}
    client.post(f"/w/{row.pk}/people/tick", form)

    again = client.post(f"/w/{row.pk}/people/tick", form, follow=True)

    assert list(again.context["messages"]) == []


def test_the_form_of_a_new_game_sent_twice_opens_one_and_changed_in_between_opens_another():
    sent = {"title": "Coupe", "format": "saga", "preset": "one_day", "age": ["vikings"], "command_id": "a1"}
    answers = [host().post("/new/tournament/", {**sent, "title": title}) for title in ("Coupe", "Coupe", "Coupe bis")]

    assert [answer.status_code for answer in answers] == [302, 302, 302]
    assert answers[0]["Location"] == answers[1]["Location"] != answers[2]["Location"]
    assert Stream.objects.count() == 2


def test_the_form_of_a_new_weekend_sent_twice_opens_one():
    row = {"event": ["Saga"], "source": ["saga-one_day"], "day": ["2027-03-06"], "hour": ["10:00"]}
    sent = {"title": "Printemps", "tables": "", "command_id": "a1", **row}
    first, again = (host().post("/w/new", sent) for _time in range(2))

    assert first["Location"] == again["Location"]
    assert (Weekend.objects.count(), Stream.objects.count()) == (1, 1)
