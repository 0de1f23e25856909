#!/usr/bin/env bash
# The virtual environment $2, made by the Python $1. Debian keeps the part of Python that makes one in a package apart.
set -eu
cd "$(dirname "$0")/.."
if ! "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
  echo "make: Héraut needs Python 3.11 or later, and $1 is not; name another: make PYTHON=python3.12 …" >&2
  exit 1
fi
if ! "$1" -c 'import ensurepip, venv' 2> /dev/null && ! tools/apt.sh python3-venv; then
  echo "make: Python's venv is missing; on Debian: sudo apt-get install python3-venv" >&2
  exit 1
fi
"$1" -m venv "$2"
