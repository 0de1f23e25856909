"""What fixes a fight: who fights, for whom, and the settings of section 36."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from heraut.kernel import ORGANISER, Seat
from heraut.skirmish.model import CriticalFailure
from heraut.skirmish.sheet import Sheet


class Freeze(StrEnum):
    """Whether a failed reaction by 10 or more stops all reaction [SK-SUR-3]."""

    ASK = "ask"
    ALWAYS = "always"
    NEVER = "never"


class DoubleScope(StrEnum):
    """What the extra die of a double action is taken from [SK-DBL-4]."""

    HALVES = "halves"
    REST_OF_TURN = "rest_of_turn"


class FastMove(StrEnum):
    """How long a fast move's speed lasts [SK-MOV-6]."""

    TURN = "turn"
    SEGMENT = "segment"


class Gang(StrEnum):
    """Who counts among several attackers [SK-STR-5]."""

    PER_ATTACKER = "per_attacker"
    PER_EXTRA_ATTACKER = "per_extra_attacker"


class Rounding(StrEnum):
    """How a quotient becomes a whole number."""

    DOWN = "down"
    NEAREST = "nearest"
    UP = "up"


class Breakage(StrEnum):
    """What a pole weapon must withstand [SK-CHG-6]."""

    LEVELS = "levels"
    MARGIN = "margin"


class FallSplit(StrEnum):
    """What a bad fall costs [SK-TRP-6]."""

    FATIGUE = "fatigue"
    WOUND = "wound"
    HALF = "half"


class Bystander(StrEnum):
    """By how much a shot must miss to hit somebody else [SK-MEL-3]."""

    AT_MOST = "at_most"
    LESS_THAN = "less_than"


class CriticalAdds(StrEnum):
    """What is added to the critical roll [SK-CRI-2]."""

    BLOW_WOUNDS = "blow_wounds"
    BLOW_LEVELS = "blow_levels"
    TOTAL_WOUNDS = "total_wounds"


class Cancel(StrEnum):
    """How a tactical change meets the enemy's [SK-CMD-18]."""

    POINT_FOR_POINT = "point_for_point"
    FULL = "full"


class Rulings(StrEnum):
    """Whether the game master is asked for what the sheet leaves to him, or its value taken at once."""

    ASK = "ask"
    SHEET = "sheet"


class Options(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The settings of section 36, each at its default."""

    dice_model: str = "sum-d6"
    tie_succeeds: bool = True
    critical_failure: CriticalFailure = CriticalFailure.ALL_ONES
    celtic: bool = True
    swap_future_slot: bool = False
    dodge_with_own_action: bool = True
    surprise_freeze: Freeze = Freeze.ASK
    double_penalty_scope: DoubleScope = DoubleScope.HALVES
    two_weapon_malus: int = -5
    fast_move_duration: FastMove = FastMove.TURN
    gang_bonus: Gang = Gang.PER_ATTACKER
    terror_rounding: Rounding = Rounding.DOWN
    breakage_compare: Breakage = Breakage.LEVELS
    fall_damage_split: FallSplit = FallSplit.FATIGUE
    escape_difficulty: int | str = "seize_total"
    restraint_stacks: bool = False
    bystander_rule: Bystander = Bystander.AT_MOST
    visibility_rounding: Rounding = Rounding.DOWN
    critical_adds: CriticalAdds = CriticalAdds.BLOW_WOUNDS
    lost_action_carries: bool = True
    draw_costs_die: bool = False
    snap_shot_malus: int = 0
    tactics_cancel: Cancel = Cancel.POINT_FOR_POINT
    rulings: Rulings = Rulings.ASK


class Enlisted(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """
    A character, or several of a type, on one side.

    `id` is how he is called in this fight; copies are numbered: "Homme" three times gives Homme 1, Homme 2, Homme 3.
    `chief` is the id of their direct chief; those of one `unit` are commanded together. `hidden`: no enemy has
    seen them yet.
    """

    id: str
    side: str
    sheet: Sheet
    seat: Seat = ORGANISER
    count: int = 1
    chief: str = ""
    unit: str = ""
    hidden: bool = False


class Settings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who sits at the table, who fights, by which options. The game master's seat is the organiser's."""

    players: Mapping[Seat, str] = {}
    fighters: tuple[Enlisted, ...] = ()
    options: Options = Options()
