"""
The little tables of an event's form: what a difference is worth, bonuses, costs, forfeits, the lengths of a game.

Each line has a field per column, all of one name (`bonus_points.label`, `bonus_points.points`); an empty line is left
out. What such a table says is read into plain values of the settings, and shown again as it was typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from heraut.kernel.bounds import whole
from heraut.kernel.codec import Malformed
from heraut.kernel.names import ClauseId
from heraut.speech.typography import decimal
from heraut.web.game import language
from heraut.web.rooms.definition import Text

EMPTY_LINES = 2
"""How many lines stand open below those that are filled in."""
_POINTS = re.compile(r"\d{1,4}(?:[.,]\d{1,3}|/[1-9]\d?)?\Z")
Line = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableColumn:
    """What a column is called, and whether it holds numbers."""

    name: str
    label: Text
    numeric: bool = True


@dataclass(frozen=True, slots=True)
class FieldCell:
    """A field of a line."""

    column: TableColumn
    field: str
    value: str


@dataclass(frozen=True, slots=True)
class LittleTable:
    """A table to fill in on the form."""

    name: str
    title: Text
    sentence: Text
    columns: tuple[TableColumn, ...]
    clause: ClauseId
    grows: bool = True
    """Whether lines may be added."""
    lines: tuple[Line, ...] = ()

    @property
    def rows(self) -> list[list[FieldCell]]:
        """The fields, line by line."""
        return [
            [
                FieldCell(column, f"{self.name}.{column.name}", value)
                for column, value in zip(self.columns, line, strict=True)
            ]
            for line in self.lines
        ]

    def filled(self, lines: Iterable[Line], posted: QueryDict | None) -> LittleTable:
        """The same with these lines, or with those just typed."""
        if posted is not None:
            return replace(self, lines=self._typed(posted))
        empty = [("",) * len(self.columns)] * EMPTY_LINES if self.grows else []
        return replace(self, lines=(*lines, *empty))

    def read(self, posted: QueryDict) -> list[Line]:
        """The lines that say something."""
        return [line for line in self._typed(posted) if any(line)]

    def _typed(self, posted: QueryDict) -> tuple[Line, ...]:
        columns = (posted.getlist(f"{self.name}.{column.name}") for column in self.columns)
        return tuple(tuple(text.strip() for text in line) for line in zip(*columns, strict=False))

    def named_points(self, posted: QueryDict) -> list[tuple[str, str]]:
        """Names and points; each name once."""
        lines = self.read(posted)
        if len({label for label, _points_typed in lines}) < len(lines):
            raise self.wrong(_("deux lignes portent le même nom"))
        if any(not label for label, _points_typed in lines):
            raise self.wrong(_("une ligne n'a pas de nom"))
        return [(label, self.points(points)) for label, points in lines]

    def points(self, text: str) -> str:
        """A number of points, exact."""
        if not text:
            raise self.wrong(_("il manque un nombre"))
        if not _POINTS.match(text):
            raise self.wrong(_("« %s » n'est pas un nombre de points") % text)
        return str(Fraction(text.replace(",", ".")))

    def whole(self, text: str) -> int:
        """A whole number."""
        found = whole(text)
        if not text:
            raise self.wrong(_("il manque un nombre"))
        if found is None:
            raise self.wrong(_("« %s » n'est pas un nombre entier") % text)
        return found

    def wrong(self, what: str) -> Malformed:
        """What is wrong with the table."""
        return Malformed(_("%(table)s : %(what)s.") % {"table": self.title, "what": what})


def written(number: Any) -> str:
    """A number as people type it: 10,5 in French, 10.5 in English; a third stays 1/3."""
    exact = Fraction(str(number))
    places = next((places for places in range(4) if (exact * 10**places).denominator == 1), None)
    return str(exact) if places is None else decimal(f"{float(exact):.{places}f}", language())
