"""What the desk tells whoever runs the day: how a pairing came about, what is missing, what may be chosen."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from heraut.kernel.names import Instant, Seat
from heraut.tournament.clocks import GrantTime
from heraut.tournament.entries import CheckIn, Drop, Register
from heraut.tournament.lists import RevealLists
from heraut.tournament.planning import SetTables
from heraut.tournament.results import EndEvent, ReportResult, SettleResult
from heraut.tournament.rounds import AdjustDraft, PublishRound
from heraut.tournament.saga.lists import HandInBand
from heraut.tournament.saga.scoring import SagaReport
from heraut.tournament.steamroller.scoring import SteamrollerReport, SteamrollerWin
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.tournament.steamroller.variants import Variants
from heraut.web.desk import desk
from heraut.web.permissions import Role
from heraut.web.rooms.tournament.results import announced
from heraut.web.rooms.tournament.saga import SagaPages
from web.build import holder, host, passer_by
from web.test_tournament import CUP, NAMES, ORGANISER, band, cup, drafted, phone, playing, saga, say, text, view

pytestmark = pytest.mark.django_db

# --- What a pairing is defended with.


@pytest.mark.clause("SR-PAIR-10")
def test_the_seed_of_a_draw_is_told_with_the_draft_and_with_the_round():
    drafted(SteamrollerSettings(size=35, players=NAMES))
    draft = view().draft
    assert draft is not None
    told = f"graine {draft.seed}"
    assert told in text(host().get("/g/cup/"))

    say(PublishRound(seat=ORGANISER))
    assert told in text(host().get("/g/cup/tournament/rounds/1"))
    assert told in text(passer_by().get("/g/cup/tournament/rounds/1"))


@pytest.mark.clause("ST-PAIR-2")
def test_draw_numbers_stand_beside_the_players():
    playing()
    number = desk().history(CUP).state.numbers[Seat("ana")]

    assert f"tirage {number}<" in text(host().get("/g/cup/tournament/players/ana"))
    assert text(host().get("/g/cup/tournament/players")).count("tirage ") == len(NAMES)


# --- What would be refused is not offered, and what is missing is said in time.


@pytest.mark.clause("SR-SCEN-3")
def test_a_scenario_that_was_played_is_not_offered_for_the_next_round():
    playing(SteamrollerSettings(size=35, players=NAMES))
    before = text(host().get("/g/cup/"))
    for table in view().played[0].tables:
        report = SteamrollerReport(winner=table.seats[0], kind=SteamrollerWin.ASSASSINATION)
        say(SettleResult(seat=ORGANISER, round=1, table=table.number, report=report))

    offered = re.findall(r'<option value="(\w+)">', text(host().get("/g/cup/")))

    assert 'name="scenario"' not in before
    assert "overrun" not in offered
    assert offered
    state = desk().history(CUP).state
    assert [slug for slug in offered if state.settings.scenario_refusal(state, 2, slug) is not None] == []


@pytest.mark.parametrize("required", [True, False])
def test_who_is_here_without_a_list_is_named_before_registration_closes_where_lists_are_asked_for(required: bool):
    cup(saga(lists_required=required))
    say(HandInBand(seat=Seat("ana"), band=band()))
    for seat in NAMES:
        say(CheckIn(seat=ORGANISER, player=seat))

    page = text(host().get("/g/cup/"))

    assert ("Sans liste" in page) is required
    assert re.search("présents.: 4 · 1 liste remise<", page)


@pytest.mark.parametrize(("scenario", "asked"), [("overrun", False), ("kill_box", True)])
def test_whether_casters_fell_to_the_box_is_asked_where_there_is_one(scenario: str, asked: bool):
    playing(SteamrollerSettings(size=35, players=NAMES, variants=Variants(scenarios=(scenario,))))

    assert ('name="kill_box"' in text(phone(Seat("ana")).get("/g/cup/"))) is asked


def test_of_two_reports_that_differ_one_is_taken_with_one_button():
    playing()
    one, two = view().played[0].tables[0].seats
    say(ReportResult(seat=one, report=SagaReport({one: 20, two: 3}, first_player=one)))
    say(ReportResult(seat=two, report=SagaReport({one: 19, two: 3}, first_player=one)))
    table = view().played[0].tables[0]
    _first, (teller, report, fields) = announced(SagaPages(saga()), table)

    page = text(host().get("/g/cup/"))
    host().post(f"/g/cup/tournament/rounds/1/tables/{table.number}", dict(fields))

    assert page.count(">Retenir ce résultat<") == 2
    assert [f'name="{name}" value="{value}"' in page for name, value in fields] == [True] * len(fields)
    settled = view().played[0].tables[0].result
    assert settled is not None
    assert (teller, settled.report, settled.by) == (two, report, ORGANISER)


@pytest.mark.clause("ST-PAIR-5", "ST-PAIR-11")
def test_everybody_reads_the_proof_of_the_pairings():
    playing()

    page = text(phone(Seat("ana")).get("/g/cup/tournament/proof"))

    assert "Ronde 1</a> · prouvé</h2>" in page
    assert "chaque adversaire est le premier possible" in page.lower()
    assert '<a href="/g/cup/tournament/proof">' in text(host().get("/g/cup/tournament/rounds/1"))


def test_there_is_nothing_to_prove_before_the_first_round():
    cup()

    assert "Aucune ronde n’est encore à vérifier." in text(host().get("/g/cup/tournament/proof"))


# --- By table means by its number.


def test_tables_stand_in_the_order_of_their_numbers_whatever_order_they_were_paired_in():
    drafted()
    draft = view().draft
    assert draft is not None
    pairs = tuple((pair.first, pair.second) for pair in draft.pairing.pairs)
    say(SetTables(seat=ORGANISER, tables=(9, 3)))
    say(AdjustDraft(seat=ORGANISER, pairs=pairs))
    say(PublishRound(seat=ORGANISER))

    assert [table.number for table in view().played[0].tables] == [3, 9]
    assert [table.number for table in view(Seat("ana")).played[0].tables] == [3, 9]
    assert [table.number for table in host().get("/g/cup/").context["missing"]] == [3, 9]


def test_what_a_draft_breaks_is_told_with_names_not_with_ids():
    drafted()
    draft = view().draft
    assert draft is not None
    (one, two), (three, four) = ((pair.first, pair.second) for pair in draft.pairing.pairs)
    say(AdjustDraft(seat=ORGANISER, pairs=((one, three), (two, four))))

    told = host().get("/g/cup/").context["draft_breaks"]

    assert [sentence for sentence, _ in told if "devrait rencontrer" in sentence] == [
        f"{NAMES[one]} devrait rencontrer {NAMES[two]} et non {NAMES[three]}"
    ]


def test_what_to_know_before_publishing_is_told_to_whom_may_publish():
    drafted()
    draft = view().draft
    assert draft is not None
    (one, two), (three, four) = ((pair.first, pair.second) for pair in draft.pairing.pairs)
    say(AdjustDraft(seat=ORGANISER, pairs=((one, three), (two, four))))
    referee = holder(Role.REFEREE, label="Farid", stream=CUP)

    told = " ".join(text(host().get("/g/cup/")).split())
    assert "À savoir avant de publier" in told
    assert re.search(r"\w · changé à la main", told)
    page = text(referee.get("/g/cup/"))
    assert "Projet de la ronde 1" in page
    assert "À savoir avant de publier" not in page
    assert "changé à la main" in page
    assert "· changé à la main" not in page  # nothing stands before it: the scenario is not told to him yet


# --- Whom a line means.


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("lefevre", "Zoé Lefèvre\xa0: présence notée."),
        ("ZOE", "Zoé Lefèvre\xa0: présence notée."),
        ("martin loups", "Jean Martin\xa0: présence notée."),
    ],
)
def test_a_person_is_found_by_any_part_of_the_name_or_club_without_accents(line: str, said: str):
    cup(saga(players={}, lists_required=False))
    names = "Jean Martin, Les Dés Pipés\nJean Martin, Les Loups\nZoé Lefèvre"
    host().post("/g/cup/tournament/entries", {"names": names})

    answer = host().post("/g/cup/tournament/badges/scan", {"line": line}, headers={"HX-Request": "true"})

    assert answer.status_code == 200
    assert said in text(answer)


def test_two_of_one_name_are_offered_and_nobody_is_guessed():
    cup(saga(players={}, lists_required=False))
    host().post("/g/cup/tournament/entries", {"names": "Jean Martin, Les Dés Pipés\nJean Martin, Les Loups"})

    answer = host().post("/g/cup/tournament/badges/scan", {"line": "martin"})

    assert [player.club for player in answer.context["candidates"]] == ["Les Dés Pipés", "Les Loups"]
    assert [player.status for player in view().players] == ["registered", "registered"]


def test_tables_nobody_has_begun_are_paired_anew_from_the_desk():
    playing()
    assert "Réapparier des tables pas encore commencées" in text(host().get("/g/cup/"))

    answer = host().post("/g/cup/tournament/repair", {"table": ["1", "2"]})

    assert answer.status_code == 302
    assert "TablesRepaired" in [type(event).__name__ for deed in desk().history(CUP).deeds for event in deed.events]


@pytest.mark.clause("ST-PAIR-12")
def test_a_table_somebody_has_left_is_not_offered_to_be_paired_anew():
    playing()
    say(Drop(seat=ORGANISER, player=view().played[0].tables[0].seats[0]))

    assert [table.number for table in host().get("/g/cup/").context["untouched"]] == [2]


# --- Who comes in.


def test_who_cannot_be_entered_stays_in_the_field():
    cup()

    answer = host().post("/g/cup/tournament/entries", {"names": "Emma, Les Loups\nFarid", "spare": "on"})

    assert answer.status_code == 409
    assert ">Emma, Les Loups\nFarid</textarea>" in text(answer)


@pytest.mark.parametrize(("here", "offered"), [((), False), (("ana",), False), (("ana", "ben"), True)])
def test_registration_is_offered_to_be_closed_once_two_are_here(here: tuple[str, ...], offered: bool):
    cup()
    for seat in here:
        say(CheckIn(seat=ORGANISER, player=Seat(seat)))

    page = text(host().get("/g/cup/"))

    assert ('action="/g/cup/tournament/close"' in page) is offered
    assert ("il faut deux joueurs présents" in page) is not offered


@pytest.mark.clause("HOUSE-ENTRY-2")
def test_of_two_of_one_name_each_ones_page_says_which_it_is():
    cup(saga(players={Seat("hugo"): "Hugo", Seat("hugo-2"): "Hugo"}))

    assert "<h1>Hugo (2)</h1>" in text(host().get("/g/cup/tournament/players/hugo-2"))


def test_the_drawer_offers_nothing_that_is_always_refused():
    def offered() -> list[str]:
        return [offer.type for offer in host().get("/g/cup/").context["rare"]]

    playing()
    assert offered() == ["Rule", "SetTables", "RevealLists"]  # a round that is played is finished first
    say(RevealLists(seat=ORGANISER))
    for table in view().played[0].tables:
        host().post("/g/cup/tournament/result", {"line": f"{table.number} 12 3"})
    assert offered() == ["Rule", "SetTables", "EndEvent"]
    say(EndEvent(seat=ORGANISER))
    assert offered() == ["Rule"]


# --- What is said about a player on the player's page.


@pytest.mark.parametrize(
    ("sent", "status", "said", "kept"),
    [
        (
            {"type": "EditPlayer", "name": " ", "club": "Les Loups"},
            409,
            "n’a pas de nom",
            'name="club" value="Les Loups"',
        ),
        ({"type": "Penalise", "points": "beaucoup", "reason": "Retard"}, 400, "Points de tournoi", 'value="beaucoup"'),
        ({"type": "Warn", "reason": " "}, 409, "raison", "<summary>Avertir</summary>"),
    ],
)
def test_what_is_refused_about_a_player_is_told_on_the_players_page_with_what_was_typed(
    sent: dict[str, str], status: int, said: str, kept: str
):
    playing()

    answer = host().post("/g/cup/tournament/players/ana", {**sent, "player": "ana"})

    assert answer.status_code == status
    assert "<h1>Ana</h1>" in text(answer)
    assert said in text(answer)
    assert kept in text(answer)
    assert f'<details class="drawer" open><summary>{word_of(sent["type"])}</summary>' in text(answer)


def word_of(type: str) -> str:
    return {"EditPlayer": "Corriger l’inscription", "Penalise": "Pénaliser", "Warn": "Avertir"}[type]


def test_an_entry_is_corrected_from_the_players_page_to_the_end_as_for_the_diplomas():
    playing()
    for table in view().played[0].tables:
        say(SettleResult(seat=ORGANISER, round=1, table=table.number, report=SagaReport(dict.fromkeys(table.seats, 9),
                         first_player=table.seats[0])))  # fmt: skip
    say(EndEvent(seat=ORGANISER))
    page = text(host().get("/g/cup/tournament/players/ana"))
    assert 'name="name" value="Ana"' in page

    sent = {"type": "EditPlayer", "player": "ana", "name": "Ana Martin", "club": "Les Loups", "fixed_table": "3"}
    assert host().post("/g/cup/tournament/players/ana", sent).status_code == 302

    edited = next(player for player in view().players if player.seat == Seat("ana"))
    assert (edited.name, edited.club, edited.fixed_table) == ("Ana Martin", "Les Loups", 3)


# --- The clock of a round counts down where its length is public.


@pytest.mark.clause("ST-ORG-7", "HOUSE-CLOCK-3")
def test_a_public_length_counts_down_on_every_page_and_says_when_it_ends(monkeypatch: pytest.MonkeyPatch):
    playing(saga(round_minutes=90))
    begin = 1_794_816_000
    monkeypatch.setattr("heraut.web.desk.now", lambda: Instant(begin))
    host().post("/g/cup/send", {"type": "StartClock"})
    number, (one, _two) = view().played[-1].tables[0].number, view().played[-1].tables[0].seats
    other = view().played[-1].tables[1].seats[0]
    say(GrantTime(seat=ORGANISER, table=number, minutes=5, reason="Question de règle"))
    monkeypatch.setattr("heraut.web.rooms.tournament.clocks.now", lambda: Instant(begin + 30 * 60))

    for client, left, face in (
        (host(), 3600, "1:00:00"), (passer_by(), 3600, "1:00:00"), (phone(one), 3900, "1:05:00"),
        (phone(other), 3600, "1:00:00"),
    ):  # fmt: skip
        address = "/g/cup/tournament/screen?show=clock" if client.cookies == {} else "/g/cup/"
        page = " ".join(text(client.get(address)).split())
        assert f'data-left="{left}" data-rings data-runs>{face}</time>' in page
        assert "fin à" in page


@pytest.mark.clause("SR-TIME-3")
def test_a_secret_length_counts_down_on_no_page():
    playing(SteamrollerSettings(size=35, players=NAMES))
    host().post("/g/cup/send", {"type": "StartClock"})

    for client in (host(), passer_by(), phone(Seat("ana"))):
        for address in ("/g/cup/", "/g/cup/tournament/screen?show=clock"):
            assert "data-rings" not in text(client.get(address))


# --- Undo tells what stands in its way, and takes it back together.


def line_of(start: str) -> int:
    """The number of the newest line of the desk's log that begins so."""
    return next(
        line.number for line in host().get("/g/cup/log").context["lines"] if line.sentences[0].startswith(start)
    )


