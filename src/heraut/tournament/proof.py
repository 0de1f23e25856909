"""The rounds of an event before the checker: a second opinion on every pairing that was not made by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from heraut.kernel.refusal import Reason
from heraut.tournament.checked_event import CheckedEvent, judge
from heraut.tournament.checker import RoundFinding
from heraut.tournament.pairing.contender import PairingOrder
from heraut.tournament.standings.event import entrants, games
from heraut.tournament.standings.ledger import ByeResistance, FinishedGame, GameSide
from heraut.tournament.state import BetweenRounds, Round, RoundDraft, State


def prove(states: Iterable[State]) -> Mapping[int, RoundFinding]:
    """
    The verdict on each round that the rules paired, by its number, from an event state by state.

    A round is judged by what was known when it was paired. Where a result or a penalty was changed since, so that the
    round would come out differently today, the verdict says so; the published pairing stays [ST-PAIR-11]. Rounds
    changed by hand or paired by rank are not judged.
    """
    known: dict[int, State] = {}
    before: State | None = None
    for state in states:
        if before is not None and _drafted(state) is not None and _drafted(state) is not _drafted(before):
            known[len(state.rounds) + 1] = before
        before = state
    if before is None or before.settings.swiss_system is None:
        return {}
    judged = (played for played in before.rounds if not (played.adjusted or played.ranking))
    return {played.number: _verdict(known.get(played.number, before), before, played) for played in judged}


def _drafted(state: State) -> RoundDraft | None:
    """The draft that waits to be published, as the rules made it."""
    draft = state.stage.draft if isinstance(state.stage, BetweenRounds) else None
    return None if draft is None or draft.adjusted else draft


def _verdict(before: State, today: State, played: Round) -> RoundFinding:
    then = judge(checked_event(before, played), played.number)
    now = judge(checked_event(today, played), played.number)
    if now.finding is then.finding:
        return then
    since = Reason(today.settings.clauses.corrections, "check-changed-since", {"round": played.number})
    return RoundFinding(then.finding, (*then.reasons, since))


def checked_event(state: State, judged: Round) -> CheckedEvent:
    """The event up to a round as the checker reads it: who took what from each table, and who meets whom."""
    settings, before = state.settings, games(state, through=judged.number - 1)
    rounds = [tuple(game for game in before if game.round == number) for number in range(1, judged.number)]
    apart, swiss = settings.wishes(state.tables).clubs_apart, settings.swiss_system
    assert swiss is not None
    return CheckedEvent(
        format=swiss,
        rounds=(*rounds, _paired(judged)),
        numbers=state.numbers,
        groups={seat: player.club for seat, player in state.players.items() if player.club},
        apart_rounds=frozenset({judged.number} if apart.holds(judged.number) else ()),
        taken={entrant.id: entrant.penalty for entrant in entrants(state) if entrant.penalty},
        wins_first=settings.paired_on is PairingOrder.WINS,
        bye_mean=settings.ranking.bye_resistance is ByeResistance.MEAN,
    )


def _paired(judged: Round) -> tuple[FinishedGame, ...]:
    pairs = (table.seats for table in judged.tables.values())
    games = tuple(FinishedGame(judged.number, GameSide(one), GameSide(other)) for one, other in pairs)
    return games if judged.bye is None else (*games, FinishedGame(judged.number, GameSide(judged.bye)))
