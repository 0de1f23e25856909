"""Where an event stands: the types all its subjects share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import wraps
from operator import is_
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple

import msgspec

from heraut.kernel.names import Instant, Seat
from heraut.kernel.refusal import Reason
from heraut.kernel.sealed import SealedBox
from heraut.tournament.award import Award
from heraut.tournament.format import Format
from heraut.tournament.formats import AnyReport, Lists
from heraut.tournament.lots import Lot
from heraut.tournament.pairing.contender import Pairing
from heraut.tournament.table_clock import TableClock

if TYPE_CHECKING:
    from heraut.tournament.awards import AwardAnnounced


class PlayerStatus(StrEnum):
    """Whether a player is paired."""

    REGISTERED = "registered"
    PRESENT = "present"
    DROPPED = "dropped"
    DISQUALIFIED = "disqualified"


@dataclass(frozen=True, slots=True)
class ItemVerdict:
    """What an official noted at check-in about an item: approved or not, and for which list."""

    item: str
    approved: bool
    list_number: int | None = None
    set_aside: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Player:
    """An entry of the event."""

    seat: Seat
    name: str
    number: int
    """The place in the order of registration, from 1: the player number of a record sheet."""
    club: str = ""
    team: str = ""
    nickname: str = ""
    spare: bool = False
    fixed_table: int | None = None
    status: PlayerStatus = PlayerStatus.REGISTERED
    joined: int = 1
    """The first round this player can be paired in."""
    verdicts: tuple[ItemVerdict, ...] = ()
    faction: str = ""
    licence: str = ""

    @property
    def present(self) -> bool:
        """Whether the player is in the event now."""
        return self.status is PlayerStatus.PRESENT


class Call(msgspec.Struct, frozen=True, omit_defaults=True):
    """A judge called to a table."""

    number: int
    seat: Seat
    table: int | None
    note: str
    at: Instant
    answered: Seat | None = None


class Sanction(msgspec.Struct, frozen=True, omit_defaults=True):
    """A warning, a penalty or a disqualification: who, when, why."""

    kind: str
    player: Seat
    by: Seat
    at: Instant
    reason: str
    points: Fraction = msgspec.field(default_factory=Fraction)


class Ruling(msgspec.Struct, frozen=True, omit_defaults=True):
    """A judge's answer to a question of rules: final."""

    number: int
    by: Seat
    at: Instant
    text: str
    round: int | None = None
    table: int | None = None


class Settled(msgspec.Struct, frozen=True, omit_defaults=True):
    """A result that counts: the report, what it was worth, and who settled it (None: the two players agreed)."""

    report: AnyReport
    winner: Seat | None
    points: Mapping[Seat, Fraction]
    by: Seat | None = None
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """One game of a round."""

    number: int
    seats: tuple[Seat, Seat]
    reasons: tuple[Reason, ...] = ()
    reports: Mapping[Seat, AnyReport] = field(default_factory=dict)
    result: Settled | None = None
    choice: SealedBox[int] | None = None
    granted: int = 0
    """Minutes a judge added for this table."""
    time_called: bool = False
    clock: TableClock | None = None
    match: str | None = None
    """The stream of the match played here, by its id."""

    def opponent(self, seat: Seat) -> Seat:
        """The other player of the table."""
        return self.seats[1] if seat == self.seats[0] else self.seats[0]

    @property
    def disputed(self) -> bool:
        """Whether two different reports wait for somebody to decide."""
        reports = list(self.reports.values())
        return self.result is None and len(reports) == 2 and reports[0] != reports[1]

    @property
    def untouched(self) -> bool:
        """Whether nothing has been reported or chosen here, so that the table can be paired anew."""
        chosen = self.choice is not None and bool(self.choice.values)
        return self.result is None and not self.reports and not chosen and self.clock is None


@dataclass(frozen=True, slots=True)
class Round:
    """A published round."""

    number: int
    scenario: str
    tables: Mapping[int, Table]
    seed: int
    bye: Seat | None = None
    why: tuple[Reason, ...] = ()
    """Why the bye is whose it is, and what could not be avoided."""
    ranking: bool = False
    """Whether it was paired by rank."""
    adjusted: bool = False
    minutes: int | None = None
    """The length of its games where it was drawn, or kept when the settings changed; 0: kept without one."""
    started: Instant | None = None
    paused: Instant | None = None
    """Since when its clock stands still [HOUSE-CLOCK-1]."""
    stood: int = 0
    """The seconds its clock stood still before."""

    @property
    def complete(self) -> bool:
        """Whether every game has a result."""
        return all(table.result is not None for table in self.tables.values())

    @property
    def players(self) -> Iterator[Seat]:
        """Everybody in the round, the bye included."""
        for table in self.tables.values():
            yield from table.seats
        if self.bye is not None:
            yield self.bye

    def table_of(self, seat: Seat | None) -> Table | None:
        """The table of a player."""
        return None if seat is None else next((table for table in self.tables.values() if seat in table.seats), None)


class RoundDraft(msgspec.Struct, frozen=True, omit_defaults=True):
    """The next round as it would be; the organiser's affair until it is published."""

    pairing: Pairing
    seed: int
    breaks: tuple[Reason, ...] = ()
    """What a change by hand breaks."""
    adjusted: bool = False


@dataclass(frozen=True, slots=True)
class Entering:
    """Registration is open."""


