"""The tables a weekend's tournaments share; one that is being played on is given to nobody else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from heraut.kernel import Command, Seat, StreamId
from heraut.tournament.planning import SetTables
from heraut.tournament.rounds import PublishRound
from heraut.tournament.view import View
from heraut.web.desk import desk
from heraut.web.game import Game, title_of, view_of
from heraut.web.models import Slot, Weekend
from heraut.web.rooms.tournament.display import here

MOST_TABLES = 2000
_RUN = re.compile(r"(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?")


def weekend_of(stream: StreamId) -> Weekend | None:
    """The weekend a tournament belongs to."""
    return Weekend.objects.filter(slots__stream=stream).first()


def read_tables(text: str) -> tuple[int, ...]:
    """Table numbers as people write them, "1-12 20 21", each once and in this order."""
    runs = ((int(first), int(last or first)) for first, last in _RUN.findall(text))
    numbers = (number for first, last in runs for number in range(max(1, first), last + 1))
    return tuple(dict.fromkeys(numbers))[:MOST_TABLES]


def written(numbers: Iterable[int]) -> str:
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


def take_free_tables(game: Game, speaker: Seat) -> None:
    """Before a round is drafted: use the tables of the hall that are free now, unless those chosen are, and suffice."""
    view: View = game.view
    weekend = weekend_of(game.stream)
    numbers = free(weekend, game.stream) if weekend is not None else ()
    suffices = len(view.tables) >= here(view) // 2 and set(view.tables) <= set(numbers)
    if numbers and not suffices:
        game.submit(SetTables(seat=speaker, tables=numbers))


def conflicts(game: Game) -> list[tuple[int, str]]:
    """The tables of the draft on which another tournament is playing, each with that tournament's title."""
    view: View = game.view
    weekend = weekend_of(game.stream) if view.draft is not None else None
    if weekend is None or view.draft is None:
        return []
    taken = busy(weekend, but=game.stream)
    return [(pair.table, taken[pair.table]) for pair in view.draft.pairing.pairs if pair.table in taken]


def objection(game: Game, command: Command) -> str:
    """Why a round cannot be published now: its tables are in use; and what to do."""
    found = conflicts(game) if isinstance(command, PublishRound) else []
    if not found:
        return ""
    tables, titles = (
        ", ".join(str(number) for number, _title in found),
        ", ".join(sorted({title for _, title in found})),
    )
    return _("Tables occupées : %(tables)s (%(titles)s). Prenez des tables libres, ou attendez leurs résultats.") % {
        "tables": tables, "titles": titles,
    }  # fmt: skip
