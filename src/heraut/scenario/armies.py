"""Army points: destroyed, surviving, and in the area of the third tie-break condition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from heraut.scenario.numbers import number
from heraut.scenario.sides import Side
from heraut.scenario.units import Entry, EntryKind, Model, half_up

IsIn = Callable[[Model], bool]


def caster_points() -> int:
    """A caster is worth this, whatever its bonus [SR-DEST-5, SR-WIN-10]."""
    return number("caster-points").value


def destroyed_points(entry: Entry) -> int:
    """What the opponent gets for what is left of the entry [SR-DEST-1 to SR-DEST-9]."""
    alive = entry.remaining + entry.waiting
    match entry.kind:
        case EntryKind.CASTER:
            return 0 if alive else caster_points()
        case EntryKind.WARJACK | EntryKind.WARBEAST:
            return 0 if alive and not entry.is_out else entry.value
        case EntryKind.UNIT if 0 < alive < half_up(entry.starting_strength):
            return half_up(entry.value)
        case _:
            return 0 if alive else entry.value


def destroyed(entries: Iterable[Entry], side: Side) -> int:
    """The points of the side's own army that were destroyed."""
    return sum(destroyed_points(entry) for entry in entries if entry.side is side)


def surviving(entries: Sequence[Entry], side: Side) -> int:
    """The list's printed value less what was destroyed, never below 0 [SR-VRANK-6]."""
    listed = (entry for entry in entries if entry.side is side and not entry.created)
    whole = sum(caster_points() if entry.kind is EntryKind.CASTER else entry.value for entry in listed)
    return max(0, whole - destroyed(entries, side))


def points_in_area(entry: Entry, is_in: IsIn | None) -> int:
    """
    What the entry counts in condition 3 [SR-WIN-6 to SR-WIN-10].

    `is_in` tells whether a model is in the area; without it the entry's `inside` is believed.
    """
    if entry.is_out:
        return 0
    inside, remaining = _inside(entry, is_in)
    match entry.kind:
        case EntryKind.CASTER:
            return caster_points() if remaining and inside == remaining else 0
        case EntryKind.UNIT:
            counts = remaining >= half_up(entry.starting_strength) and inside >= half_up(remaining)
            return entry.value if counts and remaining else 0
        case EntryKind.SOLO:
            counts = remaining >= half_up(entry.starting_strength) and inside == remaining
            return entry.value if counts and remaining else 0
        case _:
            return entry.value if inside else 0


def _inside(entry: Entry, is_in: IsIn | None) -> tuple[int, int]:
    """Models in the area and models that remain, fleeing ones ignored; for a caster entry, its caster models."""
    if is_in is None or entry.models is None:
        return min(entry.inside, entry.remaining), entry.remaining
    counted = [
        model for model in entry.models if not model.fleeing and (model.caster or entry.kind is not EntryKind.CASTER)
    ]
    return sum(1 for model in counted if is_in(model)), len(counted)
