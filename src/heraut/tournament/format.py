"""
What a format decides: the settings of an event, and every rule by which one format differs from another.

An event asks its settings. A new format is a package with a class like `saga.settings.SagaSettings` and one line in
`formats.FORMATS`. Whatever the class does not say is answered here for the plainest event: no lists, no scenarios, no
clock, no dice, no special last round.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, ClassVar

import msgspec

from heraut.kernel.names import ClauseId, Name, PlayerSeat, Seat
from heraut.kernel.refusal import Reason, Refusal, together
from heraut.tournament.award import Award, VoteCounts, award_faults, usual_awards
from heraut.tournament.pairing.contender import Apart, Contender, Pairing, PairingOrder, Swiss, Wishes
from heraut.tournament.pairing.round import assess, pair_round
from heraut.tournament.pairing.tables import table_number_faults
from heraut.tournament.standings.ledger import FinishedGame, GameSide, Ranking, Tiebreak
from heraut.tournament.standings.table import Standings, StandingsRow

if TYPE_CHECKING:
    from heraut.tournament.formats import Lists
    from heraut.tournament.state import Lot, Round, Settled, State, Table
    from heraut.tournament.steamroller.army import ListsAsked
    from heraut.tournament.steamroller.timing import Times

SEED_SIDES = 2**32
Day = Annotated[str, msgspec.Meta(pattern=r"^(\d{4}-\d{2}-\d{2})?$")]
"""A day of the calendar, 2026-11-21; empty: not said."""
ALWAYS_OPEN = frozenset(
    ("played_on", "lists_required", "self_check_in", "late_entry", "clubs_apart", "teams_apart", "no_repeated_table",
     "tables", "vote_counts")
)  # fmt: skip
"""What every format lets its organiser change while the event runs."""


class Report(msgspec.Struct, frozen=True):
    """What players report of a game: the facts only. Each format has its own; what it is worth is worked out."""


class ChecklistRow(msgspec.Struct, frozen=True):
    """Something the organiser does before the first pairing."""

    clause: ClauseId
    item: str


class Clauses(msgspec.Struct, frozen=True, kw_only=True):
    """By which clause of its sheet a format says what every format says; the house's own where it has no sheet."""

    late_entry: ClauseId = ClauseId("HOUSE-PHASE-1")
    closing: ClauseId = ClauseId("HOUSE-PHASE-1")
    too_few_entries: ClauseId = ClauseId("HOUSE-PHASE-1")
    too_few_players: ClauseId = ClauseId("HOUSE-PHASE-1")
    needless_bye: ClauseId = ClauseId("HOUSE-PHASE-1")
    next_round: ClauseId = ClauseId("HOUSE-PHASE-1")
    lists: ClauseId = ClauseId("HOUSE-PHASE-1")
    frozen_lists: ClauseId = ClauseId("HOUSE-PHASE-1")
    scenario: ClauseId = ClauseId("HOUSE-PHASE-1")
    time_over: ClauseId = ClauseId("HOUSE-PHASE-1")


class Worth(msgspec.Struct, frozen=True):
    """What a report makes of a game."""

    winner: Seat | None
    points: Mapping[Seat, Fraction]


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


