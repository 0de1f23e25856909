"""Rounds: drafted, changed by hand, published."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

import msgspec

from heraut.kernel.engine import Outcome, Subject, on
from heraut.kernel.message import Audience, Command, Event, PublicEvent, Roll, Speaker
from heraut.kernel.names import ORGANISER, ClauseId, Few, Seat
from heraut.kernel.refusal import Reason, Refusal, together
from heraut.kernel.sealed import SealedBox
from heraut.tournament.command import TournamentCommand, not_now
from heraut.tournament.lots import AWAITED, Lot
from heraut.tournament.pairing.contender import Pair, Pairing
from heraut.tournament.pairing.event import contestants, draft_pairing, hand_pairing, repeat_pairs
from heraut.tournament.state import (
    BetweenRounds,
    DueDice,
    PlayingRound,
    Round,
    RoundDraft,
    State,
    Table,
    with_table,
)


class DraftRound(TournamentCommand, frozen=True, kw_only=True):
    """Pair the next round; FATE gives the seed."""

    speaker = Speaker.ORGANISER


class AdjustDraft(TournamentCommand, frozen=True, kw_only=True):
    """Change the draft by hand: all pairs in the order of their tables, and who sits out."""

    speaker = Speaker.ORGANISER
    pairs: tuple[tuple[Seat, Seat], ...]
    bye: Seat | None = None
    reason: str = ""


class DiscardDraft(TournamentCommand, frozen=True, kw_only=True):
    """Throw the draft away."""

    speaker = Speaker.ORGANISER


class PublishRound(TournamentCommand, frozen=True, kw_only=True):
    """Announce pairings and scenario. A draft with rematches, or without everybody's list, has to be confirmed."""

    speaker = Speaker.ORGANISER
    confirm_rematches: bool = False
    confirm_missing_lists: bool = False


class LinkMatch(TournamentCommand, frozen=True, kw_only=True):
    """Say which match stream is played at a table."""

    round: Few
    table: int
    match: str


class DraftEvent(Event, frozen=True, kw_only=True):
    """Something about the draft of the next round."""

    audience = Audience.OFFICIALS
    round: int


class DraftBegun(DraftEvent, frozen=True, kw_only=True):
    """The next round is to be paired."""


class RoundDrafted(DraftEvent, frozen=True, kw_only=True):
    """The next round as it would be, with its reasons and the seed [SR-PAIR-10]."""

    seed: int
    pairing: Pairing


class DraftAdjusted(DraftEvent, frozen=True, kw_only=True):
    """The organiser changed the draft; `breaks` says what that breaks [ST-PAIR-10]."""

    pairing: Pairing
    breaks: tuple[Reason, ...] = ()
    reason: str = ""


class DraftDiscarded(DraftEvent, frozen=True, kw_only=True):
    """The draft is gone."""


class RoundPublished(PublicEvent, frozen=True, kw_only=True):
    """Pairings and scenario are announced."""

    reveals = True
    round: int
    scenario: str
    seed: int
    pairing: Pairing
    ranking: bool = False
    adjusted: bool = False
    choose_lists: bool = False
    length_due: bool = False


class MatchLinked(PublicEvent, frozen=True, kw_only=True):
    """A match stream is played at a table."""

    round: int
    table: int
    match: str


def draft_round(state: State, _command: DraftRound) -> Outcome:
    """Pair the next round once the last is complete [ST-RND-5, SR-PAIR-2]; some formats wait for a seed."""
    if not isinstance(state.stage, BetweenRounds) or state.due is not None:
        return not_now(state)
    number = state.stage.number
    few = _too_few(state, len(contestants(state, number)))
    if few is not None:
        return few
    begun = DraftBegun(round=number)
    if state.settings.paired_by_lot is Lot.PAIRING:
        return (begun,)
    return (begun, RoundDrafted(round=number, seed=0, pairing=draft_pairing(state, number, 0)))


def _too_few(state: State, players: int) -> Refusal | None:
    clause = state.settings.clauses.too_few_players
    return Refusal(clause, "event-too-few-left", asked=players, allowed=2) if players < 2 else None


