"""The files a server is made from, tried as far as the machine allows."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

from heraut.web import data_folder

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"


def bundle() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bundle", ROOT / "tools" / "bundle.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_understands_the_units(tmp_path: Path):
    for unit in DEPLOY.glob("heraut*.[st]*"):
        text = unit.read_text(encoding="utf-8").replace("/opt/heraut/bin/heraut", "/bin/true")
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    said = subprocess.run(
        ["systemd-analyze", "verify", *map(str, sorted(tmp_path.iterdir()))],
        capture_output=True,
        text=True,
        check=False,
    )

    ours = [line for line in said.stderr.splitlines() if "heraut" in line and "not found" not in line]
    assert ours == []


def test_every_setting_a_file_names_is_told_in_operations():
    told = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    named = {
        name for file in DEPLOY.iterdir() for name in re.findall(r"HERAUT_[A-Z_]+", file.read_text(encoding="utf-8"))
    }

    assert sorted(name for name in named if f"`{name}" not in told) == []


def test_every_file_is_told_on_the_page():
    page = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")

    assert (
        sorted(file.name for file in DEPLOY.iterdir() if file.name.split(".")[0] not in page and file.name not in page)
        == []
    )


def test_the_database_is_named_either_way(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("HERAUT_DATABASE_URL", raising=False)
    monkeypatch.setenv("DATABASE_URL", "postgresql://here/one")
    assert data_folder.database_url() == "postgresql://here/one"

    monkeypatch.setenv("HERAUT_DATABASE_URL", "postgresql://here/two")
    assert data_folder.database_url() == "postgresql://here/two"


def test_a_bundle_has_a_script_for_each_system_with_its_line_ends(tmp_path: Path):
    bundle().write_scripts(tmp_path, "1.2.3")

    assert b"\r\n" in (tmp_path / "start.bat").read_bytes()
    assert b"\r" not in (tmp_path / "start.sh").read_bytes()
    assert "program-1.2.3" in (tmp_path / "start.sh").read_text(encoding="utf-8")
    assert (tmp_path / "start.sh").stat().st_mode & 0o111
    assert subprocess.run(["sh", "-n", str(tmp_path / "start.sh")], check=False).returncode == 0


def test_a_bundle_asks_for_each_system_and_each_python_we_support():
    words = bundle().everywhere()

    assert len(words) == 12
    assert {row[-1] for row in words} == {"3.11", "3.12", "3.13"}
