"""
The little tables of an event's form: what a difference is worth, bonuses, costs, forfeits, the lengths of a game.

Each line has a field per column, all of one name (`bonus_points.label`, `bonus_points.points`); an empty line is left
out. What such a table says is read into plain values of the settings, and shown again as it was typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from heraut.kernel.bounds import whole
from heraut.kernel.codec import Malformed
from heraut.kernel.names import ClauseId
from heraut.speech.typography import decimal
from heraut.tournament.saga.scoring import points_table, sudden_loss_points
from heraut.tournament.saga.settings import SagaSettings
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.web.game import language

EMPTY_LINES = 2
"""How many lines stand open below those that are filled in."""
_POINTS = re.compile(r"\d{1,4}(?:[.,]\d{1,3}|/[1-9]\d?)?\Z")
Line = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableColumn:
    """What a column is called, and whether it holds numbers."""

    name: str
    label: str
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
    title: str
    sentence: str
    columns: tuple[TableColumn, ...]
    lines: tuple[Line, ...]
    clause: ClauseId

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


def written(number: Any) -> str:
    """A number as people type it: 10,5 in French, 10.5 in English; a third stays 1/3."""
    exact = Fraction(str(number))
    places = next((places for places in range(4) if (exact * 10**places).denominator == 1), None)
    return str(exact) if places is None else decimal(f"{float(exact):.{places}f}", language())


def saga_tables(settings: SagaSettings, posted: QueryDict | None) -> Mapping[str, LittleTable]:
    """The tables of a SAGA event, as its settings fill them or as they were just typed."""
    loss = settings.forfeit
    winner, loser = TableColumn("winner", _("Vainqueur")), TableColumn("loser", _("Perdant"))
    named = TableColumn("label", _("Nom"), numeric=False)
    tables = (
        LittleTable(
            "points_table", _title("points_table"),
            _("Selon la différence de points de victoire. Chaque ligne vaut jusqu'à la suivante."),
            (TableColumn("first", _("À partir de")), winner, loser),
            _open([(str(row.difference.first), written(row.winner), written(row.loser)) for row in settings.table], 3),
            ClauseId("ST-PTS-2"),
        ),
        LittleTable(
            "bonus_points", _title("bonus_points"),
            _("Des points de tournoi en plus, comme pour un Seigneur abattu. Chacun se coche avec le résultat."),
            (named, TableColumn("points", _("Points"))),
            _open([(bonus.label, written(bonus.points)) for bonus in settings.bonus_points], 2),
            ClauseId("ST-PTS-11"),
        ),
        LittleTable(
            "forfeit_points", _title("forfeit_points"),
            _("Les points de tournoi d'une partie qui n'est pas jouée jusqu'au bout."),
            (winner, loser), ((written(loss.winner), written(loss.loser)),), ClauseId("ST-LOSS-8"),
        ),
        LittleTable(
            "special_costs", _title("special_costs"),
            _("Ce que coûtent les troupes que le guide ne nomme pas, en points de bande."),
            (named, TableColumn("points", _("Points"))),
            _open([(name, written(cost)) for name, cost in settings.special_costs.items()], 2),
            ClauseId("ST-BND-8"),
        ),
    )  # fmt: skip
    return {table.name: _typed_again(table, posted) for table in tables}


def steamroller_tables(settings: SteamrollerSettings, posted: QueryDict | None) -> Mapping[str, LittleTable]:
    """The lengths an organiser sets by hand."""
    own = settings.own_times
    lengths = ("", "", "") if own is None else (str(own.base), str(own.turn), str(own.extension))
    columns = (
        TableColumn("base", _("Partie")),
        TableColumn("turn", _("Séquence")),
        TableColumn("extension", _("Extension")),
    )
    sentence = _("En minutes. Vide : les durées du règlement pour cette taille d'armée.")
    table = LittleTable("own_times", _title("own_times"), sentence, columns, (lengths,), ClauseId("SR-TIME-5"))
    return {table.name: _typed_again(table, posted)}


def _open(lines: Sequence[Line], width: int) -> tuple[Line, ...]:
    return (*lines, *(("",) * width,) * EMPTY_LINES)


def _typed_again(table: LittleTable, posted: QueryDict | None) -> LittleTable:
    if posted is None:
        return table
    lines = _lines(posted, table.name, [column.name for column in table.columns])
    return LittleTable(table.name, table.title, table.sentence, table.columns, lines, table.clause)


def _lines(posted: QueryDict, table: str, columns: Iterable[str]) -> tuple[Line, ...]:
    typed = (posted.getlist(f"{table}.{column}") for column in columns)
    return tuple(tuple(text.strip() for text in line) for line in zip(*typed, strict=False))


def read_saga(posted: QueryDict) -> dict[str, Any]:
    """What the tables of a SAGA event say, as plain values; what is the guide's own is left out."""
    found: dict[str, Any] = {}
    if steps := _filled(posted, "points_table", "first", "winner", "loser"):
        found |= _points_table(steps)
    if bonuses := _filled(posted, "bonus_points", "label", "points"):
        found["bonus_points"] = [
            {"label": label, "points": points} for label, points in _named(bonuses, "bonus_points")
        ]
    if forfeit := _filled(posted, "forfeit_points", "winner", "loser"):
        worth = tuple(_points(text, "forfeit_points") for text in forfeit[0])
        if worth != (str(sudden_loss_points().winner), str(sudden_loss_points().loser)):
            found["forfeit_points"] = dict(zip(("winner", "loser"), worth, strict=True))
    if costs := _filled(posted, "special_costs", "label", "points"):
        found["special_costs"] = dict(_named(costs, "special_costs"))
    return found


