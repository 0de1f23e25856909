"""The shapes of what is seen: a type of its own for each part, filled field by field."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from heraut.kernel import Instant, Reason, Seat
from heraut.tournament.awards import Award, By
from heraut.tournament.bands import Band
from heraut.tournament.lists import ArmyList
from heraut.tournament.pairing.pairs import Pairing
from heraut.tournament.results import Report
from heraut.tournament.standings import Row
from heraut.tournament.state import Verdict
from heraut.tournament.timing import Times


class PlayerView(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry; `lists` only when they are the viewer's to see."""

    seat: Seat
    name: str
    number: int
    status: str
    club: str = ""
    team: str = ""
    nickname: str = ""
    spare: bool = False
    draw_number: int | None = None
    has_lists: bool = False
    lists: Band | tuple[ArmyList, ...] | None = None
    verdicts: tuple[Verdict, ...] = ()


class ResultView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A result that counts."""

    report: Report
    winner: Seat | None
    points: Mapping[Seat, Fraction]
    by: Seat | None = None
    corrected: bool = False


class ClockView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clock of a table: whose time runs since when, what was used before, what there is."""

    active: Seat | None
    running: Seat | None
    since: Instant
    spent: Mapping[Seat, int]
    turn_seconds: int | None = None
    reserve_seconds: int | None = None
    extended: tuple[Seat, ...] = ()
    fallen: Seat | None = None


class TableView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game as the viewer may see it."""

    number: int
    seats: tuple[Seat, Seat]
    reasons: tuple[Reason, ...] = ()
    chosen: tuple[Seat, ...] = ()
    """Who has laid a card face down."""
    choices: Mapping[Seat, int] = {}
    no_choice: tuple[Seat, ...] = ()
    """Who has only one list left to choose [SR-VLIST-7]."""
    reported: tuple[Seat, ...] = ()
    reports: Mapping[Seat, Report] = {}
    disputed: bool = False
    result: ResultView | None = None
    granted: int = 0
    time_called: bool = False
    clock: ClockView | None = None
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


class DraftView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The next round as it would be: officials only."""

    pairing: Pairing
    seed: int
    breaks: tuple[Reason, ...] = ()
    adjusted: bool = False


class CallView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A judge asked for."""

    number: int
    seat: Seat
    table: int | None
    note: str
    at: Instant
    answered: Seat | None = None


class RulingView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ruling."""

    number: int
    by: Seat
    at: Instant
    text: str
    round: int | None = None
    table: int | None = None


class SanctionView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sanction; warnings stay between the player and the officials."""

    kind: str
    player: Seat
    by: Seat
    at: Instant
    reason: str
    points: Fraction = msgspec.field(default_factory=Fraction)


class AwardView(msgspec.Struct, frozen=True, omit_defaults=True):
    """An award as the viewer may see it; never how anybody else voted [HOUSE-AWARD-4]."""

    id: str
    name: str
    """The organiser's own words, or the key of the house's."""
    by: By
    candidates: tuple[Seat, ...] = ()
    """Whom the viewer may vote for now."""
    counts: Mapping[Seat, int] = {}
    announced: int = 0
    """The how-many-eth that was announced; 0 while it is not."""
    winners: tuple[Seat, ...] = ()
    value: Fraction | None = None
    would_win: tuple[Seat, ...] = ()
    """Who wins as the event stands: for officials, once it is over."""
    rule: Award | None = None
    """What decides it: for officials."""


class PollView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The players' vote as the viewer may see it: never anybody else's ballot [HOUSE-AWARD-4]."""

    awards: tuple[str, ...]
    open: bool
    may_vote: bool = False
    voted: bool = False
    own: Mapping[str, Seat] = {}
    voters: int = 0
    not_voted: tuple[Seat, ...] = ()
    """Who has not voted yet: for officials."""


class ListsAsked(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a Steamroller event asks of a player's lists."""

    least: int
    most: int
    size: int
    casters: int = 1
    theme_tier: int | None = None


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """The event as the viewer may see it."""

    format: str
    stage: str
    round: int
    rounds: int
    players: tuple[PlayerView, ...]
    played: tuple[RoundView, ...]
    standings: tuple[Row, ...]
    rulings: tuple[RulingView, ...] = ()
    sanctions: tuple[SanctionView, ...] = ()
    calls: tuple[CallView, ...] = ()
    variants: str = ""
    """The line of keywords of a Steamroller event [SR-VAR-3]."""
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
    draft: DraftView | None = None
    plan: Mapping[str, str] = {}
    """The scenario of each round, by its number: the organiser's alone until the event is over [SR-SEC-2]."""
    checklist: Mapping[str, bool] = {}
    notices: tuple[Reason, ...] = ()
    """What the organiser should know; some of it follows from the plan."""
    awards: tuple[AwardView, ...] = ()
    poll: PollView | None = None
