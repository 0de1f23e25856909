"""`heraut doctor`, `heraut backup` and `heraut restore`, as their user runs them."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import postgres_server

STREAMS = Path(__file__).parents[1] / "golden" / "streams"
PLAY = "import conftest, sys; from heraut.cli import run; sys.exit(run(sys.argv[1:]))"


def heraut(
    folder: Path, *words: object, lang: str = "en", url: str = "", **more: str
) -> subprocess.CompletedProcess[str]:
    env = {
        "HERAUT_DATA": str(folder),
        "PYTHONPATH": ":".join(sys.path),
        "PATH": os.environ["PATH"],
        "LANG": lang,
    } | more
    if url:
        env["DATABASE_URL"] = url
    script = [sys.executable, "-c", PLAY, *map(str, words)]
    return subprocess.run(script, capture_output=True, text=True, check=False, env=env)


def test_a_sound_file_is_said_to_be_sound(tmp_path: Path):
    file = shutil.copy(STREAMS / "form-2.jsonl", tmp_path / "sale.jsonl")

    assert heraut(tmp_path, "doctor", file).stdout == "sale.jsonl is sound: 4 entries.\n"
    assert heraut(tmp_path, "doctor", file, lang="fr_FR.UTF-8").stdout == "sale.jsonl est sain : 4 lignes.\n".replace(
        " :", "\N{NO-BREAK SPACE}:"
    )


def test_a_half_line_is_taken_away(tmp_path: Path):
    file = tmp_path / "sale.jsonl"
    whole = (STREAMS / "form-1-match-capture.jsonl").read_bytes()
    first = whole.splitlines(keepends=True)[0].replace(b',"entries":24', b"").replace(b"match-capture", b"sale", 1)
    file.write_bytes(first + b'{"command_id":"c1","act')

    looked = heraut(tmp_path, "doctor", file, "--look")
    assert looked.stdout.startswith("To be repaired: the last line of sale.jsonl was cut short: ")
    assert "removed" not in looked.stdout
    assert looked.stdout.endswith("Nothing was changed (--look).\n")
    assert file.read_bytes() != first
    done = heraut(tmp_path, "doctor", file)

    assert (done.returncode, done.stdout.splitlines()) == (0, [
        "Repaired: the last line of sale.jsonl was cut short: it held a command nobody had been told was accepted; "
        "it has been removed.",
        "sale.jsonl is sound: 0 entries.",
    ])  # fmt: skip
    assert file.read_bytes() == first


def test_what_cannot_be_repaired_is_named_and_the_sound_beginning_salvaged(tmp_path: Path):
    file, other = tmp_path / "sale.jsonl", tmp_path / "saved.jsonl"
    file.write_bytes((STREAMS / "form-2.jsonl").read_bytes().replace(b'"amount":4', b'"amount":5'))

    done = heraut(tmp_path, "doctor", file, "--salvage", other)

    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "This needs your attention: Entry 2 of “sale” is not the one that was written: the file has been changed. "
        "Take another copy of it, or keep its beginning with heraut doctor --salvage.",
        "The sound beginning of sale.jsonl (1 entry) is written to saved.jsonl.",
    ]
    assert heraut(tmp_path / "data", "import", other, "--as", "saved").returncode == 0


@pytest.mark.slow
def test_the_database_is_looked_through_and_what_can_be_worked_out_again_is(tmp_path: Path):
    heraut(tmp_path, "import", STREAMS / "form-2.jsonl")
    heraut(tmp_path, "import", STREAMS / "form-2-match-capture.jsonl")
    with closing(sqlite3.connect(tmp_path / "heraut.sqlite3")) as database:
        database.execute("UPDATE web_stream SET engine = '', next_tick = 5 WHERE id = 'match-capture'")
        database.commit()

    first = heraut(tmp_path, "doctor")
    assert (first.returncode, first.stdout.splitlines()) == (0, [
        "Repaired: “match-capture” did not say what game it is; it does now.",
        "Repaired: “match-capture” did not know when its next deadline is; it does now.",
        "All is well: 2 events checked, 28 entries.",
    ]), first.stderr  # fmt: skip
    assert heraut(tmp_path, "doctor").stdout == "All is well: 2 events checked, 28 entries.\n"
    zone = heraut(tmp_path, "doctor", TZ="Europe/Pari")
    assert (zone.returncode, "TZ is “Europe/Pari”" in zone.stdout) == (1, True)

    with closing(sqlite3.connect(tmp_path / "heraut.sqlite3")) as database:
        database.execute("UPDATE web_entry SET events = '[]' WHERE stream_id = 'sale' AND sequence = 2")
        database.commit()
    hurt = heraut(tmp_path, "doctor")
    assert hurt.returncode == 1
    assert "Entry 2 of “sale” is not the one that was stored" in hurt.stdout
    assert len(heraut(tmp_path, "export", "sale", "--until", "1").stdout.splitlines()) == 2
    assert heraut(tmp_path, "export", "match-capture").returncode == 0


@pytest.fixture(scope="module")
def laptop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A server with the samples, a link and an account."""
    folder = tmp_path_factory.mktemp("laptop")
    script = """if True:
        import conftest
        from heraut.web.serve import prepare
        prepare(samples=True)
        from heraut.web import links
        from heraut.web.permissions import Role
        from heraut.web.models import Stream
        stream = Stream.objects.first().pk
        links.make(stream, Role.REFEREE, "Éloïse")
        links.new_key(links.first_account())
    """
    env = {**os.environ, "HERAUT_DATA": str(folder), "PYTHONPATH": os.pathsep.join(sys.path)}
    env.pop("DATABASE_URL", None)
    subprocess.run([sys.executable, "-c", script], check=True, env=env)
    return folder


