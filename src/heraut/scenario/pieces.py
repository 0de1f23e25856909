"""Terrain pieces and placed markers, and what a limit says of one. No geometry: see `terrain`."""

from __future__ import annotations

import msgspec

from heraut.kernel import ClauseId, Refusal
from heraut.scenario.setup import Property, Size
from heraut.scenario.sides import Side
from heraut.table import Point

Outline = tuple[Point, ...]


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """
    A terrain piece: its outline, who placed it, and where it was before it was moved.

    `kind` is its type; a type named like a property has that property. `area` is the element a set-up step names.
    """

    id: str
    size: Size = Size.SMALL
    kind: str = "plain"
    shape: Outline
    by: Side | None = None
    properties: tuple[Property, ...] = ()
    area: str | None = None
    special: bool = False
    was: Outline | None = None
    moved_by: Side | None = None

    def has(self, wanted: tuple[Property, ...]) -> bool:
        """Whether it has one of these properties; no wish is always granted."""
        own = {*self.properties, self.kind}
        return not wanted or any(one in own for one in wanted)


class PlacedMarker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A marker a player placed: `x`, `y` is its centre."""

    id: str
    by: Side
    x: float
    y: float


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one limit says of one piece or marker: the measured length and the one asked for, in inches."""

    subject: str
    clause: ClauseId
    code: str
    ok: bool
    measured: float | None = None
    limit: float | None = None

    def refusal(self) -> Refusal:
        """The same as a refusal, lengths in hundredths of an inch."""
        return Refusal(self.clause, self.code, self.subject, asked=_said(self.measured), allowed=_said(self.limit))


def _said(length: float | None) -> str | None:
    return None if length is None else f"{length:.2f}".rstrip("0").rstrip(".") + "″"
