"""The format Steamroller 2011: the settings of its sheet, and what they decide."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from heraut.kernel.engine import Subject
from heraut.kernel.names import ClauseId, Few, Many, Seat
from heraut.kernel.refusal import Reason, Refusal
from heraut.rulesets.tables import rows
from heraut.tournament.format import (
    ALWAYS_OPEN,
    WISHES,
    ChecklistRow,
    EventClock,
    EventEnding,
    FormatOf,
    ScenarioText,
    TurnLimits,
    Worth,
)
from heraut.tournament.lots import Lot
from heraut.tournament.pairing.contender import Contender, Pairing, Swiss, Wishes
from heraut.tournament.pairing.round import final_tables
from heraut.tournament.programme import ListsAsked, Programme, Times
from heraut.tournament.standings.ledger import FinishedGame, Ranking, Tiebreak, ranking_of
from heraut.tournament.standings.table import Standings, StandingsRow, after_final_tables
from heraut.tournament.steamroller import rotation
from heraut.tournament.steamroller.army import (
    ArmyList,
    ListRules,
    allowed_lists,
    army_lists,
    check_lists,
    example_army,
    how_many,
    plays,
    quota,
    without,
)
from heraut.tournament.steamroller.clauses import CLAUSES
from heraut.tournament.steamroller.rotation import ScenarioRow
from heraut.tournament.steamroller.scoring import SteamrollerReport, SteamrollerWin, report_faults, side_of
from heraut.tournament.steamroller.timing import (
    OwnTimes,
    copies_notice,
    field_notices,
    reserve_minutes,
    schedule_notice,
    secret_length,
    table_rounds,
    times_for,
)
from heraut.tournament.steamroller.variants import Variants, check_variants
from heraut.tournament.steamroller.variants import notices as variant_notices
from heraut.tournament.steamroller.variants_text import own_title, write_variants

if TYPE_CHECKING:
    from heraut.tournament.state import Settled, State, Table


_CHECKS = {
    "damage-tracker": CLAUSES.checks, "conversion": ClauseId("SR-CONV-6"), "painting": ClauseId("SR-VPAINT-4"),
}  # fmt: skip


class FinalTie(StrEnum):
    """What becomes of players equal on every criterion [SR-RANK-4]."""

    SHARED = "shared"
    ROLL_OFF = "roll_off"


class SteamrollerSettings(
    FormatOf[SteamrollerReport, tuple[ArmyList, ...]], frozen=True, kw_only=True, tag="steamroller", tag_field="format",
    omit_defaults=True, forbid_unknown_fields=True,
):  # fmt: skip
    """A Steamroller 2011 event: its size, its variants, and the settings of the sheet's decisions."""

    size: Many
    variants: Variants = Variants()
    casters_per_list: Few = 1
    own_times: OwnTimes | None = None
    late_entry: bool = False
    early_end: bool = True
    play_until_sole_leader: bool = False
    final_tie: FinalTie = FinalTie.SHARED
    dropped_ranked: bool = True
    kill_box_counts_as: str = "assassination"
    skip_condition_1: bool = False
    edges_assigned: bool = False
    """Whether the organiser has settled who plays from which table edge [SR-DEPL-2]."""
    scenario_15: str = ""
    """The organiser's own definition of Demolition, in words; without one it cannot be chosen [SR-S15-1]."""
    own_scenarios: Mapping[str, ScenarioText] = {}
    """Those of the organiser's own, by their ids: they go where the event goes."""

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
    def pool(self) -> tuple[ScenarioRow, ...]:
        """The scenarios that may be chosen or drawn."""
        kill_box = not (self.variants.rank_control or self.variants.no_assassination)
        return rotation.pool(self.size, kill_box=kill_box, demolition=bool(self.scenario_15))

    def list_rules(self) -> ListRules:
        """What army lists are checked against."""
        return ListRules(self.size, self.variants, self.casters_per_list)

    report = SteamrollerReport
    clauses = CLAUSES
    criteria = (
        Tiebreak.WINS, Tiebreak.POINTS, Tiebreak.STRENGTH_OF_OPPONENTS, Tiebreak.CONTROL_POINTS, Tiebreak.DESTROYED,
        Tiebreak.SURVIVING, Tiebreak.SCENARIO_WINS, Tiebreak.ASSASSINATIONS,
    )  # fmt: skip
    changes_late = ALWAYS_OPEN | {
        "early_end", "play_until_sole_leader", "edges_assigned", "scenario_15", "own_scenarios",
    }  # fmt: skip
    paired_by = WISHES | {"variants"}
    swiss_system = Swiss.STEAMROLLER
    paired_by_lot = Lot.PAIRING
    list_kind = tuple[ArmyList, ...]
    chooses_lists = True

    @classmethod
    def subjects(cls) -> tuple[Subject[State], ...]:
        """Army lists and caster cards."""
        from heraut.tournament.steamroller.lists import SUBJECT  # noqa: PLC0415  # it knows the state, which knows us

        return (SUBJECT,)

    @property
    def checks(self) -> Mapping[str, ClauseId]:
        """The damage tracker, conversions, painting [SR-DUTY-2, SR-CONV-6, SR-VPAINT-4]."""
        return _CHECKS

    def faults(self, players: int | None, /) -> Iterator[Refusal]:
        """Everything that keeps a Steamroller event from being created; some variants ask for so many players."""
        variants = check_variants(
            self.variants, size=self.size, players=players, own_demolition=bool(self.scenario_15),
            own=self.own_scenarios,
        )  # fmt: skip
        if variants is not None:
            yield from variants.all()
        yield from _faults(self)

    def notices(self, state: State, /) -> Iterator[Reason]:
        """The variants, the size of the field, how long the day will be, how many copies to print."""
        players = state.players_here
        yield from variant_notices(self.variants, players=players if players > 1 else None)
        if players > 1:
            yield from field_notices(players)
            if not self.variants.no_time_limit:
                yield schedule_notice(self.round_count(state), self.times.base)
            yield copies_notice(players // 2)

    def checklist(self) -> tuple[ChecklistRow, ...]:
        """The organiser's list [SR-ORG-1, SR-ORG-2, SR-ORG-5], without what a variant has taken out of the game."""
        variants = self.variants
        void = {"explain-tie-breaks": variants.no_tiebreak, "aim-at-both-victories": variants.no_assassination}
        listed = rows("steamroller_2011", "army", "checklist", ChecklistRow)
        return tuple(row for row in listed if not void.get(row.item, False))

    @property
    def programme(self) -> Programme:
        """The variants, the scenarios announced, the lengths unless games have no limit, the lists to bring."""
        return Programme(
            variants=self.variants_line(), scenarios=self.announced(),
            times=None if self.variants.no_time_limit else self.times, lists=self.lists_asked(),
        )  # fmt: skip

    def list_faults(self, lists: tuple[ArmyList, ...], /) -> Refusal | None:
        """All faults of a player's lists at once."""
        return check_lists(lists, self.list_rules())

    def set_aside_refusal(
        self, player: Seat, lists: tuple[ArmyList, ...] | None, number: int | None, entries: tuple[str, ...], /
    ) -> Refusal | None:
        """A list short of what is not painted still has to be legal [SR-VPAINT-4]."""
        if lists is None or not 1 <= (number or 1) <= len(lists):
            return Refusal(ClauseId("SR-VPAINT-4"), "list-missing", player)
        short = without(lists, number or 1, entries)
        if short is None:
            return Refusal(ClauseId("SR-VPAINT-4"), "check-set-aside", player, asked=entries)
        return self.list_faults(short)

    def factions(self, lists: tuple[ArmyList, ...], /) -> tuple[str, ...]:
        """That of each list."""
        return tuple(army.faction for army in lists)

    def lists_asked(self) -> ListsAsked:
        """How many lists of which size, and what they must have."""
        least, most = how_many(self.variants)
        return ListsAsked(least, most, self.size, self.casters_per_list, self.variants.theme_tier)

    def choosable(self, state: State, seat: Seat, number: int, /) -> tuple[int, ...]:
        """The numbers of the lists a player may choose for a round [SR-VLIST-6]."""
        lists = army_lists(state, seat)
        if not lists:
            return ()
        byes = sum(played.bye == seat for played in state.rounds[: number - 1])
        asked = quota(
            self.variants, lists=len(lists), rounds=self.round_count(state), round_number=number, byes=byes
        )  # fmt: skip
        return tuple(choice + 1 for choice in allowed_lists(plays(state, seat, before=number), asked))

    @property
    def tells_last_list(self) -> bool:
        """Divide and conquer tells who has no choice [SR-VLIST-7]."""
        return self.variants.divide

    def scenario_of(self, state: State, number: int) -> str | None:
        """What is planned, or what was announced for the round [SR-SCEN-5, SR-VSCEN-2]."""
        announced = self.variants.scenarios
        if not announced:
            return state.plan.get(number)
        if self.variants.scenarios_in_order or len(announced) == 1:
            return rotation.announced_for(number, announced)
        return state.plan.get((number - 1) % len(announced) + 1)

    def has_scenario(self, slug: str, /) -> bool:
        """One of those announced; where none are, of the rotation or the organiser's own [SR-VSCEN-2, SR-SCEN-9]."""
        return slug in (self.variants.scenarios or (*(row.id for row in self.pool), *self.own_scenarios))

    def scenario_refusal(self, state: State, number: int, slug: str, /) -> Refusal | None:
        """The rotation, or the announced scenarios once through [SR-SCEN-2, SR-SCEN-3, SR-VSCEN-2]."""
        announced, in_order = self.variants.scenarios, self.variants.scenarios_in_order
        if announced:
            return rotation.announced_refusal(slug, number, announced, state.plan, in_order=in_order)
        played = state.scenarios_before(number)
        if slug in self.own_scenarios:  # of no group: whenever the organiser likes, once
            refusal = Refusal(ClauseId("SR-SCEN-3"), "event-scenario-played", asked=slug) if slug in played else None
        else:
            refusal = rotation.choice_refusal(slug, played, self.pool)
        if refusal is None and slug in [scenario for later, scenario in state.plan.items() if later > number]:
            return Refusal(ClauseId("SR-SCEN-3"), "event-scenario-played", asked=slug)
        return refusal

    def scenarios_open(self, state: State, number: int, /) -> list[str]:
        """The announced scenarios, or what the rotation leaves, and the organiser's own."""
        if self.variants.scenarios:
            return sorted(self.variants.scenarios)
        played = state.scenarios_before(number)
        own = (slug for slug in self.own_scenarios if slug not in played)
        return [*(row.id for row in rotation.open_scenarios(played, self.pool)), *own]

    @property
    def scenario_dice(self) -> tuple[int, ...]:
        """Two dice; announced scenarios are not drawn [SR-SCEN-5, SR-VSCEN-2]."""
        return () if self.variants.scenarios else rotation.DRAW_SIDES

    def scenario_drawn(self, faces: tuple[int, ...]) -> str:
        """The group, then the row of the table [SR-SCEN-5]."""
        return rotation.drawn(faces).id

    def announced(self) -> tuple[str, ...]:
        """The scenarios everybody is told, in a neutral order unless their order of play is public [SR-VSCEN-1]."""
        return self._public().scenarios

    def variants_line(self) -> str:
        """The line of keywords [SR-VAR-3]."""
        return write_variants(self._public(), {slug: own_title(text) for slug, text in self.own_scenarios.items()})

    def _public(self) -> Variants:
        if self.variants.scenarios_in_order:
            return self.variants
        return msgspec.structs.replace(self.variants, scenarios=tuple(sorted(self.variants.scenarios)))

    def round_count(self, state: State, /) -> int:
        """What the variants say, else the table for the field of round 1 [SR-ROUND-3]."""
        if self.variants.rounds is not None:
            return self.variants.rounds
        field = len(list(state.rounds[0].players)) if state.rounds else len(state.present)
        return table_rounds(max(2, field))

    @property
    def has_ranking_round(self) -> bool:
        """Whether the last round has final tables [SR-VRANK-7]."""
        return self.variants.final_tables

    def pair_ranked(self, ranked: Sequence[Contender], number: int, seed: int, wishes: Wishes) -> Pairing:
        """Two final tables, the others as usual [SR-VRANK-7]."""
        finals = final_tables([contender.id for contender in ranked])
        return self.pair(ranked, number, seed, msgspec.structs.replace(wishes, pairs=finals))

    def worth(self, table: Table, report: SteamrollerReport) -> Worth | Refusal:
        """One point for a win, none for a loss or a draw [SR-RANK-1]."""
        faults = report_faults(report, table.seats, self.variants, skip_condition_1=self.skip_condition_1)
        if faults is not None:
            return faults
        fallen = None if table.clock is None else table.clock.fallen
        if fallen is not None and (report.kind is not SteamrollerWin.CLOCK or report.winner == fallen):
            return Refusal(ClauseId("SR-VTIME-15"), "result-clock-fallen", fallen)
        return Worth(report.winner, {seat: Fraction(seat == report.winner) for seat in table.seats})

    def forfeited(self, _loser: Seat, opponent: Seat, /) -> SteamrollerReport:
        """A win for the opponent [SR-FAIR-6]."""
        return SteamrollerReport(opponent, SteamrollerWin.FORFEIT)

    def game(
        self, number: int, table: Table, result: Settled, report: SteamrollerReport,
        lists: Mapping[Seat, tuple[ArmyList, ...]], /,
    ) -> FinishedGame:  # fmt: skip
        """The scores of each side, and how the game counts as won; a Kill Box win as the event says [SR-S02-3]."""
        kind = self.kill_box_counts_as if report.kill_box else report.kind
        first, second = (side_of(table, seat, result, report, lists.get(seat, ())) for seat in table.seats)
        return FinishedGame(number, first, second, result.winner, kind)

    @property
    def ranking(self) -> Ranking:
        """The sheet's order or the variant's [SR-RANK-2, SR-VRANK-2]."""
        order = ranking_of("steamroller", self.variants.ranking)
        return msgspec.structs.replace(order, dropped_ranked=self.dropped_ranked)

    def final_rows(
        self, before: Standings, now: Standings, decided: Sequence[FinishedGame], playing: Collection[Seat], /
    ) -> tuple[StandingsRow, ...]:
        """The first places are played for at the final tables, if they were paired as ruled [SR-VRANK-8]."""
        pairs = final_tables([seat for seat in before.seats if seat in playing])
        finals = [_between(pair, decided) for pair in pairs]
        as_ruled = [] if None in finals[:1] else [game for game in finals if game is not None]
        return after_final_tables(before.seats, now, as_ruled) if as_ruled else now.rows

    @property
    def ending(self) -> EventEnding:
        """
        A sole leader ends it [SR-ROUND-5], or is waited for [SR-ROUND-8]; a fixed number of rounds is played to its
        end [SR-VROUND-1]. Those equal on every criterion may roll off [SR-RANK-4].
        """
        fixed = self.variants.rounds is not None or self.variants.final_tables
        return EventEnding(
            with_leader=self.early_end and not fixed,
            goes_on=self.play_until_sole_leader and not fixed,
            rolls_off=self.final_tie is FinalTie.ROLL_OFF,
        )

    @property
    def clock(self) -> EventClock:
        """A secret length [SR-TIME-1] but in sudden death [SR-VTIME-18]; nothing without a limit [SR-VTIME-3]."""
        if self.variants.no_time_limit:
            return EventClock(unused=ClauseId("SR-VTIME-3"))
        drawn = secret_length(self.times.base) if self.variants.has_secret_length else None
        return EventClock(drawn=drawn, turns=self._turns)

    @property
    def _turns(self) -> TurnLimits:
        """A turn and one extension per game [SR-EXT-1], or a reserve [SR-VTIME-11]."""
        times, variants = self.times, self.variants
        if variants.has_reserve:
            return TurnLimits(times.turn, times.extension, ClauseId("SR-VTIME-16"), times.reserve)
        return TurnLimits(times.turn, times.extension, ClauseId("SR-VTIME-10") if variants.no_extensions else None)

    def example_lists(self) -> tuple[ArmyList, ...]:
        """As many lists as the variants ask for, two otherwise."""
        return tuple(example_army(self.list_rules(), number) for number in range(1, (self.variants.lists or 2) + 1))


def _between(pair: tuple[Seat, Seat], decided: Sequence[FinishedGame]) -> FinishedGame | None:
    """The game of these two, unless the organiser paired them otherwise."""
    return next(
        (game for game in decided if game.second is not None and {game.first.seat, game.second.seat} == set(pair)), None
    )


def _faults(settings: SteamrollerSettings) -> Iterator[Refusal]:
    if settings.size < 1:
        yield Refusal(ClauseId("SR-TIME-5"), "size-too-small", asked=settings.size, allowed=1)
    if settings.casters_per_list < 1:
        yield Refusal(ClauseId("SR-LIST-11"), "event-settings-casters", asked=settings.casters_per_list, allowed=1)
    own = settings.own_times
    shortest = 1 if own is None else min(own.base, own.turn, own.extension)
    if shortest < 1:
        yield Refusal(ClauseId("SR-TIME-5"), "event-settings-times", asked=shortest, allowed=1)
    if settings.kill_box_counts_as not in ("assassination", "scenario"):
        yield Refusal(ClauseId("SR-S02-3"), "event-settings-kill-box", asked=settings.kill_box_counts_as)
