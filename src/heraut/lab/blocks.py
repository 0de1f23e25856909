"""
A job cut into blocks of runs: the unit that is computed, kept and sent to a cluster.

A block depends on nothing but the job and its own number, and tallies are whole numbers: whoever computes the blocks,
in whatever order, the answer is the same to the last digit.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache

import msgspec
import numpy as np

from heraut.kernel import from_plain, to_plain
from heraut.lab.event import blank_record, draw_skills
from heraut.lab.measures import Tally, blank_sums, judge, run_quickly, tally_of, top_of
from heraut.lab.plan import NotQuick, Plan, plan_of
from heraut.lab.reference import play_by_engine
from heraut.lab.trial import Trial, round_counts

QUICK_BLOCK = 64_000
ENGINE_BLOCK = 256
"""How many players' worth of runs make a block: about a second of work."""


class Job(msgspec.Struct, frozen=True):
    """What is to be tried, how often, and from which seed."""

    trials: tuple[Trial, ...]
    runs: int
    seed: int


class Block(msgspec.Struct, frozen=True):
    """Some runs of one trial."""

    trial: int
    first: int
    count: int


class Done(msgspec.Struct, frozen=True):
    """A block and what it gave."""

    block: Block
    tally: Tally


def digest(job: Job) -> str:
    """A name for a job that says what it tries and from which seed; more runs of it are the same job."""
    plain = msgspec.json.encode([to_plain(job.trials), job.seed], order="sorted")
    return hashlib.sha256(plain).hexdigest()[:16]


def encoded(job: Job) -> bytes:
    """A job as it is sent to another process or machine."""
    return msgspec.json.encode(to_plain(job))


@lru_cache(maxsize=4)
def decoded(sent: bytes) -> Job:
    """The job that was sent."""
    job: Job = from_plain(msgspec.json.decode(sent), Job)
    return job


def blocks_of(job: Job) -> Iterator[Block]:
    """The blocks of a job, trial by trial in turn, so that all of them grow alike."""
    sizes = [block_size(trial) for trial in job.trials]
    starts = [0] * len(sizes)
    while any(start < job.runs for start in starts):
        behind = min(range(len(sizes)), key=lambda place: starts[place])
        count = min(sizes[behind], job.runs - starts[behind])
        yield Block(behind, starts[behind], count)
        starts[behind] += count


def block_size(trial: Trial) -> int:
    """How many runs of a trial make a block."""
    quick = not isinstance(plan_of(trial.settings, trial.field), NotQuick)
    return max(1, (QUICK_BLOCK if quick else ENGINE_BLOCK) // trial.field.players)


def compute(sent: bytes, block: Block) -> Tally:
    """The tally of a block of the job that was sent."""
    job = decoded(sent)
    trial = job.trials[block.trial]
    plan = plan_of(trial.settings, trial.field)
    if isinstance(plan, NotQuick):
        return _by_engine(trial, job.seed, list(range(block.first, block.first + block.count)))
    sums, top = blank_sums(), top_of(plan.players)
    record = blank_record(plan.players, plan.most_rounds)
    left = [int(run) for run in run_quickly(plan, job.seed, block.first, block.count, top, record, sums)]
    return tally_of(sums, block.count - len(left)) + _by_engine(trial, job.seed, left)


def _by_engine(trial: Trial, seed: int, runs: list[int]) -> Tally:
    """Runs that the engine plays."""
    if not runs:
        return Tally()
    plan, sums, players = frame_of(trial), blank_sums(), trial.field.players
    skills = np.zeros(players + 1)
    for run in runs:
        draw_skills(plan, seed, run, skills)
        judge(plan, skills, play_by_engine(trial.settings, trial.field, skills, seed, run), top_of(players), sums)
    return tally_of(sums, len(runs), len(runs))


def frame_of(trial: Trial) -> Plan:
    """What skills and measures need of a plan, for events that the quick path does not do."""
    plan = plan_of(trial.settings, trial.field)
    if isinstance(plan, Plan):
        return plan
    rounds, most = round_counts(trial.settings, trial.field.players)
    blank = dict.fromkeys(Plan._fields, 0) | {name: np.zeros(0, np.int64) for name in _LINES}
    return Plan(**(blank | {  # type: ignore[arg-type]
        "players": trial.field.players, "rounds": rounds, "most_rounds": most, "spread": trial.field.spread,
        "ratings": np.array(trial.field.ratings, np.float64), "clubs": np.array([*trial.field.club_of, -1], np.int64),
        "level": 0.0, "stretch": 0.0, "drops": 0.0,
    }))  # fmt: skip


_LINES = (
    "winner_points", "loser_points", "criteria", "tops", "shifts", "below", "below_tops", "below_shifts", "line_tops",
    "line_shifts", "ratings", "clubs",
)  # fmt: skip
