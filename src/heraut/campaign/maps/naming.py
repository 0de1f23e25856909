"""Names for the territories of new maps, drawn from a list."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from heraut.campaign.chance import Below, pick, shuffle

Name = tuple[str, str]
"""In French and in English."""


@cache
def _listed() -> dict[str, list[str]]:
    text = (files("heraut.campaign.maps") / "names.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def christen(kinds: Sequence[str], below: Below) -> tuple[Name, list[Name]]:
    """A name for a map and one for each of its territories, by their types; no two alike."""
    drawn = {kind: list(names) for kind, names in _listed().items()}
    for names in drawn.values():
        shuffle(below, names)
    return _both(pick(below, drawn["map"])), [_both(drawn[kind].pop()) for kind in kinds]


def _both(name: str) -> Name:
    french, _, english = name.partition(" / ")
    return french, english
