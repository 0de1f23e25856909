from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from auction.build import ANA, settings
from auction.engine import PlaceBid
from heraut.journal.desk import Accepted, Desk
from heraut.kernel.journal import FORMAT, Damaged
from heraut.kernel.names import ActorId, CommandId, Instant, StreamId
from heraut.web import models
from heraut.web.clock import strike
from heraut.web.desk import open_game, take_in
from heraut.web.store import DjangoJournal
from journal.chain import verified
from journal.suite import SPRING, JournalSuite, append, draft, header

STREAMS = Path(__file__).parents[1] / "golden" / "streams"
SALE = StreamId("sale")


@pytest.mark.django_db
class TestDjango(JournalSuite):
    @pytest.fixture
    def journal(self) -> DjangoJournal:
        return DjangoJournal()


def old_database() -> None:
    """The database as it was before senders, hashes and ticks, with a game in it."""
    MigrationExecutor(connection).migrate([("web", "0005_guest_role")])
    with connection.cursor() as cursor:
        lines = (STREAMS / "form-1.jsonl").read_text(encoding="utf-8").splitlines()
        header = {key: value for key, value in json.loads(lines[0]).items() if key != "entries"}
        row = ("sale", json.dumps(header), True, "", datetime.now(UTC))
        cursor.execute("INSERT INTO web_stream (id, header, public, moved_to, opened) VALUES (%s, %s, %s, %s, %s)", row)
        for line in map(json.loads, lines[1:]):
            texts = [json.dumps(line[part], separators=(",", ":")) for part in ("command", "events")]
            cursor.execute(
                "INSERT INTO web_entry (stream_id, sequence, command_id, actor, at, command, events)"
                " VALUES ('sale', %s, %s, %s, %s, %s, %s)",
                (line["sequence"], line["command_id"], line["actor"], line["at"], *texts),
            )


@pytest.mark.django_db(transaction=True)
def test_a_database_of_before_is_brought_up_to_date_and_its_games_go_on():
    try:
        old_database()
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())

    journal = DjangoJournal()
    stored = list(verified(journal.header(SALE), journal.read(SALE)))
    assert [(entry.form, entry.sender) for entry in stored] == [(1, "")] * 4
    assert models.Stream.objects.values_list("engine", "next_tick").get() == ("auction", 0)
    assert strike(Instant(5)) == []  # the first beat asks its engine, which never waits
    assert models.Stream.objects.get().next_tick is None
    outcome = Desk(journal).submit(SALE, PlaceBid(ANA, 2), command_id=CommandId("x"), actor=ActorId("a"), at=Instant(9))
    assert isinstance(outcome, Accepted)
    assert [entry.form for entry in verified(journal.header(SALE), journal.read(SALE))] == [1, 1, 1, 1, FORMAT]


@pytest.mark.django_db
def test_the_instant_a_game_waits_for_is_written_with_the_entry():
    journal = DjangoJournal()
    journal.create(header(), next_tick=Instant(70))

    def waits() -> int | None:
        return models.Stream.objects.get().next_tick

    assert waits() == 70
    for number, instant in enumerate((Instant(80), Instant(80), None)):
        append(journal, SPRING, draft(str(number)), expected=number, next_tick=instant)
        assert waits() == instant


@pytest.mark.django_db(transaction=True)
def test_a_game_is_there_with_its_owner_or_it_is_not_there(monkeypatch: pytest.MonkeyPatch):
    def killed(*_args: object, **_named: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("django.db.models.query.QuerySet.update", killed)
        with pytest.raises(KeyboardInterrupt):
            open_game("auction", "Vente", settings(), owner=None, public=False)
        with (STREAMS / "form-2.jsonl").open("rb") as file, pytest.raises(KeyboardInterrupt):
            take_in(file, owner=None)

    assert models.Stream.objects.count() == models.Entry.objects.count() == 0


@pytest.mark.django_db
def test_a_long_stream_is_read_whole_and_who_stops_half_way_leaves_nothing_open(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("heraut.web.store.BATCH", 3)
    journal = DjangoJournal()
    journal.create(header())
    for number in range(7):
        append(journal, SPRING, draft(str(number)), expected=number)

    for after in range(8):
        assert [entry.sequence for entry in journal.read(SPRING, after)] == list(range(after + 1, 8))
    with connection.execute_wrapper(_no_cursor):
        half = journal.read(SPRING)
        assert [next(half).sequence for _some in range(4)] == [1, 2, 3, 4]


def _no_cursor(execute: Any, sql: str, *rest: Any) -> Any:
    assert "DECLARE" not in sql
    return execute(sql, *rest)


@pytest.mark.django_db
def test_a_stream_that_is_damaged_says_so_in_its_row_and_to_whoever_opens_it():
    with (STREAMS / "form-2.jsonl").open("rb") as file:
        take_in(file, owner=None)
    models.Entry.objects.filter(sequence=2).update(at=99)
    journal = DjangoJournal()
    desk = Desk(journal, damaged=journal.note_damage)

    with pytest.raises(Damaged, match="entry 2 of sale is not what was stored"):
        desk.history(SALE)
    assert models.Stream.objects.get().damaged.startswith("entry 2 of sale is not what was stored")


AT_ONCE = """
import conftest, os
os.environ["DJANGO_SETTINGS_MODULE"] = "heraut.web.settings"
import django; django.setup()
from threading import Thread
from django.conf import settings
from django.core.management import call_command
call_command("migrate", verbosity=0)
settings.DATABASES["default"]["OPTIONS"]["timeout"] = 0.001
from auction.engine import DraftBid, Settings
from heraut.web.desk import desk, now
games = [f"sale-{number}" for number in range(12)]
chosen = Settings({"ana": "Ana", "ben": "Ben"}, ("x",))
for game in games:
    desk().open(stream=game, engine="auction", title="x", settings=chosen, at=now())
def write(game):
    for amount in range(10):
        desk().submit(game, DraftBid("ana", amount % 9), command_id=None, actor="a", at=now())
threads = [Thread(target=write, args=(game,)) for game in games]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(sum(len(desk().history(game).deeds) for game in games))
"""


@pytest.mark.slow
def test_threads_that_write_to_many_games_wait_for_their_turn_and_not_for_sqlites_patience(tmp_path: Path):
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "HERAUT_DATABASE_URL")}
    root = Path(__file__).parents[2]
    paths = os.pathsep.join([str(root / "src"), str(root / "tests")])
    environment = {**kept, "HERAUT_DATA": str(tmp_path), "PYTHONPATH": paths}
    done = subprocess.run([sys.executable, "-c", AT_ONCE], env=environment, capture_output=True, text=True, check=True)

    assert "database is locked" not in done.stderr
    assert done.stdout.strip() == "120"
