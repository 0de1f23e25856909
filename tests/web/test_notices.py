"""Everyone who asked hears that it is their turn; once, and nothing that is not theirs to know."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.contrib.auth.models import User
from django.test import Client

from heraut.campaign.absence import NameStandIn, ReminderSent, SetPause
from heraut.kernel.message import Command
from heraut.kernel.names import LOCAL, ActorId, CommandId, Instant, Seat, StreamId
from heraut.kernel.refusal import Refusal
from heraut.tournament.officials import CallReferee
from heraut.tournament.results import ReportResult
from heraut.tournament.rounds import PublishRound
from heraut.tournament.saga.scoring import SagaReport
from heraut.web import clock, links
from heraut.web.desk import desk, now, submit
from heraut.web.game import new_id
from heraut.web.models import Entry, Stream, Subscription
from heraut.web.notices import dispatch, mail, push, subscriptions
from heraut.web.notices import relay as relays
from heraut.web.notices.occasions import Sent, own_token
from heraut.web.permissions import Role
from heraut.web.views.notices import ADDRESSES
from web.build import ANA, BEN, SALE, bid, holder, host, passer_by, player, sale
from web.receivers import Browser, Relay, data, serving, signed_claims
from web.test_letters import CHLOE, POST, SECRET, open_post, write
from web.test_tournament import CUP, cup, drafted, phone, playing, saga, say, view
from web.test_webhooks import Receiver

pytestmark = pytest.mark.django_db
BID = 456_789
MAIL = "ana@club.example"


@pytest.fixture(autouse=True)
def _nobody_asked_before() -> None:
    ADDRESSES.clear()


@pytest.fixture
def relay(settings: Any) -> Iterator[Relay]:
    server = Relay()
    settings.HERAUT_SMTP_URL = server.url
    with serving(server):
        yield server


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    settings.HERAUT_WEBHOOKS = settings.HERAUT_PUSH = {"127.0.0.1"}
    server = Receiver()
    with serving(server):
        yield server


def ask_for(client: Client, stream: str = SALE, **form: str) -> Any:
    return client.post(f"/g/{stream}/notices/add", form)


def by_mail(client: Client, relay: Relay, stream: str = SALE, address: str = MAIL) -> None:
    """Somebody asks for e-mail and confirms by the link of the first one."""
    ask_for(client, stream, way="mail", address=address)
    dispatch.pay(now())
    passer_by().post(off_address(relay.letters.pop()), {"confirm": "1"})


def off_address(letter: Any) -> str:
    return urlsplit(str(letter["List-Unsubscribe"]).strip("<>")).path


def channel(receiver: Receiver, way: str = "discord", stream: str = SALE) -> Any:
    return host().post(f"/g/{stream}/notices/channel", {"way": way, "address": receiver.address})


def posted(receiver: Receiver) -> list[dict[str, Any]]:
    return [json.loads(plain(body.decode())) for _headers, body in receiver.taken]


def plain(text: Any) -> str:
    """French with plain spaces and apostrophes, whatever its typography."""
    return str(text).translate({0xA0: " ", 0x202F: " ", 0x2019: "'"}).replace("&#x27;", "'")


def round_of_bids() -> None:
    """Ana bids, then Ben: the lot is sold and the next one waits for both."""
    bid(player(ANA), 3)
    bid(player(BEN), 2)


# --- by e-mail


def test_an_address_is_asked_once_and_told_of_nothing_before_it_says_yes(relay: Relay):
    sale()
    ask_for(player(ANA), way="mail", address=MAIL)
    dispatch.pay(now())
    round_of_bids()
    dispatch.pay(now())

    (letter,) = relay.letters
    assert plain(letter["Subject"]) == "Vente de printemps : voulez-vous recevoir des avis ici ?"
    assert passer_by().get(off_address(letter)).status_code == 200
    assert Subscription.objects.get().confirmed is False
    passer_by().post(off_address(letter), {"confirm": "1"})
    assert Subscription.objects.get().confirmed is True
    assert dispatch.pay(now()) == 0, "what came before is not told"


def test_an_address_nobody_confirms_is_forgotten(relay: Relay):
    sale()
    ask_for(player(ANA), way="mail", address=MAIL)
    dispatch.pay(Instant(now() + subscriptions.UNCONFIRMED + 1))

    assert Subscription.objects.count() == 0
    assert relay.letters == []


def test_a_letter_says_which_game_waits_and_where_and_not_what_others_did(relay: Relay):
    sale(purse=1_000_000)
    by_mail(player(ANA), relay)
    bid(player(ANA), 3)
    bid(player(BEN), BID)
    dispatch.pay(now())

    (letter,) = relay.letters
    written = f"{letter['Subject']} {letter.get_content()}"
    assert ("Ben" in written, "456" in written, "sale" in written) == (False, False, True)


def test_it_is_told_once_that_it_is_their_turn_and_not_by_their_own_deed(relay: Relay):
    sale()
    by_mail(player(ANA), relay)
    by_mail(player(BEN), relay, address="ben@club.example")
    round_of_bids()
    assert dispatch.pay(now()) == 1
    assert dispatch.pay(now()) == 0

    (letter,) = relay.letters
    assert (letter["To"], plain(letter["Subject"])) == (MAIL, "Vente de printemps : c'est à vous.")
    token = links.token(links.make(SALE, Role.PLAYER, "Ana", ANA))
    assert "http://testserver/g/sale/" in letter.get_content().split()
    assert token not in letter.as_string()
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert letter["Auto-Submitted"] == "auto-generated"


def test_what_they_have_done_meanwhile_is_not_told(relay: Relay):
    sale()
    by_mail(player(ANA), relay)
    round_of_bids()
    bid(player(ANA), 1)

    assert dispatch.pay(now()) == 0
    assert relay.letters == []


def test_an_undo_that_makes_it_their_turn_again_is_told(relay: Relay):
    sale()
    by_mail(player(ANA), relay)
    bid(player(ANA), 3)
    dispatch.pay(now())
    host().post("/g/sale/undo/1")

    assert dispatch.pay(now()) == 1


def test_it_speaks_the_language_of_whoever_asked(relay: Relay):
    sale()
    english = player(ANA)
    english.cookies["heraut_language"] = "en"
    by_mail(english, relay)
    round_of_bids()
    dispatch.pay(now())

    assert relay.letters[0]["Subject"] == "Vente de printemps: it is your turn."


def test_one_click_of_a_mail_program_ends_it_and_a_look_does_not(relay: Relay):
    sale()
    by_mail(player(ANA), relay)
    round_of_bids()
    dispatch.pay(now())
    off = off_address(relay.letters[0])
    strict = Client(enforce_csrf_checks=True)
    assert "Ne plus m'avertir" in plain(strict.get(off).content.decode())
    assert Subscription.objects.count() == 1

    assert strict.post(off, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert Subscription.objects.count() == 0
    assert strict.get(off).status_code == 404


@pytest.mark.parametrize("token", ["1", "1-", "x-y", "1-" + "0" * 32, "99999999999999999999-0", "-"])
def test_a_guessed_address_is_nobodys(relay: Relay, token: str):
    sale()
    by_mail(player(ANA), relay)

    assert passer_by().get(f"/n/{token}").status_code == 404
    assert passer_by().post(f"/n/{token}").status_code == 404
    assert Subscription.objects.count() == 1


def test_a_renewed_link_has_no_notices_left(relay: Relay):
    sale()
    by_mail(player(ANA), relay)
    ask_for(player(ANA), way="calendar")
    address = f"/n/{own_token(Subscription.objects.get(way='calendar'))}.ics"
    assert passer_by().get(address).status_code == 200
    links.renew(links.make(SALE, Role.PLAYER, "Ana", ANA))
    round_of_bids()

    assert dispatch.pay(now()) == 0
    assert relay.letters == []
    assert passer_by().get(address).status_code == 404
    assert Subscription.objects.count() == 0


def test_an_organiser_who_runs_the_game_no_more_is_told_no_more(relay: Relay):
    open_post(start_assignment="manual")
    by_mail(host("emma"), relay, POST)
    User.objects.filter(username="emma").update(is_superuser=False)
    player(ANA, POST).post(f"/g/{POST}/send", {"type": "VotePause", "pause": "on"})
    dispatch.pay(now())

    assert Subscription.objects.count() == 0


class Killed(BaseException):
    """The process ends here."""


def killed_in(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is due is sent as far as that step."""

    def dies(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(dispatch, step, dies)
        with pytest.raises(Killed):
            dispatch.pay(now())


def test_a_server_killed_before_it_sent_tells_after_its_start(relay: Relay, monkeypatch: pytest.MonkeyPatch):
    sale()
    by_mail(player(ANA), relay)
    round_of_bids()
    killed_in("_sent", monkeypatch)
    assert dispatch.pay(now()) == 0, "another process might be sending it"

    assert dispatch.pay(Instant(now() + dispatch.LEASE + 1)) == 1
    assert len(relay.letters) == 1


def test_a_server_killed_before_it_noted_the_answer_sends_the_same_again(relay: Relay, monkeypatch: pytest.MonkeyPatch):
    sale()
    by_mail(player(ANA), relay)
    round_of_bids()
    killed_in("_settle", monkeypatch)
    dispatch.pay(Instant(now() + dispatch.LEASE + 1))

    assert len({letter["Message-ID"] for letter in relay.letters}) == 1, "a mail program shows it once"


def test_of_two_processes_one_sends(relay: Relay):
    sale()
    by_mail(player(ANA), relay)
    one, same = Subscription.objects.get(), Subscription.objects.get()

    assert [dispatch._claim(each, now()) for each in (one, same)] == [True, False]


def test_a_relay_that_is_away_stops_nobody_and_is_tried_again_later(relay: Relay, receiver: Receiver):
    sale()
    by_mail(player(ANA), relay)
    channel(receiver)
    relay.recipient = "451 busy"
    round_of_bids()
    dispatch.pay(now())
    failing = Subscription.objects.get(way="mail")
    assert (len(posted(receiver)), failing.attempts) == (1, 1)
    assert "n'a pas pu être joint" in plain(player(ANA).get("/g/sale/notices").content.decode())
    dispatch.pay(Instant(failing.due - 1))
    assert Subscription.objects.get(way="mail").attempts == 1
    relay.recipient = "250 yes"

    assert dispatch.pay(Instant(failing.due)) == 1
    assert Subscription.objects.get(way="mail").attempts == 0


def test_an_address_the_relay_does_not_know_is_forgotten(relay: Relay):
    sale()
    by_mail(player(ANA), relay)
    relay.recipient = "550 nobody"
    round_of_bids()
    dispatch.pay(now())

    assert Subscription.objects.count() == 0


@pytest.mark.parametrize("address", ["", "ana", "ana@", "a@b@c", "ana@club.example\nBcc: all@club.example"])
def test_what_is_no_address_is_not_written_to(relay: Relay, address: str):
    sale()
    ask_for(player(ANA), way="mail", address=address)

    assert Subscription.objects.count() == 0


def test_nobody_has_the_server_write_to_the_whole_world(relay: Relay):
    sale()
    ana = player(ANA)
    for number in range(20):
        ask_for(ana, way="mail", address=f"stranger{number}@club.example")
    dispatch.pay(now())

    assert len(relay.letters) == subscriptions.MOST


@pytest.mark.parametrize("url", ["http://h?from=a@b", "smtp://?from=a@b", "smtp://host", "smtp://host?from=heraut"])
def test_a_relay_that_cannot_be_is_said_to_be(url: str):
    with pytest.raises(relays.BadRelay):
        relays.read_relay(url)


def test_a_relay_that_cannot_be_read_breaks_no_page(settings: Any, caplog: pytest.LogCaptureFixture):
    settings.HERAUT_SMTP_URL = "smtp://heraut:hunter2@mail.example:port?from=heraut@club.example"
    sale()

    assert 'value="mail"' not in player(ANA).get("/g/sale/notices").content.decode()
    assert "no mail is sent" in caplog.text
    assert "hunter2" not in caplog.text


def test_the_relay_of_an_address():
    found = relays.read_relay("smtps://h%40club:p%2Fw@mail.club.example?from=heraut@club.example")

    assert found == relays.Relay("mail.club.example", 465, "heraut@club.example", "h@club", "p/w", wrapped=True)


def test_a_password_is_never_said_without_encryption(relay: Relay, settings: Any):
    settings.HERAUT_SMTP_URL = relay.url.replace("smtp://", "smtp://heraut:secret@")
    sale()
    ask_for(player(ANA), way="mail", address=MAIL)
    dispatch.pay(now())

    assert relay.letters == []
    assert "secret" not in relay.heard
    assert Subscription.objects.get().attempts == 1


# --- in the group's channel

SAID = "Vente de printemps : c'est à Ana, Ben."
PAGE = "http://testserver/g/sale/"
SHAPES = {
    "discord": {"content": f"{SAID}\n<{PAGE}>", "allowed_mentions": {"parse": []}},
    "slack": {"text": f"{SAID}\n<{PAGE}>"},
    "matrix": {"text": f"{SAID}\n{PAGE}", "html": f'{SAID}<br><a href="{PAGE}">{PAGE}</a>', "username": "Héraut"},
}


@pytest.mark.parametrize("way", SHAPES)
def test_a_channel_is_told_who_is_awaited_in_its_own_shape(receiver: Receiver, way: str):
    sale(purse=1_000_000)
    channel(receiver, way)
    bid(player(ANA), BID)
    dispatch.pay(now())
    assert posted(receiver) == [], "that somebody has bid is nobody's turn"
    bid(player(BEN), 2)
    dispatch.pay(now())
    dispatch.pay(now())

    assert posted(receiver) == [SHAPES[way]]
    assert str(BID) not in str(receiver.taken)


@pytest.mark.parametrize("address", ["http://10.0.0.1/x", "http://169.254.169.254/", "ftp://127.0.0.1/", "file:///x"])
def test_a_channel_on_a_machine_nobody_named_is_not_called(receiver: Receiver, address: str):
    sale()
    host().post("/g/sale/notices/channel", {"way": "slack", "address": address})

    assert Subscription.objects.count() == 0


def test_a_channel_that_sends_us_on_is_not_followed(receiver: Receiver):
    sale()
    channel(receiver)
    receiver.status = 302
    round_of_bids()
    dispatch.pay(now())

    assert Subscription.objects.get().attempts == 1


def test_a_channel_that_was_deleted_is_forgotten(receiver: Receiver):
    sale()
    channel(receiver)
    receiver.status = 404
    round_of_bids()
    dispatch.pay(now())

    assert Subscription.objects.count() == 0


def test_only_who_runs_the_game_has_a_channel_told(receiver: Receiver):
    sale()
    form = {"way": "discord", "address": receiver.address}
    assert player(ANA).post("/g/sale/notices/channel", form).status_code == 403
    assert ask_for(player(ANA), **form).status_code == 302
    assert Subscription.objects.count() == 0
    channel(receiver)
    number = Subscription.objects.get().pk

    assert player(ANA).post(f"/g/sale/notices/{number}/remove").status_code == 403
    assert host().post(f"/g/sale/notices/{number}/remove").status_code == 302
    assert Subscription.objects.count() == 0


# --- by push


def test_a_push_is_for_one_browser_alone_and_signed(receiver: Receiver):
    sale()
    browser = Browser(receiver)
    ask_for(player(ANA), **browser.form())
    round_of_bids()
    assert dispatch.pay(now()) == 1
    assert dispatch.pay(now()) == 0

    headers, body = receiver.taken[0]
    (told,) = browser.shown()
    assert (told["title"], told["address"]) == ("Vente de printemps", PAGE)
    assert plain(told["body"]) == "Vente de printemps : c'est à vous."
    assert b"printemps" not in body
    assert (headers["Content-Encoding"], headers["Ttl"]) == ("aes128gcm", "86400")
    claims = signed_claims(headers["Authorization"])
    assert claims["aud"] == receiver.address.removesuffix("/heraut")
    assert now() < claims["exp"] <= now() + 24 * 3600
    passer_by().post(urlsplit(told["off"]).path)
    assert Subscription.objects.count() == 0


def test_a_browser_that_is_gone_is_forgotten(receiver: Receiver):
    sale()
    ask_for(player(ANA), **Browser(receiver).form())
    receiver.status = 410
    round_of_bids()
    dispatch.pay(now())

    assert Subscription.objects.count() == 0


@pytest.mark.parametrize(
    ("address", "allowed"),
    [
        ("https://fcm.googleapis.com/fcm/send/x", True),
        ("https://updates.push.services.mozilla.com/wpush/v2/x", True),
        ("https://web.push.apple.com/x", True),
        ("https://db5p.notify.windows.com/w/?token=x", True),
        ("http://fcm.googleapis.com/x", False),
        ("https://fcm.googleapis.com:8443/x", False),
        ("https://evilfcm.googleapis.com.example/x", False),
        ("https://notfcm.googleapis.com/x", False),
        ("https://u:p@fcm.googleapis.com/x", False),
        ("https://10.0.0.1/x", False),
        ("http://localhost/x", False),
        ("https://[::1/x", False),
        ("", False),
    ],
)
def test_only_the_services_of_browsers_are_called(address: str, allowed: bool):
    assert push.is_allowed(address) is allowed


ODD = [{"auth": "x"}, {"p256dh": "x"}, {"p256dh": "BA" * 43}, {"address": "https://10.1.1.1/"}, {"auth": "é"}]


@pytest.mark.parametrize("change", ODD)
def test_what_no_browser_sends_is_not_kept(receiver: Receiver, change: dict[str, str]):
    sale()
    ask_for(player(ANA), **{**Browser(receiver).form(), **change})

    assert Subscription.objects.count() == 0


def test_a_push_is_read_as_the_standard_s_own_example():
    """RFC 8291, appendix A: our derivation of keys opens what others sealed."""
    private = int.from_bytes(data("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))
    key = ec.derive_private_key(private, ec.SECP256R1())
    browser = Browser(Receiver.__new__(Receiver), key, data("BTBZMqHH6r4Tts7J_aSIgg"))
    sent = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )

    assert browser.read(data(sent)) == b"When I grow up, I want to be a watermelon"


def test_the_script_that_shows_a_push_speaks_for_all_pages():
    answer = passer_by().get("/push-worker.js")

    assert answer.headers["Content-Type"] == "text/javascript"
    assert b"showNotification" in answer.content


# --- in a calendar


def draw_starts() -> None:
    """All compose their bands from now on; the clock has struck, so their deadline runs."""
    while any(one.chance for one in desk().awaits(POST, None)):
        host().post(f"/g/{POST}/dice", {"draw": ""})
    clock.strike(now())


def own_calendar(client: Client, stream: str = SALE) -> str:
    ask_for(client, stream, way="calendar")
    address = re.search(r"http://testserver(/n/[\w-]+\.ics)", client.get(f"/g/{stream}/notices").content.decode())
    assert address is not None
    answer = passer_by().get(address.group(1))
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    return answer.content.decode()


def unfolded(calendar: str) -> dict[str, str]:
    """The lines of the one entry; every line as short as the standard wants it."""
    assert max(len(line.encode()) for line in calendar.split("\r\n")) <= 75
    entry = calendar.replace("\r\n ", "").partition("BEGIN:VEVENT\r\n")[2].partition("BEGIN:VALARM")[0]
    return dict(line.split(":", 1) for line in entry.partition("END:VEVENT")[0].split("\r\n") if line)


def test_a_calendar_has_the_deadline_of_what_is_asked():
    open_post(start_assignment="draw", deadlines={"setup": 7200})
    draw_starts()
    due = desk().view(POST, ANA).due
    entry = unfolded(own_calendar(player(ANA, POST), POST))

    assert due is not None
    assert plain(entry["SUMMARY"]) == "La poste : c'est à vous."
    assert entry["DTSTART"] == f"{datetime.fromtimestamp(due, UTC):%Y%m%dT%H%M%SZ}"
    assert entry["URL"] == f"http://testserver/g/{POST}/"


def test_a_calendar_without_a_deadline_marks_the_day_and_without_a_turn_nothing():
    open_post(start_assignment="manual")
    assert "BEGIN:VEVENT" not in own_calendar(player(ANA, POST), POST)

    assert "DTSTART;VALUE=DATE" in own_calendar(host(), POST)


def test_a_calendar_has_the_day_the_organiser_said():
    cup(saga(played_on="2026-11-21", lists_required=False))
    entry = unfolded(own_calendar(phone(Seat("ana")), CUP))

    assert plain(entry["SUMMARY"]) == "Coupe commence."
    assert (entry["DTSTART;VALUE=DATE"], entry["DTEND;VALUE=DATE"]) == ("20261121", "20261122")


def test_the_address_of_a_calendar_opens_no_seat_and_is_switched_off():
    sale(public=False)
    ana = player(ANA)
    own_calendar(ana)
    one = Subscription.objects.get()
    token = own_token(one)
    stranger = passer_by()
    assert stranger.get(f"/s/{token}").status_code == 404
    assert stranger.get(f"/n/{token}").status_code == 200
    assert stranger.get("/g/sale/").status_code == 404
    assert player(BEN).post(f"/g/sale/notices/{one.pk}/remove").status_code == 404
    ana.post(f"/g/sale/notices/{one.pk}/remove")

    assert stranger.get(f"/n/{token}.ics").status_code == 404


# --- what there is to tell


def hand_in(stream: StreamId, command: Command) -> None:
    outcome = submit(stream, command, command_id=CommandId(new_id()), actor=ActorId("x"), sender=LOCAL)
    assert not isinstance(outcome, Refusal), outcome


def subjects(relay: Relay) -> list[tuple[str, str]]:
    found = sorted((str(letter["To"]), plain(letter["Subject"]).partition(" : ")[2]) for letter in relay.letters)
    relay.letters.clear()
    return found


def test_a_tournament_tells_a_round_a_call_and_a_dispute(relay: Relay):
    drafted()
    seats = list(desk().engine(CUP).seats(desk().state(CUP)))
    for seat in seats:
        by_mail(player(seat, CUP), relay, CUP, f"{seat}@club.example")
    by_mail(holder(Role.REFEREE, stream=CUP, label="Farid"), relay, CUP, "farid@club.example")
    say(PublishRound(seat=Seat("organiser")))
    dispatch.pay(now())
    assert subjects(relay) == sorted((f"{seat}@club.example", "une ronde est publiée.") for seat in seats)

    first, second = next(iter(view().played[-1].tables)).seats
    say(CallReferee(seat=first))
    dispatch.pay(now())
    assert subjects(relay) == [("farid@club.example", "on appelle un arbitre.")]

    report, other = (SagaReport(victory_points={first: one, second: 8 - one}) for one in (5, 3))
    say(ReportResult(seat=first, round=1, report=report))
    say(ReportResult(seat=second, round=1, report=other))
    dispatch.pay(now())
    expected = [
        ("farid@club.example", "un résultat est contesté."),
        (f"{first}@club.example", "un résultat est contesté."),
    ]
    assert subjects(relay) == sorted(expected)


def test_a_letter_is_told_to_its_readers_and_to_nobody_else(relay: Relay, receiver: Receiver):
    open_post(start_assignment="manual")
    for seat in (ANA, BEN, CHLOE):
        by_mail(player(seat, POST), relay, POST, f"{seat}@club.example")
    by_mail(host(), relay, POST, "organiser@club.example")
    channel(receiver, stream=POST)
    write(player(ANA, POST), BEN)
    dispatch.pay(now())

    assert SECRET not in str(relay.letters[0])
    assert subjects(relay) == [("ben@club.example", "une lettre vous attend.")]
    assert receiver.taken == []


def begun(relay: Relay) -> None:
    """The starts are drawn, all compose their bands; Ana and Ben have asked for mail before."""
    open_post(start_assignment="draw", deadlines={"setup": 7200}, reminder=7200)
    for seat in (ANA, BEN):
        by_mail(player(seat, POST), relay, POST, f"{seat}@club.example")
    draw_starts()


def test_a_campaign_tells_a_turn_then_the_deadline_that_is_near(relay: Relay):
    begun(relay)
    dispatch.pay(now())
    assert subjects(relay) == [("ana@club.example", "c'est à vous."), ("ben@club.example", "c'est à vous.")]
    clock.strike(now())
    assert any(isinstance(event, ReminderSent) for event in desk().history(POST).deeds[-1].events)
    dispatch.pay(now())
    near = "le délai approche, et c'est à vous."
    assert subjects(relay) == [("ana@club.example", near), ("ben@club.example", near)]


def test_who_stands_in_is_told_too(relay: Relay):
    open_post(start_assignment="draw")
    by_mail(player(BEN, POST), relay, POST, "ben@club.example")
    hand_in(POST, NameStandIn(CHLOE, player=CHLOE, stand_in=BEN))
    dispatch.pay(now())
    assert subjects(relay) == []
    draw_starts()
    dispatch.pay(now())

    assert subjects(relay) == [("ben@club.example", "c'est à vous.")]


def test_what_is_nobodys_turn_is_passed_over_without_a_word(relay: Relay):
    open_post(start_assignment="manual")
    by_mail(player(ANA, POST), relay, POST)
    hand_in(POST, SetPause())

    assert dispatch.pay(now()) == 0
    assert Subscription.objects.get().told == desk().history(POST).sequence


def test_a_game_that_moved_away_tells_nobody_here(relay: Relay):
    sale()
    by_mail(player(ANA), relay)
    round_of_bids()
    Stream.objects.filter(pk=SALE).update(moved_to="https://elsewhere.example")

    assert dispatch.pay(now()) == 0


def test_a_game_that_cannot_be_read_keeps_no_other_from_telling(relay: Relay):
    sale()
    playing()
    by_mail(player(ANA), relay)
    by_mail(player(Seat("ben"), CUP), relay, CUP, "ben@club.example")
    say(CallReferee(seat=Seat("ana")))
    round_of_bids()
    Stream.objects.filter(pk=CUP).update(header="{")
    desk.cache_clear()

    assert dispatch.pay(now()) == 1


# --- the page


def test_the_page_offers_what_the_server_can_do(relay: Relay, settings: Any, monkeypatch: pytest.MonkeyPatch):
    sale()
    page = player(ANA).get("/g/sale/notices").content.decode()
    assert ('name="way" value="mail"' in page, 'name="way" value="push"' in page) == (True, True)
    assert "notices/channel" not in page
    assert "notices/channel" not in host().get("/g/sale/notices").content.decode()
    settings.HERAUT_WEBHOOKS = {"discord.com"}
    assert "notices/channel" in host().get("/g/sale/notices").content.decode()
    settings.HERAUT_SMTP_URL = ""
    monkeypatch.setattr(push, "is_offered", lambda: False)
    page = player(ANA).get("/g/sale/notices").content.decode()

    assert ('name="way" value="mail"' in page, 'name="way" value="push"' in page) == (False, False)


def test_nobody_sees_or_removes_the_notices_of_another(relay: Relay):
    sale()
    by_mail(player(ANA), relay)
    number = Subscription.objects.get().pk

    assert MAIL in player(ANA).get("/g/sale/notices").content.decode()
    for other in (player(BEN), host()):
        assert MAIL not in other.get("/g/sale/notices").content.decode()
        assert other.post(f"/g/sale/notices/{number}/remove").status_code == 404
    assert passer_by().get("/g/sale/notices").status_code == 403


def test_an_error_nobody_thought_of_is_tried_again(relay: Relay, monkeypatch: pytest.MonkeyPatch):
    sale()
    by_mail(player(ANA), relay)
    round_of_bids()

    def breaks(*_: object) -> Sent:
        raise ArithmeticError

    with monkeypatch.context() as patched:
        patched.setattr(mail, "send", breaks)
        assert dispatch.pay(now()) == 0
    assert Subscription.objects.get().attempts == 1

    assert dispatch.pay(Instant(now() + 10)) == 1


def test_notices_of_a_game_that_cannot_be_read_are_switched_off_like_any_other(relay: Relay):
    sale()
    by_mail(player(ANA), relay)
    bid(player(ANA), 3)
    token = own_token(Subscription.objects.get())
    Entry.objects.update(command="{}")
    desk().forget(SALE)

    assert passer_by().get(f"/n/{token}").status_code == 200
    assert passer_by().post(f"/n/{token}").status_code == 200
    assert not Subscription.objects.exists()
