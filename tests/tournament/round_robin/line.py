"""Add the third format to the list of formats by the one line (and its import) that it takes, and its sentences."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec, module_from_spec

from heraut.speech import sentences


def add_the_line() -> None:
    """Load `formats.py` with one format more, before anything has read the list."""
    spec = find_spec("heraut.tournament.formats")
    source = spec.loader.get_source(spec.name)
    for known, more in (
        ("    SteamrollerSettings,\n", "    RoundRobinSettings,\n"),
        (
            "from heraut.tournament.steamroller.settings import SteamrollerSettings\n",
            "from tournament.round_robin import RoundRobinSettings\n",
        ),
    ):
        assert source.count(known) == 1
        source = source.replace(known, known + more)
    sys.modules[spec.name] = module = module_from_spec(spec)
    exec(compile(source, spec.origin, "exec"), vars(module))
    sentences.SOURCES += (os.path.join(os.path.dirname(__file__), "speech"),)