def read_steamroller(posted: QueryDict) -> dict[str, Any]:
    """The lengths set by hand: all three or none."""
    lengths = _filled(posted, "own_times", "base", "turn", "extension")
    if not lengths:
        return {}
    minutes = [_whole(text, "own_times") for text in lengths[0]]
    return {"own_times": dict(zip(("base", "turn", "extension"), minutes, strict=True))}


def _filled(posted: QueryDict, table: str, *columns: str) -> list[Line]:
    return [line for line in _lines(posted, table, columns) if any(line)]


def _points_table(steps: list[Line]) -> dict[str, Any]:
    """Each line from its difference to the one before the next; the last has no end [ST-PTS-9]."""
    rows = sorted(_step(*line) for line in steps)
    if twice := next((one[0] for one, other in pairwise(rows) if one[0] == other[0]), None):
        raise _wrong("points_table", _("deux lignes commencent à %s") % twice)
    if rows == [(row.difference.first, str(row.winner), str(row.loser)) for row in points_table()]:
        return {}
    ends = [*(first - 1 for first, *_worth in rows[1:]), None]
    table = [
        {"difference": [first, end], "winner": winner, "loser": loser}
        for (first, winner, loser), end in zip(rows, ends, strict=True)
    ]
    return {"points_table": table}


def _step(first: str, winner: str, loser: str) -> tuple[int, str, str]:
    return _whole(first, "points_table"), _points(winner, "points_table"), _points(loser, "points_table")


def _named(lines: list[Line], table: str) -> list[tuple[str, str]]:
    """Names and points; each name once."""
    if len({label for label, _points_typed in lines}) < len(lines):
        raise _wrong(table, _("deux lignes portent le même nom"))
    if any(not label for label, _points_typed in lines):
        raise _wrong(table, _("une ligne n'a pas de nom"))
    return [(label, _points(points, table)) for label, points in lines]


def _points(text: str, table: str) -> str:
    if not text:
        raise _wrong(table, _("il manque un nombre"))
    if not _POINTS.match(text):
        raise _wrong(table, _("« %s » n'est pas un nombre de points") % text)
    return str(Fraction(text.replace(",", ".")))


def _whole(text: str, table: str) -> int:
    found = whole(text)
    if not text:
        raise _wrong(table, _("il manque un nombre"))
    if found is None:
        raise _wrong(table, _("« %s » n'est pas un nombre entier") % text)
    return found


def _wrong(table: str, what: str) -> Malformed:
    return Malformed(_("%(table)s : %(what)s.") % {"table": _title(table), "what": what})


def _title(table: str) -> str:
    return {
        "points_table": _("Tableau des points"),
        "bonus_points": _("Points de bonus"),
        "forfeit_points": _("Forfait ou abandon"),
        "special_costs": _("Troupes spéciales"),
        "own_times": _("Durées à vous"),
    }[table]
