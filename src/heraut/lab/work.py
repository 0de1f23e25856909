"""A job on its way to a report: what is computed block by block, here or elsewhere, and what is made of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Generic, TypeVar

from heraut.lab.report import Report

B = TypeVar("B")
T = TypeVar("T")


@dataclass(frozen=True)
class Work(Generic[B, T]):
    """A job cut into blocks, as it is sent out; its name and digest say what is kept of it, in which types."""

    name: str
    digest: str
    compute: Callable[[bytes, B], T]
    sent: bytes
    blocks: Sequence[B]
    kinds: tuple[type[B], type[T]]
    report: Callable[[Mapping[B, T]], Report | None]
    """Of the blocks that are done, or nothing while they say nothing."""
    cost: Callable[[B], int] = attrgetter("count")
    """How long a block takes beside the others: as long as it has runs, if they are all alike."""
