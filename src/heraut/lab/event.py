"""
A whole event as machine code: the quick path.

It follows the rules of the tournament engine, and the tests hold it to the engine on the same draws, pair for pair and
place for place. What it cannot pair (a rematch or a long float that nothing avoids) it leaves: `play_event` answers
`STUCK`, and the engine plays that run instead.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from heraut.lab.chance import (
    ASSASSINATION,
    DROP,
    LEVEL,
    SCENARIO,
    SECOND,
    SKILL,
    Lines,
    lots,
    normal,
    philox,
    result,
    seed_of,
    share,
    shuffle,
    spoils,
)
from heraut.lab.compiled import compiled, inlined
from heraut.lab.pairing import STUCK, Grid
from heraut.lab.plan import (
    ASSASSINATIONS,
    CONTROL,
    CRITERIA,
    DESTROYED,
    LEAST_STAYING,
    POINTS,
    SAGA,
    SCENARIO_WINS,
    SURVIVING,
    VP_DIFFERENCE,
    WINS,
    EventPlan,
)
from heraut.lab.standings import (
    MOST_VALUES,
    Record,
    Scores,
    final_table_places,
    ranking_round_places,
    standings,
)
from heraut.lab.swiss import PAIRING, pair_saga_round, pair_steamroller_round

NUMBERS, ROLL_OFF = 0, 1
"""What a seed is for: draw numbers, the roll-off; from 2 on the pairing of a round."""

_COLUMNS = len(CRITERIA)
_DRAW_NUMBERS = np.frombuffer(b"draw numbers", np.uint8)


@compiled
def draw_skills(plan: EventPlan, seed: int, run: int, skills: NDArray[np.float64]) -> None:
    """The skills of this run's players: those known, or drawn."""
    for player in range(plan.players):
        if len(plan.ratings):
            skills[player] = plan.ratings[player]
        else:
            a, b, _, _ = philox(seed, run, SKILL, player)
            skills[player] = plan.spread * normal(a, b)
    skills[plan.players] = 0.0  # the spare player is of middling skill


@compiled
def _draw_numbers(seed: int, seats: Lines, count: int, number: Lines) -> None:
    shuffle(lots(seed, _DRAW_NUMBERS), seats, count)
    for place in range(count):
        number[seats[place]] = place + 1


@inlined
def _play_round(
    plan: EventPlan, scores: Scores, record: Record, skills: NDArray[np.float64], number: int, seed: int, run: int
) -> None:
    """The games of a round, by the rules of the format [ST-PTS-2, SR-RANK-1]."""
    saga, k = plan.system == SAGA, number - 1
    counts = not (saga and plan.ranked and number == plan.rounds)
    sums, met, meetings = scores.sums, scores.met, scores.meetings
    points, wins, differences = sums[POINTS], sums[WINS], sums[VP_DIFFERENCE]
    firsts, seconds, winners, tables = record.firsts[k], record.seconds[k], record.winners[k], record.tables[k]
    level, stretch, size, printed = plan.level, plan.stretch, plan.size, plan.printed
    to_winner, to_loser = plan.winner_points, plan.loser_points  # counting references in the loop would cost more
    for table in range(record.pairs[k]):
        one, other = firsts[table], seconds[table]
        winner, difference, goes_first, how, what, more = result(
            seed, run, number * 65536 + table, skills[one] - skills[other], level, stretch
        )
        if saga and winner == LEVEL:
            winner = goes_first
        winners[table] = winner
        tables[table] = table + 1
        if not counts:
            continue
        if winner == SECOND:
            one, other = other, one
        points[one] += to_loser[difference] if winner == LEVEL else to_winner[difference]
        points[other] += to_loser[difference]
        wins[one] += winner != LEVEL
        differences[one] += difference
        differences[other] -= difference
        met[one, meetings[one]], met[other, meetings[other]] = other, one
        meetings[one] += 1
        meetings[other] += 1
        if not saga:
            kind, control, destroyed = spoils(winner, how, what, more, size)
            _add_spoils(sums, one, other, kind, control, destroyed, printed)
    bye = record.byes[k]
    if bye >= 0:
        scores.byes[bye] += 1
        if counts:
            points[bye] += plan.bye_points
            wins[bye] += plan.bye_is_win


@inlined
def _add_spoils(sums: Grid, one: int, other: int, kind: int, control: int, destroyed: int, printed: int) -> None:
    """What a Steamroller game leaves beside its points, to the winner and to the other [SR-RANK-1]."""
    razed, lost = destroyed >> 16, destroyed & 65535
    sums[CONTROL, one] += control >> 16
    sums[CONTROL, other] += control & 65535
    sums[DESTROYED, one] += razed
    sums[DESTROYED, other] += lost
    if printed:
        sums[SURVIVING, one] += max(0, printed - lost)
        sums[SURVIVING, other] += max(0, printed - razed)
    sums[SCENARIO_WINS, one] += kind == SCENARIO
    sums[ASSASSINATIONS, one] += kind == ASSASSINATION


