"""The files a server is made from, tried as far as the machine allows."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import zipfile
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


STUB = {
    "heraut_stub.py": "import sys\ndef main():\n    print('started', *sys.argv[1:])\n",
    "heraut-1.2.3.dist-info/METADATA": "Metadata-Version: 2.1\nName: heraut\nVersion: 1.2.3\n",
    "heraut-1.2.3.dist-info/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    "heraut-1.2.3.dist-info/entry_points.txt": "[console_scripts]\nheraut = heraut_stub:main\n",
    "heraut-1.2.3.dist-info/RECORD": "",
}
"""A wheel of the same name that only says it was started."""


def without_network() -> list[str]:
    """The words that run a command where there is no network at all; none where this is not allowed."""
    words = ["unshare", "--map-root-user", "--net"]
    allowed = shutil.which("unshare") and subprocess.run([*words, "true"], capture_output=True, check=False)
    return words if allowed and allowed.returncode == 0 else []


@pytest.mark.slow
def test_a_bundle_in_a_fresh_folder_installs_once_and_starts_without_a_network(tmp_path: Path):
    stick, home = tmp_path / "a stick", tmp_path / "home"
    (stick / "wheels").mkdir(parents=True)
    home.mkdir()
    bundle().write_scripts(stick, "1.2.3")
    with zipfile.ZipFile(stick / "wheels" / "heraut-1.2.3-py3-none-any.whl", "w") as wheel:
        for name, text in STUB.items():
            wheel.writestr(name, text)
    environment = {"HOME": str(home), "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.defpath])}
    start = [*without_network(), "sh", str(stick / "start.sh")]

    said = [
        subprocess.run([*start, *words], env=environment, capture_output=True, text=True, check=False)
        for words in ([], ["serve", "--port", "9000"])
    ]

    assert [one.stdout for one in said] == ["started serve\n", "started serve --port 9000\n"], said[0].stderr
    assert (home / ".local/share/heraut/program-1.2.3/bin/heraut").exists()
