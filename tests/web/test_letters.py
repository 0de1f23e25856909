"""The letter box: what is written reaches its readers, and no page, answer, log or file tells anybody else."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from heraut.campaign.bots.play import play
from heraut.campaign.settings import CampaignPlayer, Settings
from heraut.journal.log import version_of as version
from heraut.journal.transfer import export_stream
from heraut.kernel.journal import Header
from heraut.kernel.names import LOCAL, ActorId, CommandId, Seat, StreamId
from heraut.pseudorandom import SplitMix
from heraut.web import desk as desks
from heraut.web import handover, links
from heraut.web.desk import desk, envelope_key, journal, now, submit, take_in
from heraut.web.game import new_id
from heraut.web.models import Link, Stream
from heraut.web.permissions import Role
from web.build import holder, host, laid_out, passer_by, player
from web.test_campaign_secrets import PAGES, paper_as_it_is_told
from web.war import spaced

pytestmark = [pytest.mark.django_db, pytest.mark.clause("SC-LET-1", "SC-LET-2", "SC-LET-3")]

POST = StreamId("poste")
ANA, BEN, CHLOE = Seat("ana"), Seat("ben"), Seat("chloe")
SECRET = "Rendez-vous au gué de Malaquez"
BOX = f"/g/{POST}/campaign/letters"
__all__ = ["paper_as_it_is_told"]
ADDRESSES = (*(page.format(POST) for page in PAGES), BOX, f"/g/{POST}/seats", f"/g/{POST}/export", f"/g/{POST}/turn")
OTHERS = {
    "chloe": lambda: player(CHLOE, POST),
    "organiser": host,
    "co-organiser": lambda: holder(Role.ORGANISER, stream=POST, label="Gaëlle"),
    "referee": lambda: holder(Role.REFEREE, stream=POST, label="Farid"),
    "passer-by": passer_by,
}


def open_post(stream: StreamId = POST, **chosen: Any) -> StreamId:
    players = (CampaignPlayer(ANA, "Ana"), CampaignPlayer(BEN, "Ben"), CampaignPlayer(CHLOE, "Chloé"))
    settings = Settings(players=players, **chosen)
    header = desk().open(stream=stream, engine="campaign", title="La poste", settings=settings, at=now())
    assert isinstance(header, Header)
    Stream.objects.filter(pk=stream).update(public=True)
    return stream


def write(client: Client, *to: Seat, text: str = SECRET) -> Any:
    return client.post(f"{BOX}/write", {"to": to, "text": text})


def text(client: Client, address: str = BOX) -> str:
    answer = client.get(address, follow=True)
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return spaced(laid_out(body.decode()))


@pytest.mark.parametrize("who", OTHERS)
@pytest.mark.parametrize("letters", ["sealed", "open"])
def test_no_address_tells_others_what_was_written(who: str, letters: str):
    open_post(letters=letters)
    assert write(player(ANA, POST), BEN).status_code == 302
    reads = letters == "open" and "organiser" in who
    told = [address for address in ADDRESSES if SECRET in text(OTHERS[who](), address)]

    assert SECRET in text(player(BEN, POST))
    assert SECRET in text(player(ANA, POST))
    assert (BOX in told) is reads
    assert reads or told == []


@pytest.mark.parametrize("who", OTHERS)
def test_a_letter_changes_no_page_and_no_version_of_others(who: str):
    open_post()
    client = OTHERS[who]()
    seats = (CHLOE, Seat("organiser"), Seat("referee"), None)
    seen = [version(desk().history(POST), seat) for seat in seats]
    before = [client.get(address).status_code for address in ADDRESSES]
    log = client.get(f"/api/streams/{POST}/log").json()
    write(player(ANA, POST), BEN)

    assert [version(desk().history(POST), seat) for seat in seats] == seen
    assert [client.get(address).status_code for address in ADDRESSES] == before
    assert client.get(f"/api/streams/{POST}/log").json() == log


def test_the_file_of_the_journal_holds_the_letter_in_its_envelope():
    open_post()
    write(player(ANA, POST), BEN)

    assert '"type":"WriteLetter"' in text(host(), f"/g/{POST}/export")
    assert SECRET not in text(host(), f"/g/{POST}/export")
    assert SECRET not in str(list(Stream.objects.get(pk=POST).entries.values()))


def test_an_unread_letter_is_marked_until_its_reader_looks_into_the_box():
    open_post()
    ben, chloe = player(BEN, POST), player(CHLOE, POST)
    write(player(ANA, POST), BEN, CHLOE)
    mark = '<b class="unread">1</b>'

    assert mark in text(ben, f"/g/{POST}/")
    assert '<b class="unread">Nouvelle</b>' in text(ben)
    assert "Nouvelle" not in text(ben)
    assert mark not in text(ben, f"/g/{POST}/")
    assert mark in text(chloe, f"/g/{POST}/")
    assert mark not in text(player(ANA, POST), f"/g/{POST}/")


def test_an_organiser_signed_in_without_a_link_is_not_told_for_ever_that_open_letters_are_new():
    open_post(letters="open")
    write(player(ANA, POST), BEN)
    organiser = host()

    assert SECRET in text(organiser)
    assert 'class="unread"' not in text(organiser)
    assert 'class="unread"' not in text(organiser, f"/g/{POST}/")


@pytest.mark.parametrize(("to", "said"), [((), "Choisissez ses destinataires"), ((BEN,), "caractères")])
def test_a_letter_that_cannot_be_sent_comes_back_with_what_was_written(to: tuple[Seat, ...], said: str):
    open_post()
    answer = write(player(ANA, POST), *to, text="Long " * (500 if to else 1))

    assert answer.status_code == 409
    assert said in spaced(answer.content.decode())
    assert "Long Long" in answer.content.decode() or "Long </textarea>" in answer.content.decode()


def test_letters_are_html_nowhere():
    open_post()
    write(player(ANA, POST), BEN, text="<script>alert(1)</script>")

    assert "<script>alert" not in text(player(BEN, POST))
    assert "&lt;script&gt;" in text(player(BEN, POST))


@pytest.mark.clause("SC-LET-4")
@pytest.mark.parametrize("by", [CHLOE, Seat("organiser")])
def test_who_stands_in_sees_that_there_were_letters_and_not_what_they_say(by: Seat):
    open_post()
    write(player(ANA, POST), BEN)
    ben = player(BEN, POST)
    ben.post(f"/g/{POST}/send", {"type": "NameStandIn", "player": "ben", "stand_in": by})
    stand_in = player(CHLOE, POST) if by == CHLOE else host()
    stand_in.post(f"/g/{POST}/place", {"chair": "ben"})
    assert "Jouer pour" not in text(stand_in, f"/g/{POST}/")

    assert [address for address in ADDRESSES if SECRET in text(stand_in, address)] == []
    assert "vos lettres attendent votre retour" in text(stand_in)
    assert write(stand_in, ANA).status_code == 409
    ben.post(f"/g/{POST}/send", {"type": "NameStandIn", "player": "ben", "stand_in": ""})
    assert SECRET in text(ben)


def test_going_back_leaves_letters_and_tells_the_organiser_of_none():
    open_post()
    ana, organiser = player(ANA, POST), host()
    ana.post(f"/g/{POST}/send", {"type": "VotePause", "pause": "on"})
    write(ana, BEN)
    page = text(organiser, f"/g/{POST}/campaign/back?entry=1")
    answer = organiser.post(f"/g/{POST}/campaign/back", {"entry": 1, "last": 1}, follow=True)

    assert "Cette action sera annulée" in page
    assert "1 action annulée." in answer.content.decode()
    assert desk().view(POST, None).votes == ()
    assert SECRET in text(player(BEN, POST))


@pytest.mark.parametrize("with_links", [True, False])
def test_letters_open_on_another_machine_only_where_the_links_went_along(with_links: bool, settings: Any):
    open_post()
    write(player(ANA, POST), BEN)
    file = handover.pack("La poste", [POST], with_links=with_links)
    here = envelope_key(POST)
    Link.objects.all().delete()
    Stream.objects.get(pk=POST).entries.all().delete()
    Stream.objects.all().delete()
    settings.SECRET_KEY = "another machine's key"
    desks.desk.cache_clear()
    handover.unpack(io.BytesIO(file), User.objects.create_superuser("emma"))

    assert (envelope_key(POST) == here) is with_links
    assert here.hex() not in Stream.objects.get(pk=POST).envelope_key
    (letter,) = desk().view(POST, BEN).letters
    assert (letter.text == SECRET, bool(letter.sealed)) == (with_links, not with_links)
    ben = Client()
    ben.get(f"/s/{links.token(links.make(POST, Role.PLAYER, 'Ben', BEN))}")
    assert ("ne s’ouvre que sur le serveur" in text(ben)) is not with_links


@pytest.mark.clause("SC-LET-5")
def test_a_letter_all_agree_to_publish_is_told_in_the_chronicle_once_the_campaign_is_over():
    open_post(turns=1)
    ana, ben = player(ANA, POST), player(BEN, POST)
    write(ana, BEN)
    for client in (ana, ben):
        assert client.post(f"{BOX}/telling", {"letter": "ana.ben.1", "allow": "on"}).status_code == 302
    chronicle = f"/g/{POST}/campaign/chronicle.html"
    assert SECRET not in text(passer_by(), chronicle)
    levels = dict.fromkeys((ANA, BEN, CHLOE), "heuristic")
    for played in play(desk().state(POST), levels, SplitMix(3)):
        submit(POST, played.command, command_id=CommandId(new_id()), actor=ActorId("x"), sender=LOCAL)

    assert f"Ana à Ben : « {SECRET} »" in text(passer_by(), chronicle)
    assert "Publiée dans la chronique" in text(ben)

    file = b"".join(export_stream(journal(), POST))
    assert SECRET in file.decode()
    elsewhere = take_in(io.BytesIO(file), owner=None, name=StreamId("ailleurs"))  # judged, and without the key
    Stream.objects.filter(pk=elsewhere.stream).update(public=True)
    assert f"Ana à Ben : « {SECRET} »" in text(passer_by(), "/g/ailleurs/campaign/chronicle.html")


def test_a_campaign_without_letters_has_no_box():
    open_post(letters="off")

    assert player(ANA, POST).get(BOX).status_code == 302
    assert BOX not in text(player(ANA, POST), f"/g/{POST}/")


def test_the_title_of_a_page_says_whose_turn_it_is():
    open_post(start_assignment="manual")
    titles = {
        name: text(client, f"/g/{POST}/") for name, client in {"ana": player(ANA, POST), "organiser": host()}.items()
    }

    assert "<title>La poste" in titles["ana"]
    assert "<title>(à vous) La poste" in titles["organiser"]
    assert host().get(f"/g/{POST}/turn").content == b"1"
    assert player(ANA, POST).get(f"/g/{POST}/turn").content == b""
    assert "<title>(à vous)" in text(host(), f"/g/{POST}/log")
    part = host().get(f"/g/{POST}/", headers={"HX-Request": "true"}).content.decode()
    assert "<title>(à vous) La poste" in part
