"""The threads beside the pages go on whatever happens, and one bad stream harms nobody else."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from html import unescape

import pytest
from django.db import OperationalError

from heraut import catalogue
from heraut.kernel.names import Instant, StreamId
from heraut.web import clock, desk, isolation, threads
from heraut.web.desk import now
from heraut.web.models import Entry, Stream
from heraut.web.threads import Watched
from web import alarm
from web.build import ANA, BEN, SALE, bid, host, passer_by, player, sale

DUE = 1_700_000_000


@pytest.fixture(autouse=True)
def _short_waits(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(threads, "FIRST_WAIT", 0.01)
    monkeypatch.setattr(isolation, "_told", type(isolation._told)())
    yield
    if "test" in threads._watched:
        threads._watched.pop("test").over = True


def until(condition: object) -> None:
    begun = time.monotonic()
    while not condition():  # type: ignore[operator]
        assert time.monotonic() - begun < 60
        time.sleep(0.01)


def test_a_thread_whose_turn_fails_goes_on_and_says_how_it_does(caplog: pytest.LogCaptureFixture):
    turns = []

    def turn() -> None:
        turns.append(1)
        if len(turns) < 4:
            raise OperationalError("server closed the connection unexpectedly: SECRET")
        time.sleep(0.05)

    one = threads.start("test", turn, patience=5)
    until(lambda: one.turns > 4)

    assert one.well
    assert (one.faults, one.fault) == (3, "OperationalError")
    assert sum("test failed" in record.message for record in caplog.records) == 3
    assert [bool(record.exc_info) for record in caplog.records if "test failed" in record.message] == [
        True, False, False,
    ]  # fmt: skip


def test_each_failure_in_a_row_is_waited_for_longer_up_to_a_minute(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(threads, "FIRST_WAIT", 1.0)
    one = Watched("test", lambda: None, patience=5)
    waits = []
    for one.row in (0, 1, 2, 3, 20):
        waits.append(one.wait())

    assert waits == [0.0, 1.0, 2.0, 4.0, 60.0]


def test_a_thread_that_does_not_come_round_is_not_well():
    one = threads.start("test", lambda: time.sleep(0.3), patience=0.1)
    until(lambda: one.silent > 0.1)

    assert not one.well


def test_starting_it_again_leaves_the_one_that_runs():
    first = threads.start("test", lambda: time.sleep(0.01), patience=5)

    assert threads.start("test", lambda: time.sleep(0.01), patience=5) is first


@pytest.mark.django_db
def test_health_names_every_thread_and_a_stuck_one_makes_it_503():
    until(lambda: threads.start("test", lambda: time.sleep(0.01), patience=5).turns > 0)
    well = passer_by().get("/health")
    threads._watched["test"].patience = 0.0
    stuck = passer_by().get("/health")

    assert (well.status_code, well.json()["threads"]["test"]["well"]) == (200, True)
    assert (stuck.status_code, stuck.json()["threads"]["test"]["well"]) == (503, False)


@pytest.mark.django_db
def test_ready_says_that_the_database_answers():
    assert passer_by().get("/ready").json() == {"status": "ok"}


@pytest.mark.django_db
def test_a_database_that_is_away_is_not_ready_but_alive(monkeypatch: pytest.MonkeyPatch):
    from heraut.web.views import health

    def away() -> None:
        raise OperationalError("could not connect to server at 10.0.0.9")

    monkeypatch.setattr(health.connection, "cursor", away)
    answer = passer_by().get("/ready")

    assert (answer.status_code, answer.json()) == (503, {"status": "away"})
    assert passer_by().get("/health").status_code == 200


@pytest.fixture
def _alarms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalogue.ENGINES, "alarm", "web.alarm")
    for name in ("first", "bad", "last"):
        desk.desk().open(stream=StreamId(name), engine="alarm", title=name, settings=alarm.Settings(DUE), at=now())


@pytest.mark.django_db
@pytest.mark.usefixtures("_alarms")
def test_the_clock_passes_over_a_bad_stream_and_logs_it_once(caplog: pytest.LogCaptureFixture):
    Stream.objects.filter(pk="bad").update(header="{not json")
    desk.desk.cache_clear()

    assert clock.strike(Instant(DUE)) == ["first", "last"]
    clock.strike(Instant(DUE + 5))
    clock.strike(Instant(DUE + 10))
    assert [record.message for record in caplog.records if record.levelno >= logging.ERROR] == ["clock passes over bad"]


@pytest.mark.django_db
@pytest.mark.usefixtures("_alarms")
def test_an_engine_that_fails_on_one_game_does_not_stop_the_clock_of_others(monkeypatch: pytest.MonkeyPatch):
    before = alarm.decide

    def decide(state: int, command: object) -> object:
        if state == DUE + 1:
            raise ZeroDivisionError
        return before(state, command)  # type: ignore[arg-type]

    desk.desk().open(stream=StreamId("odd"), engine="alarm", title="", settings=alarm.Settings(DUE + 1), at=now())
    monkeypatch.setattr(alarm, "decide", decide)

    assert sorted(clock.strike(Instant(DUE + 5))) == ["bad", "first", "last"]
    assert isolation.failing("odd") == {"clock": "ZeroDivisionError: "}


@pytest.mark.django_db
def test_a_database_that_is_away_ends_the_round_instead_of_being_blamed_on_each_stream():
    def away(_stream: str) -> None:
        raise OperationalError("the connection is closed")

    with pytest.raises(OperationalError):
        list(isolation.each("test", ["a", "b"], away))

    assert isolation.failing("a") == {}


@pytest.mark.django_db
def test_a_stream_whose_every_reading_fails_leaves_the_home_page_and_says_so_to_its_organiser():
    sale()
    sale(stream=StreamId("other"))
    bid(player(ANA), 3)
    Entry.objects.update(events='[{"type":"LotSold"}]', command='{"type":"Gone"}')
    desk.desk.cache_clear()
    seen, owned = (client.get("/").content.decode() for client in (passer_by(), host()))

    assert "/g/other/" in seen
    assert f"/g/{SALE}/" not in seen
    assert f"/g/{SALE}/" in owned
    assert "ne peut pas être lu ;" in owned.replace("\u202f", " ")


@pytest.mark.django_db
def test_the_page_of_an_unreadable_game_names_the_entry_and_the_way_out_for_whoever_runs_it():
    sale()
    for amount in (3, 4):
        bid(player(ANA if amount == 3 else BEN), amount)
    Entry.objects.filter(sequence=2).update(command='{"type":"Gone"}')
    desk.desk.cache_clear()
    owned, seen = (unescape(client.get(f"/g/{SALE}/").content.decode()) for client in (host(), passer_by()))
    kept = b"".join(host().get(f"/g/{SALE}/export")).splitlines()

    assert "L’entrée 2" in owned
    assert "<code>heraut doctor</code>" in owned
    assert "heraut doctor" not in seen
    assert len(kept) == 1 + Entry.objects.count()
    assert passer_by().get(f"/g/{SALE}/export").status_code == 500


@pytest.mark.django_db
def test_that_a_private_game_is_damaged_is_not_a_stranger_s_to_know():
    sale(public=False)
    bid(player(ANA), 3)
    Entry.objects.update(command='{"type":"Gone"}')
    desk.desk.cache_clear()

    assert passer_by().get(f"/g/{SALE}/").status_code == 404
    assert passer_by().get(f"/g/{SALE}/live").status_code == 404
