"""`heraut ask` against `python -c pass`, side by side."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

from bench.figures import Figures

PYTHON = [sys.executable, "-c", "pass"]
ASK = [str(Path(sys.executable).parent / "heraut"), "ask", "dice.pool", '{"dice": 8, "target": 4}']


def main() -> None:
    taken: dict[str, list[float]] = {"python": [], "ask": []}
    for _ in range(31):
        for name, command in (("python", PYTHON), ("ask", ASK)):
            begun = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
            taken[name].append(time.perf_counter() - begun)
    python, ask = (statistics.median(times) for times in taken.values())
    figures = Figures()
    figures.note("python -c pass", python * 1000, "ms")
    figures.note("heraut ask dice.pool", ask * 1000, "ms")
    figures.at_most("heraut ask, in times of python -c pass", ask / python, 5)
    figures.end()


main()
