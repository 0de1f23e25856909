"""The names on a map: what each stands beside, and which are written first."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.campaign.tables import Category
from heraut.web.rooms.campaign.labels import DISTANCES, Box, Wanted, place
from heraut.web.rooms.campaign.pieces import Land, Mark, Name

FACE, BAND = 29, Box(-18, -4, 18, 44)
"""What a territory's drawing covers to each side of its place, and a band around its own."""


def lettered(lands: tuple[Land, ...], bands: tuple[Mark, ...], box: tuple[int, int, int, int]) -> tuple[Name, ...]:
    """Prestige is written first, then where bands stand or fight, then the rest; lords last."""
    rows = {at: _around([mark for mark in bands if mark.territory == at]) for at in {mark.territory for mark in bands}}
    faces = {land.id: face(land) for land in lands}
    wanted = [Wanted(land.name, _hull(faces[land.id], rows.get(land.id)), _weight(land, rows)) for land in lands]
    led = [mark for mark in bands if mark.lord]
    wanted += [Wanted(mark.lord, _covered(mark), 0) for mark in led]
    left, top, width, height = box
    within = Box(left, top, left + width, top + height)
    taken = (*faces.values(), *rows.values())
    spots = zip(*(place(wanted, taken, within, distance) for distance in DISTANCES), strict=True)
    kinds = [*("land" for _ in lands), *("lord" for _ in led)]
    return tuple(Name(one.text, kind, found) for one, kind, found in zip(wanted, kinds, spots, strict=True))


def face(land: Land) -> Box:
    """What a territory's drawing and the marks around it cover."""
    left = 38 if land.village or land.site else FACE
    top = 40 if land.village or land.controller or land.start else FACE
    right = 44 if land.battle else 36 if land.controller or land.start else FACE
    return _at(Box(-left, -top, right, FACE), land.x, land.y)


def _weight(land: Land, rows: Mapping[str, Box]) -> int:
    return 1 + 2 * (land.id in rows or land.start) + 4 * (land.category == Category.PRESTIGE) + 8 * land.battle


def _at(box: Box, x: int, y: int) -> Box:
    return Box(box.left + x, box.top + y, box.right + x, box.bottom + y)


def _around(marks: list[Mark]) -> Box:
    """The place a territory's bands take."""
    boxes = [_covered(mark) for mark in marks]
    return _hull(boxes[0], *boxes[1:])


def _covered(mark: Mark) -> Box:
    return _at(Box(*(round(side * mark.size) for side in BAND)), mark.x, mark.y)


def _hull(first: Box, *others: Box | None) -> Box:
    boxes = [first, *(other for other in others if other is not None)]
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )
