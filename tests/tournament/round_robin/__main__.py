"""Play an event of the third format, in a Python of its own: nothing has read the list of formats before."""

from __future__ import annotations

from importlib import import_module

from tournament.round_robin.line import add_the_line

add_the_line()
import_module("tournament.round_robin.event").play()
