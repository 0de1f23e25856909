"""What the published tables say, a type for each kind of row; every row knows its clause."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from heraut.kernel import ClauseId
from heraut.rulesets import Span


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of a table: whatever it says, a clause says it."""

    clause: ClauseId


class SlotsRow(Row, frozen=True, kw_only=True):
    """The segments of so many declared actions, and their price in dice."""

    actions: int
    segments: tuple[int, ...]
    penalty: int


class BandRow(Row, frozen=True, kw_only=True):
    """A band of totals of a fast move."""

    total: Span


class GroundRow(Row, frozen=True, kw_only=True):
    """Speeds on one kind of ground: the base, the traits one may roll, the bonus of each band."""

    id: str
    traits: tuple[str, ...]
    bonus: tuple[Fraction, ...]
    divide: int | None = None
    base: Fraction | None = None
    no_evasion: bool = False

    def speed(self, agility: int) -> Fraction:
        """Unhurried speed of a character of this Agility [SK-MOV-1]."""
        return self.base if self.base is not None else Fraction(agility, self.divide or 1)


class FallRow(Row, frozen=True, kw_only=True):
    """One second of a fall."""

    segment: int
    speed: int
    distance: int
    difficulty: int


class FlatRow(Row, frozen=True, kw_only=True):
    """A modifier of an attack roll."""

    id: str
    flat: int


class ZoneRow(Row, frozen=True, kw_only=True):
    """A zone one may aim at, and what two wound levels there do."""

    id: str
    malus: int
    size: str
    lose: int = 0
    agility: int = 0
    fall: bool = False
    drop: bool = False
    eye: bool = False


class ChargeRow(Row, frozen=True, kw_only=True):
    """Damage bonus of a clash: who charges (mounted or not), what each gains."""

    mounted: tuple[bool, ...]
    charger: int
    other: int


class ExtractionRow(Row, frozen=True, kw_only=True):
    """How hard a stuck weapon is to pull out; `tears`: coming out, it wounds again."""

    family: str
    difficulty: int
    tears: bool = False


class DrawRow(Row, frozen=True, kw_only=True):
    """Malus of drawing and using at once."""

    place: str
    flat: int


class SplitRow(Row, frozen=True, kw_only=True):
    """How the levels a weapon takes are split."""

    type: str
    first: str
    half: bool


class AimRow(Row, frozen=True, kw_only=True):
    """Something added to the difficulty of a roll."""

    id: str
    difficulty: int


class PaceRow(AimRow, frozen=True, kw_only=True):
    """The pace of a target: the speed below which the row holds."""

    below: int | None = None


class VisibilityRow(Row, frozen=True, kw_only=True):
    """base + distance / (divisor x Perception)."""

    id: str
    base: int
    divisor: int


class CriticalRow(Row, frozen=True, kw_only=True):
    """A row of the critical table and all it does."""

    code: str
    roll: Span
    lose: int = 0
    limb: str = ""
    drop: bool = False
    fall: bool = False
    unusable: bool = False
    dodge_cost: int = 0
    unconscious: bool = False
    hours: bool = False
    hourly: int = 0
    healing: int = 0
    face: bool = False
    first_aid: int = 0
    turns: int = 0
    death: bool = False
    impalement: bool = False


class FaceRow(Row, frozen=True, kw_only=True):
    """What a critical wound does to a face."""

    code: str
    roll: Span


class DisplayRow(Row, frozen=True, kw_only=True):
    """A way to frighten: its difficulty, the terror points of each success level."""

    id: str
    difficulty: int
    points: int


class CapacityRow(Row, frozen=True, kw_only=True):
    """What a mount adds to the capacity of command."""

    mount: str
    bonus: int


class TacticRow(Row, frozen=True, kw_only=True):
    """A circumstance of a tactical change; rows of one kind exclude each other."""

    id: str
    kind: str
    difficulty: Span


class NumberRow(Row, frozen=True, kw_only=True):
    """A plain number of the rules."""

    id: str
    value: int
