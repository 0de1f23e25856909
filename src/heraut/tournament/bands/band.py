"""What a band sheet says: figures per class, special lines, spells."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

import msgspec

from heraut.kernel import ClauseId
from heraut.rulesets import per_edition, rows


class Age(StrEnum):
    """A published universe [ST-ORG-2]."""

    HANNIBAL = "hannibal"
    ALEXANDER = "alexander"
    CAESARS = "caesars"
    VIKINGS = "vikings"
    INVASIONS = "invasions"
    CRUSADES = "crusades"
    CHIVALRY = "chivalry"
    MAGIC = "magic"


class Troop(StrEnum):
    """The four ordinary classes, and the special lines that a list names one by one [ST-BND-7]."""

    WARLORD = "warlord"
    HEARTHGUARD = "hearthguard"
    WARRIOR = "warrior"
    LEVY = "levy"
    SPECIAL = "special"


class Line(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One line of a list: a class and its figures; a special line has a name and a declared cost [ST-BND-8]."""

    troop: Troop = msgspec.field(name="class")
    figures: int
    name: str = ""
    points: Fraction | None = None
    legendary: bool = False


class Band(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A player's list [ST-BND-6]: numbers of figures, never units nor equipment."""

    lines: tuple[Line, ...]
    age: Age | None = None
    faction: str = ""
    spells: tuple[str, ...] = ()
    legendary_band: str = ""


class _AgeRow(msgspec.Struct, frozen=True):
    clause: ClauseId
    id: Age
    group: str


class TroopRow(msgspec.Struct, frozen=True):
    """What a point buys of a class, and the words for it."""

    clause: ClauseId
    id: Troop
    words: tuple[str, ...]
    figures_per_point: int | None = None


def troops() -> tuple[TroopRow, ...]:
    """The ordinary classes, in the order of a sheet."""
    return rows("saga_tournament", "troops", "troop", TroopRow)


@per_edition
def figures_per_point() -> dict[Troop, int]:
    """How many figures a point buys [ST-BND-2]; the warlord is free and is not here."""
    return {row.id: row.figures_per_point for row in troops() if row.figures_per_point is not None}


def ages_of_group(group: str) -> tuple[Age, ...]:
    """The ages of a group such as `dark` [ST-ORG-2]; none for an unknown group."""
    return tuple(row.id for row in rows("saga_tournament", "ages", "age", _AgeRow) if row.group == group)
