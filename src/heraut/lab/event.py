"""
A whole event as machine code: the quick path.

It follows the rules of the tournament engine, and the tests hold it to the engine on the same draws, pair for pair and
place for place. What it cannot pair (a rematch or a long float that nothing avoids) it leaves: `play_event` answers
`STUCK`, and the engine plays that run instead.
"""

from __future__ import annotations

from typing import NamedTuple

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
from heraut.lab.field import LEAST_STAYING
from heraut.lab.game import ASSASSINATION, LEVEL, SCENARIO, SECOND, result, spoils
from heraut.lab.piles import UNKNOWN, Piles, pair_piles
from heraut.lab.plan import (
    ASSASSINATIONS,
    CONTROL,
    CRITERIA,
    DESTROYED,
    POINTS,
    RESISTANCE,
    SAGA,
    SCENARIO_WINS,
    STRENGTH,
    SURVIVING,
    VP_DIFFERENCE,
    WINS,
    Plan,
)
from heraut.lab.walk import STUCK, Grid, can_pair, walk

NUMBERS, ROLL_OFF, PAIRING = 0, 1, 2
"""What a seed is for: draw numbers, the roll-off, and from 2 on the pairing of a round."""

_COLUMNS = len(CRITERIA)
_DRAW_NUMBERS = np.frombuffer(b"draw numbers", np.uint8)
_PILES = np.frombuffer(b"piles of round ", np.uint8)
_BYE = np.frombuffer(b"bye of round ", np.uint8)


class Record(NamedTuple):
    """What happened in an event, players as numbers from 0; the spare player, if any, is the last number."""

    firsts: Grid
    """By round and pair, in the order the pairs are made."""
    seconds: Grid
    tables: Grid
    winners: Grid
    """FIRST, SECOND or LEVEL."""
    pairs: Lines
    byes: Lines
    order: Lines
    """Everybody from the top."""
    ranks: Lines
    """By player; 0 for no place."""
    total: Lines
    """How many rounds were played."""


