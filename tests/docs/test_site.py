"""The documentation builds into a site without a warning, and loads nothing from elsewhere."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("mkdocstrings") is None, reason="make docs has not been asked for")
def test_the_site_builds_without_a_warning(tmp_path: Path):
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    said = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path / "site")],
        cwd=ROOT, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert said.returncode == 0, said.stderr[-3000:]
    assert "WARNING" not in said.stderr
    loaded = {
        address
        for page in (tmp_path / "site").rglob("*.html")
        for address in re.findall(r'<(?:script|link|img)[^>]*(?:src|href)="(https?://[^"]*)"', page.read_text("utf-8"))
    }
    assert loaded == set()
    assert "draw_from" in (tmp_path / "site" / "reference.html").read_text("utf-8")
