"""Who computes the blocks: this process, all cores, or a Dask cluster. The answer does not depend on it."""

from __future__ import annotations

import logging
import multiprocessing
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from time import perf_counter
from typing import Any, Generic, TypeVar

from heraut.lab.sentences import CannotRun

B = TypeVar("B")
T = TypeVar("T")
Compute = Callable[[bytes, B], T]
AHEAD = 3
"""How many portions a core has before it: enough not to wait, few enough to stop soon."""
PORTION = 0.2
"""Seconds of work in a portion: handing it out costs nothing beside it, and Ctrl-C is heard soon."""
LARGEST = 64
"""Blocks in a portion, whatever little they take."""
MOST_TRIES = 3


def on_one_core(compute: Compute[B, T], sent: bytes, blocks: Iterable[B]) -> Iterator[tuple[B, T]]:
    """One block after the other, here."""
    for block in blocks:
        yield block, compute(sent, block)


class Portions(Generic[B]):
    """Blocks handed out some at a time: as many as take about `PORTION`, fewer towards the end, where all end alike."""

    def __init__(self, blocks: Iterable[B], workers: int) -> None:
        self._waiting, self._workers, self._size = list(blocks)[::-1], workers, 1

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def next(self) -> tuple[B, ...]:
        """The next ones."""
        fair = len(self._waiting) // (2 * self._workers)
        size = max(1, min(self._size, fair))
        taken = self._waiting[-size:]
        del self._waiting[-size:]
        return tuple(taken[::-1])

    def took(self, blocks: int, seconds: float) -> None:
        """How long some of them took."""
        self._size = max(1, min(LARGEST, int(PORTION * blocks / max(seconds, 1e-6))))

    def back(self, blocks: Iterable[B]) -> None:
        """These have to be done again."""
        self._waiting += blocks


def _portion(compute: Compute[B, T], sent: bytes, blocks: Sequence[B]) -> tuple[list[T], float]:
    """What some blocks give, and how long that took."""
    begun = perf_counter()
    return [compute(sent, block) for block in blocks], perf_counter() - begun


def on_all_cores(compute: Compute[B, T], sent: bytes, blocks: Iterable[B], cores: int) -> Iterator[tuple[B, T]]:
    """Blocks as they are finished by some processes of this machine; a process that dies is started anew."""
    others = set(multiprocessing.active_children())
    pool = _pool(cores)  # now, not when the first answer is asked for: the caller may have threads by then
    return _pooled(compute, sent, Portions(blocks, cores), pool, cores, others)


def _pooled(  # noqa: PLR0913, PLR0917
    compute: Compute[B, T],
    sent: bytes,
    portions: Portions[B],
    pool: ProcessPoolExecutor,
    cores: int,
    others: set[BaseProcess],
) -> Iterator[tuple[B, T]]:
    """As `on_all_cores`; `others` are processes that are none of the pool's."""
    tries = 0
    try:
        while portions:
            begun: dict[Future[tuple[list[T], float]], tuple[B, ...]] = {}
            try:
                yield from _answers(compute, sent, portions, pool, AHEAD * cores, begun)
            except BrokenProcessPool:
                tries += 1
                if tries > MOST_TRIES:
                    raise CannotRun("cores-lost") from None
                portions.back(block for blocks in begun.values() for block in blocks)
                pool = _pool(cores)
    except BaseException:  # Ctrl-C, or a disk that is full: what is begun is not waited for
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _answers(  # noqa: PLR0913, PLR0917
    compute: Compute[B, T],
    sent: bytes,
    portions: Portions[B],
    pool: ProcessPoolExecutor,
    ahead: int,
    begun: dict[Future[tuple[list[T], float]], tuple[B, ...]],
) -> Iterator[tuple[B, T]]:
    """`begun` are the portions handed out and not answered."""
    while portions or begun:
        while portions and len(begun) < ahead:
            blocks = portions.next()
            try:
                begun[pool.submit(_portion, compute, sent, blocks)] = blocks
            except BrokenProcessPool:  # noticed before these were handed out
                portions.back(blocks)
                raise
        finished, _ = wait(begun, return_when=FIRST_COMPLETED)
        for future in finished:
            tallies, seconds = future.result()
            blocks = begun.pop(future)
            portions.took(len(blocks), seconds)
            yield from zip(blocks, tallies, strict=True)


def _pool(cores: int) -> ProcessPoolExecutor:
    """
    Processes that have begun.

    On Linux, as long as there is one thread, they are forks of this one: everything is loaded, and nothing is compiled
    or read again. Elsewhere they begin anew, which takes each of them a second.
    """
    forked = sys.platform == "linux" and threading.active_count() == 1
    context = multiprocessing.get_context("fork" if forked else "spawn")
    pool = ProcessPoolExecutor(cores, mp_context=context, initializer=_leave_interrupts_to_the_parent)
    pool.submit(_nothing)
    return pool


def _leave_interrupts_to_the_parent() -> None:
    """Ctrl-C reaches every process of a terminal; the one that keeps what is done ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _nothing() -> None:
    """What a pool is asked first, to begin."""


@contextmanager
def cluster(address: str) -> Iterator[Any]:
    """A client of the Dask cluster at an address, or the sentence that says it cannot be reached."""
    try:
        from distributed import Client  # noqa: PLC0415  # an extra: heraut[cluster]
        from distributed.comm.addressing import parse_address, parse_host_port  # noqa: PLC0415
    except ImportError:
        raise CannotRun("cluster-missing") from None
    for name in ("distributed", "distributed.client"):  # each has a level of its own
        logging.getLogger(name).setLevel(logging.CRITICAL)  # a lost scheduler is told in one sentence, by us
    try:
        parse_host_port(parse_address(address)[1])  # a client of no address is half made, and complains for long
        client = Client(address, timeout="5s", set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise CannotRun("cluster-unreachable", address=address, detail=_first_line(error)) from None
    try:
        yield client
    finally:
        client.close(timeout=2)


def on_cluster(compute: Compute[B, T], sent: bytes, blocks: Iterable[B], client: Any) -> Iterator[tuple[B, T]]:
    """Blocks as the cluster finishes them. A worker that dies has its blocks done by another."""
    from distributed import as_completed  # noqa: PLC0415  # an extra: heraut[cluster]
    from distributed.client import FutureCancelledError  # noqa: PLC0415

    workers = max(1, len(client.scheduler_info(n_workers=-1)["workers"]))
    portions = Portions(blocks, workers)
    begun: dict[str, tuple[B, ...]] = {}
    done = as_completed(loop=client.loop)

    def hand_out() -> None:
        if portions:
            taken = portions.next()
            future = client.submit(_portion, compute, sent, taken, pure=False, retries=5)
            begun[future.key] = taken
            done.add(future)

    for _ in range(AHEAD * workers):
        hand_out()
    try:
        for future in done:
            tallies, seconds = future.result()
            taken = begun.pop(future.key)
            portions.took(len(taken), seconds)
            hand_out()
            yield from zip(taken, tallies, strict=True)
    except (OSError, FutureCancelledError, RuntimeError) as error:
        raise CannotRun("cluster-lost", detail=_first_line(error)) from None


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), "?")[:120]
