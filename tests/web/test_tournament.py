"""The pages of a tournament: every role at every address, secrets kept, what the desk and the phones send."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import URLResolver, get_resolver

from heraut.kernel.codec import decode, from_plain
from heraut.kernel.journal import Header
from heraut.kernel.message import Command, Roll
from heraut.kernel.names import FATE, ActorId, CommandId, Instant, Seat, StreamId
from heraut.kernel.refusal import Refusal
from heraut.scenario.settings import Settings as MatchSettings
from heraut.tournament.clocks import StartClock
from heraut.tournament.entries import CheckIn, CloseRegistration
from heraut.tournament.format import Format
from heraut.tournament.lists import RecordCheck, RevealLists
from heraut.tournament.officials import Warn
from heraut.tournament.planning import ChooseScenario
from heraut.tournament.results import ReportResult, SettleResult
from heraut.tournament.rounds import AdjustDraft, DraftRound, PublishRound
from heraut.tournament.saga.bands import Age, FiguresLine, SagaBand, TroopClass
from heraut.tournament.saga.lists import HandInBand
from heraut.tournament.saga.scoring import SagaReport
from heraut.tournament.saga.settings import OddField, SagaSettings
from heraut.tournament.steamroller.army import ArmyList, Caster
from heraut.tournament.steamroller.lists import ChooseList, HandInLists
from heraut.tournament.steamroller.scoring import SteamrollerReport, SteamrollerWin
from heraut.tournament.steamroller.settings import FinalTie, SteamrollerSettings
from heraut.tournament.view import View
from heraut.warband.army_line import EntryKind as Kind
from heraut.warband.army_line import ListEntry
from heraut.web.desk import desk, now
from heraut.web.models import Stream
from heraut.web.permissions import PERMISSIONS, Action, Role
from heraut.web.rooms.tournament import saga as saga_pages
from heraut.web.rooms.tournament import settings_form
from heraut.web.rooms.tournament.exports import FILES
from heraut.web.rooms.tournament.formats import pages_for
from heraut.web.rooms.tournament.papers import PAPERS
from tournament.round_robin import RoundRobinReport, RoundRobinSettings
from web.build import holder, host, laid_out, passer_by

pytestmark = pytest.mark.django_db

CUP = StreamId("cup")
ORGANISER = Seat("organiser")
NAMES = {Seat("ana"): "Ana", Seat("ben"): "Ben", Seat("chloe"): "Chloé", Seat("david"): "David"}
SECRET_SCENARIO = "desecration"
POINTS = 864_213
SECRET_FACTION = "Pictes du Nord"


def say(command: Command) -> None:
    sent = CommandId(f"{desk().history(CUP).sequence}")
    outcome = desk().submit(CUP, command, command_id=sent, actor=ActorId(command.seat), at=now())
    assert not isinstance(outcome, Refusal), outcome
    due = next((awaited for awaited in desk().awaits(CUP, None) if awaited.seat == FATE), None)
    if due is not None and due.chance is not None:
        say(Roll(seat=FATE, faces=tuple(1 for _ in due.chance.sides)))


def saga(**changes: Any) -> SagaSettings:
    plan = ("clash", SECRET_SCENARIO, "conquest")
    return SagaSettings(**{"allowed_ages": ("dark",), "scenario_by_round": plan, "players": NAMES, **changes})


def cup(settings: Format | None = None, *, public: bool = True) -> StreamId:
    """An event with four players entered."""
    header = desk().open(stream=CUP, engine="tournament", title="Coupe", settings=settings or saga(), at=now())
    assert isinstance(header, Header)
    Stream.objects.filter(pk=CUP).update(public=public)
    return CUP


def band() -> SagaBand:
    return SagaBand(
        (FiguresLine(TroopClass.WARLORD, 1), FiguresLine(TroopClass.WARRIOR, 48)), Age.VIKINGS, SECRET_FACTION
    )


def army(place: int, casters: int = 1) -> ArmyList:
    led = (Caster(f"Capitaine {place}"), Caster(f"Lieutenant {place}"))[:casters]
    return ArmyList(SECRET_FACTION, led, (ListEntry("Cavaliers", Kind.UNIT, 35, 10),))


def drafted(settings: Format | None = None, *, public: bool = True) -> StreamId:
    """The first round is paired, not published yet."""
    settings = settings or saga()
    cup(settings, public=public)
    for seat in NAMES:
        if isinstance(settings, SagaSettings):
            say(HandInBand(seat=seat, band=band()))
        else:
            casters = settings.casters_per_list if isinstance(settings, SteamrollerSettings) else 1
            say(HandInLists(seat=seat, lists=(army(1, casters), army(2, casters))))
        say(CheckIn(seat=ORGANISER, player=seat))
    say(CloseRegistration(seat=ORGANISER))
    if isinstance(settings, SteamrollerSettings) and not settings.variants.scenarios:
        say(ChooseScenario(seat=ORGANISER, round=1, scenario="overrun"))
    say(DraftRound(seat=ORGANISER))
    return CUP


def playing(settings: Format | None = None, *, public: bool = True) -> StreamId:
    """The first round is published."""
    drafted(settings, public=public)
    say(PublishRound(seat=ORGANISER))
    return CUP


def view(seat: Seat | None = ORGANISER) -> View:
    seen: View = desk().engine(CUP).view(desk().history(CUP).state, seat)
    return seen


def text(answer: Any) -> str:
    return laid_out(str(answer.content.decode()))


def phone(seat: Seat) -> Client:
    return holder(Role.PLAYER, seat, NAMES[seat], CUP)


# --- The clock of the round.


def test_an_official_stops_the_clock_and_lets_it_go_on(monkeypatch: pytest.MonkeyPatch):
    playing(SteamrollerSettings(size=35, players=NAMES))
    referee, ana = VISITORS[Role.REFEREE](), phone(Seat("ana"))
    monkeypatch.setattr("heraut.web.desk.now", lambda: Instant(1_000_000))
    referee.post("/g/cup/send", {"type": "StartClock"})
    monkeypatch.setattr("heraut.web.desk.now", lambda: Instant(1_000_000 + 25 * 60))
    referee.post("/g/cup/send", {"type": "PauseClock"})

    assert "<time>0 h 25</time> · en pause" in text(ana.get("/g/cup/"))
    assert "<time>0 h 25</time> · en pause" in text(passer_by().get("/g/cup/tournament/screen"))
    assert "/ 82 min · secret" in " ".join(text(referee.get("/g/cup/")).split())
    assert ana.post("/g/cup/send", {"type": "ResumeClock"}).status_code == 409

    monkeypatch.setattr("heraut.web.desk.now", lambda: Instant(1_000_000 + 40 * 60))
    referee.post("/g/cup/send", {"type": "ResumeClock"})

    assert f'data-elapsed="{1_000_000 + 15 * 60}"' in text(ana.get("/g/cup/"))
    assert "82 min" not in text(ana.get("/g/cup/"))


def test_the_desk_has_one_button_in_or_whatever_waits():
    """Dice that are due, and a clock that is stopped, come before the next result."""
    playing(SteamrollerSettings(size=35, players=NAMES))
    assert in_or() == ["Noter"]
    host().post("/g/cup/send", {"type": "StartClock"})
    assert in_or() == ["Noter"]
    host().post("/g/cup/send", {"type": "PauseClock"})
    assert in_or() == ["Relancer l’horloge"]


def test_before_the_next_result_the_dice_that_are_due():
    drafted(SteamrollerSettings(size=35, players=NAMES))
    host().post("/g/cup/send", {"type": "PublishRound"})

    assert in_or() == ["Tirer les dés"]


def test_a_phone_has_one_question_in_or():
    playing(SteamrollerSettings(size=35, players=NAMES))
    ana = phone(Seat("ana"))
    assert in_or(ana) == ["Liste 1", "Liste 2"]
    for seat in NAMES:
        say(ChooseList(seat=seat, list_number=1))
    assert in_or(ana) == ["Annoncer le résultat"]
    host().post("/g/cup/send", {"type": "StartClock"})
    ana.post("/g/cup/send", {"type": "StartTurn"})
    assert in_or(ana) == ["Terminer ma séquence"]
    ana.post("/g/cup/send", {"type": "StopTurnClock"})
    assert in_or(ana) == ["Relancer l’horloge"]


def test_a_phone_asks_for_the_band_before_it_asks_who_is_here():
    cup(saga(self_check_in=True))
    ana = phone(Seat("ana"))
    assert in_or(ana) == ["Sceller la bande"]
    say(HandInBand(seat=Seat("ana"), band=band()))
    assert in_or(ana) == ["Je suis là"]


def test_whoever_plays_without_a_list_is_asked_for_the_result_first():
    cup(saga())
    for seat in NAMES:
        say(CheckIn(seat=ORGANISER, player=seat))
    say(CloseRegistration(seat=ORGANISER))
    say(DraftRound(seat=ORGANISER))
    say(PublishRound(seat=ORGANISER, confirm_missing_lists=True))

    assert in_or(phone(Seat("ana"))) == ["Annoncer le résultat"]


def in_or(client: Client | None = None) -> list[str]:
    """The buttons of the desk, or of that phone, that are the next thing to do."""
    main = text((client or host()).get("/g/cup/")).partition("<main")[2].partition("</main>")[0]
    buttons = re.findall(r'<button[^>]* class="([^"]*)"[^>]*>([^<]*)</button>', main)
    return [label.strip() for style, label in buttons if "action" in style.split()]


# --- What officials noted about a player.


@pytest.mark.clause("HOUSE-ENTRY-4")
def test_sanctions_and_checks_are_on_the_players_page_and_on_no_other_phone():
    playing(SteamrollerSettings(size=35, players=NAMES))
    say(Warn(seat=ORGANISER, player=Seat("ana"), reason="Cartes oubliées"))
    say(RecordCheck(seat=ORGANISER, player=Seat("ana"), item="painting", approved=False, set_aside=("Cavaliers",)))
    page = text(host().get("/g/cup/tournament/players/ana")).replace("\N{NO-BREAK SPACE}", " ")

    assert "<b>Avertissement</b> : Cartes oubliées" in page
    assert "✕ Peinture · mis de côté : Cavaliers" in page
    own, others = (text(phone(Seat(seat)).get("/g/cup/")) for seat in ("ana", "ben"))
    assert ("Cartes oubliées" in own, "✕ Peinture" in own) == (True, True)
    assert ("Cartes oubliées" in others, "✕ Peinture" in others) == (False, False)


@pytest.mark.clause("HOUSE-WISH-2")
def test_a_table_is_kept_for_a_player_from_their_page():
    cup()
    edit = {"type": "EditPlayer", "player": "ana", "name": "Ana", "club": "", "team": "", "nickname": ""}
    host().post("/g/cup/send", {**edit, "fixed_table": "4"})
    page = text(host().get("/g/cup/tournament/players/ana"))

    assert desk().history(CUP).state.players["ana"].fixed_table == 4
    assert re.search(r'name="fixed_table"[^>]* value="4"', page)
    host().post("/g/cup/send", {**edit, "fixed_table": ""})
    assert desk().history(CUP).state.players["ana"].fixed_table is None


@pytest.mark.clause("ST-PAIR-9")
def test_a_spare_player_is_entered_where_the_event_has_them_and_marked():
    cup(saga(odd_field=OddField.SPARE_PLAYER))
    host().post("/g/cup/tournament/entries", {"names": "Emma", "spare": "on", "present": "on"})
    page = text(host().get("/g/cup/"))

    assert 'name="spare"' in page
    assert re.search(r">Emma</a> <span class=\"quiet\">\(joueur d’appoint\)", page)
    assert [player.name for player in view().players if player.spare] == ["Emma"]


def test_an_event_with_byes_offers_no_spare_player():
    cup()

    assert 'name="spare"' not in text(host().get("/g/cup/"))
    answer = host().post("/g/cup/tournament/entries", {"names": "Emma", "spare": "on"})
    assert "n’a pas de joueur d’appoint" in text(answer)


def test_a_draft_changed_by_hand_and_a_ranking_round_say_so():
    cup(saga(swiss_rounds=1, ranking_round=True, scenario_by_round=("clash", "conquest")))
    for seat in NAMES:
        say(HandInBand(seat=seat, band=band()))
        say(CheckIn(seat=ORGANISER, player=seat))
    say(CloseRegistration(seat=ORGANISER))
    say(DraftRound(seat=ORGANISER))
    assert "changé à la main" not in text(host().get("/g/cup/"))
    pairs = view().draft.pairing.pairs
    say(AdjustDraft(seat=ORGANISER, pairs=((pairs[0].first, pairs[1].first), (pairs[0].second, pairs[1].second))))
    assert "changé à la main" in text(host().get("/g/cup/"))
    say(PublishRound(seat=ORGANISER))
    for table in view().played[-1].tables:
        one, two = table.seats
        report = SagaReport({one: 9, two: 3})
        say(SettleResult(seat=ORGANISER, round=1, table=table.number, report=report))
    say(DraftRound(seat=ORGANISER))
    say(PublishRound(seat=ORGANISER))

    assert "ronde de classement" not in text(host().get("/g/cup/tournament/rounds/1"))
    assert "ronde de classement" in text(host().get("/g/cup/tournament/rounds/2"))


# --- Who may go where.

VISITORS: dict[Role, Callable[[], Client]] = {
    Role.ORGANISER: host,
    Role.REFEREE: lambda: holder(Role.REFEREE, label="Farid", stream=CUP),
    Role.PLAYER: lambda: phone(Seat("ana")),
    Role.SPECTATOR: passer_by,
    Role.STRANGER: passer_by,
}
POST, GET = "post", "get"
TRIES = {
    "enter": (POST, "entries"),
    "look": (POST, "entries/look"),
    "take": (POST, "entries/take"),
    "all-here": (POST, "entries/all"),
    "tap": (POST, "badges/tap"),
    "scan": (POST, "badges/scan"),
    "players": (GET, "players"),
    "rules": (GET, "rules"),
    "standings": (GET, "standings"),
    "proof": (GET, "proof"),
    "player": (GET, "players/ana"),
    "close": (POST, "close"),
    "begin": (POST, "begin"),
    "settings": (GET, "settings"),
    "draft": (POST, "draft"),
    "project": (GET, "project"),
    "other": (POST, "other"),
    "repair": (POST, "repair"),
    "swap": (POST, "swap"),
    "swap-tables": (POST, "swap-tables"),
    "result": (POST, "result"),
    "round": (GET, "rounds/1"),
    "table": (GET, "rounds/1/tables/1"),
    "matches": (POST, "matches"),
    "sheet": (POST, "sheet"),
    "lists": (POST, "lists"),
    "report": (POST, "report"),
    "awards": (GET, "awards"),
    "vote": (POST, "vote"),
    "papers": (GET, "papers"),
    "paper": (GET, "papers/pairings.pdf"),
    "file": (GET, "files/results.csv"),
    "screen": (GET, "screen"),
    "picture": (GET, "scenario/clash.svg"),
}
FOR_OFFICIALS = {
    "enter", "look", "take", "all-here", "tap", "scan", "player", "players", "close", "begin", "draft", "project",
    "other", "repair", "swap", "swap-tables", "result", "table", "matches", "awards",
}  # fmt: skip


def addresses() -> dict[str, Action]:
    rooms = [each for each in get_resolver().url_patterns if isinstance(each, URLResolver)]
    (ours,) = [room for room in rooms if "/tournament/" in str(room.pattern)]
    return {page.name: page.callback.action for page in ours.url_patterns}


def test_every_address_of_the_room_is_tried():
    assert addresses().keys() == TRIES.keys()


@pytest.mark.parametrize("role", Role)
def test_a_role_reaches_an_address_if_and_only_if_it_may(role: Role):
    playing(public=role is not Role.STRANGER)
    client, action_of = VISITORS[role](), addresses()
    host().post("/g/cup/tournament/matches")

    for name, (method, path) in TRIES.items():
        status = getattr(client, method)(f"/g/cup/tournament/{path}").status_code
        official = role in (Role.ORGANISER, Role.REFEREE)
        allowed = action_of[name] in PERMISSIONS[role] and (official or name not in FOR_OFFICIALS)
        if name == "sheet" and role is not Role.SPECTATOR:  # there is one for players whose match was opened
            assert status == (302 if role is Role.PLAYER else 404), name
            continue
        if allowed:
            assert status not in (403, 404, 500), name
        else:
            assert status == (404 if role is Role.STRANGER else 403), name


# --- What must not be told.

READS = ("", "log", "tournament/rounds/1", "tournament/screen", "tournament/papers", "tournament/papers/emergency.pdf")


def everything_told(client: Client) -> str:
    pages = [client.get(f"/g/cup/{path}") for path in READS]
    api = [client.get(f"/api/streams/cup/{path}") for path in ("view", "log")]
    return "".join(str(answer.headers) + answer.content.decode(errors="replace") for answer in (*pages, *api))


OTHERS = {
    "spectator": passer_by,
    "referee": lambda: holder(Role.REFEREE, label="Farid", stream=CUP),
    "organiser": host,
}


def test_there_is_something_to_hide():
    cup()
    say(HandInBand(seat=Seat("ana"), band=band()))

    assert SECRET_FACTION in text(phone(Seat("ana")).get("/g/cup/"))
    assert "Désacralisation" in text(host().get("/g/cup/")) or view().plan["2"] == SECRET_SCENARIO


@pytest.mark.parametrize("who", [*OTHERS, "ben"])
@pytest.mark.clause("HOUSE-SEAL-1")
def test_a_sealed_band_is_told_to_nobody_else(who: str):
    cup()
    say(HandInBand(seat=Seat("ana"), band=band()))
    client = phone(Seat("ben")) if who == "ben" else OTHERS[who]()

    assert SECRET_FACTION not in everything_told(client)


@pytest.mark.parametrize("who", ["spectator", "referee", "ana"])
@pytest.mark.clause("SR-SCEN-7")
def test_the_scenario_of_a_later_round_is_the_organisers_alone(who: str):
    playing()
    client = phone(Seat("ana")) if who == "ana" else OTHERS[who]()
    told = everything_told(client)

    assert SECRET_SCENARIO not in told
    assert "Désacralisation" not in told


@pytest.mark.parametrize("who", ["spectator", "ana"])
def test_a_draft_is_for_officials(who: str):
    cup()
    for seat in NAMES:
        say(HandInBand(seat=seat, band=band()))
        say(CheckIn(seat=ORGANISER, player=seat))
    say(CloseRegistration(seat=ORGANISER))
    say(DraftRound(seat=ORGANISER))
    client = phone(Seat("ana")) if who == "ana" else passer_by()

    assert "Projet de la ronde 1" in text(host().get("/g/cup/"))
    assert "Projet" not in everything_told(client)


@pytest.mark.clause("SR-TIME-3")
def test_the_secret_minutes_are_for_officials_eyes():
    playing(SteamrollerSettings(size=35, players=NAMES, late_entry=False))
    say(StartClock(seat=ORGANISER))
    minutes = view().played[-1].minutes

    assert minutes is not None
    assert f"/ {minutes} min" in text(host().get("/g/cup/"))
    for client in (passer_by(), phone(Seat("ana"))):
        told = everything_told(client)
        assert f"{minutes} min" not in told
        assert "ends_at" not in told
        assert "fin à" not in told


def test_a_report_is_sealed_until_the_other_is_in():
    playing()
    one, two = view().played[-1].tables[0].seats
    say(ReportResult(seat=one, report=SagaReport({one: POINTS, two: 3})))

    assert str(POINTS) in text(phone(one).get("/g/cup/"))
    assert str(POINTS) in text(host().get("/g/cup/tournament/rounds/1/tables/1"))
    for client in (phone(two), passer_by()):
        assert str(POINTS) not in everything_told(client)


@pytest.mark.clause("ST-PTS-1")
def test_points_left_empty_are_not_nought():
    playing()
    one, two = view().played[-1].tables[0].seats

    answer = phone(one).post("/g/cup/tournament/report", {f"points-{one}": 12, f"points-{two}": "", "first": one})

    assert answer.status_code == 409
    assert view().played[-1].tables[0].reported == ()


@pytest.mark.clause("ST-LOSS-3")
def test_a_game_cut_short_needs_no_points():
    playing()
    one, two = view().played[-1].tables[0].seats

    phone(one).post("/g/cup/tournament/report", {f"points-{one}": "", "ended": f"sudden-{two}"})
    phone(two).post("/g/cup/tournament/report", {f"points-{two}": "0", "ended": f"sudden-{two}"})

    result = view().played[-1].tables[0].result
    assert result is not None
    assert result.winner == one


@pytest.mark.parametrize("typed", ["", "douze"])
def test_a_score_that_is_no_number_is_said_to_be_none_beside_its_field_and_nothing_typed_is_lost(typed: str):
    playing(SteamrollerSettings(size=35, players=NAMES))
    one, two = view().played[-1].tables[0].seats
    scores = {f"control-{one}": typed, f"control-{two}": 1, f"destroyed-{one}": 7, f"destroyed-{two}": 0}
    told = {"winner": two, "kind": "scenario", **scores}

    for client, address in ((phone(one), "report"), (host(), "rounds/1/tables/1")):
        answer = client.post(f"/g/cup/tournament/{address}", told)

        page = text(answer).replace("\N{NO-BREAK SPACE}", " ")
        assert answer.status_code == 400
        assert page.count("« Points de contrôle » : écrivez un nombre entier.") == 2
        assert f'id="field-control-{one}-fault">« Points de contrôle »' in page
        assert re.search(rf'name="control-{two}" value="1"', page)
        assert re.search(rf'name="destroyed-{one}" value="7"', page)
        assert re.search(rf'name="winner" value="{two}"[^>]* checked', page)
        assert '<option value="scenario" selected>' in page


@pytest.mark.parametrize("address", ["report", "rounds/1/tables/1"])
def test_what_the_rules_refuse_of_a_report_is_shown_as_it_was_typed(address: str):
    playing()
    one, two = view().played[-1].tables[0].seats
    client = phone(one) if address == "report" else host()

    answer = client.post(f"/g/cup/tournament/{address}", {f"points-{one}": 12, f"points-{two}": "", "first": two})

    assert answer.status_code == 409
    assert f'name="points-{one}" value="12"' in text(answer)
    assert f'name="first" value="{two}" checked' in text(answer)


def test_a_draw_is_said_and_not_left_open():
    playing(SteamrollerSettings(size=35, players=NAMES))
    one, two = view().played[-1].tables[0].seats
    scores = {f"{name}-{seat}": 0 for name in ("control", "destroyed") for seat in (one, two)}

    answer = phone(one).post("/g/cup/tournament/report", scores)

    assert answer.status_code == 400
    assert "dites qui a gagné, ou que c’est une égalité." in text(answer)
    assert view().played[-1].tables[0].reported == ()
    assert phone(one).post("/g/cup/tournament/report", {**scores, "winner": ""}).status_code == 302
    assert re.search('name="winner" value="" checked', text(phone(one).get("/g/cup/")))


def test_a_format_without_pages_of_its_own_is_told_by_its_winner():
    pages, seats = pages_for(RoundRobinSettings()), (Seat("ana"), Seat("ben"))

    (winner,) = pages.report_form(seats, NAMES, "", None)
    told = {who: pages.report_values(QueryDict(f"winner={who}"), seats) for who, _name in winner.choices}

    assert winner.choices == (("ana", "Ana"), ("ben", "Ben"), ("", "égalité"))
    assert {who: from_plain(report, RoundRobinReport) for who, report in told.items()} == {
        "ana": RoundRobinReport(seats[0]), "ben": RoundRobinReport(seats[1]), "": RoundRobinReport(),
    }  # fmt: skip
    assert pages.report_fields(RoundRobinReport(seats[1]), seats) == [("winner", "ben")]


# --- What the desk does.


def test_a_result_is_typed_by_its_table_number():
    playing()

    host().post("/g/cup/tournament/result", {"line": "1 23 19"})

    result = view().played[-1].tables[0].result
    assert result is not None
    assert list(result.points.values()) == [12, 8] or list(result.points.values()) == [11, 9]


def test_a_line_that_cannot_be_read_is_shown_again():
    playing()

    answer = host().post("/g/cup/tournament/result", {"line": "1 douze"})

    assert answer.status_code == 400
    assert "« 1 douze » ne se lit pas." in text(answer)
    assert 'value="1 douze"' in text(answer)


@pytest.mark.clause("ST-PTS-7")
def test_a_line_that_the_rules_refuse_is_shown_again():
    playing()

    answer = host().post("/g/cup/tournament/result", {"line": "1 9 9"})

    assert answer.status_code == 409
    assert 'value="1 9 9"' in text(answer)


@pytest.mark.clause("ST-PAIR-11")
def test_a_result_that_counts_is_corrected_after_a_look_at_what_it_changes():
    playing()
    client = host()
    client.post("/g/cup/tournament/result", {"line": "1 23 19"})
    one, two = view().played[-1].tables[0].seats

    looked = client.post("/g/cup/tournament/result", {"line": "1 2 40"})
    assert "Ce que cette correction change" in text(looked)
    assert view().played[-1].tables[0].result.winner == one  # type: ignore[union-attr]

    fields = {f"points-{one}": 2, f"points-{two}": 40, "confirmed": "1", "reason": "Inversé"}
    client.post("/g/cup/tournament/rounds/1/tables/1", fields)
    assert view().played[-1].tables[0].result.winner == two  # type: ignore[union-attr]


@pytest.mark.clause("ST-PAIR-11")
def test_a_correction_shows_places_tiebreaks_and_the_pairings_it_would_have_changed():
    playing()
    for number in (1, 2):
        for table in view().played[-1].tables:
            report = SagaReport({table.seats[0]: 20 + table.number, table.seats[1]: 5}, first_player=table.seats[0])
            say(SettleResult(seat=ORGANISER, round=number, table=table.number, report=report))
        say(DraftRound(seat=ORGANISER))
        say(PublishRound(seat=ORGANISER, confirm_rematches=True))
    one, two = view().played[0].tables[0].seats

    page = text(host().post("/g/cup/tournament/rounds/1/tables/1", {f"points-{one}": "1", f"points-{two}": "30"}))

    assert "Ce que cette correction change" in page
    assert "→ <b>" in page
    assert "Aurait été" in page
    published = {frozenset(table.seats) for table in view().played[1].tables}
    told = page.split("<h4>Publié</h4>")[1].split("</ul>")[0]
    assert all(NAMES[seat] in told for seats in published for seat in seats)


@pytest.mark.clause("HOUSE-OFFICIAL-2")
def test_a_steamroller_correction_cites_no_clause_of_saga():
    playing(SteamrollerSettings(size=35, players=NAMES, early_end=False))
    for number in (1, 2):
        for table in view().played[-1].tables:
            report = SteamrollerReport(table.seats[0], SteamrollerWin.SCENARIO)
            say(SettleResult(seat=ORGANISER, round=number, table=table.number, report=report))
        say(ChooseScenario(seat=ORGANISER, round=number + 1, scenario=("overrun", "incursion", "grind")[number]))
        say(DraftRound(seat=ORGANISER))
        say(PublishRound(seat=ORGANISER, confirm_rematches=True))
    two = view().played[0].tables[0].seats[1]

    page = text(host().post("/g/cup/tournament/rounds/1/tables/1", {"winner": two, "kind": "scenario"}))

    assert "Aurait été" in page
    assert "HOUSE-OFFICIAL-2" in page
    assert "ST-PAIR-11" not in page


def test_a_correction_names_each_tiebreak_beside_its_value_for_a_narrow_page():
    playing()
    table = view().played[0].tables[0]
    say(SettleResult(seat=ORGANISER, round=1, table=1, report=SagaReport(dict(zip(table.seats, (20, 5), strict=True)))))
    one, two = table.seats

    page = text(host().post("/g/cup/tournament/rounds/1/tables/1", {f"points-{one}": "1", f"points-{two}": "30"}))

    heads = re.findall(r'<th class="num">([^<]*)</th>', page.split('<table class="moves">')[1].split("</thead>")[0])
    row = page.split('<table class="moves">')[1].split("</tr>")[1]
    assert re.findall(r'data-label="([^"]*)"', row) == heads


@pytest.mark.clause("ST-RNK-1")
def test_every_place_of_the_standings_says_why_the_last_one_too():
    playing()
    for table in view().played[-1].tables:
        report = SagaReport({table.seats[0]: 20 + table.number, table.seats[1]: 5})
        say(SettleResult(seat=ORGANISER, round=1, table=table.number, report=report))

    page = text(passer_by().get("/g/cup/tournament/standings"))

    rows = page.split('<table class="standings">')[1].split("<tbody>")[1].split("</tr>")[:-1]
    assert [row.count('<details class="why">') for row in rows] == [1] * len(NAMES)


def test_players_are_entered_one_per_line_and_two_of_a_name_have_two_seats():
    cup(saga(players={}))

    host().post("/g/cup/tournament/entries", {"names": "Ana, Les Dés Pipés\nAna\n\nBen", "present": "on"})

    assert [(player.seat, player.club, player.status) for player in view().players] == [
        ("ana", "Les Dés Pipés", "present"),
        ("ana-2", "", "present"),
        ("ben", "", "present"),
    ]


def test_a_sheet_of_entries_is_looked_at_before_it_is_taken():
    cup()
    client = host()

    looked = client.post("/g/cup/tournament/entries/look", {"pasted": "Nom;Club\nEmma;La Guilde\nAna;\nFarid;\n"})
    assert "2 joueurs à inscrire" in text(looked)
    assert "Ana figure déjà dans les inscriptions" in text(looked)
    assert len(view().players) == 4

    rows = {"line": ["2", "4"], "name": ["Emma", "Farid"], "nickname": ["", ""], "club": ["La Guilde", ""]}
    client.post("/g/cup/tournament/entries/take", {**rows, "team": ["", ""], "take": ["2"]})
    assert [player.name for player in view().players][4:] == ["Emma"]


SHEET = "Nom;Ville d’origine;Armée;N° T3;E-mail\nEmma;Lyon;Vikings;42;e@x.fr\nANA;Lille;;;\nEmma;Nantes;;;\nEmma;;;;\n"


@pytest.mark.clause("HOUSE-FILE-4", "HOUSE-ENTRY-2")
def test_columns_are_changed_by_hand_and_namesakes_are_told_apart():
    cup()
    client = host()
    look, take = "/g/cup/tournament/entries/look", "/g/cup/tournament/entries/take"

    looked = text(client.post(look, {"pasted": SHEET}))
    assert "Colonnes laissées de côté\N{NO-BREAK SPACE}: E-mail" in looked
    assert looked.count("homonyme") == 3  # the second with a club, and two in doubt, which are not ticked
    assert 'aria-label="Emma" checked' in looked

    was = ["name", "club", "faction", "licence", ""]
    chosen = {"pasted": SHEET, "headed": "on", "column-was": was, "column": ["name", "team", "faction", "licence", ""]}
    again = text(client.post(take, chosen))
    assert '<input type="hidden" name="team" value="Lyon">' in again
    assert len(view().players) == 4

    lines = {"line": ["2", "4"], "name": ["Emma", "Emma"], "club": ["Lyon", "Nantes"], "faction": ["Vikings", ""]}
    client.post(take, {**lines, "licence": ["42", ""], "take": ["2", "4"], "column": was, "column-was": was})
    new = view().players[4:]
    assert [(each.name, each.club, each.faction, each.licence) for each in new] == [
        ("Emma", "Lyon", "Vikings", "42"), ("Emma", "Nantes", "", ""),
    ]  # fmt: skip
    assert list(desk().engine(CUP).seats(desk().history(CUP).state).values())[4:] == ["Emma (Lyon)", "Emma (Nantes)"]


def test_two_players_of_the_draft_change_places_and_two_tables_too():
    cup()
    for seat in NAMES:
        say(HandInBand(seat=seat, band=band()))
        say(CheckIn(seat=ORGANISER, player=seat))
    client = host()
    client.post("/g/cup/tournament/close")
    client.post("/g/cup/tournament/draft")
    before = [(pair.first, pair.second) for pair in view().draft.pairing.pairs]  # type: ignore[union-attr]
    (a, b), (d, e) = before

    client.post("/g/cup/tournament/swap", {"one": a, "two": d})
    client.post("/g/cup/tournament/swap-tables", {"one": "1", "two": "2"})

    assert [(pair.first, pair.second) for pair in view().draft.pairing.pairs] == [(a, e), (d, b)]  # type: ignore[union-attr]


def test_players_are_swapped_as_people_type_them_too():
    cup()
    for seat in NAMES:
        say(HandInBand(seat=seat, band=band()))
        say(CheckIn(seat=ORGANISER, player=seat))
    say(CloseRegistration(seat=ORGANISER))
    say(DraftRound(seat=ORGANISER))
    one, two = (pair.first for pair in view().draft.pairing.pairs)  # type: ignore[union-attr]

    number = next(player.number for player in view().players if player.seat == two)
    host().post("/g/cup/tournament/swap", {"one": NAMES[one][:2].lower(), "two": str(number)})

    assert [pair.first for pair in view().draft.pairing.pairs] == [two, one]  # type: ignore[union-attr]


def test_an_official_hands_in_a_band_for_a_player():
    cup()

    host().post("/g/cup/tournament/lists", {"player": "ana", "age": "vikings", "text": "Un Seigneur, 48 Guerriers"})

    assert [player.has_lists for player in view().players] == [True, False, False, False]


def test_a_band_with_faults_names_them_all_and_keeps_what_was_typed():
    cup()

    answer = phone(Seat("ana")).post(
        "/g/cup/tournament/lists", {"age": "vikings", "text": "Un Seigneur, 9 Gardes, 3 truc"}
    )

    assert answer.status_code == 409
    assert "Un Seigneur, 9 Gardes, 3 truc" in text(answer)


@pytest.mark.clause("SR-DEPL-2")
@pytest.mark.parametrize("assigned", [True, False])
def test_edges_the_organiser_assigns_reach_the_match(assigned: bool):
    playing(SteamrollerSettings(size=35, players=NAMES, edges_assigned=assigned))
    host().post("/g/cup/tournament/matches")

    match = desk().history(StreamId(view().played[-1].tables[0].match or "")).header
    assert decode(bytes(match.settings), MatchSettings).edges_assigned == assigned


@pytest.mark.clause("SR-VSCEN-1", "SR-KEY-7")
def test_announced_scenarios_are_put_in_order_on_the_form():
    form = {"format": "steamroller", "title": "Ordre", "size": "35", "variants.scenarios_in_order": "on"}

    host().post("/new/tournament/?preset=steamroller", {**form, "scenario": ["revelation", "", "incursion"]})

    (opened,) = [decode(row.header, Header) for row in Stream.objects.all()]
    variants = decode(bytes(opened.settings), SteamrollerSettings).variants
    assert (variants.scenarios, variants.scenarios_in_order) == (("revelation", "incursion"), True)


def test_a_draw_of_lots_is_never_shown_as_a_die_of_four_thousand_million_sides():
    cup(SteamrollerSettings(size=35, players=NAMES, final_tie=FinalTie.ROLL_OFF))
    for seat in NAMES:
        say(CheckIn(seat=ORGANISER, player=seat))
    say(CloseRegistration(seat=ORGANISER))
    begun = CommandId("pairing")
    desk().submit(CUP, DraftRound(seat=ORGANISER), command_id=begun, actor=ActorId("organiser"), at=now())

    for visitor in (host(), phone(Seat("ana")), passer_by()):
        shown = re.sub(r'max="\d+"', "", text(visitor.get("/g/cup/")))
        assert "4294967296" not in shown.replace("\N{NARROW NO-BREAK SPACE}", "").replace("\N{NO-BREAK SPACE}", "")


@pytest.mark.clause("ST-BND-8")
def test_the_guides_model_list_is_taken_in_and_its_unknown_costs_are_asked_for():
    cup()
    ana = phone(Seat("ana"))
    model = "Un Seigneur, 2 Éléphants, 4 Chars légers, 16 Guerriers, 12 Levées"

    ana.post("/g/cup/tournament/lists", {"age": "vikings", "text": model})

    assert [player.has_lists for player in view().players] == [True, False, False, False]
    asked = r"Chars légers\s: le coût n.+est pas indiqué\s; il reste 3\spoints"
    assert re.search(asked, text(ana.get("/g/cup/")))


def test_a_phone_takes_its_seat_at_the_match_of_its_table():
    playing()
    host().post("/g/cup/tournament/matches")
    ana = phone(Seat("ana"))
    assert "Feuille de score" in text(ana.get("/g/cup/"))

    answer = ana.post("/g/cup/tournament/sheet", follow=True)

    (table,) = [table for table in view().played[-1].tables if "ana" in table.seats]
    assert answer.redirect_chain == [(f"/g/{table.match}/", 302)]
    assert "Ana" in text(answer)


@pytest.mark.parametrize("preset", [each.id for each in settings_form.presets()])
def test_every_preset_opens_an_event(preset: str):
    start = settings_form.preset_settings(preset)
    assert start is not None
    page = text(host().get(f"/new/tournament/?preset={preset}"))
    assert "Ouvrir le tournoi" in page

    header = desk().open(stream=CUP, engine="tournament", title="Coupe", settings=start, at=now())
    assert isinstance(header, Header)


def test_an_event_is_opened_from_the_form():
    form = {"format": "saga", "title": "Coupe", "preset": "two_days", "age": ["vikings", "magic"], "budget": "8"}

    host().post("/new/tournament/?preset=saga-two_days", {**form, "scenario": ["clash", "", "capture"]})

    settings = desk().history(StreamId(Stream.objects.get().pk)).state.settings
    assert (settings.allowed_ages, settings.rounds, settings.budget) == (("vikings", "magic"), 5, 8)
    assert settings.scenario_by_round == ("clash", "capture")


def test_a_past_event_lends_its_settings_but_not_its_players():
    cup(saga(budget=8))

    page = text(host().get("/new/tournament/?copy=cup"))

    assert 'name="budget" value="8"' in page
    assert "Chloé" not in page


@pytest.mark.slow  # Typst sets them all
@pytest.mark.parametrize("name", PAPERS)
def test_every_paper_is_a_pdf_or_is_not_offered(name: str):
    playing()
    offered = f"papers/{name}.pdf" in text(host().get("/g/cup/tournament/papers"))

    answer = host().get(f"/g/cup/tournament/papers/{name}.pdf")

    assert answer.status_code == (200 if offered else 404)
    assert answer.content.startswith(b"%PDF") or not offered


def test_badges_carry_links_and_are_printed_by_whoever_hands_them_out():
    playing()

    assert host().get("/g/cup/tournament/papers/badges.pdf").status_code == 200
    assert phone(Seat("ana")).get("/g/cup/tournament/papers/badges.pdf").status_code == 404


@pytest.mark.parametrize("name", FILES)
def test_results_leave_the_house_as_files(name: str):
    playing()
    host().post("/g/cup/tournament/result", {"line": "1 23 19"})

    answer = passer_by().get(f"/g/cup/tournament/files/{name}")

    assert answer.status_code == 200
    assert f" - {FILES[name].label}.{FILES[name].ending}" in unquote(answer["Content-Disposition"])
    winner = NAMES[view().played[-1].tables[0].seats[0]].encode()
    assert winner in answer.content or name.endswith(("xlsx", "trf"))


def test_a_spreadsheet_of_results_is_headed_in_the_readers_language():
    playing()
    host().post("/g/cup/tournament/result", {"line": "1 23 19"})
    client = passer_by()

    french = client.get("/g/cup/tournament/files/results.csv").content.decode("utf-8-sig").splitlines()
    english = (
        client.get("/g/cup/tournament/files/results.csv", headers={"accept-language": "en"})
        .content.decode("utf-8-sig").splitlines()
    )  # fmt: skip

    assert french[0] == (
        "Ronde;Table;Joueur 1;Joueur 2;Vainqueur;Manière;Points du joueur 1;Points du joueur 2;"
        "Points de victoire du joueur 1;Points de victoire du joueur 2"
    )
    assert english[0].startswith("Round,Table,Player 1,Player 2,Winner,How,Points (player 1),")
    assert french[1].startswith("1;1;")


def test_the_page_of_the_event_needs_no_server_and_shows_what_everybody_may_see():
    playing()
    host().post("/g/cup/tournament/result", {"line": "1 23 19"})

    page = host().get("/g/cup/tournament/files/event.html").content.decode()

    assert re.findall(r'(?:src|href)="(?!#)[^"]*"|url\((?!#)|<script|@import', page) == []
    assert all(name in page for name in NAMES.values())
    assert "<svg" in page
    assert SECRET_FACTION not in page  # bands are sealed, for the organiser too

    say(RevealLists(seat=ORGANISER))
    assert SECRET_FACTION in host().get("/g/cup/tournament/files/event.html").content.decode()


ONE, TWO = Seat("one"), Seat("two")


@pytest.mark.parametrize(
    ("line", "report"),
    [
        ("23 19", SagaReport({ONE: 23, TWO: 19})),
        ("9 9 2", SagaReport({ONE: 9, TWO: 9}, first_player=TWO)),
        ("x1", SagaReport({ONE: 0, TWO: 0}, sudden_loss=ONE)),
        ("f 2", SagaReport({ONE: 0, TWO: 0}, forfeit=TWO)),
    ],
)
def test_the_shorthand_of_saga(line: str, report: SagaReport):
    assert saga_pages.read_result(line, (ONE, TWO)) == report
