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
    DROP,
    SKILL,
    Lines,
    lots,
    lots_below,
    normal,
    philox,
    seed_of,
    share,
    shuffle,
)
from heraut.lab.compiled import compiled, inlined
from heraut.lab.game import ASSASSINATION, LEVEL, SCENARIO, SECOND, result, spoils
from heraut.lab.pairing import STUCK, UNKNOWN, Grid, ShuffledPiles, can_pair, pair_piles, walk
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
    saga_line,
    standings,
)

NUMBERS, ROLL_OFF, PAIRING = 0, 1, 2
"""What a seed is for: draw numbers, the roll-off, and from 2 on the pairing of a round."""

_COLUMNS = len(CRITERIA)
_DRAW_NUMBERS = np.frombuffer(b"draw numbers", np.uint8)
_PILES = np.frombuffer(b"piles of round ", np.uint8)
_BYE = np.frombuffer(b"bye of round ", np.uint8)


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
def _numbered_lots(seed: int, purpose: NDArray[np.uint8], number: int) -> int:
    """The lots for a purpose that ends in a number."""
    words = np.empty(len(purpose) + 2, np.uint8)
    words[: len(purpose)] = purpose
    count = len(purpose)
    if number >= 10:
        words[count] = 48 + number // 10
        count += 1
    words[count] = 48 + number % 10
    return lots(seed, words[: count + 1])


@compiled
def _draw_numbers(seed: int, seats: Lines, count: int, number: Lines) -> None:
    shuffle(lots(seed, _DRAW_NUMBERS), seats, count)
    for place in range(count):
        number[seats[place]] = place + 1


@compiled
def _fewest_byes(scores: Scores, line: Lines, count: int) -> int:
    byes = scores.byes
    fewest = byes[line[0]]
    for place in range(count):
        fewest = min(fewest, byes[line[place]])
    return fewest


@compiled
def _take_out(line: Lines, count: int, player: int, into: Lines) -> None:
    left = 0
    for place in range(count):
        if line[place] != player:
            into[left] = line[place]
            left += 1


@compiled
def _pair_saga(
    scores: Scores, line: Lines, count: int, rounds: int, kin: Lines, firsts: Lines, seconds: Lines
) -> tuple[int, int]:
    """The pairs and the bye of a SAGA round [ST-PAIR-5, ST-PAIR-7]."""
    if count % 2 == 0:
        return walk(line, count, scores.met, rounds, kin, kin, firsts, seconds), -1
    fewest = _fewest_byes(scores, line, count)
    rest = np.empty(count, np.int64)
    for place in range(count - 1, -1, -1):
        if scores.byes[line[place]] != fewest:
            continue
        _take_out(line, count, line[place], rest)
        made = walk(rest, count - 1, scores.met, rounds, kin, kin, firsts, seconds)
        if made != STUCK:
            return made, line[place]
    return STUCK, -1


@compiled
def _steamroller_bye(scores: Scores, line: Lines, count: int, rounds: int, lot: int) -> int:
    """Drawn among the lowest of those with the fewest byes whose bye costs no rematch [SR-BYE-4 to SR-BYE-7]."""
    fewest = _fewest_byes(scores, line, count)
    candidates = np.empty(count, np.int64)
    found = 0
    lowest = np.int64(1 << 40)
    for place in range(count):
        player = line[place]
        if scores.byes[player] == fewest:
            if scores.sums[POINTS, player] < lowest:
                lowest, found = scores.sums[POINTS, player], 0
            if scores.sums[POINTS, player] == lowest:
                candidates[found] = player
                found += 1
    if found > 1 and count - 1 < 2 * (rounds + 1):
        rest = np.empty(count, np.int64)
        nobody = np.full(len(scores.byes), -1, np.int64)
        painless = 0
        for place in range(found):
            _take_out(line, count, candidates[place], rest)
            paired = can_pair(rest, count - 1, scores.met, rounds, nobody)
            if paired < 0:
                return STUCK
            if paired:
                candidates[painless] = candidates[place]
                painless += 1
        if painless == 0:
            return STUCK
        found = painless
    _, drawn = lots_below(lot, found)
    return candidates[drawn]


