"""Who computes the blocks: this process, all cores, or a Dask cluster. The answer does not depend on it."""

from __future__ import annotations

import logging
import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, TypeVar

from heraut.lab.faults import CannotRun

B = TypeVar("B")
T = TypeVar("T")
Compute = Callable[[bytes, B], T]
AHEAD = 3
"""How many blocks a core has before it: enough not to wait, few enough to stop soon."""


def on_one_core(compute: Compute[B, T], sent: bytes, blocks: Iterable[B]) -> Iterator[tuple[B, T]]:
    """One block after the other, here."""
    for block in blocks:
        yield block, compute(sent, block)


def on_all_cores(compute: Compute[B, T], sent: bytes, blocks: Iterable[B], cores: int) -> Iterator[tuple[B, T]]:
    """Blocks as they are finished by some processes of this machine; a process that dies is started anew."""
    waiting = list(blocks)[::-1]
    tries = 0
    while waiting:
        begun: set[B] = set()
        try:
            for block, tally in _pool(compute, sent, waiting, cores, begun):
                begun.discard(block)
                yield block, tally
        except BrokenProcessPool:
            tries += 1
            if tries > 3:
                raise CannotRun("cores-lost") from None
            waiting += [block for block in begun if block not in waiting]


def _pool(compute: Compute[B, T], sent: bytes, waiting: list[B], cores: int, begun: set[B]) -> Iterator[tuple[B, T]]:
    """Take blocks from the end of those waiting; `begun` are those handed out and not answered."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(cores, mp_context=context) as pool:
        running: dict[Future[T], B] = {}
        try:
            while waiting or running:
                while waiting and len(running) < AHEAD * cores:
                    block = waiting.pop()
                    begun.add(block)
                    running[pool.submit(compute, sent, block)] = block
                finished, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    yield running.pop(future), future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def cluster(address: str) -> Iterator[Any]:
    """A client of the Dask cluster at an address, or the sentence that says it cannot be reached."""
    try:
        from distributed import Client  # noqa: PLC0415  # an extra: heraut[cluster]
    except ImportError:
        raise CannotRun("cluster-missing") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # a lost scheduler is told in one sentence, by us
    try:
        client = Client(address, timeout="5s", set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise CannotRun("cluster-unreachable", address=address, detail=str(error).splitlines()[0][:120]) from None
    try:
        yield client
    finally:
        client.close(timeout=2)


def on_cluster(compute: Compute[B, T], sent: bytes, blocks: Iterable[B], client: Any) -> Iterator[tuple[B, T]]:
    """Blocks as the cluster finishes them. A worker that dies has its blocks done by another."""
    from distributed import as_completed  # noqa: PLC0415  # an extra: heraut[cluster]
    from distributed.client import FutureCancelledError  # noqa: PLC0415

    waiting = iter(blocks)
    workers = max(1, len(client.scheduler_info(n_workers=-1)["workers"]))
    named: dict[str, B] = {}
    done = as_completed(loop=client.loop)
    for block in _some(waiting, AHEAD * workers):
        done.add(_submit(client, compute, sent, block, named))
    try:
        for future in done:
            yield named.pop(future.key), future.result()
            for block in _some(waiting, 1):
                done.add(_submit(client, compute, sent, block, named))
    except (OSError, FutureCancelledError, RuntimeError) as error:
        raise CannotRun("cluster-lost", detail=str(error).splitlines()[0][:120] if str(error) else "?") from None


def _some(blocks: Iterator[B], most: int) -> list[B]:
    return [block for _, block in zip(range(most), blocks, strict=False)]


def _submit(client: Any, compute: Compute[B, T], sent: bytes, block: B, named: dict[str, B]) -> Any:
    future = client.submit(compute, sent, block, pure=False, retries=5)
    named[future.key] = block
    return future
