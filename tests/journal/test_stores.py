from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from heraut.journal.stores import FileJournal, MemoryJournal
from heraut.kernel.journal import Damaged, JournalError
from journal.suite import SPRING, JournalSuite, append, draft, header


class TestMemory(JournalSuite):
    @pytest.fixture
    def journal(self) -> MemoryJournal:
        return MemoryJournal()


class TestFile(JournalSuite):
    @pytest.fixture
    def journal(self, tmp_path: Path) -> FileJournal:
        return FileJournal(tmp_path)

    def test_another_process_sees_what_was_appended(self, journal: FileJournal, tmp_path: Path) -> None:
        journal.create(header())
        other = FileJournal(tmp_path)
        append(journal, SPRING, draft("one"), expected=0)
        append(other, SPRING, draft("two"), expected=1)

        assert [entry.command_id for entry in journal.read(SPRING)] == ["one", "two"]

    def test_a_line_cut_by_a_crash_is_a_command_that_never_was(self, journal: FileJournal, tmp_path: Path) -> None:
        journal.create(header())
        append(journal, SPRING, draft("one"), expected=0)
        with (tmp_path / "spring.jsonl").open("ab") as file:
            file.write(b'{"command_id":"two","act')
        reopened = FileJournal(tmp_path)

        assert [entry.command_id for entry in reopened.read(SPRING)] == ["one"]
        append(reopened, SPRING, draft("three"), expected=1)
        assert [entry.command_id for entry in FileJournal(tmp_path).read(SPRING)] == ["one", "three"]

    def test_a_damaged_line_is_named(self, journal: FileJournal, tmp_path: Path) -> None:
        journal.create(header())
        append(journal, SPRING, draft("one"), expected=0)
        path = tmp_path / "spring.jsonl"
        path.write_bytes(path.read_bytes().replace(b'"sequence":1', b'"sequence":"one"'))

        with pytest.raises(Damaged, match=r"spring\.jsonl, line 2 .*restore"):
            list(FileJournal(tmp_path).read(SPRING))

    def test_a_folder_that_cannot_be_used_is_named(self, tmp_path: Path) -> None:
        taken = tmp_path / "taken"
        taken.write_text("a file, not a folder")

        with pytest.raises(JournalError, match=r"cannot use the folder .*taken.*choose another"):
            FileJournal(taken)

    def test_names_that_would_leave_the_folder_are_refused(self, journal: FileJournal) -> None:
        with pytest.raises(JournalError, match="cannot name a stream"):
            journal.create(header("../spring"))

    @pytest.mark.parametrize("acknowledged", [1, 5])
    def test_killing_the_process_loses_no_acknowledged_entry(self, tmp_path: Path, acknowledged: int) -> None:
        FileJournal(tmp_path).create(header())
        script = """if True:
            import sys
            from pathlib import Path
            from heraut.journal.stores import FileJournal
            from journal.suite import SPRING, append, draft
            journal = FileJournal(Path(sys.argv[1]))
            for number in range(100_000):
                append(journal, SPRING, draft(str(number)), expected=number)
                print(number, flush=True)
        """
        with subprocess.Popen(
            [sys.executable, "-c", script, str(tmp_path)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        ) as writer:
            assert writer.stdout is not None
            said = [int(writer.stdout.readline()) for _ in range(acknowledged)]
            writer.kill()
            said += [int(line) for line in writer.stdout]

        kept = [int(entry.command_id) for entry in FileJournal(tmp_path).read(SPRING)]
        assert kept[: len(said)] == said
