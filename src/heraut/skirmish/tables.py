"""The published tables, a type for each kind of row; every row knows its clause."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TypeVar

import msgspec

from heraut.kernel.names import ClauseId
from heraut.rulesets.editions import NEWEST, current, in_force, per_edition
from heraut.rulesets.tables import Span, check_cover, row_at, rows


class ClauseRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of a table: whatever it says, a clause says it."""

    clause: ClauseId


class SlotsRow(ClauseRow, frozen=True, kw_only=True):
    """The segments of so many declared actions, and their price in dice."""

    actions: int
    segments: tuple[int, ...]
    penalty: int


class BandRow(ClauseRow, frozen=True, kw_only=True):
    """A band of totals of a fast move."""

    total: Span


class GroundRow(ClauseRow, frozen=True, kw_only=True):
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


class FallRow(ClauseRow, frozen=True, kw_only=True):
    """One second of a fall."""

    segment: int
    speed: int
    distance: int
    difficulty: int


class FlatRow(ClauseRow, frozen=True, kw_only=True):
    """A modifier of an attack roll."""

    id: str
    flat: int


class ZoneRow(ClauseRow, frozen=True, kw_only=True):
    """A zone one may aim at, and what two wound levels there do."""

    id: str
    malus: int
    size: str
    lose: int = 0
    agility: int = 0
    fall: bool = False
    drop: bool = False
    eye: bool = False


class ChargeRow(ClauseRow, frozen=True, kw_only=True):
    """Damage bonus of a clash: who charges (mounted or not), what each gains."""

    mounted: tuple[bool, ...]
    charger: int
    other: int


class ExtractionRow(ClauseRow, frozen=True, kw_only=True):
    """How hard a stuck weapon is to pull out; `tears`: coming out, it wounds again."""

    family: str
    difficulty: int
    tears: bool = False


class ThrustingRow(ClauseRow, frozen=True, kw_only=True):
    """A family of weapons of thrust, whatever else their edge does."""

    family: str


class DrawRow(ClauseRow, frozen=True, kw_only=True):
    """Malus of drawing and using at once."""

    place: str
    flat: int


class SplitRow(ClauseRow, frozen=True, kw_only=True):
    """How the levels a weapon takes are split."""

    type: str
    first: str
    half: bool


class AimRow(ClauseRow, frozen=True, kw_only=True):
    """Something added to the difficulty of a roll."""

    id: str
    difficulty: int


class PaceRow(AimRow, frozen=True, kw_only=True):
    """The pace of a target: the speed below which the row holds."""

    below: int | None = None


class VisibilityRow(ClauseRow, frozen=True, kw_only=True):
    """base + distance / (divisor x Perception)."""

    id: str
    base: int
    divisor: int


class CriticalRow(ClauseRow, frozen=True, kw_only=True):
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


class FaceRow(ClauseRow, frozen=True, kw_only=True):
    """What a critical wound does to a face."""

    code: str
    roll: Span


class DisplayRow(ClauseRow, frozen=True, kw_only=True):
    """A way to frighten: its difficulty, the terror points of each success level."""

    id: str
    difficulty: int
    points: int


class CapacityRow(ClauseRow, frozen=True, kw_only=True):
    """What a mount adds to the capacity of command."""

    mount: str
    bonus: int


class TacticRow(ClauseRow, frozen=True, kw_only=True):
    """A circumstance of a tactical change; rows of one kind exclude each other."""

    id: str
    kind: str
    difficulty: Span


class FightNumber(ClauseRow, frozen=True, kw_only=True):
    """A plain number of the rules."""

    id: str
    value: int


SOURCE = "saga_skirmish"
R = TypeVar("R", bound=ClauseRow)
K = TypeVar("K", bound=Hashable)


def _table(table: str, key: str, kind: type[R]) -> tuple[R, ...]:
    return rows(SOURCE, table, key, kind)


def _keyed(table: str, entry: str, kind: type[R], key: Callable[[R], K]) -> Callable[[], dict[K, R]]:
    """A table by what names its rows, read once for each edition."""
    return per_edition(lambda: {key(row): row for row in _table(table, entry, kind)})


_numbers = _keyed("numbers", "number", FightNumber, lambda row: row.id)


def number(id: str) -> int:
    """A plain number of the rules."""
    return _number(id).value


def clause_of(id: str) -> ClauseId:
    """The clause that gives a plain number."""
    return _number(id).clause


