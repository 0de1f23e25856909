"""
What a format decides: the settings of an event, and every rule by which one format differs from another.

An event asks its settings. A new format is a package with a class like `saga.settings.SagaSettings` and one line in
`formats.FORMATS`. It must say its report, how many rounds there are, how they are paired, what a game is worth and how
players are ranked. Whatever else the class does not say is answered here for the plainest event: no lists, no
scenarios, no clock, no dice, no special last round.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, Self, TypeVar

import msgspec

from heraut.kernel.engine import Subject
from heraut.kernel.names import ClauseId, Name, PlayerSeat, Seat
from heraut.kernel.refusal import Reason, Refusal, together
from heraut.tournament.award import Award, VoteCounts, award_faults
from heraut.tournament.clauses import Clauses
from heraut.tournament.lots import Lot
from heraut.tournament.pairing.contender import Apart, Contender, Pairing, PairingOrder, Swiss, Wishes
from heraut.tournament.pairing.round import pair_round
from heraut.tournament.pairing.tables import table_number_faults
from heraut.tournament.programme import Programme
from heraut.tournament.standings.ledger import FinishedGame, GameSide, Ranking, Tiebreak
from heraut.tournament.standings.table import Standings, StandingsRow

if TYPE_CHECKING:
    from heraut.tournament.state import Round, Settled, State, Table

Day = Annotated[str, msgspec.Meta(pattern=r"^(\d{4}-\d{2}-\d{2})?$")]
"""A day of the calendar, 2026-11-21; empty: not said."""
ScenarioText = Annotated[str, msgspec.Meta(max_length=40_000)]
"""A scenario of the organiser's own, as the text of its file."""
ALWAYS_OPEN = frozenset(
    ("played_on", "lists_required", "self_check_in", "late_entry", "clubs_apart", "teams_apart", "no_repeated_table",
     "tables", "vote_counts")
)  # fmt: skip
"""What every format lets its organiser change while the event runs."""
WISHES = frozenset(("clubs_apart", "teams_apart", "no_repeated_table", "tables"))
"""What rounds of every format are paired by, as far as its rules leave a choice."""


class Report(msgspec.Struct, frozen=True):
    """What players report of a game: the facts only. Each format has its own; what it is worth is worked out."""

    def agrees(self, other: Self) -> bool:
        """Whether the other player's words tell the same game."""
        return self == other

    def official_only(self, _seat: Seat, /) -> Refusal | None:
        """Why only an official may report this."""
        return None

    @classmethod
    def examples(cls, _one: Seat, _other: Seat, /) -> Iterator[Self]:
        """Some results of a game between these two, so that a program can play an event through."""
        return iter(())


def strangers(named: Iterable[Seat | None], seats: tuple[Seat, Seat]) -> Iterator[Refusal]:
    """Whoever is named in a report and does not play at the table [HOUSE-SEAT-2]."""
    for stranger in sorted(seat for seat in set(named) if seat is not None and seat not in seats):
        yield Refusal(ClauseId("HOUSE-SEAT-2"), "unknown-seat", stranger)


class ChecklistRow(msgspec.Struct, frozen=True):
    """Something the organiser does before the first pairing."""

    clause: ClauseId
    item: str


class Worth(msgspec.Struct, frozen=True):
    """What a report makes of a game."""

    winner: Seat | None
    points: Mapping[Seat, Fraction]


class EventEnding(msgspec.Struct, frozen=True, kw_only=True):
    """What ends an event besides its last round, and what is done then."""

    with_leader: bool = False
    """It is over as soon as somebody leads alone."""
    goes_on: bool = False
    """Rounds are added until somebody leads alone."""
    rolls_off: bool = False
    """Lots decide between those equal on everything."""


class TurnLimits(msgspec.Struct, frozen=True):
    """How turns are timed, in minutes: one by one with an extension, or by a reserve for the whole game."""

    turn: int
    extension: int
    extensions_clause: ClauseId | None = None
    """By which clause nobody has an extension; None: everybody has one."""
    reserve: int | None = None

    @property
    def seconds(self) -> int:
        """How long a turn, or with a reserve a game, may last for a player."""
        return 60 * (self.turn if self.reserve is None else self.reserve)


class SecretLength(msgspec.Struct, frozen=True):
    """A length that is rolled for in secret before the games of a round start: nobody is told before time is over."""

    base: int
    sides: int
    minutes_per_pip: int

    def minutes(self, face: int) -> int:
        """How long the games last after this roll."""
        return self.base + self.minutes_per_pip * face


