"""
A PostgreSQL server of our own for the tests: a fresh cluster in a temporary folder, gone afterwards.

    python tests/postgres_server.py pytest tests/web

runs a command against it, by DATABASE_URL.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

OWNER = "postgres"
FORGETFUL = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"
"""What is gone afterwards need not reach a disk."""


def binaries() -> Path | None:
    """The newest installed server's programs, or None."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    initdb = shutil.which("initdb")
    return Path(initdb).resolve().parent if initdb else None


def missing() -> str | None:
    """Why there can be no server here, if there cannot."""
    return None if binaries() else "no PostgreSQL server is installed"


@contextmanager
def server(*, durable: bool = False) -> Iterator[str]:
    """The URL of a running, empty database; a durable one keeps what it answered when it is killed."""
    programs = binaries()
    assert programs is not None
    folder = Path(tempfile.mkdtemp(prefix="heraut-pg-"))
    port = _free_port()
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, OWNER)
        _run(
            programs / "initdb",
            "-D",
            folder / "data",
            "-U",
            OWNER,
            "-A",
            "trust",
            "--no-sync",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
        )
        options = f"-k {folder} -p {port} -c listen_addresses=127.0.0.1 {'' if durable else FORGETFUL}"
        _run(programs / "pg_ctl", "-D", folder / "data", "-w", "-l", folder / "log", "-o", options, "start")
        try:
            yield f"postgresql://{OWNER}@127.0.0.1:{port}/postgres"
        finally:
            _run(programs / "pg_ctl", "-D", folder / "data", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run(*words: object) -> None:
    """Run as the server's owner: PostgreSQL refuses to run as root."""
    command = [str(word) for word in words]
    if os.geteuid() == 0:
        command = ["runuser", "-u", OWNER, "--", *command]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd="/")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def main(command: list[str]) -> int:
    """Run the command on a server; leave it out, and say so, where there is none."""
    if reason := missing():
        sys.stderr.write(f"Left out: the web tests on PostgreSQL ({reason}).\n")
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # who is stopped leaves no server behind
    with server() as url:
        return subprocess.run(command, env={**os.environ, "DATABASE_URL": url}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
