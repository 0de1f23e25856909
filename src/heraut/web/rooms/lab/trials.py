"""
The trials that pages look at: one at a time, in a process of low priority, a piece of a second or so after the other.

They live in memory, and go on as long as somebody looks: a trial nobody has asked for in a while waits until somebody
does. The same question is the same trial; after a restart, or in another process of the server, it is begun anew.
"""

from __future__ import annotations

import logging
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import RLock
from time import monotonic
from typing import Any

from heraut.lab import questions
from heraut.lab.questions import Pieces, ToldAnswer
from heraut.speech.sentences import Language
from heraut.web.helper_process import HelperProcess

FORGOTTEN = 15.0
"""Seconds after which nobody is taken to look any more."""
MOST_KEPT = 40
logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Run:
    """A question and how far its answer is."""

    sent: bytes
    language: Language
    costs: tuple[int, ...] | None = None
    """How much of the work each piece is; None before that is known."""
    done: list[bytes] = field(default_factory=list)
    told: ToldAnswer | None = None
    fault: str = ""
    broken: bool = False
    stopped: bool = False
    looked: float = field(default_factory=monotonic)
    begun: float | None = None

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        return bool(self.fault) or self.broken or self.told is not None or (self.stopped and not self.done)

    @property
    def percent(self) -> int:
        """How much of it is done."""
        return 100 * sum(self.costs[: len(self.done)]) // sum(self.costs) if self.costs else 0

    @property
    def seconds_left(self) -> int | None:
        """How long it will still take, if it goes on as it went; None while nobody knows."""
        if self.begun is None or not self.percent:
            return None
        return round((monotonic() - self.begun) * (100 - self.percent) / self.percent)

    def work(self) -> tuple[Any, ...] | None:
        """What is to be done next for it, there."""
        if self.over:
            return None
        if self.costs is None:
            return questions.pieces, self.sent, self.language
        if self.stopped or len(self.done) == len(self.costs):
            return questions.told, self.sent, tuple(self.done), self.language
        return questions.piece, self.sent, len(self.done), self.language

    def take(self, found: Any) -> None:
        """What came of it."""
        match found:
            case Pieces(fault=fault) if fault:
                self.fault = fault
            case Pieces():
                self.costs = found.costs
            case bytes():
                self.begun = self.begun or monotonic()
                self.done.append(found)
            case ToldAnswer():
                self.told = found
            case None:  # stopped before anything could be said
                self.done.clear()


class Trials:
    """The runs of this process and the one that is under way."""

    def __init__(self, helper: HelperProcess) -> None:
        self._helper = helper
        self._lock = RLock()
        self._runs: dict[tuple[bytes, Language], Run] = {}
        self._busy = False

    def look(self, sent: bytes, language: Language) -> Run:
        """How far this question is; one that is new is begun, when its turn comes."""
        with self._lock:
            run = self._runs.setdefault((sent, language), Run(sent, language))
            run.looked = monotonic()
            while len(self._runs) > MOST_KEPT:
                del self._runs[min(self._runs, key=lambda each: self._runs[each].looked)]
            self._go_on()
            return run

    def stop(self, sent: bytes, language: Language) -> Run:
        """Leave it at what is done."""
        with self._lock:
            run = self.look(sent, language)
            run.stopped = True
            return run

    def again(self, sent: bytes, language: Language) -> None:
        """Forget a run that was stopped or broke."""
        with self._lock:
            run = self._runs.get((sent, language))
            if run is not None and (run.stopped or run.broken):
                del self._runs[sent, language]

    def _go_on(self) -> None:
        """The next piece of the run that was begun first, of those somebody looks at."""
        recent = monotonic() - FORGOTTEN
        waiting = (run for run in self._runs.values() if run.looked >= recent and not run.over)
        run = next(waiting, None)
        if self._busy or run is None or (work := run.work()) is None:
            return
        self._busy = True
        function, *args = work
        self._helper.submit(function, *args).add_done_callback(lambda answer: self._came(run, answer))

    def _came(self, run: Run, answer: Future[Any]) -> None:
        with self._lock:
            self._busy = False
            try:
                run.take(answer.result())
            except Exception:
                run.broken = True
                logger.exception("a trial of the lab failed")
            self._go_on()


TRIALS = Trials(HelperProcess("lab"))
