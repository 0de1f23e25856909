"""
Standings and places of an event as machine code, by the rules of the tournament engine.

Players are numbers from 0. What an order goes by is laid into one whole number each, and the numbers are sorted.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from heraut.lab.chance import SECOND, Lines
from heraut.lab.compiled import compiled
from heraut.lab.pairing import Grid
from heraut.lab.plan import POINTS, RESISTANCE, SAGA, STRENGTH, VP_DIFFERENCE, WINS, EventPlan

MOST_VALUES = 4096
"""With a wider first criterion than this, laying out takes longer than sorting."""
MOST_ALIKE = 64
"""With more players level than this, sorting by insertion is slow."""


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
def _met_points(points: Lines, met: Grid, meetings: int, player: int) -> int:
    total = 0
    for k in range(meetings):
        total += points[met[player, k]]
    return total


@compiled
def _resistance(plan: EventPlan, scores: Scores, into: Lines) -> None:
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


@compiled
def standings(plan: EventPlan, scores: Scores, record: Record, criteria: Lines, tops: Lines, shifts: Lines) -> None:
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
def saga_line(plan: EventPlan, scores: Scores, here: Lines, count: int, line: Lines) -> None:
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
def ranking_round_places(plan: EventPlan, scores: Scores, record: Record, number: int) -> None:
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
def final_table_places(record: Record, number: int) -> None:
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
