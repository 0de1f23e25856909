"""What a plan says lies on the table."""

from __future__ import annotations

import msgspec

from heraut.scenario.terrain import Piece, PlacedMarker


class Prepared(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces and markers, in the order they were placed."""

    pieces: tuple[Piece, ...] = ()
    markers: tuple[PlacedMarker, ...] = ()
