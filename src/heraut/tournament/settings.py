"""What the organiser decides before the first event: two formats, each with the settings of its sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from fractions import Fraction

import msgspec

from heraut.kernel import ClauseId, Refusal, Seat, together
from heraut.rulesets import rows
from heraut.tournament import rotation
from heraut.tournament.awards import Award, VoteCounts, award_faults, usual_awards
from heraut.tournament.bands import Age, BandRules, ages_of_group
from heraut.tournament.lists import ListRules
from heraut.tournament.pairing.contender import Apart, PairingOrder
from heraut.tournament.results.saga import Bonus, Forfeit, PointsRow, points_table, sudden_loss_points, table_faults
from heraut.tournament.standings import ByeResistance
from heraut.tournament.timing import Times, reserve_minutes, times_for
from heraut.tournament.variants import Variants, check_variants


class OddField(StrEnum):
    """What happens with an odd number of players [ST-PAIR-9]."""

    BYE = "bye"
    SPARE_PLAYER = "spare_player"


class FinalTie(StrEnum):
    """What becomes of players equal on every criterion [SR-RANK-4]."""

    SHARED = "shared"
    ROLL_OFF = "roll_off"


class OwnTimes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The three lengths set by hand, in minutes [SR-TIME-5]."""

    base: int
    turn: int
    extension: int


