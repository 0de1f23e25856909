"""What a failing machine does to a file: each is told in one sentence, and what was safe stays readable."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec
import pytest

from auction import engine
from auction.build import ANA, settings
from auction.engine import DraftBid
from heraut.journal.desk import Accepted, Desk
from heraut.journal.stores import FileJournal
from heraut.kernel.journal import Damaged, JournalError
from heraut.kernel.names import ActorId, CommandId, Instant, StreamId
from journal.chain import verified
from journal.suite import SPRING, append, draft, header

SALE = StreamId("sale")


def desk(folder: Path) -> Desk:
    return Desk(FileJournal(folder), {"auction": engine}.__getitem__)


def bid(at: Desk, number: int, instant: int = 1) -> Accepted:
    outcome = at.submit(
        SALE, DraftBid(ANA, number % 10), command_id=CommandId(str(number)), actor=ActorId("a"), at=Instant(instant)
    )
    assert isinstance(outcome, Accepted)
    return outcome


def begun(folder: Path, bids: int = 6) -> Path:
    """A sale of so many bids; its file."""
    at = desk(folder)
    at.open(stream=SALE, engine="auction", title="Vente", settings=settings(), at=Instant(0))
    for number in range(bids):
        bid(at, number)
    return folder / "sale.jsonl"


def test_a_full_disk_is_said_and_nothing_that_was_answered_is_lost(tmp_path: Path):
    file = begun(tmp_path)
    at, room = desk(tmp_path), file.stat().st_size + 500
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handled = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    answered = 6
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
        with pytest.raises(JournalError, match=r"cannot use .*sale\.jsonl: File too large; make room"):  # noqa: PT012
            for answered in range(6, 100):
                bid(at, answered)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handled)

    assert file.read_bytes().endswith(b"\n")  # no half line is left
    again = desk(tmp_path)
    assert again.history(SALE).sequence == answered
    assert bid(again, answered).sequence == answered + 1  # there is room again, and the same command counts
    assert bid(at, answered).repeated


READ_ONLY = """
import os, sys
from pathlib import Path
from journal.test_trouble import SALE, bid, desk
if os.geteuid() == 0:  # who may do everything is not stopped by any right
    os.setgid(65534); os.setuid(65534)
at = desk(Path(sys.argv[1]))
print(at.history(SALE).sequence)
try:
    bid(at, 99)
except Exception as error:
    print(type(error).__name__, error)
"""


def test_a_read_only_disk_can_be_read_and_says_that_it_is():
    folder = Path(tempfile.mkdtemp(prefix="heraut-read-only-"))  # where everybody may look
    begun(folder)
    (folder / "sale.jsonl").chmod(0o444)
    folder.chmod(0o555)
    try:
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            [sys.executable, "-c", READ_ONLY, str(folder)], capture_output=True, text=True, env=env, check=False
        )
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)

    sequence, said = done.stdout.splitlines()
    assert sequence == "6"
    assert said.startswith("JournalError cannot use")
    assert "Permission denied; make room or give yourself the right to it" in said


@pytest.mark.parametrize("cut", [1, 30, 200, 700])
def test_a_file_cut_anywhere_keeps_what_stands_before_the_cut(tmp_path: Path, cut: int):
    file = begun(tmp_path)
    whole = file.read_bytes()
    file.write_bytes(whole[:-cut])
    left = whole[:-cut].count(b"\n") - 1

    assert desk(tmp_path).history(SALE).sequence == left
    assert bid(desk(tmp_path), 50).sequence == left + 1


def test_a_flipped_bit_is_found_wherever_it_is_and_what_stands_before_is_readable(tmp_path: Path):
    file = begun(tmp_path, bids=3)
    whole = file.read_bytes()
    ends = [place for place, letter in enumerate(whole) if letter == 10]
    for place in sorted({*range(ends[0] + 1, len(whole), 7)} - {*ends}):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        entry = sum(end < place for end in ends)
        journal = FileJournal(tmp_path)
        with pytest.raises(Damaged) as told:
            desk(tmp_path).history(SALE)
        assert told.value.entry == entry, place
        kept = verified(journal.header(SALE), journal.read(SALE))
        assert [next(kept).sequence for _sound in range(1, entry)] == list(range(1, entry))
        with pytest.raises(Damaged):
            next(kept)


def test_one_bad_file_harms_no_other(tmp_path: Path):
    begun(tmp_path)
    (tmp_path / "bad.jsonl").write_bytes(b'{"heraut":2,"stream":"bad"\n')
    (tmp_path / "empty.jsonl").touch()

    assert [found.stream for found in FileJournal(tmp_path).headers()] == [SALE]
    assert desk(tmp_path).history(SALE).sequence == 6


def test_a_clock_set_back_changes_nothing_of_what_is_stored(tmp_path: Path):
    begun(tmp_path)
    at = desk(tmp_path)
    bid(at, 20, instant=1_700_000_000)
    bid(at, 21, instant=5)

    assert [entry.at for entry in FileJournal(tmp_path).read(SALE)][-2:] == [1_700_000_000, 5]
    assert desk(tmp_path).history(SALE).sequence == 8


def test_a_file_put_back_from_a_copy_is_read_anew(tmp_path: Path):
    journal = FileJournal(tmp_path)
    journal.create(header())
    for number in range(3):
        append(journal, SPRING, draft(str(number)), expected=number)
    file = tmp_path / "spring.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:2]))

    assert [entry.command_id for entry in journal.read(SPRING)] == ["0"]
    entry = append(journal, SPRING, draft("other"), expected=1)
    assert entry.chain == list(journal.read(SPRING))[-1].chain
    assert msgspec.json.decode(file.read_bytes().splitlines()[-1])["command_id"] == "other"
