"""The words of a scenario file: limits on terrain, the steps of the set-up, elements, the scenario whole."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Literal

import msgspec

from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Refusal
from heraut.scenario.facts import Side
from heraut.scenario.scoring import Control, LostDice, Scoring
from heraut.table.shapes import Disc, Point, Polygon, Rect, Segment, Shape


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


class LimitKind(StrEnum):
    """The few kinds of limit on where a piece or a marker may be."""

    APART = "apart"
    WHOLLY = "wholly"
    PARTLY = "partly"
    CLEAR = "clear"
    TOUCHING = "touching"
    ONE_FAR = "one-far"
    BOTH_HALVES = "both-halves"


class MeasuredTo(StrEnum):
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
    rule: LimitKind
    on: Literal["pieces", "markers"] = "pieces"
    of: tuple[Property, ...] = ()
    size: Size | None = None
    nth: int | None = None
    when: tuple[Literal["placed", "moved"], ...] = ("placed", "moved")
    to: tuple[MeasuredTo, ...] = ()
    more_than: str | None = None
    at_least: str | None = None
    area: str | None = None


class SetupStep(msgspec.Struct, frozen=True, tag_field="do", kw_only=True):
    """One step of the set-up, and the clause that asks for it."""

    clause: ClauseId


class ChooseStep(SetupStep, frozen=True, tag="choose", kw_only=True):
    """The players choose pieces in turn until each has one of the baskets, by size: `[{small = 3}, {large = 1}]`."""

    first: Side
    baskets: tuple[dict[Size, int], ...]


class PlaceStep(SetupStep, frozen=True, tag="place", kw_only=True):
    """The players place what they chose, in turn."""

    first: Side


class PutStep(SetupStep, frozen=True, tag="put", kw_only=True):
    """One player chooses a piece and one (the same or the other) places it at once, in the area if one is named."""

    chooser: Side
    placer: Side
    sizes: tuple[Size, ...]
    area: str | None = None
    optional: bool = False


class MoveStep(SetupStep, frozen=True, tag="move", kw_only=True):
    """One player may move one piece, up to the reach."""

    by: Side
    reach: str
    pieces: Literal["any", "own-half"] = "any"


class MarkersStep(SetupStep, frozen=True, tag="markers", kw_only=True):
    """The players place so many markers each, in turn."""

    first: Side
    each: int


class ExtraStep(SetupStep, frozen=True, tag="extra", kw_only=True):
    """Any number of pieces that come on top: a player's special terrain, or, by nobody, the organiser's terrain."""

    by: Side | None = None


class DrawStep(SetupStep, frozen=True, tag="draw", kw_only=True):
    """One of the elements is drawn by lot: it is the first to score."""

    among: tuple[str, ...]


class DeployStep(SetupStep, frozen=True, tag="deploy", kw_only=True):
    """
    A player deploys units in a zone.

    `turns`: one unit each in turn, the other player's zone being that player's; `half` is rounded up; `any` may be
    none; `rest` and `all` leave nothing.
    """

    by: Side
    part: Literal["turns", "half", "at-least-half", "any", "all", "rest"]
    zone: str
    other_zone: str | None = None


Step = ChooseStep | PlaceStep | PutStep | MoveStep | MarkersStep | ExtraStep | DrawStep | DeployStep


Source = Literal["saga_tournament", "steamroller_2011"]


class ElementKind(StrEnum):
    """What an element of the table is for."""

    AREA = "area"
    LINE = "line"
    HALF = "half"
    QUARTER = "quarter"
    PLACING = "placing"
    MARKER = "marker"
    ZONE = "zone"
    FLAG = "flag"
    OBJECTIVE = "objective"
    DEPLOYMENT = "deployment"
    ADVANCE = "advance-deployment"


class PositionStatus(StrEnum):
    """How sure we are of a position; what is reconstructed says so on every picture."""

    GIVEN = "given"
    RULEBOOK = "rulebook"
    RECONSTRUCTED = "reconstructed"
    WEAK = "weak"

    @property
    def is_reconstructed(self) -> bool:
        """Whether a printed copy should be consulted."""
        return self in (PositionStatus.RECONSTRUCTED, PositionStatus.WEAK)


GEOMETRIES = ("point", "rect", "circle", "poly", "line")


class Element(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """
    One thing of the layout. Exactly one of the five geometries is given.

    `owner` is the side it belongs to, or in whose half it lies; `later` marks what is not there at the start;
    `point` is a centre whose diameter follows from the kind: the event's for markers, a base for flags and objectives.
    """

    id: str
    kind: ElementKind
    clause: ClauseId
    status: PositionStatus = PositionStatus.GIVEN
    owner: Side | None = None
    later: bool = False
    point: Point | None = None
    rect: tuple[float, float, float, float] | None = None
    circle: tuple[float, float, float] | None = None
    poly: tuple[Point, ...] | None = None
    line: tuple[Point, Point] | None = None

    def __post_init__(self) -> None:
        if sum(getattr(self, name) is not None for name in GEOMETRIES) != 1:
            raise ValueError(f"element {self.id!r} needs exactly one of {', '.join(GEOMETRIES)}")

    @property
    def geometry(self) -> str:
        """Which of the five it has."""
        return next(name for name in GEOMETRIES if getattr(self, name) is not None)

    def shape(self, diameter: float) -> Shape:
        """Its shape; a bare point becomes a disc of that diameter."""
        if self.point is not None:
            return Disc(*self.point, diameter)
        if self.rect is not None:
            return Rect(*self.rect)
        if self.circle is not None:
            return Disc(*self.circle)
        if self.poly is not None:
            return Polygon(self.poly)
        assert self.line is not None
        return Segment(*self.line)


class Label(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A distance written on the diagram, between two points; `text` is a stick, a sum of sticks or inches."""

    text: str
    a: Point
    b: Point


class FirstTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What sets the first turn apart: who rolls half the budget in dice and when, what the first player may not do."""

    clause: ClauseId
    dice_for: Side | None = None
    instead_of_own: bool = False
    forbidden: tuple[Literal["advanced-ability", "charge", "shoot"], ...] = ()


class Length(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Turns each; with `dice`, one more if they total `at_least`. Without turns: until somebody wins or time is up."""

    clause: ClauseId
    turns: int | None = None
    dice: int = 0
    at_least: int = 0


def _said(texts: Mapping[Literal["fr", "en"], str], language: Literal["fr", "en"]) -> str:
    return texts.get(language) or next(iter(texts.values()), "")


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A scenario as published, with what we had to reconstruct marked as such; `legend` explains its picture."""

    id: str
    source: Source
    number: int
    clause: ClauseId
    names: Mapping[Literal["fr", "en"], str]
    summary: Mapping[Literal["fr", "en"], str]
    legend: Mapping[Literal["fr", "en"], str] = {}
    table: tuple[int, int] = (48, 36)
    group: int = 0
    available: bool = True
    radial: bool = False
    markers_each: int = 0
    elements: tuple[Element, ...] = ()
    labels: tuple[Label, ...] = ()
    limits: tuple[Limit, ...] = ()
    setup: tuple[Step, ...] = ()
    opening: FirstTurn | None = None
    length: Length | None = None
    scoring: Scoring | None = None
    reminders: tuple[ClauseId, ...] = ()

    def name(self, language: Literal["fr", "en"]) -> str:
        """What it is called in that language; a scenario of one's own may have one only."""
        return _said(self.names, language)

    def brief(self, language: Literal["fr", "en"]) -> str:
        """What it is about, in that language or the other."""
        return _said(self.summary, language)

    @property
    def counts_massacre(self) -> bool:
        """Whether massacre points count for anything [ST-PTS-8]."""
        return getattr(self.scoring, "massacre", "none") != "none"

    @property
    def lost_dice(self) -> LostDice | None:
        """What dice that a band no longer generates are worth, where they are worth anything [ST-ADV-10]."""
        return self.scoring.lost_dice if isinstance(self.scoring, Control) else None

    def of_kind(self, *kinds: ElementKind) -> tuple[Element, ...]:
        """The elements of these kinds, in the order of the file."""
        return tuple(element for element in self.elements if element.kind in kinds)

    def not_asked(self, fact: str) -> Refusal:
        """A fact that would count for nothing is refused, so that nobody believes it does."""
        return Refusal(self.clause, "fact-not-asked", subject=fact)

    def unknown(self, named: Iterable[str], *kinds: ElementKind) -> Refusal | None:
        """The first of these names that no element of these kinds has."""
        known = {element.id for element in self.of_kind(*kinds)}
        strange = next((id for id in named if id not in known), None)
        if strange is None:
            return None
        return Refusal(self.clause, "unknown-element", subject=strange, allowed=tuple(sorted(known)))

    def element(self, id: str) -> Element | None:
        """The element of that id, if there is one."""
        return next((element for element in self.elements if element.id == id), None)
