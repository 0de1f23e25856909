#!/usr/bin/env bash
# A Dask scheduler and two workers on this machine, until Ctrl-C: `heraut lab formats --cluster tcp://127.0.0.1:8786`.
set -euo pipefail
bin=${1:-.venv/bin}
port=${PORT:-8786}
export DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED=False  # nobody looks at it, and it takes a worker a part of its core
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
"$bin/dask" scheduler --host 127.0.0.1 --port "$port" --no-dashboard &
for _ in 1 2; do
  "$bin/dask" worker "tcp://127.0.0.1:$port" --nworkers 1 --nthreads 1 --no-dashboard --local-directory "${TMPDIR:-/tmp}" &
done
wait
