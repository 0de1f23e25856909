"""Time comes in as a command like any other, when it changes something."""

from __future__ import annotations

import pytest

from heraut import catalogue
from heraut.kernel import Instant, StreamId
from heraut.web.clock import strike
from heraut.web.desk import desk, now
from heraut.web.models import Entry
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


def test_games_that_wait_for_people_are_left_alone():
    sale()

    assert "sale" not in strike(Instant(DUE))
