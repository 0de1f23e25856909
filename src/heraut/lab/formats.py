"""
Formats compared: tried in blocks of runs, and what the tallies say with their error.

Runs go the quick path where there is one, by the engine where there is none. Tallies are whole numbers: whoever
computes the blocks, in whatever order, the answer is the same to the last digit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import msgspec
import numpy as np

from heraut.lab.estimates import Estimate, Z, wilson
from heraut.lab.event import draw_skills
from heraut.lab.format_model import model_of
from heraut.lab.jobs import Block, decoded
from heraut.lab.measures import (
    CHANCES,
    MEASURES,
    SHARES,
    UNIT,
    RunTally,
    blank_sums,
    judge,
    run_quickly,
    tally_of,
    top_of,
)
from heraut.lab.plan import EventPlan, NotQuick, plan_of
from heraut.lab.reference import play_by_engine
from heraut.lab.standings import blank_record
from heraut.lab.trial import Trial

QUICK_BLOCK = 64_000
ENGINE_BLOCK = 256
"""How many players' worth of runs make a block: about a second of work."""


class Job(msgspec.Struct, frozen=True):
    """What is to be tried, how often, and from which seed."""

    trials: tuple[Trial, ...]
    runs: int
    seed: int


def blocks_of(job: Job) -> Iterator[Block]:
    """The blocks of a job, trial by trial in turn, so that all of them grow alike."""
    sizes = [block_size(trial) for trial in job.trials]
    starts = [0] * len(sizes)
    while any(start < job.runs for start in starts):
        behind = min(range(len(sizes)), key=lambda place: starts[place])
        count = min(sizes[behind], job.runs - starts[behind])
        yield Block(starts[behind], count, behind)
        starts[behind] += count


def block_size(trial: Trial) -> int:
    """How many runs of a trial make a block."""
    quick = not isinstance(plan_of(trial.settings, trial.field), NotQuick)
    return max(1, (QUICK_BLOCK if quick else ENGINE_BLOCK) // trial.field.players)


def compute(sent: bytes, block: Block) -> RunTally:
    """The tally of a block of the job that was sent."""
    job: Job = decoded(sent, Job)
    trial = job.trials[block.trial]
    plan = plan_of(trial.settings, trial.field)
    if isinstance(plan, NotQuick):
        return _by_engine(trial, job.seed, list(block.numbers))
    sums, top = blank_sums(), top_of(plan.players)
    record = blank_record(plan.players, plan.most_rounds)
    left = [int(run) for run in run_quickly(plan, job.seed, block.first, block.count, top, record, sums)]
    return tally_of(sums, block.count - len(left)) + _by_engine(trial, job.seed, left)


def _by_engine(trial: Trial, seed: int, runs: list[int]) -> RunTally:
    """Runs that the engine plays."""
    if not runs:
        return RunTally()
    plan, sums, players = frame_of(trial), blank_sums(), trial.field.players
    skills = np.zeros(players + 1)
    for run in runs:
        draw_skills(plan, seed, run, skills)
        judge(plan, skills, play_by_engine(trial.settings, trial.field, skills, seed, run), top_of(players), sums)
    return tally_of(sums, len(runs), len(runs))


def frame_of(trial: Trial) -> EventPlan:
    """What skills and measures need of a plan, for events that the quick path does not do."""
    plan = plan_of(trial.settings, trial.field)
    if isinstance(plan, EventPlan):
        return plan
    rounds, most = model_of(trial.settings).rounds(trial.field.players)
    blank = dict.fromkeys(EventPlan._fields, 0) | {name: np.zeros(0, np.int64) for name in _LINES}
    return EventPlan(**(blank | {  # type: ignore[arg-type]
        "players": trial.field.players, "rounds": rounds, "most_rounds": most, "spread": trial.field.spread,
        "ratings": np.array(trial.field.ratings, np.float64), "clubs": np.array([*trial.field.club_of, -1], np.int64),
        "level": 0.0, "stretch": 0.0, "drops": 0.0,
    }))  # fmt: skip


_LINES = (
    "winner_points", "loser_points", "criteria", "tops", "shifts", "below", "below_tops", "below_shifts", "line_tops",
    "line_shifts", "ratings", "clubs",
)  # fmt: skip


class TrialAnswer(msgspec.Struct, frozen=True):
    """What is known of one trial."""

    name: str
    players: int
    runs: int
    by_engine: int
    """How many runs the engine played: those that the quick path could not."""
    measures: Mapping[str, Estimate]
    minutes: Estimate
    """Of the whole day."""
    winners: tuple[float, ...]
    """The chance to win of the best player, of the second best, and so on."""
    engine_why: str = ""
    """Why every run was the engine's: a key of the sentences."""


def answer(trial: Trial, tally: RunTally) -> TrialAnswer:
    """The estimates of a trial."""
    measures = {name: estimate(tally, place) for place, name in enumerate(MEASURES)}
    rounds, minutes = measures["rounds"], model_of(trial.settings).minutes
    plan = plan_of(trial.settings, trial.field)
    return TrialAnswer(
        trial.name,
        trial.field.players,
        tally.runs,
        tally.by_engine,
        measures,
        Estimate(rounds.value * minutes, rounds.low * minutes, rounds.high * minutes),
        tuple(count / UNIT / max(1, tally.runs) for count in tally.winners[: trial.field.players]),
        plan.why if isinstance(plan, NotQuick) else "",
    )


def estimate(tally: RunTally, measure: int) -> Estimate:
    """The mean of a measure: Wilson's interval for a chance, the normal one for a mean."""
    runs = tally.runs
    if not runs:
        return Estimate(math.nan, math.nan, math.nan)
    mean = tally.sums[measure] / UNIT / runs
    if MEASURES[measure] in CHANCES and MEASURES[measure] not in SHARES:
        return wilson(mean, runs)
    half = Z * math.sqrt(_variance(tally, measure) / runs)
    return Estimate(mean, mean - half, mean + half)


def _variance(tally: RunTally, measure: int) -> float:
    """Worked out in whole numbers, so that nothing is lost where all runs are alike."""
    runs, total = tally.runs, tally.sums[measure]
    return max(0, tally.squares[measure] * runs - total * total) / (runs * runs * UNIT * UNIT)