@dataclass(frozen=True, slots=True)
class BetweenRounds:
    """Between two rounds: the next one is to be drafted and published."""

    number: int
    draft: RoundDraft | None = None


@dataclass(frozen=True, slots=True)
class PlayingRound:
    """A round is being played."""

    number: int


@dataclass(frozen=True, slots=True)
class Over:
    """The event has ended: after all rounds, with a sole leader, or because the organiser said so."""

    after: int
    cause: str
    leader: Seat | None = None


Stage = Entering | BetweenRounds | PlayingRound | Over
STAGES: Mapping[type[Stage], str] = {
    Entering: "entering", BetweenRounds: "preparing", PlayingRound: "playing", Over: "over",
}  # fmt: skip
"""What each is called."""


@dataclass(frozen=True, slots=True)
class DueDice:
    """Dice that are due: what for, for which round, and on which tables."""

    lot: Lot
    round: int = 0
    tables: tuple[int, ...] = ()


Ballots = SealedBox[Mapping[str, Seat]]
"""Each voter's choices, by award."""


@dataclass(frozen=True, slots=True)
class Poll:
    """The players' sealed votes: on which awards, and the box of ballots [HOUSE-AWARD-3]."""

    awards: tuple[str, ...]
    box: Ballots


@dataclass(frozen=True, slots=True)
class State:
    """The event: everybody and everything in it."""

    settings: Format
    players: Mapping[Seat, Player]
    stage: Stage = field(default_factory=Entering)
    lists: Mapping[Seat, Lists] = field(default_factory=dict)
    lists_open: bool = False
    numbers: Mapping[Seat, int] = field(default_factory=dict)
    """Draw numbers [ST-PAIR-2]."""
    tables: tuple[int, ...] = ()
    """The tables in use, in the order they are given out; none: 1, 2, 3 and so on."""
    plan: Mapping[int, str] = field(default_factory=dict)
    """The scenario of each round that the organiser has settled beforehand."""
    rounds: tuple[Round, ...] = ()
    places: Mapping[Seat, int | None] = field(default_factory=dict)
    """The final ranking as it was settled when the event ended: everybody from the top, None for no place."""
    due: DueDice | None = None
    calls: tuple[Call, ...] = ()
    sanctions: tuple[Sanction, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    checklist: frozenset[str] = frozenset()
    awards: tuple[Award, ...] = ()
    poll: Poll | None = None
    announced: Mapping[str, AwardAnnounced] = field(default_factory=dict)
    title: str = ""
    """What the organiser calls it since it was opened; empty: as then."""

    @property
    def playing(self) -> Round | None:
        """The round being played."""
        return self.rounds[-1] if isinstance(self.stage, PlayingRound) else None

    def table_of(self, seat: Seat | None) -> Table | None:
        """The table a player plays at now."""
        return self.rounds[-1].table_of(seat) if isinstance(self.stage, PlayingRound) else None

    def round(self, number: int) -> Round | None:
        """The published round of that number."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def table(self, number: int, table: int) -> Table | None:
        """A table of a published round."""
        found = self.round(number)
        return None if found is None else found.tables.get(table)

    def award(self, id: str) -> Award | None:
        """The award of that name, if there is one to win."""
        return next((award for award in self.awards if award.id == id), None)

    @property
    def present(self) -> tuple[Seat, ...]:
        """Everybody in the event now."""
        return tuple(seat for seat, player in self.players.items() if player.present)

    @property
    def players_here(self) -> int:
        """How many are in the event now, spare players aside."""
        return sum(player.present and not player.spare for player in self.players.values())

    def scenarios_before(self, number: int) -> list[str]:
        """The scenarios of the rounds before this one, played or planned, in order."""
        known = {**self.plan, **{published.number: published.scenario for published in self.rounds}}
        return [known[earlier] for earlier in range(1, number) if earlier in known]


def with_player(state: State, seat: Seat, **changes: Any) -> State:
    """The state with one player changed."""
    return replace(state, players={**state.players, seat: replace(state.players[seat], **changes)})


def with_round(state: State, number: int, **changes: Any) -> State:
    """The state with one published round changed."""
    changed = replace(state.rounds[number - 1], **changes)
    return replace(state, rounds=(*state.rounds[: number - 1], changed, *state.rounds[number:]))


def with_table(state: State, number: int, table: int, **changes: Any) -> State:
    """The state with one table of a round changed."""
    tables = state.rounds[number - 1].tables
    return with_round(state, number, tables={**tables, table: replace(tables[table], **changes)})


Asked = TypeVarTuple("Asked")
Found = TypeVar("Found")


def remembered(work: Callable[[*Asked], Found], most: int = 4) -> Callable[[*Asked], Found]:
    """
    The same function, which works once for the same values (not equal ones) asked about again.

    Five hundred phones ask about one state, one after the other. It keeps a few values alive, one for each event of a
    weekend, and answers as before: whoever asks cannot tell, but for the time it takes.
    """
    last: list[tuple[tuple[*Asked], Found]] = []

    @wraps(work)
    def answer(*asked: *Asked) -> Found:
        kept = last[:]
        for known, found in kept:
            if all(map(is_, known, asked)):
                return found
        found = work(*asked)
        last[:] = [(asked, found), *kept[: most - 1]]
        return found

    return answer


def remembered_by_round(work: Callable[[*Asked], Found]) -> Callable[[*Asked], Found]:
    """The same for what follows from one round, which stays as it is while the next ones are played."""
    return remembered(work, most=40)