@pytest.mark.clause("HOUSE-UNDO-5")
def test_an_undo_of_the_log_is_answered_by_a_page_and_not_inside_its_line():
    playing()
    form = re.compile(r'<form[^>]*action="/g/cup/undo/\d+"[^>]*>')

    assert all("hx-post" in found for found in form.findall(text(host().get("/g/cup/"))))
    alone = form.findall(text(host().get("/g/cup/log")))
    assert alone
    assert not any("hx-post" in found for found in alone)


def test_a_ruling_on_the_page_of_an_earlier_round_names_no_table_of_this_one():
    playing(saga(swiss_rounds=2))
    during = text(host().get("/g/cup/tournament/rounds/1/tables/1"))
    for number in (1, 2):
        host().post("/g/cup/tournament/result", {"line": f"{number} 12 3"})
    host().post("/g/cup/tournament/draft")
    host().post("/g/cup/send", {"type": "PublishRound"})
    later = text(host().get("/g/cup/tournament/rounds/1/tables/1"))

    def ruling(page: str) -> str:
        return page.partition('value="Rule"')[2].partition("</form>")[0]

    assert ['name="table"' in ruling(page) for page in (during, later)] == [True, False]
    assert 'name="text"' in ruling(later)


@pytest.mark.clause("ST-RNK-11", "ST-RNK-14")
def test_a_phone_says_that_it_is_the_ranking_round_and_what_its_bye_is_worth():
    cup(saga(players=dict(list(NAMES.items())[:3]), lists_required=False, swiss_rounds=1, ranking_round=True))
    for player in view().players:
        say(CheckIn(seat=ORGANISER, player=player.seat))
    said = []
    for path in ("close", "draft"):
        host().post(f"/g/cup/tournament/{path}")
    for number in (1, 2):
        host().post("/g/cup/send", {"type": "PublishRound"})
        played = view().played[-1]
        said.append(text(phone(played.bye).get("/g/cup/")))
        said.append(text(phone(played.tables[0].seats[0]).get("/g/cup/")))
        host().post("/g/cup/tournament/result", {"line": "1 12 3"})
        if number == 1:
            host().post("/g/cup/tournament/draft")

    assert ["vos points sont comptés" in page for page in said] == [True, False, False, False]
    assert ["vous gardez votre rang" in page for page in said] == [False, False, True, False]
    assert ["ronde de classement</small>" in page for page in said] == [False, False, False, True]


