"""An event goes on on another machine: everything sealed stays sealed, links and badges stay valid."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from heraut.kernel.journal import Damaged
from heraut.kernel.names import Seat, StreamId
from heraut.tournament.view import View
from heraut.tournament.votes import CastBallot, OpenVotes
from heraut.web import handover, links
from heraut.web.desk import desk, now
from heraut.web.models import Entry, Guest, Link, Slot, Stream, Weekend
from heraut.web.permissions import Role
from web.build import holder, host, passer_by
from web.test_tournament import CUP, NAMES, ORGANISER, SECRET_FACTION, phone, playing, say, text, view
from web.test_weekend import badge, enter, streams, weekend

pytestmark = pytest.mark.django_db

ANA, BEN, CHLOE, DAVID = NAMES


def another_machine(settings: Any) -> None:
    """Nothing of ours is there, and its secret key is another."""
    for model in (Link, Guest, Slot, Weekend, Entry, Stream):
        model.objects.all().delete()
    desk.cache_clear()
    settings.SECRET_KEY = "another-machine-" + "x" * 40


def handed_over(path: str = "/g/cup", **choices: str) -> bytes:
    """The file, as the organiser's browser receives it."""
    answer = host().post(f"{path}/hand-over/file", choices or {"links": "on"})
    assert answer.status_code == 200
    return bytes(answer.content)


def taken_over(file: bytes) -> Any:
    """What the organiser of the other machine is shown after choosing the file: one click."""
    return host().post("/import", {"file": io.BytesIO(file)}, follow=True)


def under_way() -> dict[Seat, str]:
    """A round being played, a report in, the vote open with one ballot; each player's link."""
    playing()
    one, two = view().played[-1].tables[0].seats
    say(OpenVotes(seat=ORGANISER))
    say(CastBallot(seat=ANA, choices={"painted": BEN}))
    phone(one).post("/g/cup/tournament/report", {f"points-{one}": 12, f"points-{two}": 3})
    return {seat: f"/s/{links.token(links.make(CUP, Role.PLAYER, NAMES[seat], seat))}" for seat in NAMES}


def seen(seat: Seat | None) -> View:
    return view(seat)


def test_a_running_event_goes_on_elsewhere_with_its_seals_votes_and_links(settings: Any):
    opened = under_way()
    referee = f"/s/{links.token(links.make(CUP, Role.REFEREE, 'Farid'))}"
    before = {seat: seen(seat) for seat in (*NAMES, ORGANISER, None)}
    file = handed_over()
    another_machine(settings)

    answer = taken_over(file)

    assert "L’importation est faite" in text(answer)
    assert {seat: seen(seat) for seat in before} == before
    for seat, link in opened.items():
        browser = Client()
        browser.get(link, follow=True)
        assert browser.get("/g/cup/").context["visitor"].seat == seat
    judge = Client()
    judge.get(referee)
    assert judge.get("/g/cup/").context["visitor"].role is Role.REFEREE
    say(CastBallot(seat=ANA, choices={"painted": CHLOE}))


def test_the_badges_printed_there_bear_the_same_links(settings: Any):
    opened = under_way()
    file = handed_over()
    another_machine(settings)
    taken_over(file)

    page = text(host().get("/g/cup/seats"))

    assert all(link in page for link in opened.values())


def test_a_stolen_database_opens_no_seat_that_came_along(settings: Any):
    opened = under_way()
    file = handed_over()
    another_machine(settings)
    taken_over(file)

    rows = [json.dumps(list(row)) for row in Link.objects.values_list("salt", "token_hash", "carried")]

    assert not any(link.removeprefix("/s/") in row for link in opened.values() for row in rows)


def test_without_the_links_the_file_holds_no_token_and_old_links_open_nothing(settings: Any):
    opened = under_way()
    file = handed_over(plain="1")
    inside = zipfile.ZipFile(io.BytesIO(file))
    whole = b"".join(inside.read(name) for name in inside.namelist()).decode()
    another_machine(settings)
    taken_over(file)

    assert not any(link.removeprefix("/s/") in whole for link in opened.values())
    assert Client().get(opened[ANA]).status_code == 404


def test_the_page_says_in_plain_words_that_the_file_is_a_key():
    playing()

    assert "ce fichier est une clé" in text(host().get("/g/cup/hand-over"))
    assert passer_by().get("/g/cup/hand-over").status_code == 403


