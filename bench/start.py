"""
`heraut ask` against `python -c pass`: every question, asked with its example of docs/api.md.

What is measured is the processor time of a whole process, the least of some: a busy machine adds to it, nothing takes
away. Compiled files are there, as after an installation: the first round writes them where they are missing.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from bench.figures import Figures
from heraut.ask.schema import examples

ROUNDS = 15
PLAIN, WITH_GEOMETRY = 8, 12
"""How many times `python -c pass` an answer may take; geometry is loaded for what lies on a table."""
PYTHON = [sys.executable, "-c", "pass"]
HERAUT = str(Path(sys.executable).parent / "heraut")
AS_INSTALLED = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def taken(command: list[str]) -> float:
    """The processor seconds of one call, start and end of the process included."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=AS_INSTALLED) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return used.ru_utime + used.ru_stime


def main() -> None:
    commands = {"python": PYTHON} | {name: [HERAUT, "ask", name, example] for name, example in examples().items()}
    least = dict.fromkeys(commands, float("inf"))
    for _ in range(ROUNDS):
        least = {name: min(least[name], taken(command)) for name, command in commands.items()}
    python = least.pop("python")
    found = sorted(((seconds / python, name) for name, seconds in least.items()), reverse=True)
    figures = Figures()
    figures.note("python -c pass", python * 1000, "ms of a processor")
    figures.note("heraut ask, the middle question, in times of python -c pass", found[len(found) // 2][0])
    for kind, geometry, limit in (("without", False, PLAIN), ("with", True, WITH_GEOMETRY)):
        worst, name = next(each for each in found if each[1].startswith("scenario.") is geometry)
        figures.at_most(f"heraut ask {name}, the slowest {kind} geometry, in times of python -c pass", worst, limit)
    figures.end()


main()
