"""
A band as its player writes it: figures, not units; types and spells, not equipment [CORE-PTS-7].

The same band serves a tournament entry and a campaign force.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec

from heraut.warband.overrides import OUR_DEFAULT, Overrides
from heraut.warband.profile import Profile
from heraut.warband.vocabulary import Equipment, UnitClass

Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """
    Figures of one kind in a list, as they are once everything is traded.

    `type` is that of creatures, monsters and war machines. `paid_with` names the troops traded for these figures.
    """

    unit: UnitClass
    figures: Count = 1
    type: Equipment | None = None
    paid_with: UnitClass | None = None
    spells: tuple[str, ...] = ()


class Deployed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One unit on the table: figures of one kind and one loadout."""

    unit: UnitClass
    figures: Count = 1
    equipment: tuple[Equipment, ...] = ()


class Faction(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a faction changes: rows of its own [AM-PROF-9] and the most figures of a kind [CORE-PTS-8]."""

    name: str
    profiles: tuple[Profile, ...] = ()
    most: Mapping[UnitClass, int] = {}


class Band(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player's force; `units` is how it is deployed in one game, if that is known."""

    points: Annotated[int, msgspec.Meta(ge=1, le=100)]
    lines: tuple[Line, ...]
    units: tuple[Deployed, ...] = ()
    legendary_units: tuple[str, ...] = ()
    legendary_band: str | None = None
    faction: Faction | None = None


class BandRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an organiser allows."""

    legendary_units: bool = False
    legendary_bands: bool = False
    overrides: Overrides = OUR_DEFAULT
