"""What the table builder offers and shows: kinds and shapes of pieces, verdicts, the legal area, measuring sticks."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

import msgspec
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from heraut.kernel.message import Command
from heraut.kernel.names import ClauseId
from heraut.press.diagram import HEAD, SCALE, SIDE_MARGIN
from heraut.scenario.definition import Property, Scenario, Size, Source
from heraut.scenario.legal_area import Measure, legal_area, measures
from heraut.scenario.placement import ChoosePiece
from heraut.scenario.settings import MatchOptions, TerrainType
from heraut.scenario.terrain import LimitVerdict, Outline, Piece, PlacedMarker, TablePlan
from heraut.scenario.view import MatchView
from heraut.speech.sentences import phrases, say_fault
from heraut.speech.typography import colon, decimal, sticks
from heraut.table.shapes import Polygon, centre, inches
from heraut.web.game import language
from heraut.web.rooms.match.source_pages import SOURCES
from heraut.web.sentences import word

PROPERTIES: Mapping[Source, tuple[Property, ...]] = {source: pages.properties for source, pages in SOURCES.items()}


@dataclass(frozen=True, slots=True)
class KindOffer:
    """A type of terrain: what it usually does, and how many may still come; None where nobody counts."""

    kind: str
    usual: str = ""
    left: int | None = None


@dataclass(frozen=True, slots=True)
class PieceOffer:
    """What may still be chosen, and why the rest may not."""

    kinds: tuple[KindOffer, ...]
    sizes: tuple[Size, ...]
    gone: tuple[tuple[str, ClauseId], ...] = ()


def kinds(source: Source, options: MatchOptions) -> tuple[KindOffer, ...]:
    """The kinds to choose from, each with its usual properties; the event's own table says what its kinds do."""
    if options.terrain_table:
        return tuple(KindOffer(line.name) for line in options.terrain_table)
    return tuple(KindOffer(kind, " ".join(usual)) for kind, usual in SOURCES[source].usual.items())


def still_open(source: Source, options: MatchOptions, view: MatchView, legal: Iterable[Command]) -> PieceOffer:
    """The types and sizes somebody may choose now: the event's maxima are shared by both players [ST-TER-7]."""
    choices = [one for one in legal if isinstance(one, ChoosePiece)]
    every = PieceOffer(kinds(source, options), tuple(Size))
    if not choices:
        return every
    sizes = tuple(size for size in Size if any(one.size is size for one in choices))
    closed = tuple((_size_closed(size), view.step.clause) for size in Size if size not in sizes and view.step)
    if not options.terrain_table:
        return PieceOffer(every.kinds, sizes, closed)
    used = Counter([one.kind for one in view.pieces if not one.special] + [one.kind for one in view.chosen])
    names = {one.kind for one in choices}
    lines = options.terrain_table
    offers = tuple(KindOffer(line.name, left=line.most - used[line.name]) for line in lines if line.name in names)
    gone = tuple(_kind_gone(line, used[line.name]) for line in lines if line.name not in names)
    return PieceOffer(offers, sizes, (*gone, *closed))


def _kind_gone(line: TerrainType, used: int) -> tuple[str, ClauseId]:
    if used >= line.most:
        text = gettext("%(kind)s : maximum atteint (%(most)s).")
        return text % {"kind": line.name, "most": line.most}, ClauseId("ST-TER-7")
    return gettext("%s : n'existe pas dans une taille permise maintenant.") % line.name, ClauseId("ST-TER-8")


def _size_closed(size: Size) -> str:
    return gettext("%s : pas à cette étape.") % word(size).capitalize()


def properties(source: Source, options: MatchOptions) -> tuple[Property, ...]:
    """What may be ticked: nothing where the event's table says it."""
    return () if options.terrain_table else PROPERTIES[source]


class PreparedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces and markers, in the order they were placed."""

    pieces: tuple[Piece, ...] = ()
    markers: tuple[PlacedMarker, ...] = ()


SIDE = {Size.SMALL: (5.0, 4.0), Size.LARGE: (9.0, 7.0)}
"""How wide and deep a piece is at first, in inches."""
CORNERS: dict[str, Outline] = {
    "block": ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    "corner": ((-1, -1), (1, -1), (1, -0.3), (-0.3, -0.3), (-0.3, 1), (-1, 1)),
    "wedge": ((-1, -1), (1, -1), (0, 1)),
    "strip": ((-1, -0.25), (1, -0.25), (1, 0.25), (-1, 0.25)),
}
"""Each in a square of two by two around the origin."""


def outlines(size: Size) -> dict[str, Outline]:
    """The outlines offered for that size, around the origin."""
    wide, deep = (side / 2 for side in SIDE[size])
    unit = {"block": CORNERS["block"], "round": disc(1, sides=16), **CORNERS}
    return {name: tuple((round(x * wide, 2), round(y * deep, 2)) for x, y in shape) for name, shape in unit.items()}


def disc(radius: float, sides: int = 24) -> Outline:
    """A circle as it is drawn while it is held; a marker is measured by its centre."""
    angles = (2 * math.pi * part / sides for part in range(sides))
    return tuple((radius * math.cos(angle), radius * math.sin(angle)) for angle in angles)


def moved(shape: Outline, x: float, y: float) -> Outline:
    """The outline shifted so that the origin comes there."""
    return tuple((px + x, py + y) for px, py in shape)


@dataclass(frozen=True, slots=True)
class ToldVerdict:
    """One verdict as people read it."""

    clause: ClauseId
    ok: bool
    text: str


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a point of the table is in the scenario's picture."""

    height: float

    def point(self, x: float, y: float) -> tuple[float, float]:
        """The first player's edge is at the bottom."""
        return round(SIDE_MARGIN + x * SCALE, 1), round(HEAD + (self.height - y) * SCALE, 1)

    def path(self, region: Any) -> str:
        """A region as the path of an SVG, holes and all."""
        polygons = [part for part in getattr(region, "geoms", (region,)) if part.geom_type == "Polygon"]
        rings = [ring for polygon in polygons for ring in (polygon.exterior, *polygon.interiors)]
        return "".join(
            "M" + "L".join("{} {}".format(*self.point(x, y)) for x, y in ring.coords) + "Z" for ring in rings
        )


