"""A character in the fight: his turn, his body, what is in his hands, what weighs on him."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from heraut.kernel.message import Command
from heraut.kernel.names import ClauseId, Seat
from heraut.skirmish.sheet import UNARMED, CharacterSheet, Mount, TrophyHead, Weapon


class Moment(msgspec.Struct, frozen=True, gc=False, array_like=True, order=True):
    """A segment of a turn."""

    turn: int
    segment: int


class Use(StrEnum):
    """What a roll is for: only action rolls take action penalties [SK-DICE-15]."""

    ATTACK = "attack"
    DODGE = "dodge"
    ACTION = "action"
    FREE = "free"


class Scope(StrEnum):
    """The rolls an effect weighs on."""

    NONE = "none"
    ACTIONS = "actions"
    OFFENSIVE = "offensive"
    COMBAT = "combat"
    DAMAGE = "damage"
    DODGE_COST = "dodge-cost"

    def covers(self, use: Use) -> bool:
        """Whether a roll of that use feels the effect."""
        match self:
            case Scope.ACTIONS:
                return use is not Use.FREE
            case Scope.OFFENSIVE:
                return use is Use.ATTACK
            case Scope.COMBAT:
                return use in (Use.ATTACK, Use.DODGE)
            case _:
                return False


class Until(StrEnum):
    """What ends an effect."""

    ROLL = "roll"
    SEGMENT = "segment"
    TURN = "turn"
    FEAR = "fear"
    RECOVERY = "recovery"
    STANDING = "standing"
    HOLD = "hold"
    DEADLINE = "deadline"
    LIFTED = "lifted"


class Effect(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """
    Something that weighs on a character.

    `code` is its source, `of` the other side of it (the grappler, the limb, the captor). `limit` is the number of
    lost wound levels at which a recovery ends it, or the turn after which a deadline has passed.
    """

    code: str
    clause: ClauseId
    since: Moment
    until: Until
    scope: Scope = Scope.NONE
    dice: int = 0
    flat: int = 0
    of: str = ""
    limit: int = 0


LAME = ("leg-unusable", "foot-crushed", "foot-saved")
"""Critical wounds that leave a leg or a foot unusable."""
HANDLESS = ("arm-unusable", "hand-crushed", "hand-saved")
"""Critical wounds that leave an arm or a hand unusable."""


class Fate(StrEnum):
    """What became of a slot."""

    OPEN = "open"
    USED = "used"
    SWAPPED = "swapped"
    STRUCK = "struck"
    LOST = "lost"
    PASSED = "passed"


class ActionSlot(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A declared action: its segment and what became of it."""

    segment: int
    fate: Fate = Fate.OPEN


class Posture(StrEnum):
    """How a character stands."""

    STANDING = "standing"
    CROUCHED = "crouched"
    PRONE = "prone"


class Out(StrEnum):
    """Why a character fights no more."""

    DEAD = "dead"
    UNCONSCIOUS = "unconscious"
    FAINTED = "fainted"
    EXHAUSTED = "exhausted"
    GONE = "gone"


class Dodged(msgspec.Struct, frozen=True, gc=False):
    """The dodge of this segment: valid against every later attack of it [SK-DOD-6]."""

    total: int
    critical: bool


class Motion(msgspec.Struct, frozen=True, gc=False):
    """How fast a character moves, since when."""

    speed: Fraction
    fast: bool = False
    evading: bool = False
    since: Moment | None = None


class LongAction(msgspec.Struct, frozen=True, gc=False):
    """A long action under way; `decided` once it was confirmed for this turn [SK-TURN-4]; `patient`: whom it tends."""

    name: str
    since: Moment
    segments: int = 0
    decided: bool = True
    patient: str = ""


class Preparation(msgspec.Struct, frozen=True, gc=False):
    """A strike that takes two actions: its first is done; `spoiled` once its author was wounded [SK-SPC-4]."""

    style: str
    target: str
    spoiled: bool = False


class Series(msgspec.Struct, frozen=True, gc=False):
    """A series of command actions: the order and the actions already spent [SK-CMD-6]."""

    order: Command
    needed: int
    spent: int


