"""The special rules of a profile: those printed beside it, and those of its mount, its flight and its weapons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from heraut.kernel import ClauseId, Fact, Reason
from heraut.rulesets import per_edition, rows
from heraut.warband.profile import Profile
from heraut.warband.tables import SOURCE
from heraut.warband.vocabulary import SpecialRule

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
