"""How a figure is measured and told."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable


def seconds(work: Callable[[], object], *, times: int = 5) -> float:
    """The median wall time of some runs."""
    taken = []
    for _ in range(times):
        begun = time.perf_counter()
        work()
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken)


def processor_seconds(work: Callable[[], object], *, times: int = 5) -> float:
    """The median time of one core: what `seconds` would say of work on one thread if nothing else ran."""
    taken = []
    for _ in range(times):
        begun = time.process_time()
        work()
        taken.append(time.process_time() - begun)
    return statistics.median(taken)


class Figures:
    """The lines of one benchmark, and whether any limit was missed."""

    def __init__(self) -> None:
        self._missed = False

    def at_most(self, name: str, measured: float, limit: float, unit: str = "") -> None:
        """Tell a figure that must not be larger than its limit."""
        self._tell(name, measured, "at most", limit, unit, met=measured <= limit)

    def at_least(self, name: str, measured: float, limit: float, unit: str = "") -> None:
        """Tell a figure that must not be smaller than its limit."""
        self._tell(name, measured, "at least", limit, unit, met=measured >= limit)

    def note(self, name: str, measured: float, unit: str = "") -> None:
        """Tell a figure that has no limit."""
        print(f"      {name}: {measured:.4g} {unit}".rstrip())

    def end(self) -> None:
        """End the process: 1 if a limit was missed."""
        sys.exit(1 if self._missed else 0)

    def _tell(self, name: str, measured: float, relation: str, limit: float, unit: str, *, met: bool) -> None:
        self._missed |= not met
        print(f"{'met ' if met else 'MISS'}  {name}: {measured:.4g} {unit} ({relation} {limit:g} {unit})".rstrip())