class EventClock(msgspec.Struct, frozen=True, kw_only=True):
    """How the games of a round and their turns are timed."""

    minutes: int | None = None
    """How long the games of a round last; None: no limit, or a length that is `drawn`."""
    drawn: SecretLength | None = None
    turns: TurnLimits | None = None
    may_end_early: bool = False
    """Whether officials may call time before it has come [HOUSE-CLOCK-4]."""
    unused: ClauseId | None = None
    """By which clause games are not timed at all; None: their clock may be started."""

    def length(self, played: Round) -> int | None:
        """How long the games of a round last; it keeps the length it began with, or that it had none."""
        return self.minutes if played.minutes is None else played.minutes or None


class Material(msgspec.Struct, frozen=True):
    """Something a player brings, and how many of it."""

    clause: ClauseId
    item: str
    count: int | None = None


R = TypeVar("R", bound=Report)
L = TypeVar("L")


class FormatOf(msgspec.Struct, Generic[R, L], frozen=True, kw_only=True):
    """
    The settings of an event where players report an `R` and hand in an `L`, and its rules.

    What stands here is common to all: who is known already, the wishes that yield to the rules of pairing.
    """

    report: ClassVar[type[Report]] = Report
    clauses: ClassVar[Clauses] = Clauses()
    criteria: ClassVar[tuple[Tiebreak, ...]] = (Tiebreak.WINS, Tiebreak.POINTS)
    """What is counted, so that most of it can be won."""
    changes_late: ClassVar[frozenset[str]] = ALWAYS_OPEN
    """The settings no published round depends on: they may be changed to the end [HOUSE-CHANGE-1]."""
    paired_by: ClassVar[frozenset[str]] = WISHES
    """The settings a draft is paired by: it is thrown away when one of them changes [HOUSE-CHANGE-1]."""

    players: Mapping[PlayerSeat, Name] = {}
    played_on: Day = ""
    """The day it is played, or its first."""
    lists_required: bool = True
    self_check_in: bool = False
    """Whether players may say themselves that they are here [HOUSE-ENTRY-1]."""
    clubs_apart: Apart = Apart.OFF
    teams_apart: Apart = Apart.OFF
    no_repeated_table: bool = False
    tables: tuple[int, ...] = ()
    awards: tuple[Award, ...] | None = None
    """What there is to win; None: what the house usually gives [HOUSE-AWARD-1]."""
    vote_counts: VoteCounts = VoteCounts.OFFICIALS
    late_entry: bool = False

    # the event

    @classmethod
    def name(cls) -> str:
        """The tag of the settings."""
        return str(cls.__struct_config__.tag)

    def refusal(self, players: int | None = None) -> Refusal | None:
        """Everything that keeps an event with these settings from being created, or from beginning with so many."""
        wrong = table_number_faults(self.tables, self.clauses.tables)
        tables = () if wrong is None else (wrong,)
        return together((*self.faults(players), *tables, *award_faults(self.awards or (), self.criteria)))

    def faults(self, _players: int | None, /) -> Iterator[Refusal]:
        """What is wrong with the settings of the format itself, once it is known also for so many players."""
        return iter(())

    def notices(self, _state: State, /) -> Iterator[Reason]:
        """What the organiser should know about this event as it stands, and may ignore."""
        return iter(())

    def checklist(self) -> tuple[ChecklistRow, ...]:
        """What the organiser does before the first pairing."""
        return ()

    @property
    def programme(self) -> Programme:
        """What everybody is told beforehand."""
        return Programme()

    @property
    def has_spare(self) -> bool:
        """Whether a spare player may make the number even."""
        return False

    # lists

    list_kind: ClassVar[Any] = None
    """The type of what players hand in, such as a band or a tuple of army lists; None: nothing."""
    chooses_lists: ClassVar[bool] = False
    """Whether players choose one of their lists for each game."""

    @classmethod
    def subjects(cls) -> tuple[Subject[Any], ...]:
        """What only its events know: how something is handed in, and what is done with it."""
        return ()

    @property
    def checks(self) -> Mapping[str, ClauseId]:
        """What officials look at on check-in, each with the clause that asks for it [HOUSE-ENTRY-4]."""
        return {}

    @property
    def asks_lists(self) -> bool:
        """Whether everybody hands something in before they play."""
        return self.lists_required and self.list_kind is not None

    @property
    def band_ages(self) -> frozenset[str]:
        """The ages a band may be of, where there are any."""
        return frozenset()

    def list_faults(self, _lists: L, /) -> Refusal | None:
        """Everything wrong with what a player hands in."""
        return None

    def set_aside_refusal(
        self, player: Seat, _lists: L | None, _number: int | None, _entries: tuple[str, ...], /
    ) -> Refusal | None:
        """Why these entries cannot be set aside of a list (of the first, unless told) that is otherwise approved."""
        return Refusal(self.clauses.checks, "list-missing", player)

    def factions(self, _lists: L, /) -> tuple[str, ...]:
        """What a player plays, by what they handed in."""
        return ()

    def choosable(self, _state: State, _seat: Seat, _number: int, /) -> tuple[int, ...]:
        """The numbers of the lists a player may choose for a round."""
        return ()

    @property
    def tells_last_list(self) -> bool:
        """Whether the opponent is told who has only one list left to choose."""
        return False

    def example_lists(self) -> Any:
        """What a player may hand in, of the type that is handed in, so that a program can play an event through."""
        return None

    # scenarios

    def scenario_of(self, state: State, number: int) -> str | None:
        """The scenario the round will play, as far as it is settled; empty where none is played."""
        return state.plan.get(number, "")

    def scenarios_open(self, _state: State, _number: int, /) -> Sequence[str]:
        """The scenarios that may be chosen for a round."""
        return ()

    def has_scenario(self, _slug: str, /) -> bool:
        """Whether a scenario of that name is one of the event's at all, whatever round it is for."""
        return True

    def scenario_refusal(self, state: State, number: int, slug: str) -> Refusal | None:
        """Why this scenario cannot be played in that round."""
        known = tuple(self.scenarios_open(state, number))
        unknown = Refusal(self.clauses.scenario, "event-scenario-unknown", asked=slug, allowed=known)
        return None if slug in known else unknown

    @property
    def scenario_dice(self) -> tuple[int, ...]:
        """The sides of the dice that may choose the scenario of a round; none: it is not drawn."""
        return ()

    def scenario_drawn(self, faces: tuple[int, ...]) -> str:
        """The scenario these dice choose."""
        raise NotImplementedError(f"{self.name()} draws no scenario: {faces}")

    # rounds

    paired_by_lot: ClassVar[Lot | None] = None
    """What is drawn to pair by: draw numbers once registration is closed, or a seed for each round; None: nothing."""
    swiss_system: ClassVar[Swiss | None] = None
    """By which of the Swiss systems that the checker knows rounds are paired; None: the format pairs by itself."""

    def round_count(self, state: State) -> int:
        """How many rounds the event has."""
        raise NotImplementedError

    @property
    def paired_on(self) -> PairingOrder:
        """What a Swiss system goes by first."""
        return PairingOrder.POINTS

    def wishes(self, tables: tuple[int, ...]) -> Wishes:
        """What the organiser wishes beyond the rules."""
        return Wishes(self.clubs_apart, self.teams_apart, self.no_repeated_table, tables)

    def pair(self, contenders: Sequence[Contender], number: int, seed: int, wishes: Wishes) -> Pairing:
        """The pairing of a round: by points from the top [ST-PAIR-5], or by shuffled piles of wins [SR-PAIR-3]."""
        assert self.swiss_system is not None, "another system pairs by itself"
        return pair_round(self.swiss_system, contenders, round=number, seed=seed, wishes=wishes, order=self.paired_on)

    # a last round paired by rank

    @property
    def has_ranking_round(self) -> bool:
        """Whether the last round is paired by rank."""
        return False

    def is_ranked(self, state: State, number: int) -> bool:
        """Whether a round is paired by rank."""
        return self.has_ranking_round and number == self.round_count(state)

    ranking_round_counts: ClassVar[bool] = True
    """Whether its games make standings."""

    def pair_ranked(self, ranked: Sequence[Contender], number: int, seed: int, wishes: Wishes) -> Pairing:
        """Its pairing, from the contenders in the order of the standings."""
        return self.pair(ranked, number, seed, wishes)

    def final_rows(
        self, _before: Standings, now: Standings, _decided: Sequence[FinishedGame], _playing: Collection[Seat], /
    ) -> tuple[StandingsRow, ...]:
        """The final places after it, from the standings before it and with it."""
        return now.rows

    # results and standings

    def worth(self, table: Table, report: R) -> Worth | Refusal:
        """The winner and the tournament points of a report, or everything wrong with it."""
        raise NotImplementedError

    def forfeited(self, loser: Seat, opponent: Seat) -> R:
        """The report of a game that one player lost without playing it to its end."""
        raise NotImplementedError

    def game(self, number: int, table: Table, result: Settled, _report: R, _lists: Mapping[Seat, L], /) -> FinishedGame:
        """A finished game of a round as standings count it: each side's points, and how the game was won."""
        first, second = (GameSide(seat, result.points.get(seat, Fraction(0))) for seat in table.seats)
        return FinishedGame(number, first, second, result.winner)

    def bye(self, number: int, seat: Seat) -> FinishedGame:
        """What a bye is worth; it is no game."""
        return FinishedGame(number, GameSide(seat, 1), kind="bye")

    @property
    def ranking(self) -> Ranking:
        """By what players are ranked."""
        raise NotImplementedError

    # the end, the clock

    @property
    def ending(self) -> EventEnding:
        """What ends the event besides its last round."""
        return EventEnding()

    @property
    def clock(self) -> EventClock:
        """How games and turns are timed."""
        return EventClock()


Format = FormatOf[Any, Any]
"""Any format, for whoever need not know which one."""
