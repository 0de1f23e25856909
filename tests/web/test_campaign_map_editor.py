"""Maps drawn in the browser: kept by their owner, checked like a file, compared for fairness, played."""

from __future__ import annotations

import io
import re
from base64 import b64encode
from html import unescape

import pytest
from django.contrib.auth.models import User

from campaign.test_golden import ISLAND
from heraut.campaign.maps.fairness import fairest_starts, unfairness
from heraut.campaign.maps.map import Map, default_map, default_text, parse
from heraut.web import handover
from heraut.web.models import MapPicture, OwnMap
from heraut.web.pictures import HEAD
from web.build import host, laid_out, passer_by
from web.war import spaced

pytestmark = pytest.mark.django_db

BROKEN = ISLAND.replace("roads T03: T05\n", "").replace("roads T02: T03 T04 T05", "roads T02: T04 T05")


def checked(written: str, players: int = 2) -> str:
    answer = passer_by().post("/map/check", {"map": written, "players": players})
    assert answer.status_code == 200
    return spaced(unescape(laid_out(answer.content.decode())))


def drawn_text(page: str) -> str:
    found = re.search(r'<textarea name="map"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    assert found is not None
    return unescape(found.group(1)).lstrip("\n")


@pytest.mark.clause("SC-MAP-6")
def test_what_is_wrong_is_named_at_its_territory():
    told = checked(BROKEN)

    assert 'data-about="T03"' in told
    assert re.search(r'data-choose="T03">Source</button>\s*Aucune route ne mène à Source', told)
    assert "Ligne" not in told


@pytest.mark.clause("SC-SET-1")
def test_a_start_that_is_not_normal_is_named_too():
    told = checked(ISLAND.replace("starts 2: T01 T03", "starts 2: T01 T02"))

    assert 'data-choose="T02">Cromlech</button>' in told


def test_a_right_map_is_compared_with_our_own():
    told = checked(ISLAND)
    (row,) = re.findall(r"<tr><td class=\"num\">(\d)</td><td>([^<]*)</td><td class=\"num\">([^<]*)</td><td", told)

    assert row[:2] == ("2", "Phare, Source")
    assert "Cette carte se joue" in told
    assert "<td>Phare</td>" in told  # what lies around each start


def test_fair_starts_are_proposed():
    ours = default_map()
    answer = passer_by().post("/map/starts", {"map": default_text(), "players": 4})
    proposed = tuple(answer.json()["starts"])

    assert unfairness(ours, proposed) <= unfairness(ours, ours.starts[4])
    assert passer_by().post("/map/starts", {"map": BROKEN, "players": 2}).status_code == 422
    small = parse(ISLAND)
    assert isinstance(small, Map)
    assert fairest_starts(small, 3) == ("T01", "T03")


def test_a_map_is_kept_drawn_again_and_played_by_its_owner_alone():
    owner = host()
    answer = owner.post("/map/keep", {"map": BROKEN, "players": 2})
    kept = OwnMap.objects.get()
    assert answer["Location"] == f"/map/draw?kept={kept.pk}&players=2"
    assert kept.title == "Île"
    assert drawn_text(owner.get(answer["Location"]).content.decode()) == BROKEN

    answer = owner.post("/map/keep", {"map": ISLAND, "players": 2, "kept": kept.pk, "then": "play"})
    assert OwnMap.objects.get().text == ISLAND
    assert answer["Location"] == f"/new/campaign/?kept={kept.pk}&players=2"
    assert drawn_text(owner.get(answer["Location"]).content.decode()) == ISLAND
    assert f"?kept={kept.pk}" in owner.get("/map/").content.decode()

    other = host("autre")
    assert ISLAND not in drawn_text(other.get(f"/map/draw?kept={kept.pk}").content.decode())
    other.post("/map/keep", {"map": "map Vol\n", "kept": kept.pk})
    assert OwnMap.objects.get(pk=kept.pk).text == ISLAND
    assert other.post(f"/map/forget/{kept.pk}").status_code == 403
    assert passer_by().post("/map/keep", {"map": ISLAND}).status_code == 403
    assert owner.post(f"/map/forget/{kept.pk}").status_code == 302
    assert not OwnMap.objects.filter(pk=kept.pk).exists()


def test_a_map_that_is_not_right_is_kept_but_not_played():
    answer = host().post("/map/keep", {"map": BROKEN, "players": 3, "then": "play"})

    assert answer["Location"].startswith("/map/draw?kept=")


@pytest.mark.parametrize(
    ("address", "first"),
    [("/map/draw", "map Ma carte / My map"), ("/map/draw?copy=on", "map Les Deux Rivages / The Two Shores")],
)
def test_a_drawing_begins_blank_or_from_ours(address: str, first: str):
    assert first in drawn_text(passer_by().get(address).content.decode())


def test_a_text_is_drawn_on_and_one_too_long_is_not_kept():
    assert drawn_text(passer_by().post("/map/draw", {"map": BROKEN}).content.decode()) == BROKEN
    host().post("/map/keep", {"map": "# " * 20_000})

    assert not OwnMap.objects.exists()
    assert "trop long" in checked("# " * 20_000)


def test_a_map_without_starts_is_a_map_and_says_what_to_do():
    bare = ISLAND.replace("starts 2: T01 T03\n", "")
    viewed = passer_by().post("/map/", {"map": bare, "players": 2})

    assert "Aucun départ encore" in checked(bare)
    assert viewed.status_code == 200
    assert "Ajoutez une ligne « starts »" in spaced(viewed.content.decode())


JPEG = b"\xff\xd8\xff\xe0 a picture \xff\xd9"
ADDRESS = HEAD + b64encode(JPEG).decode()


def test_the_picture_underneath_is_kept_with_the_map_and_shown_to_all_who_play_it():
    owner = host()
    answer = owner.post("/map/keep", {"map": ISLAND, "players": 2, "then": "play", "picture": ADDRESS})
    kept = OwnMap.objects.get()
    assert bytes(kept.picture) == JPEG
    assert f"/map/picture/{kept.pk}.jpg" in owner.get(f"/map/draw?kept={kept.pk}").content.decode()
    assert host("else").get(f"/map/picture/{kept.pk}.jpg").status_code == 404
    assert answer.status_code == 302

    form = {"title": "Île", "map-kind": "text", "map": kept.text, "name-1": "Ana", "name-2": "Ben", "public": "on"}
    opened = owner.post("/new/campaign/", form)
    assert opened.status_code == 302, opened.content.decode()
    stream = opened["Location"].split("/")[2]
    owner.post(f"/map/forget/{kept.pk}")
    page = passer_by().get(f"/g/{stream}/").content.decode()
    assert f'href="/g/{stream}/campaign/map.jpg" width="' in page
    shown = passer_by().get(f"/g/{stream}/campaign/map.jpg")
    assert (shown.content, shown["Content-Type"]) == (JPEG, "image/jpeg")
    assert ADDRESS in passer_by().get(f"/g/{stream}/campaign/chronicle.html").content.decode()

    file = handover.pack("Île", [stream], with_links=False)
    MapPicture.objects.all().delete()
    assert passer_by().get(f"/g/{stream}/campaign/map.jpg").status_code == 404
    handover.unpack(io.BytesIO(file), User.objects.get(username="organisateur"))
    assert passer_by().get(f"/g/{stream}/campaign/map.jpg").content == JPEG


@pytest.mark.parametrize("sent", ["data:image/svg+xml;base64,PHN2Zz4=", HEAD + "!", HEAD + "PHN2Zz4=", HEAD])
def test_what_is_no_picture_is_not_kept(sent: str):
    answer = host().post("/map/keep", {"map": ISLAND, "players": 2, "picture": sent}, follow=True)
    assert OwnMap.objects.get().picture == b""
    assert "pas été gardée" in answer.content.decode()


def test_a_picture_is_taken_away_again():
    host().post("/map/keep", {"map": ISLAND, "picture": ADDRESS})
    kept = OwnMap.objects.get().pk
    host().post("/map/keep", {"map": ISLAND, "kept": kept})
    assert bytes(OwnMap.objects.get().picture) == JPEG
    host().post("/map/keep", {"map": ISLAND, "kept": kept, "picture": "none"})
    assert bytes(OwnMap.objects.get().picture) == b""
