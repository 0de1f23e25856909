"""The format SAGA: the settings of its sheet, and what they decide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

import msgspec

from heraut.kernel.engine import Subject
from heraut.kernel.names import ClauseId, Few, Many, Seat
from heraut.kernel.refusal import Reason, Refusal
from heraut.rulesets.editions import current
from heraut.rulesets.tables import only_row
from heraut.tournament.format import ALWAYS_OPEN, WISHES, EventClock, FormatOf, ScenarioText, Worth
from heraut.tournament.lots import Lot
from heraut.tournament.pairing.contender import Apart, Contender, Pairing, PairingOrder, Swiss, Wishes
from heraut.tournament.pairing.round import pair_ranking_round
from heraut.tournament.saga.bands import (
    Age,
    FiguresLine,
    SagaBand,
    SagaBandRules,
    TroopClass,
    ages_of_group,
    check_band,
)
from heraut.tournament.saga.clauses import CLAUSES
from heraut.tournament.saga.organisation import (
    ElementPlace,
    SagaMassacreScale,
    SagaTerrain,
    on_tables_faults,
    preset,
    presets,
    saga_scenarios,
)
from heraut.tournament.saga.scoring import (
    Bonus,
    ForfeitPoints,
    PointsRow,
    SagaReport,
    points_table,
    score_saga,
    sudden_loss_points,
    table_faults,
)
from heraut.tournament.standings.ledger import (
    ByeResistance,
    FinishedGame,
    GameSide,
    Ranking,
    Tiebreak,
    ranking_of,
    reordered,
)
from heraut.tournament.standings.table import Standings, StandingsRow, after_ranking_round

if TYPE_CHECKING:
    from heraut.tournament.state import Settled, State, Table


_CHECKS = {"material": ClauseId("ST-MAT-1"), "conversion": CLAUSES.checks, "painting": CLAUSES.checks}


class OddField(StrEnum):
    """What happens with an odd number of players [ST-PAIR-9]."""

    BYE = "bye"
    SPARE_PLAYER = "spare_player"


class SagaSettings(
    FormatOf[SagaReport, SagaBand], frozen=True, kw_only=True, tag="saga", tag_field="format", omit_defaults=True,
    forbid_unknown_fields=True,
):  # fmt: skip
    """A SAGA event; the names and defaults are those of the sheet's table of settings."""

    allowed_ages: tuple[str, ...]
    """Ages, or groups that stand for theirs [ST-ORG-3]."""
    preset: str = "one_day"
    swiss_rounds: Few | None = None
    ranking_round: bool | None = None
    scenario_by_round: tuple[str, ...] = ()
    round_minutes: Many | None = None
    budget: Many = 6
    partial_points: bool = False
    special_costs: Mapping[str, Fraction] = {}
    spells_on_list: bool = True
    legendary_units: bool = False
    legendary_bands: bool = False
    band_sheet_copies: Few = 2
    pairing_order: PairingOrder = PairingOrder.POINTS
    round1_avoid: str = "none"
    odd_field: OddField = OddField.BYE
    bye_points: Fraction = msgspec.field(default_factory=lambda: Fraction(11))
    bye_is_win: bool = True
    bye_resistance: ByeResistance = ByeResistance.MEAN
    points_table: tuple[PointsRow, ...] = ()
    bonus_points: tuple[Bonus, ...] = ()
    standings_order: tuple[str, ...] = ("wins", "points", "resistance")
    forfeit_points: ForfeitPoints | None = None
    late_entry: bool = True
    half_rounding: Literal["up", "down"] = "up"
    """Half the budget of an odd number, in opening dice [ST-GAM-7]."""
    massacre_scale: SagaMassacreScale | None = None
    terrain_table: tuple[SagaTerrain, ...] = ()
    special_terrain: bool = True
    marker_diameter_cm: Fraction = msgspec.field(default_factory=lambda: Fraction(4))
    table_size: tuple[Few, Few] | None = None
    """In inches, with layouts of its own [ST-GEO-2]."""
    scenario_layouts: Mapping[str, tuple[ElementPlace, ...]] = {}
    """Markers and zones of a scenario that are elsewhere than on the sheet [ST-GEO-13]."""
    own_scenarios: Mapping[str, ScenarioText] = {}
    """Those of the organiser's own, by their ids: they go where the event goes."""
    lost_dice_scoring: Literal["once", "every_turn", "off"] = "once"
    failed_attack_bonus: Literal["once", "every_turn"] = "every_turn"
    diagonal_direction: Literal["left-to-far-right", "right-to-far-left"] = "left-to-far-right"
    diagonal_pieces: Few = 2
    material: tuple[str, ...] = ()
    """The organiser's own list of what to bring, if it is not the guide's [ST-MAT-2]."""

    @property
    def ages(self) -> frozenset[Age]:
        """The ages that may be played, groups spelt out."""
        return frozenset(age for name in self.allowed_ages for age in (ages_of_group(name) or age_named(name)))

    @property
    def swiss(self) -> int:
        """The number of Swiss rounds [ST-RND-3]."""
        return self.swiss_rounds if self.swiss_rounds is not None else preset(self.preset).swiss_rounds

    @property
    def has_ranking_round(self) -> bool:
        """Whether a ranking round follows [ST-RND-3]."""
        return self.ranking_round if self.ranking_round is not None else preset(self.preset).ranking_round

    @property
    def rounds(self) -> int:
        """All rounds; the ranking round is the last [ST-RND-3]."""
        return self.swiss + self.has_ranking_round

    @property
    def table(self) -> tuple[PointsRow, ...]:
        """The points table in force [ST-PTS-2]."""
        return self.points_table or points_table()

    @property
    def forfeit(self) -> ForfeitPoints:
        """What a game is worth that was conceded or not played [ST-LOSS-8]."""
        return self.forfeit_points or sudden_loss_points()

    def band_rules(self) -> SagaBandRules:
        """What a band is checked against."""
        return SagaBandRules(
            self.budget, self.ages, self.partial_points, self.special_costs,
            self.spells_on_list, self.legendary_units, self.legendary_bands,
        )  # fmt: skip

    report = SagaReport
    clauses = CLAUSES
    criteria = (Tiebreak.WINS, Tiebreak.POINTS, Tiebreak.RESISTANCE, Tiebreak.VP_DIFFERENCE)
    changes_late = ALWAYS_OPEN | {
        "preset", "swiss_rounds", "ranking_round", "scenario_by_round", "own_scenarios", "round_minutes",
        "band_sheet_copies", "pairing_order", "round1_avoid", "odd_field", "material",
    }  # fmt: skip
    paired_by = WISHES | {
        "round1_avoid", "pairing_order", "odd_field", "preset", "swiss_rounds", "ranking_round",
    }  # fmt: skip
    swiss_system = Swiss.SAGA
    paired_by_lot = Lot.NUMBERS
    list_kind = SagaBand
    ranking_round_counts = False

    @classmethod
    def subjects(cls) -> tuple[Subject[State], ...]:
        """The band."""
        from heraut.tournament.saga.lists import SUBJECT  # noqa: PLC0415  # it knows the state, which knows us

        return (SUBJECT,)

    @property
    def checks(self) -> Mapping[str, ClauseId]:
        """What to bring [ST-MAT-1]; of the figures the guide says nothing. Events begun before may track damage."""
        return _CHECKS if current() > 2 else {"damage-tracker": CLAUSES.checks, **_CHECKS}

    def faults(self, _players: int | None, /) -> Iterator[Refusal]:
        """Everything that keeps a SAGA event from being created."""
        yield from _plan_faults(self)
        yield from on_tables_faults(self)
        yield from _choice_faults(self)

    def notices(self, state: State, /) -> Iterator[Reason]:
        """A scenario used twice [ST-ORG-5], a budget whose games last longer [ST-BND-1], repeat meetings [ST-RND-6]."""
        planned = [self.scenario_of(state, number) for number in range(1, self.rounds + 1)]
        for scenario, count in Counter(slug for slug in planned if slug is not None).items():
            if count > 1:
                yield Reason(ClauseId("ST-ORG-5"), "notice-scenario-twice", {"scenario": scenario, "count": count})
        if self.budget >= only_row("saga_tournament", "organisation", "budget", _BudgetRow).long:
            yield Reason(ClauseId("ST-BND-1"), "notice-long-games", {"budget": self.budget})
        if state.players_here > 1:
            yield from repeats_unavoidable(state.players_here, self.swiss)

    @property
    def has_spare(self) -> bool:
        """Whether a spare player makes the number even [ST-PAIR-9]."""
        return self.odd_field is OddField.SPARE_PLAYER

    @property
    def band_ages(self) -> frozenset[str]:
        """The ages that may be played [ST-ORG-3]."""
        return frozenset(self.ages)

    def list_faults(self, band: SagaBand, /) -> Refusal | None:
        """All faults of a band at once."""
        priced = check_band(band, self.band_rules())
        return priced if isinstance(priced, Refusal) else None

    def factions(self, band: SagaBand, /) -> tuple[str, ...]:
        """That of the band."""
        return (band.faction,)

    def scenario_of(self, state: State, number: int) -> str | None:
        """The organiser's choice, or what the settings say for the round [ST-ORG-5]."""
        given = self.scenario_by_round
        return state.plan.get(number) or (given[number - 1] if number <= len(given) else None)

    def scenario_refusal(self, _state: State, _number: int, slug: str, /) -> Refusal | None:
        """Any of the six may be played in any round [ST-ORG-6]."""
        return self.scenario_fault(slug)

    def has_scenario(self, slug: str, /) -> bool:
        """One of the six, or the organiser's own [ST-ORG-6]."""
        return self.scenario_fault(slug) is None

    def scenario_fault(self, slug: str) -> Refusal | None:
        """Why this is no scenario of the event."""
        known = self.scenarios_open()
        unknown = Refusal(ClauseId("ST-ORG-6"), "event-scenario-unknown", asked=slug, allowed=known)
        return None if slug in known else unknown

    def scenarios_open(self, _state: State | None = None, _number: int = 0, /) -> tuple[str, ...]:
        """The six scenarios [ST-ORG-6], and the organiser's own."""
        return (*(row.id for row in saga_scenarios()), *self.own_scenarios)

    def round_count(self, _state: State, /) -> int:
        """What the settings say; the ranking round is the last [ST-RND-3]."""
        return self.rounds

    @property
    def paired_on(self) -> PairingOrder:
        """Points before wins, unless the settings say otherwise [ST-PAIR-3]."""
        return self.pairing_order

    def wishes(self, tables: tuple[int, ...]) -> Wishes:
        """Members of one club may be kept apart in round 1 [ST-PAIR-13]."""
        wished = super().wishes(tables)
        if self.round1_avoid == "club" and wished.clubs_apart is Apart.OFF:
            return msgspec.structs.replace(wished, clubs_apart=Apart.ROUND_ONE)
        return wished

    def pair_ranked(self, ranked: Sequence[Contender], number: int, _seed: int, wishes: Wishes, /) -> Pairing:
        """First against second, third against fourth [ST-RNK-8]."""
        return pair_ranking_round(ranked, round=number, wishes=wishes)

    def worth(self, table: Table, report: SagaReport) -> Worth | Refusal:
        """Tournament points by the difference in victory points [ST-PTS-2]."""
        worth, bonuses = self.table, self.bonus_points
        scored = score_saga(report, table.seats, table=worth, forfeit=self.forfeit, bonuses=bonuses)
        if isinstance(scored, Refusal):
            return scored
        return Worth(scored.winner, {seat: scored.points[seat] for seat in table.seats})

    def forfeited(self, loser: Seat, _opponent: Seat, /) -> SagaReport:
        """A game conceded, left or not played [ST-LOSS-8]."""
        return SagaReport({}, forfeit=loser)

    def bye(self, number: int, seat: Seat) -> FinishedGame:
        """Eleven points and a win, unless the settings say otherwise [ST-PAIR-8]."""
        return FinishedGame(
            number, GameSide(seat, self.bye_points), winner=seat if self.bye_is_win else None, kind="bye"
        )

    def game(
        self, number: int, table: Table, result: Settled, report: SagaReport, _bands: Mapping[Seat, SagaBand], /
    ) -> FinishedGame:
        """Points and victory points of each side; one not played to its end says why [ST-LOSS-1, ST-LOSS-8]."""
        kind = "forfeit" if report.forfeit else "sudden_loss" if report.sudden_loss else None
        first, second = (
            GameSide(seat, result.points.get(seat, Fraction(0)), report.victory_points.get(seat, 0))
            for seat in table.seats
        )
        return FinishedGame(number, first, second, result.winner, kind)

    @property
    def ranking(self) -> Ranking:
        """
        The sheet's order, or the organiser's own [ST-RNK-1, ST-RNK-17].

        Where a ranking round follows, who withdrew holds no rank to play for [ST-RNK-16].
        """
        sheet = ranking_of("saga", "before_ranking_round" if self.has_ranking_round else None)
        base = msgspec.structs.replace(sheet, bye_resistance=self.bye_resistance)
        own = tuple(Tiebreak(name) for name in self.standings_order)
        return base if own == base.criteria else reordered(base, own)

    def final_rows(
        self, before: Standings, now: Standings, decided: Sequence[FinishedGame], playing: Collection[Seat], /
    ) -> tuple[StandingsRow, ...]:
        """Each table of the ranking round plays for the two ranks its players held [ST-RNK-9]."""
        left = {row.id: row.standing for row in now.rows if row.id in playing}
        return after_ranking_round(before.rows, decided, left)

    @property
    def clock(self) -> EventClock:
        """The same limit for every round, if there is one [ST-ORG-7]."""
        return EventClock(minutes=self.round_minutes, may_end_early=True)

    def example_lists(self) -> SagaBand:
        """A warlord and as many warriors as the budget buys."""
        return SagaBand(
            (FiguresLine(TroopClass.WARLORD, 1), FiguresLine(TroopClass.WARRIOR, 8 * self.budget)), min(self.ages)
        )