@pytest.mark.slow
def test_a_backup_restores_bit_for_bit(laptop: Path, tmp_path: Path):
    first, again = tmp_path / "first.gz", tmp_path / "again.gz"
    written = heraut(laptop, "backup", first)
    assert written.returncode == 0, written.stderr
    assert "Keep this file to yourself" in written.stdout
    assert first.stat().st_mode & 0o777 == 0o600

    taken = heraut(tmp_path / "data", "restore", first)
    assert taken.returncode == 0, taken.stderr
    heraut(tmp_path / "data", "backup", again)

    assert again.read_bytes() == first.read_bytes()
    assert (tmp_path / "data" / "secret-key").read_text() == (laptop / "secret-key").read_text()
    assert heraut(tmp_path / "data", "doctor").returncode == 0
    refused = heraut(tmp_path / "data", "restore", first)
    assert (refused.returncode, "already has events" in refused.stderr) == (2, True)


@pytest.mark.slow
def test_a_setting_that_does_nothing_is_told(laptop: Path):
    told = heraut(laptop, "doctor", HERAUT_HTTPS="yes", HERAUT_SMTP_URL="mail.example")

    assert (told.returncode, told.stdout.splitlines()) == (1, [
        "This needs your attention: HERAUT_HTTPS is “yes”: write 1, or leave it out. Until then Héraut does not know "
        "that a proxy speaks HTTPS.",
        "This needs your attention: HERAUT_SMTP_URL is not the address of a mail server, so no mail is sent. Write it "
        "as smtp://user:password@host:587?from=heraut@club.example.",
    ])  # fmt: skip


