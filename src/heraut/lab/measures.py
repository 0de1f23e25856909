"""
What is measured of an event, in whole numbers.

A share or a mean is counted in millionths, so that sums are exact whatever the order they are added in: one core, many
cores and a cluster give the same digits.
"""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from heraut.lab.chance import FIRST, LEVEL, Lines
from heraut.lab.compiled import compiled
from heraut.lab.event import draw_skills, play_event
from heraut.lab.plan import EventPlan
from heraut.lab.standings import Record

UNIT = 1_000_000

MEASURES = (
    "best_wins", "top_kept", "top_all", "correlation", "winner_rank", "unbeaten", "title_tied", "early_end", "rematch",
    "table_again", "club_games", "rounds",
)  # fmt: skip
(
    BEST_WINS, TOP_KEPT, TOP_ALL, CORRELATION, WINNER_RANK, UNBEATEN, TITLE_TIED, EARLY_END, REMATCH, TABLE_AGAIN,
    CLUB_GAMES, ROUNDS,
) = range(len(MEASURES))  # fmt: skip
CHANCES = ("best_wins", "top_kept", "top_all", "unbeaten", "title_tied", "early_end", "rematch", "table_again")
"""Measures that are shares of one."""
SHARES = ("top_kept", "table_again")
"""Those of them that are the mean of a share, not the chance of a thing that happens or does not."""
WINNERS_SHOWN = 16
"""Of how many of the best players the chance to win is kept one by one."""


class RunTally(msgspec.Struct, frozen=True):
    """The sums of some runs: of each measure, of its square, and of who won by true rank."""

    runs: int = 0
    by_engine: int = 0
    sums: tuple[int, ...] = (0,) * len(MEASURES)
    squares: tuple[int, ...] = (0,) * len(MEASURES)
    winners: tuple[int, ...] = (0,) * WINNERS_SHOWN

    def __add__(self, other: RunTally) -> RunTally:
        return RunTally(
            self.runs + other.runs,
            self.by_engine + other.by_engine,
            added(self.sums, other.sums),
            added(self.squares, other.squares),
            added(self.winners, other.winners),
        )


def added(some: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...]:
    """Place by place; nothing adds nothing."""
    if not some or not others:
        return some or others
    return tuple(one + other for one, other in zip(some, others, strict=True))


