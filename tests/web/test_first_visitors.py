"""Many threads meet our types for the first time at once, and the process lives."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from web.test_serve import environment, running

THREADS = 16
MANY_AT_ONCE = """
import os, sys, threading, json
os.environ["DJANGO_SETTINGS_MODULE"] = "heraut.web.settings"
import django
django.setup()
from typing import get_args
from heraut import catalogue
from heraut.kernel import codec
from heraut.web.handler import prepare_types
prepare_types()
sent = [
    (kind, {"type": kind.__struct_config__.tag, **{name: {"type": "x"} for name in kind.__struct_encode_fields__}})
    for engine in map(catalogue.engine, catalogue.ENGINES)
    for kind in (*get_args(engine.commands), *get_args(engine.events))
]
asked = [(catalogue.question(name).input, {}) for name in catalogue.QUESTIONS]
sys.setswitchinterval(1e-6)  # threads change places in the middle of things
together = threading.Barrier(8)
def read():
    together.wait()
    for kind, plain in (*sent, *asked):
        for reading in (lambda: codec.from_plain(plain, kind), lambda: codec.decode(json.dumps(plain), kind)):
            try:
                reading()
            except codec.Malformed:
                pass
threads = [threading.Thread(target=read) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""


def test_threads_that_read_every_type_at_once_do_not_end_the_process(tmp_path: Path):
    done = subprocess.run([sys.executable, "-c", MANY_AT_ONCE], env=environment(tmp_path), check=False)

    assert done.returncode == 0  # -11 is the segmentation fault of types worked out by two threads at once


REQUESTS = [
    ("/api/ask/saga.points", {}), ("/api/ask/campaign.losses", {}), ("/api/ask/battle.shooting", {}),
    ("/api/ask/skirmish.damage", {}), ("/api/ask/scenario.score", {}), ("/api/ask/tournament.pair", {}),
    ("/", None), ("/g/capture/", None), ("/g/campaign/", None), ("/api/streams/skirmish/view", None),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("start", range(3))
def test_a_fresh_server_answers_many_first_visitors_at_once(tmp_path: Path, start: int):
    with running(tmp_path) as printed:
        found = re.search(r"http://localhost:\d+", printed)
        assert found is not None
        with ThreadPoolExecutor(THREADS) as pool:
            answers = list(pool.map(lambda each: status(found.group(), *each), REQUESTS * 8))

    assert {code for code in answers if code >= 500} == set()


def status(address: str, path: str, body: object) -> int:
    headers = {} if body is None else {"Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(address + path, data, headers), timeout=20) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
