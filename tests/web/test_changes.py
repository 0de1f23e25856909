"""Settings and name of an event changed after a look; games archived, deleted with a last file; samples put away."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from heraut.kernel.names import ORGANISER, Seat
from heraut.kernel.refusal import HouseCode, house
from heraut.tournament.results import SettleResult
from heraut.tournament.saga.lists import HandInBand
from heraut.tournament.saga.scoring import SagaReport
from heraut.web.game import VisitedGame
from heraut.web.models import LastFile, Link, Stream
from heraut.web.rooms.tournament.display import event_day
from heraut.web.samples import names as sample_names
from web.build import host, passer_by
from web.test_new_event import fields_of
from web.test_tournament import CUP, band, cup, phone, playing, saga, say, text, view

pytestmark = [pytest.mark.django_db, pytest.mark.clause("HOUSE-CHANGE-1", "HOUSE-CHANGE-2")]

PAGE = "/g/cup/tournament/settings"


def form() -> dict[str, list[str]]:
    """The page of the settings as it stands."""
    return {name: values for name, values in fields_of(text(host().get(PAGE))).items() if name != "back"}


def budget() -> int:
    return int(host().get("/g/cup/").context["game"].settings.budget)


def test_what_would_change_is_shown_first_and_then_changes():
    cup(saga())
    say(HandInBand(seat=Seat("ana"), band=band()))
    typed = {**form(), "title": ["Coupe d’hiver"], "budget": ["4"]}

    shown = host().post(PAGE, typed)
    assert [(label, before, after) for label, before, after in shown.context["changes"]] == [
        ("Nom du tournoi", "Coupe", "Coupe d’hiver"), ("Budget en points", "6", "4"),
    ]  # fmt: skip
    assert "Ana\N{NO-BREAK SPACE}: la liste ne conviendra plus et sera rendue." in shown.context["follows"]
    assert budget() == 6

    host().post(PAGE, {**typed, "confirmed": ["1"]})
    assert budget() == 4
    assert "Coupe d’hiver" in text(passer_by().get("/g/cup/"))
    assert "Coupe d’hiver" in text(host().get("/"))
    assert [player.has_lists for player in view().players if player.seat == "ana"] == [False]


def test_a_ranking_round_is_told_as_it_is_in_force_also_where_the_rhythm_brings_it():
    cup(saga(ranking_round=False))
    typed = {**form(), "preset": ["two_days"], "ranking_round": ["false", "true"]}

    shown = host().post(PAGE, typed)

    assert ("Ronde de classement", "non", "oui") in shown.context["changes"]


def test_a_change_that_ends_the_event_says_so_first():
    playing(saga())
    for table in view().played[-1].tables:
        report = SagaReport({table.seats[0]: 9, table.seats[1]: 2})
        say(SettleResult(seat=ORGANISER, round=1, table=table.number, report=report))
    typed = {**form(), "swiss_rounds": ["1"]}

    follows = host().post(PAGE, typed).context["follows"]

    assert follows == ["Le tournoi sera terminé\N{NO-BREAK SPACE}: il ne restera plus de ronde à jouer."]
    assert view().stage == "preparing"
    host().post(PAGE, {**typed, "confirmed": ["1"]})
    assert view().stage == "over"


def test_a_change_that_came_too_late_is_refused_on_the_page(monkeypatch: pytest.MonkeyPatch):
    """Between the look and the word a round may be published: nobody is sent on as if it had been done."""
    cup(saga())
    typed = {**form(), "budget": ["4"], "confirmed": ["1"]}
    monkeypatch.setattr(VisitedGame, "submit", lambda *_: house(HouseCode.WRONG_PHASE, "playing"))

    answer = host().post(PAGE, typed)

    assert answer.status_code == 409
    assert answer.context["faults"]


def test_the_day_of_an_event_is_told_before_it_begins_and_stands_on_what_leaves_the_house():
    cup(saga(played_on="2026-11-21"))

    for looking in (host(), passer_by(), phone(Seat("ana"))):
        assert "Samedi 21 novembre 2026" in text(looking.get("/g/cup/"))
    host().post(PAGE, {**form(), "played_on": ["2026-11-28"], "confirmed": ["1"]})
    assert "Samedi 28 novembre 2026" in text(passer_by().get("/g/cup/"))
    assert event_day(host().get("/g/cup/").context["game"]).isoformat() == "2026-11-28"


def test_the_form_as_it_stands_changes_nothing():
    cup(saga(round1_avoid="club", swiss_rounds=4))

    assert "Rien n’est changé." in text(host().post(PAGE, form()))


def test_once_a_round_is_published_only_what_nothing_depends_on_is_on_the_page():
    playing()
    page = text(host().get(PAGE))

    assert 'name="budget"' not in page
    assert 'name="points_table.first"' not in page
    host().post(PAGE, {**form(), "round_minutes": ["75"], "confirmed": ["1"]})
    settings = host().get("/g/cup/").context["game"].settings
    assert (settings.round_minutes, settings.budget, settings.allowed_ages) == (75, 6, saga().allowed_ages)


def test_only_the_organiser_changes_archives_or_deletes():
    playing()

    for address in (PAGE, "/g/cup/delete"):
        assert phone(Seat("ana")).get(address).status_code == 403
        assert passer_by().get(address).status_code == 403
    assert phone(Seat("ana")).post("/g/cup/archive").status_code == 403


def test_an_archived_game_is_hidden_and_kept():
    playing()
    host().post("/g/cup/archive")

    assert 'href="/g/cup/"' not in text(host().get("/"))
    assert 'href="/g/cup/"' in text(host().get("/?archived"))
    assert passer_by().get("/g/cup/").status_code == 200
    host().post("/g/cup/archive", {"back": "1"})
    assert 'href="/g/cup/"' in text(host().get("/"))


def test_a_deleted_game_leaves_a_last_file_that_brings_it_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HERAUT_DATA", str(tmp_path))
    playing()
    host().post("/g/cup/tournament/matches")
    phone(Seat("ana"))
    before, entries = set(Stream.objects.values_list("pk", flat=True)), view()
    links = Link.objects.count()

    assert "feuilles de score s" in text(host().get("/g/cup/delete"))
    answer = host().post("/g/cup/delete", follow=True)

    assert not Stream.objects.exists()
    (file,) = (tmp_path / "deleted").iterdir()
    assert str(file) in text(answer)
    assert file.stat().st_mode & 0o077 == 0
    (address,) = re.findall(r'href="(/deleted/\d+/file)"', text(answer))  # from any browser of its organiser
    got = host().get(address)
    assert got["Content-Disposition"] == 'attachment; filename="coupe.heraut"'
    assert passer_by().get(address).status_code == 403
    other = Client()
    other.force_login(User.objects.create_user("else"))
    assert other.get(address).status_code == 404
    assert "Événements supprimés" in text(host().get("/"))
    host().post("/import", {"file": SimpleUploadedFile("coupe.heraut", got.content)})
    assert set(Stream.objects.values_list("pk", flat=True)) == before
    assert (view(), Link.objects.count()) == (entries, links)


def test_a_deleted_game_that_is_imported_again_is_no_longer_listed_as_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HERAUT_DATA", str(tmp_path))
    playing()
    for _time in range(2):
        host().post("/g/cup/delete")
        page = text(host().get("/?archived"))
        (address,) = re.findall(r'href="(/deleted/\d+/file)"', page)  # the newest: it holds all the others do
        host().post("/import", {"file": SimpleUploadedFile("coupe.heraut", host().get(address).content)})
        assert "Supprimés" not in text(host().get("/?archived"))
        assert "Événements supprimés" not in text(host().get("/"))
    assert len(list((tmp_path / "deleted").iterdir())) == 2


def test_no_last_file_is_offered_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HERAUT_DATA", str(tmp_path))
    playing()
    address = re.findall(r'href="(/deleted/\d+/file)"', text(host().post("/g/cup/delete", follow=True)))[0]
    (file,) = (tmp_path / "deleted").iterdir()
    assert "Événements supprimés" in text(host().get("/"))
    file.write_bytes(b"cut")  # what is damaged is there all the same
    (damaged := file.with_name("cut.heraut")).write_bytes(file.read_bytes())
    LastFile.objects.update(name=damaged.name)
    assert host().get(address).content == b"cut"
    damaged.unlink()
    LastFile.objects.update(name=file.name)
    file.unlink()  # as where a backup was put back
    assert "Événements supprimés" not in text(host().get("/"))
    assert host().get(address).status_code == 404


def test_score_sheets_are_not_on_the_home_page_and_samples_are_put_away_with_one_button():
    playing()
    host().post("/g/cup/tournament/matches")
    match = view().played[-1].tables[0].match
    Stream.objects.filter(pk=CUP).update(archived=False)

    page = text(host().get("/"))
    assert f"/g/{match}/" not in page
    assert "Ranger les exemples" not in page
    Stream.objects.create(id=sample_names()[0], header=Stream.objects.get(pk=CUP).header, engine="tournament")
    assert "Ranger les exemples" in text(host().get("/"))
    assert "Ranger les exemples" not in text(passer_by().get("/"))
    host().post("/samples/away")
    assert Stream.objects.get(pk=sample_names()[0]).archived
    assert "Ranger les exemples" not in text(host().get("/"))
