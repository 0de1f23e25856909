"""The data folder: for its owner's eyes only, with a whole key, and a pool before PostgreSQL."""

from __future__ import annotations

import sqlite3
import stat
from pathlib import Path
from threading import Thread

import pytest

from heraut.web import data_folder
from heraut.web.data_folder import NoData

URL = "postgresql://club:word@db.example:5433/heraut?sslmode=require"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_nobody_else_on_the_machine_may_read_the_folder_or_the_database(tmp_path: Path):
    place = tmp_path / "heraut"
    data_folder.prepare(place)
    data_folder.secret_key(place)
    opened = sqlite3.connect(data_folder.database(place, None)["NAME"])
    try:
        opened.executescript("PRAGMA journal_mode=WAL; CREATE TABLE one (two); INSERT INTO one VALUES (3);")
        modes = {path.name: mode(path) for path in (place, *place.iterdir())}
    finally:
        opened.close()

    assert modes == {
        "heraut": 0o700, "secret-key": 0o600,
        "heraut.sqlite3": 0o600, "heraut.sqlite3-wal": 0o600, "heraut.sqlite3-shm": 0o600,
    }  # fmt: skip


def test_what_an_earlier_version_left_open_to_all_is_closed(tmp_path: Path):
    (tmp_path / "secret-key").write_text("k" * 64)
    for name in ("heraut.sqlite3", "heraut.sqlite3-wal"):
        (tmp_path / name).touch()
        (tmp_path / name).chmod(0o644)
    tmp_path.chmod(0o755)
    data_folder.prepare(tmp_path)
    data_folder.secret_key(tmp_path)
    data_folder.database(tmp_path, None)

    assert [mode(path) & 0o077 for path in (tmp_path, *tmp_path.iterdir())] == [0, 0, 0, 0]


def test_a_folder_that_is_not_ours_yet_keeps_its_rights(tmp_path: Path):
    tmp_path.chmod(0o755)
    data_folder.prepare(tmp_path)

    assert mode(tmp_path) == 0o755


@pytest.mark.parametrize("key", ["", "  \n", "too-short"])
def test_an_empty_secret_key_does_not_start(tmp_path: Path, key: str):
    (tmp_path / "secret-key").write_text(key)

    with pytest.raises(NoData, match="is empty or cut: restore it from a copy"):
        data_folder.secret_key(tmp_path)


def test_servers_that_start_at_once_draw_one_key(tmp_path: Path):
    drawn: list[str] = []
    threads = [Thread(target=lambda: drawn.append(data_folder.secret_key(tmp_path))) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(drawn) == 12
    assert len(set(drawn)) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]


def test_postgresql_is_reached_through_a_pool():
    store = data_folder.database(Path(), URL)

    assert store["OPTIONS"] == {"sslmode": "require", "pool": {"min_size": 1, "max_size": 16, "timeout": 10.0}}
    assert data_folder.database(Path(), URL, "40")["OPTIONS"]["pool"]["max_size"] == 40
    assert "pool" not in data_folder.database(Path(), URL, "0")["OPTIONS"]
    with pytest.raises(NoData, match="HERAUT_POOL is 'many'"):
        data_folder.database(Path(), URL, "many")
