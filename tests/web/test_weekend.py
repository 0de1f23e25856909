"""Weekends: one list of people, one badge each, tables and screens shared; every role at every address."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import URLResolver, get_resolver

from heraut.kernel.journal import Header
from heraut.kernel.message import Command
from heraut.kernel.names import ActorId, CommandId, Seat, StreamId
from heraut.kernel.refusal import Refusal
from heraut.tournament.awards import SetAwards
from heraut.tournament.entries import CheckIn, Drop
from heraut.tournament.officials import CallReferee
from heraut.tournament.planning import ChooseScenario, SetTables
from heraut.tournament.results import SettleResult
from heraut.tournament.saga.bands import Age, FiguresLine, SagaBand, TroopClass
from heraut.tournament.saga.lists import HandInBand
from heraut.tournament.saga.scoring import SagaReport
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.web import handover, links
from heraut.web.desk import desk, now
from heraut.web.models import Guest, Slot, Stream, Weekend
from heraut.web.permissions import PERMISSIONS, Action, Role
from heraut.web.rooms.tournament.steamroller import THREE_DAYS
from heraut.web.rooms.weekend.hall import busy, free, read_tables, tables_written
from web.build import host, laid_out, passer_by
from web.test_tournament import cup, saga

pytestmark = pytest.mark.django_db

ORGANISER = Seat("organiser")
BAND = SagaBand((FiguresLine(TroopClass.WARLORD, 1), FiguresLine(TroopClass.WARRIOR, 48)), Age.VIKINGS)


def weekend(client: Client | None = None, *, tables: str = "1-6", public: bool = True, events: int = 2) -> Weekend:
    """Two SAGA events on one day, at ten and at two."""
    rows = {
        "event": ["Matin", "Soir", "Nuit"][:events],
        "source": ["saga-one_day"] * events,
        "day": ["2027-03-06"] * events,
        "hour": ["10:00", "14:00", "20:00"][:events],
    }
    extra = {"public": "on"} if public else {}
    answer = (client or host()).post("/w/new", {"title": "Printemps", "tables": tables, **rows, **extra})
    assert answer.status_code == 302, answer.content.decode()
    return Weekend.objects.get(pk=answer.url.split("/")[2])


def streams(row: Weekend) -> list[StreamId]:
    return [StreamId(slot.stream_id) for slot in Slot.objects.filter(weekend=row)]


def players(stream: StreamId) -> dict[str, str]:
    return {seat: player.status.value for seat, player in desk().history(stream).state.players.items()}


def enter(row: Weekend, names: str, events: list[StreamId]) -> None:
    host().post(f"/w/{row.pk}/people/enter", {"names": names, "event": events})


def referee(row: Weekend, name: str) -> None:
    host().post(f"/w/{row.pk}/people/referee", {"name": name})


def badge(row: Weekend, seat: str) -> str:
    return f"/s/{links.token(Guest.objects.get(weekend=row, seat=seat))}"


def say(stream: StreamId, command: Command) -> None:
    outcome = desk().submit(
        stream, command, command_id=CommandId(f"{desk().history(stream).sequence}"), actor=ActorId("x"), at=now()
    )
    assert not isinstance(outcome, Refusal), outcome


def drafted(stream: StreamId) -> None:
    """Everybody entered is here with a band, and the first round is drafted from the desk."""
    for seat in players(stream):
        say(stream, HandInBand(seat=Seat(seat), band=BAND))
        say(stream, CheckIn(seat=ORGANISER, player=Seat(seat)))
    say(stream, ChooseScenario(seat=ORGANISER, round=1, scenario="clash"))
    host().post(f"/g/{stream}/tournament/close")
    host().post(f"/g/{stream}/tournament/draft")


def published(stream: StreamId) -> Any:
    return host().post(f"/g/{stream}/send", {"type": "PublishRound"})


def tables(stream: StreamId) -> list[int]:
    state = desk().history(stream).state
    return sorted(state.rounds[-1].tables) if state.rounds else [pair.table for pair in state.stage.draft.pairing.pairs]


def spaced(answer: Any) -> str:
    """The text of a page, with plain spaces where French has unbreakable ones."""
    return re.sub("[\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]", " ", answer.content.decode())


# --- Opening one.


@pytest.mark.clause("SR-PRESET-4")
def test_the_three_day_weekend_of_the_sheet_is_a_preset():
    client = host()
    form = laid_out(client.get("/w/new?preset=three-days").content.decode())
    days = re.findall(r'name="day" value="([^"]+)"', form)[:3]
    sources = re.findall(r'<option value="(steamroller-weekend_\w+)" selected', form)
    titles = re.findall(r'name="event" value="([^"]+)"', form)[:3]

    rows = {"event": titles, "source": sources, "day": days, "hour": ["10:00"] * 3}
    answer = client.post("/w/new?preset=three-days", {"title": "Trois jours", "tables": "", **rows})

    opened = Slot.objects.filter(weekend=answer.url.split("/")[2])
    settings = [desk().history(StreamId(slot.stream_id)).state.settings for slot in opened]
    assert titles == ["Démolition", "Hardcore !", "Triple détente"]
    assert [slot.begins.weekday() for slot in opened] == [4, 5, 6]
    assert [each.size for each in settings] == [50, 75, 35]
    assert [(each.times.base, each.times.turn, each.times.extension) for each in settings] == [(80, 10, 5)] * 3
    assert all(isinstance(each, SteamrollerSettings) for each in settings)
    assert settings[2].variants.lists == 3
    assert THREE_DAYS == "SR-PRESET-4"


def faults_of(page: str) -> dict[str, str]:
    """What a page says is wrong, by field."""
    return dict(re.findall(r'<p class="fault" id="field-([\w-]+)-fault">([^<]*)</p>', page))


def test_a_weekend_without_a_tournament_or_a_title_says_what_is_missing():
    answer = host().post("/w/new", {"title": "", "event": [""], "source": [""], "day": [""], "hour": [""]})

    assert answer.status_code == 409
    assert faults_of(spaced(answer)) == {
        "title": "Donnez un titre au week-end.", "source-1": "Choisissez un modèle.", "day-1": "Donnez un jour."
    }  # fmt: skip
    assert Weekend.objects.count() == 0


def test_all_that_is_wrong_is_told_at_once_each_at_its_field_and_what_was_typed_stays():
    answer = host().post("/w/new", {
        "title": " ", "tables": "1 à 24", "event": ["Matin", "Soir"], "source": ["", "saga-one_day"],
        "day": ["2027-03-06", "demain"], "hour": ["25:00", "18:30"],
    })  # fmt: skip

    page = spaced(answer)
    assert faults_of(page) == {
        "title": "Donnez un titre au week-end.", "tables": "« 1 à 24 » ne dit pas quelles tables. Écrivez par exemple "
        "1-24, ou 1-12 20 21.", "source-1": "Choisissez un modèle.", "hour-1": "Écrivez une heure comme 10:00.",
        "day-2": "Donnez un jour.",
    }  # fmt: skip
    assert "Rien n’est ouvert. Corrigez ce qui est marqué." in page
    assert [text for text in ("2027-03-06", "demain", "25:00", "18:30") if f'value="{text}"' not in page] == []


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({"day": ["2027-03-06", ""]}, "day-2", "Donnez un jour."),
        ({"source": ["saga-one_day", ""]}, "source-2", "Choisissez un modèle."),
        ({"tables": "5-1"}, "tables", "« 5-1 » ne dit pas quelles tables."),
        ({"tables": "1-3 9-7"}, "tables", "« 1-3 9-7 » ne dit pas quelles tables."),
        ({"tables": "1 12345"}, "tables", "« 1 12345 » ne dit pas quelles tables."),
        ({"tables": "9999-10002"}, "tables", "« 9999-10002 » ne dit pas quelles tables."),
    ],
)
def test_nothing_that_was_begun_is_passed_over(typed: dict[str, Any], field: str, said: str):
    sent = {"title": "Fête", "event": ["Matin", "Soir"], "source": ["saga-one_day"] * 2, "hour": ["10:00"] * 2}
    answer = host().post("/w/new", {**sent, "day": ["2027-03-06"] * 2, **typed})

    assert answer.status_code == 409
    assert [*faults_of(spaced(answer))] == [field]
    assert faults_of(spaced(answer))[field].startswith(said)
    assert 'value="Soir"' in answer.content.decode()
    assert Weekend.objects.count() == 0


def test_tables_that_cannot_be_read_leave_those_there_are_and_stay_in_their_field():
    row = weekend(tables="1-6")
    answer = host().post(f"/w/{row.pk}/settle", {"title": "Fête d'hiver", "tables": "toutes"})

    assert answer.status_code == 409
    assert "« toutes » ne dit pas quelles tables." in drawer_of(answer, "Réglages du week-end")
    assert 'value="toutes"' in drawer_of(answer, "Réglages du week-end")
    assert "checked" not in drawer_of(answer, "Réglages du week-end")
    assert (Weekend.objects.get(pk=row.pk).title, Weekend.objects.get(pk=row.pk).tables) == (row.title, "1-6")


def test_a_day_that_cannot_be_read_is_told_in_its_drawer():
    row = weekend()
    first = streams(row)[0]
    before = [slot.begins for slot in Slot.objects.filter(weekend=row)]
    later = host().post(f"/w/{row.pk}/slots/{first}", {"day": "samedi", "hour": "9:30"})

    assert later.status_code == 409
    assert 'value="samedi"' in drawer_of(later, "Jour et heure")
    assert "Écrivez le jour et l’heure" in drawer_of(later, "Jour et heure")
    assert [slot.begins for slot in Slot.objects.filter(weekend=row)] == before


def drawer_of(answer: Any, summary: str) -> str:
    """What stands in the drawer of that name, which is open."""
    opened = rf'<details class="drawer[^>]* open>\s*<summary>{summary}</summary>(.*?)</details>'
    found = re.search(opened, spaced(answer), re.DOTALL)
    assert found is not None
    return found[1]


def test_a_copy_opens_the_same_tournaments_anew_and_keeps_the_people_if_wished():
    row = weekend()
    enter(row, "Ana\nBen", streams(row))
    referee(row, "Farid")
    say(streams(row)[0], SetAwards(seat=ORGANISER, awards=()))
    form = host().get(f"/w/new?copy={row.pk}").content.decode()
    sources = re.findall(r'<option value="(copy-\w+)" selected', form)

    rows = {"event": ["Matin", "Soir"], "source": sources, "day": ["2028-03-04"] * 2, "hour": ["10:00", "14:00"]}
    answer = host().post(f"/w/new?copy={row.pk}", {"title": "L’an prochain", "tables": "1-8", "people": "on", **rows})

    again = Weekend.objects.get(pk=answer.url.split("/")[2])
    assert sources == [f"copy-{stream}" for stream in streams(row)]
    assert desk().history(streams(again)[0]).state.awards == ()
    assert [players(stream) for stream in streams(again)] == [{}, {}]
    assert sorted(Guest.objects.filter(weekend=again).values_list("name", "role")) == [
        ("Ana", "player"), ("Ben", "player"), ("Farid", "referee"),
    ]  # fmt: skip
    assert badge(again, "ana") != badge(row, "ana")


# --- People and badges.


def test_people_are_entered_once_and_ticked_for_what_they_play():
    row = weekend()
    morning, evening = streams(row)
    enter(row, "Ana, Les Dés Pipés\nBen", [morning])

    host().post(
        f"/w/{row.pk}/people/tick",
        {f"was-{morning}": ["ana", "ben"], f"in-{morning}": ["ana"], f"in-{evening}": ["ana", "ben"]},
    )

    assert players(morning) == {"ana": "registered", "ben": "dropped"}
    assert players(evening) == {"ana": "registered", "ben": "registered"}
    assert desk().history(evening).state.players[Seat("ana")].club == "Les Dés Pipés"


def test_whoever_is_on_the_list_is_entered_no_second_time():
    row = weekend()
    morning, evening = streams(row)
    for _ in range(2):
        enter(row, "Ana, Les Loups\nana\tles loups\nAna", [morning])
    enter(row, "Ana", [evening])

    assert players(morning) == {"ana": "registered", "ana-2": "registered"}
    assert players(evening) == {"ana-2": "registered"}
    assert list(Guest.objects.filter(weekend=row).order_by("seat").values_list("name", "club")) == [
        ("Ana", "Les Loups"), ("Ana", ""),
    ]  # fmt: skip


def test_a_mistyped_name_is_corrected_everywhere():
    row = weekend()
    enter(row, "Anna", streams(row))
    host().post(f"/w/{row.pk}/people/anna/correct", {"name": "Ana", "club": "Les Loups"})

    assert [guest.name for guest in Guest.objects.filter(weekend=row)] == ["Ana"]
    for stream in streams(row):
        player = desk().history(stream).state.players[Seat("anna")]
        assert (player.name, player.club) == ("Ana", "Les Loups")


def test_somebody_is_taken_off_the_list_and_a_referee_too():
    row = weekend(public=False)
    enter(row, "Ana\nBen", streams(row))
    referee(row, "Farid")
    gone = [Client(), Client()]
    for client, seat in zip(gone, ("ben", "arbitre-farid"), strict=True):
        client.get(badge(row, seat), follow=True)
        host().post(f"/w/{row.pk}/people/{seat}/correct", {"remove": "1"})

    assert players(streams(row)[0]) == {"ana": "registered", "ben": "dropped"}
    listed = host().get(f"/w/{row.pk}/people").content.decode()
    assert ("Ana" in listed, "Ben" in listed, "Farid" in listed) == (True, False, False)
    assert [client.get(f"/g/{streams(row)[0]}/").status_code for client in gone] == [404, 404]
    enter(row, "Ben", streams(row))
    assert players(streams(row)[0]) == {"ana": "registered", "ben": "registered"}


def test_an_old_page_does_not_undo_what_somebody_else_has_ticked():
    row = weekend()
    morning, _evening = streams(row)
    enter(row, "Ana", [morning])
    enter(row, "Ben", [morning])

    host().post(f"/w/{row.pk}/people/tick", {f"was-{morning}": ["ana"], f"in-{morning}": ["ana"]})

    assert players(morning) == {"ana": "registered", "ben": "registered"}


def test_somebody_entered_at_one_tournaments_desk_is_on_the_list_too():
    row = weekend()
    morning, evening = streams(row)
    host().post(f"/g/{morning}/tournament/entries", {"names": "Chloé"})

    assert "Chloé" in host().get(f"/w/{row.pk}/people").content.decode()
    host().post(f"/w/{row.pk}/people/tick", {f"in-{evening}": ["chloe"]})
    assert players(evening) == {"chloe": "registered"}


def test_one_badge_opens_every_seat_also_those_given_later():
    row = weekend(public=False)
    morning, evening = streams(row)
    enter(row, "Ana", [morning])
    ana = Client()

    first = ana.get(badge(row, "ana"), follow=True)
    assert first.status_code == 200
    assert "Ana" in first.content.decode()
    assert ana.get(f"/g/{morning}/").context["visitor"].seat == "ana"
    assert ana.get(f"/g/{evening}/").status_code == 404

    host().post(f"/w/{row.pk}/people/tick", {f"in-{evening}": ["ana"]})
    ana.get(f"/w/{row.pk}/", follow=True)
    assert ana.get(f"/g/{evening}/").context["visitor"].seat == "ana"


def test_a_new_badge_leaves_the_old_one_and_its_seats_without_a_place():
    row = weekend(public=False)
    enter(row, "Ana", streams(row))
    lost, old = Client(), badge(row, "ana")
    lost.get(old, follow=True)

    host().post(f"/w/{row.pk}/people/ana/renew")

    assert lost.get(f"/g/{streams(row)[0]}/").status_code == 404
    assert lost.get(f"/w/{row.pk}/").status_code == 404
    assert Client().get(old).status_code == 404


def test_badges_are_offered_once_there_is_somebody_to_wear_one_and_say_which_of_two_namesakes():
    row = weekend()
    page = f"/w/{row.pk}/"
    assert "badges.pdf" not in host().get(page).content.decode()

    enter(row, "Ben, Les Loups\nBen, Les Ours", streams(row))

    assert "badges.pdf" in host().get(page).content.decode()
    assert "Les Ours" in laid_out(host().get(f"{page}people/ben-2").content.decode()).split("</h1>")[0]
    again = host().post(f"{page}people/enter", {"names": "Ben, Les Ours"}, follow=True)
    assert "Déjà sur la liste\xa0: Ben · Les Ours." in laid_out(again.content.decode())


def test_a_weekend_kept_to_itself_is_not_made_public_by_a_fault_in_its_form():
    refused = host().post("/w/new", {"title": "Printemps", "tables": "abc", "event": ["Matin"]})

    assert refused.status_code == 409
    assert not re.search('name="public" checked', refused.content.decode())
    assert re.search('name="public" checked', host().get("/w/new?preset=own").content.decode())


def test_badges_are_one_page_for_eight_people():
    row = weekend()
    enter(row, "\n".join(f"Joueur {number}" for number in range(8)), streams(row))

    printed = host().get(f"/w/{row.pk}/badges.pdf")

    assert printed.content.startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b", printed.content)) <= 1


# --- Tables and screens.


def test_table_numbers_are_read_and_written_as_people_do():
    assert read_tables("1-3, 7 9–10 0 2") == (1, 2, 3, 7, 9, 10)
    assert tables_written((1, 2, 3, 7, 9, 10)) == "1-3 7 9-10"
    assert read_tables("") == ()
    assert len(read_tables("1-9999")) == 2000


def test_a_table_in_use_is_given_to_nobody_else():
    row = weekend()
    morning, evening = streams(row)
    enter(row, "Ana\nBen\nChloé\nDavid", [morning, evening])
    drafted(morning)
    assert published(morning).status_code == 302

    drafted(evening)

    assert tables(morning) == [1, 2]
    assert tables(evening) == [3, 4]
    assert free(row, evening) == (3, 4, 5, 6)


def test_two_drafts_on_the_same_tables_are_told_and_moved_by_one_click():
    row = weekend()
    morning, evening = streams(row)
    enter(row, "Ana\nBen\nChloé\nDavid", [morning, evening])
    drafted(morning)
    drafted(evening)
    published(morning)

    page = spaced(host().get(f"/g/{evening}/")).partition("<footer")[0]
    assert "Table 1 : « Matin » y joue encore." in page
    assert re.findall(r'<button class="action"[^>]*>\s*(.*?)\s*</button>', page, re.S) == ["Prendre des tables libres"]
    refused = published(evening)
    assert refused.status_code == 409
    assert "Tables occupées : 1, 2 (Matin)" in spaced(refused)
    host().post(f"/w/{row.pk}/tables/{evening}")
    assert published(evening).status_code == 302
    assert tables(evening) == [3, 4]
    assert busy(row) == {1: "Matin", 2: "Matin", 3: "Soir", 4: "Soir"}


def test_a_table_is_free_again_with_the_result_of_its_game():
    row = weekend(tables="1-2")
    morning, evening = streams(row)
    enter(row, "Ana\nBen\nChloé\nDavid", [morning, evening])
    drafted(morning)
    drafted(evening)
    published(morning)

    short = host().post(f"/w/{row.pk}/tables/{evening}")
    assert short.status_code == 409
    assert re.search("Tables libres.: 0 pour 2", short.content.decode())
    for table in (1, 2):
        host().post(f"/g/{morning}/tournament/result", {"line": f"{table} 20 10"})
    assert published(evening).status_code == 302


def test_the_screen_of_the_hall_shows_every_tournament_that_plays():
    row = weekend()
    morning, evening = streams(row)
    enter(row, "Ana\nBen\nChloé\nDavid", [morning, evening])
    assert "Bienvenue" in passer_by().get(f"/w/{row.pk}/screen").content.decode()
    for stream in (morning, evening):
        drafted(stream)
        published(stream)

    shown = passer_by().get(f"/w/{row.pk}/screen").content.decode()

    assert "<b>Matin</b> · Ronde 1 · par table" in shown
    assert "<b>Soir</b> · Ronde 1 · par nom" in shown


def test_a_badges_holder_sees_first_where_they_play():
    row = weekend()
    morning, _evening = streams(row)
    enter(row, "Ana\nBen", [morning])
    drafted(morning)
    published(morning)
    ana = Client()

    page = ana.get(badge(row, "ana"), follow=True).content.decode()

    assert "Table <b>1</b>" in page
    assert "contre <b>Ben</b>" in page


def test_whose_game_is_over_is_sent_to_the_table_where_they_still_play():
    row = weekend()
    morning, evening = streams(row)
    enter(row, "Ana\nBen\nChloé\nDavid", [morning, evening])
    for stream in (morning, evening):
        drafted(stream)
        published(stream)
    over, due = (desk().history(stream).state.table_of(Seat("ana")) for stream in (morning, evening))
    report = SagaReport({over.seats[0]: 9, over.seats[1]: 4})
    say(morning, SettleResult(ORGANISER, round=1, table=over.number, report=report))

    page = Client().get(badge(row, "ana"), follow=True).content.decode()

    assert over.number != due.number
    assert f"Table <b>{due.number}</b>" in page


def test_whoever_is_paired_in_two_tournaments_at_once_is_named_with_both_rounds():
    row = weekend()
    morning, evening = streams(row)
    enter(row, "Ana\nBen", [morning, evening])
    enter(row, "Chloé\nDavid", [evening])
    drafted(morning)
    before = spaced(host().get(f"/w/{row.pk}/"))
    published(morning)
    drafted(evening)
    pages = [spaced(host().get(address)) for address in (f"/w/{row.pk}/", f"/g/{evening}/")]

    assert "à la fois" not in before
    for page in pages:
        told = " ".join(re.sub("<[^>]+>", " ", page.partition("à la fois")[2]).split())
        assert "Ana : « Matin », ronde 1 · « Soir », ronde 1" in told
        assert "Chloé" not in told.partition("Attendez")[0]
    assert published(evening).status_code == 302
    say(morning, Drop(seat=Seat("ben")))
    left, desk_page = spaced(host().get(f"/w/{row.pk}/")), spaced(host().get(f"/g/{morning}/"))
    assert ("<b>Ana</b>" in left, "<b>Ben</b>" in left) == (True, False)
    assert 'Ben <span class="quiet">(parti)</span>' in desk_page
    table = desk().history(morning).state.table_of(Seat("ana"))
    say(
        morning,
        SettleResult(ORGANISER, round=1, table=table.number, report=SagaReport({table.seats[0]: 9, table.seats[1]: 4})),
    )
    assert "à la fois" not in spaced(host().get(f"/w/{row.pk}/"))
    assert "à la fois" not in spaced(Client().get(f"/w/{row.pk}/"))


# --- Changing one.


def test_a_tournament_joins_leaves_and_moves_to_another_hour():
    row = weekend(events=1)
    settings = desk().history(streams(row)[0]).state.settings
    header = desk().open(stream=StreamId("cup"), engine="tournament", title="Coupe", settings=settings, at=now())
    assert not isinstance(header, Refusal)
    client = host()

    client.post(f"/w/{row.pk}/add", {"stream": "cup", "day": "2027-03-07", "hour": "09:30"})
    assert streams(row)[-1] == "cup"
    client.post(f"/w/{row.pk}/slots/cup", {"day": "2027-03-05", "hour": "18:00"})
    assert streams(row)[0] == "cup"
    client.post(f"/w/{row.pk}/slots/cup", {"leave": "1"})
    assert "cup" not in streams(row)
    assert Stream.objects.filter(pk="cup").exists()


def test_a_tournament_that_is_brought_twice_by_one_form_is_not_told_to_be_refused():
    row = weekend()
    cup()
    brought = {"stream": "cup", "day": "2027-03-06", "hour": "10:00"}
    answers = [host().post(f"/w/{row.pk}/add", brought) for _time in range(2)]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert streams(row).count(StreamId("cup")) == 1


def test_a_weekend_speaks_english():
    row = weekend()
    client = host()
    client.post("/language", {"language": "en"})

    page = client.get(f"/w/{row.pk}/").content.decode()

    assert "Saturday 6 March" in page
    assert "Entries are open" in page


# --- Who may go where.

TRIES = {
    "new": ("get", "/w/new"),
    "page": ("get", "/w/{weekend}/"),
    "people": ("get", "/w/{weekend}/people"),
    "enter": ("post", "/w/{weekend}/people/enter"),
    "look": ("post", "/w/{weekend}/people/look"),
    "take": ("post", "/w/{weekend}/people/take"),
    "tick": ("post", "/w/{weekend}/people/tick"),
    "referee": ("post", "/w/{weekend}/people/referee"),
    "badge": ("get", "/w/{weekend}/people/ana"),
    "correct": ("post", "/w/{weekend}/people/ana/correct"),
    "renew": ("post", "/w/{weekend}/people/ana/renew"),
    "badges": ("get", "/w/{weekend}/badges.pdf"),
    "settle": ("post", "/w/{weekend}/settle"),
    "add": ("post", "/w/{weekend}/add"),
    "slot": ("post", "/w/{weekend}/slots/{stream}"),
    "free-tables": ("post", "/w/{weekend}/tables/{stream}"),
    "hand-over": ("get", "/w/{weekend}/hand-over"),
    "hand-over-file": ("post", "/w/{weekend}/hand-over/file"),
    "moved": ("post", "/w/{weekend}/hand-over/moved"),
    "screen": ("get", "/w/{weekend}/screen"),
}


def addresses() -> dict[str, Action]:
    rooms = [each for each in get_resolver().url_patterns if isinstance(each, URLResolver)]
    (ours,) = [room for room in rooms if str(room.pattern) == "w/"]
    return {page.name: page.callback.action for page in ours.url_patterns}


def visitor(role: Role, row: Weekend) -> Client:
    if role is Role.ORGANISER:
        return host()
    client = Client()
    if role is Role.PLAYER:
        client.get(badge(row, "ana"), follow=True)
    if role is Role.REFEREE:
        referee(row, "Farid")
        client.get(badge(row, "arbitre-farid"), follow=True)
    return client


def test_every_address_is_tried():
    assert addresses().keys() == TRIES.keys()


@pytest.mark.parametrize("role", list(Role))
def test_a_role_reaches_an_address_if_and_only_if_it_may(role: Role):
    row = weekend(public=role is not Role.STRANGER)
    enter(row, "Ana\nBen", streams(row))
    client, action_of = visitor(role, row), addresses()
    if role is Role.PLAYER:
        assert client.get(f"/w/{row.pk}/").status_code == 200

    for name, (method, path) in TRIES.items():
        if name == "renew" and role is Role.ORGANISER:
            continue
        known = role if name != "new" else role if role is Role.ORGANISER else Role.SPECTATOR
        status = getattr(client, method)(path.format(weekend=row.pk, stream=streams(row)[0])).status_code
        if action_of[name] in PERMISSIONS[known]:
            assert status not in (403, 404, 500), name
        else:
            assert status == (404 if known is Role.STRANGER else 403), name


def test_no_page_of_the_weekend_holds_anybodys_token():
    row = weekend()
    enter(row, "Ana\nBen", streams(row))
    tokens = [badge(row, seat).removeprefix("/s/") for seat in ("ana", "ben")]
    for client in (passer_by(), visitor(Role.PLAYER, row)):
        for path in ("", "screen"):
            told = client.get(f"/w/{row.pk}/{path}").content.decode()
            assert not any(token in told for token in tokens)


def test_an_unknown_weekend_is_not_there():
    assert host().get("/w/nowhere/").status_code == 404


def test_an_official_who_scans_a_badge_checks_its_holder_in():
    row = weekend()
    enter(row, "Ana", streams(row))

    looked = host().get(badge(row, "ana"))

    assert looked.status_code == 200
    assert "Ana" in looked.content.decode()
    assert host().get(f"{badge(row, 'ana')}?sit").url == f"/w/{row.pk}/"


def test_tables_an_organiser_has_chosen_are_kept_while_they_are_free_and_enough():
    row = weekend()
    morning, _evening = streams(row)
    enter(row, "Ana\nBen\nChloé\nDavid", [morning])
    say(morning, SetTables(seat=ORGANISER, tables=(5, 6)))

    drafted(morning)

    assert tables(morning) == [5, 6]


def test_a_good_badge_always_opens_however_many_share_an_address():
    row = weekend()
    enter(row, "Ana", streams(row))

    assert {Client().get(badge(row, "ana")).status_code for _ in range(40)} == {302}


# --- A spreadsheet of people, and referees for the whole weekend.


def looked_at(row: Weekend, text: str) -> Any:
    return host().post(f"/w/{row.pk}/people/look", {"file": SimpleUploadedFile("inscrits.csv", text.encode())})


def test_a_spreadsheet_is_looked_at_before_anybody_is_entered():
    row = weekend()
    enter(row, "Ben", streams(row))
    page = spaced(looked_at(row, "Nom;Prénom;Pseudo;Club;Payé\nMartin;Ana;Nana;Lyon;oui\nBen;;;;oui\n;;;Lyon;"))

    assert "1 personne à inscrire" in page
    assert "Ana Martin" in page
    assert "Ben" in page[page.index("Lignes non inscrites") :]
    assert "Payé" in page[page.index("Colonnes laissées de côté") :]
    assert set(players(streams(row)[0])) == {"ben"}


def test_the_lines_that_stay_ticked_are_entered_for_the_tournaments_ticked():
    row = weekend()
    morning, evening = streams(row)
    lines = {"line": ["2", "3"], "name": ["Ana Martin", "Chloé"], "nickname": ["Nana", ""], "club": ["Lyon", ""]}
    sent = {**lines, "team": ["", "Les Rouges"], "take": ["2"], "event": [evening]}

    host().post(f"/w/{row.pk}/people/take", sent)

    assert list(Guest.objects.values_list("seat", "name", "club")) == [("ana-martin", "Ana Martin", "Lyon")]
    assert players(morning) == {}
    assert desk().history(evening).state.players[Seat("ana-martin")].nickname == "Nana"


def test_a_file_that_is_no_table_is_told_on_the_list():
    row = weekend()
    empty = {"file": SimpleUploadedFile("vide.csv", b" ")}
    told = host().post(f"/w/{row.pk}/people/look", empty, follow=True)

    assert "Ce fichier ne contient aucune ligne." in spaced(told)


def test_a_referees_link_opens_every_tournament_also_those_added_later():
    row = weekend()
    enter(row, "Ana", streams(row))
    referee(row, "Farid")
    phone = Client()
    phone.get(badge(row, "arbitre-farid"), follow=True)

    assert [phone.get(f"/g/{stream}/").context["visitor"].role for stream in streams(row)] == [Role.REFEREE] * 2
    assert "Farid</b>, arbitre" in spaced(phone.get(f"/w/{row.pk}/"))

    later = desk().open(stream=StreamId("later"), engine="tournament", title="Nuit", settings=saga(), at=now())
    assert isinstance(later, Header)
    host().post(f"/w/{row.pk}/add", {"stream": "later", "day": "2027-03-07", "hour": "10:00"})
    phone.get(f"/w/{row.pk}/", follow=True)

    assert phone.get("/g/later/").context["visitor"].role is Role.REFEREE


def test_a_referee_of_the_weekend_is_nobodys_player_and_has_one_name():
    row = weekend()
    referee(row, "Farid")
    referee(row, "Farid")
    page = spaced(host().get(f"/w/{row.pk}/people"))

    assert Guest.objects.filter(weekend=row, role="referee").count() == 1
    again = host().post(f"/w/{row.pk}/people/referee", {"name": "Farid"}, follow=True)
    assert again.redirect_chain == [(f"/w/{row.pk}/people/arbitre-farid", 302)]
    assert "Farid a déjà ce badge." in again.content.decode()
    nameless = host().post(f"/w/{row.pk}/people/referee", {"name": " "})
    assert (nameless.status_code, "Écrivez le nom de l’arbitre." in nameless.content.decode()) == (400, True)
    assert "Personne encore." in page
    assert "Farid" in page[page.index("Arbitres du week-end") :]
    assert spaced(host().get(f"/w/{row.pk}/people/arbitre-farid")).count("Arbitre du week-end") == 1


def test_a_lost_referees_phone_opens_nothing_any_more():
    row = weekend()
    referee(row, "Farid")
    lost, old = Client(), badge(row, "arbitre-farid")
    lost.get(old, follow=True)
    host().post(f"/w/{row.pk}/people/arbitre-farid/renew")

    assert Client().get(old).status_code == 404
    assert [lost.get(f"/g/{stream}/").context["visitor"].role for stream in streams(row)] == [Role.SPECTATOR] * 2


def test_calls_from_every_tournament_reach_the_referee_of_the_weekend():
    row = weekend()
    morning, _evening = streams(row)
    enter(row, "Ana\nBen", [morning])
    drafted(morning)
    published(morning)
    say(morning, CallReferee(seat=Seat("ana"), note="?"))
    phone = visitor(Role.REFEREE, row)

    assert "1 table vous appelle" in spaced(phone.get(f"/w/{row.pk}/"))
    assert "vous appelle" not in spaced(visitor(Role.PLAYER, row).get(f"/w/{row.pk}/"))


def test_a_referee_of_the_weekend_goes_with_it_to_another_machine():
    row = weekend()
    referee(row, "Farid")
    link = badge(row, "arbitre-farid")
    packed = handover.pack(row.title, streams(row), row, with_links=True)
    Guest.objects.all().delete()
    handover.unpack(io.BytesIO(packed), links.first_account())
    phone = Client()
    phone.get(link, follow=True)

    assert [phone.get(f"/g/{stream}/").context["visitor"].role for stream in streams(row)] == [Role.REFEREE] * 2
