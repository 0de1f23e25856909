"""Measuring sticks: lengths that have a letter, and their sums."""

from __future__ import annotations

from collections.abc import Mapping


class UnknownStick(ValueError):
    """A letter that is not on any stick."""


def reach(text: str, sticks: Mapping[str, int]) -> int:
    """The length of a stick or of a sum such as `M+C`; a plain number is already a length."""
    return sum(_one(part.strip(), sticks) for part in text.split("+"))


def _one(letter: str, sticks: Mapping[str, int]) -> int:
    if letter.isdecimal():
        return int(letter)
    try:
        return sticks[letter]
    except KeyError:
        raise UnknownStick(f"no stick is marked {letter!r}; there are {', '.join(sticks)}") from None
