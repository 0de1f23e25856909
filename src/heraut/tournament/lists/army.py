"""An army list, as a record sheet shows it [SR-SHEET-2]."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from heraut.kernel import ClauseId
from heraut.tournament.printed import printed


class Kind(StrEnum):
    """What an entry is; a `companion` comes with a caster without being one [SR-DEST-5]."""

    CASTER = "caster"
    WARJACK = "warjack"
    WARBEAST = "warbeast"
    UNIT = "unit"
    SOLO = "solo"
    COMPANION = "companion"


class Caster(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A leader: a character in one of its versions, with the points it adds for its battlegroup."""

    name: str
    bonus: int = 0
    character: str = ""
    """The person behind all versions, when the name is not it: "Haley" for "Epic Haley"."""


class Attachment(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Models added to a unit: part of it in strength and in value [SR-DEST-3]."""

    name: str
    cost: int
    figures: int = 1


class ListEntry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One line of a list: what was paid for, and how many figures that stands for."""

    name: str
    kind: Kind
    cost: int
    figures: int = 1
    attachments: tuple[Attachment, ...] = ()
    battlegroup: str = ""
    """The caster whose battlegroup a warjack or warbeast belongs to; the only caster unless said otherwise."""
    character: str = ""
    """For a character figure or unit (FA: C), the person behind all its versions."""
    printed: int | None = None
    """The value on the card when it is not what was paid [SR-DEST-6]."""

    @property
    def paid(self) -> int:
        """The cost with its attachments."""
        return self.cost + sum(part.cost for part in self.attachments)

    @property
    def value(self) -> int:
        """The printed value with its attachments [SR-DEST-3, SR-DEST-6]."""
        own = self.cost if self.printed is None else self.printed
        return own + sum(part.cost for part in self.attachments)


class ArmyList(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A list: its faction, its casters, its entries; casters cost nothing."""

    faction: str
    casters: tuple[Caster, ...]
    entries: tuple[ListEntry, ...] = ()
    contract: str = ""
    """The contract of a Mercenary list or the pact of a Minion one."""
    theme: str = ""
    tier: int | None = None

    @property
    def total(self) -> int:
        """What all entries cost."""
        return sum(entry.paid for entry in self.entries)

    @property
    def bonus(self) -> int:
        """The bonus points of all casters."""
        return sum(caster.bonus for caster in self.casters)

    def battlegroup_cost(self, caster: Caster) -> int:
        """What this caster's warjacks and warbeasts cost."""
        sole = len(self.casters) == 1
        return sum(
            entry.paid
            for entry in self.entries
            if entry.kind in (Kind.WARJACK, Kind.WARBEAST)
            and (entry.battlegroup == caster.name or (sole and not entry.battlegroup))
        )


class _CasterRow(msgspec.Struct, frozen=True):
    clause: ClauseId
    points: int


def caster_points() -> int:
    """What a caster is worth when it is destroyed, or still stands [SR-DEST-5]."""
    return printed("steamroller_2011", "army", "caster", _CasterRow).points


def printed_value(army: ArmyList) -> int:
    """The printed values of a list, five for each caster entry [SR-VRANK-6]."""
    return sum(entry.value for entry in army.entries) + caster_points() * len(army.casters)
