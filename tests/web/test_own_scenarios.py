"""Scenarios of one's own in the browser: from a copy or a file, checked line by line, moved, printed, played."""

from __future__ import annotations

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from msgspec.structs import replace

from heraut.journal.transfer import export_stream
from heraut.kernel.names import StreamId
from heraut.scenario.own import MOST_CHARACTERS
from heraut.scenario.own_text import copy_of
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.web.desk import desk, journal
from heraut.web.models import OwnScenario
from web.build import host, laid_out, passer_by
from web.test_delivery import phones
from web.test_tournament import NAMES, playing, saga

pytestmark = pytest.mark.django_db
TEXT = copy_of("capture", "fords").replace("Capture (copie)", "Les gués")


def created(client: Client, **sent: object) -> str:
    """The address of a new scenario."""
    answer = client.post("/plan/own/new", sent)
    assert answer.status_code == 302, answer.content
    return str(answer["Location"])


def from_file(client: Client, text: str = TEXT) -> str:
    return created(client, file=SimpleUploadedFile("fords.toml", text.encode()))


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return laid_out(answer.content.decode()).replace("\N{NO-BREAK SPACE}", " ")


def test_a_copy_of_one_of_ours_is_kept_by_its_organiser_alone():
    client = host()
    address = created(client, copy="conquest")

    assert "Conquête (copie)" in page(client, "/plan/")
    assert "Ce scénario se lit et se joue." in page(client, address)
    assert passer_by().get(address).status_code == 403
    assert host("else").get(address).status_code == 404
    assert "Conquête (copie)" not in page(host("else"), "/plan/")


def test_a_file_is_checked_line_by_line_and_kept_while_it_is_mended():
    client = host()
    broken = TEXT.replace("rect = [0, 24, 48, 36]", "rect = [0, 24, 48]").replace('kind = "held"', 'kind = "hold"')
    address = from_file(client, broken)
    lines = broken.splitlines()

    told = page(client, address)
    for wrong in ('kind = "hold"', "rect = [0, 24, 48]"):
        assert f"<b>Ligne {lines.index(wrong) + 1}</b>" in told
    assert "à corriger avant de jouer" in page(client, "/plan/")
    assert client.post(address, {"text": TEXT}).status_code == 302
    assert "Les gués" in page(client, address)


def test_a_scenario_named_in_one_language_is_called_so_in_the_other():
    client = host()
    named = re.sub(r"^names = .*$", 'names = { fr = "Les gués" }', TEXT, flags=re.MULTILINE)
    address = from_file(client, named)
    client.post("/language", {"language": "en"})

    assert "Les gués" in page(client, f"{address}sheet")
    assert "Les gués" in page(client, "/new/match/")


def test_a_file_that_is_too_long_is_told_so_and_not_cut_short():
    address = from_file(host(), TEXT + "#" * MOST_CHARACTERS)

    assert "Ligne 1" in page(host(), address)


def test_what_was_moved_on_the_picture_is_written_into_the_file():
    client = host()
    address = from_file(client)
    moved = {"text": TEXT, "place.marker_left": "10 20", "place.zone_p1": "0 0 48 9"}

    assert client.post(address, moved).status_code == 302
    text = client.get(f"{address}file.toml").content.decode()
    assert "point = [10, 20]" in text
    assert "rect = [0, 0, 48, 9]" in text
    assert client.post(address, {"text": text, "place.marker_left": "10"}).status_code == 400


@pytest.mark.parametrize("text", ["x" * (2 * MOST_CHARACTERS), "x", "[[scenario]]", "\ufeff[[", "a = " + "[" * 3000])
def test_a_file_that_is_none_is_told_so(text: str):
    client = host()

    assert "À corriger" in page(client, from_file(client, text))


def test_nothing_chosen_makes_nothing():
    client = host()

    assert client.post("/plan/own/new", {"copy": "nowhere"})["Location"] == "/plan/"
    assert OwnScenario.objects.count() == 0


def test_it_is_printed_whole():
    client = host()
    told = page(client, f"{from_file(client)}sheet")

    assert "Les gués" in told
    assert "<svg" in told
    assert told.count("<h2>") >= 4


def test_it_is_played_and_travels_with_the_match():
    client = host()
    id = from_file(client).split("/")[3]
    assert f'value="own:{id}"' in page(client, f"/new/match/?own={id}")

    opened = client.post("/new/match/", {"title": "Gués", "scenario": f"own:{id}", "player": ["Ana", "Ben"]})
    stream = StreamId(opened["Location"].split("/")[2])
    client.post(f"/plan/own/{id}/delete")

    assert OwnScenario.objects.count() == 0
    assert "Les gués" in page(client, f"/g/{stream}/")
    assert desk().history(stream).state.game.scenario.id == "fords"
    assert re.search(rb'"definition":\{"id":"fords"', b"".join(export_stream(journal(), stream)))