def draw_pairing(state: State, command: Roll) -> Outcome:
    """The draft of the next round from its seed [SR-PAIR-10]."""
    assert state.due is not None
    number, seed = state.due.round, command.faces[0]
    return (RoundDrafted(round=number, seed=seed, pairing=draft_pairing(state, number, seed)),)


def adjust_draft(state: State, command: AdjustDraft) -> Outcome:
    """Change the draft by hand, with what that breaks [ST-PAIR-10]."""
    if not isinstance(state.stage, BetweenRounds) or state.stage.draft is None or state.due is not None:
        return not_now(state)
    number = state.stage.number
    faults = together(tuple(_partition_faults(state, command, contestants(state, number))))
    if faults is not None:
        return faults
    pairing, breaks = hand_pairing(state, number, command.pairs, command.bye)
    return (DraftAdjusted(round=number, pairing=pairing, breaks=breaks, reason=command.reason.strip()),)


def _partition_faults(state: State, command: AdjustDraft, players: tuple[Seat, ...]) -> Iterator[Refusal]:
    """Everybody plays once or sits out; one player at most sits out."""
    named = [seat for pair in command.pairs for seat in pair] + ([] if command.bye is None else [command.bye])
    clause = state.settings.clauses.by_hand
    for seat, count in Counter(named).items():
        if seat not in players:
            yield Refusal(clause, "draft-stranger", seat)
        elif count > 1:
            yield Refusal(clause, "draft-twice", seat, asked=count, allowed=1)
    missing = tuple(seat for seat in players if seat not in named)
    if missing:
        yield Refusal(clause, "draft-missing", asked=missing)
    if command.bye is not None and len(players) % 2 == 0:
        yield Refusal(state.settings.clauses.needless_bye, "draft-needless-bye", command.bye)


def discard_draft(state: State, _command: DiscardDraft) -> Outcome:
    """Throw the draft away."""
    if not isinstance(state.stage, BetweenRounds) or state.stage.draft is None or state.due is not None:
        return not_now(state)
    return (DraftDiscarded(round=state.stage.number),)


def publish_round(state: State, command: PublishRound) -> Outcome:
    """Announce the draft with its scenario [SR-PICK-1]; everything that stands in the way is named at once."""
    if not isinstance(state.stage, BetweenRounds) or state.stage.draft is None or state.due is not None:
        return not_now(state)
    number, draft = state.stage.number, state.stage.draft
    few = _too_few(state, len(_players(draft.pairing)))
    faults = together((
        *(() if few is None else (few,)), *_stale(state, number, draft.pairing), *_scenario_missing(state, number),
        *_lists_missing(state, draft.pairing, confirmed=command.confirm_missing_lists),
        *_unconfirmed(state, number, draft, confirmed=command.confirm_rematches),
    ))  # fmt: skip
    if faults is not None:
        return faults
    return (_published(state, number, draft),)


def _published(state: State, number: int, draft: RoundDraft) -> RoundPublished:
    settings, scenario = state.settings, state.settings.scenario_of(state, number)
    assert scenario is not None
    return RoundPublished(
        round=number,
        scenario=scenario,
        seed=draft.seed,
        pairing=draft.pairing,
        ranking=settings.is_ranked(state, number),
        adjusted=draft.adjusted,
        choose_lists=settings.chooses_lists,
        length_due=settings.clock.drawn is not None,
    )


def _players(pairing: Pairing) -> set[Seat]:
    seats = {seat for pair in pairing.pairs for seat in pair.seats}
    return seats if pairing.bye is None else seats | {pairing.bye}


def _stale(state: State, number: int, pairing: Pairing) -> Iterator[Refusal]:
    changed = tuple(sorted(_players(pairing) ^ set(contestants(state, number))))
    if changed:
        yield Refusal(ClauseId("HOUSE-PHASE-1"), "draft-stale", asked=changed)