@inlined
def _pair_steamroller(
    scores: Scores, line: Lines, count: int, number: int, kin: Lines, seed: int, firsts: Lines, seconds: Lines
) -> tuple[int, int]:
    """The pairs and the bye of a Steamroller round, from the shuffled line [SR-PAIR-3]."""
    rounds, bye = number - 1, -1
    if count % 2:
        bye = _steamroller_bye(scores, line, count, rounds, _numbered_lots(seed, _BYE, number))
        if bye < 0:
            return STUCK, -1
        rest = np.empty(count, np.int64)
        _take_out(line, count, bye, rest)
        line, count = rest, count - 1
    everyone = len(scores.byes)
    starts, points = np.empty(count + 2, np.int64), scores.sums[POINTS]
    piles = 0
    for place in range(count):
        if place == 0 or points[line[place]] != points[line[place - 1]]:
            starts[piles] = place
            piles += 1
    starts[piles] = count
    with_kin = False
    for place in range(count):
        with_kin |= kin[line[place]] >= 0
    safe = count + 2 if with_kin else 2 * (rounds + 1)
    notes = np.full((4, everyone), UNKNOWN, np.int64)
    gone, closed, welcome, may_float = notes[0], notes[1], notes[2], notes[3]
    gone[:] = 0
    cut = ShuffledPiles(line, starts, piles, scores.met, rounds, kin, safe, gone, closed, welcome)
    return pair_piles(cut, may_float, firsts, seconds), bye


@inlined
def _shuffled_line(scores: Scores, here: Lines, count: int, number: int, seed: int, line: Lines) -> None:
    """Shuffled, then the highest pile first [SR-PAIR-3, SR-PAIR-10]."""
    pile = here[:count].copy()
    shuffle(_numbered_lots(seed, _PILES, number), pile, count)
    points = scores.sums[POINTS]
    at = np.zeros(number + 2, np.int64)  # nobody has more points than rounds played
    for place in range(count):
        at[points[pile[place]]] += 1
    above = 0
    for total in range(number + 1, -1, -1):
        above, at[total] = above + at[total], above
    for place in range(count):
        total = points[pile[place]]
        line[at[total]] = pile[place]
        at[total] += 1


@inlined
def _pair_round(
    plan: EventPlan, scores: Scores, record: Record, here: Lines, count: int, number: int, seed: int, run: int
) -> int:
    """Pair the round into the record; the number of pairs, or `STUCK`."""
    firsts, seconds = record.firsts[number - 1], record.seconds[number - 1]
    ranked = plan.ranked and number == plan.rounds
    kin = scores.kin
    if plan.apart:
        kin[:] = -1
        if plan.apart == 2 or number == 1:
            kin[:] = plan.clubs
    line = np.empty(count, np.int64)
    if plan.system == SAGA and ranked:
        at = 0
        for place in range(plan.players):
            if not scores.gone[record.order[place]]:
                line[at] = record.order[place]
                at += 1
        for k in range(count // 2):
            firsts[k], seconds[k] = line[2 * k], line[2 * k + 1]
        record.byes[number - 1] = line[count - 1] if count % 2 else -1
        return count // 2
    if plan.system == SAGA:
        saga_line(plan, scores, here, count, line)
        made, bye = _pair_saga(scores, line, count, number - 1, kin, firsts, seconds)
        record.byes[number - 1] = bye
        return made
    lot = seed_of(seed, run, PAIRING + number)
    _shuffled_line(scores, here, count, number, lot, line)
    settled = 0
    if ranked:
        at = 0
        for place in range(plan.players):
            player = record.order[place]
            if not scores.gone[player] and at < 4:
                if at % 2:
                    seconds[at // 2] = player
                else:
                    firsts[at // 2] = player
                at += 1
        settled = at // 2
        left = 0
        for place in range(count):
            final = False
            for k in range(settled):
                final |= line[place] == firsts[k] or line[place] == seconds[k]
            if not final:
                line[left] = line[place]
                left += 1
        count = left
    made, bye = 0, -1
    if count:
        made, bye = _pair_steamroller(scores, line, count, number, kin, lot, firsts[settled:], seconds[settled:])
    record.byes[number - 1] = bye
    return made if made == STUCK else settled + made


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
        made = _pair_round(plan, scores, record, here, count, now, seed, run)
        if made < 0:
            return STUCK
        record.pairs[now - 1] = made
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
