"""
What people write on a score sheet: who stands where, and the facts of one player's turn.

Each scenario asks for a few of them; the others are refused, so that nobody believes they count. `units` (SAGA) and
`entries` (Steamroller) give positions instead: the facts are then worked out from what stands where.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from heraut.kernel.names import Name
from heraut.warband.army_line import EntryKind, ListEntry


class Side(StrEnum):
    """The first player takes the first turn; coordinates are seen from that player's edge."""

    FIRST = "first"
    SECOND = "second"

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.SECOND if self is Side.FIRST else Side.FIRST


SIDES: tuple[Side, Side] = (Side.FIRST, Side.SECOND)


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One figure: the centre of its round base, in inches, and the base's diameter in millimetres."""

    x: float
    y: float
    mm: float = 25


class ScoringUnit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """
    A SAGA unit at the moment of scoring: where its figures are, how many Saga dice it generates, its state.

    Its `id` is narrow, made by the page or the program that enters it; its `name`, if it has one, is free. In matches
    before edition 3 the id was whatever people typed [HOUSE-NAME-2].
    """

    id: str
    side: Side
    name: Name = ""
    figures: tuple[Figure, ...] = ()
    dice: int = 1
    exhausted: bool = False
    mercenary: bool = False

    @property
    def called(self) -> str:
        """What people call it."""
        return self.name or self.id


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


class FieldedEntry(ListEntry, frozen=True, kw_only=True):
    """
    One line of an army list at some moment of the game.

    It is the line as the list has it, and whose it is; a caster's `figures` are its caster models. What is left is
    `models`, with positions, or just their number `left`; `inside` is how many of them are in the area condition 3
    looks at, when no positions are given. `waiting` models have not come into play yet; `created` entries were not in
    the list.
    """

    side: Side
    cost: int = 0
    models: tuple[Model, ...] | None = None
    left: int | None = None
    inside: int = 0
    inert: bool = False
    wild: bool = False
    waiting: int = 0
    created: bool = False

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
        parts = (number for one in self.attachments for number in (one.cost, one.figures))
        return min(self.cost, self.printed or 0, self.figures, self.left or 0, self.inside, self.waiting, *parts) < 0


def half_up(number: int) -> int:
    """Half of it, rounded up."""
    return -(-number // 2)


BySide = Mapping[Side, tuple[str, ...]]


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A marker claimed in the turn, with who stood where at that moment."""

    marker: str
    units: tuple[ScoringUnit, ...]


class Attack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A melee against an enemy marker, and how it ended."""

    marker: str
    destroyed: bool = False


class Facts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """
    One player's turn.

    SAGA. `claimed`: markers captured in the turn. `claims`: the same with positions. `near`: units counted at each
    marker. `controlled`: markers the active player controls. `dice`: Saga dice the opponent's units generate now.
    `attacks`: melees against markers, in order.

    Steamroller. `controls`, `contests`, `touches`: elements by side. `caster_contests`: flags a caster of the side
    contests. `objectives`: the zone each objective lies in. `destroyed`: objectives destroyed, those of one event
    together. `casters_lost`: casters destroyed, those of one instant together. `casters_out`: the active player ends
    the turn with a caster outside the box. `wiped_out`: sides without a model left. `zone`: the zone a side uses up.
    """

    by: Side
    turn: int
    claimed: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    near: Mapping[str, int] = {}
    controlled: tuple[str, ...] = ()
    dice: int | None = None
    attacks: tuple[Attack, ...] = ()
    controls: BySide = {}
    contests: BySide = {}
    touches: BySide = {}
    caster_contests: BySide = {}
    objectives: Mapping[str, str] = {}
    destroyed: tuple[tuple[str, ...], ...] = ()
    casters_lost: tuple[Mapping[Side, int], ...] = ()
    casters_out: bool = False
    wiped_out: tuple[Side, ...] = ()
    zone: Mapping[Side, str] = {}
    units: tuple[ScoringUnit, ...] | None = None
    entries: tuple[FieldedEntry, ...] | None = None

    def given(self) -> set[str]:
        """The names of the fields somebody filled in."""
        return {
            name
            for name in self.__struct_fields__
            if name not in ("by", "turn") and getattr(self, name) not in ((), {}, None, False)
        }

    @property
    def positions(self) -> tuple[tuple[ScoringUnit, ...], tuple[FieldedEntry, ...]]:
        """Where everyone stood, if that was entered: at the end of the turn, or when a marker was last claimed."""
        units = self.units or next((claim.units for claim in reversed(self.claims)), ())
        return units, self.entries or ()

    @property
    def moments(self) -> tuple[tuple[ScoringUnit, ...], ...]:
        """The units at the end of the turn, and at each claim in it."""
        return self.units or (), *(claim.units for claim in self.claims)

    @property
    def captured(self) -> tuple[str, ...]:
        """The markers claimed, with positions or without."""
        return (*self.claimed, *(claim.marker for claim in self.claims))

    @property
    def index(self) -> int:
        """The place of this turn in the game."""
        return place_of(self.by, self.turn)


def joined(earlier: Facts, later: Facts) -> Facts:
    """The facts of one turn, what was entered during it first."""
    return msgspec.structs.replace(
        later,
        claimed=(*earlier.claimed, *(one for one in later.claimed if one not in earlier.claimed)),
        claims=(*earlier.claims, *later.claims),
        attacks=(*earlier.attacks, *later.attacks),
        destroyed=(*earlier.destroyed, *later.destroyed),
        casters_lost=(*earlier.casters_lost, *later.casters_lost),
        wiped_out=(*earlier.wiped_out, *later.wiped_out),
    )


def place_of(by: Side, turn: int) -> int:
    """The place of a turn in the game, from 1: first, second, first, second…"""
    return 2 * (turn - 1) + (1 if by is Side.FIRST else 2)


def turn_at(index: int) -> tuple[Side, int]:
    """Whose turn comes at that place, and which of theirs it is."""
    return (Side.FIRST if index % 2 else Side.SECOND), (index + 1) // 2
