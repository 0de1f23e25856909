"""A coat of arms as SVG: no script, nothing fetched, in colour or hatched for black and white."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from html import escape

import msgspec

from heraut.press.arms.heraldry import Arms, Charges, Ordinary, OrdinaryKind, Parted, Plain, Tincture, Varied, charges
from heraut.press.arms.layout import ALONE, AROUND, HEIGHT, SECOND, SHIELD, UPON, WIDTH, Place, outline
from heraut.press.arms.paint import Colours, Hatchings, Paint
from heraut.press.arms.words import blazon

_BORDURE = 17
"""The width of a bordure."""


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
        drawn = self.area(SHIELD, arms.field.tincture if isinstance(arms.field, Plain) else arms.field.first)
        if not isinstance(arms.field, Plain):
            drawn += self.area(_second(arms.field), arms.field.second)
        if arms.ordinary:
            drawn += self.ordinary(arms.ordinary)
        if arms.charges:
            places = AROUND[arms.ordinary.kind] if arms.ordinary else ALONE[arms.charges.count]
            drawn += self.charges(arms.charges, places, arms.field)
        return drawn

    def area(self, path: str, tincture: Tincture) -> str:
        return f'<path fill="{self.paint.fill(tincture)}" d="{path}"{self.paint.edge()}/>'

    def ordinary(self, ordinary: Ordinary) -> str:
        if ordinary.kind is OrdinaryKind.BORDURE:
            return self.bordure(ordinary.tincture)
        drawn = self.area(outline(ordinary.kind, ordinary.line), ordinary.tincture)
        if ordinary.bears:
            drawn += self.charges(ordinary.bears, UPON[ordinary.kind, ordinary.bears.count])
        return drawn

    def bordure(self, tincture: Tincture) -> str:
        """A stroke along the edge of the shield, whose outer half is cut off."""
        edge = f'<path fill="none" d="{SHIELD}" stroke="#000" stroke-width="{2 * _BORDURE + 4}"/>'
        band = f'<path fill="none" d="{SHIELD}" stroke="{self.paint.fill(tincture)}" stroke-width="{2 * _BORDURE}"/>'
        return edge + band if self.paint.edge() else band

    def charges(self, group: Charges, places: Sequence[Place], field: Plain | Parted | Varied | None = None) -> str:
        marks, scale = self.marks(group, places), places[0].scale
        if group.tincture is not None:
            return f'<g fill="{self.paint.fill(group.tincture, scale)}">{marks}</g>'
        assert isinstance(field, Parted)
        return (
            f'<g fill="{self.paint.fill(field.second, scale)}">{marks}</g>'
            f'<clipPath id="{self.key}-second"><path d="{_second(field)}"/></clipPath>'
            f'<g fill="{self.paint.fill(field.first, scale)}" clip-path="url(#{self.key}-second)">{marks}</g>'
        )

    def marks(self, group: Charges, places: Sequence[Place]) -> str:
        """The outline of each charge; that of several is written once."""
        path = f'd="{charges()[group.charge].path}"'
        if len(places) == 1:
            return f"<path {path}{self.at(places[0])}/>"
        id = f"{self.key}-{group.charge}"
        copies = "".join(f'<use href="#{id}"{self.at(place)}/>' for place in places)
        return f'<defs><path id="{id}" {path}/></defs>{copies}'

    def at(self, place: Place) -> str:
        moved = f' transform="translate({place.x:g} {place.y:g})scale({place.scale:g})"'
        return moved + self.paint.edge(place.scale)


def _second(field: Parted | Varied) -> str:
    return SECOND[field.division if isinstance(field, Parted) else field.variation]
