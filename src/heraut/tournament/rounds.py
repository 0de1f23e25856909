"""How many rounds, how long a day, how many copies [SR-ROUND, SR-ORG, ST-RND]."""

from __future__ import annotations

import msgspec

from heraut.kernel import ClauseId, Reason, Refusal
from heraut.rulesets import Span, check_cover, per_edition, row_at, rows
from heraut.tournament.printed import printed


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
    recommended = printed("steamroller_2011", "rounds", "recommended", _RecommendedRow).players
    if players in recommended:
        return ()
    facts = {"players": players, "first": recommended.first, "last": recommended.last or players}
    return (Reason(ClauseId("SR-ROUND-4"), "notice-field-size", facts),)


def schedule_notice(rounds: int, base: int) -> Reason:
    """How long an event lasts, with the time between rounds [SR-ORG-6]."""
    between = printed("steamroller_2011", "rounds", "schedule", _ScheduleRow).minutes_between
    return Reason(ClauseId("SR-ORG-6"), "notice-schedule", {"rounds": rounds, "minutes": rounds * (base + between)})


def copies_notice(tables: int) -> Reason:
    """How many copies of the scenario a round needs [SR-ORG-3]."""
    per_copy = printed("steamroller_2011", "army", "copies", _CopiesRow).tables_per_copy
    return Reason(ClauseId("SR-ORG-3"), "notice-copies", {"tables": tables, "copies": -(-tables // per_copy)})


def repeats_unavoidable(players: int, swiss_rounds: int) -> tuple[Reason, ...]:
    """A warning when so many rounds cannot avoid repeat meetings [ST-RND-6]."""
    most = players - 1 if players % 2 == 0 else players
    if swiss_rounds <= most:
        return ()
    facts = {"rounds": swiss_rounds, "most": most, "players": players}
    return (Reason(ClauseId("ST-RND-6"), "notice-repeats-unavoidable", facts),)
