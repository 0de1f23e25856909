"""Maps drawn in the browser: kept by their owner, checked like a file, compared for fairness, played."""

from __future__ import annotations

import io
import re
from base64 import b64encode
from collections.abc import Callable
from functools import partial
from html import unescape
from time import process_time
from typing import Any

import pytest
from django.contrib.auth.models import User

from campaign.test_golden import ISLAND
from heraut.campaign.map import Map, default_map, default_text, parse
from heraut.campaign.map_fairness import fairest_starts, unfairness
from heraut.web import handover
from heraut.web.models import MapPicture, OwnMap
from heraut.web.pictures import HEAD
from pace import is_late
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


def many(count: int, at: Callable[[int], tuple[int, int]], roads: str = "", name: str = "X") -> str:
    """A map of so many territories, each at its place; one of them has prestige, and two start."""
    kinds = ("cromlech", "oasis")
    lines = [f"territory t{n} {kinds[n > 0]} {at(n)[0]} {at(n)[1]} {name}{n}" for n in range(count)]
    return "\n".join(("map X", "size 1000 700", *lines, roads, "starts 2: t1 t2"))


def ring(count: int) -> str:
    return "\n".join(f"roads t{n}: t{(n + 1) % count}" for n in range(count))


def all_to_all(count: int) -> str:
    return "\n".join(f"roads t{n}: {' '.join(f't{m}' for m in range(n + 1, count))}" for n in range(count - 1))


HOSTILE = {
    "nothing": "",
    "no text": "\x00\x01\ud7ff\ufffe" * 50,
    "one word": "map",
    "one endless word": "x" * 19_999,
    "many lines": "x\n" * 9_999,
    "many words": "territory " * 1_900,
    "empty lines": "\n" * 19_999,
    "other line ends": "map\u2028X\x0bsize\x85territory\x1c" * 300,
    "no size": "map X\nsize 0 0\nterritory a oasis 0 0 A",
    "endless numbers": f"size {'9' * 5_000} 1\nterritory a oasis {'9' * 5_000} -{'9' * 5_000} A\nstarts {'9' * 99}: a",
    "other numbers": "size 1e9 0x10\nterritory a oasis ٣ ½ A\nstarts ²: a\nstarts -1: a\nstarts 1_0: a",
    "ids": "territory ../../etc oasis 1 1 A\nterritory <b> oasis 1 1 A\nterritory é oasis 1 1 A\nroads a b: c",
    "names": "map \u202eevil {{ x }} {% x %} <script>\nterritory a oasis 1 1 " + "🛡" * 4_000,
    "to itself": "territory a oasis 1 1 A\nroads a:" + " a" * 9_000,
    "twice": many(3, lambda n: (n, n), "roads t0: t1\n" * 1_200),
    "all at one place": many(40, lambda _: (500, 350), ring(40)),
    "all on one line": many(300, lambda n: (3 * n, 350), ring(300)),
    "all joined": many(60, lambda n: (500 + 7 * (n % 8), 300 + 7 * (n // 8)), all_to_all(60)),
    "largest": many(300, lambda n: (50 * (n % 20), 40 * (n // 20)), ring(300)),
    "more than the largest": many(420, lambda n: (n, n)),
    "long names": many(50, lambda n: (20 * n, 14 * n), ring(50), "M" * 280),
    "starts of nobody": many(5, lambda n: (100 * n, 100), ring(5)) + "\nstarts 9999: " + "t1 " * 3_000,
}


PLAYED = {"all at one place", "all on one line", "all joined", "largest", "long names"}
"""Maps, if strange ones."""


@pytest.mark.parametrize("name", HOSTILE)
def test_no_text_of_a_map_stops_or_breaks_a_page(name: str):
    """Nothing answers 500 or hangs, what is told of a text is not much longer than it, what is kept is shown again."""
    text, master = HOSTILE[name], host()
    master.raise_request_exception = False
    form = {"map": text, "players": "9" * 40 if name == "endless numbers" else "2"}
    lords = {"name-1": "Ana", "name-2": "Ben"}
    opened = {"engine": "campaign", "title": "X", "settings": {"players": PLAYERS, "map": text}}
    asked: list[Callable[[], Any]] = [
        *(partial(master.post, f"/map/{page}", form) for page in ("", "check", "draw", "starts", "keep")),
        lambda: master.get(f"/map/draw?kept={OwnMap.objects.get().pk}"),
        lambda: master.post("/new/campaign/", {**lords, **form}),
        lambda: master.post("/api/streams", opened, content_type="application/json"),
    ]
    answers = []
    for ask in asked:
        begun = process_time()
        answers.append(ask())
        assert not is_late(process_time() - begun)

    assert [answer.status_code for answer in answers if answer.status_code >= 500] == []
    assert max(len(answer.content) for answer in answers) < 200_000
    assert [answer for answer in answers if b"<script>\nterritory" in answer.content] == []
    assert answers[0].status_code == (200 if name in PLAYED else 422)
    assert (answers[-1].status_code == 201) is (name in {*PLAYED, "nothing"}), "no text at all is our own map"


PLAYERS = [{"seat": seat, "name": seat, "faction": seat} for seat in ("ana", "ben")]


def test_without_scripts_the_page_says_so_and_its_text_stands_open():
    page = laid_out(host().get("/map/draw?copy=on").content.decode())

    assert '<details class="campaign-more map-text" open>' in page
    without = " ".join(re.findall(r"<noscript>(.*?)</noscript>", page, re.DOTALL))
    for said in ("la carte s’écrit en texte seul", 'name="players"', 'name="propose"', "map_text"):
        assert said in without


def test_without_scripts_fair_starts_are_written_into_the_text():
    text = "\n".join(line for line in ISLAND.splitlines() if not line.startswith("starts")) + "\n"
    sent = {"map": text, "players": 2, "propose": "on"}
    written = drawn_text(host().post("/map/draw", sent).content.decode())

    assert written == text + "starts 2: T01 T03\n"
    again = drawn_text(host().post("/map/draw", {**sent, "map": written}).content.decode())
    assert again == written
    broken = host().post("/map/draw", {**sent, "map": BROKEN}).content.decode()
    assert drawn_text(broken) == BROKEN
    assert "Aucun départ n’est proposé" in broken
    assert "Aucun départ n’est proposé" in host().post("/map/draw", {**sent, "players": 6}).content.decode()


def test_a_kept_map_stays_the_same_one_by_way_of_its_text():
    owner = host()
    owner.post("/map/keep", {"map": ISLAND, "players": 2})
    kept = OwnMap.objects.get()
    seen = owner.post("/map/", {"map": ISLAND, "players": 2, "kept": kept.pk}).content.decode()
    assert f'name="kept" value="{kept.pk}"' in seen
    again = owner.post("/map/draw", {"map": ISLAND, "players": 2, "kept": kept.pk}).content.decode()

    assert f'name="kept" value="{kept.pk}"' in again
    assert 'name="kept" value=""' in host("autre").post("/map/draw", {"map": ISLAND, "kept": kept.pk}).content.decode()