class _Common(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of any event: who is known already, and the wishes that yield to the rules of pairing."""

    players: Mapping[Seat, str] = {}
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


class SagaSettings(
    _Common, frozen=True, kw_only=True, tag="saga", tag_field="format", omit_defaults=True, forbid_unknown_fields=True
):
    """A SAGA event; the names and defaults are those of the sheet's table of settings."""

    allowed_ages: tuple[str, ...]
    """Ages, or groups that stand for theirs [ST-ORG-3]."""
    preset: str = "one_day"
    swiss_rounds: int | None = None
    ranking_round: bool | None = None
    scenario_by_round: tuple[str, ...] = ()
    round_minutes: int | None = None
    budget: int = 6
    partial_points: bool = False
    special_costs: Mapping[str, Fraction] = {}
    spells_on_list: bool = True
    legendary_units: bool = False
    legendary_bands: bool = False
    band_sheet_copies: int = 2
    pairing_order: PairingOrder = PairingOrder.POINTS
    round1_avoid: str = "none"
    odd_field: OddField = OddField.BYE
    bye_points: Fraction = Fraction(11)
    bye_is_win: bool = True
    bye_resistance: ByeResistance = ByeResistance.MEAN
    points_table: tuple[PointsRow, ...] = ()
    bonus_points: tuple[Bonus, ...] = ()
    standings_order: tuple[str, ...] = ("wins", "points", "resistance")
    forfeit_points: Forfeit | None = None
    late_entry: bool = True
    material: tuple[str, ...] = ()
    """The organiser's own list of what to bring, if it is not the guide's [ST-MAT-2]."""

    @property
    def ages(self) -> frozenset[Age]:
        """The ages that may be played, groups spelt out."""
        return frozenset(age for name in self.allowed_ages for age in (ages_of_group(name) or _age(name)))

    @property
    def swiss(self) -> int:
        """The number of Swiss rounds [ST-RND-3]."""
        return self.swiss_rounds if self.swiss_rounds is not None else _preset(self.preset).swiss_rounds

    @property
    def has_ranking_round(self) -> bool:
        """Whether a ranking round follows [ST-RND-3]."""
        return self.ranking_round if self.ranking_round is not None else _preset(self.preset).ranking_round

    @property
    def rounds(self) -> int:
        """All rounds; the ranking round is the last [ST-RND-3]."""
        return self.swiss + self.has_ranking_round

    @property
    def table(self) -> tuple[PointsRow, ...]:
        """The points table in force [ST-PTS-2]."""
        return self.points_table or points_table()

    @property
    def forfeit(self) -> Forfeit:
        """What a game is worth that was conceded or not played [ST-LOSS-8]."""
        return self.forfeit_points or sudden_loss_points()

    def band_rules(self) -> BandRules:
        """What a band is checked against."""
        return BandRules(
            self.budget, self.ages, self.partial_points, self.special_costs,
            self.spells_on_list, self.legendary_units, self.legendary_bands,
        )  # fmt: skip


class SteamrollerSettings(
    _Common, frozen=True, kw_only=True, tag="steamroller", tag_field="format", omit_defaults=True,
    forbid_unknown_fields=True,
):  # fmt: skip
    """A Steamroller 2011 event: its size, its variants, and the settings of the sheet's decisions."""

    size: int
    variants: Variants = Variants()
    casters_per_list: int = 1
    own_times: OwnTimes | None = None
    late_entry: bool = False
    early_end: bool = True
    play_until_sole_leader: bool = False
    final_tie: FinalTie = FinalTie.SHARED
    dropped_ranked: bool = True
    kill_box_counts_as: str = "assassination"
    skip_condition_1: bool = False
    scenario_15: str = ""
    """The organiser's own definition of Demolition, in words; without one it cannot be chosen [SR-S15-1]."""

    @property
    def times(self) -> Times:
        """The lengths of this event, after any shift, or those set by hand [SR-TIME-5]."""
        if self.own_times is not None:
            own = self.own_times
            return Times(own.base, own.turn, own.extension, reserve_minutes(own.base))
        found = times_for(self.size, self.variants.shift)
        assert isinstance(found, Times), "start() has refused such settings"
        return found

    @property
    def pool(self) -> tuple[rotation.ScenarioRow, ...]:
        """The scenarios that may be chosen or drawn."""
        kill_box = not (self.variants.rank_control or self.variants.no_assassination)
        return rotation.pool(self.size, kill_box=kill_box, demolition=bool(self.scenario_15))

    def list_rules(self) -> ListRules:
        """What army lists are checked against."""
        return ListRules(self.size, self.variants, self.casters_per_list)


Settings = SagaSettings | SteamrollerSettings


def clause_of(settings: Settings, *, saga: str, steamroller: str) -> ClauseId:
    """The clause that says so in the sheet of this event's format."""
    return ClauseId(saga if isinstance(settings, SagaSettings) else steamroller)


class _PresetRow(msgspec.Struct, frozen=True):
    clause: ClauseId
    id: str
    swiss_rounds: int
    ranking_round: bool


class SagaScenarioRow(msgspec.Struct, frozen=True):
    """A SAGA scenario as an event knows it [ST-ORG-6, ST-PTS-8, ST-MAT-3]."""

    clause: ClauseId
    id: str
    objectives: bool
    massacre: str
    markers: int


def saga_scenarios() -> tuple[SagaScenarioRow, ...]:
    """The six scenarios a round may play [ST-ORG-6]."""
    return rows("saga_tournament", "organisation", "scenario", SagaScenarioRow)


def _presets() -> tuple[_PresetRow, ...]:
    return rows("saga_tournament", "organisation", "preset", _PresetRow)


def _preset(id: str) -> _PresetRow:
    return next((row for row in _presets() if row.id == id), _presets()[0])


def _age(name: str) -> tuple[Age, ...]:
    return (Age(name),) if name in set(Age) else ()


def settings_faults(settings: Settings) -> Refusal | None:
    """Everything that keeps an event from being created."""
    saga = isinstance(settings, SagaSettings)
    awards = award_faults(settings.awards or (), saga=saga)
    match settings:
        case SagaSettings():
            return together((*_saga_faults(settings), *awards))
        case SteamrollerSettings():
            return together((*_steamroller_faults(settings), *awards))


def awards_of(settings: Settings) -> tuple[Award, ...]:
    """What there is to win when the event opens."""
    return usual_awards(saga=isinstance(settings, SagaSettings)) if settings.awards is None else settings.awards


def _saga_faults(settings: SagaSettings) -> Iterator[Refusal]:
    unknown = tuple(name for name in settings.allowed_ages if not ages_of_group(name) and not _age(name))
    if unknown or not settings.allowed_ages:
        yield Refusal(ClauseId("ST-ORG-3"), "event-settings-ages", asked=unknown, allowed=tuple(Age))
    if settings.budget < 1:
        yield Refusal(ClauseId("ST-BND-1"), "event-settings-budget", asked=settings.budget, allowed=1)
    if settings.preset not in {row.id for row in _presets()}:
        allowed = tuple(row.id for row in _presets())
        yield Refusal(ClauseId("ST-RND-4"), "event-settings-preset", asked=settings.preset, allowed=allowed)
    if settings.swiss < 1:
        yield Refusal(ClauseId("ST-RND-3"), "event-settings-swiss-rounds", asked=settings.swiss, allowed=1)
    known = tuple(row.id for row in saga_scenarios())
    for slug in settings.scenario_by_round:
        if slug not in known:
            yield Refusal(ClauseId("ST-ORG-6"), "event-scenario-unknown", asked=slug, allowed=known)
    table = table_faults(settings.table)
    if table is not None:
        yield table
    yield from _saga_choices(settings)


def _saga_choices(settings: SagaSettings) -> Iterator[Refusal]:
    criteria = ("wins", "points", "resistance", "vp_difference")
    odd = tuple(name for name in settings.standings_order if name not in criteria)
    if odd or len(set(settings.standings_order)) != len(settings.standings_order):
        yield Refusal(ClauseId("ST-RNK-17"), "event-settings-standings-order", asked=odd, allowed=criteria)
    if settings.round1_avoid not in ("none", "club"):
        yield Refusal(ClauseId("ST-PAIR-13"), "event-settings-round1-avoid", asked=settings.round1_avoid)
    if settings.round_minutes is not None and settings.round_minutes < 1:
        yield Refusal(ClauseId("ST-ORG-7"), "event-settings-round-minutes", asked=settings.round_minutes, allowed=1)
    if settings.band_sheet_copies < 1:
        yield Refusal(ClauseId("ST-BND-13"), "event-settings-copies", asked=settings.band_sheet_copies, allowed=1)


def _steamroller_faults(settings: SteamrollerSettings) -> Iterator[Refusal]:
    variants = check_variants(settings.variants, size=settings.size, own_demolition=bool(settings.scenario_15))
    if variants is not None:
        yield from variants.all()
    if settings.size < 1:
        yield Refusal(ClauseId("SR-TIME-5"), "size-too-small", asked=settings.size, allowed=1)
    if settings.casters_per_list < 1:
        yield Refusal(ClauseId("SR-LIST-11"), "event-settings-casters", asked=settings.casters_per_list, allowed=1)
    own = settings.own_times
    if own is not None and min(own.base, own.turn, own.extension) < 1:
        yield Refusal(
            ClauseId("SR-TIME-5"), "event-settings-times", asked=min(own.base, own.turn, own.extension), allowed=1
        )
    if settings.kill_box_counts_as not in ("assassination", "scenario"):
        yield Refusal(ClauseId("SR-S02-3"), "event-settings-kill-box", asked=settings.kill_box_counts_as)
