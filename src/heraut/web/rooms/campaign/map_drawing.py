"""
New maps from their numbers, drawn one after the other in a process of their own, so that nobody else's page is slow.

A page waits a moment, then shows how far its map is.
"""

from __future__ import annotations

import logging
import os
import re
import sys
from collections import OrderedDict
from fractions import Fraction
from queue import SimpleQueue
from subprocess import PIPE, Popen
from threading import Event, Lock, Thread
from time import monotonic

from heraut.campaign.map import write
from heraut.campaign.map_generator import generate, wanted

PATIENCE = 0.4
"""Seconds a page waits for its map before it shows the progress instead."""
FORGOTTEN = 10.0
"""Seconds after which a map nobody has asked for again is not begun."""
KEPT = 64
"""Maps that are kept, for people go back and forth between them."""
_PROGRESS = re.compile(r"(\d+) ?(\d+(?:/\d+)?)?")


class MapDrawing:
    """A map from its number: its text once it is drawn; before, the layouts tried and the fairest so far."""

    def __init__(self, players: int, seed: int) -> None:
        self.players, self.seed = players, seed
        self.text = ""
        self.tried = 0
        self.gap: Fraction | None = None
        self.asked = monotonic()
        self._done = Event()

    @property
    def wanted(self) -> Fraction:
        """The difference between starts that is small enough."""
        return wanted(self.players)

    def wait(self) -> str:
        """The text, if it is there within a moment; empty while it is not."""
        self.asked = monotonic()
        self._done.wait(PATIENCE)
        return self.text

    def draw(self) -> None:
        """Work it out: elsewhere, or here where no other process can be had."""
        self.text = self._apart() or write(generate(self.players, self.seed))
        self._done.set()

    def _apart(self) -> str:
        """The text as a process of its own writes it, noting how far it is; empty if that goes wrong."""
        asked = [sys.executable, "-m", "heraut.campaign.map_generator", str(self.players), str(self.seed)]
        home = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        with Popen(asked, stdout=PIPE, stderr=PIPE, encoding="utf-8", env=home) as working:
            assert working.stdout is not None
            assert working.stderr is not None
            for line in working.stderr:
                self._note(line)
            text = working.stdout.read()
        return "" if working.returncode else text

    def _note(self, line: str) -> None:
        if found := _PROGRESS.fullmatch(line.strip()):
            self.tried, self.gap = int(found[1]), Fraction(found[2]) if found[2] else None


_kept: OrderedDict[tuple[int, int], MapDrawing] = OrderedDict()
_queue: SimpleQueue[MapDrawing] = SimpleQueue()
_lock = Lock()
_drawers: list[Thread] = []


def drawing(players: int, seed: int) -> MapDrawing:
    """The map of this number, begun if it is new."""
    with _lock:
        found = _kept.get((players, seed))
        if found is None:
            found = _kept[players, seed] = MapDrawing(players, seed)
            _queue.put(found)
        _kept.move_to_end((players, seed))
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
        if not _drawers:
            _drawers.append(Thread(target=_draw, name="maps", daemon=True))
            _drawers[0].start()
    return found


def _draw() -> None:
    while True:
        one = _queue.get()
        try:
            if monotonic() - one.asked > FORGOTTEN:
                _forget(one)
            else:
                one.draw()
        except Exception:  # one map's fault must not stop the drawing of all others
            logging.getLogger(__name__).exception("a map was not drawn; the next one is begun")
            _forget(one)


def _forget(one: MapDrawing) -> None:
    with _lock:
        _kept.pop((one.players, one.seed), None)