def blank_record(players: int, most_rounds: int) -> Record:
    """Room for an event."""
    shape = (most_rounds, players // 2 + 2)
    firsts, seconds, tables, winners = (np.zeros(shape, np.int64) for _ in range(4))
    pairs, byes = np.zeros(most_rounds, np.int64), np.full(most_rounds, -1, np.int64)
    order, ranks = np.zeros(players, np.int64), np.zeros(players, np.int64)
    return Record(firsts, seconds, tables, winners, pairs, byes, order, ranks, np.zeros(1, np.int64))


class Scores(NamedTuple):
    """The columns of the standings while an event is played."""

    sums: Grid
    """By criterion and player; Resistance and strength are worked out when they are asked for."""
    met: Grid
    meetings: Lines
    byes: Lines
    number: Lines
    by_number: Lines
    gone: Lines
    kin: Lines
    room: Lines
    """To work in: arrays made anew for every round would take a fourth of the time."""


@compiled
def draw_skills(plan: Plan, seed: int, run: int, skills: NDArray[np.float64]) -> None:
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
def _met_points(points: Lines, met: Grid, meetings: int, player: int) -> int:
    total = 0
    for k in range(meetings):
        total += points[met[player, k]]
    return total


@compiled
def _resistance(plan: Plan, scores: Scores, into: Lines) -> None:
    """Each player's sum of the opponents' points; a bye may add their mean [ST-RNK-6]."""
    points, met, meetings, byes = scores.sums[POINTS], scores.met, scores.meetings, scores.byes
    scale, mean = plan.share, plan.bye_mean
    for player in range(len(byes)):
        total = _met_points(points, met, meetings[player], player)
        into[player] = total * scale
        if mean and byes[player] and meetings[player]:
            into[player] += total * byes[player] * scale // meetings[player]


@compiled
def _add_column(column: Lines, top: int, shift: int, keys: Lines) -> None:
    for player in range(len(keys)):
        keys[player] += (top - column[player]) << shift


@compiled
def _sort(keys: Lines, shift: int, top: int, room: Lines) -> Lines:
    """The keys in order: laid out by their highest criterion, then sorted by insertion where that is the same."""
    if top > MOST_VALUES:
        keys.sort()
        return keys
    filled, starts, sorted_keys = room[: top + 2], room[top + 2 : 2 * top + 4], room[2 * top + 4 :][: len(keys)]
    filled[:] = 0
    for key in keys:
        if key >> shift > top:
            keys.sort()
            return keys
        filled[(key >> shift) + 1] += 1
    for value in range(1, top + 2):
        if filled[value] > MOST_ALIKE:
            keys.sort()
            return keys
        filled[value] += filled[value - 1]
    starts[:] = filled
    for key in keys:
        value = key >> shift
        place = filled[value]
        filled[value] += 1
        while place > starts[value] and sorted_keys[place - 1] > key:
            sorted_keys[place] = sorted_keys[place - 1]
            place -= 1
        sorted_keys[place] = key
    return sorted_keys


MOST_VALUES = 4096
"""With a wider first criterion than this, laying out takes longer than sorting."""
MOST_ALIKE = 64
"""With more players level than this, sorting by insertion is slow."""


@compiled
def _standings(plan: Plan, scores: Scores, record: Record, criteria: Lines, tops: Lines, shifts: Lines) -> None:
    """Order and ranks by these criteria after the games so far; the spare player has no part in them."""
    wide = plan.players + 1
    keys, worked_out, room = scores.room[: plan.players], scores.room[wide : 2 * wide], scores.room[2 * wide :]
    for player in range(plan.players):
        keys[player] = scores.number[player] if plan.system == SAGA else scores.number[player] * wide + player
        if scores.gone[player] and not plan.dropped_ranked:
            keys[player] += 1 << plan.unplaced_shift
    for place in range(len(criteria)):
        criterion, top, shift = criteria[place], tops[place], shifts[place]
        if criterion in (RESISTANCE, STRENGTH):
            _resistance(plan, scores, worked_out)
            _add_column(worked_out, top, shift, keys)
        elif criterion == VP_DIFFERENCE:  # it may be negative: half of what there can be stands for none
            _add_column(scores.sums[criterion], top - top // 2, shift, keys)
        else:
            _add_column(scores.sums[criterion], top, shift, keys)
    keys = _sort(keys, shifts[0], tops[0], room)
    low = (1 << plan.number_bits) - 1
    above = -1
    order, ranks, by_number = record.order, record.ranks, scores.by_number
    for place in range(plan.players):
        number = keys[place] & low
        player = by_number[number] if plan.system == SAGA else number % wide
        order[place] = player
        values = keys[place] >> plan.number_bits
        if keys[place] >> plan.unplaced_shift:
            ranks[player] = 0
        elif plan.system != SAGA and not plan.roll_off and values == above:
            ranks[player] = ranks[order[place - 1]]
        else:
            ranks[player] = place + 1
        above = values


@compiled
def _saga_line(plan: Plan, scores: Scores, here: Lines, count: int, line: Lines) -> None:
    """The pairing order [ST-PAIR-3]."""
    wide = plan.players + 1
    keys, third, room = scores.room[:count], scores.room[wide : 2 * wide], scores.room[2 * wide :]
    one, other = (WINS, POINTS) if plan.wins_first else (POINTS, WINS)
    first, second = scores.sums[one], scores.sums[other]
    _resistance(plan, scores, third)
    number, tops, shifts = scores.number, plan.line_tops, plan.line_shifts
    for place in range(count):
        player = here[place]
        key = (tops[0] - first[player]) << shifts[0]
        key += (tops[1] - second[player]) << shifts[1]
        key += (tops[2] - third[player]) << shifts[2]
        keys[place] = key + number[player]
    keys = _sort(keys, shifts[0], tops[0], room)
    low = (1 << plan.number_bits) - 1
    for place in range(count):
        line[place] = scores.by_number[keys[place] & low]


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
    cut = Piles(line, starts, piles, scores.met, rounds, kin, safe, gone, closed, welcome)
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
    plan: Plan, scores: Scores, record: Record, here: Lines, count: int, number: int, seed: int, run: int
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
        _saga_line(plan, scores, here, count, line)
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
    plan: Plan, scores: Scores, record: Record, skills: NDArray[np.float64], number: int, seed: int, run: int
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
def _leads_alone(plan: Plan, scores: Scores) -> bool:
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
def _leave(plan: Plan, scores: Scores, number: int, seed: int, run: int) -> bool:
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


@compiled
def _ranking_round_places(plan: Plan, scores: Scores, record: Record, number: int) -> None:
    """Each table played for the two ranks its players held; who had left comes after [ST-RNK-9, ST-RNK-16]."""
    before = record.order.copy()
    at = 0
    for table in range(record.pairs[number - 1]):
        one, other = record.firsts[number - 1, table], record.seconds[number - 1, table]
        if record.winners[number - 1, table] == SECOND:
            one, other = other, one
        record.order[at], record.order[at + 1] = one, other
        at += 2
    bye = record.byes[number - 1]
    if bye >= 0:
        record.order[at] = bye
        at += 1
    for player in before:
        if scores.gone[player]:
            record.order[at] = player
            at += 1
    for place in range(plan.players):
        record.ranks[record.order[place]] = place + 1


@compiled
def _final_table_places(record: Record, number: int) -> None:
    """The first three places are won at the final tables, the others close up [SR-VRANK-8, SR-VRANK-9]."""
    top = np.empty(3, np.int64)
    finals = min(2, record.pairs[number - 1])
    held = 0
    for table in range(finals):
        one, other = record.firsts[number - 1, table], record.seconds[number - 1, table]
        if record.winners[number - 1, table] == SECOND:
            one, other = other, one
        top[held] = one
        held += 1
        if table == 0:
            top[held] = other
            held += 1
    after, ranks = record.order.copy(), record.ranks.copy()
    at, above = held, -1
    for place in range(held):
        record.order[place] = top[place]
        record.ranks[top[place]] = place + 1
    for player in after:
        reserved = False
        for place in range(held):
            reserved |= top[place] == player
        if reserved:
            continue
        record.order[at] = player
        if ranks[player]:
            together = above >= 0 and ranks[above] == ranks[player]
            record.ranks[player] = record.ranks[above] if together else at + 1
        at += 1
        above = player


@compiled
def play_event(plan: Plan, skills: NDArray[np.float64], seed: int, run: int, record: Record) -> int:
    """Play a run into the record; how many rounds it had, or `STUCK` where the engine has to play it."""
    everyone, players = plan.players + 1, plan.players
    rounds = plan.most_rounds
    columns = np.zeros((_COLUMNS + 6, everyone), np.int64)
    meetings, byes, number, gone, kin, here = (
        columns[_COLUMNS], columns[_COLUMNS + 1], columns[_COLUMNS + 2], columns[_COLUMNS + 3], columns[_COLUMNS + 4],
        columns[_COLUMNS + 5],
    )  # fmt: skip
    for player in range(everyone):
        number[player], here[player], kin[player] = player + 1, player, -1
    top = max(
        plan.tops[0], plan.below_tops[0] if len(plan.below) else 0, plan.line_tops[0] if len(plan.line_tops) else 0
    )
    scores = Scores(
        columns[:_COLUMNS], np.full((everyone, rounds + 1), -1, np.int64), meetings, byes, number,
        np.zeros(everyone + 1, np.int64), gone, kin, np.empty(4 * everyone + 2 * min(top, MOST_VALUES) + 8, np.int64),
    )  # fmt: skip
    if plan.system == SAGA:
        _draw_numbers(seed_of(seed, run, NUMBERS), here, plan.players + plan.spare, scores.number)
        for player in range(plan.players + plan.spare):
            scores.by_number[scores.number[player]] = player
    played = 0
    while played < rounds:
        now = played + 1
        ranked = plan.ranked and now == plan.rounds
        count = 0
        for player in range(players):
            if not gone[player]:
                here[count] = player
                count += 1
        if plan.spare and count % 2 and not ranked:
            here[count] = plan.players
            count += 1
        if ranked:
            _standings(plan, scores, record, plan.criteria, plan.tops, plan.shifts)
        made = _pair_round(plan, scores, record, here, count, now, seed, run)
        if made < 0:
            return STUCK
        record.pairs[played] = made
        _play_round(plan, scores, record, skills, now, seed, run)
        played = now
        if plan.early_end and _leads_alone(plan, scores):
            break
        if played >= plan.rounds and not plan.goes_on:
            break
        if played < rounds and plan.drops > 0 and _leave(plan, scores, now, seed, run):
            break
    record.total[0] = played
    last_ranked = plan.ranked and played == plan.rounds
    if plan.system == SAGA and last_ranked:
        _ranking_round_places(plan, scores, record, played)
        return played
    if plan.roll_off:
        count = 0
        for player in range(plan.players):
            if not scores.gone[player]:
                here[count] = player
                count += 1
        _draw_numbers(seed_of(seed, run, ROLL_OFF), here, count, scores.number)
    if last_ranked:
        _standings(plan, scores, record, plan.below, plan.below_tops, plan.below_shifts)
        _final_table_places(record, played)
    else:
        _standings(plan, scores, record, plan.criteria, plan.tops, plan.shifts)
    return played
