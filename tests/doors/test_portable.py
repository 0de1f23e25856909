"""Nothing in `src` needs POSIX: every module is imported where its modules and calls are absent."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"
ABSENT = ("fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty")
CALLS = ("fork", "getuid", "geteuid", "getgid", "statvfs", "sched_getaffinity", "getloadavg", "O_DIRECTORY", "mkfifo")
MODULES = sorted(
    ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
    for path in (SOURCE / "heraut").rglob("*.py")
    if "migrations" not in path.parts and path.stem != "__main__"
)
IMPORT = f"""
import os, sys
# Only what a package of somebody else's loads behind a guard of its own may be there before.
import asyncio, django, email, getpass, logging.handlers, msgspec, psycopg, shapely, subprocess, tempfile, uvicorn
for name in {ABSENT}:
    sys.modules[name] = None
for name in {CALLS}:
    if hasattr(os, name):
        delattr(os, name)
os.environ["DJANGO_SETTINGS_MODULE"] = "heraut.web.settings"
django.setup()
import importlib
for name in {MODULES}:
    importlib.import_module(name)
print("all")
"""


@pytest.mark.slow
def test_every_module_is_imported_without_posix(tmp_path: Path):
    env = {**os.environ, "PYTHONPATH": str(SOURCE), "HERAUT_DATA": str(tmp_path), "PYTHONWARNINGS": "ignore"}
    env.pop("DATABASE_URL", None)
    said = subprocess.run([sys.executable, "-c", IMPORT], env=env, capture_output=True, text=True, check=False)

    assert (said.stdout, said.returncode) == ("all\n", 0), said.stderr[-2000:]


def test_text_is_read_and_written_in_an_encoding_that_is_named():
    """A file opened without one is read in that of the console, which on Windows is not ours."""
    bare = [
        f"{path.relative_to(SOURCE)}:{number}"
        for path in (SOURCE / "heraut").rglob("*.py")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if (".read_text()" in line or (".write_text(" in line and "encoding" not in line))
        and "Path(" not in line.split("write_text")[-1]
    ]

    assert bare == []
