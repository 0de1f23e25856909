"""The settings of an event and its field as the numbers that the quick path computes with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import lcm
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from heraut.lab.chance import MOST_DIFFERENCE, Lines, level_width
from heraut.lab.format_model import model_of
from heraut.lab.trial import PlayerField
from heraut.tournament.format import Format
from heraut.tournament.pairing.contender import Apart, PairingOrder
from heraut.tournament.saga.settings import SagaSettings
from heraut.tournament.standings.ledger import ByeResistance, Tiebreak, below_final_tables
from heraut.tournament.steamroller.army import printed_value
from heraut.tournament.steamroller.settings import SteamrollerSettings

SAGA, STEAMROLLER = 0, 1
WIDEST = 62
"""Bits of the number that players are sorted by."""
LEAST_STAYING = 4
"""Nobody leaves an event of so few."""

CRITERIA: tuple[Tiebreak, ...] = tuple(Tiebreak)
(
    WINS, POINTS, RESISTANCE, VP_DIFFERENCE, STRENGTH, CONTROL, DESTROYED, SURVIVING, SCENARIO_WINS, ASSASSINATIONS,
) = range(len(CRITERIA))  # fmt: skip


class EventPlan(NamedTuple):
    """An event as numbers. Points are times `scale`, Resistance times `scale` and `share`."""

    system: int
    players: int
    spare: int
    rounds: int
    """As the rules count them."""
    most_rounds: int
    ranked: int
    """Whether the last round is paired by rank."""
    wins_first: int
    apart: int
    bye_points: int
    bye_is_win: int
    bye_mean: int
    share: int
    early_end: int
    goes_on: int
    roll_off: int
    dropped_ranked: int
    size: int
    printed: int
    winner_points: Lines
    loser_points: Lines
    criteria: Lines
    tops: Lines
    shifts: Lines
    below: Lines
    """The criteria of those without a reserved place after final tables, with their tops and shifts."""
    below_tops: Lines
    below_shifts: Lines
    number_bits: int
    unplaced_shift: int
    line_tops: Lines
    line_shifts: Lines
    level: float
    stretch: float
    drops: float
    spread: float
    ratings: NDArray[np.float64]
    clubs: Lines


class NotQuick(msgspec.Struct, frozen=True):
    """Why the quick path does not do an event: a key of the sentences of the lab."""

    why: str


APART = {Apart.OFF: 0, Apart.ROUND_ONE: 1, Apart.ALWAYS: 2}


def plan_of(settings: Format, field: PlayerField) -> EventPlan | NotQuick:
    """The numbers of an event, or why it is left to the engine."""
    if settings.tables or settings.no_repeated_table:
        return NotQuick("tables")
    if settings.teams_apart is not Apart.OFF:
        return NotQuick("teams")
    planned = PLANS.get(type(settings))
    return NotQuick("format") if planned is None else planned(settings, field)


def _saga(settings: SagaSettings, field: PlayerField) -> EventPlan | NotQuick:
    if settings.bonus_points:
        return NotQuick("bonuses")
    table = settings.table
    worth = [next(row for row in table if gap in row.difference) for gap in range(MOST_DIFFERENCE + 1)]
    all_points = [*(row.winner for row in worth), *(row.loser for row in worth), settings.bye_points]
    scale = lcm(*(points.denominator for points in all_points))
    top = max(int(points * scale) for points in all_points) * settings.swiss
    mean = settings.bye_resistance is ByeResistance.MEAN and (bool(field.players % 2) or field.drops > 0)
    share = lcm(*range(1, settings.swiss + 1)) if mean else 1
    tops = {
        WINS: settings.swiss,
        POINTS: top,
        RESISTANCE: (settings.swiss + 1) * top * share,
        VP_DIFFERENCE: 2 * MOST_DIFFERENCE * settings.swiss,
    }
    spare = int(settings.has_spare)
    return _packed(
        field,
        [CRITERIA.index(Tiebreak(name)) for name in settings.standings_order],
        tops,
        number_bits=(field.players + 2).bit_length(),
        line=[tops[WINS], tops[POINTS]] if settings.paired_on is PairingOrder.WINS else [tops[POINTS], tops[WINS]],
        numbers={
            "system": SAGA, "spare": spare, "rounds": settings.rounds, "most_rounds": settings.rounds,
            "ranked": int(settings.has_ranking_round), "wins_first": int(settings.paired_on is PairingOrder.WINS),
            "apart": APART[settings.wishes(()).clubs_apart], "bye_points": int(settings.bye_points * scale),
            "bye_is_win": int(settings.bye_is_win), "bye_mean": int(settings.bye_resistance is ByeResistance.MEAN),
            "share": share, "early_end": 0, "goes_on": 0, "roll_off": 0, "dropped_ranked": 1, "size": 0, "printed": 0,
            "winner_points": np.array([int(row.winner * scale) for row in worth], np.int64),
            "loser_points": np.array([int(row.loser * scale) for row in worth], np.int64),
        },
    )  # fmt: skip


def _steamroller(settings: SteamrollerSettings, field: PlayerField) -> EventPlan | NotQuick:
    ending = settings.ending
    if ending.rolls_off and settings.variants.final_tables:
        return NotQuick("roll-off-finals")
    rounds, most = model_of(settings).rounds(field.players)
    printed = printed_value(settings.example_lists()[0])
    below = below_final_tables(settings.ranking)
    tops = {
        WINS: most, POINTS: most, STRENGTH: most * most, CONTROL: 8 * most, DESTROYED: settings.size * most,
        SURVIVING: printed * most, SCENARIO_WINS: most, ASSASSINATIONS: most,
    }  # fmt: skip
    return _packed(
        field,
        [CRITERIA.index(criterion) for criterion in settings.ranking.criteria],
        tops,
        number_bits=2 * (field.players + 2).bit_length(),
        line=[],
        numbers={
            "system": STEAMROLLER, "spare": 0, "rounds": rounds, "most_rounds": most,
            "ranked": int(settings.variants.final_tables), "wins_first": 0, "apart": APART[settings.clubs_apart],
            "bye_points": 1, "bye_is_win": 0, "bye_mean": 0, "share": 1,
            "early_end": int(ending.with_leader), "goes_on": int(ending.goes_on),
            "roll_off": int(ending.rolls_off), "dropped_ranked": int(settings.dropped_ranked),
            "size": settings.size, "printed": printed if settings.variants.rank_survival else 0,
            "winner_points": np.ones(MOST_DIFFERENCE + 1, np.int64),
            "loser_points": np.zeros(MOST_DIFFERENCE + 1, np.int64),
        },
        below=[CRITERIA.index(criterion) for criterion in below.criteria],
    )  # fmt: skip


PLANS: Mapping[type[Format], Callable[[Any, PlayerField], EventPlan | NotQuick]] = {
    SagaSettings: _saga,
    SteamrollerSettings: _steamroller,
}


def _packed(  # noqa: PLR0913
    field: PlayerField,
    criteria: list[int],
    tops: dict[int, int],
    *,
    number_bits: int,
    line: list[int],
    numbers: dict[str, object],
    below: Sequence[int] = (),
) -> EventPlan | NotQuick:
    """Lay the criteria into one number, the first in the highest bits."""
    shifts, width = _shifts([tops[criterion] for criterion in criteria], number_bits)
    below_shifts, below_width = _shifts([tops[criterion] for criterion in below], number_bits)
    width = max(width, below_width)
    line_tops = [*line, tops[RESISTANCE]] if line else []
    line_shifts, line_width = _shifts(line_tops, number_bits)
    if max(width + 1, line_width) > WIDEST:
        return NotQuick("wide")
    return EventPlan(
        **numbers,  # type: ignore[arg-type]
        players=field.players,
        criteria=np.array(criteria, np.int64),
        tops=np.array([tops[criterion] for criterion in criteria], np.int64),
        shifts=np.array(shifts, np.int64),
        below=np.array(below, np.int64),
        below_tops=np.array([tops[criterion] for criterion in below], np.int64),
        below_shifts=np.array(below_shifts, np.int64),
        number_bits=number_bits,
        unplaced_shift=width,
        line_tops=np.array(line_tops, np.int64),
        line_shifts=np.array(line_shifts, np.int64),
        level=level_width(field.draws),
        stretch=field.margin,
        drops=field.drops,
        spread=field.spread,
        ratings=np.array(field.ratings, np.float64),
        clubs=np.array([*field.club_of, -1], np.int64),
    )


def _shifts(tops: list[int], low: int) -> tuple[list[int], int]:
    shifts = [0] * len(tops)
    for place in range(len(tops) - 1, -1, -1):
        shifts[place] = low
        low += int(tops[place]).bit_length()
    return shifts, low