@compiled
def _leads_alone(plan: EventPlan, scores: Scores) -> bool:
    """Whether one player still here has more points than every other, and has won a game [SR-ROUND-5, SR-ROUND-7]."""
    most, leaders, leader = -1, 0, -1
    gone, points = scores.gone, scores.sums[POINTS]
    for player in range(plan.players):
        if gone[player]:
            continue
        if points[player] > most:
            most, leaders, leader = points[player], 1, player
        elif points[player] == most:
            leaders += 1
    return leaders == 1 and scores.sums[WINS, leader] > 0


@compiled
def _leave(plan: EventPlan, scores: Scores, number: int, seed: int, run: int) -> bool:
    """Some leave after the round, one after the other; whether that ends the event [SR-ROUND-6]."""
    staying = 0
    for player in range(plan.players):
        staying += not scores.gone[player]
    for player in range(plan.players):
        if scores.gone[player] or staying <= LEAST_STAYING:
            continue
        if share(philox(seed, run, DROP, number * 65536 + player)[0]) < plan.drops:
            scores.gone[player] = 1
            staying -= 1
            if plan.early_end and _leads_alone(plan, scores):
                return True
    return False


@inlined
def _scores(plan: EventPlan) -> Scores:
    """Everybody before the first round; their numbers are those of the list until they are drawn."""
    everyone = plan.players + 1
    columns = np.zeros((_COLUMNS + 5, everyone), np.int64)
    meetings, byes, number, gone, kin = (
        columns[_COLUMNS], columns[_COLUMNS + 1], columns[_COLUMNS + 2], columns[_COLUMNS + 3], columns[_COLUMNS + 4],
    )  # fmt: skip
    for player in range(everyone):
        number[player], kin[player] = player + 1, -1
    top = max(
        plan.tops[0], plan.below_tops[0] if len(plan.below) else 0, plan.line_tops[0] if len(plan.line_tops) else 0
    )
    return Scores(
        columns[:_COLUMNS], np.full((everyone, plan.most_rounds + 1), -1, np.int64), meetings, byes, number,
        np.zeros(everyone + 1, np.int64), gone, kin, np.empty(4 * everyone + 2 * min(top, MOST_VALUES) + 8, np.int64),
    )  # fmt: skip


@inlined
def _still_here(plan: EventPlan, scores: Scores, here: Lines) -> int:
    """Put those who have not left into the line; how many they are."""
    count = 0
    for player in range(plan.players):
        if not scores.gone[player]:
            here[count] = player
            count += 1
    return count


@inlined
def _places(plan: EventPlan, scores: Scores, record: Record, here: Lines, played: int, seed: int, run: int) -> None:
    """Everybody's place at the end, after a last round of places as that round says."""
    last_ranked = plan.ranked and played == plan.rounds
    if plan.system == SAGA and last_ranked:
        ranking_round_places(plan, scores, record, played)
        return
    if plan.roll_off:
        _draw_numbers(seed_of(seed, run, ROLL_OFF), here, _still_here(plan, scores, here), scores.number)
    if last_ranked:
        standings(plan, scores, record, plan.below, plan.below_tops, plan.below_shifts)
        final_table_places(record, played)
    else:
        standings(plan, scores, record, plan.criteria, plan.tops, plan.shifts)


@compiled
def play_event(plan: EventPlan, skills: NDArray[np.float64], seed: int, run: int, record: Record) -> int:
    """Play a run into the record; how many rounds it had, or `STUCK` where the engine has to play it."""
    scores = _scores(plan)
    here = np.arange(plan.players + 1)
    if plan.system == SAGA:
        _draw_numbers(seed_of(seed, run, NUMBERS), here, plan.players + plan.spare, scores.number)
        for player in range(plan.players + plan.spare):
            scores.by_number[scores.number[player]] = player
    for now in range(1, plan.most_rounds + 1):
        ranked = plan.ranked and now == plan.rounds
        count = _still_here(plan, scores, here)
        if plan.spare and count % 2 and not ranked:
            here[count] = plan.players
            count += 1
        if ranked:
            standings(plan, scores, record, plan.criteria, plan.tops, plan.shifts)
        if plan.system == SAGA:
            made, bye = pair_saga_round(plan, scores, record, here, count, now)
        else:
            lot = seed_of(seed, run, PAIRING + now)
            made, bye = pair_steamroller_round(plan, scores, record, here, count, now, lot)
        if made < 0:
            return STUCK
        record.pairs[now - 1], record.byes[now - 1] = made, bye
        _play_round(plan, scores, record, skills, now, seed, run)
        record.total[0] = now
        if plan.early_end and _leads_alone(plan, scores):
            break
        if now >= plan.rounds and not plan.goes_on:
            break
        if now < plan.most_rounds and plan.drops > 0 and _leave(plan, scores, now, seed, run):
            break
    played = record.total[0]
    _places(plan, scores, record, here, played, seed, run)
    return played
