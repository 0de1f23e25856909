"""A sealed choice carries a commitment: everybody sees it at once, and checks with it what is opened [HOUSE-SEAL-6]."""

from __future__ import annotations

import json
import re
import subprocess
from hashlib import sha256
from html import unescape
from typing import Any

import pytest
from django.test import Client
from msgspec import structs

from heraut.campaign.absence import CloseStep
from heraut.campaign.bids import BidsRevealed, PlaceBid
from heraut.campaign.building import BuildingsRevealed
from heraut.campaign.musters import PreparationsRevealed
from heraut.journal.desk import Desk
from heraut.journal.log import LogLine
from heraut.journal.transfer import export_stream
from heraut.kernel.message import Outline
from heraut.kernel.names import ORGANISER, ActorId, Instant, StreamId
from heraut.kernel.sealed import Opened, commitment
from heraut.press import printing
from heraut.press.printing import _inputs
from heraut.tournament.steamroller.lists import ChooseList
from heraut.web.desk import desk, journal, take_in
from heraut.web.models import Entry, Stream
from heraut.web.seals import fingerprint, seals
from web.build import laid_out, passer_by, player
from web.test_sweep import opponent, world
from web.test_tournament import CUP, phone, say, view
from web.war import ANA, BEN, WAR, advance, spaced, state, text, war

pytestmark = [pytest.mark.django_db, pytest.mark.clause("HOUSE-SEAL-6")]

DIGEST = re.compile(r"\b[0-9a-f]{64}\b")
CHECKED = "Vérifié : c'est bien ce qui était scellé."


def bidding() -> tuple[Client, Client]:
    """A campaign at its first bids, with a browser for each player."""
    war(starting_pp=20)
    advance("campaign-bid")
    return player(ANA, WAR), player(BEN, WAR)


def bid(client: Client, amount: int, key: str = "", **more: Any) -> Any:
    said = {"type": "PlaceBid", "amount": amount, **more}
    headers = {"Idempotency-Key": key} if key else {}
    sent = client.post(f"/api/streams/{WAR}/commands", said, content_type="application/json", headers=headers)
    assert sent.status_code == 200, sent.content
    return sent.json()


def slot(client: Client, seat: str = "ana") -> dict[str, Any]:
    """Somebody's sealed choice as the API shows it to this browser."""
    seen = client.get(f"/api/streams/{WAR}/view").json()["view"]
    return next(one for one in seen["slots"] if one["seat"] == seat)


def as_read(client: Client, address: str) -> str:
    return spaced(unescape(text(client, address))).replace("’", "'")


def checked(client: Client) -> int:
    """How often the page says that what is open is what was sealed."""
    return as_read(client, "seals").count(CHECKED)


def test_a_game_has_nothing_to_check_before_anything_is_sealed():
    war()

    assert "Rien n'est scellé en ce moment." in as_read(passer_by(), "seals")
    assert "Rien n'a encore été révélé." in as_read(passer_by(), "seals")


def test_a_sealed_bid_shows_its_fingerprint_to_everybody_and_its_salt_to_nobody():
    ana, ben = bidding()
    bid(ana, 1)
    shown, own = slot(ben), slot(ana)

    assert shown == {"seat": "ana", "stage": "sealed", "commitment": own["commitment"]}
    assert (len(own["salt"]), own["value"]) == (32, 1)
    assert own["commitment"] == sha256(f'["{own["salt"]}",1]'.encode()).hexdigest()
    for visitor in (ben, passer_by()):
        assert fingerprint(shown["commitment"]) in text(visitor)
        assert fingerprint(shown["commitment"]) in text(visitor, "campaign/sheet")
        assert shown["commitment"] in text(visitor, "seals")
        told = visitor.get(f"/api/streams/{WAR}/log").content.decode()
        assert shown["commitment"] in told
        assert own["salt"] not in told + text(visitor) + text(visitor, "seals") + text(visitor, "campaign/sheet")


def test_paper_has_the_fingerprints(monkeypatch: pytest.MonkeyPatch):
    ana, ben = bidding()
    bid(ana, 1)
    monkeypatch.setattr(printing, "_printed", lambda sheets, _kind, *how: json.dumps(_inputs(sheets, *how)).encode())

    printed = ben.get(f"/g/{WAR}/campaign/orders.pdf").content.decode()

    assert f"Ana {fingerprint(slot(ben)['commitment'])}" in printed


def test_what_is_opened_is_checked_in_words_and_by_anybody_with_the_line_shown():
    ana, ben = bidding()
    bid(ana, 1)
    noted = slot(ben)["commitment"]
    before = checked(ben)
    bid(ben, 0)

    page = as_read(ben, "seals")
    lines = re.findall(r"<pre>(printf .*?)</pre>", page)
    reckoned = [subprocess.run(line, shell=True, capture_output=True, check=True).stdout for line in lines]

    assert checked(ben) == before + 2
    assert CHECKED in as_read(ben, "")
    assert [found.decode().split()[0] for found in reckoned] == DIGEST.findall(page)
    assert noted in DIGEST.findall(page)
    assert "Rien n'est scellé en ce moment." in page


