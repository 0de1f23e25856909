"""The words a scenario file uses for its set-up: limits on terrain, steps in order."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

import msgspec

from heraut.kernel import ClauseId
from heraut.scenario.sides import Side


class Size(StrEnum):
    """Terrain comes in two sizes."""

    SMALL = "small"
    LARGE = "large"


class Property(StrEnum):
    """What a piece of terrain does: the first four in SAGA, the last three in Steamroller."""

    UNEVEN = "uneven"
    DANGEROUS = "dangerous"
    BLOCKING = "blocking"
    SOLID_COVER = "solid_cover"
    OBSTRUCTION = "obstruction"
    ROUGH = "rough"
    IMPASSABLE = "impassable"


class Rule(StrEnum):
    """The few kinds of limit on where a piece or a marker may be."""

    APART = "apart"
    WHOLLY = "wholly"
    PARTLY = "partly"
    CLEAR = "clear"
    TOUCHING = "touching"
    ONE_FAR = "one-far"
    BOTH_HALVES = "both-halves"


class Target(StrEnum):
    """What a distance is measured to."""

    PIECES = "pieces"
    OWN_PIECES = "own-pieces"
    MARKERS = "markers"
    OWN_MARKERS = "own-markers"
    EDGES = "edges"
    LONG_EDGES = "long-edges"
    SIDE_EDGES = "side-edges"
    OWN_EDGE = "own-edge"
    DIVIDE = "divide"


class Limit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """
    One limit on where pieces, or markers, may be.

    `of` and `size` say which pieces it binds (none given: all); `nth`, only the n-th of its player; `when`, at
    placement, after a move, or both. `area` is an element's id, a kind of element, or a side's own or other half.
    """

    clause: ClauseId
    rule: Rule
    on: Literal["pieces", "markers"] = "pieces"
    of: tuple[Property, ...] = ()
    size: Size | None = None
    nth: int | None = None
    when: tuple[Literal["placed", "moved"], ...] = ("placed", "moved")
    to: tuple[Target, ...] = ()
    more_than: str | None = None
    at_least: str | None = None
    area: str | None = None


class Choose(msgspec.Struct, frozen=True, tag="choose", tag_field="do", kw_only=True):
    """The players choose pieces in turn until each has one of the baskets, by size: `[{small = 3}, {large = 1}]`."""

    clause: ClauseId
    first: Side
    baskets: tuple[dict[Size, int], ...]


class Place(msgspec.Struct, frozen=True, tag="place", tag_field="do", kw_only=True):
    """The players place what they chose, in turn."""

    clause: ClauseId
    first: Side


class Put(msgspec.Struct, frozen=True, tag="put", tag_field="do", kw_only=True):
    """One player chooses a piece and one (the same or the other) places it at once, in the area if one is named."""

    clause: ClauseId
    chooser: Side
    placer: Side
    sizes: tuple[Size, ...]
    area: str | None = None
    optional: bool = False


class Move(msgspec.Struct, frozen=True, tag="move", tag_field="do", kw_only=True):
    """One player may move one piece, up to the reach."""

    clause: ClauseId
    by: Side
    reach: str
    pieces: Literal["any", "own-half"] = "any"


class SetMarkers(msgspec.Struct, frozen=True, tag="markers", tag_field="do", kw_only=True):
    """The players place so many markers each, in turn."""

    clause: ClauseId
    first: Side
    each: int


class Extra(msgspec.Struct, frozen=True, tag="extra", tag_field="do", kw_only=True):
    """Any number of pieces that come on top: a player's special terrain, or, by nobody, the organiser's terrain."""

    clause: ClauseId
    by: Side | None = None


class Draw(msgspec.Struct, frozen=True, tag="draw", tag_field="do", kw_only=True):
    """One of the elements is drawn by lot: it is the first to score."""

    clause: ClauseId
    among: tuple[str, ...]


class Deploy(msgspec.Struct, frozen=True, tag="deploy", tag_field="do", kw_only=True):
    """
    A player deploys units in a zone.

    `turns`: one unit each in turn, the other player's zone being that player's; `half` is rounded up; `any` may be
    none; `rest` and `all` leave nothing.
    """

    clause: ClauseId
    by: Side
    part: Literal["turns", "half", "at-least-half", "any", "all", "rest"]
    zone: str
    other_zone: str | None = None


Step = Choose | Place | Put | Move | SetMarkers | Extra | Draw | Deploy