@pytest.mark.clause("ST-BND-15")
def test_a_reason_is_asked_for_a_frozen_list_alone_and_of_the_organiser_alone():
    playing(saga(late_entry=True))
    say(Register(seat=ORGANISER, player=Seat("zoe"), name="Zoé"))

    referee = holder(Role.REFEREE, label="Farid", stream=CUP)

    def forms(client: Client, seat: str) -> tuple[bool, bool]:
        page = text(client.get(f"/g/cup/tournament/players/{seat}"))
        return "Sceller la bande" in page, 'id="why-late"' in page

    assert forms(host(), "zoe") == (True, False)
    assert forms(host(), "ana") == (True, True)
    assert forms(referee, "zoe") == (True, False)
    assert forms(referee, "ana") == (False, False)


def test_whoever_points_people_on_their_page_stays_there():
    cup()
    client, address = host(), "/g/cup/tournament/players"
    page = text(client.get(address))
    assert "hx-post" not in page
    assert f'name="stay" value="{address}"' in page

    for player, asked, led in (
        ("ana", address, address), ("ben", "https://example.org/", "/g/cup/"), ("chloe", "//example.org/", "/g/cup/"),
        ("david", "/account", "/g/cup/"),
    ):  # fmt: skip
        sent = {"type": "CheckIn", "player": player, "stay": asked}
        assert client.post("/g/cup/send", sent)["Location"] == led