@pytest.mark.clause("ST-ORG-6")
def test_it_is_chosen_for_a_round_of_an_event_and_travels_with_it():
    client = host()
    id = from_file(client).split("/")[3]
    form = page(client, "/new/tournament/?preset=saga-one_day")
    assert f'<option value="own:{id}">Les gués</option>' in form

    opened = client.post(
        "/new/tournament/",
        {"title": "Coupe", "format": "saga", "preset": "one_day", "age": "vikings", "scenario": [f"own:{id}", "clash"]},
    )
    assert opened.status_code == 302, opened.content.decode()
    stream = StreamId(opened["Location"].split("/")[2])
    client.post(f"/plan/own/{id}/delete")

    settings = desk().history(stream).state.settings
    assert settings.scenario_by_round == ("fords", "clash")
    assert settings.own_scenarios == {"fords": TEXT}
    assert "Les gués" in page(client, f"/g/{stream}/")
    assert client.get(f"/g/{stream}/tournament/scenario/fords.svg").status_code == 200
    assert client.get("/g/capture/tournament/scenario/fords.svg").status_code == 404


def test_a_table_of_an_event_plays_it_on_its_phones():
    playing(saga(own_scenarios={"fords": TEXT}, scenario_by_round=("fords",)))
    host().post("/g/cup/tournament/matches")
    match, (one, _two) = phones()

    assert desk().history(match).state.game.scenario.names["fr"] == "Les gués"
    assert "Les gués" in page(one, f"/g/{match}/")
    assert "Les gués" in page(one, "/g/cup/")


STEAM = copy_of("destruction", "forge").replace("Destruction (copie)", "La forge")


@pytest.mark.clause("SR-SCEN-9")
def test_a_steamroller_event_announces_it_and_it_travels_with_the_event():
    client = host()
    id = from_file(client, STEAM).split("/")[3]
    saga_only = from_file(client).split("/")[3]
    form = page(client, "/new/tournament/?preset=steamroller")
    assert f'<option value="own:{id}">La forge</option>' in form
    assert f"own:{saga_only}" not in form

    opened = client.post(
        "/new/tournament/",
        {"title": "Coupe", "format": "steamroller", "size": "35", "scenario": [f"own:{id}", "incursion"]},
    )
    assert opened.status_code == 302, opened.content.decode()
    stream = StreamId(opened["Location"].split("/")[2])
    client.post(f"/plan/own/{id}/delete")

    settings = desk().history(stream).state.settings
    assert settings.variants.scenarios == ("forge", "incursion")
    assert settings.own_scenarios == {"forge": STEAM}
    assert settings.variants_line() == "Règles annexes SR2011 : Scénarios (La forge, Incursion)"
    told = page(client, f"/g/{stream}/")
    assert "La forge" in told
    assert "forge," not in told
    assert client.get(f"/g/{stream}/tournament/scenario/forge.svg").status_code == 200
    settled = page(client, f"/g/{stream}/tournament/settings")
    assert '<option value="forge" selected>La forge</option>' in settled
    assert b"La forge" in b"".join(export_stream(journal(), stream))


@pytest.mark.clause("SR-SCEN-9")
def test_a_steamroller_round_plays_it_by_choice_and_once_on_the_phones_of_its_tables():
    settings = SteamrollerSettings(size=35, players=NAMES, own_scenarios={"forge": STEAM})
    announced = replace(settings, variants=replace(settings.variants, scenarios=("forge",)))
    playing(announced)
    host().post("/g/cup/tournament/matches")
    match, (one, _two) = phones()

    assert desk().history(match).state.game.scenario.names["fr"] == "La forge"
    assert "La forge" in page(one, f"/g/{match}/")
    state = desk().history(StreamId("cup")).state
    assert "forge" in settings.scenarios_open(state, 1)
    assert "forge" not in settings.scenarios_open(state, 2)
    assert settings.scenario_refusal(state, 1, "forge") is None
    assert settings.scenario_refusal(state, 2, "forge").code == "event-scenario-played"


def test_a_change_of_settings_keeps_the_event_s_own_scenarios():
    playing(saga(own_scenarios={"fords": TEXT}, scenario_by_round=("fords", "clash")))
    form = page(host(), "/g/cup/tournament/settings")
    sent = {"title": "Coupe d’été", "format": "saga", "scenario": ["fords", "advance"], "own_text": TEXT}
    assert '<input type="hidden" name="scenario" value="fords">' in form  # its round is published
    assert 'name="own_text"' in form

    host().post("/g/cup/tournament/settings", {**sent, "confirmed": "on"})

    settings = desk().history(StreamId("cup")).state.settings
    assert (settings.scenario_by_round, settings.own_scenarios) == (("fords", "advance"), {"fords": TEXT})
