"""
What the server counts about itself, in the text form Prometheus reads.

Counters only grow, gauges are read when they are asked for. Labels are few and fixed: no stream, seat or address.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator
from threading import Lock

Labels = tuple[tuple[str, str], ...]
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The seconds between which durations are counted."""

_lock = Lock()
_counters: defaultdict[str, defaultdict[Labels, float]] = defaultdict(lambda: defaultdict(float))
_gauges: dict[tuple[str, Labels], Callable[[], float]] = {}
_durations: dict[tuple[str, Labels], list[float]] = {}
ABOUT = {
    "heraut_requests_total": "Requests answered.",
    "heraut_request_seconds": "How long a request waited for its answer to begin, its place in the queue included.",
    "heraut_requests_waiting": "Requests that wait for their turn.",
    "heraut_commands_total": "Commands handed in, by what came of them.",
    "heraut_live_pages": "Pages that are open and listen.",
    "heraut_thread_up": "1 for a thread beside the pages that does well.",
    "heraut_thread_faults_total": "Turns of such a thread that failed.",
    "heraut_deliveries_waiting": "Results and calls on their way to another game.",
    "heraut_notices_total": "Notices to people and channels, by what became of them.",
    "heraut_notices_failing": "Subscriptions whose last notice was not taken yet.",
    "heraut_streams_damaged": "Games that cannot be read.",
    "heraut_cpu_seconds": "Processor time this process has used.",
    "heraut_memory_bytes": "Memory this process holds.",
    "heraut_open_files": "Files and connections this process has open.",
    "heraut_threads": "Threads of this process.",
}


def count(name: str, by: float = 1, **labels: str) -> None:
    """One more."""
    with _lock:
        _counters[name][_sorted(labels)] += by


def took(name: str, seconds: float, **labels: str) -> None:
    """A duration."""
    key = (name, _sorted(labels))
    with _lock:
        row = _durations.setdefault(key, [0.0] * (len(BOUNDS) + 2))
        row[bisect_left(BOUNDS, seconds)] += 1
        row[-1] += seconds


def gauge(name: str, read: Callable[[], float], **labels: str) -> None:
    """Something that goes up and down, read when asked for."""
    _gauges[(name, _sorted(labels))] = read


def text() -> str:
    """Everything, as Prometheus reads it."""
    lines = [*_counted(), *_read(), *_timed()]
    return "\n".join(lines) + "\n"


def _counted() -> Iterator[str]:
    with _lock:
        kept = {name: dict(rows) for name, rows in _counters.items()}
    for name, rows in sorted(kept.items()):
        yield from _head(name, "counter")
        yield from (f"{name}{_labelled(labels)} {value:g}" for labels, value in sorted(rows.items()))


def _read() -> Iterator[str]:
    told = ""
    for (name, labels), read in sorted(_gauges.items(), key=lambda each: each[0]):
        if name != told:
            yield from _head(name, "gauge")
            told = name
        yield f"{name}{_labelled(labels)} {_now(read):.10g}"


def _now(read: Callable[[], float]) -> float:
    """What cannot be read now, such as a count while the database is away, is no number."""
    try:
        return read()
    except Exception:
        return float("nan")


def _timed() -> Iterator[str]:
    with _lock:
        kept = {key: list(row) for key, row in _durations.items()}
    told = ""
    for (name, labels), row in sorted(kept.items()):
        if name != told:
            yield from _head(name, "histogram")
            told = name
        so_far = 0.0
        for bound, more in zip((*BOUNDS, float("inf")), row, strict=False):
            so_far += more
            edge = "+Inf" if bound == float("inf") else f"{bound:g}"
            yield f"{name}_bucket{_labelled((*labels, ('le', edge)))} {so_far:g}"
        yield f"{name}_sum{_labelled(labels)} {row[-1]:g}"
        yield f"{name}_count{_labelled(labels)} {so_far:g}"


def _head(name: str, kind: str) -> Iterator[str]:
    yield f"# HELP {name} {ABOUT[name]}"
    yield f"# TYPE {name} {kind}"


def _sorted(labels: dict[str, str]) -> Labels:
    return tuple(sorted(labels.items()))


def _labelled(labels: Labels) -> str:
    return "{" + ",".join(f'{name}="{value}"' for name, value in labels) + "}" if labels else ""
