"""A real scheduler and two real workers: the same digits, a worker killed in the middle, a scheduler lost."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from heraut.cli import ANSWERED, BAD_INPUT, run

pytestmark = pytest.mark.slow  # servers, and the lab compiled in each of them
ROOT = Path(__file__).parents[2]


class Cluster:
    """`make cluster` on a port of its own."""

    def __init__(self, log: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self.port}"
        self._log = log
        with log.open("wb") as stream:
            self._shell = subprocess.Popen(
                [ROOT / "tools" / "cluster.sh", Path(sys.executable).parent], cwd=ROOT, stdout=stream, stderr=stream,
                env=os.environ | {"PORT": str(self.port), "TMPDIR": str(log.parent), "PYTHONPATH": str(ROOT / "src")},
                start_new_session=True,
            )  # fmt: skip
        self._wait_for_workers()

    def _wait_for_workers(self) -> None:
        until = time.monotonic() + 120
        while time.monotonic() < until:
            if self._log.read_text().count("Starting established connection") >= 4:  # two workers, told by both sides
                return
            time.sleep(0.1)
        raise AssertionError(self._log.read_text()[-2000:])

    def kill(self, what: str) -> None:
        """Kill the scheduler, or one worker, without asking it."""
        asked = ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(self._shell.pid)]
        listed = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.splitlines()
        pids = [int(line.split()[0]) for line in listed if re.search(rf"dask\s+{what}", line)]
        assert pids, f"no {what} among {listed}: {self._log.read_text()[-2000:]}"
        for child in _children(pids[0]) if what == "worker" else []:
            os.kill(child, signal.SIGKILL)
        os.kill(pids[0], signal.SIGKILL)

    def stop(self) -> None:
        """End everything that was started here."""
        os.killpg(self._shell.pid, signal.SIGTERM)
        try:
            self._shell.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(self._shell.pid, signal.SIGKILL)


def _children(pid: int) -> list[int]:
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    found = [int(word) for word in listed.stdout.split()]
    return [*found, *(grandchild for child in found for grandchild in _children(child))]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    found = Cluster(tmp_path / "cluster.log")
    yield found
    found.stop()


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")


FORMATS = ["--try", "saga:rounds=5", "--try", "steamroller:rounds=5"]
WORDS = ["--players", "32", *FORMATS, "--seed", "9", "--runs", "60000"]


def answers(*words: str, folder: Path) -> object:
    """What one core says, whatever it goes on from."""
    file = folder / "answer.json"
    assert run(["lab", "formats", *WORDS, *words, "--cores", "1", "--json", str(file)]) == ANSWERED
    return json.loads(file.read_text())["answers"]


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> object:
    """The answer without a cluster, which no test changes."""
    folder = tmp_path_factory.mktemp("alone")
    return answers("--keep", str(folder / "alone.jsonl"), folder=folder)


def started(*words: str) -> subprocess.Popen[str]:
    """The same job in a process of its own, once three blocks are kept."""
    lab = [sys.executable, "-m", "heraut", "lab", "formats", *WORDS, "--keep", "kept.jsonl", *words]
    asked = subprocess.Popen(lab, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    until = time.monotonic() + 180
    while time.monotonic() < until and not (Path("kept.jsonl").exists() and kept() >= 3):
        time.sleep(0.02)
    return asked


def kept() -> int:
    return Path("kept.jsonl").read_bytes().count(b"\n") - 1


def test_a_cluster_gives_the_same_digits_even_when_a_worker_is_killed(cluster: Cluster, alone: object):
    asked = started("--cluster", cluster.address, "--json", "spread.json")
    cluster.kill("worker")
    _, told = asked.communicate(timeout=300)

    assert asked.returncode == ANSWERED, told
    assert json.loads(Path("spread.json").read_text())["answers"] == alone


def test_a_lost_scheduler_loses_nothing_that_was_kept(cluster: Cluster, alone: object, tmp_path: Path):
    asked = started("--cluster", cluster.address)
    cluster.kill("scheduler")
    _, told = asked.communicate(timeout=120)

    assert asked.returncode == BAD_INPUT, told
    assert re.search(r"heraut: The cluster is lost .*--resume continues", told)
    done = kept()
    assert 3 <= done < 40
    before = Path("kept.jsonl").read_bytes()
    assert answers("--keep", "kept.jsonl", "--resume", folder=tmp_path) == alone
    assert Path("kept.jsonl").read_bytes().startswith(before)
