"""What is done is kept line by line, and taken up again."""

from __future__ import annotations

from pathlib import Path

import pytest

from heraut.lab.jobs import Block, JobHeader, Keeper
from heraut.lab.measures import RunTally
from heraut.lab.sentences import CannotRun

HEAD = JobHeader("formats", "abc")
ONE, TWO = Block(0, 10, 0), Block(10, 10, 0)


def keeper(file: Path, head: JobHeader = HEAD) -> Keeper[Block, RunTally]:
    return Keeper(file, head, Block, RunTally)


def test_what_is_kept_is_read_again(tmp_path: Path):
    file = tmp_path / "kept.jsonl"
    with keeper(file) as kept:
        kept.keep(ONE, RunTally(10))
        kept.keep(TWO, RunTally(10, 3))

    again = keeper(file)
    again.read()

    assert again.done == {ONE: RunTally(10), TWO: RunTally(10, 3)}


def test_a_torn_line_is_left_out_and_written_over(tmp_path: Path):
    file = tmp_path / "kept.jsonl"
    with keeper(file) as kept:
        kept.keep(ONE, RunTally(10))
    whole = file.read_bytes()
    file.write_bytes(whole + b'{"block":{"trial":0,')

    again = keeper(file)
    again.read()
    with again as kept:
        kept.keep(TWO, RunTally(10))
    last = keeper(file)
    last.read()

    assert list(last.done) == [ONE, TWO]
    assert file.read_bytes().startswith(whole)


@pytest.mark.parametrize(("held", "key"), [(b"", "kept-other"), (b"{}\n", "kept-other"), (b"poem\n", "kept-other")])
def test_a_file_of_something_else_is_refused(tmp_path: Path, held: bytes, key: str):
    file = tmp_path / "kept.jsonl"
    file.write_bytes(held)

    with pytest.raises(CannotRun) as refused:
        keeper(file).read()

    assert refused.value.key == key
    assert file.read_bytes() == held


def test_a_file_of_another_job_is_refused(tmp_path: Path):
    file = tmp_path / "kept.jsonl"
    with keeper(file) as kept:
        kept.keep(ONE, RunTally(10))

    with pytest.raises(CannotRun) as refused:
        keeper(file, JobHeader("formats", "xyz")).read()

    assert refused.value.key == "kept-other"


def test_a_disk_that_is_full_from_the_start_leaves_no_file_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def full(_file: int, _data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("heraut.lab.jobs.os.write", full)
    with pytest.raises(OSError, match="No space"), keeper(tmp_path / "kept.jsonl"):
        pass

    assert list(tmp_path.iterdir()) == [], "the next try is not told that something was stopped"


def test_a_damaged_line_inside_is_told(tmp_path: Path):
    file = tmp_path / "kept.jsonl"
    with keeper(file) as kept:
        kept.keep(ONE, RunTally(10))
    file.write_bytes(file.read_bytes() + b'{"block": 3}\n')

    with pytest.raises(CannotRun) as refused:
        keeper(file).read()

    assert refused.value.key == "kept-broken"
