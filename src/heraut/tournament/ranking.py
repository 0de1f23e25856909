"""Standings of an event, by its own settings."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import msgspec

from heraut.kernel import Seat
from heraut.tournament.pairing import final_tables
from heraut.tournament.record import entrants, games
from heraut.tournament.remembered import remembered
from heraut.tournament.settings import FinalTie, SagaSettings, Settings
from heraut.tournament.standings import (
    Game,
    Number,
    Ranking,
    Row,
    Standing,
    Standings,
    Tie,
    Tiebreak,
    after_final_tables,
    after_ranking_round,
    ranking_of,
    reordered,
    standings,
)
from heraut.tournament.standings.ledger import Ledger
from heraut.tournament.state import Over, State

_VARIANTS = ("rank_control", "rank_scenario", "rank_assassination", "rank_attrition", "rank_survival")


def ranking_for(settings: Settings, *, lots_drawn: bool) -> Ranking:
    """By what this event ranks: the sheet's order, the variant's, or the organiser's own [ST-RNK-17, SR-VRANK-2]."""
    if isinstance(settings, SagaSettings):
        base = msgspec.structs.replace(ranking_of("saga"), bye_resistance=settings.bye_resistance)
        own = tuple(Tiebreak(name) for name in settings.standings_order)
        return base if own == base.criteria else reordered(base, own)
    variant = next((name for name in _VARIANTS if getattr(settings.variants, name)), None)
    tie = Tie.LOT if settings.final_tie is FinalTie.ROLL_OFF and lots_drawn else Tie.SHARED
    return msgspec.structs.replace(
        ranking_of("steamroller", variant), tie=tie, dropped_ranked=settings.dropped_ranked
    )  # fmt: skip


def standings_after(state: State, *, through: int | None = None, staying: Collection[Seat] = ()) -> Standings:
    """
    The standings after so many rounds; a SAGA ranking round counts for nothing here [ST-RNK-5, SR-RANK-5].

    Who has left counts as `staying` where the question is what they held before.
    """
    ranking = ranking_for(state.settings, lots_drawn=bool(state.numbers))
    known = [
        msgspec.structs.replace(entrant, standing=Standing.ACTIVE) if entrant.id in staying else entrant
        for entrant in entrants(state)
    ]
    return standings(known, swiss_games(state, through=through), ranking)


def swiss_games(state: State, *, through: int | None = None) -> tuple[Game, ...]:
    """The games that make standings: all but those of a SAGA ranking round."""
    played = games(state, through=through)
    if not isinstance(state.settings, SagaSettings):
        return played
    ranked = {one.number for one in state.rounds if one.ranking}
    return tuple(game for game in played if game.round not in ranked)


@remembered
def rows(state: State) -> tuple[Row, ...]:
    """The standings as they are now; of an event that is over, with the places that were settled."""
    found = ranked(state)
    return _as_settled(found, state.places) if isinstance(state.stage, Over) and state.places else found


def _as_settled(found: tuple[Row, ...], places: Mapping[Seat, int | None]) -> tuple[Row, ...]:
    """Places that were settled stand, even where the rules of today would give others."""
    if [(row.id, row.rank) for row in found] == list(places.items()):
        return found
    named = {row.id: row for row in found}
    return tuple(
        msgspec.structs.replace(named[seat], rank=rank, why=None) for seat, rank in places.items() if seat in named
    )


def ranked(state: State) -> tuple[Row, ...]:
    """The standings by the rules, with the places that a last game decides once it is played."""
    last = state.rounds[-1] if state.rounds else None
    if last is None or not last.ranking or not last.complete:
        return standings_after(state).rows
    decided = tuple(game for game in games(state) if game.round == last.number)
    playing = frozenset(last.players)
    if isinstance(state.settings, SagaSettings):
        held = standings_after(state, staying=playing).rows
        return after_ranking_round(held, decided, _left_during(state, playing))
    before = standings_after(state, through=last.number - 1, staying=playing).seats
    finals = [_between(pair, decided) for pair in final_tables([seat for seat in before if seat in playing])]
    as_ruled = [] if None in finals[:1] else [game for game in finals if game is not None]
    return after_final_tables(before, standings_after(state), as_ruled)


def _left_during(state: State, playing: Collection[Seat]) -> Mapping[Seat, Standing]:
    return {one.id: one.standing for one in entrants(state) if one.id in playing}


def rows_of_whole_rounds(state: State) -> tuple[Row, ...]:
    """The standings as they were when the last whole round ended; none before there is one."""
    whole = sum(one.complete for one in state.rounds)
    if whole == len(state.rounds):
        return rows(state) if whole else ()
    return standings_after(state, through=whole).rows if whole else ()


def _between(pair: tuple[Seat, Seat], decided: tuple[Game, ...]) -> Game | None:
    """The game of these two, unless the organiser paired them otherwise."""
    return next(
        (game for game in decided if game.second is not None and {game.first.seat, game.second.seat} == set(pair)), None
    )


@dataclass(frozen=True, slots=True)
class Tally:
    """What a player brings to the pairing: tournament points, wins, Resistance [ST-PAIR-3]."""

    points: Number
    wins: int
    resistance: Number


NOTHING = Tally(0, 0, 0)


def tallies(state: State, *, through: int) -> Mapping[Seat, Tally]:
    """What everybody has after so many rounds, the spare player included [ST-PAIR-9]."""
    known = entrants(state)
    ledger = Ledger.of(known, swiss_games(state, through=through), ranking_for(state.settings, lots_drawn=False))
    return {entrant.id: _tally(ledger, i) for i, entrant in enumerate(known)}


def _tally(ledger: Ledger, i: int) -> Tally:
    points, resistance = ledger.value(Tiebreak.POINTS, i), ledger.value(Tiebreak.RESISTANCE, i)
    return Tally(points, int(ledger.value(Tiebreak.WINS, i)), resistance)


def order(state: State, *, through: int) -> tuple[Seat, ...]:
    """The players from the top after so many rounds."""
    return standings_after(state, through=through).seats
