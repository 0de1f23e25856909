"""`heraut ask` against `python -c pass`, side by side: every question, asked with its example of docs/api.md."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from bench.figures import Figures
from heraut.ask.examples import examples

ROUNDS = 9
PYTHON = [sys.executable, "-c", "pass"]
HERAUT = str(Path(sys.executable).parent / "heraut")
GEOMETRY = {"scenario.check"}
"""Loads shapely, and NumPy with it: to say whether pieces overlap takes geometry. Told, not held to the limit."""


def taken(command: list[str]) -> float:
    begun = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begun


def main() -> None:
    """The quickest of some runs each, in turn with Python's own: what else the machine does falls on all alike."""
    asked = {name: [HERAUT, "ask", name, example] for name, example in examples().items()}
    python: list[float] = []
    quickest = dict.fromkeys(asked, float("inf"))
    for _ in range(ROUNDS):
        for name, command in asked.items():
            python.append(taken(PYTHON))
            quickest[name] = min(quickest[name], taken(command))
    figures, start = Figures(), min(python)
    figures.note("python -c pass", start * 1000, "ms")
    worst = sorted((time for name, time in quickest.items() if name not in GEOMETRY), reverse=True)
    for name, time_ in sorted(quickest.items(), key=lambda item: -item[1])[:6]:
        figures.note(f"heraut ask {name}", time_ * 1000, "ms")
    for name in GEOMETRY:
        figures.note(f"heraut ask {name} (shapely), in times of python -c pass", quickest[name] / start)
    figures.at_most("heraut ask dice.pool, in times of python -c pass", quickest["dice.pool"] / start, 5)
    figures.at_most("heraut ask, the slowest of the others, in times of python -c pass", worst[0] / start, 5)
    figures.end()


main()
