"""How many terrain pieces of which size and type a player may bring: the set-up's, and the event's terrain table's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from heraut.kernel.names import ClauseId
from heraut.scenario.definition import ChooseStep, PutStep, Scenario, Size
from heraut.scenario.facts import SIDES, Side
from heraut.scenario.settings import MatchOptions
from heraut.scenario.terrain import LimitVerdict, Piece


class PieceSlot(NamedTuple):
    """Room for one piece: whose, of which sizes, in which area if one is named."""

    side: Side
    sizes: tuple[Size, ...]
    area: str | None = None


def allowance(scenario: Scenario, options: MatchOptions, pieces: Sequence[Piece]) -> Iterator[LimitVerdict]:
    """What the set-up and the event's terrain table say of each piece, in the order they were placed."""
    yield from _numbers(scenario, pieces)
    yield from _types(options, pieces)


def _numbers(scenario: Scenario, pieces: Sequence[Piece]) -> Iterator[LimitVerdict]:
    """A piece for which there is no room beside those before it; special terrain comes on top [ST-SPT-2]."""
    steps = [step for step in scenario.setup if isinstance(step, ChooseStep | PutStep)]
    if not steps:
        return
    fitting: list[Piece] = []
    for piece in pieces:
        if piece.special:
            continue
        ok = any(_fit(slots, (*fitting, piece)) for slots in _slots(steps))
        yield LimitVerdict(piece.id, steps[0].clause, "pieces-allowed", ok)
        if ok:
            fitting.append(piece)


def _slots(steps: Sequence[ChooseStep | PutStep]) -> Iterator[tuple[PieceSlot, ...]]:
    """The ways to fill the set-up: where players choose between baskets, one for each pair of them."""
    put = tuple(PieceSlot(step.placer, step.sizes, step.area) for step in steps if isinstance(step, PutStep))
    baskets = [
        [(side, basket) for basket in step.baskets] for step in steps if isinstance(step, ChooseStep) for side in SIDES
    ]
    for chosen in product(*baskets):
        own = (
            PieceSlot(side, (size,)) for side, basket in chosen for size, count in basket.items() for _ in range(count)
        )
        yield (*put, *own)


def _fit(slots: tuple[PieceSlot, ...], pieces: tuple[Piece, ...]) -> bool:
    """Whether each piece finds a slot of its own; there are few of either."""
    if not pieces:
        return True
    piece, rest = pieces[-1], pieces[:-1]
    return any(
        _fit((*slots[:place], *slots[place + 1 :]), rest) for place, slot in enumerate(slots) if _takes(slot, piece)
    )


def _takes(slot: PieceSlot, piece: Piece) -> bool:
    here = slot.area is None or piece.area is None or slot.area == piece.area
    return piece.size in slot.sizes and piece.by in (None, slot.side) and here


def _types(options: MatchOptions, pieces: Sequence[Piece]) -> Iterator[LimitVerdict]:
    """Pieces of a type the event does not know in that size, or of which the table has enough [ST-TER-7, ST-TER-8]."""
    lines = {line.name: line for line in options.terrain_table}
    count: Counter[str] = Counter()
    for piece in pieces if lines else ():
        if piece.special:
            continue
        count[piece.kind] += 1
        line = lines.get(piece.kind)
        yield LimitVerdict(
            piece.id, ClauseId("ST-TER-8"), "in-terrain-table", line is not None and piece.size in line.sizes
        )
        if line is not None:
            yield LimitVerdict(piece.id, ClauseId("ST-TER-7"), "type-allowed", count[piece.kind] <= line.most)
