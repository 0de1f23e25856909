"""How long games, turns and extensions last [SR-TIME, SR-VTIME]."""

from __future__ import annotations

import msgspec

from heraut.kernel import ClauseId, Refusal
from heraut.rulesets import rows
from heraut.tournament.printed import printed

_LAST_SIZE_CLAUSE = ClauseId("SR-VTIME-8")


class Times(msgspec.Struct, frozen=True):
    """Minutes: the base length of a game, a turn, an extension, and the reserve that would replace turns."""

    base: int
    turn: int
    extension: int
    reserve: int


class TimesRow(msgspec.Struct, frozen=True):
    """A row of the full table; the first and the last have no size."""

    clause: ClauseId
    row: int
    base: int
    turn: int
    extension: int
    reserve: int
    size: int | None = None


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
    place = _row_of(size) + _steps(shift)
    if not 1 <= place <= len(times_table()):
        return Refusal(_LAST_SIZE_CLAUSE, "shift-leaves-table", subject=shift or "", asked=size)
    row = times_table()[place - 1]
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


def secret_sides() -> int:
    """The die rolled in secret before the games of a round start [SR-TIME-1]."""
    return _length().sides


def variable_minutes(face: int) -> int:
    """The minutes that roll adds to every game of the round [SR-TIME-1]."""
    return _length().minutes_per_pip * face


def _length() -> _LengthRow:
    return printed("steamroller_2011", "timing", "length", _LengthRow)
