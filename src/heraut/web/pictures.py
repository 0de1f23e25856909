"""Pictures on pages: people's coats of arms, a law as bars, and the JPEGs people bring."""

from __future__ import annotations

import binascii
from base64 import b64decode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from heraut.press.arms import svg
from heraut.press.grant import coat_of_arms, coats_of_arms
from heraut.press.heraldry import Arms
from heraut.speech.sentences import Language
from heraut.web.sentences import percent


@lru_cache(maxsize=512)
def granted(names: tuple[str, ...]) -> dict[str, Arms]:
    """The arms of everyone at a game, no two alike at a glance."""
    return coats_of_arms(names)


@lru_cache(maxsize=4096)  # a page shows the same few names again and again
def shield(name: str, size: int, names: tuple[str, ...] = ()) -> str:
    """The shield of a name, among these names, as SVG; its name stands beside it, so it has no title."""
    arms = granted(names).get(name) or coat_of_arms(name)
    return svg(arms, size=size, title="")


WIDTH, HEIGHT, FOOT = 480, 220, 24
MOST_BARS = 60
MOST_TOLD = 10
LEAST_TOLD = 1e-3
"""“< 0,1 %” above a bar nobody sees is wider than its place, and stands in the numbers below."""
LEAST = 1e-4
"""A tail this unlikely is not drawn when there are too many bars."""


@dataclass(frozen=True, slots=True)
class Bar:
    value: str
    percent: str
    x: float
    y: float
    width: float
    height: float
    labelled: bool
    at_least: str
    told: bool

    @property
    def middle(self) -> float:
        return round(self.x + self.width / 2, 1)

    @property
    def told_y(self) -> float:
        return self.y - 5


@dataclass(frozen=True, slots=True)
class Chart:
    bars: tuple[Bar, ...]
    line: str
    width: int = WIDTH
    height: int = HEIGHT
    base: int = HEIGHT - FOOT
    label_y: int = HEIGHT - 8


def law(rows: Sequence[Mapping[str, Any]], language: Language, say: Callable[[object], str] = str) -> Chart:
    """
    Bars of the chance of each value, and the chance of at least each value as a falling line.

    `say` tells a value that is a word or a truth.
    """
    shown = [row for row in rows if row["p"] > LEAST] if len(rows) > MOST_BARS else list(rows)
    if not shown:
        return Chart((), "")
    tallest = max(row["p"] for row in shown) or 1.0
    step = WIDTH / len(shown)
    room = HEIGHT - FOOT - 20
    tails = _tails([row["p"] for row in shown])
    every = max(1, -(-len(shown) // 16))
    bars = tuple(
        Bar(
            _name(row["value"], say),
            percent(row["p"], language),
            round(place * step + step * 0.1, 1),
            round(HEIGHT - FOOT - room * row["p"] / tallest, 1),
            round(step * 0.8, 1),
            round(room * row["p"] / tallest, 1),
            place % every == 0,
            percent(tail, language),
            len(shown) <= MOST_TOLD and row["p"] >= LEAST_TOLD,
        )
        for place, (row, tail) in enumerate(zip(shown, tails, strict=True))
    )
    points = (f"{(i + 0.5) * step:.1f},{HEIGHT - FOOT - room * tail:.1f}" for i, tail in enumerate(tails))
    return Chart(bars, " ".join(points))


def _tails(chances: list[float]) -> list[float]:
    tails, left = [], sum(chances)
    for p in chances:
        tails.append(min(1.0, max(0.0, left)))
        left -= p
    return tails


def _name(value: Any, say: Callable[[object], str]) -> str:
    return " / ".join(map(say, value)) if isinstance(value, list | tuple) else say(value)


MOST_BYTES = 1_200_000
HEAD = "data:image/jpeg;base64,"
_JPEG = b"\xff\xd8\xff"


def read_jpeg(address: str) -> bytes | None:
    """The picture of a data address, as a browser makes it; None for what is none, or too large."""
    try:
        found = b64decode(address.removeprefix(HEAD), validate=True) if address.startswith(HEAD) else b""
    except (binascii.Error, ValueError):
        return None
    return found if is_jpeg(found) else None


def is_jpeg(found: bytes) -> bool:
    """Whether it can be shown as one, and kept."""
    return found.startswith(_JPEG) and len(found) <= MOST_BYTES
