"""What the papers say is so."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")
PAPERS = sorted(path for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")) if ".venv" not in path.parts)


@pytest.mark.parametrize("path", PAPERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_between_papers_lead_somewhere(path: Path):
    broken = [link for link in LINK.findall(path.read_text(encoding="utf-8")) if not (path.parent / link).exists()]

    assert broken == []


def test_the_readme_opens_with_the_two_commands():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")

    assert [line.split()[:2] for line in readme.splitlines() if line.startswith("make ")] == [
        ["make", "run"],
        ["make", "test"],
    ]


@pytest.mark.parametrize("target", ["run", "install", "test", "check", "bench", "fmt", "clauses"])
def test_every_promised_target_is_in_the_makefile(target: str):
    ran = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=False)

    assert ran.returncode == 0, ran.stderr


def test_decisions_are_numbered_without_gaps():
    numbers = [path.name[:4] for path in sorted((ROOT / "docs" / "decisions").glob("*.md"))]

    assert numbers == [f"{number:04}" for number in range(1, len(numbers) + 1)]