class Format(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of any event: who is known already, the wishes that yield to the rules of pairing; and its rules."""

    report: ClassVar[type[Report]] = Report
    clauses: ClassVar[Clauses] = Clauses()
    criteria: ClassVar[tuple[Tiebreak, ...]] = (Tiebreak.WINS, Tiebreak.POINTS)
    """What is counted, so that most of it can be won."""
    changes_late: ClassVar[frozenset[str]] = ALWAYS_OPEN
    """The settings no published round depends on: they may be changed to the end [HOUSE-CHANGE-1]."""
    swiss_system: ClassVar[Swiss | None] = None
    """By which of the Swiss systems that the checker knows rounds are paired."""

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

    @classmethod
    def name(cls) -> str:
        """The tag of the settings."""
        return str(cls.__struct_config__.tag)

    # the event

    def refusal(self) -> Refusal | None:
        """Everything that keeps an event with these settings from being created."""
        wrong = table_number_faults(self.tables)
        tables = () if wrong is None else (wrong,)
        return together((*self.faults(), *tables, *award_faults(self.awards or (), self.criteria)))

    def faults(self) -> Iterator[Refusal]:
        """What is wrong with the settings of the format itself."""
        return iter(())

    def opening_awards(self) -> tuple[Award, ...]:
        """What there is to win when the event opens."""
        return usual_awards(self.criteria) if self.awards is None else self.awards

    def notices(self, _state: State, /) -> Iterator[Reason]:
        """What the organiser should know about this event as it stands, and may ignore."""
        return iter(())

    def checklist(self) -> tuple[ChecklistRow, ...]:
        """What the organiser does before the first pairing."""
        return ()

    # entries and lists

    draws_numbers: ClassVar[bool] = False
    """Whether everybody gets a draw number when registration is closed."""

    @property
    def has_spare(self) -> bool:
        """Whether a spare player may make the number even."""
        return False

    def closing_refusal(self, _players: int, /) -> Refusal | None:
        """Why an event of so many players cannot begin."""
        return None

    list_kind: ClassVar[type | None] = None
    """What players hand in: a band, or a tuple of army lists."""
    chooses_lists: ClassVar[bool] = False
    """Whether players choose one of their lists for each game."""

    @property
    def asks_lists(self) -> bool:
        """Whether everybody hands something in before they play."""
        return self.lists_required and self.list_kind is not None

    @property
    def band_ages(self) -> frozenset[str]:
        """The ages a band may be of, where there are any."""
        return frozenset()

    def list_faults(self, _lists: Lists, /) -> Refusal | None:
        """Everything wrong with what a player hands in."""
        return None

    def lists_asked(self) -> ListsAsked | None:
        """What is asked of a player's lists, where they are several."""
        return None

    def choosable(self, _state: State, _seat: Seat, _number: int, /) -> tuple[int, ...]:
        """The numbers of the lists a player may choose for a round."""
        return ()

    @property
    def tells_last_list(self) -> bool:
        """Whether the opponent is told who has only one list left to choose."""
        return False

    def penalty_refusal(self, _player: Seat, /) -> Refusal | None:
        """Why tournament points are never taken from a player."""
        return None

    # scenarios

    def scenario_of(self, state: State, number: int) -> str | None:
        """The scenario the round will play, as far as it is settled; empty where none is played."""
        return state.plan.get(number, "")

    def scenario_refusal(self, _state: State, _number: int, _slug: str, /) -> Refusal | None:
        """Why this scenario cannot be played in that round."""
        return None

    def scenarios_open(self, _state: State, _number: int, /) -> Sequence[str]:
        """The scenarios that may be chosen for a round."""
        return ()

    @property
    def draws_scenarios(self) -> bool:
        """Whether dice may choose the scenario of a round."""
        return False

    def scenario_drawn(self, faces: tuple[int, ...]) -> str:
        """The scenario these dice choose."""
        raise NotImplementedError(f"{self.name()} draws no scenario: {faces}")

    def announced(self) -> tuple[str, ...]:
        """The scenarios made public beforehand, in order of play only if that is public too."""
        return ()

    def variants_line(self) -> str:
        """The line of keywords that describes the event."""
        return ""

    # rounds

    def round_count(self, state: State) -> int:
        """How many rounds the event has."""
        raise NotImplementedError

    def is_ranked(self, _state: State, _number: int, /) -> bool:
        """Whether a round is paired by rank."""
        return False

    needs_seed: ClassVar[bool] = False
    """Whether lots are drawn before a round is paired."""
    confirms_rematches: ClassVar[bool] = False
    """Whether the organiser has to confirm that players meet again."""

    @property
    def wins_first(self) -> bool:
        """Whether rounds are paired on wins before points."""
        return False

    def wishes(self, tables: tuple[int, ...]) -> Wishes:
        """What the organiser wishes beyond the rules."""
        return Wishes(self.clubs_apart, self.teams_apart, self.no_repeated_table, tables)

    def pair(self, contenders: Sequence[Contender], number: int, seed: int, wishes: Wishes) -> Pairing:
        """The pairing of a round: by points from the top [ST-PAIR-5], or by shuffled piles of wins [SR-PAIR-3]."""
        assert self.swiss_system is not None, "another system pairs by itself"
        order = self._pairing_order
        return pair_round(self.swiss_system, contenders, round=number, seed=seed, wishes=wishes, order=order)

    def pair_ranked(self, ranked: Sequence[Contender], number: int, seed: int, wishes: Wishes) -> Pairing:
        """The pairing of a round paired by rank, from the contenders in the order of the standings."""
        return self.pair(ranked, number, seed, wishes)

    def assess(
        self, contenders: Sequence[Contender], pairing: Pairing, number: int, wishes: Wishes
    ) -> tuple[Reason, ...]:
        """What a pairing made by hand breaks [ST-PAIR-10, SR-PAIR-7]."""
        if self.swiss_system is None:
            return ()
        order = self._pairing_order
        return assess(self.swiss_system, contenders, pairing, round=number, wishes=wishes, order=order)

    @property
    def _pairing_order(self) -> PairingOrder:
        return PairingOrder.WINS if self.wins_first else PairingOrder.POINTS

    def dice(self, _lot: Lot, /) -> tuple[int, ...]:
        """The sides of the dice that are due for a lot."""
        return (SEED_SIDES,)

    # results and standings

    def worth(self, table: Table, report: Report) -> Worth | Refusal:
        """The winner and the tournament points of a report, or everything wrong with it."""
        raise NotImplementedError

    def forfeited(self, loser: Seat, opponent: Seat) -> Report:
        """The report of a game that one player lost without playing it to its end."""
        raise NotImplementedError

    def official_only(self, _seat: Seat, _report: Report, /) -> Refusal | None:
        """Why only an official may report this."""
        return None

    def agree(self, one: Report, other: Report) -> bool:
        """Whether two players' words tell the same game."""
        return one == other

    def winner_clause(self, _played: Round, /) -> ClauseId | None:
        """By which clause an official names a winner of every game of the round; None: a draw is a result."""
        return None

    def bye(self, number: int, seat: Seat) -> FinishedGame:
        """What a bye is worth; it is no game."""
        return FinishedGame(number, GameSide(seat, 1), kind="bye")

    def games(
        self, number: int, finished: Sequence[tuple[Table, Settled]], _lists: Mapping[Seat, Lists], /
    ) -> list[FinishedGame]:
        """The finished games of a round as standings count them: each side's points, and how the game was won."""
        found = []
        for table, result in finished:
            first, second = (GameSide(seat, result.points.get(seat, Fraction(0))) for seat in table.seats)
            found.append(FinishedGame(number, first, second, result.winner))
        return found

    def ranking(self, *, lots_drawn: bool) -> Ranking:
        """By what players are ranked."""
        raise NotImplementedError

    ranked_round_counts: ClassVar[bool] = True
    """Whether the games of a round paired by rank make standings."""

    def final_rows(
        self, _before: Standings, now: Standings, _decided: Sequence[FinishedGame], _playing: Collection[Seat], /
    ) -> tuple[StandingsRow, ...]:
        """The final places after a last round paired by rank, from the standings before it and with it."""
        return now.rows

    # the end

    @property
    def ends_with_leader(self) -> bool:
        """Whether the event is over as soon as somebody leads alone."""
        return False

    @property
    def goes_on(self) -> bool:
        """Whether rounds are added until somebody leads alone."""
        return False

    @property
    def rolls_off(self) -> bool:
        """Whether lots decide between those equal on everything when the event ends."""
        return False

    # clocks

    secret_length: ClassVar[bool] = False
    """Whether nobody is told how long a round lasts before it is over."""
    may_end_early: ClassVar[bool] = False
    """Whether officials may call time before it has come [HOUSE-CLOCK-4]."""

    def minutes(self, played: Round) -> int | None:
        """How long the games of a round last."""
        return played.minutes

    def minutes_drawn(self, face: int) -> int:
        """How long the games of a round last after this secret roll."""
        raise NotImplementedError(f"{self.name()} draws no length: {face}")

    @property
    def draws_length(self) -> bool:
        """Whether the length of a round is rolled for in secret."""
        return False

    def clock_refusal(self) -> Refusal | None:
        """Why games are not timed."""
        return None

    def turn_limits(self) -> TurnLimits | None:
        """How turns are timed; None: they are not."""
        return None

    def told_times(self) -> Times | None:
        """The lengths everybody is told."""
        return None

    # by example, so that a program can play an event through

    def example_lists(self) -> Lists | None:
        """Something a player may hand in."""
        return None

    def example_reports(self, _one: Seat, _other: Seat, /) -> Iterator[Report]:
        """Some results of a game between these two."""
        return iter(())
