"""
The tables of a weekend's hall, as people write them; which of them are free, and who is awaited at two at once.

The tournaments of a weekend share them; one that is being played on is given to nobody else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from heraut.kernel.names import ORGANISER, Seat, StreamId
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
    for stream, view in _views(weekend, None, but):
        if view.stage == "playing":
            title = title_of(desk().history(stream))
            found |= {table.number: title for table in view.played[-1].tables if table.result is None}
    return found


def _views(weekend: Weekend, viewer: Seat | None, but: str = "") -> Iterator[tuple[StreamId, View]]:
    for slot in Slot.objects.filter(weekend=weekend).exclude(stream=but):
        yield StreamId(slot.stream_id), view_of(StreamId(slot.stream_id), viewer)


@dataclass(frozen=True, slots=True)
class AwaitedTwice:
    """Somebody paired in several tournaments at once: where, with the round of each."""

    name: str
    rounds: tuple[tuple[str, int], ...]


def awaited_twice(weekend: Weekend, stream: str = "") -> list[AwaitedTwice]:
    """Who is in the draft, or at a table still played on, of several tournaments: of that one too, where it is told."""
    found: dict[Seat, list[tuple[StreamId, View]]] = {}
    for each, view in _views(weekend, ORGANISER):
        for seat in _paired(view):
            found.setdefault(seat, []).append((each, view))
    many = {seat: where for seat, where in found.items() if len(where) > 1}
    return [_awaited(seat, where) for seat, where in many.items() if not stream or stream in dict(where)]


def _paired(view: View) -> Iterator[Seat]:
    here = {player.seat for player in view.players if player.status == "present"}
    if view.draft is not None:
        for pair in view.draft.pairing.pairs:
            yield from (pair.first, pair.second)
    elif view.stage == "playing":
        for table in view.played[-1].tables:
            yield from (seat for seat in table.seats if seat in here and table.result is None)


def _awaited(seat: Seat, where: list[tuple[StreamId, View]]) -> AwaitedTwice:
    name = next(player.name for player in where[0][1].players if player.seat == seat)
    return AwaitedTwice(name, tuple((title_of(desk().history(stream)), view.round) for stream, view in where))


def free(weekend: Weekend, stream: str) -> tuple[int, ...]:
    """The tables of the hall that no other tournament is playing on."""
    taken = busy(weekend, but=stream)
    return tuple(number for number in pool(weekend) if number not in taken)
