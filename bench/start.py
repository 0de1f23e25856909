"""`heraut ask` against `python -c pass`, side by side: every question, asked with its example of docs/api.md."""

from __future__ import annotations

import statistics
import subprocess
import sys
from pathlib import Path
from time import perf_counter

from bench.figures import Figures
from heraut.ask.examples import examples

ROUNDS = 15
PYTHON = [sys.executable, "-c", "pass"]
HERAUT = str(Path(sys.executable).parent / "heraut")


def taken(command: list[str]) -> float:
    """The wall time of one call, start and end of the process included."""
    began = perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return perf_counter() - began


def main() -> None:
    asked = {name: [HERAUT, "ask", name, example] for name, example in examples().items()}
    python: list[float] = []
    ratios: dict[str, list[float]] = {name: [] for name in asked}
    for _ in range(ROUNDS):
        for name, command in asked.items():
            python.append(taken(PYTHON))
            ratios[name].append(taken(command) / python[-1])
    found = sorted(((statistics.median(each), name) for name, each in ratios.items()), reverse=True)
    figures = Figures()
    figures.note("python -c pass", statistics.median(python) * 1000, "ms")
    figures.note("heraut ask, the middle question, in times of python -c pass", found[len(found) // 2][0])
    figures.at_most(
        "heraut ask dice.pool, in times of python -c pass", {name: ratio for ratio, name in found}["dice.pool"], 5
    )
    worst, name = found[0]
    figures.at_most(f"heraut ask {name}, the slowest, in times of python -c pass", worst, 5)
    figures.end()


main()