def _lists_missing(state: State, pairing: Pairing, *, confirmed: bool) -> Iterator[Refusal]:
    """One missing list does not stop the others, if the organiser says so [ST-BND-15, SR-LIST-9]."""
    settings = state.settings
    if settings.asks_lists and not confirmed:
        for seat in sorted(_players(pairing) - set(state.lists)):
            yield Refusal(settings.clauses.lists, "list-missing", seat)


def _scenario_missing(state: State, number: int) -> Iterator[Refusal]:
    if state.settings.scenario_of(state, number) is None:
        yield Refusal(state.settings.clauses.scenario, "event-scenario-missing", number)


def _unconfirmed(state: State, number: int, draft: RoundDraft, *, confirmed: bool) -> Iterator[Refusal]:
    """Where rematches are flagged they are confirmed [SR-PAIR-8]; those of a round paired by rank are meant."""
    clause = state.settings.clauses.rematch
    if confirmed or clause is None or state.settings.is_ranked(state, number):
        return
    for first, second in repeat_pairs(state, number, draft.pairing):
        yield Refusal(clause, "rematch-unconfirmed", asked=(first, second))


def link_match(state: State, command: LinkMatch) -> Outcome:
    """Name the match stream of a table."""
    if state.table(command.round, command.table) is None:
        return Refusal(ClauseId("HOUSE-PHASE-1"), "event-table-unknown", command.table)
    return (MatchLinked(round=command.round, table=command.table, match=command.match),)


def _draft_due(state: State, event: DraftBegun) -> State:
    return replace(state, stage=BetweenRounds(event.round), due=DueDice(Lot.PAIRING, event.round))


def _drafted(state: State, event: RoundDrafted) -> State:
    return replace(state, stage=BetweenRounds(event.round, RoundDraft(event.pairing, event.seed)), due=None)


def _adjusted(state: State, event: DraftAdjusted) -> State:
    assert isinstance(state.stage, BetweenRounds)
    assert state.stage.draft is not None
    draft = msgspec.structs.replace(state.stage.draft, pairing=event.pairing, breaks=event.breaks, adjusted=True)
    return replace(state, stage=BetweenRounds(event.round, draft))


def _discarded(state: State, event: DraftDiscarded) -> State:
    due = None if state.due is not None and state.due.lot is Lot.PAIRING else state.due
    return replace(state, stage=BetweenRounds(event.round), due=due)


def _round_published(state: State, event: RoundPublished) -> State:
    tables = tables_of(event.pairing.pairs, choose_lists=event.choose_lists)
    number = event.round
    published = Round(
        number, event.scenario, tables, event.seed, event.pairing.bye, event.pairing.reasons, event.ranking,
        event.adjusted,
    )  # fmt: skip
    due = DueDice(Lot.LENGTH, number) if event.length_due else None
    return replace(state, stage=PlayingRound(number), rounds=(*state.rounds, published), due=due)


def tables_of(pairs: Iterable[Pair], *, choose_lists: bool) -> dict[int, Table]:
    """The tables of these pairs before anything has happened there."""
    return {
        pair.table: Table(
            pair.table, pair.seats, pair.reasons, choice=SealedBox.of(pair.seats) if choose_lists else None
        )
        for pair in pairs
    }


def _linked(state: State, event: MatchLinked) -> State:
    return with_table(state, event.round, event.table, match=event.match)


def tries(_state: State, seat: Seat) -> Iterator[Command]:
    """The draft, and its publication."""
    if seat == ORGANISER:
        yield from (DraftRound(seat), DiscardDraft(seat), PublishRound(seat, confirm_rematches=True))


SUBJECT = Subject[State](
    decides=(
        on(DraftRound, draft_round),
        on(AdjustDraft, adjust_draft),
        on(DiscardDraft, discard_draft),
        on(PublishRound, publish_round),
        on(LinkMatch, link_match),
    ),
    evolves=(
        on(DraftBegun, _draft_due),
        on(RoundDrafted, _drafted),
        on(DraftAdjusted, _adjusted),
        on(DraftDiscarded, _discarded),
        on(RoundPublished, _round_published),
        on(MatchLinked, _linked),
    ),
    rolls={AWAITED[Lot.PAIRING]: draw_pairing},
    tries=tries,
)
