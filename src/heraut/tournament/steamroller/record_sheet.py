"""The record sheet of a Steamroller player [SR-SHEET]."""

from __future__ import annotations

import msgspec

from heraut.kernel.names import Seat
from heraut.tournament.lists import lists_open_to
from heraut.tournament.state import Round, State, Table
from heraut.tournament.steamroller.army import ArmyList, army_lists, list_played


class SheetRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """One round; empty but for its number while it is not played."""

    round: int
    opponent_number: int | None = None
    opponent: str = ""
    result: str = ""
    """`W`, `L`, `D` or `bye`."""
    points: int | None = None
    control_points: int | None = None
    destroyed: int | None = None
    subtotal: int | None = None
    """Tournament points so far, from round 2 on [SR-SHEET-4]."""
    kind: str | None = None
    list_number: int | None = None


class RecordSheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """Header, lists, a row per round, totals."""

    name: str
    number: int
    nickname: str
    rows: tuple[SheetRow, ...]
    points: int
    control_points: int
    destroyed: int
    lists: tuple[ArmyList, ...] = ()


def record_sheet(state: State, seat: Seat, viewer: Seat | None) -> RecordSheet:
    """A player's sheet as the viewer may see it, with as many rows as the event has rounds [SR-SHEET-4]."""
    player, total, found = state.players[seat], 0, list[SheetRow]()
    for number in range(1, max(state.settings.round_count(state), len(state.rounds)) + 1):
        row = _row(state, seat, number)
        total += row.points or 0
        known = row.points is not None and number > 1
        found.append(msgspec.structs.replace(row, subtotal=total) if known else row)
    lists = army_lists(state, seat) if seat in lists_open_to(state, viewer) else ()
    return RecordSheet(
        player.name, player.number, player.nickname, tuple(found), total,
        sum(row.control_points or 0 for row in found), sum(row.destroyed or 0 for row in found),
        lists,
    )  # fmt: skip


def _row(state: State, seat: Seat, number: int) -> SheetRow:
    played = state.round(number)
    if played is None:
        return SheetRow(number)
    if played.bye == seat:
        return SheetRow(number, result="bye", points=1, control_points=0, destroyed=0)
    table = played.table_of(seat)
    return SheetRow(number) if table is None else _played(state, seat, played, table)


def _played(state: State, seat: Seat, played: Round, table: Table) -> SheetRow:
    opponent, result = state.players[table.opponent(seat)], table.result
    number = list_played(table, seat, army_lists(state, seat))
    row = SheetRow(played.number, opponent.number, opponent.name, list_number=number)
    if result is None:
        return row
    game = state.settings.game(played.number, table, result, result.report, state.lists)
    own = game.first if game.first.seat == seat or game.second is None else game.second
    return msgspec.structs.replace(
        row,
        result="D" if game.winner is None else "W" if game.winner == seat else "L",
        points=int(own.points),
        control_points=own.control_points,
        destroyed=own.destroyed,
        kind=game.kind,
    )
