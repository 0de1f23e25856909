"""The process of low priority: it answers, fails and ends without harm, and programs think in it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from operator import floordiv, mul

import pytest

from heraut.kernel.names import StreamId
from heraut.web import bots
from heraut.web.desk import stirred
from heraut.web.helper_process import NICE, Failed, HelperProcess, ProcessEnded

PATIENCE = 30
STREAM = StreamId("far-campaign")

ABANDON = """
import os
from heraut.web.helper_process import HelperProcess
if __name__ == "__main__":
    print(HelperProcess("left").submit(os.getpid).result(30), flush=True)
    os._exit(9)
"""


def test_it_answers_one_after_the_other_from_a_process_that_yields_to_all_others():
    helper = HelperProcess("tried")
    first, second, nice = (helper.submit(*call) for call in ((mul, 6, 7), (os.getpid,), (os.nice, 0)))

    assert first.result(PATIENCE) == 42
    assert second.result(PATIENCE) != os.getpid()
    assert nice.result(PATIENCE) == min(19, os.nice(0) + NICE)
    helper.end()


def test_an_error_there_is_told_and_the_next_call_is_answered():
    helper = HelperProcess("tried")

    with pytest.raises(Failed, match="ZeroDivisionError"):
        helper.submit(floordiv, 1, 0).result(PATIENCE)
    assert helper.submit(floordiv, 7, 2).result(PATIENCE) == 3
    helper.end()


def test_what_is_ended_says_so_and_the_next_call_starts_another():
    helper = HelperProcess("tried")
    assert helper.submit(mul, 2, 2).result(PATIENCE) == 4
    endless = helper.submit(time.sleep, 3600)
    helper.end()

    with pytest.raises(ProcessEnded):
        endless.result(PATIENCE)
    assert helper.submit(mul, 3, 3).result(PATIENCE) == 9
    helper.end()


def test_it_ends_with_its_server_however_that_ends(tmp_path):
    script = tmp_path / "server.py"
    script.write_text(ABANDON)
    left = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60, check=False)
    begun = time.monotonic()
    while _alive(int(left.stdout)):
        assert time.monotonic() - begun < PATIENCE
        time.sleep(0.02)


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    with open(f"/proc/{process}/stat") as told:
        return told.read().rpartition(")")[2].split()[0] != "Z"


def test_a_thought_is_heard_once_it_is_there_and_its_game_is_looked_at_then():
    while not stirred.empty():
        stirred.get_nowait()
    assert bots.thought(STREAM, "six by seven", mul, 6, 7) is None

    assert stirred.get(timeout=PATIENCE) == STREAM
    assert bots.thought(STREAM, "six by seven", mul, 6, 7) == 42


def test_what_a_seat_learns_makes_it_think_anew():
    while not stirred.empty():
        stirred.get_nowait()
    bots.thought(STREAM, "before", mul, 6, 7)
    bots.thought(STREAM, "after", mul, 5, 5)
    found = None
    while found is None:
        stirred.get(timeout=PATIENCE)
        found = bots.thought(STREAM, "after", mul, 5, 5)

    assert found == 25
