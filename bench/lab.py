"""
The lab: events a second on the quick path, against the engine, on two cores and on a cluster of two local workers.

Ratios are taken in one run, in short bursts by turns, the best of each: whatever else the machine does then falls on
all of them. Two processes that know nothing of one another, each with half of the work, tell what the machine itself
gives: two cores of it may share what one has alone. Memory in the number of runs is held by tests/lab/test_command.py.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from bench.figures import Figures, processor_seconds
from heraut.lab import running
from heraut.lab.event import draw_skills
from heraut.lab.formats import Job, blocks_of, compute
from heraut.lab.jobs import Block, encoded
from heraut.lab.measures import blank_sums, run_quickly, top_of
from heraut.lab.plan import EventPlan, plan_of
from heraut.lab.reference import play_by_engine
from heraut.lab.standings import blank_record
from heraut.lab.trial import PlayerField, Trial, read_settings

SEED = 20
RUNS = 200_000
BURSTS = 3


def quick(text: str, players: int, runs: int) -> float:
    """Events a second and core of the quick path, measures included."""
    plan = plan_of(read_settings(text), PlayerField(players))
    assert isinstance(plan, EventPlan)
    record, top = blank_record(players, plan.most_rounds), top_of(players)
    run_quickly(plan, SEED, 0, 10, top, record, blank_sums())
    taken = processor_seconds(lambda: run_quickly(plan, SEED, 0, runs, top, record, blank_sums()), times=5)
    return runs / taken


def by_engine(text: str, players: int, runs: int) -> float:
    """Events a second of the engine, command by command."""
    settings, field = read_settings(text), PlayerField(players)
    plan = plan_of(settings, field)
    assert isinstance(plan, EventPlan)
    skills = np.zeros(players + 1)

    def play() -> None:
        for run in range(runs):
            draw_skills(plan, SEED, run, skills)
            play_by_engine(settings, field, skills, SEED, run)

    return runs / processor_seconds(play, times=1)


def apart(sent: bytes, blocks: list[Block]) -> Iterator[None]:
    """Two processes, each with half of the blocks, and nothing between them."""
    context = multiprocessing.get_context("fork")
    halves = [context.Process(target=_alone, args=(sent, blocks[half::2])) for half in range(2)]
    for process in halves:
        process.start()
    for process in halves:
        process.join()
        yield


def _alone(sent: bytes, blocks: list[Block]) -> None:
    for block in blocks:
        compute(sent, block)


Way = Callable[[], Iterator[Any]]


def best(ways: dict[str, Way]) -> dict[str, float]:
    """The shortest time of each way to do the same work, taken by turns."""
    taken: dict[str, float] = {}
    for _ in range(BURSTS):
        for name, way in ways.items():
            begun = time.perf_counter()
            for _ in way():
                pass
            taken[name] = min(taken.get(name, np.inf), time.perf_counter() - begun)
    return taken


def speeds(figures: Figures) -> None:
    """One core: the quick path, and the engine."""
    for text in ("saga:rounds=5", "steamroller:rounds=5"):
        speed = quick(text, 32, 20_000)
        figures.at_least(f"{text}, 32 players", speed, 50_000, "events/s/core")
        figures.at_least(f"{text}, times the engine", speed / by_engine(text, 32, 20), 50)
    for text in ("saga:rounds=9", "steamroller:rounds=9"):
        figures.at_least(f"{text}, 500 players", quick(text, 500, 1_000), 2_000, "events/s/core")


def spread(figures: Figures) -> None:
    """Two cores, and a cluster of two workers, beside one core and what the machine gives at most."""
    job = Job((Trial("cup", read_settings("saga:rounds=5"), PlayerField(32)),), RUNS, SEED)
    sent, blocks = encoded(job), list(blocks_of(job))
    compute(sent, blocks[0])
    taken = best({
        "one": lambda: running.on_one_core(compute, sent, blocks),
        "apart": lambda: apart(sent, blocks),
        "two": lambda: running.on_all_cores(compute, sent, blocks, 2),
    })  # fmt: skip
    import dask
    from distributed import LocalCluster

    with (
        dask.config.set({"distributed.worker.profile.enabled": False}),  # as tools/cluster.sh
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local,
        running.cluster(local.scheduler_address) as client,
    ):
        list(running.on_cluster(compute, sent, blocks[:20], client))
        taken |= best({"cluster": lambda: running.on_cluster(compute, sent, blocks, client)})
    gives = taken["one"] / taken["apart"]
    figures.note("two processes that know nothing of one another, times one: what the machine gives", gives)
    beside = f" (the machine gives {gives:.2f})"
    figures.at_least(f"two cores, times one{beside}", taken["one"] / taken["two"], 1.8)
    figures.at_least(f"a cluster of two local workers, times one core{beside}", taken["one"] / taken["cluster"], 1.6)


def main() -> None:
    """Tell the figures."""
    figures = Figures()
    figures.note("load of the machine", os.getloadavg()[0])
    speeds(figures)
    spread(figures)
    figures.note("load of the machine", os.getloadavg()[0])
    figures.end()


if __name__ == "__main__":
    main()
