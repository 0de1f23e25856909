"""Coats of arms for pages; a page shows the same few names again and again."""

from __future__ import annotations

from functools import lru_cache

from heraut.press.arms import svg
from heraut.press.grant import coat_of_arms, coats_of_arms
from heraut.press.heraldry import Arms


@lru_cache(maxsize=512)
def granted(names: tuple[str, ...]) -> dict[str, Arms]:
    """The arms of everyone at a game, no two alike at a glance."""
    return coats_of_arms(names)


@lru_cache(maxsize=4096)
def shield(name: str, size: int, names: tuple[str, ...] = ()) -> str:
    """The shield of a name, among these names, as SVG; its name stands beside it, so it has no title."""
    arms = granted(names).get(name) or coat_of_arms(name)
    return svg(arms, size=size, title="")