def _number(id: str) -> FightNumber:
    """In the edition in force; what a later one named first cannot have been another number before."""
    found = _numbers().get(id)
    if found is not None:
        return found
    with in_force(NEWEST):
        return _numbers()[id]


slots = _keyed("turn", "slots", SlotsRow, lambda row: row.actions)
"""The segments and the price by the number of declared actions [SK-DECL-2]."""

grounds = _keyed("movement", "ground", GroundRow, lambda row: row.id)
"""The kinds of ground [SK-MOV-2]."""


@per_edition
def bands() -> tuple[BandRow, ...]:
    """The bands of a fast move's total, without gap from 1 up."""
    found = _table("movement", "band", BandRow)
    check_cover("movement.toml: [[band]]", (row.total for row in found), first=1, last=None)
    return found


falls = per_edition(lambda: _table("movement", "fall", FallRow))
"""The seconds of a fall; the last row repeats."""

situations = _keyed("melee", "situation", FlatRow, lambda row: row.id)
"""Situations of a blow [SK-STR-4]."""

zones = _keyed("melee", "zone", ZoneRow, lambda row: row.id)
"""Zones one may aim at [SK-PRE-1]."""

charges = _keyed("melee", "charge", ChargeRow, lambda row: row.mounted)
"""Damage of a clash, by the chargers sorted: on foot before mounted [SK-CHG-2]."""

extractions = _keyed("melee", "extraction", ExtractionRow, lambda row: row.family)
"""Pulling out a weapon, by family [SK-IMP-2]."""


@per_edition
def thrusting() -> frozenset[str]:
    """The families of weapons that impale whatever their type [SK-IMP-1]; in edition 1 the type alone told."""
    if current() < 2:
        return frozenset()
    return frozenset(row.family for row in _table("melee", "thrusting", ThrustingRow))


draws = _keyed("melee", "draw", DrawRow, lambda row: row.place)
"""Drawing and using at once, by place [SK-DRW-4]."""

splits = _keyed("melee", "split", SplitRow, lambda row: row.type)
"""Wound or fatigue, by type of weapon [SK-SPL-1]."""

ranges = per_edition(lambda: _table("missile", "range", AimRow))
"""The four ranges, nearest first [SK-MIS-1]."""

sizes = _keyed("missile", "size", AimRow, lambda row: row.id)
"""Sizes of targets [SK-SIZ-1]."""

paces = per_edition(lambda: _table("missile", "pace", PaceRow))
"""Paces of targets, slowest first [SK-TMV-1]."""

directions = _keyed("missile", "direction", AimRow, lambda row: row.id)
"""Directions of running targets [SK-TMV-1]."""

visibilities = _keyed("missile", "visibility", VisibilityRow, lambda row: row.id)
"""Reduced visibility [SK-VIS-1]."""


@per_edition
def _criticals() -> tuple[CriticalRow, ...]:
    found = _table("critical", "critical", CriticalRow)
    check_cover("critical.toml: [[critical]]", (row.roll for row in found), first=2, last=None)
    return found


def critical(total: int) -> CriticalRow:
    """The row of a critical roll; below the table, its first row [SK-CRI-3]."""
    return row_at(_criticals(), max(2, total), lambda row: row.roll)


def critical_named(code: str) -> CriticalRow | None:
    """The row of that code, if it is one of this table."""
    return next((row for row in _criticals() if row.code == code), None)


@per_edition
def _faces() -> tuple[FaceRow, ...]:
    found = _table("critical", "face", FaceRow)
    check_cover("critical.toml: [[face]]", (row.roll for row in found), first=1, last=6)
    return found


def face(die: int) -> FaceRow:
    """What the die says of a face."""
    return row_at(_faces(), die, lambda row: row.roll)


displays = _keyed("command", "display", DisplayRow, lambda row: row.id)
"""War cries, trumpets, contortions [SK-TER-1]."""

positions = _keyed("command", "position", AimRow, lambda row: row.id)
"""Where a chief commands from [SK-CMD-10]."""

capacities = _keyed("command", "capacity", CapacityRow, lambda row: row.mount)
"""What mounts add to the capacity of command [SK-CMD-2]."""


tactics = _keyed("command", "tactic", TacticRow, lambda row: row.id)
"""Circumstances of a tactical change [SK-CMD-14]."""
