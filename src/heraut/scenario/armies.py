"""Army points: destroyed, surviving, and in the area of the third tie-break condition, each with its reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from heraut.kernel import ClauseId, Reason
from heraut.scenario.numbers import number
from heraut.scenario.sides import Side
from heraut.scenario.units import Entry, EntryKind, Model, half_up

IsIn = Callable[[Model], bool]

STANDS = {EntryKind.CASTER: "SR-DEST-9", EntryKind.UNIT: "SR-DEST-2", EntryKind.SOLO: "SR-DEST-8"}
"""What spares an entry that is not all lost; any other kind is whole or gone [SR-DEST-1]."""
AREA = {EntryKind.CASTER: "SR-WIN-10", EntryKind.UNIT: "SR-WIN-9", EntryKind.SOLO: "SR-WIN-8"}
"""How a kind counts in the area; warjacks and warbeasts are there or not [SR-WIN-7]."""


class Worth(msgspec.Struct, frozen=True):
    """Army points of an entry, and why so many."""

    points: int
    because: Reason


def caster_points() -> int:
    """A caster is worth this, whatever its bonus [SR-DEST-5, SR-WIN-10]."""
    return number("caster-points").value


def whole_points(entry: Entry) -> int:
    """What the entry counts for when all of it does."""
    return caster_points() if entry.kind is EntryKind.CASTER else entry.value


def destruction(entry: Entry) -> Worth:
    """What the opponent gets for what is left of the entry [SR-DEST-1 to SR-DEST-9]."""
    alive, whole = entry.remaining + entry.waiting, whole_points(entry)
    facts = {"left": alive, "strength": entry.starting_strength}
    if not alive:
        clause = "SR-DEST-5" if entry.kind is EntryKind.CASTER else "SR-DEST-1"
        return _worth(entry, whole, clause, "entry-destroyed", facts)
    if entry.is_machine and entry.is_out:
        return _worth(entry, whole, "SR-DEST-4", "entry-adrift", facts)
    if entry.kind is EntryKind.UNIT and alive < half_up(entry.starting_strength):
        clause = "SR-DEST-3" if entry.attachments else "SR-DEST-2"
        return _worth(entry, half_up(whole), clause, "entry-below-half", facts)
    return _worth(entry, 0, STANDS.get(entry.kind, "SR-DEST-1"), "entry-stands", facts)


def presence(entry: Entry, is_in: IsIn | None) -> Worth:
    """
    What the entry counts in condition 3 [SR-WIN-6 to SR-WIN-10].

    `is_in` tells whether a model is in the area; without it the entry's `inside` is believed.
    """
    inside, remaining = _inside(entry, is_in)
    facts, clause = {"inside": inside, "left": remaining}, AREA.get(entry.kind, "SR-WIN-7")
    if entry.is_out:
        return _worth(entry, 0, "SR-WIN-6", "entry-ignored", facts)
    if entry.kind in (EntryKind.UNIT, EntryKind.SOLO) and remaining < half_up(entry.starting_strength):
        return _worth(entry, 0, clause, "entry-too-few", facts)
    needed = 1 if entry.is_machine else half_up(remaining) if entry.kind is EntryKind.UNIT else remaining
    if remaining and inside >= needed:
        return _worth(entry, whole_points(entry), clause, "entry-in-area", facts)
    return _worth(entry, 0, clause, "entry-outside", facts)


def destroyed(entries: Iterable[Entry], side: Side) -> int:
    """The points of the side's own army that were destroyed."""
    return sum(destruction(entry).points for entry in entries if entry.side is side)


def surviving(entries: Sequence[Entry], side: Side) -> int:
    """The list's printed value less what was destroyed, never below 0 [SR-VRANK-6]."""
    whole = sum(whole_points(entry) for entry in entries if entry.side is side and not entry.created)
    return max(0, whole - destroyed(entries, side))


def _worth(entry: Entry, points: int, clause: str, code: str, facts: dict[str, int]) -> Worth:
    return Worth(points, Reason(ClauseId(clause), code, {"entry": entry.id, "points": points, **facts}))


def _inside(entry: Entry, is_in: IsIn | None) -> tuple[int, int]:
    """Models in the area and models that remain, fleeing ones ignored; for a caster entry, its caster models."""
    if is_in is None or entry.models is None:
        return min(entry.inside, entry.remaining), entry.remaining
    counted = [
        model for model in entry.models if not model.fleeing and (model.caster or entry.kind is not EntryKind.CASTER)
    ]
    return sum(1 for model in counted if is_in(model)), len(counted)
