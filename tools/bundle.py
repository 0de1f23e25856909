"""
`make bundle`: one folder, and one zip, that installs and starts Héraut from a USB stick without a network.

    python tools/bundle.py [--here] [FOLDER]

`wheels/` holds our wheel and everything it needs for Linux, Windows and macOS on Python 3.11 to 3.13; pip takes what
fits the machine. `--here` gathers for this machine and this Python only. Only gathering needs the network.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PYTHONS = ("3.11", "3.12", "3.13")
PLATFORMS = {
    "Linux": ("manylinux_2_28_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64"),
    "Windows": ("win_amd64",),
    "macOS, Apple silicon": ("macosx_12_0_arm64", "macosx_11_0_arm64", "macosx_11_0_universal2"),
    "macOS, Intel": ("macosx_12_0_x86_64", "macosx_11_0_x86_64", "macosx_10_12_x86_64", "macosx_10_9_x86_64"),
}

POSIX = """#!/bin/sh
# Installs Heraut from this folder, without a network, the first time; then starts it.
set -e
here=$(cd "$(dirname "$0")" && pwd)
home=${HERAUT_HOME:-$HOME/.local/share/heraut/program-VERSION}
for python in python3.13 python3.12 python3.11 python3; do
  "$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null && break
  python=
done
[ -n "$python" ] || { echo "Heraut needs Python 3.11, 3.12 or 3.13: python.org has it." >&2; exit 2; }
if [ ! -x "$home/bin/heraut" ]; then
  "$python" -m venv "$home"
  "$home/bin/python" -m pip --disable-pip-version-check --quiet install --no-index --find-links "$here/wheels" heraut
fi
exec "$home/bin/heraut" "${@:-serve}"
"""
WINDOWS = """@echo off
rem Installs Heraut from this folder, without a network, the first time; then starts it.
setlocal
set "HERE=%~dp0"
if "%HERAUT_HOME%"=="" set "HERAUT_HOME=%LOCALAPPDATA%\\heraut\\program-VERSION"
if not exist "%HERAUT_HOME%\\Scripts\\heraut.exe" (
  py -3 -m venv "%HERAUT_HOME%" || (echo Heraut needs Python 3.11, 3.12 or 3.13: python.org has it. & exit /b 2)
  "%HERAUT_HOME%\\Scripts\\python.exe" -m pip --disable-pip-version-check --quiet install ^
    --no-index --find-links "%HERE%wheels" heraut || exit /b 2
)
if "%~1"=="" ("%HERAUT_HOME%\\Scripts\\heraut.exe" serve) else ("%HERAUT_HOME%\\Scripts\\heraut.exe" %*)
"""
README = """Héraut VERSION

Linux : sh start.sh      macOS : start.command      Windows : start.bat
Il faut Python 3.11, 3.12 ou 3.13 ; aucun réseau. Le premier lancement installe Héraut dans votre dossier personnel.

Linux: sh start.sh      macOS: start.command      Windows: start.bat
It needs Python 3.11, 3.12 or 3.13, and no network. The first start installs Héraut in your home folder.
"""


def main() -> None:
    """Gather, write the scripts, zip."""
    parser = argparse.ArgumentParser(description="Gather everything for a start without a network.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "dist" / "heraut-bundle")
    parser.add_argument("--here", action="store_true", help="for this machine and this Python only")
    asked = parser.parse_args()
    wheels = asked.folder / "wheels"
    shutil.rmtree(asked.folder, ignore_errors=True)
    wheels.mkdir(parents=True)
    wheel = build(wheels)
    for words in [[]] if asked.here else everywhere():
        download(wheel, wheels, words)
    write_scripts(asked.folder, wheel.name.split("-")[1])
    print(f"{asked.folder}: {len(list(wheels.glob('*.whl')))} wheels; {packed(asked.folder)}")  # noqa: T201


def build(wheels: Path) -> Path:
    """Our own wheel."""
    pip("wheel", "--no-deps", "--wheel-dir", str(wheels), str(ROOT))
    (wheel,) = wheels.glob("heraut-*.whl")
    return wheel


def everywhere() -> list[list[str]]:
    """What to ask pip for, for each platform and each Python."""
    return [
        [*(word for platform in platforms for word in ("--platform", platform)), "--python-version", python]
        for platforms in PLATFORMS.values()
        for python in PYTHONS
    ]


def download(wheel: Path, wheels: Path, words: list[str]) -> None:
    """Everything our wheel needs there, as wheels."""
    pip("download", "--only-binary", ":all:", "--dest", str(wheels), "--find-links", str(wheels), *words, str(wheel))


def pip(*words: str) -> None:
    """Run pip, and stop if it does."""
    subprocess.run([sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *words], check=True)


def write_scripts(folder: Path, version: str) -> None:
    """A start script for each system; line ends as each wants them."""
    for name, text, end in (
        ("start.sh", POSIX, "\n"),
        ("start.command", POSIX, "\n"),
        ("start.bat", WINDOWS, "\r\n"),
        ("README.txt", README, "\r\n"),
    ):
        path = folder / name
        path.write_text(text.replace("VERSION", version), encoding="utf-8", newline=end)
        path.chmod(0o755)


def packed(folder: Path) -> Path:
    """The same as one zip, scripts still executable."""
    target = folder.with_suffix(".zip")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:  # wheels are compressed already
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(folder.parent))
    return target


if __name__ == "__main__":
    main()
