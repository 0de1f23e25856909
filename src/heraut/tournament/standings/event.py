"""The standings of an event: who took part, the games that count, the places by its format."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from fractions import Fraction

import msgspec

from heraut.kernel.names import Seat
from heraut.tournament.format import Format
from heraut.tournament.formats import Lists
from heraut.tournament.lots import Lot
from heraut.tournament.standings.ledger import Entrant, FinishedGame, Ledger, Number, Standing, Tie, Tiebreak
from heraut.tournament.standings.table import Standings, StandingsRow, standings
from heraut.tournament.state import Over, Player, PlayerStatus, Round, State, remembered, remembered_by_round

_STANDING = {PlayerStatus.DROPPED: Standing.DROPPED, PlayerStatus.DISQUALIFIED: Standing.DISQUALIFIED}


def entrants(state: State) -> tuple[Entrant, ...]:
    """Everybody who has been in the event, with draw numbers and penalties."""
    return tuple(_entrant(state, player) for player in state.players.values() if _took_part(state, player))


def _took_part(state: State, player: Player) -> bool:
    """Whoever is here, and of the others who has played."""
    seat = player.seat
    return player.present or any(seat == played.bye or played.table_of(seat) is not None for played in state.rounds)


def _entrant(state: State, player: Player) -> Entrant:
    taken = sum((one.points for one in state.sanctions if one.player == player.seat), Fraction(0))
    standing = _STANDING.get(player.status, Standing.ACTIVE)
    number = state.numbers.get(player.seat, player.number)
    return Entrant(player.seat, number, taken, Standing.SPARE if player.spare else standing)


def games(state: State, *, through: int | None = None) -> tuple[FinishedGame, ...]:
    """The finished games and the byes of the first rounds (of all, unless told), in order."""
    counted = state.rounds if through is None else state.rounds[:through]
    return tuple(game for played in counted for game in _round_games(state.settings, played, state.lists))


@remembered_by_round
def _round_games(settings: Format, played: Round, lists: Mapping[Seat, Lists]) -> list[FinishedGame]:
    found = [
        settings.game(played.number, table, table.result, table.result.report, lists)
        for table in played.tables.values()
        if table.result is not None
    ]
    if played.bye is not None and (settings.ranking_round_counts or not played.ranking):
        found.append(settings.bye(played.number, played.bye))
    return found


def standings_after(state: State, *, through: int | None = None, staying: Collection[Seat] = ()) -> Standings:
    """
    The standings after so many rounds; a round paired by rank may count for nothing here [ST-RNK-5, SR-RANK-5].

    Who has left counts as `staying` where the question is what they held before.
    """
    ranking = state.settings.ranking
    if state.numbers and state.settings.ending.rolls_off:
        ranking = msgspec.structs.replace(ranking, tie=Tie.LOT)
    known = [
        msgspec.structs.replace(entrant, standing=Standing.ACTIVE) if entrant.id in staying else entrant
        for entrant in entrants(state)
    ]
    return standings(known, swiss_games(state, through=through), ranking)


def swiss_games(state: State, *, through: int | None = None) -> tuple[FinishedGame, ...]:
    """The games that make standings; those of a ranking round may not [ST-RNK-14]."""
    played = games(state, through=through)
    if state.settings.ranking_round_counts:
        return played
    ranked = {one.number for one in state.rounds if one.ranking}
    return tuple(game for game in played if game.round not in ranked)


@remembered
def rows(state: State) -> tuple[StandingsRow, ...]:
    """The standings as they are now; of an event that is over, with the places that were settled."""
    found = ranked(state)
    return _as_settled(found, state.places) if isinstance(state.stage, Over) and state.places else found


def _as_settled(found: tuple[StandingsRow, ...], places: Mapping[Seat, int | None]) -> tuple[StandingsRow, ...]:
    """Places that were settled stand, even where the rules of today would give others."""
    if [(row.id, row.rank) for row in found] == list(places.items()):
        return found
    named = {row.id: row for row in found}
    return tuple(
        msgspec.structs.replace(named[seat], rank=rank, why=None) for seat, rank in places.items() if seat in named
    )


def ranked(state: State) -> tuple[StandingsRow, ...]:
    """The standings by the rules, with the places that a last game decides once it is played."""
    last = state.rounds[-1] if state.rounds else None
    if last is None or not last.ranking or not last.complete:
        return standings_after(state).rows
    decided = tuple(game for game in games(state) if game.round == last.number)
    playing = frozenset(last.players)
    before = standings_after(_before_lots(state), through=last.number - 1, staying=playing)
    return state.settings.final_rows(before, standings_after(state), decided, playing)


def _before_lots(state: State) -> State:
    """Lots that are not drawn before the first round are drawn after the last: its pairs knew nothing of them."""
    return state if state.settings.paired_by_lot is Lot.NUMBERS else replace(state, numbers={})


def rows_of_whole_rounds(state: State) -> tuple[StandingsRow, ...]:
    """The standings as they were when the last whole round ended; none before there is one."""
    whole = sum(one.complete for one in state.rounds)
    if whole == len(state.rounds):
        return rows(state) if whole else ()
    return standings_after(state, through=whole).rows if whole else ()


class PairingTally(msgspec.Struct, frozen=True):
    """What a player brings to the pairing: tournament points, wins, Resistance [ST-PAIR-3]."""

    points: Number
    wins: int
    resistance: Number


NOTHING = PairingTally(0, 0, 0)


def tallies(state: State, *, through: int) -> Mapping[Seat, PairingTally]:
    """What everybody has after so many rounds, the spare player included [ST-PAIR-9]."""
    known = entrants(state)
    ledger = Ledger.of(known, swiss_games(state, through=through), state.settings.ranking)
    columns = (ledger.column(criterion) for criterion in (Tiebreak.POINTS, Tiebreak.WINS, Tiebreak.RESISTANCE))
    rows = zip(known, *columns, strict=True)
    return {entrant.id: PairingTally(points, int(wins), resistance) for entrant, points, wins, resistance in rows}


def order(state: State, *, through: int) -> tuple[Seat, ...]:
    """The players from the top after so many rounds."""
    return standings_after(state, through=through).seats
