"""
What one may see of an event, built up from nothing.

Four kinds of viewers: a spectator, a player, a referee, the organiser. Secret until their time: lists (until the
reveal, or the game against their owner), a chosen list (until both are chosen), a report (until the other is in), the
length of the round (until time is called), the plan of scenarios, the draft of the next round [SR-SEC-1].
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from heraut.kernel.names import OFFICIALS, ORGANISER, REFEREE, Instant, Seat
from heraut.kernel.refusal import Reason
from heraut.kernel.sealed import Opened, SealedBox
from heraut.tournament.awards import AwardView, awards_view
from heraut.tournament.clocks import ends_at, told_length
from heraut.tournament.entries import PlayerView, may_check_in, players_view
from heraut.tournament.format import Format
from heraut.tournament.formats import AnyReport
from heraut.tournament.lists import last_lists, may_choose
from heraut.tournament.officials import calls_view, sanctions_view
from heraut.tournament.planning import plan_view
from heraut.tournament.programme import ListsAsked, Times
from heraut.tournament.standings.event import rows
from heraut.tournament.standings.table import StandingsRow
from heraut.tournament.state import (
    STAGES,
    BetweenRounds,
    Call,
    Entering,
    Over,
    PlayingRound,
    Round,
    RoundDraft,
    Ruling,
    Sanction,
    Settled,
    State,
    Table,
    remembered,
    remembered_by_round,
)
from heraut.tournament.turns import TableClockView, clock_view
from heraut.tournament.votes import PollView, poll_view


class TableView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game as the viewer may see it."""

    number: int
    seats: tuple[Seat, Seat]
    reasons: tuple[Reason, ...] = ()
    chosen: tuple[Seat, ...] = ()
    """Who has laid a card face down."""
    choices: Mapping[Seat, int] = {}
    commitments: Mapping[Seat, str] = {}
    """What the cards that lie there are checked by once they are shown, and `opened` when they are [HOUSE-SEAL-6]."""
    opened: tuple[Opened, ...] = ()
    no_choice: tuple[Seat, ...] = ()
    """Who has only one list left to choose [SR-VLIST-7]."""
    reported: tuple[Seat, ...] = ()
    reports: Mapping[Seat, AnyReport] = {}
    disputed: bool = False
    result: Settled | None = None
    granted: int = 0
    time_called: bool = False
    clock: TableClockView | None = None
    match: str | None = None
    ends_at: Instant | None = None
    """For officials only."""


class RoundView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A published round."""

    number: int
    scenario: str
    tables: tuple[TableView, ...]
    bye: Seat | None = None
    why: tuple[Reason, ...] = ()
    ranking: bool = False
    complete: bool = False
    started: Instant | None = None
    paused: Instant | None = None
    """Since when its clock stands still."""
    stood: int = 0
    """The seconds its clock stood still before: they do not count as gone by [HOUSE-CLOCK-3]."""
    minutes: int | None = None
    """The length of its games: for officials, and for all once time was called everywhere."""
    seed: int = 0
    """What its draw began with: whoever begins with it finds the same pairs [SR-PAIR-10]."""


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """The event as the viewer may see it."""

    format: str
    stage: str
    round: int
    rounds: int
    players: tuple[PlayerView, ...]
    played: tuple[RoundView, ...]
    standings: tuple[StandingsRow, ...]
    rulings: tuple[Ruling, ...] = ()
    sanctions: tuple[Sanction, ...] = ()
    calls: tuple[Call, ...] = ()
    variants: str = ""
    """The line of keywords of the event [SR-VAR-3]."""
    announced: tuple[str, ...] = ()
    """The scenarios made public beforehand; in order of play only if that is public too [SR-VSCEN-1]."""
    times: Times | None = None
    lists_asked: ListsAsked | None = None
    may_check_in: bool = False
    """Whether the viewer may say that they are here [HOUSE-ENTRY-1]."""
    may_choose: tuple[int, ...] = ()
    """The viewer's own lists that may be chosen now."""
    ended: str = ""
    leader: Seat | None = None
    draft: RoundDraft | None = None
    plan: Mapping[str, str] = {}
    """The scenario of each round, by its number: the organiser's alone until the event is over [SR-SEC-2]."""
    checklist: Mapping[str, bool] = {}
    tables: tuple[int, ...] = ()
    """The tables in use, in the order they are given out; none: 1, 2, 3 and so on. For officials."""
    notices: tuple[Reason, ...] = ()
    """What the organiser should know; some of it follows from the plan."""
    awards: tuple[AwardView, ...] = ()
    poll: PollView | None = None


