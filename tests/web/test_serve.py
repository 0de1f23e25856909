"""`heraut serve`: what it prints, and one clear sentence when it cannot start."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.test import RequestFactory

from heraut.web import links

pytestmark = pytest.mark.slow  # each starts a server

SOURCE = str(Path(__file__).parents[2] / "src")
COMMAND = [sys.executable, "-c", "import sys; from heraut.web.serve import main; sys.exit(main(sys.argv[1:]))"]


def environment(folder: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return {**kept, "PYTHONPATH": SOURCE, "HERAUT_DATA": str(folder), "LANG": "fr_FR.UTF-8", **more}


def serve(folder: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, "--host", "127.0.0.1", *words],
        env=environment(folder, **more),
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


@contextmanager
def running(folder: Path, host: str = "127.0.0.1", **more: str) -> Iterator[str]:
    """A server, and what it printed up to the sign-in link."""
    command = [*COMMAND, "--host", host, "--port", "0"]
    with subprocess.Popen(command, env=environment(folder, **more), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        printed = ""
        for line in process.stdout:
            printed += line
            if "/sign-in/" in line:
                break
        try:
            yield printed
        finally:
            process.terminate()
            process.communicate(timeout=10)


def test_it_prints_its_address_and_a_sign_in_link_and_answers(tmp_path: Path):
    with running(tmp_path) as printed:
        address = re.search(r"http://localhost:\d+/", printed)
        assert address is not None
        with urllib.request.urlopen(address.group(), timeout=10) as answer:
            assert answer.status == 200

    assert re.search(r"/sign-in/[\w-]{20,}\n", printed)
    assert "téléphones" not in printed  # it listens on this machine alone: no phone would reach it


def test_behind_a_proxy_the_sign_in_link_is_the_proxys(tmp_path: Path):
    with running(tmp_path, "0.0.0.0", HERAUT_HTTPS="1", HERAUT_HOSTS="heraut.example, www.heraut.example") as printed:
        assert re.search(r"  https://heraut.example/sign-in/[\w-]{20,}\n", printed)
        assert "http:" not in printed  # nobody can sign in there: cookies travel by HTTPS only


@pytest.mark.parametrize(
    ("spoken", "sentence"),
    [
        ("en_GB.UTF-8", "Port {} is in use, perhaps by another Héraut: stop that one, or choose another port with"),
        (
            "fr_FR.UTF-8",
            "Le port {} est déjà pris, peut-être par un autre Héraut. Arrêtez-le, ou choisissez",
        ),
    ],
)
def test_a_taken_port_is_said_in_the_terminals_language_and_nothing_is_touched(
    tmp_path: Path, spoken: str, sentence: str
):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        outcome = serve(tmp_path / "data", "--port", str(port), LANG=spoken)

    assert outcome.returncode == 2
    told = outcome.stderr.replace("\N{NO-BREAK SPACE}", " ")
    assert told.startswith(f"heraut: {sentence.format(port)}")
    assert told.endswith(f"`heraut serve --port {port + 1}`.\n")
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--port", "99999"), "Le port 99999 n’existe pas. Choisissez-en un de 1024 à 65535, comme --port 8000."),
        (
            ("--host", "no.invalid"),
            "Cet ordinateur n’a pas l’adresse no.invalid. Retirez --host : Héraut écoutera sur toutes celles qu’il a.",
        ),
        (
            ("--host", "192.0.2.77"),
            "Cet ordinateur n’a pas l’adresse 192.0.2.77. Retirez --host : Héraut écoutera sur toutes celles qu’il a.",
        ),
    ],
)
def test_an_address_or_a_port_there_is_not_is_said_without_a_code(
    tmp_path: Path, words: tuple[str, ...], sentence: str
):
    outcome = serve(tmp_path / "data", *words, LANG="fr_FR.UTF-8")

    assert (outcome.returncode, outcome.stderr.replace("\N{NO-BREAK SPACE}", " ")) == (2, f"heraut: {sentence}\n")


def test_a_server_for_this_machine_alone_gives_no_address_to_others(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(links, "lan_address", lambda: "192.168.1.20")
    request = RequestFactory().get("/", headers={"host": "localhost:8000"})

    assert links.for_others(request, "/g/x/") == "http://192.168.1.20:8000/g/x/"
    monkeypatch.setenv("HERAUT_ONLY_HERE", "1")
    assert links.for_others(request, "/g/x/") == "http://localhost:8000/g/x/"


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path):
    (tmp_path / "file").touch()

    outcome = serve(tmp_path / "file" / "data", "--port", "0")

    assert outcome.returncode == 2
    assert "Impossible d’écrire dans le dossier" in outcome.stderr
    assert outcome.stderr.count("\n") == 1


def test_a_damaged_database_is_said_and_left_as_it_is(tmp_path: Path):
    file = tmp_path / "heraut.sqlite3"
    file.write_bytes(b"not a database at all, but some bytes" * 200)

    outcome = serve(tmp_path, "--port", "0")

    assert outcome.returncode == 2
    assert "ne s’ouvre pas (file is not a database)" in outcome.stderr
    assert file.read_bytes() == b"not a database at all, but some bytes" * 200


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("postgresql://nobody@127.0.0.1:1/none", "La base de HERAUT_DATABASE_URL ne s’ouvre pas"),
        ("mysql://here/there", "HERAUT_DATABASE_URL n’est pas l’adresse d’une base PostgreSQL"),
    ],
)
def test_a_database_server_that_is_not_there_is_said(tmp_path: Path, url: str, sentence: str):
    outcome = serve(tmp_path, "--port", "0", DATABASE_URL=url)

    assert outcome.returncode == 2
    assert sentence in outcome.stderr
    assert outcome.stderr.count("\n") == 1
