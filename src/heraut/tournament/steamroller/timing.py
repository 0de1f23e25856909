"""How long games, turns and extensions last [SR-TIME, SR-VTIME]."""

from __future__ import annotations

import msgspec

from heraut.kernel.names import ClauseId, Many
from heraut.kernel.refusal import Reason, Refusal
from heraut.rulesets.editions import per_edition
from heraut.rulesets.tables import Span, check_cover, only_row, row_at, rows
from heraut.tournament.format import SecretLength
from heraut.tournament.programme import Times


class TimesRow(Times, frozen=True, kw_only=True):
    """A row of the full table; the first and the last have no size."""

    clause: ClauseId
    row: int
    size: int | None = None


class OwnTimes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The three lengths set by hand, in minutes [SR-TIME-5]."""

    base: Many
    turn: Many
    extension: Many


class _ShiftRow(msgspec.Struct, frozen=True):
    clause: ClauseId
    id: str
    rows: int


class _LengthRow(msgspec.Struct, frozen=True):
    clause: ClauseId
    sides: int
    minutes_per_pip: int


def times_table() -> tuple[TimesRow, ...]:
    """The ten rows [SR-VTIME-2]."""
    return rows("steamroller_2011", "timing", "times", TimesRow)


def times_for(size: int, shift: str | None = None) -> Times | Refusal:
    """The lengths for an event size, moved by a shift; a shift that leaves the table is refused [SR-VTIME-8]."""
    if size < 1:
        return Refusal(ClauseId("SR-TIME-5"), "size-too-small", asked=size, allowed=1)
    table = times_table()
    place = _row_of(size) + _steps(shift)
    if not 1 <= place <= len(table):
        return Refusal(ClauseId("SR-VTIME-8"), "shift-leaves-table", subject=shift or "", asked=size)
    row = table[place - 1]
    return Times(row.base, row.turn, row.extension, row.reserve)


def _row_of(size: int) -> int:
    """The row of the smallest listed size not below this one; above them all, the last [SR-TIME-5]."""
    listed = (row.row for row in times_table() if row.size is not None and row.size >= size)
    return next(listed, times_table()[-1].row)


def _steps(shift: str | None) -> int:
    if shift is None:
        return 0
    moved: tuple[_ShiftRow, ...] = rows("steamroller_2011", "timing", "shift", _ShiftRow)
    return next(row.rows for row in moved if row.id == shift)


def reserve_minutes(base: int) -> int:
    """(base + 7) × 0.55, rounded half up, in whole numbers [SR-VTIME-11, SR-VTIME-12]."""
    return (11 * (base + 7) + 10) // 20


def secret_length(base: int) -> SecretLength:
    """The die rolled in secret before the games of a round start, and what it adds to them [SR-TIME-1]."""
    row = only_row("steamroller_2011", "timing", "length", _LengthRow)
    return SecretLength(base, row.sides, row.minutes_per_pip)


class _RoundsRow(msgspec.Struct, frozen=True):
    clause: ClauseId
    players: Span
    rounds: int


class _RecommendedRow(msgspec.Struct, frozen=True):
    clause: ClauseId
    players: Span


class _ScheduleRow(msgspec.Struct, frozen=True):
    clause: ClauseId
    minutes_between: int


class _CopiesRow(msgspec.Struct, frozen=True):
    clause: ClauseId
    tables_per_copy: int


@per_edition
def _table() -> tuple[_RoundsRow, ...]:
    table = rows("steamroller_2011", "rounds", "rounds", _RoundsRow)
    check_cover("steamroller_2011/rounds.toml", (row.players for row in table), first=2, last=64)
    return table


def table_rounds(players: int) -> int:
    """The most rounds of an event of at least two players; above the printed table, one for each doubling."""
    last = _table()[-1].players.last or 0
    if players > last:
        return (players - 1).bit_length()
    return row_at(_table(), players, lambda row: row.players).rounds


def round_count(players: int) -> int | Refusal:
    """The same, or why there is no event [SR-ROUND-4]."""
    if players < 2:
        return Refusal(ClauseId("SR-ROUND-4"), "event-too-few-players", asked=players, allowed=2)
    return table_rounds(players)


def field_notices(players: int) -> tuple[Reason, ...]:
    """What to know about a field of this size [SR-ROUND-4]."""
    last = _table()[-1].players.last or 0
    if players > last:
        return (Reason(ClauseId("SR-ROUND-4"), "notice-beyond-table", {"players": players, "last": last}),)
    recommended = only_row("steamroller_2011", "rounds", "recommended", _RecommendedRow).players
    if players in recommended:
        return ()
    facts = {"players": players, "first": recommended.first, "last": recommended.last or players}
    return (Reason(ClauseId("SR-ROUND-4"), "notice-field-size", facts),)


def schedule_notice(rounds: int, base: int) -> Reason:
    """How long an event lasts, with the time between rounds [SR-ORG-6]."""
    between = only_row("steamroller_2011", "rounds", "schedule", _ScheduleRow).minutes_between
    return Reason(ClauseId("SR-ORG-6"), "notice-schedule", {"rounds": rounds, "minutes": rounds * (base + between)})


def copies_notice(tables: int) -> Reason:
    """How many copies of the scenario a round needs [SR-ORG-3]."""
    per_copy = only_row("steamroller_2011", "army", "copies", _CopiesRow).tables_per_copy
    return Reason(ClauseId("SR-ORG-3"), "notice-copies", {"tables": tables, "copies": -(-tables // per_copy)})