def view(state: State, viewer: Seat | None) -> View:
    """What this viewer may see; None is a spectator."""
    settings, official = state.settings, viewer in OFFICIALS
    programme = settings.programme
    over = state.stage if isinstance(state.stage, Over) else None
    return View(
        format=settings.name(),
        stage=STAGES[type(state.stage)],
        round=_number(state),
        rounds=settings.round_count(state),
        players=players_view(state, viewer),
        played=rounds_view(state, viewer),
        standings=rows(state),
        rulings=state.rulings,
        sanctions=sanctions_view(state, viewer),
        calls=calls_view(state, viewer),
        variants=programme.variants,
        announced=programme.scenarios,
        times=programme.times,
        lists_asked=programme.lists,
        may_check_in=may_check_in(state, viewer),
        may_choose=may_choose(state, viewer),
        ended="" if over is None else over.cause,
        leader=None if over is None else over.leader,
        draft=state.stage.draft if official and isinstance(state.stage, BetweenRounds) else None,
        plan=plan_view(state) if viewer == ORGANISER or over is not None else {},
        checklist={row.item: row.item in state.checklist for row in settings.checklist()} if official else {},
        tables=state.tables if official else (),
        notices=tuple(settings.notices(state)) if viewer == ORGANISER else (),
        awards=awards_view(state, viewer),
        poll=poll_view(state, viewer),
    )


def _number(state: State) -> int:
    match state.stage:
        case Entering():
            return 0
        case BetweenRounds(number) | PlayingRound(number):
            return number
        case Over(after):
            return after


def rounds_view(state: State, viewer: Seat | None) -> tuple[RoundView, ...]:
    """The rounds as a passer-by sees them, with what a player knows more of their own table; officials see it all."""
    if viewer in OFFICIALS:
        return _rounds_for_officials(state)
    seen = _rounds_for_all(state)
    if viewer is None:
        return seen
    pairs = zip(state.rounds, seen, strict=True)
    return tuple(_with_own_table(state, played, public, viewer) for played, public in pairs)


@remembered
def public_view(state: State) -> View:
    """What everybody may see, for the many who look at one state."""
    return view(state, None)


@remembered
def seating(state: State) -> Mapping[Seat, int]:
    """The table of each player in the last published round, quicker than a view of the event."""
    tables = state.rounds[-1].tables.values() if state.rounds else ()
    return {seat: table.number for table in tables for seat in table.seats}


def _rounds_for_all(state: State) -> tuple[RoundView, ...]:
    over = isinstance(state.stage, Over)
    return tuple(_round_for_all(state.settings, played, over) for played in state.rounds)


@remembered_by_round
def _round_for_all(settings: Format, played: Round, over: bool, /) -> RoundView:
    """A round as everybody may see it: worked out again only where something has happened in it."""
    return RoundView(
        played.number,
        played.scenario,
        tuple(_table(table) for _number, table in sorted(played.tables.items())),
        played.bye,
        played.why,
        played.ranking,
        played.complete,
        played.started,
        played.paused,
        played.stood,
        told_length(settings.clock, played, over=over),
        played.seed,
    )


def _table(table: Table) -> TableView:
    """A game as everybody may see it."""
    seen = TableView(
        table.number,
        table.seats,
        table.reasons,
        reported=tuple(seat for seat in table.seats if seat in table.reports),
        disputed=table.disputed,
        result=table.result,
        granted=table.granted,
        time_called=table.time_called,
        clock=None if table.clock is None else clock_view(table.clock),
        match=table.match,
    )
    return seen if table.choice is None else _with_cards(seen, table.choice)


def _with_cards(seen: TableView, cards: SealedBox[int]) -> TableView:
    """The cards on the table: both once both are laid; before that, what each is checked by later [HOUSE-SEAL-6]."""
    return msgspec.structs.replace(
        seen,
        chosen=tuple(cards.values),
        choices=cards.values if cards.opened else {},
        commitments={seat: card.commitment for seat, card in cards.choices.items() if card.commitment},
        opened=cards.openings if cards.opened else (),
    )


@remembered
def _rounds_for_officials(state: State) -> tuple[RoundView, ...]:
    """The same for the organiser and for referees: what is sealed at a table is opened to neither."""
    pairs = zip(state.rounds, _rounds_for_all(state), strict=True)
    return tuple(_for_officials(state, played, seen) for played, seen in pairs)


def _for_officials(state: State, played: Round, seen: RoundView) -> RoundView:
    ends = ends_at(state.settings, played)
    tables = tuple(_opened(state, played, each, REFEREE, ends.get(each.number)) for each in seen.tables)
    return msgspec.structs.replace(seen, tables=tables, minutes=state.settings.clock.length(played))


def _with_own_table(state: State, played: Round, seen: RoundView, viewer: Seat) -> RoundView:
    tables = (_opened(state, played, each, viewer) if viewer in each.seats else each for each in seen.tables)
    return msgspec.structs.replace(seen, tables=tuple(tables))


def _opened(state: State, played: Round, seen: TableView, viewer: Seat, ends: Instant | None = None) -> TableView:
    """
    A game as one of its players or an official may see it.

    Of reports one's own; all of them for officials, and for the two players once they differ. Of cards that lie face
    down one's own only, since the organiser may be playing too [SR-PICK-3, HOUSE-SEAL-1].
    """
    table, everything = played.tables[seen.number], viewer in OFFICIALS or seen.disputed
    known = msgspec.structs.replace(
        seen,
        reports={seat: report for seat, report in table.reports.items() if everything or seat == viewer},
        ends_at=ends,
    )
    if table.choice is None:
        return known
    own = {seat: number for seat, number in table.choice.values.items() if seat == viewer}
    last = last_lists(state, played.number, seen.seats)
    return msgspec.structs.replace(known, choices=seen.choices or own, no_choice=last)