def test_what_stands_in_the_way_of_an_undo_is_told_by_what_it_is_and_goes_together():
    playing(saga(swiss_rounds=3))
    for number in (1, 2):
        host().post("/g/cup/tournament/result", {"line": f"{number} 12 3"})
    host().post("/g/cup/tournament/draft")
    host().post("/g/cup/send", {"type": "PublishRound"})
    wanted, before = line_of("Ronde 1, table 1"), len(host().get("/g/cup/log").context["lines"])

    shown = host().post(f"/g/cup/undo/{wanted}")

    page = text(shown)
    assert shown.status_code == 409
    assert [sentence.partition(" ")[2].partition(":")[0].strip() for sentence in shown.context["coming"].sentences] == [
        str(number) for number in range(before, wanted - 1, -1)
    ]
    assert "Ronde 2" in shown.context["coming"].sentences[0]
    assert f"ligne {wanted}</span>" in page
    assert view().stage == "playing"

    host().post(f"/g/cup/undo/{wanted}", {"confirmed": "1"})
    assert (view().stage, len(view().played)) == ("playing", 1)
    assert [table.result for table in view().played[0].tables] == [None, None]
    assert len(host().get("/g/cup/log").context["lines"]) == before + len(shown.context["coming"].sentences)


@pytest.mark.clause("HOUSE-UNDO-5")
def test_what_stands_in_the_way_of_one_that_goes_with_it_goes_too():
    playing(saga(swiss_rounds=3))
    host().post("/g/cup/send", {"type": "Drop", "player": "ana"})
    host().post("/g/cup/send", {"type": "Return", "player": "ana", "arrived": "on"})
    for number in (1, 2):
        host().post("/g/cup/tournament/result", {"line": f"{number} 12 3"})
    host().post("/g/cup/tournament/draft")
    wanted = line_of("Ana quitte")

    told = host().post(f"/g/cup/undo/{wanted}").context["coming"].sentences
    answer = host().post(f"/g/cup/undo/{wanted}", {"confirmed": "1"})

    assert "ronde 2" in told[0].lower()
    assert ["retour" in told[-2], "quitte" in told[-1]] == [True, True]
    assert answer.status_code == 302
    assert view().draft is None