def test_the_score_sheets_of_the_tables_come_along(settings: Any):
    playing()
    host().post("/g/cup/tournament/matches")
    matches = {table.match for table in view().played[-1].tables}
    file = handed_over()
    another_machine(settings)
    taken_over(file)

    assert matches <= set(Stream.objects.values_list("pk", flat=True))
    ana = phone(ANA)
    assert ana.post("/g/cup/tournament/sheet", follow=True).status_code == 200


def test_a_list_sealed_before_is_still_nobody_elses(settings: Any):
    playing()
    file = handed_over()
    another_machine(settings)
    taken_over(file)

    assert SECRET_FACTION not in text(host().get("/g/cup/"))
    assert SECRET_FACTION in text(phone(ANA).get("/g/cup/"))


def test_an_event_comes_back_with_what_has_happened_since(settings: Any):
    under_way()
    out = handed_over()
    stored = [(model, list(model.objects.all().values())) for model in (Stream, Entry)]
    another_machine(settings)
    taken_over(out)
    say(CastBallot(seat=BEN, choices={"painted": ANA}))
    back = handed_over()
    for model in (Link, Entry, Stream):
        model.objects.all().delete()
    for model, rows in stored:
        model.objects.bulk_create(model(**{**row, "owner_id": None} if model is Stream else row) for row in rows)
    desk.cache_clear()
    Stream.objects.update(moved_to="http://elsewhere")

    taken_over(back)

    assert seen(BEN).poll.own == {"painted": ANA}  # type: ignore[union-attr]
    assert Stream.objects.get(pk=CUP).moved_to == ""


def test_a_machine_where_the_event_went_on_otherwise_keeps_its_own():
    playing()
    file = handed_over()
    say(OpenVotes(seat=ORGANISER))
    said = desk().history(CUP).sequence

    answer = taken_over(file)

    assert "a continué ici aussi" in text(answer)
    assert desk().history(CUP).sequence == said


# --- Where everybody goes.


@pytest.mark.parametrize("of_weekend", [False, True])
def test_an_address_that_is_none_is_told_and_stays_in_its_field(of_weekend: bool):
    playing()
    page = f"/w/{weekend().pk}/hand-over" if of_weekend else "/g/cup/hand-over"
    answer = host().post(f"{page}/moved", {"address": "chez Paul"})

    assert answer.status_code == 400
    assert "Écrivez l’adresse du nouvel ordinateur" in text(answer)
    assert 'value="chez Paul"' in text(answer)
    assert f'action="{page}/moved"' in text(answer)


@pytest.mark.parametrize("of_weekend", [False, True])
def test_nobody_is_sent_from_here_to_here(of_weekend: bool):
    playing()
    page = f"/w/{weekend().pk}/hand-over" if of_weekend else "/g/cup/hand-over"
    answer = host().post(f"{page}/moved", {"address": "http://testserver/g/cup/"})

    assert answer.status_code == 400
    assert "C’est l’adresse de cet ordinateur-ci" in text(answer)
    assert 'value="http://testserver/g/cup/"' in text(answer)
    assert Stream.objects.filter(moved_to="").count() == Stream.objects.count()


def test_once_moved_every_page_and_link_leads_to_the_new_address_with_ones_seat():
    opened = under_way()
    ana = phone(ANA)

    host().post("/g/cup/hand-over/moved", {"address": "192.168.1.30:8000/somewhere"})

    new = f"http://192.168.1.30:8000{opened[ANA]}"
    for path in ("/g/cup/", "/g/cup/log", "/g/cup/tournament/screen"):
        answer = ana.get(path)
        assert answer["Heraut-Moved"] == answer["HX-Redirect"] == f"{new}?again"
        assert f'href="{new}?again"' in text(answer)
    assert ana.get(opened[ANA])["Heraut-Moved"] == new
    late = ana.post("/g/cup/tournament/vote")
    assert late.status_code == 409
    assert "Rien n’a été enregistré" in text(late)
    assert f'href="{new}?again"' in text(late)
    assert passer_by().get("/g/cup/")["Heraut-Moved"] == "http://192.168.1.30:8000/g/cup/"
    told = ana.get("/api/streams/cup/view")
    assert (told.status_code, told["Location"]) == (307, "http://192.168.1.30:8000/api/streams/cup/view")