def ground(scenario: Scenario, marker_mm: int) -> dict[str, Any]:
    """What the script needs to draw on the picture."""
    return {
        "scale": SCALE,
        "left": SIDE_MARGIN,
        "top": HEAD,
        "width": scenario.table[0],
        "height": scenario.table[1],
        "outlines": {size.value: outlines(size) for size in Size},
        "round": disc(inches(marker_mm) / 2),
    }


def judged(
    plan: TablePlan, subject: Piece | PlacedMarker | None, names: Mapping[str, str] | None = None
) -> Mapping[str, Any]:
    """Everything there is to say of the piece where it is held, ready to be shown; pieces are called by their names."""
    if subject is None:
        return {"told": "", "ok": False, "area": "", "sticks": []}
    frame = Frame(plan.layout.scenario.table[1])
    found = tuple(told(one, names) for one in plan.verdicts(subject))
    area = legal_area(plan, subject)
    return {
        "told": render_to_string("match/verdict.html", {"told": found}),
        "ok": all(one.ok for one in found),
        "area": "" if area is None else frame.path(area),
        "sticks": [_stick(frame, one) for one in measures(plan, subject)],
    }


def _stick(frame: Frame, one: Measure) -> dict[str, Any]:
    """Its ends in the picture, and its label: the stick's name and the length measured."""
    sign = "" if one.ok else "✗ "
    label = f"{sign}{_asked(one.asked)}{length(one.length)}"
    return {"a": frame.point(*one.a), "b": frame.point(*one.b), "ok": one.ok, "label": label}


def _asked(stick: str) -> str:
    """What a limit asks for, in sticks or in inches; nothing for a limit that asks to touch."""
    if stick == "0":
        return ""
    return f"{stick}″ · " if stick.isdecimal() else f"{sticks(stick, language())} · "


def told(one: LimitVerdict, names: Mapping[str, str] | None = None) -> ToldVerdict:
    """A verdict in the visitor's language: the limit and the length measured, or what is wrong and what to do."""
    if not one.ok:
        return ToldVerdict(one.clause, False, say_fault(one.refusal(), language(), names))
    text = phrases(language())["words"][f"limit-{one.code}"]
    if one.measured is None or not one.limit or one.measured == float("inf"):
        return ToldVerdict(one.clause, True, text)
    mark, limit = colon(language()), decimal(f"{one.limit:g}", language())
    return ToldVerdict(one.clause, True, f"{text}{mark}{length(one.measured)} ({limit}″)")


def length(inches: float) -> str:
    """A length as people write it in their language."""
    return decimal(f"{inches:.1f}″", language())


def with_pieces(
    picture: str, plan: TablePlan, faulty: Iterable[str] = (), names: Mapping[str, str] | None = None
) -> SafeString:
    """The picture with what lies on the table, each by its name, so that it prints and shows without any script."""
    frame, wrong = Frame(plan.layout.scenario.table[1]), set(faulty)
    drawn = [_drawn(frame, one, (names or {}).get(one.id, one.id), wrong=one.id in wrong) for one in plan.pieces]
    radius = inches(plan.layout.marker_mm) / 2 * SCALE
    for marker in plan.markers:
        x, y = frame.point(marker.x, marker.y)
        drawn.append(f'<circle class="match-marker" cx="{x}" cy="{y}" r="{radius:.1f}"/>')
    return mark_safe(picture.replace("</svg>", f"<g data-drawn>{''.join(drawn)}</g></svg>"))


def _drawn(frame: Frame, piece: Piece, name: str, *, wrong: bool) -> str:
    points = " ".join("{},{}".format(*frame.point(x, y)) for x, y in piece.shape)
    look = "match-piece match-refused" if wrong else "match-piece"
    if not piece.shape:
        return ""
    x, _y = frame.point(*centre(Polygon(piece.shape)))
    below = 20 + max(frame.point(*corner)[1] for corner in piece.shape)
    label = f'<text class="match-label" x="{x}" y="{below}" text-anchor="middle">{escape(name)}</text>'
    return f'<polygon class="{look}" points="{points}"/>{label}'