@pytest.mark.clause("HOUSE-UNDO-5")
def test_a_player_takes_nothing_back_together():
    playing()
    host().post("/g/cup/tournament/result", {"line": "1 12 3"})
    own = next(line.number for line in phone(Seat("ana")).get("/g/cup/log").context["lines"])

    assert phone(Seat("ana")).post(f"/g/cup/undo/{own}", {"confirmed": "1"}).status_code == 409
    assert view().played[0].tables[0].result is not None


# --- A phone says what matters.


def plain(page: str) -> str:
    """What is read of a page."""
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def test_during_a_dispute_a_phone_tells_the_dispute_first_and_own_points_come_first():
    playing()
    one, two = view().played[0].tables[0].seats
    say(ReportResult(seat=one, report=SagaReport({one: 20, two: 3}, first_player=one)))
    say(ReportResult(seat=two, report=SagaReport({one: 19, two: 3}, first_player=one)))

    page = text(phone(two).get("/g/cup/"))

    assert page.index("Vos deux annonces diffèrent") < page.index('class="versus"')
    assert "Un officiel doit trancher à la table 1." in page
    assert "Rien à faire pour l’instant" not in page
    assert f"{NAMES[two]} 3 – 20 {NAMES[one]}" in plain(page)
    assert page.index(f'name="points-{two}"') < page.index(f'name="points-{one}"')
    assert f"{NAMES[one]} 20 – 3 {NAMES[two]}" in plain(text(host().get("/g/cup/")))


def test_a_recorded_result_is_shown_as_it_was_typed_and_as_it_counts():
    playing()
    first = view().played[0].tables[0]
    one, two = first.seats
    host().post("/g/cup/tournament/result", {"line": f"{first.number} 12 7"})

    page = plain(text(phone(two).get("/g/cup/")))

    assert f"{NAMES[two]} 7 – 12 {NAMES[one]}" in page
    assert re.search(r"les vôtres d.{1,6}abord.: 8 – 12", page)


def test_a_game_left_is_told_as_a_forfeit_and_as_no_draw():
    playing()
    one, two = view().played[0].tables[0].seats
    report = SagaReport({}, forfeit=two)
    say(SettleResult(seat=ORGANISER, round=1, table=view().played[0].tables[0].number, report=report))

    page = plain(text(phone(one).get("/g/cup/")))

    assert f"forfait de {NAMES[two]}" in page
    assert "contrôle" not in page
