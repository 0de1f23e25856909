"""Awards on the desk, the phones, the hall's screen and paper; whom anybody voted for reaches nobody."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from heraut.kernel.names import Seat, StreamId
from heraut.tournament.award import Award, By, VoteCounts
from heraut.tournament.awards import AnnounceAward, SetAwards
from heraut.web.desk import desk
from heraut.web.permissions import Role
from web.build import holder, host, passer_by
from web.test_tournament import CUP, NAMES, ORGANISER, SECRET_SCENARIO, phone, playing, saga, say, text, view
from web.war import filled_in

pytestmark = pytest.mark.django_db

ANA, BEN, CHLOE, DAVID = NAMES


def over(**settings: object) -> Client:
    """A one-round event, over, with the vote open: the organiser's browser."""
    plan = ("clash", SECRET_SCENARIO)
    playing(saga(swiss_rounds=1, ranking_round=False, scenario_by_round=plan, **settings))
    client = host()
    client.post("/g/cup/tournament/awards", {"type": "OpenVotes"})
    for table in view().played[-1].tables:
        client.post("/g/cup/tournament/result", {"line": f"{table.number} 23 1{table.number}"})
    return client


def votes(seat: Seat, **choices: Seat) -> None:
    phone(seat).post("/g/cup/tournament/vote", {f"for-{award}": chosen for award, chosen in choices.items()})


def test_a_player_votes_on_the_phone_and_changes_their_mind():
    over()

    votes(ANA, painted=BEN)
    assert view(ANA).poll.own == {"painted": BEN}  # type: ignore[union-attr]
    votes(ANA, painted=CHLOE, sport=BEN)

    page = text(phone(ANA).get("/g/cup/"))
    assert view(ANA).poll.own == {"painted": CHLOE, "sport": BEN}  # type: ignore[union-attr]
    assert "Vous avez voté" in page
    assert '<option value="ana">' not in page


def test_the_desk_sees_who_has_not_voted_and_never_for_whom():
    client = over()
    votes(ANA, painted=BEN)

    page = text(client.get("/g/cup/tournament/awards")).replace("\N{NO-BREAK SPACE}", " ")

    assert "À relancer : Ben, Chloé, David" in page
    assert re.search("Bulletins attendus.: 3 sur 4", page)


@pytest.mark.clause("HOUSE-AWARD-4")
@pytest.mark.parametrize("who", ["organiser", "referee", "ben", "spectator"])
def test_what_is_on_a_ballot_is_in_no_answer_to_anybody_else(who: str):
    """The same people vote for others: everybody but the voters is told the same."""
    told = []
    over(vote_counts=VoteCounts.OFFICIALS)
    for order in ((BEN, CHLOE, DAVID, ANA), (DAVID, ANA, BEN, CHLOE)):
        for seat, chosen in zip(NAMES, order, strict=True):
            votes(seat, painted=chosen)
        visitor = {
            "organiser": host,
            "referee": lambda: holder(Role.REFEREE, label="Farid", stream=CUP),
            "ben": lambda: phone(BEN),
            "spectator": passer_by,
        }[who]()
        told.append(visitor.get("/api/streams/cup/view").json()["view"])
    if who == "ben":
        assert told[0]["poll"].pop("own") != told[1]["poll"].pop("own")
    assert told[0] == told[1]


def test_awards_are_announced_one_by_one_to_phones_and_screen():
    client = over()
    votes(ANA, painted=BEN)
    votes(CHLOE, painted=BEN)
    client.post("/g/cup/tournament/awards", {"type": "CloseVotes"})
    assert "La plus belle armée" not in text(passer_by().get("/g/cup/tournament/screen"))

    client.post("/g/cup/tournament/awards", {"type": "AnnounceAward", "award": "painted"})
    client.post("/g/cup/tournament/awards", {"type": "AnnounceAward", "award": "champion"})

    awards_screen = text(passer_by().get("/g/cup/tournament/screen?show=awards"))
    assert "Champion" in awards_screen
    assert "La plus belle armée" not in awards_screen
    assert "La plus belle armée" in text(passer_by().get("/g/cup/tournament/screen"))
    assert "La plus belle armée" in text(phone(DAVID).get("/g/cup/"))


def test_a_refused_announcement_says_what_to_do():
    client = over()

    answer = client.post("/g/cup/tournament/awards", {"type": "AnnounceAward", "award": "painted"})

    assert answer.status_code == 409
    assert "fermez d’abord les votes" in text(answer)


