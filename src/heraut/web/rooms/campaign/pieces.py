"""The pieces of a drawn map: shields, territories, bands, roads, names."""

from __future__ import annotations

from dataclasses import dataclass

from heraut.web.rooms.campaign.coast import Ground
from heraut.web.rooms.campaign.labels import Spot


@dataclass(frozen=True, slots=True)
class Arms:
    """A player's shield, drawn once and used everywhere, and the player's colour."""

    seat: str
    name: str
    tincture: str
    box: str
    drawing: str


@dataclass(frozen=True, slots=True)
class Land:
    """A territory as drawn."""

    id: str
    name: str
    terrain: str
    category: str
    x: int
    y: int
    income: int
    ground: Ground
    controller: str = ""
    village: str = ""
    occupied: bool = False
    site: str = ""
    battle: bool = False
    start: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A band as drawn, below its territory."""

    id: int
    owner: str
    territory: str
    lord: str
    points: str
    x: int
    y: int
    moved: bool
    size: float = 1


@dataclass(frozen=True, slots=True)
class Line:
    """A road, or the way a band came this turn."""

    x1: int
    y1: int
    x2: int
    y2: int
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Name:
    """A name on the map, of a territory or of a lord, and where it stands from each distance."""

    text: str
    kind: str
    spots: tuple[Spot | None, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything on the map; `box` is left, top, width and height."""

    box: tuple[int, int, int, int]
    arms: tuple[Arms, ...]
    roads: tuple[Line, ...]
    ways: tuple[Line, ...]
    lands: tuple[Land, ...]
    bands: tuple[Mark, ...]
    names: tuple[Name, ...]
