"""`python -m torture`: the long runs, with their figures."""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import postgres_server
from torture.imports import cut_while_importing
from torture.kills import cut_the_power
from torture.stores import Database, Files, Played, Store
from torture.writers import Plan, many_at_once

KILLS = {"file": 300, "play": 300, "sqlite": 300, "postgres": 100}
IMPORTS = 200
"""More than any import has statements: it is killed at every one."""
PLANS = {
    "file": (Plan(200, 1, 10, 4), Plan(200, 50, 10, 4)),
    "sqlite": (Plan(200, 1, 10), Plan(200, 50, 10), Plan(200, 10, 10, 2)),
    "postgres": (Plan(200, 1, 10, 2), Plan(200, 1, 10, 4), Plan(200, 50, 10, 4)),
}


@contextmanager
def _store(kind: str) -> Iterator[Store]:
    with tempfile.TemporaryDirectory(prefix="heraut-torture-") as folder:
        place = Path(folder) / "data"
        if kind == "postgres":
            with postgres_server.server(durable=True) as url:
                yield Database(place, url)
        else:
            made: Callable[[Path], Store] = {"file": Files, "play": Played, "sqlite": Database}[kind]
            yield made(place)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m torture")
    parser.add_argument(
        "what", nargs="?", choices=["kills", "writers", "imports"], help="one kind of run; all of them by default"
    )
    parser.add_argument("store", nargs="?", choices=list(KILLS), help="one store; all of them by default")
    parser.add_argument("--kills", type=int, help="how many times the power is cut")
    parser.add_argument("--plan", type=int, help="which of a store's plans for writers")
    parser.add_argument("--writers", type=int, help="how many write at once")
    parser.add_argument("--seed", type=int, default=1)
    return parser


def _one(asked: argparse.Namespace) -> object:
    """One run; a process has one database, so each is a process's only one."""
    with _store(asked.store) as store, tempfile.TemporaryDirectory(prefix="heraut-import-") as folder:
        if asked.what == "imports":
            assert isinstance(store, Database)
            return cut_while_importing(store, asked.kills or IMPORTS, Path(folder))
        if asked.what == "kills":
            kills = asked.kills or KILLS[asked.store]
            return cut_the_power(store, kills, asked.seed, backends=asked.store == "postgres")
        plan = PLANS[asked.store][asked.plan]
        return many_at_once(store, replace(plan, writers=asked.writers or plan.writers), asked.seed)


def _all(what: str | None, store: str | None) -> Iterator[list[str]]:
    for kind in KILLS:
        if what in (None, "kills") and store in (None, kind):
            yield ["kills", kind]
    for kind in ("sqlite", "postgres"):
        if what in (None, "imports") and store in (None, kind):
            yield ["imports", kind]
    for kind, plans in PLANS.items():
        for number in range(len(plans)):
            if what in (None, "writers") and store in (None, kind):
                yield ["writers", kind, "--plan", str(number)]


def main(words: list[str]) -> int:
    asked = _parser().parse_args(words)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # who is stopped leaves no server behind
    if asked.store == "postgres" and (reason := postgres_server.missing()):
        sys.stdout.write(f"PostgreSQL: left out ({reason})\n")
        return 0
    if (asked.what in ("kills", "imports") and asked.store) or asked.plan is not None:
        sys.stdout.write(f"{_one(asked)}\n")
        return 0
    more = [word for name in ("kills", "writers", "seed") if (given := getattr(asked, name)) is not None
            for word in (f"--{name}", str(given))]  # fmt: skip
    codes = [subprocess.run([sys.executable, "-m", "torture", *run, *more], check=False).returncode
             for run in _all(asked.what, asked.store)]  # fmt: skip
    return max(codes, default=0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
