"""`python -m torture`: the long runs, with their figures."""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import postgres_server
from torture.kills import cut_the_power
from torture.stores import Database, Files, Played, Store

KILLS = {"file": 300, "play": 300, "sqlite": 300, "postgres": 100}


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
    parser.add_argument("what", nargs="?", choices=["kills"], help="one kind of run; all of them by default")
    parser.add_argument("store", nargs="?", choices=list(KILLS), help="one store; all of them by default")
    parser.add_argument("--kills", type=int, help="how many times the power is cut")
    parser.add_argument("--seed", type=int, default=1)
    return parser


def main(words: list[str]) -> int:
    asked = _parser().parse_args(words)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # who is stopped leaves no server behind
    for kind in [asked.store] if asked.store else KILLS:
        if kind == "postgres" and (reason := postgres_server.missing()):
            sys.stdout.write(f"PostgreSQL: left out ({reason})\n")
            continue
        with _store(kind) as store:
            figures = cut_the_power(store, asked.kills or KILLS[kind], asked.seed, backends=kind == "postgres")
        sys.stdout.write(f"{figures}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
