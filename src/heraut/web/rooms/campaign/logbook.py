"""The last lines of the log as the campaign's page shows them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, islice

from django.utils.translation import ngettext

from heraut.journal import LogLine
from heraut.kernel.journal import Undone
from heraut.web import says
from heraut.web.game import Game
from heraut.web.rooms.campaign.telling import Teller


def lines(game: Game, teller: Teller, most: int) -> tuple[says.Line, ...]:
    """Newest first; a return to an earlier moment is one line, and what it took back is left to the whole log."""
    return tuple(islice(_lines(game, teller), most))


def _lines(game: Game, teller: Teller) -> Iterator[says.Line]:
    gone: set[int] = set()
    for undoing, group in groupby(game.log, is_undo):
        found = list(group)
        if undoing and len(found) > 1:
            gone |= {event.entry for line in found for event in line.events if isinstance(event, Undone)}
            yield replace(_line(game, found[0], teller), sentences=(_back(teller, found),), may_undo=False)
        else:
            yield from (_line(game, line, teller) for line in found if line.number not in gone)


def is_undo(line: LogLine) -> bool:
    """Whether the line takes another one back."""
    return any(isinstance(event, Undone) for event in line.events)


def _back(teller: Teller, found: list[LogLine]) -> str:
    who = found[0].seat
    told = ngettext("%(who)s reprend %(n)d action.", "%(who)s revient en arrière de %(n)d actions.", len(found))
    return told % {"who": teller.names.get(who, who), "n": len(found)}


def _line(game: Game, line: LogLine, teller: Teller) -> says.Line:
    may_undo = says.may_undo(game, line, game.log[0])
    return says.log_line(line, teller.spoken, teller.names, teller.tell, may_undo=may_undo)