def test_nothing_more_is_written_where_the_event_has_left_not_even_by_the_clock():
    from heraut.web.clock import strike

    playing()
    client = host()
    client.post("/g/cup/hand-over/moved", {"address": "http://192.168.1.30:8000"})
    said = desk().history(CUP).sequence

    answer = client.post("/g/cup/send", {"type": "StartClock"})

    assert answer.status_code == 409
    assert 'href="http://192.168.1.30:8000"' in text(answer)
    assert strike(now()) == []
    assert desk().history(CUP).sequence == said
    assert "192.168.1.30" in text(client.get("/g/cup/hand-over"))
    client.post("/g/cup/hand-over/moved", {"address": ""})
    assert client.post("/g/cup/send", {"type": "StartClock"}).status_code == 302


def test_once_the_file_is_written_nothing_is_until_it_is_taken_back():
    from heraut.web.clock import strike

    playing()
    client, ana = host(), phone(ANA)
    handed_over()
    said = desk().history(CUP).sequence

    answer = ana.post("/g/cup/tournament/report", {f"points-{ANA}": 12})

    assert answer.status_code == 409
    assert "Rien n’a été enregistré" in text(answer)
    assert "passe la main" in text(ana.get("/g/cup/"))
    assert client.post("/g/cup/send", {"type": "StartClock"}).status_code == 409
    assert ana.post("/api/streams/cup/commands", "{}", content_type="application/json").status_code == 409
    assert strike(now()) == []
    assert desk().history(CUP).sequence == said
    assert "Revenir jouer ici" in text(client.get("/g/cup/"))
    client.post("/g/cup/hand-over/moved", {"address": ""})
    assert client.post("/g/cup/send", {"type": "StartClock"}).status_code == 302


def test_the_old_desk_says_where_the_event_lives():
    playing()
    handed_over()
    host().post("/g/cup/hand-over/moved", {"address": "http://192.168.1.30:8000"})

    page = text(host().get("/g/cup/"))

    assert 'href="http://192.168.1.30:8000"' in page
    assert "Revenir jouer ici" in page


def test_a_weekend_whose_file_is_written_takes_nobody_more():
    row = weekend(public=False)
    enter(row, "Ana, Les Dés Pipés\nBen", streams(row))
    handed_over(f"/w/{row.pk}")

    answer = host().post(f"/w/{row.pk}/people/enter", {"names": "Chloé"})

    assert answer.status_code == 409
    assert Guest.objects.filter(weekend=row).count() == 2


@pytest.mark.parametrize("typed", ["javascript://x@y", "le PC du bar", "10.0.0.7 :8000", "heraut.example:bar", "[::1"])
def test_an_address_that_is_none_is_refused(typed: str):
    playing()

    answer = host().post("/g/cup/hand-over/moved", {"address": typed}, follow=True)

    assert "Écrivez l’adresse" in text(answer)
    assert Stream.objects.get(pk=CUP).moved_to == ""


# --- A whole weekend.


def test_a_weekend_goes_elsewhere_as_one_file_and_badges_stay_valid(settings: Any):
    row = weekend(public=False)
    enter(row, "Ana, Les Dés Pipés\nBen", streams(row))
    ana, begins = badge(row, "ana"), [slot.begins for slot in Slot.objects.filter(weekend=row)]
    names = streams(row)
    file = handed_over(f"/w/{row.pk}")
    another_machine(settings)

    answer = taken_over(file)

    again = Weekend.objects.get(pk=row.pk)
    assert "L’importation est faite" in text(answer)
    assert (again.title, again.tables, again.public) == ("Printemps", "1-6", False)
    assert [slot.begins for slot in Slot.objects.filter(weekend=again)] == begins
    assert badge(again, "ana") == ana
    browser = Client()
    browser.get(ana, follow=True)
    assert [browser.get(f"/g/{stream}/").context["visitor"].seat for stream in names] == ["ana", "ana"]


def test_a_weekend_that_has_left_sends_badges_after_it():
    row = weekend()
    enter(row, "Ana", streams(row))
    ana = Client()
    ana.get(badge(row, "ana"), follow=True)

    host().post(f"/w/{row.pk}/hand-over/moved", {"address": "http://10.0.0.7"})

    new = f"http://10.0.0.7{badge(row, 'ana')}"
    assert ana.get(f"/w/{row.pk}/")["Heraut-Moved"] == new
    assert Client().get(badge(row, "ana"))["Heraut-Moved"] == new
    assert "/s/" in ana.get(f"/g/{streams(row)[0]}/")["Heraut-Moved"]


