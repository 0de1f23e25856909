"""What fixes a fight: who fights, for whom, and the settings of section 36."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from math import ceil, floor
from typing import Annotated, Literal

import msgspec

from heraut.kernel.names import ORGANISER, ClauseId, Name, PlayerSeat, Seat
from heraut.skirmish.model import CriticalFailure
from heraut.skirmish.sheet import CharacterSheet


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

    def of(self, quotient: Fraction) -> int:
        """That number; a half is nearest to the greater."""
        match self:
            case Rounding.DOWN:
                return floor(quotient)
            case Rounding.UP:
                return ceil(quotient)
            case Rounding.NEAREST:
                return floor(quotient + Fraction(1, 2))


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


class Rolls(StrEnum):
    """Whether each roll is asked for when it is due, or a deed's are all drawn at once [SK-GEN-7]."""

    ASKED = "asked"
    AT_ONCE = "at_once"


class Segments(StrEnum):
    """Whether segments in which nobody has anything to do pass together, or each is stopped at [SK-TURN-10]."""

    TOGETHER = "together"
    ONE_BY_ONE = "one_by_one"


Malus = Annotated[int, msgspec.Meta(ge=-100, le=100)]


class FightOptions(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The settings of section 36, each at its default."""

    dice_model: str = "sum-d6"
    tie_succeeds: bool = True
    critical_failure: CriticalFailure = CriticalFailure.ALL_ONES
    celtic: bool = True
    swap_future_slot: bool = False
    dodge_with_own_action: bool = True
    surprise_freeze: Freeze = Freeze.ASK
    double_penalty_scope: DoubleScope = DoubleScope.HALVES
    two_weapon_malus: Malus = -5
    fast_move_duration: FastMove = FastMove.TURN
    gang_bonus: Gang = Gang.PER_ATTACKER
    terror_rounding: Rounding = Rounding.DOWN
    breakage_compare: Breakage = Breakage.LEVELS
    fall_damage_split: FallSplit = FallSplit.FATIGUE
    escape_difficulty: Annotated[int, msgspec.Meta(ge=0, le=100)] | Literal["seize_total"] = "seize_total"
    restraint_stacks: bool = False
    bystander_rule: Bystander = Bystander.AT_MOST
    visibility_rounding: Rounding = Rounding.DOWN
    critical_adds: CriticalAdds = CriticalAdds.BLOW_WOUNDS
    lost_action_carries: bool = True
    draw_costs_die: bool = False
    snap_shot_malus: Malus = 0
    tactics_cancel: Cancel = Cancel.POINT_FOR_POINT
    rulings: Rulings = Rulings.ASK
    rolls: Rolls = Rolls.ASKED
    segments: Segments = Segments.TOGETHER


OPTION_CLAUSES: Mapping[str, ClauseId] = {
    name: ClauseId(clause)
    for name, clause in {
        "dice_model": "SK-DICE-3",
        "tie_succeeds": "SK-DICE-7",
        "critical_failure": "SK-DICE-11",
        "celtic": "SK-TER-1",
        "swap_future_slot": "SK-ACT-4",
        "dodge_with_own_action": "SK-TURN-7",
        "surprise_freeze": "SK-SUR-3",
        "double_penalty_scope": "SK-DBL-4",
        "two_weapon_malus": "SK-DBL-5",
        "fast_move_duration": "SK-MOV-6",
        "gang_bonus": "SK-STR-5",
        "terror_rounding": "SK-TER-4",
        "breakage_compare": "SK-CHG-6",
        "fall_damage_split": "SK-TRP-6",
        "escape_difficulty": "SK-GRP-4",
        "restraint_stacks": "SK-GRP-5",
        "bystander_rule": "SK-MEL-3",
        "visibility_rounding": "SK-VIS-2",
        "critical_adds": "SK-CRI-2",
        "lost_action_carries": "SK-CON-2",
        "draw_costs_die": "SK-DRW-1",
        "snap_shot_malus": "SK-DRW-3",
        "tactics_cancel": "SK-CMD-18",
    }.items()
}
"""The clause each setting of section 36 may change."""


class Enlisted(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """
    A character, or several of a type, on one side.

    `name` is how he is called in this fight; copies are numbered: "Homme" three times gives Homme 1, Homme 2, Homme 3.
    Commands and events go by `id`: the name makes one (`kernel.slugs.lasting_id`; copies end in -1, -2) unless a
    program gives its own. Without a name he is called by his id, as in every fight before edition 3, whose ids were
    what people typed [HOUSE-NAME-2].
    `chief` is their direct chief, by id or by name; those of one `unit` are commanded together. A `side` and a `unit`
    are named here and nowhere else: commands and events go by the ids their names make, which a view tells with them.
    In fights before edition 4 these names are the ids. `hidden`: no enemy has seen them yet.
    """

    id: Name = ""
    name: Name = ""
    side: Name
    sheet: CharacterSheet
    seat: Seat = ORGANISER
    count: int = 1
    chief: Name = ""
    unit: Name = ""
    hidden: bool = False


class Settings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who sits at the table, who fights, by which options. The game master's seat is the organiser's."""

    players: Mapping[PlayerSeat, Name] = {}
    fighters: tuple[Enlisted, ...] = ()
    options: FightOptions = FightOptions()