class _BudgetRow(msgspec.Struct, frozen=True):
    clause: ClauseId
    recommended: tuple[int, ...]
    long: int


def repeats_unavoidable(players: int, swiss_rounds: int) -> tuple[Reason, ...]:
    """A warning when so many rounds cannot avoid repeat meetings [ST-RND-6]."""
    most = players - 1 if players % 2 == 0 else players
    if swiss_rounds <= most:
        return ()
    facts = {"rounds": swiss_rounds, "most": most, "players": players}
    return (Reason(ClauseId("ST-RND-6"), "notice-repeats-unavoidable", facts),)


def age_named(name: str) -> tuple[Age, ...]:
    """The age of that name, if there is one."""
    return (Age(name),) if name in set(Age) else ()


def _plan_faults(settings: SagaSettings) -> Iterator[Refusal]:
    unknown = tuple(name for name in settings.allowed_ages if not ages_of_group(name) and not age_named(name))
    if unknown or not settings.allowed_ages:
        yield Refusal(ClauseId("ST-ORG-3"), "event-settings-ages", asked=unknown, allowed=tuple(Age))
    if settings.budget < 1:
        yield Refusal(ClauseId("ST-BND-1"), "event-settings-budget", asked=settings.budget, allowed=1)
    if settings.preset not in {row.id for row in presets()}:
        allowed = tuple(row.id for row in presets())
        yield Refusal(ClauseId("ST-RND-4"), "event-settings-preset", asked=settings.preset, allowed=allowed)
    if settings.swiss < 1:
        yield Refusal(ClauseId("ST-RND-3"), "event-settings-swiss-rounds", asked=settings.swiss, allowed=1)
    found = (*map(settings.scenario_fault, settings.scenario_by_round), table_faults(settings.table))
    yield from (fault for fault in found if fault is not None)


def _choice_faults(settings: SagaSettings) -> Iterator[Refusal]:
    criteria = tuple(map(str, settings.criteria))
    counts = Counter(settings.standings_order)
    odd = tuple(name for name, count in counts.items() if name not in criteria or count > 1)
    if odd:
        yield Refusal(ClauseId("ST-RNK-17"), "event-settings-standings-order", asked=odd, allowed=criteria)
    if settings.round1_avoid not in ("none", "club"):
        yield Refusal(ClauseId("ST-PAIR-13"), "event-settings-round1-avoid", asked=settings.round1_avoid)
    if settings.round_minutes is not None and settings.round_minutes < 1:
        yield Refusal(ClauseId("ST-ORG-7"), "event-settings-round-minutes", asked=settings.round_minutes, allowed=1)
    if settings.band_sheet_copies < 1:
        yield Refusal(ClauseId("ST-BND-13"), "event-settings-copies", asked=settings.band_sheet_copies, allowed=1)
