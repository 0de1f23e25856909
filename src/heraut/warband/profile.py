"""Unit profiles: one row is one legal way to equip a unit [AM-PROF-1]; the special rules that come with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

import msgspec

from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Fact, Reason, Refusal
from heraut.rulesets.editions import per_edition
from heraut.rulesets.tables import rows
from heraut.warband.tables import SOURCE, Equipment, ShootingWeapon, SpecialRule, UnitClass, number

_MOUNTS = frozenset({Equipment.MOUNT_ANIMAL, Equipment.MOUNT_BEAST, Equipment.WINGED_MOUNT})
_ARMS_THAT_OPEN_RANKS = frozenset(
    {
        ShootingWeapon.BOW,
        ShootingWeapon.SLING,
        ShootingWeapon.CROSSBOW,
        ShootingWeapon.COMPOSITE_BOW,
        ShootingWeapon.JAVELINS,
        ShootingWeapon.FIREARMS,
    }
)
_RULES_THAT_OPEN_RANKS = frozenset(
    {SpecialRule.IMPOSING, SpecialRule.UNARMED, SpecialRule.HORDE, SpecialRule.NO_CLOSE_RANKS}
)


class ProfileCode(StrEnum):
    """Why there is no such profile."""

    LOADOUT_NOT_PRINTED = "loadout-not-printed"


class Armour(msgspec.Struct, frozen=True):
    """What an attack die must reach."""

    melee: int
    shooting: int


class Aggression(msgspec.Struct, frozen=True, omit_defaults=True):
    """Attack dice per figure [AM-PROF-6]; `far` replaces `shooting` beyond L [CORE-WM-2]."""

    melee: Fraction
    shooting: Fraction
    far: Fraction | None = None


class Profile(msgspec.Struct, frozen=True, dict=True, eq=False):
    """
    A unit as equipped. Armour and aggression are final: equipment is inside them [AM-PROF-2].

    Rows are compared by identity: each is read once.
    """

    clause: ClauseId
    key: str
    unit: UnitClass
    equipment: tuple[Equipment, ...]
    armour: Armour
    aggression: Aggression
    weapon: ShootingWeapon = ShootingWeapon.NONE
    flight: bool = False
    resilience: int = 0
    rules: frozenset[SpecialRule] = frozenset()

    def has(self, rule: SpecialRule) -> bool:
        """Whether a special rule is printed for the unit."""
        return rule in self.rules

    @cached_property
    def restored(self) -> tuple[str, ...]:
        """Which of its values are restored rather than printed: `armour` [AM-PROF-10]."""
        row = restored_cells().get(self.key)
        return () if row is None else row.cells

    @cached_property
    def horse(self) -> bool:
        """Whether the rules for horse mounts apply [AM-ANIM-1]."""
        return Equipment.MOUNT_ANIMAL in self.equipment or self.has(SpecialRule.MOUNT_ANIMAL)

    @cached_property
    def beast(self) -> bool:
        """Whether it rides a beast [AM-BEAST]."""
        return Equipment.MOUNT_BEAST in self.equipment

    @cached_property
    def mounted(self) -> bool:
        """A mount or swiftness makes a unit mounted; flight alone does not [AM-PROF-8, AM-SWIFT-3, AM-BEAST-4]."""
        return self.horse or self.has(SpecialRule.SWIFT) or not _MOUNTS.isdisjoint(self.equipment)

    @cached_property
    def heavy_weapon(self) -> bool:
        """Whether its melee attack dice get +1 [CORE-WPN-5]."""
        return Equipment.HEAVY_WEAPON in self.equipment

    @cached_property
    def may_take_cover(self) -> bool:
        """Mounted, imposing and flying units never benefit from cover [CORE-COV-3]."""
        return not (self.mounted or self.flight or self.has(SpecialRule.IMPOSING))

    @cached_property
    def may_close_ranks(self) -> bool:
        """Whether nothing it is or carries bars closing ranks [CORE-CLOSE-2]."""
        return not (
            self.mounted
            or self.flight
            or self.heavy_weapon
            or self.weapon in _ARMS_THAT_OPEN_RANKS
            or self.rules & _RULES_THAT_OPEN_RANKS
        )

    @cached_property
    def takes_fatigue(self) -> bool:
        """Whether it can tire at all [CORE-UNIT-6]."""
        return not self.has(SpecialRule.MINDLESS)

    @cached_property
    def exhaustion_threshold(self) -> int | None:
        """The fatigue at which it is exhausted; None if it never tires [CORE-EXH-1, AM-IMP-3]."""
        if not self.takes_fatigue:
            return None
        return number("imposing_threshold" if self.has(SpecialRule.IMPOSING) else "exhaustion_threshold")


class RestoredRow(msgspec.Struct, frozen=True):
    """Cells of a profile that are not printed in our copy of the source, but restored [AM-PROF-10]."""

    clause: ClauseId
    key: str
    cells: tuple[str, ...]


@per_edition
def restored_cells() -> Mapping[str, RestoredRow]:
    """By the key of the profile."""
    return {row.key: row for row in rows(SOURCE, "restored", "restored", RestoredRow)}


@per_edition
def profiles() -> Mapping[str, Profile]:
    """The printed rows by key."""
    return {row.key: row for row in rows(SOURCE, "profiles", "profile", Profile)}


def profile_of(
    unit: UnitClass, equipment: Iterable[Equipment] = (), *, extra: Iterable[Profile] = ()
) -> Profile | Refusal:
    """
    The row of a unit with this equipment, in any order; `extra` rows come from a faction [AM-PROF-9].

    A combination that is not printed as one row is not legal [AM-PROF-3].
    """
    wanted = tuple(sorted(equipment))
    for row in (*profiles().values(), *extra):
        if row.unit == unit and tuple(sorted(row.equipment)) == wanted:
            return row
    printed = tuple(row.key for row in (*profiles().values(), *extra) if row.unit == unit)
    return Refusal(ClauseId("AM-PROF-3"), ProfileCode.LOADOUT_NOT_PRINTED, unit, "+".join(wanted) or "none", printed)


RESILIENCE, MOUNT_ANIMAL, MOUNT_BEAST, FLIGHT, HEAVY_WEAPON = (
    "resilience", "mount_animal", "mount_beast", "flight", "heavy_weapon",
)  # fmt: skip


class SpecialRow(msgspec.Struct, frozen=True):
    """A special rule, a mount or a weapon, and the clauses that say what it does; its sentence is `special-RULE`."""

    rule: str
    clauses: tuple[ClauseId, ...]

    def reason(self, resilience: int = 0) -> Reason:
        """What it does, as answers, pages and papers say it."""
        facts: dict[str, Fact] = {"casualties": resilience} if self.rule == RESILIENCE else {}
        return Reason(self.clauses[0], f"special-{self.rule}", facts)


@per_edition
def special_rows() -> Mapping[str, SpecialRow]:
    """Every special rule by its name."""
    return {row.rule: row for row in rows(SOURCE, "special", "special", SpecialRow)}


def special_rules(profile: Profile) -> tuple[SpecialRow, ...]:
    """What sets a unit apart, each once: what is printed first, then mount, flight and weapons [AM-PROF-4]."""
    known = special_rows()
    return tuple(known[name] for name in dict.fromkeys(_names(profile)) if name in known)


def _names(profile: Profile) -> Iterator[str]:
    if profile.resilience:
        yield RESILIENCE
    yield from (rule for rule in SpecialRule if rule in profile.rules)
    if profile.horse:
        yield MOUNT_ANIMAL
    if profile.beast:
        yield MOUNT_BEAST
    if profile.flight:
        yield FLIGHT
    if profile.heavy_weapon:
        yield HEAVY_WEAPON
    yield profile.weapon
