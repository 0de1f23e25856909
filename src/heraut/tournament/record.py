"""What every player has done so far, as pairing and standings read it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from heraut.kernel import Seat
from heraut.tournament.bands import Band
from heraut.tournament.lists import printed_value
from heraut.tournament.results import SagaReport, SteamrollerReport
from heraut.tournament.results.destroyed import surviving_points
from heraut.tournament.rounds import table_rounds
from heraut.tournament.settings import SagaSettings, SteamrollerSettings
from heraut.tournament.standings import Entrant, Game, Score, Standing
from heraut.tournament.state import Player, Round, Settled, State, Status, Table

_STANDING = {Status.DROPPED: Standing.DROPPED, Status.DISQUALIFIED: Standing.DISQUALIFIED}


def entrants(state: State) -> tuple[Entrant, ...]:
    """Everybody who has been in the event, with draw numbers and penalties."""
    return tuple(_entrant(state, player) for player in state.players.values() if _took_part(state, player))


def _took_part(state: State, player: Player) -> bool:
    return player.status is not Status.REGISTERED and (player.present or _has_played(state, player.seat))


def _has_played(state: State, seat: Seat) -> bool:
    return any(seat == played.bye or played.table_of(seat) is not None for played in state.rounds)


def _entrant(state: State, player: Player) -> Entrant:
    taken = sum((one.points for one in state.sanctions if one.player == player.seat), Fraction(0))
    standing = _STANDING.get(player.status, Standing.ACTIVE)
    number = state.numbers.get(player.seat, player.number)
    return Entrant(player.seat, number, taken, Standing.SPARE if player.spare else standing)


def games(state: State, *, through: int | None = None) -> tuple[Game, ...]:
    """The finished games and the byes of the first rounds (of all, unless told), in order."""
    counted = state.rounds if through is None else state.rounds[:through]
    return tuple(game for played in counted for game in _round_games(state, played))


def _round_games(state: State, played: Round) -> Iterator[Game]:
    for table in played.tables.values():
        if table.result is not None:
            yield _game(state, played, table, table.result)
    if played.bye is not None and not (played.ranking and isinstance(state.settings, SagaSettings)):
        yield _bye(state, played.number, played.bye)


def _bye(state: State, number: int, seat: Seat) -> Game:
    """A bye is worth what its format says [ST-PAIR-8, SR-BYE-2], and is no game [SR-BYE-8]."""
    settings = state.settings
    if isinstance(settings, SagaSettings):
        winner = seat if settings.bye_is_win else None
        return Game(number, Score(seat, settings.bye_points), winner=winner, kind="bye")
    return Game(number, Score(seat, 1), kind="bye")


def _game(state: State, played: Round, table: Table, result: Settled) -> Game:
    first, second = (_score(state, table, seat, result) for seat in table.seats)
    return Game(played.number, first, second, result.winner, win_kind(state, result))


def win_kind(state: State, result: Settled) -> str | None:
    """How a game counts as won; a Kill Box win as the event says [SR-S02-3]."""
    report, settings = result.report, state.settings
    if not isinstance(report, SteamrollerReport) or not isinstance(settings, SteamrollerSettings):
        return None
    return settings.kill_box_counts_as if report.kill_box else report.kind


def _score(state: State, table: Table, seat: Seat, result: Settled) -> Score:
    points, report = result.points.get(seat, Fraction(0)), result.report
    if isinstance(report, SagaReport):
        return Score(seat, points, victory_points=report.victory_points.get(seat, 0))
    lost = report.destroyed.get(table.opponent(seat), 0)
    return Score(
        seat,
        points,
        control_points=report.control_points.get(seat, 0),
        destroyed=report.destroyed.get(seat, 0),
        surviving=surviving_points(_printed(state, table, seat), lost),
    )


def _printed(state: State, table: Table, seat: Seat) -> int:
    """The printed value of the list a player played at a table [SR-PICK-5, SR-VRANK-6]."""
    lists = state.lists.get(seat, ())
    if isinstance(lists, Band) or not lists:
        return 0
    number = list_played(state, table, seat)
    return 0 if number is None else printed_value(lists[number - 1])


def list_played(state: State, table: Table, seat: Seat) -> int | None:
    """The number of the list a player showed at a table; the only list needs no showing."""
    lists = state.lists.get(seat, ())
    if isinstance(lists, Band) or not lists:
        return None
    shown = table.choice.values.get(seat) if table.choice is not None and table.choice.opened else None
    return shown if shown is not None and shown <= len(lists) else (1 if len(lists) == 1 else None)


def plays(state: State, seat: Seat, *, before: int) -> list[int]:
    """How often a player has played each of their lists in earlier rounds [SR-PICK-5]."""
    lists = state.lists.get(seat, ())
    counts = [0] * (0 if isinstance(lists, Band) else len(lists))
    for played in state.rounds[: before - 1]:
        table = played.table_of(seat)
        number = None if table is None else list_played(state, table, seat)
        if number is not None:
            counts[number - 1] += 1
    return counts


def byes(state: State, seat: Seat, *, before: int | None = None) -> int:
    """How many byes a player has had."""
    counted = state.rounds if before is None else state.rounds[: before - 1]
    return sum(played.bye == seat for played in counted)


def rounds_of(state: State) -> int:
    """How many rounds the event has: what the variants say, else the table for the field of round 1 [SR-ROUND-3]."""
    settings = state.settings
    if isinstance(settings, SagaSettings):
        return settings.rounds
    if settings.variants.rounds is not None:
        return settings.variants.rounds
    field = len(list(state.rounds[0].players)) if state.rounds else len(state.present)
    return table_rounds(max(2, field))


def is_last_by_rank(state: State, number: int) -> bool:
    """Whether a round is paired by rank: the SAGA ranking round, or the last one with final tables."""
    settings = state.settings
    if isinstance(settings, SagaSettings):
        return settings.has_ranking_round and number == settings.rounds
    return settings.variants.final_tables and number == rounds_of(state)
