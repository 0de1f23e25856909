"""
Whether something takes too long, told in beats: what a fixed piece of work takes on this machine, just now. What hangs
takes thousands of them; a slow machine, or one with a bad moment, is slower at both.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from time import process_time

MOST_BEATS = 125
"""For one request, command or question: about two seconds of today's processors."""
AT_ONCE = 25


def is_late(seconds: float, beats: int = MOST_BEATS) -> bool:
    """
    Whether so many seconds of the processor are more than those beats.

    A beat of now is counted only where one of earlier would say so: it takes longer than most of what is asked about.
    """
    return seconds > beats * _beat_of_earlier() and seconds > beats * _beat()


def is_at_once(call: Callable[[], object]) -> bool:
    """Whether the call is over in a moment; a pause of the machine does not come three times running."""
    return any(not is_late(_seconds(call), AT_ONCE) for _ in range(3))


@cache
def _beat_of_earlier() -> float:
    return _beat()


def _beat() -> float:
    return _seconds(lambda: sum(range(1_000_000)))


def _seconds(call: Callable[[], object]) -> float:
    began = process_time()
    call()
    return process_time() - began
