"""Run every benchmark in its own process, so that one does not warm or burden another."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def main(wanted: list[str]) -> int:
    rooms = wanted or sorted(path.stem for path in HERE.glob("[!_]*.py") if path.stem != "figures")
    missed = [room for room in rooms if subprocess.run([sys.executable, "-m", f"bench.{room}"], check=False).returncode]
    print(f"missed in: {', '.join(missed)}" if missed else "every figure is met")
    return 1 if missed else 0


sys.exit(main(sys.argv[1:]))
