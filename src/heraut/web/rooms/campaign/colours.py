"""The colour of each player on the map: one of their own arms, and nobody else's."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations

from heraut.press.arms.drawing import PAINT
from heraut.press.arms.heraldry import Tincture
from heraut.web.arms import shield

CHOICE = tuple(tincture for tincture in Tincture if tincture is not Tincture.ARGENT)
"""Argent is the paper's own. There are as many as players in the largest campaign."""


@lru_cache(maxsize=256)
def colours(names: tuple[str, ...]) -> tuple[Tincture, ...]:
    """A tincture for each name, all different: together as near to the first of each one's arms as can be."""
    likings = [_borne(name, names) for name in names]
    return min(permutations(CHOICE, len(names)), key=lambda given: sum(map(_far, likings, given)))


def _borne(name: str, names: tuple[str, ...]) -> tuple[Tincture, ...]:
    """The tinctures of somebody's arms, from the field to the charges."""
    drawing = shield(name, 48, names)
    found = [tincture for tincture in CHOICE if PAINT[tincture] in drawing]
    return tuple(sorted(found, key=lambda tincture: drawing.index(PAINT[tincture])))


def _far(borne: tuple[Tincture, ...], given: Tincture) -> int:
    return borne.index(given) if given in borne else len(CHOICE)