def test_the_organiser_changes_the_list_of_awards_line_by_line():
    playing()
    rows = {
        "id": ["champion", "spoon", ""],
        "name": ["Champion", "Cuillère de bois", "Meilleur Normand"],
        "by": ["place", "last", "place"],
        "place": ["1", "1", "1"],
        "of": ["", "", ""],
        "club": ["", "", ""],
        "faction": ["", "", "Normands"],
        "remove": ["spoon"],
    }

    host().post("/g/cup/tournament/awards", {"type": "SetAwards", **rows})

    assert [award.rule for award in view().awards] == [
        Award("champion", By.PLACE),
        Award("meilleur-normand", By.PLACE, "Meilleur Normand", faction="Normands"),
    ]


@pytest.mark.parametrize("wrong", [{"place": ["premier"]}, {"by": ["chance"]}])
def test_a_line_of_awards_that_cannot_be_read_is_said_and_changes_nothing(wrong: dict[str, list[str]]):
    playing()
    before = view().awards
    row = {"id": ["champion"], "name": ["Champion"], "by": ["place"], "place": ["1"]}
    rest = {"of": [""], "club": [""], "faction": [""]}

    answer = host().post("/g/cup/tournament/awards", {"type": "SetAwards"} | row | rest | wrong)

    assert answer.status_code == 400
    assert "Refusé" in text(answer)
    assert view().awards == before


def test_the_list_of_awards_that_is_refused_is_open_as_it_was_sent():
    playing()
    page = host().get("/g/cup/tournament/awards").content.decode()
    sent = next(dict(form.lists()) for form in filled_in(page) if form.get("type") == "SetAwards")
    added = {"name": "Le plus beau", "by": "jury", "club": "Les Loups"}
    lines = sent | {name: [*sent[name][:-1], text] for name, text in added.items()}
    lines["place"] = ["premier", *sent["place"][1:]]

    answer = host().post("/g/cup/tournament/awards", lines)
    drawer = text(answer).partition('<details class="drawer" open><summary>Changer les prix</summary>')[2]

    assert [value for value in ("premier", "Le plus beau", "Les Loups") if f'value="{value}"' not in drawer] == []
    assert '<option value="jury" selected>' in drawer
    assert '<p class="fault">' in drawer


def test_certificates_are_printed_for_officials_before_and_for_all_after_the_announcement():
    client = over()

    assert client.get("/g/cup/tournament/papers/certificates.pdf").content.startswith(b"%PDF")
    assert passer_by().get("/g/cup/tournament/papers/certificates.pdf").status_code == 404
    say(AnnounceAward(seat=ORGANISER, award="champion"))
    assert passer_by().get("/g/cup/tournament/papers/certificates.pdf").status_code == 200


def test_awards_speak_english_on_english_pages():
    client = over()
    client.post("/language", {"language": "en"})

    page = text(client.get("/g/cup/tournament/awards"))

    assert "Best painted army" in page
    assert "Announce" in page


def test_a_copied_event_keeps_the_awards_its_organiser_had_settled():
    playing()
    say(SetAwards(seat=ORGANISER, awards=(Award("general", By.JURY, "Meilleur général"),)))
    form = host().get("/new/tournament/?copy=cup")
    fields = {
        "title": "Encore",
        "format": "saga",
        "preset": "one_day",
        "age": "vikings",
        "awards": form.context["awards"],
    }

    opened = host().post("/new/tournament/", fields)

    copy = StreamId(opened.url.split("/")[2])
    state = desk().history(copy).state
    assert state.awards == (Award("general", By.JURY, "Meilleur général"),)
    assert state.players == {}


def test_presets_are_described_in_the_readers_language():
    client = host()
    french = text(client.get("/new/tournament/"))
    client.post("/language", {"language": "en"})
    english = text(client.get("/new/tournament/"))

    assert "Classement aux points de contrôle" in french
    assert "Classement" not in english
    assert "Peinture" not in english


def test_where_there_are_many_to_choose_from_the_ballot_has_a_page_of_its_own(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("heraut.web.rooms.tournament.pages.FEW", 2)
    over()
    ana = phone(ANA)

    assert 'name="for-painted"' not in text(ana.get("/g/cup/"))
    page = text(ana.get("/g/cup/tournament/vote"))
    assert '<option value="ben">Ben</option>' in page
    assert '<option value="ana">' not in page
    assert 'name="for-painted"' not in text(phone(BEN).get("/g/cup/"))
    assert "Aucun vote" in text(host().get("/g/cup/tournament/vote"))
