"""What one game owes another is paid, also when the server dies between the two journals."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DatabaseError
from django.test import Client

from heraut.kernel.names import Instant, StreamId
from heraut.tournament.saga.scoring import SagaReport
from heraut.web import desk, isolation, outbox
from heraut.web.desk import now
from heraut.web.game import VisitedGame, new_id
from heraut.web.models import Delivery, Entry, Stream
from web.build import host, passer_by
from web.test_delivery import enter, opened, table_of
from web.test_tournament import CUP, playing

pytestmark = pytest.mark.django_db


class Killed(BaseException):
    """The process ends here: nothing after this is done."""


def signed_until_the_last() -> tuple[StreamId, list[Client], tuple[Any, Any]]:
    """A match conceded and signed by one of its two players."""
    match, clients, seats = opened()
    enter(clients[0], match, "StateRoles", first=seats[0])
    enter(clients[0], match, "Concede")
    enter(clients[0], match, "Sign", first=0, second=0)
    return match, clients, seats


def sign(client: Client, match: StreamId, command_id: str = "") -> Any:
    posted = {"type": "Sign", "first": 0, "second": 0, "command_id": command_id or new_id()}
    return client.post(f"/g/{match}/match/entry", posted)


def killed_between(monkeypatch: pytest.MonkeyPatch, match: StreamId, client: Client, command_id: str = "") -> None:
    """The server dies after the signature is stored, before the event hears of it; then it starts again."""

    def dies(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(outbox, "pay_for", dies)
        with pytest.raises(Killed):
            sign(client, match, command_id)
    desk.desk.cache_clear()


def test_a_result_signed_before_the_server_died_reaches_its_event_after_the_start(monkeypatch: pytest.MonkeyPatch):
    match, clients, seats = signed_until_the_last()
    killed_between(monkeypatch, match, clients[1])
    assert table_of().result is None
    left = outbox.pay(now())

    assert left == 0
    assert table_of().result is not None
    assert table_of().result.winner == seats[1]


def test_sending_the_signature_again_changes_nothing_about_it(monkeypatch: pytest.MonkeyPatch):
    match, clients, _seats = signed_until_the_last()
    killed_between(monkeypatch, match, clients[1], "the-last")
    sign(clients[1], match, "the-last")
    outbox.pay(now())
    entries = Entry.objects.filter(stream=CUP).count()
    Delivery.objects.create(stream_id=match, sequence=desk.desk().history(match).sequence)
    outbox.pay(now())

    assert table_of().result is not None
    assert Entry.objects.filter(stream=CUP).count() == entries
    assert Delivery.objects.count() == 0


def test_half_a_delivery_is_finished_and_nobody_is_called_for_it(monkeypatch: pytest.MonkeyPatch):
    """Of the two players' reports one reached the event; the visitor who sent it read English."""
    match, clients, _seats = signed_until_the_last()
    from heraut.web.rooms.match import delivery

    sent = []
    submit = delivery.submit

    def once(*words: Any, **named: Any) -> Any:
        if sent:
            raise Killed
        sent.append(1)
        return submit(*words, **named)

    with monkeypatch.context() as patched:
        patched.setattr(delivery, "submit", once)
        with pytest.raises(Killed):
            clients[1].post(
                f"/g/{match}/match/entry",
                {"type": "Sign", "first": 0, "second": 0, "command_id": new_id()},
                headers={"Accept-Language": "en"},
            )
    desk.desk.cache_clear()
    outbox.pay(now())

    assert isinstance(table_of().result.report, SagaReport)
    assert desk.desk().state(CUP).calls == ()


def test_an_entry_and_what_it_owes_are_stored_together_or_not_at_all(monkeypatch: pytest.MonkeyPatch):
    match, clients, _seats = signed_until_the_last()
    before = desk.desk().history(match).sequence

    def fails(*_: object, **__: object) -> None:
        raise DatabaseError("no room for the delivery")

    with monkeypatch.context() as patched:
        patched.setattr(Delivery.objects, "create", fails)
        clients[1].raise_request_exception = False
        assert sign(clients[1], match).status_code == 500
    desk.desk.cache_clear()

    assert desk.desk().history(match).sequence == before
    assert sign(clients[1], match).status_code == 302
    assert table_of().result is not None


def test_an_event_that_cannot_be_read_is_paid_when_it_can_and_the_player_s_signature_counts():
    match, clients, _seats = signed_until_the_last()
    header = Stream.objects.get(pk=CUP).header
    Stream.objects.filter(pk=CUP).update(header="{")
    desk.desk.cache_clear()
    assert sign(clients[1], match).status_code == 302
    waiting = Delivery.objects.get()
    assert (waiting.stream_id, waiting.attempts) == (match, 1)
    assert "outbox" in isolation.failing(match)
    assert outbox.pay(now()) == 1  # it waits its time
    page = host().get(f"/g/{match}/").content.decode()
    assert "Quelque chose échoue pour cet événement" in page
    assert "Quelque chose échoue" not in passer_by().get(f"/g/{match}/").content.decode()
    Stream.objects.filter(pk=CUP).update(header=header, damaged="")
    desk.desk.cache_clear()

    assert outbox.pay(Instant(now() + outbox.LONGEST_WAIT)) == 0
    assert table_of().result is not None
    assert isolation.failing(match) == {}


def test_most_entries_owe_nothing_to_anybody():
    signed_until_the_last()

    assert Delivery.objects.count() == 0


def test_a_match_opened_before_the_server_died_is_the_one_its_event_gets(monkeypatch: pytest.MonkeyPatch):
    def dies(*_: object, **__: object) -> None:
        raise Killed

    playing()
    with monkeypatch.context() as patched:
        patched.setattr(VisitedGame, "submit", dies)
        with pytest.raises(Killed):
            host().post("/g/cup/tournament/matches")
    desk.desk.cache_clear()
    stray = Stream.objects.get(engine="match").pk
    host().post("/g/cup/tournament/matches")

    assert table_of(1).match == stray
    assert Stream.objects.filter(engine="match").count() == len(desk.desk().state(CUP).rounds[0].tables)