class Reflex(StrEnum):
    """What somebody does about a blow he may dodge, when its rolls are all drawn at once [SK-GEN-7]."""

    ASK = "each_time"
    BEST = "best"
    ALWAYS = "always"
    NEVER = "never"


class Temperament(StrEnum):
    """How Héraut plays a character who is left to it [SK-GEN-8]."""

    BOLD = "bold"
    CAREFUL = "careful"
    COWARDLY = "cowardly"


class Fighter(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """
    A character in the fight: his sheet, his turn, his body.

    `announced` is the number he last announced himself, in this turn or an earlier one; `reflex` what he does about a
    blow without being asked; `entrusted`: Héraut plays him. Rules go by his `id`; people read his `name`.
    """

    id: str
    called: str = ""
    side: str
    seat: Seat
    sheet: CharacterSheet
    chief: str = ""
    unit: str = ""
    hidden: bool = False
    reaction: int | None = None
    reaction_anew: int | None = None
    declared: int | None = None
    survival: bool = False
    survival_at: Moment | None = None
    slots: tuple[ActionSlot, ...] = ()
    effects: tuple[Effect, ...] = ()
    wounds: int = 0
    fatigue: int = 0
    lent_wounds: int = 0
    lent_fatigue: int = 0
    losses: int = 0
    losses_until: int = 0
    forfeits_first: bool = False
    posture: Posture = Posture.STANDING
    rising: int = 0
    right: str = ""
    left: str = ""
    dropped: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()
    motion: Motion | None = None
    falling: int = 0
    dodge: Dodged | None = None
    long: LongAction | None = None
    out: Out | None = None
    acted: bool = False
    yielded: bool = False
    surprise: int | None = None
    prepared: Preparation | None = None
    series: Series | None = None
    uncommanded: bool = False
    galvanised: bool = False
    harmed_by: tuple[str, ...] = ()
    heads: tuple[TrophyHead, ...] = ()
    beheaded: bool = False
    announced: int | None = None
    reflex: Reflex | None = None
    entrusted: Temperament | None = None

    @property
    def name(self) -> str:
        """How he is called in this fight."""
        return self.called or self.id

    @property
    def held(self) -> tuple[str, ...]:
        """What is in his hands, a two-handed weapon once."""
        return tuple(dict.fromkeys(item for item in (self.right, self.left) if item))

    @property
    def wielded(self) -> tuple[Weapon, ...]:
        """The weapons in his hands."""
        found = (self.sheet.weapon(item) for item in self.held)
        return tuple(weapon for weapon in found if weapon is not None)

    @property
    def main_weapon(self) -> Weapon:
        """The weapon he fights with: the first in hand that is no shield, or bare hands."""
        return next((weapon for weapon in self.wielded if not weapon.shield), UNARMED)

    @property
    def mounted(self) -> bool:
        """On an animal; a chariot carries without being ridden."""
        return self.sheet.mount not in (Mount.NONE, Mount.CHARIOT)

    @property
    def on_foot(self) -> bool:
        """Neither ridden nor driven: whom a rider has the better of [SK-MNT-3]."""
        return self.sheet.mount is Mount.NONE

    @property
    def lame(self) -> bool:
        """With a leg or a foot that cannot be used [SK-CRI-8]."""
        return any(effect.code in LAME for effect in self.effects)

    def effect(self, code: str, of: str = "") -> Effect | None:
        """The effect of that code, if it weighs on him."""
        return next((found for found in self.effects if found.code == code and of in ("", found.of)), None)

    def open_slot(self, segment: int) -> bool:
        """Whether he has an unused declared action in the segment."""
        return ActionSlot(segment) in self.slots


def lapse(fighter: Fighter, end: Until) -> Fighter:
    """Without the effects that last until this end."""
    kept = tuple(effect for effect in fighter.effects if effect.until is not end)
    return fighter if len(kept) == len(fighter.effects) else replace(fighter, effects=kept)


def refate(fighter: Fighter, segment: int, fate: Fate) -> Fighter:
    """His open slot of the segment has met its fate."""
    slots = tuple(ActionSlot(segment, fate) if slot == ActionSlot(segment) else slot for slot in fighter.slots)
    return replace(fighter, slots=slots)
