"""A line of a Steamroller army, written one way: as it is paid for, as it is left after a game, as it stands in one."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class EntryKind(StrEnum):
    """What an entry is; a `companion` comes with a caster without being one [SR-DEST-5]."""

    CASTER = "caster"
    WARJACK = "warjack"
    WARBEAST = "warbeast"
    UNIT = "unit"
    SOLO = "solo"
    COMPANION = "companion"


class Attachment(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Models added to a unit: part of it in strength and in value [SR-DEST-3]."""

    name: str = ""
    cost: int = 0
    figures: int = 1


class ListEntry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One line of a list: what was paid for, and how many figures that stands for."""

    name: str
    kind: EntryKind
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
        """The printed value with its attachments; a caster's is counted elsewhere [SR-DEST-3, SR-DEST-6]."""
        own = self.cost if self.printed is None else self.printed
        return own + sum(part.cost for part in self.attachments)

    @property
    def starting_strength(self) -> int:
        """Figures paid for, attached ones included [SR-CTRL-1, SR-DEST-3]."""
        return self.figures + sum(part.figures for part in self.attachments)
