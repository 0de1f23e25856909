"""The rules an organiser may set otherwise: the override keys of D.2, each with our default."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Literal

import msgspec

from heraut.kernel.codec import to_plain
from heraut.kernel.names import ClauseId
from heraut.rulesets.editions import per_edition
from heraut.rulesets.tables import rows
from heraut.warband.tables import SOURCE, Distance, UnitClass

Count = Annotated[int, msgspec.Meta(ge=0, le=100)]
Price = Annotated[int, msgspec.Meta(ge=1, le=100)]
Bonus = Annotated[int, msgspec.Meta(ge=-6, le=6)]
ArmourValue = Annotated[int, msgspec.Meta(ge=1, le=7)]


class Overrides(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """
    A result carries the overrides it was computed under, so that two organisers' numbers can be compared.

    The defaults are ours; the table `overrides.toml` names the clauses each key changes.
    """

    exhausted_melee: Literal["half_dice", "minus_one_die_result", "none"] = "half_dice"
    rounding: Literal["up", "down", "nearest"] = "up"
    pool_cap: Count | Literal["none"] = 16
    pool_cap_before_halving: bool = True
    close_ranks_side: Literal["charged", "both"] = "charged"
    close_ranks_when_exhausted: bool = True
    light_cover_defence: Bonus = 1
    solid_cover_defence_shooting: Bonus = 1
    solid_cover_armour_shooting: Bonus = 1
    solid_cover_defence_melee: Bonus = 1
    exploit_max_per_effect: Count | Literal["none"] = "none"
    armour_min: ArmourValue = 2
    armour_max: ArmourValue = 6
    resilience_policy: Literal["max", "none"] = "max"
    primitive_floor: Count = 0
    free_activation_counts: bool = True
    charged_unit_counts_as_overflown: bool = False
    unarmed_applies_to_shooting: bool = False
    necromancer_casts: bool = True
    trade_table: Mapping[UnitClass, Mapping[UnitClass, Price]] | Literal["none"] = "none"
    massacre_scale: Mapping[UnitClass, Fraction] | Literal["none"] = "none"
    withdraw_distance: Distance = Distance.S
    javelins_bonus_on_marker: bool = True

    def __post_init__(self) -> None:
        """No figure is worth less than nothing."""
        if not isinstance(self.massacre_scale, str) and any(worth < 0 for worth in self.massacre_scale.values()):
            raise ValueError("the massacre points of a figure are 0 or more")

    def changed(self) -> Mapping[str, object]:
        """The keys that differ from our default, with their values."""
        changes: Mapping[str, object] = to_plain(self)
        return changes


OUR_DEFAULT = Overrides()


class OverrideRow(msgspec.Struct, frozen=True):
    """What an organiser may decide otherwise: our default, the other values, the clauses it changes."""

    clauses: tuple[ClauseId, ...]
    key: str
    default: int | bool | str
    other: tuple[int | bool | str, ...]


@per_edition
def override_rows() -> tuple[OverrideRow, ...]:
    """The override keys of D.2, in its order."""
    return rows(SOURCE, "overrides", "override", OverrideRow)
