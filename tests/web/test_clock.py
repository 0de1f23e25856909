"""Time comes in as a command like any other, when it changes something."""

from __future__ import annotations

import pytest

from heraut import catalogue
from heraut.kernel.message import Tick
from heraut.kernel.names import ActorId, CommandId, Instant, SenderId, StreamId
from heraut.web.clock import strike
from heraut.web.desk import desk, now
from heraut.web.models import Entry, Stream
from web import alarm
from web.build import sale

pytestmark = pytest.mark.django_db
DUE = 1_700_000_000


@pytest.fixture(autouse=True)
def _waiting_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalogue.ENGINES, "alarm", "web.alarm")
    desk().open(stream=StreamId("wake"), engine="alarm", title="", settings=alarm.Settings(DUE), at=now())


def test_an_instant_that_has_not_come_writes_nothing():
    assert strike(Instant(DUE - 1)) == []
    assert Entry.objects.count() == 0


def test_an_instant_that_has_come_is_handed_in_once():
    assert strike(Instant(DUE)) == ["wake"]
    assert strike(Instant(DUE + 5)) == []
    assert [entry.actor for entry in Entry.objects.all()] == ["clock"]


def test_a_tick_is_named_by_the_entry_it_follows_so_of_two_processes_one_is_heard():
    strike(Instant(DUE))

    assert Entry.objects.get().command_id == "clock-0"


@pytest.mark.clause("HOUSE-PHASE-3")
def test_nobody_takes_the_id_the_clock_is_about_to_use():
    early = Instant(5)
    sent = {"command_id": CommandId("clock-1"), "actor": ActorId("eve"), "sender": SenderId("link:1"), "at": early}
    desk().submit(StreamId("wake"), Tick(at=early), **sent)  # type: ignore[arg-type]

    assert strike(Instant(DUE)) == ["wake"]
    assert list(Entry.objects.order_by("sequence").values_list("sender", "command_id")) == [
        ("link:1", "clock-1"), ("server:clock", "clock-1"),
    ]  # fmt: skip


def test_a_sleeping_game_is_not_looked_at():
    Stream.objects.filter(pk="wake").update(next_tick=DUE + 100)

    assert strike(Instant(DUE)) == []
    assert strike(Instant(DUE + 100)) == ["wake"]
    assert Stream.objects.get(pk="wake").next_tick is None


def test_games_that_wait_for_people_are_left_alone():
    sale()

    assert "sale" not in strike(Instant(DUE))
