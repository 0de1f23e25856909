"""Who stands where: SAGA units and Steamroller entries, as people enter them."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from heraut.scenario.sides import Side


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One figure: the centre of its round base, in inches, and the base's diameter in millimetres."""

    x: float
    y: float
    mm: float = 25


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A SAGA unit at the moment of scoring: where its figures are, how many Saga dice it generates, its state."""

    id: str
    side: Side
    figures: tuple[Figure, ...] = ()
    dice: int = 1
    exhausted: bool = False
    mercenary: bool = False


class EntryKind(StrEnum):
    """What an entry of an army list is."""

    CASTER = "caster"
    WARJACK = "warjack"
    WARBEAST = "warbeast"
    UNIT = "unit"
    SOLO = "solo"


class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """
    One model in play: the centre of its base in inches, the base's diameter in millimetres, its state.

    `taken`: the opponent controls it at this moment; `caster` False: it came with a caster without being one.
    """

    x: float
    y: float
    mm: float = 30
    fleeing: bool = False
    taken: bool = False
    caster: bool = True


class Attachment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Models added to a unit: they add to its strength and to its value."""

    cost: int
    strength: int = 1


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """
    One line of an army list at some moment of the game.

    `cost` is the value printed on the card and `strength` the number of models it stands for; a caster's strength is
    its number of caster models. What is left is `models`, with positions, or just their number `left`; `inside` is how
    many of them are in the area condition 3 looks at, when no positions are given. `waiting` models have not come
    into play yet; `created` entries were not in the list.
    """

    id: str
    side: Side
    kind: EntryKind
    cost: int = 0
    strength: int = 1
    attachments: tuple[Attachment, ...] = ()
    models: tuple[Model, ...] | None = None
    left: int | None = None
    inside: int = 0
    inert: bool = False
    wild: bool = False
    waiting: int = 0
    created: bool = False

    @property
    def starting_strength(self) -> int:
        """Models paid for, attachments included [SR-CTRL-1, SR-DEST-3]."""
        return self.strength + sum(one.strength for one in self.attachments)

    @property
    def value(self) -> int:
        """Printed value, attachments included; a caster's is counted elsewhere [SR-DEST-3, SR-DEST-6]."""
        return self.cost + sum(one.cost for one in self.attachments)

    @property
    def remaining(self) -> int:
        """Models in play; for a caster entry, its caster models."""
        if self.models is None:
            return self.starting_strength if self.left is None else self.left
        return sum(1 for model in self.models if self.kind is not EntryKind.CASTER or model.caster)

    @property
    def is_machine(self) -> bool:
        """A warjack or a warbeast: one model, whole or gone."""
        return self.kind in (EntryKind.WARJACK, EntryKind.WARBEAST)

    @property
    def is_out(self) -> bool:
        """Inert or wild: it neither controls nor contests."""
        return self.inert or self.wild

    @property
    def is_below_zero(self) -> bool:
        """Whether some number of it makes no sense."""
        parts = (number for one in self.attachments for number in (one.cost, one.strength))
        return min(self.cost, self.strength, self.left or 0, self.inside, self.waiting, *parts) < 0


def half_up(number: int) -> int:
    """Half of it, rounded up."""
    return -(-number // 2)
