"""A full disk, one that may only be read, a database others hold: told as what they are, and nothing stored is lost."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager

import pytest
from django.db import connection

from heraut.web.models import Entry
from web.build import ANA, SALE, bid, passer_by, player, sale

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="a server's disk is not ours to fill"),
]


@contextmanager
def pragma(name: str, value: str, afterwards: str) -> Iterator[None]:
    """SQLite itself says no, as it does when the disk does."""
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {name} = {value}")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA {name} = {afterwards}")


def full_disk() -> AbstractContextManager[None]:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA page_count")
        pages = cursor.fetchone()[0]
    return pragma("max_page_count", str(pages), "1073741823")


def test_a_full_disk_is_told_as_a_full_disk_and_what_was_stored_is_there():
    sale()
    ana = player(ANA)
    with full_disk():
        answers = [
            ana.post(
                f"/api/streams/{SALE}/commands",
                {"type": "DraftBid", "amount": number % 4},
                content_type="application/json",
                HTTP_ACCEPT_LANGUAGE="fr",
            )
            for number in range(200)
        ]
        stored = Entry.objects.count()
        assert ana.get(f"/g/{SALE}/").status_code == 200
    codes = {answer.status_code for answer in answers}

    assert 507 in codes
    assert 500 not in codes
    assert "Le disque est plein" in next(each for each in answers if each.status_code == 507).json()["error"]
    assert stored == sum(answer.status_code == 200 for answer in answers)


def test_a_disk_that_may_only_be_read_is_told_as_such_and_pages_are_still_shown():
    sale()
    ana = player(ANA)
    with pragma("query_only", "ON", "OFF"):
        answer = bid(ana, 3)
        assert passer_by().get(f"/g/{SALE}/").status_code == 200

    assert answer.status_code == 503
    assert "On ne peut que lire" in answer.content.decode()
    assert Entry.objects.count() == 0


def test_a_database_another_program_holds_is_told_as_such_and_pages_are_still_shown():
    sale()
    ana = player(ANA)
    bid(ana, 2)
    file = str(connection.settings_dict["NAME"])
    with (
        pragma("busy_timeout", "50", "20000"),
        closing(sqlite3.connect(file, uri=file.startswith("file:"), isolation_level=None)) as other,
    ):
        other.execute("BEGIN IMMEDIATE")
        answer = bid(ana, 3)
        shown = passer_by().get(f"/g/{SALE}/")
        other.execute("ROLLBACK")

    assert answer.status_code == 503
    assert "La base de données est occupée" in answer.content.decode()
    assert shown.status_code == 200
    assert Entry.objects.count() == 1
    assert bid(ana, 3).status_code == 302
