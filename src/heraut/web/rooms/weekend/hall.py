"""
The tables of a weekend's hall, as people write them; which of them are free.

The tournaments of a weekend share them; one that is being played on is given to nobody else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from heraut.kernel.names import StreamId
from heraut.tournament.view import View
from heraut.web.desk import desk
from heraut.web.game import title_of, view_of
from heraut.web.models import Slot, Weekend

MOST_TABLES = 2000
_RUN = re.compile(r"(?<!\d)(\d{1,4})(?!\d)(?:\s*[-–]\s*(\d{1,4})(?!\d))?")


def weekend_of(stream: StreamId) -> Weekend | None:
    """The weekend a tournament belongs to."""
    return Weekend.objects.filter(slots__stream=stream).first()


def read_tables(text: str) -> tuple[int, ...]:
    """Table numbers as people write them, "1-12 20 21", each once and in this order."""
    numbers = (number for first, last in _runs(text) for number in range(max(1, first), last + 1))
    return tuple(dict.fromkeys(numbers))[:MOST_TABLES]


def _runs(text: str) -> list[tuple[int, int]]:
    return [(int(first), int(last or first)) for first, last in _RUN.findall(text)]


def are_tables(text: str) -> bool:
    """Whether that says which tables, or says nothing: all of it is read, and no run goes backwards."""
    if re.search(r"\w", _RUN.sub("", text)) or any(last < first for first, last in _runs(text)):
        return False
    return not text.strip() or bool(read_tables(text))


def tables_written(numbers: Iterable[int]) -> str:
    """The shortest way to write these numbers, runs as "1-12"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def pool(weekend: Weekend) -> tuple[int, ...]:
    """The tables of the hall; none where each tournament has its own."""
    return read_tables(weekend.tables)


def busy(weekend: Weekend, but: str = "") -> Mapping[int, str]:
    """The tables where another tournament of the weekend has a game under way, each with its title."""
    found: dict[int, str] = {}
    for slot in Slot.objects.filter(weekend=weekend).exclude(stream=but):
        stream = StreamId(slot.stream_id)
        view: View = view_of(stream, None)
        if view.stage == "playing":
            title = title_of(desk().history(stream))
            found |= {table.number: title for table in view.played[-1].tables if table.result is None}
    return found


def free(weekend: Weekend, stream: str) -> tuple[int, ...]:
    """The tables of the hall that no other tournament is playing on."""
    taken = busy(weekend, but=stream)
    return tuple(number for number in pool(weekend) if number not in taken)
