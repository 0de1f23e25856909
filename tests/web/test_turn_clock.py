"""The clock of a table on its two phones: whose turn, what is left, which buttons."""

from __future__ import annotations

import re

import pytest

from heraut.kernel.names import Instant, Seat
from heraut.tournament.clocks import StartClock
from heraut.tournament.format import Format
from heraut.tournament.results import SettleResult
from heraut.tournament.steamroller.scoring import SteamrollerReport, SteamrollerWin
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.tournament.steamroller.variants import Variants
from web.build import host, passer_by
from web.test_tournament import NAMES, ORGANISER, phone, playing, saga, say, text, view

pytestmark = pytest.mark.django_db
START = 1_000_000


class Hall:
    """A Steamroller round under way at a time of the test's own; `one` and `two` sit at the first table."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **variants: object) -> None:
        self.patch = monkeypatch
        playing(SteamrollerSettings(size=35, players=NAMES, variants=Variants(**variants)))
        self.one, self.two = view().played[-1].tables[0].seats
        self.at(0)
        say(StartClock(seat=ORGANISER))

    def at(self, seconds: int) -> None:
        for place in ("heraut.web.desk.now", "heraut.web.rooms.tournament.clocks.now"):
            self.patch.setattr(place, lambda: Instant(START + seconds))

    def press(self, seat: Seat, button: str) -> int:
        return phone(seat).post("/g/cup/send", {"type": button}).status_code

    def seen(self, seat: Seat) -> tuple[list[str], list[str]]:
        """The times on a phone, and the buttons of its clock."""
        page = text(phone(seat).get("/g/cup/"))
        shown = re.search(r'<section class="turn-clock".*?</section>', page, re.DOTALL)
        clock = shown[0] if shown else ""
        return re.findall(r"<time[^>]*>([^<]*)</time>", clock), re.findall(r'name="type" value="(\w+)"', clock)


@pytest.mark.clause("SR-CLOCK-1")
def test_a_turn_is_timed_on_both_phones(monkeypatch: pytest.MonkeyPatch):
    hall = Hall(monkeypatch)

    assert hall.seen(hall.one) == ([], ["StartTurn"])
    hall.press(hall.one, "StartTurn")
    hall.at(125)

    assert hall.seen(hall.one) == (["7:55"], ["EndTurn", "StopTurnClock", "AnnounceExtension"])
    assert hall.seen(hall.two) == (["7:55"], ["StartTurn"])


@pytest.mark.clause("SR-CLOCK-5")
def test_a_stopped_turn_clock_stands_still_until_it_is_resumed(monkeypatch: pytest.MonkeyPatch):
    hall = Hall(monkeypatch)
    hall.press(hall.one, "StartTurn")
    hall.at(60)
    hall.press(hall.one, "StopTurnClock")
    hall.at(600)

    assert hall.seen(hall.one) == (["9:00"], ["EndTurn", "ResumeTurnClock", "AnnounceExtension"])
    hall.press(hall.one, "ResumeTurnClock")
    hall.at(610)
    assert hall.seen(hall.two)[0] == ["8:50"]


@pytest.mark.clause("SR-EXT-2", "SR-EXT-3")
@pytest.mark.parametrize(("late", "offered"), [(30, True), (31, False)])
def test_the_extension_is_offered_up_to_thirty_seconds_after_the_end(
    monkeypatch: pytest.MonkeyPatch, late: int, offered: bool
):
    hall = Hall(monkeypatch)
    hall.press(hall.one, "StartTurn")
    hall.at(10 * 60 + late)
    times, buttons = hall.seen(hall.one)

    assert times == [f"−0:{late}"]
    assert ("AnnounceExtension" in buttons) is offered
    if offered:
        hall.press(hall.one, "AnnounceExtension")
        assert hall.seen(hall.one) == (["5:00"], ["EndTurn", "StopTurnClock"])


@pytest.mark.clause("SR-VTIME-14", "SR-VTIME-15", "SR-VTIME-16")
def test_a_reserve_is_passed_and_falls(monkeypatch: pytest.MonkeyPatch):
    hall = Hall(monkeypatch, reserve=True)
    hall.press(hall.one, "StartTurn")
    hall.at(60)
    hall.press(hall.one, "PassClock")
    hall.at(90)

    assert hall.seen(hall.one) == (["47:00", "47:30"], ["EndTurn", "PassClock"])
    assert hall.seen(hall.two) == (["47:00", "47:30"], ["StartTurn"])
    hall.at(60 + 48 * 60)
    hall.press(hall.one, "EndTurn")
    page = text(phone(hall.one).get("/g/cup/"))
    assert f"épuisée : {NAMES[hall.two]} perd la partie" in page.replace("\xa0", " ")
    assert hall.seen(hall.one)[1] == []


@pytest.mark.clause("SR-VTIME-3")
@pytest.mark.parametrize(
    "settings", [saga(), SteamrollerSettings(size=35, players=NAMES, variants=Variants(no_time_limit=True))]
)
def test_games_without_turn_limit_have_no_turn_clock(settings: Format):
    playing(settings)
    one = phone(view().played[-1].tables[0].seats[0])

    assert "turn-clock" not in text(one.get("/g/cup/"))
    assert one.post("/g/cup/send", {"type": "StartTurn"}).status_code == 409


@pytest.mark.clause("SR-TIME-2", "SR-VTIME-10", "SR-VTIME-11", "SR-VTIME-18")
@pytest.mark.parametrize(
    ("variants", "said"),
    [
        ({}, "Partie : 80 min et un temps secret · séquence : 10 min · extension : 5 min"),
        ({"no_extensions": True}, "Partie : 80 min et un temps secret · séquence : 10 min "),
        ({"reserve": True}, "Partie : 80 min et un temps secret · réserve : 48 min"),
        ({"sudden_death": True}, "Réserve : 48 min"),
    ],
)
def test_a_phone_says_how_long_games_and_turns_are(variants: dict[str, bool], said: str):
    playing(SteamrollerSettings(size=35, players=NAMES, variants=Variants(**variants)))

    assert said in " ".join(phone(Seat("ana")).get("/g/cup/").content.decode().split())


@pytest.mark.clause("SR-EXT-1", "SR-EXT-4")
def test_both_phones_say_who_has_used_the_extension(monkeypatch: pytest.MonkeyPatch):
    hall = Hall(monkeypatch)
    hall.press(hall.one, "StartTurn")
    hall.press(hall.one, "AnnounceExtension")
    hall.at(610)
    hall.press(hall.one, "EndTurn")

    for seat in (hall.one, hall.two):
        page = text(phone(seat).get("/g/cup/"))
        assert f"Extension déjà utilisée\N{NO-BREAK SPACE}: {NAMES[hall.one]}" in page


@pytest.mark.clause("SR-ROUND-5")
def test_an_event_that_ends_early_says_on_every_page_who_leads_alone():
    playing(SteamrollerSettings(size=35, players=NAMES))
    first, second = view().played[0].tables
    say(
        SettleResult(
            seat=ORGANISER, round=1, table=1, report=SteamrollerReport(first.seats[0], SteamrollerWin.SCENARIO)
        )
    )
    say(SettleResult(seat=ORGANISER, round=1, table=2, report=SteamrollerReport()))
    told = f"Un joueur mène seul\N{NO-BREAK SPACE}: {NAMES[first.seats[0]]}."

    assert view().stage == "over"
    for visitor in (host(), phone(second.seats[0]), passer_by()):
        assert told in text(visitor.get("/g/cup/"))
