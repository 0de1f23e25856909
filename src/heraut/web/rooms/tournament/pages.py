"""What the page of an event needs, by who is looking: officials a desk, players a phone, others the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from heraut.tournament.standings.table import Row
from heraut.tournament.view import TableView, View
from heraut.web.access import Role, Visitor
from heraut.web.game import Game, language
from heraut.web.rooms.tournament import awards, desk, phone
from heraut.web.rooms.tournament.board import standings
from heraut.web.rooms.tournament.clock import elapsed
from heraut.web.rooms.tournament.lengthy import AROUND, FEW, FIRST, SHOWN
from heraut.web.rooms.tournament.roof import weekend_of
from heraut.web.rooms.tournament.words import scenario_name


def moment(game: Game) -> str:
    """The round its page shows."""
    return str(len(game.view.played))


def context(game: Game) -> Mapping[str, Any]:
    """The shared parts, and those of the visitor's role."""
    view: View = game.view
    shown = view.played[-1] if view.played else None
    tables = _tables(shown.tables if shown else (), waiting_first=game.visitor.official)
    rows = _rows(view, game.visitor)
    whole: dict[str, Any] = {
        "shown": shown,
        "clock": elapsed(shown),
        "tables": tables,
        "more_tables": len(shown.tables) - len(tables) if shown else 0,
        "stages": desk.stages(view),
        "scenario": scenario_name(shown.scenario, language()) if shown else "",
        "ranked": any(played.complete for played in view.played),
        "standings": standings(view, rows),
        "more_places": len(view.standings) - len(rows),
        "plain_view": None,
        "coats_once": set[str](),  # not on screens: a drawing on a hidden panel loses its outline
        "few": len(view.players) <= FEW,
        "weekend": weekend_of(game.stream),
        "announced": awards.announced(view),
        "ballot": awards.ballot(view) if len(view.players) <= FEW else [],
    }
    if game.visitor.official:
        return {**whole, **desk.context(game, shown)}
    if game.visitor.role is Role.PLAYER:
        return {**whole, "waiting": phone.own_waiting(game), **phone.context(game, shown)}
    return whole


def _tables(tables: tuple[TableView, ...], *, waiting_first: bool) -> tuple[TableView, ...]:
    """All tables; of a great many, those still without a result for officials, the first ones for others."""
    if len(tables) <= FEW:
        return tables
    ordered = sorted(tables, key=lambda table: table.result is not None) if waiting_first else tables
    return tuple(ordered[:SHOWN])


def lines(visitor: Visitor) -> int:
    """How much of the log stands beside the event."""
    return 14 if visitor.official else 6


def _rows(view: View, visitor: Visitor) -> tuple[Row, ...]:
    """All places; of a great many the first, and on a player's phone fewer of them and those around one's own."""
    rows = view.standings
    if visitor.role is not Role.PLAYER:
        return rows if len(rows) <= FEW else rows[:SHOWN]
    if len(rows) <= SHOWN:
        return rows
    own = next((place for place, row in enumerate(rows) if row.id == visitor.seat), 0)
    return tuple(row for place, row in enumerate(rows) if place < FIRST or abs(place - own) <= AROUND)
