"""Blocks handed out some at a time, to processes that may die."""

from __future__ import annotations

import os
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import NoReturn

import pytest

from heraut.lab import running
from heraut.lab.running import LARGEST, PORTION, Portions, on_all_cores, on_one_core
from heraut.lab.sentences import CannotRun

BLOCKS = tuple(range(40))


def doubled(_sent: bytes, block: int) -> int:
    return 2 * block


def killed_once(sent: bytes, block: int) -> int:
    """The process that meets block 7 first is killed in the middle of it."""
    mark = Path(sent.decode())
    if block == 7 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * block


def always_killed(_sent: bytes, _block: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def test_blocks_are_handed_out_once_each_in_their_order():
    portions = Portions(BLOCKS, 2)
    taken = []
    while portions:
        taken.append(portions.next())
        portions.took(len(taken[-1]), PORTION * len(taken[-1]) / 8)

    assert [block for some in taken for block in some] == list(BLOCKS)
    sizes = [len(some) for some in taken]
    assert sizes[:3] == [1, 8, 7], "one to see how long it takes, then as many as make a portion"
    assert sizes[-4:] == [1, 1, 1, 1], "fewer towards the end, so that nobody waits long for the last"


def test_a_portion_is_never_larger_than_the_largest():
    portions = Portions(range(10_000), 2)
    portions.next()
    portions.took(1, 0.0)

    assert len(portions.next()) == LARGEST


def test_two_processes_give_what_one_gives():
    assert dict(on_all_cores(doubled, b"", BLOCKS, 2)) == dict(on_one_core(doubled, b"", BLOCKS))


def test_a_process_that_is_killed_changes_nothing(tmp_path: Path):
    mark = tmp_path / "killed"

    assert dict(on_all_cores(killed_once, str(mark).encode(), BLOCKS, 2)) == {block: 2 * block for block in BLOCKS}
    assert mark.exists()


def test_blocks_that_could_no_longer_be_handed_out_are_done_all_the_same(monkeypatch: pytest.MonkeyPatch):
    class Gone(ProcessPoolExecutor):
        def submit(self, *_asked: object, **_named: object) -> NoReturn:
            raise BrokenProcessPool

    pools = iter((Gone(2), running._pool(2)))
    monkeypatch.setattr(running, "_pool", lambda _cores: next(pools))

    assert dict(on_all_cores(doubled, b"", BLOCKS, 2)) == {block: 2 * block for block in BLOCKS}


def test_processes_that_are_always_killed_are_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(running, "MOST_TRIES", 1)
    with pytest.raises(CannotRun) as refused:
        dict(on_all_cores(always_killed, b"", BLOCKS, 2))

    assert refused.value.key == "cores-lost"
