"""Check-in: a badge before an official's phone, before a hand scanner, in its owner's hands."""

from __future__ import annotations

import pytest

from heraut.kernel.names import Seat
from heraut.web import links
from heraut.web.permissions import Role
from heraut.web.rooms.tournament.entries import scanned
from web import test_weekend
from web.build import holder, host, passer_by
from web.test_tournament import CUP, NAMES, cup, phone, playing, saga, text, view

pytestmark = [pytest.mark.django_db, pytest.mark.clause("HOUSE-ENTRY-1")]
ANA, HUGO = Seat("ana"), Seat("hugo")
PLAYERS = {**NAMES, HUGO: "Hugo"}


def code(seat: Seat) -> str:
    """What the badge of that player says."""
    return f"/s/{links.token(links.make(CUP, Role.PLAYER, PLAYERS[seat], seat))}"


def status(seat: Seat) -> str:
    return next(player.status for player in view().players if player.seat == seat)


OFFICIALS = {"organiser": host, "referee": lambda: holder(Role.REFEREE, label="Jeanne", stream=CUP)}


@pytest.mark.parametrize("who", OFFICIALS)
def test_a_badge_opened_by_an_official_shows_whose_it_is_and_one_tap_checks_them_in(who: str):
    cup(saga(players=PLAYERS))
    official = OFFICIALS[who]()

    page = text(official.get(code(HUGO)))

    assert "Pointer Hugo" in page
    assert status(HUGO) == "registered"
    assert "✓" in text(official.post("/g/cup/tournament/badges/tap", {"player": "hugo"}))
    assert status(HUGO) == "present"
    assert "Pointer Hugo" not in text(official.get(code(HUGO)))


def test_an_official_who_looks_at_a_badge_stays_who_they_are():
    cup(saga(players=PLAYERS))
    referee = OFFICIALS["referee"]()

    referee.get(code(HUGO))

    assert "arbitre" in text(referee.get("/g/cup/"))


def test_an_official_who_plays_takes_their_own_place_if_they_ask_for_it():
    cup(saga(players=PLAYERS))
    referee = OFFICIALS["referee"]()

    assert referee.get(f"{code(HUGO)}?sit=1").status_code == 302
    assert "<b>Hugo</b>" in text(referee.get("/g/cup/"))


def test_a_badge_opened_by_anybody_else_is_its_owners_place():
    cup(saga(players=PLAYERS))
    somebody = passer_by()

    assert somebody.get(code(HUGO)).url == "/g/cup/welcome"
    assert somebody.post("/g/cup/tournament/badges/tap", {"player": "hugo"}).status_code == 403
    assert status(HUGO) == "registered"


def test_players_say_that_they_are_here_where_the_event_allows_it():
    cup(saga(self_check_in=True))
    ana = phone(ANA)

    assert "Je suis là" in text(ana.get("/g/cup/"))
    ana.post("/g/cup/send", {"type": "CheckIn", "player": "ana"})
    assert status(ANA) == "present"
    assert "Je suis là" not in text(ana.get("/g/cup/"))
    assert ana.post("/g/cup/send", {"type": "CheckIn", "player": "ben"}).status_code == 409
    assert status(Seat("ben")) == "registered"


def test_players_do_not_where_it_does_not():
    cup()
    ana = phone(ANA)

    assert "Je suis là" not in text(ana.get("/g/cup/"))
    assert ana.post("/g/cup/send", {"type": "CheckIn", "player": "ana"}).status_code == 409
    assert status(ANA) == "registered"


def test_a_scanner_checks_in_on_the_desks_line():
    cup(saga(players=PLAYERS))
    desk = host()

    desk.post("/g/cup/tournament/badges/scan", {"line": f"http://192.0.2.7:8000{code(HUGO)}"})

    assert status(HUGO) == "present"


@pytest.mark.parametrize("line", ["5", "Hugo", "hugo", "HUG"])
def test_a_number_or_a_name_does_as_well(line: str):
    cup(saga(players=PLAYERS))

    host().post("/g/cup/tournament/badges/scan", {"line": line})

    assert status(HUGO) == "present"


def test_a_latecomers_badge_is_understood_on_the_line_of_results():
    playing()
    desk = host()
    desk.post("/g/cup/tournament/entries", {"names": "Hugo"})

    desk.post("/g/cup/tournament/result", {"line": code(HUGO)})

    assert status(HUGO) == "present"


def test_a_badge_of_nobody_here_is_refused_and_its_code_not_repeated():
    cup()
    stranger = "A" * 22

    answer = host().post("/g/cup/tournament/badges/scan", {"line": f"http://x/s/{stranger}"})

    assert answer.status_code == 400
    assert stranger not in text(answer)


def test_a_badge_that_is_refused_leaves_its_code_nowhere_on_the_page():
    cup(saga(players=PLAYERS))
    desk, secret = host(), code(HUGO)
    desk.post("/g/cup/tournament/badges/scan", {"line": secret})
    answer = desk.post("/g/cup/tournament/badges/scan", {"line": secret})

    assert answer.status_code == 409
    assert secret.rpartition("/")[2] not in text(answer)


def test_a_scanner_that_thinks_the_keyboard_american_is_understood():
    american = "http://10.0.0.5:8000/s/aAqQwWzZmM_-0123456789"
    french = {
        **dict(zip("1234567890", "&é\"'(-è_çà", strict=True)),
        **dict(zip("aqzwAQZW", "qawzQAWZ", strict=True)),
        **{"m": ",", "M": "?", ":": "M", "/": "!", ".": ":", "-": ")", "_": "°"},
    }

    typed = "".join(french.get(letter, letter) for letter in american)

    assert typed.startswith("httpM!!")
    assert scanned(typed) == "aAqQwWzZmM_-0123456789"
    assert scanned(american) == "aAqQwWzZmM_-0123456789"


@pytest.mark.parametrize("line", ["12 23 19", "12 1 s 3 1 24 18", "Hugo", "", "/s/short"])
def test_what_people_type_is_no_badge(line: str):
    assert scanned(line) is None


def test_a_weekends_badge_does_the_same_at_each_of_its_tournaments():
    row = test_weekend.weekend()
    morning, _evening = test_weekend.streams(row)
    test_weekend.enter(row, "Ana", [morning])
    badge = test_weekend.badge(row, "ana")

    assert "Pointer Ana" in text(host().get(badge))
    host().post(f"/g/{morning}/tournament/badges/scan", {"line": f"http://192.0.2.7:8000{badge}"})

    assert test_weekend.players(morning) == {"ana": "present"}
