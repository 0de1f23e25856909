"""
A coat of arms as SVG: no script, nothing fetched, in colour or hatched for black and white; and its blazon in words.

Everything stands on a shield 120 wide and 140 high. Regions are outlines that may run over its edge: the drawing clips
them. The blazon is what a herald says of it, in French and English.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from html import escape
from math import hypot
from typing import NamedTuple, Protocol

import msgspec

from heraut.press.heraldry import (
    Arms,
    Centre,
    Charges,
    EdgeLine,
    Ordinary,
    OrdinaryKind,
    PartedField,
    PlainField,
    ShieldEdge,
    ShieldField,
    Tincture,
    VariedField,
    charges,
    field_row,
    heraldry,
    places_for,
)
from heraut.speech.sentences import Language

_FRENCH_COUNTS = {2: "deux", 3: "trois", 4: "quatre", 5: "cinq", 6: "six"}
_ENGLISH_COUNTS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
_STANDS_LAST = frozenset({OrdinaryKind.CHIEF, OrdinaryKind.BORDURE})
"""What covers an edge of the shield is named after the charges of its middle."""
WIDTH, HEIGHT = 120, 140
SHIELD = "M4 4H116V64C116 100 94 122 60 137 26 122 4 100 4 64Z"
PAINT: Mapping[Tincture, str] = {tincture: row.paint for tincture, row in heraldry().tinctures.items()}
"""The heraldic seven of the house."""
_DEPTH = 5
_STRIPE = "M-300 .75H300M-300 4.75H300"
_DOTS = '<path d="M-300 1H300M-296 5H300" stroke-dasharray="2 6" stroke-width="2"/>'
_GRID = '<path d="M-300 1H300M-300 5H300"/><path d="M-300 3H300M-300 7H300" stroke-dasharray="2"/>'
_BORDURE = 17
"""The width of a bordure."""


def blazon(arms: Arms, language: Language) -> str:
    """The blazon, one sentence without a full stop: "D’azur à la fasce d’or, accompagnée de trois étoiles du même"."""
    said = _french(arms) if language == "fr" else _english(arms)
    return said[0].upper() + said[1:]


def _french(arms: Arms) -> str:
    field, ordinary, group = _french_field(arms.field), arms.ordinary, arms.charges
    if ordinary is None:
        assert group is not None
        return f"{field} {_french_charges(group)}"
    if group is None:
        return f"{field} {_french_ordinary(ordinary)}"
    if ordinary.kind in _STANDS_LAST:
        return f"{field} {_french_charges(group)}, {_french_ordinary(ordinary, after=group.tincture)}"
    row = heraldry().ordinaries[ordinary.kind]
    around = _agree(row.beside, feminine=row.feminine)
    return f"{field} {_french_ordinary(ordinary)}, {around} de {_french_number(group, after=ordinary.tincture)}"


def _french_field(field: ShieldField) -> str:
    if isinstance(field, PlainField):
        return _french_tincture(field.tincture)
    return f"{field_row(field).fr} {_french_tincture(field.first)} et {_french_tincture(field.second)},"


def _french_charges(group: Charges) -> str:
    charge = charges()[group.charge]
    if group.count > 1:
        return f"à {_french_number(group)}"
    name = _french_name(group)
    if name[0] in "aeéêouœ":
        return f"à l’{name} {_french_of(group)}"
    return f"{'à la' if charge.gender == 'f' else 'au'} {name} {_french_of(group)}"


def _french_ordinary(ordinary: Ordinary, *, after: Tincture | None = None) -> str:
    row = heraldry().ordinaries[ordinary.kind]
    line = _agree(heraldry().lines[ordinary.line].fr, feminine=row.feminine)
    colour = "du même" if after is ordinary.tincture else _french_tincture(ordinary.tincture)
    said = " ".join(filter(None, (row.fr, line, colour)))
    if ordinary.bears is None:
        return said
    return f"{said}, {_agree('chargé', feminine=row.feminine)} {_french_borne(ordinary.bears)}"


def _french_borne(group: Charges) -> str:
    if group.count > 1:
        return f"de {_french_number(group)}"
    one = "d’une" if charges()[group.charge].gender == "f" else "d’un"
    return f"{one} {_french_name(group)} {_french_of(group)}"


def _french_number(group: Charges, *, after: Tincture | None = None) -> str:
    colour = "du même" if after is not None and after is group.tincture else _french_of(group)
    return f"{_FRENCH_COUNTS[group.count]} {_french_name(group)} {colour}"


def _french_name(group: Charges) -> str:
    charge = charges()[group.charge]
    of_colour = group.tincture is not None and not group.tincture.is_metal
    forms = charge.fr_of_colour if charge.fr_of_colour and of_colour else charge.fr
    return forms[group.count > 1]


def _french_of(group: Charges) -> str:
    return "de l’un en l’autre" if group.tincture is None else _french_tincture(group.tincture)


def _french_tincture(tincture: Tincture) -> str:
    return heraldry().tinctures[tincture].fr


def _agree(participle: str, *, feminine: bool) -> str:
    return participle + "e" if participle and feminine else participle


def _english(arms: Arms) -> str:
    field, ordinary, group = _english_field(arms.field), arms.ordinary, arms.charges
    if ordinary is None:
        assert group is not None
        return f"{field}, {_english_charges(group)}"
    if group is None:
        return f"{field}, {_english_ordinary(ordinary)}"
    alike = ordinary.tincture is group.tincture
    if ordinary.kind not in _STANDS_LAST:
        return f"{field}, {_english_ordinary(ordinary, coloured=not alike)} between {_english_charges(group)}"
    joined = " and " if alike else ", "
    return f"{field}, {_english_charges(group, coloured=not alike)}{joined}{_english_ordinary(ordinary)}"


def _english_field(field: ShieldField) -> str:
    if isinstance(field, PlainField):
        return _english_tincture(field.tincture)
    return f"{field_row(field).en} {_english_tincture(field.first)} and {_english_tincture(field.second)}"


def _english_charges(group: Charges, *, coloured: bool = True) -> str:
    name = charges()[group.charge].en[group.count > 1]
    said = f"{_ENGLISH_COUNTS[group.count] if group.count > 1 else _a(name)} {name}"
    if not coloured:
        return said
    return f"{said} {'counterchanged' if group.tincture is None else _english_tincture(group.tincture)}"


def _english_ordinary(ordinary: Ordinary, *, coloured: bool = True) -> str:
    name = heraldry().ordinaries[ordinary.kind].en
    colour = _english_tincture(ordinary.tincture) if coloured else ""
    said = " ".join(filter(None, (_a(name), name, heraldry().lines[ordinary.line].en, colour)))
    return f"on {said} {_english_charges(ordinary.bears)}" if ordinary.bears else said


def _english_tincture(tincture: Tincture) -> str:
    return heraldry().tinctures[tincture].en


def _a(name: str) -> str:
    return "an" if name[0] in "aeiou" else "a"


def outline(kind: OrdinaryKind, line: EdgeLine) -> str:
    """The outline of an ordinary with its edges shaped."""
    corners = heraldry().ordinaries[kind].edges
    path = f"M{corners[0].x:g} {corners[0].y:g}"
    for corner, following in zip(corners, (*corners[1:], corners[0]), strict=True):
        path += _edge(corner, following, line if corner.shaped else EdgeLine.PLAIN)
    return path + "z"


def _edge(start: ShieldEdge, end: ShieldEdge, line: EdgeLine) -> str:
    """A whole number of teeth from start to end, pointing to the left of the way (out of the ordinary)."""
    along_x, along_y = end.x - start.x, end.y - start.y
    if line is EdgeLine.PLAIN:
        return _l(along_x, along_y)
    length = hypot(along_x, along_y)
    teeth = max(1, round(length / heraldry().lines[line].tooth))
    dx, dy = along_x / teeth, along_y / teeth
    out_x, out_y = along_y / length * _DEPTH, -along_x / length * _DEPTH
    match line:
        case EdgeLine.INDENTED:
            tooth = _l(dx / 2 + out_x, dy / 2 + out_y) + _l(dx / 2 - out_x, dy / 2 - out_y)
        case EdgeLine.EMBATTLED:
            tooth = _l(out_x, out_y) + _l(dx / 2, dy / 2) + _l(-out_x, -out_y) + _l(dx / 2, dy / 2)
        case EdgeLine.ENGRAILED:
            tooth = f"q{_xy(dx / 2 - out_x * 1.6, dy / 2 - out_y * 1.6)}{_xy(dx, dy)}"
        case EdgeLine.WAVY:
            crest = f"q{_xy(dx / 4 + out_x, dy / 4 + out_y)}{_xy(dx / 2, dy / 2)}"
            tooth = crest + f"q{_xy(dx / 4 - out_x, dy / 4 - out_y)}{_xy(dx / 2, dy / 2)}"
    return tooth * teeth


def _l(x: float, y: float) -> str:
    return "l" + _xy(x, y)


def _xy(x: float, y: float) -> str:
    return f" {round(x, 1):g} {round(y, 1):g}".replace(" -", "-")


class _Hatching(NamedTuple):
    """The lines of a tile 600 wide and 8 high, and the angle it is turned by."""

    lines: str
    angle: int = 0


_HATCHINGS: Mapping[Tincture, _Hatching] = {
    Tincture.OR: _Hatching(_DOTS),
    Tincture.GULES: _Hatching(f'<path d="{_STRIPE}" stroke-width="1.5"/>', 90),
    Tincture.AZURE: _Hatching(f'<path d="{_STRIPE}" stroke-width="1.5"/>'),
    Tincture.VERT: _Hatching(f'<path d="{_STRIPE}" stroke-width="1.5"/>', 45),
    Tincture.PURPURE: _Hatching(f'<path d="{_STRIPE}" stroke-width="1.5"/>', -45),
    Tincture.SABLE: _Hatching(_GRID),
}
"""Of each hatching but silver's, which is left white. A tile is wider than any shield: printers show its seams."""