def top_of(players: int) -> int:
    """How many make the top: eight, or a quarter of a small field."""
    return 8 if players >= 16 else max(1, (players + 3) // 4)


Sums = NDArray[np.int64]
_FAR, _FINE = 256.0, float(1 << 40)
"""No skill is further from the middle than this, and two that differ by less than the other's part are equal."""


def blank_sums() -> Sums:
    """Room for the sums of some runs: measures, squares, winners."""
    return np.zeros((3, max(len(MEASURES), WINNERS_SHOWN)), np.int64)


def tally_of(sums: Sums, runs: int, by_engine: int = 0) -> RunTally:
    """The sums as a tally."""
    count = len(MEASURES)
    values, squares, winners = (tuple(int(value) for value in row) for row in sums)
    return RunTally(runs, by_engine, values[:count], squares[:count], winners[:WINNERS_SHOWN])


@compiled
def _true_ranks(skills: NDArray[np.float64], players: int) -> Lines:
    """The true rank of each player, from 1; of equals the one with the smaller number first."""
    keys = np.empty(players, np.int64)
    for player in range(players):  # skills to the twelfth digit, then the number: one whole number to sort by
        keys[player] = (np.int64((_FAR - skills[player]) * _FINE) << 12) + player
    keys.sort()
    ranks = np.empty(players, np.int64)
    for place in range(players):
        ranks[keys[place] & 4095] = place + 1
    return ranks


@compiled
def _places(record: Record, true: Lines, players: int, top: int, found: Lines, winners: Lines) -> None:
    """What the final places say; who share a place share what it is worth."""
    kept, apart = np.int64(0), np.int64(0)
    start = 0
    while start < players:
        rank = record.ranks[record.order[start]]
        end = start + 1
        while rank and end < players and record.ranks[record.order[end]] == rank:
            end += 1
        inside = min(max(top - start, 0), end - start)
        for place in range(start, end):
            truly = true[record.order[place]]
            if truly <= top:
                kept += inside * UNIT // (end - start)
            gap = 2 * truly - (start + end + 1)  # twice the distance to the middle of the shared places
            apart += gap * gap
            if start == 0:
                found[WINNER_RANK] += truly * UNIT // end
                if truly == 1:
                    found[BEST_WINS] = UNIT // end
                if truly <= WINNERS_SHOWN:
                    winners[truly - 1] += UNIT // end
        start = end
    found[TOP_KEPT] = kept // top
    found[TOP_ALL] = UNIT * (kept > (top * UNIT - top))
    found[CORRELATION] = UNIT - (6 * UNIT * apart // 4) // (players * (players * players - 1))


@compiled
def _games(plan: EventPlan, record: Record, found: Lines) -> None:
    """What the games say: who was never beaten, who met again, who sat at the same table."""
    everyone = plan.players + 1
    rounds = record.total[0]
    wins, seen = np.zeros(everyone, np.int64), np.zeros(everyone, np.int64)
    met, sat = np.full((everyone, rounds), -1, np.int64), np.full((everyone, rounds), -1, np.int64)
    again, twice, mates = 0, np.zeros(everyone, np.int64), 0
    for k in range(rounds):
        for table in range(record.pairs[k]):
            one, other = record.firsts[k, table], record.seconds[k, table]
            winner = record.winners[k, table]
            if winner != LEVEL:
                wins[one if winner == FIRST else other] += 1
            mates += plan.clubs[one] >= 0 and plan.clubs[one] == plan.clubs[other]
            seen[one] += 1
            seen[other] += 1
            number = record.tables[k, table]
            for before in range(k):
                again += met[one, before] == other
                twice[one] |= sat[one, before] == number
                twice[other] |= sat[other, before] == number
            met[one, k], met[other, k] = other, one
            sat[one, k], sat[other, k] = number, number
        if record.byes[k] >= 0:
            wins[record.byes[k]] += 1
            seen[record.byes[k]] += 1
    unbeaten, most = 0, 0
    champion = record.order[0]
    for player in range(plan.players):
        unbeaten += seen[player] == rounds and wins[player] == rounds
        most += wins[player] >= wins[champion]
    found[UNBEATEN] = UNIT * (unbeaten > 1)
    found[TITLE_TIED] = UNIT * (most > 1)
    found[EARLY_END] = UNIT * (rounds < plan.rounds)
    found[REMATCH] = UNIT * (again > 0)
    found[TABLE_AGAIN] = UNIT * twice[: plan.players].sum() // plan.players
    found[CLUB_GAMES] = UNIT * mates
    found[ROUNDS] = UNIT * rounds


@compiled
def judge(plan: EventPlan, skills: NDArray[np.float64], record: Record, top: int, sums: Sums) -> None:
    """Add what an event says to the sums."""
    found = np.zeros(sums.shape[1], np.int64)
    _places(record, _true_ranks(skills, plan.players), plan.players, top, found, sums[2])
    _games(plan, record, found)
    for measure in range(len(found)):
        sums[0, measure] += found[measure]
        sums[1, measure] += found[measure] * found[measure]


@compiled
def run_quickly(plan: EventPlan, seed: int, first: int, count: int, top: int, record: Record, sums: Sums) -> Lines:
    """Play these runs and add them to the sums; those that are left for the engine."""
    skills = np.empty(plan.players + 1, np.float64)
    left = np.empty(count, np.int64)
    stuck = 0
    for run in range(first, first + count):
        draw_skills(plan, seed, run, skills)
        if play_event(plan, skills, seed, run, record) < 0:
            left[stuck] = run
            stuck += 1
        else:
            judge(plan, skills, record, top, sums)
    return left[:stuck]
