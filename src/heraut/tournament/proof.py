"""The rounds of an event before the checker: a second opinion on every pairing that was not made by hand."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.kernel import Seat
from heraut.tournament.checker import Event, Side, Table, Verdict, replay
from heraut.tournament.field import wishes_of
from heraut.tournament.pairing import PairingOrder
from heraut.tournament.record import games
from heraut.tournament.settings import SagaSettings
from heraut.tournament.standings import ByeResistance, Game, Score
from heraut.tournament.state import State


def prove(state: State) -> Mapping[int, Verdict]:
    """
    The verdict on each complete round that the rules paired, by its number.

    Rounds are judged by the results as they stand now: a correction or a penalty that came later may refute a round
    that was right when it was made. Rounds changed by hand or paired by rank are not judged.
    """
    verdicts = replay(checked_event(state))
    judged = (played for played in state.rounds if played.complete and not (played.adjusted or played.ranking))
    return {played.number: verdicts[played.number - 1] for played in judged}


def checked_event(state: State) -> Event:
    """The event as the checker reads it: who took what from each table."""
    settings, all_games = state.settings, games(state)
    rounds = tuple(tuple(_table(game) for game in all_games if game.round == played.number) for played in state.rounds)
    saga = isinstance(settings, SagaSettings)
    apart = wishes_of(state).clubs_apart
    return Event(
        format="saga" if saga else "steamroller",
        rounds=rounds,
        numbers=state.numbers,
        groups={seat: player.club for seat, player in state.players.items() if player.club},
        apart_rounds=frozenset(played.number for played in state.rounds if apart.holds(played.number)),
        wins_first=isinstance(settings, SagaSettings) and settings.pairing_order is PairingOrder.WINS,
        bye_mean=isinstance(settings, SagaSettings) and settings.bye_resistance is ByeResistance.MEAN,
    )


def _table(game: Game) -> Table:
    second = None if game.second is None else _side(game.second, game.winner)
    return Table(_side(game.first, game.winner), second)


def _side(score: Score, winner: Seat | None) -> Side:
    return Side(score.seat, score.points, score.seat == winner)
