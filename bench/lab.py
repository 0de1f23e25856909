"""
The lab: events a second on the quick path, against the engine, on two cores and on a cluster of two local workers.

Ratios are taken in one run. Memory in the number of runs is held by tests/lab/test_command.py.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from bench.figures import Figures, processor_seconds
from heraut.lab import running
from heraut.lab.blocks import Block, Job, blocks_of, compute, encoded
from heraut.lab.event import blank_record, draw_skills
from heraut.lab.field import Field
from heraut.lab.measures import blank_sums, run_quickly, top_of
from heraut.lab.plan import Plan, plan_of
from heraut.lab.reference import play_by_engine
from heraut.lab.trial import Trial, read_settings

SEED = 20


def quick(text: str, players: int, runs: int) -> float:
    """Events a second and core of the quick path, measures included."""
    plan = plan_of(read_settings(text), Field(players))
    assert isinstance(plan, Plan)
    record, top = blank_record(players, plan.most_rounds), top_of(players)
    run_quickly(plan, SEED, 0, 10, top, record, blank_sums())
    taken = processor_seconds(lambda: run_quickly(plan, SEED, 0, runs, top, record, blank_sums()), times=5)
    return runs / taken


def by_engine(text: str, players: int, runs: int) -> float:
    """Events a second of the engine, command by command."""
    settings, field = read_settings(text), Field(players)
    plan = plan_of(settings, field)
    assert isinstance(plan, Plan)
    skills = np.zeros(players + 1)

    def play() -> None:
        for run in range(runs):
            draw_skills(plan, SEED, run, skills)
            play_by_engine(settings, field, skills, SEED, run)

    return runs / processor_seconds(play, times=1)


def wall(work: Callable[[list[Block]], Iterator[Any]], blocks: list[Block]) -> float:
    """The time some blocks take, once everything is warm."""
    list(work(blocks[:4]))
    begun = time.perf_counter()
    list(work(blocks))
    return time.perf_counter() - begun


def main() -> None:
    """Tell the figures."""
    figures = Figures()
    figures.note("load of the machine", os.getloadavg()[0])
    small = {text: quick(text, 32, 20_000) for text in ("saga:rounds=5", "steamroller:rounds=5")}
    for text, speed in small.items():
        figures.at_least(f"{text}, 32 players", speed, 50_000, "events/s/core")
        figures.at_least(f"{text}, times the engine", speed / by_engine(text, 32, 20), 50)
    for text in ("saga:rounds=9", "steamroller:rounds=9"):
        figures.at_least(f"{text}, 500 players", quick(text, 500, 1_000), 2_000, "events/s/core")
    job = Job((Trial("cup", read_settings("saga:rounds=5"), Field(32)),), 400_000, SEED)
    sent, blocks = encoded(job), list(blocks_of(job))
    one = wall(lambda some: running.on_one_core(compute, sent, some), blocks)
    two = wall(lambda some: running.on_all_cores(compute, sent, some, 2), blocks)
    figures.at_least("two cores, times one", one / two, 1.8)
    from distributed import LocalCluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local,
        running.cluster(local.scheduler_address) as client,
    ):
        spread = wall(lambda some: running.on_cluster(compute, sent, some, client), blocks)
    figures.at_least("a cluster of two local workers, times one core", one / spread, 1.6)
    figures.end()


if __name__ == "__main__":
    main()