@pytest.mark.parametrize("asked", ["campaign-prepare", "campaign-build"])
def test_orders_are_checked_as_bids_are(asked: str):
    war(turns=4, starting_pp=20)
    advance(asked)
    opening = PreparationsRevealed if asked == "campaign-prepare" else BuildingsRevealed
    before = len(desk().history(WAR).deeds)
    for _ in range(2):
        advance(asked)
    told = [event for deed in desk().history(WAR).deeds[before:] for event in deed.events if isinstance(event, opening)]

    assert told
    assert all(one.is_kept() for event in told for one in event.opened)
    assert {one.seat for event in told for one in event.opened}
    page = as_read(passer_by(), "seals")
    assert (page.count(CHECKED), page.count("Attention")) == (len(re.findall("<pre>printf", page)), 0)
    assert all(opened in page for opened in ("Mises révélées", "Préparations révélées", "Constructions révélées"))


def test_the_same_choice_twice_has_two_commitments_and_a_page_that_sends_twice_is_heard_once():
    ana, ben = bidding()
    bid(ana, 1)
    first = slot(ben)["commitment"]
    bid(ana, 1, salt="00000000000000000000000000000000")
    second = slot(ben)["commitment"]
    assert first != second
    assert slot(ana)["salt"] != "00000000000000000000000000000000", "nobody chooses the salt"

    sent = [bid(ana, 0, key="again") for _ in range(2)]
    assert slot(ben)["commitment"] not in (first, second)
    assert [one["repeated"] for one in sent] == [False, True]


def test_an_undone_seal_is_gone_and_sealing_again_draws_anew():
    ana, ben = bidding()
    bid(ana, 1)
    first = slot(ben)["commitment"]
    last = ana.get(f"/api/streams/{WAR}/log").json()["log"][0]["sequence"]
    ana.post(f"/g/{WAR}/undo/{last}")

    assert slot(ben) == {"seat": "ana", "stage": "awaited"}
    assert first not in text(ben, "seals")
    bid(ana, 1)
    assert slot(ben)["commitment"] != first


def test_what_is_filled_in_for_somebody_absent_carries_none():
    ana, ben = bidding()
    bid(ana, 1)
    before = checked(ben)
    sent = desk().submit(WAR, CloseStep(ORGANISER), command_id=None, actor=ActorId("organiser"), at=Instant(1))
    (opening,) = (event for event in sent.events if isinstance(event, BidsRevealed))  # type: ignore[union-attr]

    assert (opening.defaulted, [one.seat for one in opening.opened]) == ((BEN,), [ANA])
    assert checked(ben) == before + 1


def test_a_file_keeps_what_was_sealed_and_is_judged_with_it():
    ana, ben = bidding()
    bid(ana, 1)
    sealed = slot(ben)["commitment"]
    take_in(list(export_stream(journal(), WAR)), owner=None, name=StreamId("copy"))
    Stream.objects.filter(pk="copy").update(public=True)

    assert sealed in passer_by().get("/g/copy/seals").content.decode()


def test_what_an_older_heraut_sealed_is_opened_without():
    ana, ben = bidding()
    before = checked(ben)
    plain = Desk(journal())  # draws no salt, as there was none
    for seat, amount in ((ANA, 1), (BEN, 0)):
        plain.submit(WAR, PlaceBid(seat, amount=amount), command_id=None, actor=ActorId("x"), at=Instant(1))
    stored = Entry.objects.filter(stream=WAR).latest("sequence")

    assert ("salt" in str(stored.command), "opened" in str(stored.events)) == (False, False)
    assert (checked(ben), CHECKED in as_read(ana, "")) == (before, False)


def line(number: int, *events: Any) -> LogLine:
    return LogLine(number, number, Instant(number), ActorId("x"), ANA, events, undone=False)


SALT = "00112233445566778899aabbccddeeff"
TOLD = commitment(7, SALT)
OPENING = BidsRevealed({ANA: 7}, {ANA: 7}, (), ((ANA,),), opened=(Opened(ANA, TOLD, f'["{SALT}",7]'),))


@pytest.mark.parametrize(
    ("told", "opened", "kept"),
    [
        (TOLD, OPENING.opened[0], True),
        (TOLD, structs.replace(OPENING.opened[0], text=f'["{SALT}",8]'), False),
        (TOLD, Opened(ANA, commitment(8, SALT), f'["{SALT}",8]'), False),
        (commitment(8, SALT), OPENING.opened[0], False),
    ],
    ids=["as sealed", "another choice", "another commitment too", "another was told"],
)
def test_whatever_was_changed_in_between_is_found(told: str, opened: Opened, kept: bool):
    sealing = line(1, Outline("campaign", "BidPlaced", (ANA,), told))
    opening = line(2, structs.replace(OPENING, opened=(opened,)))

    assert [one.kept for one in seals([opening, sealing]).opened] == [kept]


def test_a_list_laid_face_down_is_checked_when_both_are_shown():
    world()
    ana, other = phone(ANA), phone(opponent())
    (told,) = (table.commitments[ANA] for table in view().played[0].tables if ANA in table.seats)
    before = laid_out(other.get(f"/g/{CUP}/").content.decode())
    say(ChooseList(seat=opponent(), list_number=1))
    after = [spaced(unescape(laid_out(each.get(f"/g/{CUP}/").content.decode()))) for each in (ana, other)]
    page = spaced(unescape(other.get(f"/g/{CUP}/seals").content.decode()))

    assert fingerprint(told) in before
    assert [CHECKED in each.replace("’", "'") for each in after] == [True, True]
    assert told in page
    assert page.replace("’", "'").count(CHECKED) == 2


@pytest.mark.clause("SC-ABS-1")
def test_a_deadline_that_opens_is_no_seal_that_is_opened():
    war(starting_pp=20, deadlines={"initiative": 3600, "prepare": 3600})
    advance("campaign-bid")

    assert state().people.watch is not None
    assert "Vérifié" in text(player(ANA, WAR), "seals")
