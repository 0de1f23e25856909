"""Choices drawn from a name: the same name always draws the same, on every machine and in every year."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")


def same_name(name: str) -> str:
    """The name as it counts: however it is encoded, capitalised or spaced."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


class Lot:
    """A bag of choices filled by a name; each draw uses up a part of it."""

    __slots__ = ("_left",)

    def __init__(self, name: str, attempt: int = 0) -> None:
        self._left = int.from_bytes(blake2b(f"{attempt}\n{same_name(name)}".encode(), digest_size=32).digest())

    def pick(self, options: Sequence[T]) -> T:
        """One of the options, each as likely."""
        self._left, place = divmod(self._left, len(options))
        return options[place]

    def weigh(self, options: Mapping[T, int]) -> T:
        """One of the options, as likely as its weight."""
        self._left, place = divmod(self._left, sum(options.values()))
        for option, weight in options.items():
            if place < weight:
                return option
            place -= weight
        raise AssertionError("the weights sum to more than they hold")
