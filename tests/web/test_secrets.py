"""A sealed bid reaches nobody but its owner: no page, log, answer, error or timing."""

from __future__ import annotations

import pytest
from django.test import Client

from heraut.journal.log import version_of as version
from heraut.kernel.names import Seat
from heraut.web.desk import desk
from heraut.web.permissions import Role
from web.build import ANA, BEN, SALE, bid, holder, host, passer_by, player, sale
from web.test_access import TRIES

pytestmark = [pytest.mark.django_db, pytest.mark.clause("HOUSE-SEAL-1")]

BID = 456_789
SPELLINGS = ("456789", "456,789", "456\N{NARROW NO-BREAK SPACE}789")
READS = [attempt.path for name, attempt in TRIES.items() if attempt.method == "get" and "live" not in name]
FOR_THE_ORGANISER = {"/g/sale/export", "/api/streams/sale/export"}
"""The journal itself: whoever runs the server could read the file anyway."""

OTHERS = {
    "ben": lambda: player(BEN),
    "organiser": host,
    "referee": lambda: holder(Role.REFEREE, label="Farid"),
    "passer-by": passer_by,
}


def told(client: Client, path: str) -> str:
    answer = client.get(path)
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return str(answer.headers) + body.decode(errors="replace")  # a picture of a guide is no text


def mentions(text: str) -> bool:
    return any(spelling in text for spelling in SPELLINGS)


def sealed_sale() -> None:
    sale(purse=1_000_000)
    assert bid(player(ANA), BID).status_code == 302


def test_there_is_something_to_hide():
    sealed_sale()

    assert mentions(told(player(ANA), "/g/sale/"))
    assert mentions(told(player(ANA), "/api/streams/sale/view"))


@pytest.mark.parametrize("path", READS)
@pytest.mark.parametrize("who", OTHERS)
def test_no_address_tells_others_a_sealed_bid(who: str, path: str):
    sealed_sale()

    if not (who == "organiser" and path in FOR_THE_ORGANISER):
        assert not mentions(told(OTHERS[who](), path))


def test_a_refusal_tells_others_nothing():
    sealed_sale()
    ben = player(BEN)

    assert not mentions(bid(ben, 2_000_000).content.decode())
    assert not mentions(bid(ben, 1, seat="ana").content.decode())


def test_the_answer_to_a_command_tells_its_sender_only_what_they_may_see():
    sealed_sale()

    answer = player(BEN).post("/api/streams/sale/commands", '{"type":"DraftBid","amount":3}', "application/json")

    assert answer.json()["events"] == [{"type": "BidDrafted", "seat": "ben", "amount": 3}]
    assert not mentions(answer.content.decode())


def seen_version(seat: Seat | None) -> str:
    return version(desk().history(SALE), seat)


def test_a_page_is_woken_only_by_what_its_visitor_may_know():
    sale()
    before = {seat: seen_version(seat) for seat in (ANA, BEN, None)}

    player(ANA).post("/g/sale/send", {"type": "DraftBid", "amount": 3})

    assert seen_version(ANA) != before[ANA]
    assert seen_version(BEN) == before[BEN]
    assert seen_version(None) == before[None]

    bid(player(ANA), 3)

    assert seen_version(BEN) != before[BEN]


def test_two_different_bids_look_the_same_to_everybody_else():
    sale()
    bid(player(ANA), 3)
    three = seen_version(BEN), told(player(BEN), "/api/streams/sale/view")
    ana = player(ANA)
    ana.post("/g/sale/undo/1")
    bid(ana, 8)

    assert told(player(BEN), "/api/streams/sale/view") == three[1]


COMMANDS = "/api/streams/sale/commands"


def ben_bids_and_takes_back(drafts: int) -> list[object]:
    """What Ben is told of his bid and its undo, after so many drafts of Ana's."""
    sale()
    ana, ben = player(ANA), player(BEN)
    for amount in range(drafts):
        ana.post(COMMANDS, f'{{"type": "DraftBid", "amount": {amount}}}', "application/json")
    told: list[object] = [ben.post(COMMANDS, '{"type": "PlaceBid", "amount": 3}', "application/json").json()]
    if drafts:
        ana.post(COMMANDS, '{"type": "DraftBid", "amount": 4}', "application/json")
    told.append("/undo/1" in ben.get("/g/sale/").content.decode())
    told += [ben.post(COMMANDS, f'{{"type": "Undo", "entry": {line}}}', "application/json").json() for line in (2, 1)]
    log = ben.get("/api/streams/sale/log").json()["log"]
    return [*told, [(line["sequence"], line["events"], line["undone"]) for line in log]]


@pytest.mark.parametrize("drafts", [0, 3])
def test_no_number_and_no_undo_tells_of_another_players_drafts(drafts: int):
    sent, offered, missing, undone, log = ben_bids_and_takes_back(drafts)

    assert (sent["sequence"], offered, missing["refused"]["subject"]) == (1, True, 2)
    assert undone["events"] == [{"type": "Undone", "seat": "ben", "entry": 1}]
    assert [(number, struck) for number, _events, struck in log] == [(2, False), (1, True)]
