"""The picture as SVG. It is written without templates and kept: many people look at the same map."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from heraut.speech import Language, phrases
from heraut.web.rooms.campaign.picture import Arms, Land, Line, Mark, Picture

_SYMBOL = re.compile(r"<symbol.*?</symbol>", re.DOTALL)


@cache
def _symbols() -> str:
    """Our own signs of territories, villages, sacred sites and battles."""
    return "".join(_SYMBOL.findall((Path(__file__).parent / "symbols.svg").read_text(encoding="utf-8")))


@lru_cache(maxsize=256)
def drawn(picture: Picture, language: Language) -> SafeString:
    """The map, ready for a page; colours come from the page's style sheet."""
    people = {arms.seat: arms for arms in picture.arms}
    box = " ".join(map(str, picture.box))
    parts = [
        f'<svg class="campaign-map" viewBox="{box}" data-box="{box}"'
        f' role="img" aria-label="{escape(_("La carte"))}" xmlns="http://www.w3.org/2000/svg">',
        f"<defs>{_symbols()}{''.join(_arms(arms) for arms in picture.arms)}</defs>",
        f'<g class="roads">{"".join(_line(road) for road in picture.roads)}</g>',
        f'<g class="ways">{"".join(_line(way, people) for way in picture.ways)}</g>',
        *(_land(land, people, language) for land in picture.lands),
        *(_band(band, people) for band in picture.bands),
        "</svg>",
    ]
    return mark_safe("".join(parts))


def _arms(arms: Arms) -> str:
    return f'<symbol id="arms-{escape(arms.seat)}" viewBox="{arms.box}">{arms.drawing}</symbol>'


def _line(line: Line, people: dict[str, Arms] | None = None) -> str:
    colour = f' class="seat-{people[line.owner].place}"' if people else ""
    return f'<line{colour} x1="{line.x1}" y1="{line.y1}" x2="{line.x2}" y2="{line.y2}"/>'


def _use(name: str, x: int, y: int, width: int, height: int, kind: str = "") -> str:  # noqa: PLR0913, PLR0917  # a box
    marked = f' class="{kind}"' if kind else ""
    return f'<use{marked} href="#{escape(name)}" x="{x}" y="{y}" width="{width}" height="{height}"/>'


def _land(land: Land, people: dict[str, Arms], language: Language) -> str:
    said = [land.name, phrases(language)["words"].get(land.terrain, land.terrain)]
    said += [f"{land.income} PP"] if land.income else []
    said += [people[land.controller].name] if land.controller else []
    said += [_("départ")] if land.start else []
    battle = " battle" if land.battle else ""
    marks = [f'<circle r="27"/>{_use(f"land-{land.terrain}", -19, -21, 38, 38)}']
    marks += [_use(f"arms-{land.controller}", 12, -38, 22, 26)] if land.controller else []
    marks += [_use("sign-village", -38, -34, 24, 24, f"village{' occupied' * land.occupied}")] if land.village else []
    marks += [_use("sign-site", -36, 2, 16, 16, "site")] if land.site else []
    marks += [_use("sign-start", 10, -40, 26, 26, "start")] if land.start else []
    marks += [_use("sign-battle", -15, -46, 30, 30, "swords")] if land.battle else []
    return (
        f'<g class="land {land.category}{battle}" data-territory="{escape(land.id)}"'
        f' transform="translate({land.x} {land.y})">'
        f"<title>{escape(' · '.join(said))}</title>{''.join(marks)}"
        f'<text y="-44" class="name">{escape(land.name)}</text></g>'
    )


def _band(band: Mark, people: dict[str, Arms]) -> str:
    said = " · ".join(filter(None, (people[band.owner].name, band.lord, band.points)))
    return (
        f'<g class="band{" moved" * band.moved}" data-band="{band.id}" transform="translate({band.x} {band.y})">'
        f"<title>{escape(said)}</title>{_use(f'arms-{band.owner}', -14, -4, 28, 33)}"
        f'<rect x="-13" y="20" width="26" height="16" rx="3"/><text y="32.5">{band.points}</text></g>'
    )