class Paint(Protocol):
    """What fills and edges a figure drawn `scale` times larger than its outline."""

    def fill(self, tincture: Tincture, scale: float = 1) -> str:
        """The value of `fill`."""

    def edge(self, scale: float = 1) -> str:
        """The attributes of the line around a figure."""

    def definitions(self) -> str:
        """What the fills asked for so far refer to."""


class Colours:
    """Flat colours: the rule of tincture sets figures off, no line is needed."""

    def fill(self, tincture: Tincture, scale: float = 1) -> str:  # noqa: ARG002  # a colour has no grain
        """The colour itself."""
        return PAINT[tincture]

    def edge(self, scale: float = 1) -> str:  # noqa: ARG002
        """None."""
        return ""

    def definitions(self) -> str:
        """Colours need none."""
        return ""


class Hatchings:
    """Black on white: lines and dots that keep their size however large the figure is drawn."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._tiles: dict[str, str] = {}

    def fill(self, tincture: Tincture, scale: float = 1) -> str:
        """White for silver, a pattern for the rest."""
        if tincture is Tincture.ARGENT:
            return "#fff"
        id = f"{self._key}-{tincture}-{scale:g}"
        hatching = _HATCHINGS[tincture]
        turns = f"rotate({hatching.angle})" if hatching.angle else ""
        grain = f"scale({1 / scale:.3g})" if scale != 1 else ""
        moved = f' patternTransform="{turns}{grain}"' if turns or grain else ""
        # The view box repeats the tile's own place: without it Typst shows only half of a tile.
        self._tiles[id] = (
            f'<pattern id="{id}" x="-300" width="600" height="8" viewBox="-300 0 600 8" patternUnits="userSpaceOnUse"'
            f'{moved}><path fill="#fff" d="M-300 0h600v8h-600z"/>'
            f'<g stroke="#000" stroke-width="2">{hatching.lines}</g></pattern>'
        )
        return f"url(#{id})"

    def edge(self, scale: float = 1) -> str:
        """A black line outside the figure, so that its parts do not show."""
        return f' stroke="#000" stroke-width="{4 / scale:.2g}" paint-order="stroke"'

    def definitions(self) -> str:
        """The patterns in use."""
        return "".join(self._tiles.values())


def svg(arms: Arms, *, size: int = 48, title: str | None = None, hatched: bool = False) -> str:
    """
    The arms as an SVG element `size` pixels high.

    The title is the French blazon unless another is given; an empty one hides the picture from readers (a
    name stands beside it). `hatched` draws black on white, each tincture by its hatching.
    """
    # Pictures of many arms share a page: their ids must differ, and be the same each time.
    key = "a" + blake2b(msgspec.json.encode((arms, hatched)), digest_size=5).hexdigest()
    paint: Paint = Hatchings(key) if hatched else Colours()
    drawn = _Drawing(key, paint).of(arms)
    said = blazon(arms, "fr") if title is None else title
    named = f'role="img"><title>{escape(said, quote=False)}</title>' if said else 'aria-hidden="true">'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        f' width="{round(size * WIDTH / HEIGHT)}" height="{size}" {named}'
        f'<clipPath id="{key}"><path d="{SHIELD}"/></clipPath>{paint.definitions()}'
        f'<g clip-path="url(#{key})">{drawn}</g>'
        f'<path d="{SHIELD}" fill="none" stroke="currentColor" stroke-width="3.5"/></svg>'
    )


class _Drawing:
    """What lies inside the shield."""

    def __init__(self, key: str, paint: Paint) -> None:
        self.key = key
        self.paint = paint

    def of(self, arms: Arms) -> str:
        drawn = self.area(SHIELD, arms.field.tincture if isinstance(arms.field, PlainField) else arms.field.first)
        if not isinstance(arms.field, PlainField):
            drawn += self.area(field_row(arms.field).second, arms.field.second)
        if arms.ordinary:
            drawn += self.ordinary(arms.ordinary)
        if arms.charges:
            table, count = heraldry(), arms.charges.count
            places = table.ordinaries[arms.ordinary.kind].around if arms.ordinary else places_for(count, table.alone)
            drawn += self.charges(arms.charges, places, arms.field)
        return drawn

    def area(self, path: str, tincture: Tincture) -> str:
        return f'<path fill="{self.paint.fill(tincture)}" d="{path}"{self.paint.edge()}/>'

    def ordinary(self, ordinary: Ordinary) -> str:
        if ordinary.kind is OrdinaryKind.BORDURE:
            return self.bordure(ordinary.tincture)
        drawn = self.area(outline(ordinary.kind, ordinary.line), ordinary.tincture)
        if ordinary.bears:
            rows = heraldry().ordinaries[ordinary.kind].upon
            drawn += self.charges(ordinary.bears, places_for(ordinary.bears.count, rows))
        return drawn

    def bordure(self, tincture: Tincture) -> str:
        """A stroke along the edge of the shield, whose outer half is cut off."""
        edge = f'<path fill="none" d="{SHIELD}" stroke="#000" stroke-width="{2 * _BORDURE + 4}"/>'
        band = f'<path fill="none" d="{SHIELD}" stroke="{self.paint.fill(tincture)}" stroke-width="{2 * _BORDURE}"/>'
        return edge + band if self.paint.edge() else band

    def charges(
        self, group: Charges, places: Sequence[Centre], field: PlainField | PartedField | VariedField | None = None
    ) -> str:
        marks, scale = self.marks(group, places), places[0].scale
        if group.tincture is not None:
            return f'<g fill="{self.paint.fill(group.tincture, scale)}">{marks}</g>'
        assert isinstance(field, PartedField)
        return (
            f'<g fill="{self.paint.fill(field.second, scale)}">{marks}</g>'
            f'<clipPath id="{self.key}-second"><path d="{field_row(field).second}"/></clipPath>'
            f'<g fill="{self.paint.fill(field.first, scale)}" clip-path="url(#{self.key}-second)">{marks}</g>'
        )

    def marks(self, group: Charges, places: Sequence[Centre]) -> str:
        """The outline of each charge; that of several is written once."""
        path = f'd="{charges()[group.charge].path}"'
        if len(places) == 1:
            return f"<path {path}{self.at(places[0])}/>"
        id = f"{self.key}-{group.charge}"
        copies = "".join(f'<use href="#{id}"{self.at(place)}/>' for place in places)
        return f'<defs><path id="{id}" {path}/></defs>{copies}'

    def at(self, place: Centre) -> str:
        moved = f' transform="translate({place.x:g} {place.y:g})scale({place.scale:g})"'
        return moved + self.paint.edge(place.scale)