@pytest.fixture(scope="module")
def kept(laptop: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of that server."""
    file = tmp_path_factory.mktemp("kept") / "backup.gz"
    assert heraut(laptop, "backup", file).returncode == 0
    return file


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A server that holds nothing, and from which each test demands that it still does."""
    return tmp_path_factory.mktemp("empty")


@pytest.mark.slow
@pytest.mark.parametrize("hurt", ["cut", "flipped", "none"])
def test_a_backup_that_is_not_whole_changes_nothing(kept: Path, empty: Path, tmp_path: Path, hurt: str):
    file, whole = tmp_path / "backup.gz", kept.read_bytes()
    middle = len(whole) // 2
    file.write_bytes({
        "cut": whole[:middle], "none": b"hello",
        "flipped": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
    }[hurt])  # fmt: skip

    refused = heraut(empty, "restore", file)

    assert (refused.returncode, "is not a complete Héraut backup" in refused.stderr) == (2, True), refused.stderr
    assert heraut(empty, "doctor").stdout == "All is well: 0 events checked, 0 entries.\n"


@pytest.mark.slow
@pytest.mark.skipif(postgres_server.missing() is not None, reason="no PostgreSQL server is installed")
def test_from_sqlite_to_postgresql_and_back_loses_nothing(kept: Path, tmp_path: Path):
    files = [kept, *(tmp_path / f"{number}.gz" for number in range(1, 4))]
    with postgres_server.server() as url:
        club = tmp_path / "club"
        taken = heraut(club, "restore", files[0], url=url)
        assert taken.returncode == 0, taken.stderr
        assert heraut(club, "backup", files[1], url=url).returncode == 0
        assert heraut(club, "doctor", url=url).returncode == 0
        opened = heraut(club, "import", STREAMS / "form-2.jsonl", url=url)  # the next rows get numbers nobody has
        assert opened.returncode == 0, opened.stderr
        assert heraut(club, "backup", files[2], url=url).returncode == 0
    assert heraut(tmp_path / "back", "restore", files[2]).returncode == 0
    assert heraut(tmp_path / "back", "backup", files[3]).returncode == 0

    assert files[1].read_bytes() == files[0].read_bytes()
    assert files[3].read_bytes() == files[2].read_bytes()


@pytest.mark.slow
def test_a_look_changes_nothing_not_even_a_database_of_an_older_version(tmp_path: Path):
    heraut(tmp_path, "import", STREAMS / "form-2.jsonl")
    with closing(sqlite3.connect(tmp_path / "heraut.sqlite3")) as database:
        last = "SELECT max(id) FROM django_migrations WHERE app = 'web'"
        database.execute(f"DELETE FROM django_migrations WHERE id = ({last})")
        database.execute("UPDATE web_stream SET damaged = 'so it was'")
        database.commit()

    looked = heraut(tmp_path, "doctor", "--look")

    assert looked.returncode == 2
    assert "The database is not of this version of Héraut" in looked.stderr
    with closing(sqlite3.connect(tmp_path / "heraut.sqlite3")) as database:
        assert database.execute("SELECT damaged FROM web_stream").fetchall() == [("so it was",)]


def test_a_file_that_is_not_there_is_not_taken_for_a_game(tmp_path: Path):
    missing = heraut(tmp_path, "doctor", tmp_path / "sale.jsonl", lang="fr_FR.UTF-8")
    other = heraut(tmp_path, "doctor", tmp_path / "backup.gz")

    assert (missing.returncode, missing.stderr) == (
        2,
        f"heraut: {tmp_path}/sale.jsonl ne peut pas être lu (rien de ce nom).\n",
    )
    assert (other.returncode, other.stderr) == (
        2,
        f"heraut: {tmp_path}/backup.gz is not the file of a game, whose name ends in .jsonl. A backup is taken back "
        "with heraut restore, a .heraut file with heraut import.\n",
    )


@pytest.mark.parametrize("words", [("doctor",), ("doctor", "--look"), ("backup", "x.gz"), ("export", "sale")])
def test_where_no_server_ever_was_nothing_is_made_and_nothing_is_called_well(tmp_path: Path, words: tuple[str, ...]):
    folder = tmp_path / "wrong"

    done = heraut(folder, *words)

    assert (done.returncode, done.stdout, folder.exists()) == (2, "", False)
    assert done.stderr == (
        f"heraut: The folder {folder} holds no Héraut: name the server's folder with HERAUT_DATA, or its database with "
        "HERAUT_DATABASE_URL.\n"
    )


@pytest.mark.slow
def test_a_file_that_is_no_backup_and_a_backup_that_is_no_game_are_told_in_french(kept: Path, tmp_path: Path):
    file = tmp_path / "sale.jsonl"
    file.write_bytes((STREAMS / "form-2.jsonl").read_bytes())

    no_backup = heraut(tmp_path / "new", "restore", file, lang="fr").stderr
    no_game = heraut(tmp_path / "new", "import", kept, lang="fr").stderr

    assert "n’est pas une sauvegarde entière de Héraut (ce n’est pas ce que Héraut a écrit)" in no_backup
    assert "Une sauvegarde se reprend avec heraut restore" in no_game


@pytest.mark.parametrize("word", ["restore", "import"])
def test_a_file_that_is_not_there_makes_no_server(tmp_path: Path, word: str):
    folder = tmp_path / "new"

    done = heraut(folder, word, tmp_path / "gone")

    assert (done.returncode, done.stdout, folder.exists()) == (2, "", False)
    assert done.stderr == f"heraut: {tmp_path}/gone cannot be read (no such file or directory).\n"


@pytest.mark.parametrize("url", ["postgresql://u:secret/word@h/x", "postgresql://[::1/x", "mysql://h/x"])
def test_an_address_of_no_database_is_told_as_such_and_shows_no_password(tmp_path: Path, url: str):
    done = heraut(tmp_path, "doctor", url=url, lang="fr_FR.UTF-8")

    assert (done.returncode, "secret" in done.stderr) == (2, False)
    assert done.stderr.startswith("heraut: HERAUT_DATABASE_URL n’est pas l’adresse d’une base PostgreSQL.")
