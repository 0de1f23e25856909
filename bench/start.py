"""`heraut ask` against `python -c pass`, side by side: every question, asked with its example of docs/api.md."""

from __future__ import annotations

import statistics
import subprocess
import sys
from pathlib import Path
from time import perf_counter

from bench.figures import Figures
from heraut.ask.schema import examples

ROUNDS = 15
PLAIN, WITH_GEOMETRY = 8, 12
"""How many times `python -c pass` an answer may take."""
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
    drawn = [(ratio, name) for ratio, name in found if name.startswith("scenario.")]
    plain = [each for each in found if each not in drawn]
    for kind, asked_so, limit in (("without", plain, PLAIN), ("with", drawn, WITH_GEOMETRY)):
        worst, name = asked_so[0]
        figures.at_most(f"heraut ask {name}, the slowest {kind} geometry, in times of python -c pass", worst, limit)
    figures.end()


main()
