"""Many threads may meet a type for the first time at the same moment: a server that has just started does."""

from __future__ import annotations

import subprocess
import sys

import pytest

KINDS = 60
MEETING = f"""
from __future__ import annotations
import sys, threading
import msgspec
from heraut.kernel.codec import decode, encode, from_plain

FIELDS = "a: int; b: tuple[S{{0}}, ...] = (); c: S{{1}} | None = None"
for i in range({KINDS}):
    exec(f"class S{{i}}(msgspec.Struct): " + FIELDS.format(i + 1, i * 7 % {KINDS}))
class S{KINDS}(msgspec.Struct):
    a: int

plain = {{"a": 1}}
for _ in range(10):
    plain = {{"a": 1, "b": [plain], "c": {{"a": 2}}}}
doors = {{"decode": (decode, encode(plain)), "from_plain": (from_plain, plain)}}
read, gate = [], threading.Barrier(12)

def meet(kind):
    door, written = doors[sys.argv[1]]
    gate.wait()
    read.append(door(written, kind))

sys.setswitchinterval(1e-6)
threads = [threading.Thread(target=meet, args=(globals()[f"S{{i % 3}}"],)) for i in range(12)]
for each in threads: each.start()
for each in threads: each.join()
print(len(read))
"""


@pytest.mark.parametrize("door", ["decode", "from_plain"])
def test_threads_that_meet_the_same_types_for_the_first_time_all_read_them(door: str):
    for _ in range(3):
        command = [sys.executable, "-c", MEETING, door]
        told = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)

        assert (told.returncode, told.stdout.strip()) == (0, "12")
