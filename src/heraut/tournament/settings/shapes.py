"""The settings of the two formats, each with the names and defaults of its sheet."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

import msgspec

from heraut.kernel import ClauseId, Name, PlayerSeat
from heraut.tournament import rotation
from heraut.tournament.awards import Award, VoteCounts, usual_awards
from heraut.tournament.bands import Age, BandRules, ages_of_group
from heraut.tournament.lists import ListRules
from heraut.tournament.pairing.contender import Apart, PairingOrder
from heraut.tournament.results.saga import Bonus, Forfeit, PointsRow, points_table, sudden_loss_points
from heraut.tournament.settings.organisation import preset
from heraut.tournament.standings import ByeResistance
from heraut.tournament.timing import Times, reserve_minutes, times_for
from heraut.tournament.variants import Variants


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

    players: Mapping[PlayerSeat, Name] = {}
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


def age_named(name: str) -> tuple[Age, ...]:
    """The age of that name, if there is one."""
    return (Age(name),) if name in set(Age) else ()


def clause_of(settings: Settings, *, saga: str, steamroller: str) -> ClauseId:
    """The clause that says so in the sheet of this event's format."""
    return ClauseId(saga if isinstance(settings, SagaSettings) else steamroller)


def awards_of(settings: Settings) -> tuple[Award, ...]:
    """What there is to win when the event opens."""
    return usual_awards(saga=isinstance(settings, SagaSettings)) if settings.awards is None else settings.awards
