"""Where an event stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from heraut.kernel import Box, Instant, Reason, Seat
from heraut.tournament.awards import Award
from heraut.tournament.bands import Band
from heraut.tournament.events.awards import AwardAnnounced
from heraut.tournament.lists import ArmyList
from heraut.tournament.pairing.pairs import Pairing
from heraut.tournament.results import Report
from heraut.tournament.settings import Settings
from heraut.tournament.timing.table import TableClock

Lists = Band | tuple[ArmyList, ...]
"""What a player hands in: a band, or one army list or more."""


class Status(StrEnum):
    """Whether a player is paired."""

    REGISTERED = "registered"
    PRESENT = "present"
    DROPPED = "dropped"
    DISQUALIFIED = "disqualified"


@dataclass(frozen=True, slots=True)
class Verdict:
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
    status: Status = Status.REGISTERED
    joined: int = 1
    """The first round this player can be paired in."""
    verdicts: tuple[Verdict, ...] = ()

    @property
    def present(self) -> bool:
        """Whether the player is in the event now."""
        return self.status is Status.PRESENT


@dataclass(frozen=True, slots=True)
class Settled:
    """A result that counts: the report, what it was worth, and who settled it (None: the two players agreed)."""

    report: Report
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
    reports: Mapping[Seat, Report] = field(default_factory=dict)
    result: Settled | None = None
    choice: Box[int] | None = None
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
    """The SAGA ranking round, or a Steamroller round with final tables."""
    adjusted: bool = False
    face: int | None = None
    """The secret roll; officials only until time is called."""
    started: Instant | None = None
    paused: Instant | None = None
    """Since when its clock stands still [HOUSE-CLOCK-1]."""
    stood: int = 0
    """The seconds its clock stood still before."""
    known: State | None = field(default=None, compare=False, repr=False)
    """The event as it stood when the round was paired: what its pairing is judged by."""

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

    def table_of(self, seat: Seat) -> Table | None:
        """The table of a player."""
        return next((table for table in self.tables.values() if seat in table.seats), None)


@dataclass(frozen=True, slots=True)
class Draft:
    """The next round as it would be; the organiser's affair until it is published."""

    pairing: Pairing
    seed: int
    breaks: tuple[Reason, ...] = ()
    """What a change by hand breaks."""
    adjusted: bool = False
    known: State | None = field(default=None, compare=False, repr=False)
    """The event as it stood when the round was paired."""


@dataclass(frozen=True, slots=True)
class Entering:
    """Registration is open."""


@dataclass(frozen=True, slots=True)
class Preparing:
    """Between two rounds: the next one is to be drafted and published."""

    number: int
    draft: Draft | None = None


@dataclass(frozen=True, slots=True)
class Playing:
    """A round is being played."""

    number: int


@dataclass(frozen=True, slots=True)
class Over:
    """The event has ended: after all rounds, with a sole leader, or because the organiser said so."""

    after: int
    cause: str
    leader: Seat | None = None


Stage = Entering | Preparing | Playing | Over


class Lot(StrEnum):
    """What the dice of FATE are due for."""

    NUMBERS = "numbers"
    PAIRING = "pairing"
    REPAIR = "repair"
    SCENARIO = "scenario"
    LENGTH = "length"
    ROLL_OFF = "roll_off"


@dataclass(frozen=True, slots=True)
class Due:
    """Dice that are due: what for, for which round, and on which tables."""

    lot: Lot
    round: int = 0
    tables: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Call:
    """A judge called to a table."""

    number: int
    seat: Seat
    table: int | None
    note: str
    at: Instant
    answered: Seat | None = None


@dataclass(frozen=True, slots=True)
class Sanction:
    """A warning, a penalty or a disqualification: who, when, why."""

    kind: str
    player: Seat
    by: Seat
    at: Instant
    reason: str
    points: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Ruling:
    """A judge's answer to a question of rules: final."""

    number: int
    by: Seat
    at: Instant
    text: str
    round: int | None = None
    table: int | None = None


Ballots = Box[Mapping[str, Seat]]
"""Each voter's choices, by award."""


@dataclass(frozen=True, slots=True)
class Poll:
    """The players' sealed votes: on which awards, and the box of ballots [HOUSE-AWARD-3]."""

    awards: tuple[str, ...]
    box: Ballots


@dataclass(frozen=True, slots=True)
class State:
    """The event: everybody and everything in it."""

    settings: Settings
    players: Mapping[Seat, Player]
    stage: Stage = Entering()
    lists: Mapping[Seat, Lists] = field(default_factory=dict)
    lists_open: bool = False
    numbers: Mapping[Seat, int] = field(default_factory=dict)
    """Draw numbers [ST-PAIR-2]."""
    tables: tuple[int, ...] = ()
    """The tables in use, in the order they are given out; none: 1, 2, 3 and so on."""
    plan: Mapping[int, str] = field(default_factory=dict)
    """The scenario of each round that the organiser has settled beforehand."""
    rounds: tuple[Round, ...] = ()
    due: Due | None = None
    calls: tuple[Call, ...] = ()
    sanctions: tuple[Sanction, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    checklist: frozenset[str] = frozenset()
    awards: tuple[Award, ...] = ()
    poll: Poll | None = None
    announced: Mapping[str, AwardAnnounced] = field(default_factory=dict)

    @property
    def playing(self) -> Round | None:
        """The round being played."""
        return self.rounds[-1] if isinstance(self.stage, Playing) else None

    def round(self, number: int) -> Round | None:
        """The published round of that number."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def table(self, number: int, table: int) -> Table | None:
        """A table of a published round."""
        found = self.round(number)
        return None if found is None else found.tables.get(table)

    @property
    def present(self) -> tuple[Seat, ...]:
        """Everybody in the event now."""
        return tuple(seat for seat, player in self.players.items() if player.present)
