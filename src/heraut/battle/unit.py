"""
A unit on the table: what is left of it, how tired it is, what dice must show against it, what casualties leave.

What holds of every fight, a shot, a melee or a charge on a marker, stands here once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum, StrEnum
from functools import partial
from typing import Annotated, NamedTuple

import msgspec

from heraut.dice import SIDES
from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Fact, Refusal
from heraut.warband.profile import Profile
from heraut.warband.tables import Overrides, SpecialRule, number

Few = Annotated[int, msgspec.Meta(ge=0, le=50)]


class BattleCode(StrEnum):
    """A breach of the rules of battle."""

    NO_FIGURES = "battle-no-figures"
    NO_SUCH_UNIT = "battle-no-such-unit"
    EXHAUSTED = "battle-exhausted"
    OUT_OF_REACH = "battle-out-of-reach"
    NO_WEAPON = "battle-no-weapon"
    OUT_OF_RANGE = "battle-out-of-range"
    OUT_OF_SIGHT = "battle-out-of-sight"
    TOO_MANY_IN_RANGE = "battle-too-many-in-range"
    TOO_MANY_BONUS_DICE = "battle-too-many-bonus-dice"
    TOO_MUCH_EXPLOITED = "battle-too-much-exploited"
    USELESS_DISCARD = "battle-useless-discard"
    EFFECT_LIMIT = "battle-effect-limit"
    CANNOT_CLOSE_RANKS = "battle-cannot-close-ranks"
    ONLY_CHARGED_CLOSES = "battle-only-charged-closes"
    EXHAUSTED_CANNOT_CLOSE = "battle-exhausted-cannot-close"
    NO_BODYGUARDS = "battle-no-bodyguards"
    NOT_FLYING = "battle-not-flying"
    MARKER_TOO_EARLY = "battle-marker-too-early"
    MARKER_ABILITY = "battle-marker-ability"
    REST_NOT_FIRST = "battle-rest-not-first"
    MANOEUVRE_NOT_FIRST = "battle-manoeuvre-not-first"
    ENEMY_TOO_CLOSE = "battle-enemy-too-close"
    NOT_IN_OPEN = "battle-not-in-open"
    CONSECUTIVE_SHOTS = "battle-consecutive-shots"
    BREATH_ONLY = "battle-breath-only"
    BREATH_USED = "battle-breath-used"
    NO_MORE_SHOTS = "battle-no-more-shots"
    NO_FREE_SHOT = "battle-no-free-shot"
    PRIMITIVE_ABILITY = "battle-primitive-ability"
    PRIMITIVE_FIGHT = "battle-primitive-fight"
    MINDLESS_ORDER = "battle-mindless-order"
    NOT_DETERMINED = "battle-not-determined"
    FREE_ACTIVATION_USED = "battle-free-activation-used"
    NOT_OBEYED = "battle-not-obeyed"
    FATIGUE_EXPLOITED = "battle-fatigue-exploited"
    SERIES_TOO_LONG = "battle-series-too-long"
    NOTHING_TO_DO = "battle-nothing-to-do"
    ABUSE_NOT_DUE = "battle-abuse-not-due"
    ABUSE_EXHAUSTED = "battle-abuse-exhausted"


class Cover(StrEnum):
    """The cover a unit stands in; whether it stands in any is for the players to say [CORE-COV-4]."""

    NONE = "none"
    LIGHT = "light"
    SOLID = "solid"


class Unit(msgspec.Struct, frozen=True):
    """A group of figures acting together. Fatigue has no upper limit [CORE-FAT-6]."""

    profile: Profile
    figures: int
    fatigue: int = 0
    cover: Cover = Cover.NONE

    def has(self, rule: SpecialRule) -> bool:
        """Whether a special rule applies to it."""
        return rule in self.profile.rules

    @property
    def exhausted(self) -> bool:
        """Whether its fatigue has reached its threshold [CORE-EXH-1]."""
        threshold = self.profile.exhaustion_threshold
        return threshold is not None and self.fatigue >= threshold

    @property
    def counted_figures(self) -> int:
        """Its figures as rules and abilities count them; the attack pool never does [CORE-PRES-1]."""
        return self.figures * (number("presence_figures") if self.has(SpecialRule.PRESENCE) else 1)

    @property
    def usable_cover(self) -> Cover:
        """The cover it benefits from in melee [CORE-COV-3]."""
        return self.cover if self.profile.may_take_cover else Cover.NONE

    @property
    def cover_from_shots(self) -> Cover:
        """The cover it benefits from when shot at; an insignificant unit has at least light cover [SEQ-S3]."""
        cover = self.usable_cover
        return Cover.LIGHT if cover is Cover.NONE and self.has(SpecialRule.INSIGNIFICANT) else cover

    def tired(self, fatigue: int) -> Unit:
        """The unit with so much more fatigue; a mindless one never tires [CORE-UNIT-6]."""
        if not fatigue or not self.profile.takes_fatigue:
            return self
        return Unit(self.profile, self.figures, self.fatigue + fatigue, self.cover)

    def relieved(self, fatigue: int) -> Unit:
        """The unit with so many fatigues discarded."""
        return Unit(self.profile, self.figures, self.fatigue - fatigue, self.cover) if fatigue else self

    def refused(self, clause: str, code: BattleCode, asked: Fact | None = None, allowed: Fact | None = None) -> Refusal:
        """Why it may not do or have that."""
        return Refusal(ClauseId(clause), code, self.profile.key, asked, allowed)


def fatigue_for_friends(lost: Unit) -> int:
    """What each friend within S of an eliminated unit receives [CORE-FAT-5, CORE-UNIT-5]."""
    return 0 if lost.has(SpecialRule.INSIGNIFICANT) else 1


def winning_faces(target: int, modifier: int = 0) -> int:
    """
    How many faces of a modified die reach the target.

    Modified results below 1 count as 1, above 6 as 6 [CORE-DICE-1]: 1 always succeeds, 7 never does.
    """
    if target <= 1:
        return SIDES
    if target > SIDES:
        return 0
    return min(SIDES, max(0, SIDES + 1 - target + modifier))


def rounded(number: int, parts: int, overrides: Overrides) -> int:
    """A number divided by parts, rounded up unless the organiser says otherwise [CORE-ATT-2]."""
    if overrides.rounding == "up":
        return -(-number // parts)
    if overrides.rounding == "down":
        return number // parts
    return (2 * number + parts) // (2 * parts)


def capped(dice: int, overrides: Overrides) -> int:
    """The dice of a pool that is no larger than it may be [CORE-ATT-3]."""
    return dice if overrides.pool_cap == "none" else min(dice, overrides.pool_cap)


def armour(printed: int, change: int, overrides: Overrides) -> int:
    """Armour after changes, within its limits; the limits hold for the sum, not for each change [CORE-ARM-1]."""
    return min(overrides.armour_max, max(overrides.armour_min, printed + change))


def faults_of_exploit(unit: Unit, *effects: int, clause: str, overrides: Overrides) -> Iterator[Refusal]:
    """Only fatigue the unit holds may be exploited; the first edition allowed one per effect [CORE-EXPL-4]."""
    spent, limit, most = sum(effects), overrides.exploit_max_per_effect, max(effects)
    if spent > unit.fatigue:
        yield unit.refused(clause, BattleCode.TOO_MUCH_EXPLOITED, spent, unit.fatigue)
    if limit != "none" and most > limit:
        yield unit.refused("CORE-EXPL-4", BattleCode.EFFECT_LIMIT, most, limit)


def faults_of_discard(
    unit: Unit, spent: int, reached: int, without: int, *, clause: str = "CORE-EXPL-5"
) -> Iterator[Refusal]:
    """The last fatigue spent must have changed the armour [CORE-EXPL-5]."""
    if spent and reached == without:
        yield unit.refused(clause, BattleCode.USELESS_DISCARD, spent, reached)


def faults_of_bonus(unit: Unit, asked: int, generated: int) -> Iterator[Refusal]:
    """Bonus dice exceed neither the dice generated nor the figures [CORE-ATT-4]."""
    most = min(unit.figures, generated)
    if asked > most:
        yield unit.refused("CORE-ATT-4", BattleCode.TOO_MANY_BONUS_DICE, asked, most)


def faults_of_bodyguards(unit: Unit, bodyguards: int) -> Iterator[Refusal]:
    """Nobody falls in the place of a unit without bodyguards [CORE-BODY-1]."""
    if bodyguards and not unit.has(SpecialRule.BODYGUARDS):
        yield unit.refused("CORE-BODY-1", BattleCode.NO_BODYGUARDS)


class StrikeDice(NamedTuple):
    """Dice of one side against the other: winning faces of an attack die, then of a defence die."""

    dice: int
    armour: int
    hit: int
    save: int
    extra_defence: int = 0


class Tires(IntEnum):
    """When a unit that still has a figure receives 1 fatigue at the end."""

    NEVER = 0
    ALWAYS = 1
    IF_HURT = 2


class Stand(NamedTuple):
    """What a unit brings to the removal of its casualties."""

    figures: int
    fatigue: int
    resilience: int
    capacity: int
    bodyguards: int
    tires: Tires


class Aftermath(NamedTuple):
    """
    A unit once its casualties are dealt with.

    `figures` and `fatigue` are what it has now, `removed` what it lost, `resisted` the fatigues it took to cancel
    casualties, `guarded` the hearthguards that fell in its place.
    """

    figures: int
    fatigue: int
    removed: int
    resisted: int
    guarded: int

    @property
    def eliminated(self) -> bool:
        """Whether it has no figure left."""
        return self.figures == 0


_aftermath: Callable[[tuple[int, ...]], Aftermath] = partial(tuple.__new__, Aftermath)


def stand(unit: Unit, overrides: Overrides, *, resilience: int, bodyguards: int, tires: Tires) -> Stand:
    """How a unit meets its casualties, from the fatigue it holds at this moment [SEQ-S8]."""
    if not unit.profile.takes_fatigue:
        tires = Tires.NEVER
    capacity = resilience_capacity(unit) if resilience and overrides.resilience_policy == "max" else 0
    return Stand(unit.figures, unit.fatigue, resilience, capacity, bodyguards, tires)


def resilience_capacity(unit: Unit) -> int:
    """The fatigues a unit may take to resist: the one that reaches the threshold is the last [CORE-RES-2]."""
    threshold = unit.profile.exhaustion_threshold
    return 0 if threshold is None else max(0, threshold - unit.fatigue)


def after(unit: Stand, casualties: int) -> Aftermath:
    """
    What is left of a unit that suffers so many casualties [SEQ-S8 to SEQ-S11, SEQ-M7, SEQ-M8].

    Resilience comes first, then bodyguards; the number of figures limits only what is left [CORE-RES-3].
    """
    figures, fatigue, resilience, capacity, bodyguards, tires = unit
    resisted = min(capacity, -(-casualties // resilience)) if capacity else 0
    left = max(0, casualties - resisted * resilience)
    guarded = min(bodyguards, left)
    removed = min(figures, left - guarded)
    stands = removed < figures
    tired = stands and (tires == Tires.ALWAYS or (tires == Tires.IF_HURT and removed > 0))
    return Aftermath(figures - removed, fatigue + resisted + tired, removed, resisted, guarded)


def aftermaths(unit: Stand, most: int) -> list[Aftermath]:
    """What is left after 0, 1, … casualties, up to `most` or to the number beyond which nothing more can be lost."""
    return [*map(_aftermath, ends(unit)[: most + 1])]


def ends(unit: Stand) -> list[tuple[int, int, int, int, int]]:
    """
    The fields of every aftermath of a unit, from 0 casualties to the number that leaves nobody.

    The same as `after`, piece by piece: resisting, then bodyguards falling, then figures, then nobody.
    """
    figures, fatigue, resilience, capacity, guards, tires = unit
    calm, hurt = fatigue + (tires is Tires.ALWAYS), fatigue + capacity + (tires is not Tires.NEVER)
    found = [(figures, calm, 0, 0, 0)]
    if capacity:
        found += [(figures, calm + n, 0, n, 0) for n in range(1, capacity + 1) for _ in range(resilience)]
    if guards:
        found += [(figures, calm + capacity, 0, capacity, n) for n in range(1, guards + 1)]
    found += [(figures - n, hurt, n, capacity, guards) for n in range(1, figures)]
    found.append((0, fatigue + capacity, figures, capacity, guards))
    return found


def remains(figures: int, guards: int, unit: Stand) -> list[tuple[int, int, int]]:
    """
    The figures, the fatigue and the guards left after 0, 1, … casualties to a unit that stands so with these figures.

    The same as `ends`, piece by piece, without what was lost.
    """
    _, fatigue, resilience, capacity, _, tires = unit
    calm, hurt = fatigue + (tires is Tires.ALWAYS), fatigue + capacity + (tires is not Tires.NEVER)
    found = [(figures, calm, guards)]
    if capacity:
        found += [(figures, calm + n, guards) for n in range(1, capacity + 1) for _ in range(resilience)]
    if guards:
        found += [(figures, calm + capacity, n) for n in range(guards - 1, -1, -1)]
    found += [(n, hurt, 0) for n in range(figures - 1, 0, -1)]
    found.append((0, fatigue + capacity, 0))
    return found
