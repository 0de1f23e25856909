"""The same tests on PostgreSQL: a server of our own, the whole web suite against it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import postgres_server

pytestmark = [pytest.mark.postgres, pytest.mark.xdist_group("postgres")]
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    if reason := postgres_server.missing():
        pytest.skip(reason)
    with postgres_server.server() as url:
        yield url


def test_the_whole_web_suite_holds_on_postgresql(address: str):
    outcome = subprocess.run(
        [sys.executable, "-m", "pytest", "-m", "not postgres", "tests/web", "--deselect=tests/web/test_serve.py"],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": address},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )

    assert outcome.returncode == 0, outcome.stdout[-4000:]
