"""The files a server is made from, tried as far as the machine allows."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

from heraut.web import data_folder, serve

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


def _compose() -> dict[str, Any]:
    """What is written, read as YAML without the program that runs it."""
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return found


def _instructions() -> list[tuple[str, str]]:
    """The lines of the Dockerfile: instruction and words; no line goes on over the next."""
    lines = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").splitlines()
    return [(name, words) for name, _, words in (line.partition(" ") for line in lines) if name.isupper()]


def test_the_containers_fit_together():
    compose, image = _compose(), dict(_instructions())
    services, ours = compose["services"], compose["services"]["heraut"]

    assert set(services) == {"database", "heraut", "proxy"}
    assert (DEPLOY / ours["build"]["context"] / ours["build"]["dockerfile"]).resolve() == DEPLOY / "Dockerfile"
    assert f"reverse_proxy heraut:{image['EXPOSE']}" in (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert f"127.0.0.1:{image['EXPOSE']}/health" in image["HEALTHCHECK"]
    mounts = [mount for service in services.values() for mount in service["volumes"] if not mount.startswith(".")]
    assert {mount.partition(":")[0] for mount in mounts} == set(compose["volumes"])
    assert f"data:{image['VOLUME']}" in ours["volumes"]
    assert f"HERAUT_DATA={image['VOLUME']}" in image["ENV"]
    assert {one for service in services.values() for one in service.get("depends_on", ())} <= set(services)
    named = urlsplit(ours["environment"]["HERAUT_DATABASE_URL"].replace("${POSTGRES_PASSWORD}", "secret"))
    database = services["database"]["environment"]
    assert (named.hostname, named.username, named.path) == (
        "database", database["POSTGRES_USER"], f"/{database['POSTGRES_DB']}",
    )  # fmt: skip


def test_the_settings_a_file_gives_are_settings_the_program_reads():
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "src/heraut/web").glob("*.py"))
    files = [*DEPLOY.iterdir(), ROOT / "docs/server.md", ROOT / "docs/operations.md"]
    given = {name for file in files for name in re.findall(r"HERAUT_[A-Z_]+", file.read_text(encoding="utf-8"))}

    assert sorted(name for name in given if f'"{name}"' not in source) == []


@pytest.mark.parametrize("file", ["Dockerfile", "compose.yaml", "heraut.service"])
def test_the_command_a_file_starts_is_one_the_server_takes(file: str):
    image = dict(_instructions())
    words = {
        "Dockerfile": json.loads(image["CMD"]),
        "compose.yaml": _compose()["services"]["heraut"]["command"],
        "heraut.service": re.search(
            r"ExecStart=\S+/heraut (.*)", (DEPLOY / "heraut.service").read_text(encoding="utf-8")
        )[1].split(),  # type: ignore[index]
    }[file]
    asked = serve._parser().parse_args(words[1:])

    assert json.loads(image["ENTRYPOINT"]) == ["heraut"]
    assert (words[0], asked.port) == ("serve", 8000)
    assert asked.host == ("127.0.0.1" if file == "heraut.service" else "0.0.0.0")  # nobody passes by the proxy


def test_what_the_image_is_made_from_is_there():
    copied = [words.split() for name, words in _instructions() if name == "COPY" and "--from" not in words]
    needed = {Path(str(link.readlink())).parts[2] for link in (ROOT / "src/heraut").iterdir() if link.is_symlink()}

    assert [part for *parts, _ in copied for part in parts if not (ROOT / part).exists()] == []
    assert needed <= {part for *parts, _ in copied for part in parts}  # sheets and guides travel by links into docs


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
