"""Settings of a small game of each engine: to begin with, to read as an example."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from heraut.kernel import Malformed, to_plain

_PLAIN: Mapping[str, Mapping[str, Any]] = {
    "tournament": {
        "format": "saga",
        "allowed_ages": ["dark"],
        "players": {"ana": "Ana", "ben": "Ben", "chloe": "Chloé", "david": "David"},
    },
    "match": {"scenario": "capture", "players": {"ana": "Ana", "ben": "Ben"}},
    "campaign": {
        "turns": 3,
        "starting_pp": 9,
        "players": [{"seat": "ana", "name": "Ana"}, {"seat": "ben", "name": "Ben"}],
    },
}


def sample(engine: str, /) -> dict[str, Any]:
    """Settings that begin a small game of this engine, as plain values to be changed at will."""
    if engine == "skirmish":
        from heraut.skirmish.samples import duel_of_warriors  # noqa: PLC0415  # sheets are read from files

        found: dict[str, Any] = to_plain(duel_of_warriors())
        return found
    if engine not in _PLAIN:
        raise Malformed(f"there is no engine “{engine}”")
    copied: dict[str, Any] = to_plain(_PLAIN[engine])
    return copied