def test_a_tournament_that_is_damaged_stays_behind_and_the_rest_of_the_weekend_goes(settings: Any):
    row = weekend()
    enter(row, "Ana", streams(row))
    good, bad = streams(row)
    Entry.objects.filter(stream=bad, sequence=1).update(at=99)
    desk.cache_clear()

    file = handed_over(f"/w/{row.pk}")
    another_machine(settings)
    answer = taken_over(file)

    assert [stream.pk for stream in Stream.objects.all()] == [good]
    assert [slot.stream_id for slot in Slot.objects.all()] == [good]
    assert f"resté là-bas : {bad}" in text(answer).replace("\N{NO-BREAK SPACE}", " ")


def test_where_everything_is_damaged_there_is_no_file_and_it_is_said():
    under_way()
    Entry.objects.filter(stream=CUP, sequence=1).update(at=99)
    desk.cache_clear()

    with pytest.raises(Damaged, match="entry 1 of cup is not what was stored"):
        handover.pack("Coupe", [CUP], with_links=True)


# --- Files that are not whole.


def broken(file: bytes, name: str, data: bytes) -> bytes:
    made, old = io.BytesIO(), zipfile.ZipFile(io.BytesIO(file))
    with zipfile.ZipFile(made, "w") as archive:
        for each in old.namelist():
            archive.writestr(each, data if each == name else old.read(each))
    return made.getvalue()


def test_a_damaged_file_stores_nothing(settings: Any):
    under_way()
    file = handed_over()
    inside = zipfile.ZipFile(io.BytesIO(file))
    manifest = json.loads(inside.read("hand-over.json"))
    forged = {**manifest, "links": [{**manifest["links"][0], "token": "short"}]}
    newer = {**manifest, "form": 99}
    another_machine(settings)
    damaged = (
        broken(file, "streams/cup.jsonl", inside.read("streams/cup.jsonl")[:-40]),
        broken(file, "hand-over.json", b"{}"),
        broken(file, "hand-over.json", json.dumps(forged).encode()),
        broken(file, "hand-over.json", json.dumps(newer).encode()),
        file[: len(file) // 2] + file[-30:],
    )

    for each in damaged:
        with pytest.raises(Damaged):
            handover.unpack(io.BytesIO(each), None)
        assert Stream.objects.count() == Link.objects.count() == 0


def test_a_spectators_link_travels_too_and_a_strange_stream_in_a_link_is_left_out(settings: Any):
    playing(public=False)
    watcher = f"/s/{links.token(links.make(CUP, Role.SPECTATOR, 'Gaëlle'))}"
    holder(Role.SPECTATOR, label="Gaëlle", stream=CUP)
    file = handed_over()
    manifest = json.loads(zipfile.ZipFile(io.BytesIO(file)).read("hand-over.json"))
    manifest["links"].append({**manifest["links"][0], "stream": "other", "token": "A" * 22})
    another_machine(settings)
    taken_over(broken(file, "hand-over.json", json.dumps(manifest).encode()))

    browser = Client()
    assert browser.get(watcher, follow=True).status_code == 200
    assert links.find("A" * 22) is None
    assert StreamId("other") not in Stream.objects.values_list("pk", flat=True)


def test_on_a_shared_server_nobody_takes_over_another_organisers_event():
    playing()
    file = handed_over()
    emma, farid = (User.objects.create_user(name) for name in ("emma", "farid"))
    Stream.objects.filter(pk=CUP).update(owner=emma)

    with pytest.raises(Damaged, match="another organiser"):
        handover.unpack(io.BytesIO(file), farid)
    handover.unpack(io.BytesIO(file), emma)

    assert Stream.objects.get(pk=CUP).owner == emma


def test_a_name_that_is_no_address_is_refused(settings: Any):
    playing()
    file = handed_over()
    manifest = json.loads(zipfile.ZipFile(io.BytesIO(file)).read("hand-over.json"))
    manifest["streams"][0]["name"] = "../cup"
    another_machine(settings)

    with pytest.raises(Damaged, match=r"\$\.streams\[0\]\.name"):
        handover.unpack(io.BytesIO(broken(file, "hand-over.json", json.dumps(manifest).encode())), None)


def test_the_page_of_a_weekend_that_is_handed_over_says_so_and_leads_back():
    row = weekend()
    address = f"/w/{row.pk}/"
    host().post(f"{address}hand-over/file", {"links": "on"})
    page, seen = text(host().get(address)), text(passer_by().get(address))

    assert "plus rien ne s’enregistre" in page
    assert f'action="{address}hand-over/moved"' in page
    assert f'href="{address}hand-over"' in page
    assert "passe la main" in seen
    assert "Revenir jouer ici" not in seen

    host().post(f"{address}hand-over/moved")
    assert "plus rien ne s’enregistre" not in text(host().get(address))
