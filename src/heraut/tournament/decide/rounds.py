"""Rounds: draft, change by hand, publish, pair some tables anew, end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from heraut.kernel import ClauseId, Refusal, Seat, together
from heraut.tournament import commands as c
from heraut.tournament import events as e
from heraut.tournament.decide.ending import ended
from heraut.tournament.decide.outcome import Outcome, not_now
from heraut.tournament.decide.planning import scenario_of
from heraut.tournament.field import contestants, draft_pairing, hand_pairing, repeat_pairs
from heraut.tournament.pairing.pairs import Pairing
from heraut.tournament.record import is_last_by_rank
from heraut.tournament.settings import SagaSettings, SteamrollerSettings, clause_of
from heraut.tournament.state import Draft, Over, Playing, Preparing, State


def draft_round(state: State, _command: c.DraftRound) -> Outcome:
    """Pair the next round once the last is complete [ST-RND-5, SR-PAIR-2]; Steamroller waits for a seed."""
    if not isinstance(state.stage, Preparing) or state.due is not None:
        return not_now(state)
    number = state.stage.number
    players = contestants(state, number)
    if len(players) < 2:
        clause = clause_of(state.settings, saga="ST-PAIR-5", steamroller="SR-ROUND-4")
        return Refusal(clause, "event-too-few-players", asked=len(players), allowed=2)
    begun = e.DraftBegun(round=number)
    if isinstance(state.settings, SteamrollerSettings):
        return (begun,)
    return (begun, e.RoundDrafted(round=number, seed=0, pairing=draft_pairing(state, number, 0)))


def adjust_draft(state: State, command: c.AdjustDraft) -> Outcome:
    """Change the draft by hand, with what that breaks [ST-PAIR-10]."""
    if not isinstance(state.stage, Preparing) or state.stage.draft is None or state.due is not None:
        return not_now(state)
    number = state.stage.number
    faults = together(tuple(_partition_faults(state, command, contestants(state, number))))
    if faults is not None:
        return faults
    pairing, breaks = hand_pairing(state, number, command.pairs, command.bye)
    return (e.DraftAdjusted(round=number, pairing=pairing, breaks=breaks, reason=command.reason.strip()),)


def _partition_faults(state: State, command: c.AdjustDraft, players: tuple[Seat, ...]) -> Iterator[Refusal]:
    """Everybody plays once or sits out; one player at most sits out."""
    named = [seat for pair in command.pairs for seat in pair] + ([] if command.bye is None else [command.bye])
    clause = ClauseId("ST-PAIR-10")
    for seat, count in Counter(named).items():
        if seat not in players:
            yield Refusal(clause, "draft-stranger", seat)
        elif count > 1:
            yield Refusal(clause, "draft-twice", seat, asked=count, allowed=1)
    missing = tuple(seat for seat in players if seat not in named)
    if missing:
        yield Refusal(clause, "draft-missing", asked=missing)
    if command.bye is not None and len(players) % 2 == 0:
        odd = clause_of(state.settings, saga="ST-PAIR-7", steamroller="SR-BYE-1")
        yield Refusal(odd, "draft-needless-bye", command.bye)


def discard_draft(state: State, _command: c.DiscardDraft) -> Outcome:
    """Throw the draft away."""
    if not isinstance(state.stage, Preparing) or state.stage.draft is None or state.due is not None:
        return not_now(state)
    return (e.DraftDiscarded(round=state.stage.number),)


def publish_round(state: State, command: c.PublishRound) -> Outcome:
    """Announce the draft with its scenario [SR-PICK-1]; everything that stands in the way is named at once."""
    if not isinstance(state.stage, Preparing) or state.stage.draft is None or state.due is not None:
        return not_now(state)
    number, draft = state.stage.number, state.stage.draft
    faults = together((
        *_stale(state, number, draft.pairing), *_lists_missing(state, draft.pairing), *_scenario_missing(state, number),
        *_unconfirmed(state, number, draft, confirmed=command.confirm_rematches),
    ))  # fmt: skip
    if faults is not None:
        return faults
    return (_published(state, number, draft),)


def _published(state: State, number: int, draft: Draft) -> e.RoundPublished:
    settings, scenario = state.settings, scenario_of(state, number)
    assert scenario is not None
    return e.RoundPublished(
        round=number,
        scenario=scenario,
        seed=draft.seed,
        pairing=draft.pairing,
        ranking=is_last_by_rank(state, number),
        adjusted=draft.adjusted,
        choose_lists=isinstance(settings, SteamrollerSettings),
        length_due=isinstance(settings, SteamrollerSettings) and settings.variants.has_secret_length,
    )


def _players(pairing: Pairing) -> set[Seat]:
    seats = {seat for pair in pairing.pairs for seat in (pair.first, pair.second)}
    return seats if pairing.bye is None else seats | {pairing.bye}


def _stale(state: State, number: int, pairing: Pairing) -> Iterator[Refusal]:
    changed = tuple(sorted(_players(pairing) ^ set(contestants(state, number))))
    if changed:
        yield Refusal(ClauseId("HOUSE-PHASE-1"), "draft-stale", asked=changed)


def _lists_missing(state: State, pairing: Pairing) -> Iterator[Refusal]:
    if not state.settings.lists_required:
        return
    clause = clause_of(state.settings, saga="ST-BND-6", steamroller="SR-LIST-9")
    for seat in sorted(_players(pairing) - set(state.lists)):
        yield Refusal(clause, "list-missing", seat)


def _scenario_missing(state: State, number: int) -> Iterator[Refusal]:
    if scenario_of(state, number) is None:
        clause = clause_of(state.settings, saga="ST-ORG-5", steamroller="SR-SCEN-4")
        yield Refusal(clause, "event-scenario-missing", number)


def _unconfirmed(state: State, number: int, draft: Draft, *, confirmed: bool) -> Iterator[Refusal]:
    """Steamroller rematches are flagged and confirmed [SR-PAIR-8]; those of a round paired by rank are meant."""
    if confirmed or isinstance(state.settings, SagaSettings) or is_last_by_rank(state, number):
        return
    for first, second in repeat_pairs(state, number, draft.pairing):
        yield Refusal(ClauseId("SR-PAIR-8"), "rematch-unconfirmed", asked=(first, second))


def repair_tables(state: State, command: c.RepairTables) -> Outcome:
    """Pair untouched tables of the round being played anew; the others stay."""
    if not isinstance(state.stage, Playing) or state.due is not None:
        return not_now(state)
    playing = state.rounds[-1]
    for number in command.tables:
        if number not in playing.tables or not playing.tables[number].untouched:
            return Refusal(ClauseId("ST-PAIR-11"), "table-played", number)
    if len(set(command.tables)) < 2:
        return Refusal(ClauseId("ST-PAIR-11"), "repair-too-few", asked=len(set(command.tables)), allowed=2)
    return (e.RepairBegun(round=playing.number, tables=tuple(sorted(set(command.tables)))),)


def link_match(state: State, command: c.LinkMatch) -> Outcome:
    """Name the match stream of a table."""
    if state.table(command.round, command.table) is None:
        return Refusal(ClauseId("HOUSE-PHASE-1"), "event-table-unknown", command.table)
    return (e.MatchLinked(round=command.round, table=command.table, match=command.match),)


def end_event(state: State, command: c.EndEvent) -> Outcome:
    """End the event early; a round under way is finished first."""
    if isinstance(state.stage, Over | Playing) or state.due is not None:
        return not_now(state)
    return (ended(state, "organiser", reason=command.reason.strip()),)
