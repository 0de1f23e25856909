"""A unit on the table: its profile, what is left of it, how tired it is; why a fight or an activation is refused."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from heraut.warband.profile import Profile
from heraut.warband.tables import number
from heraut.warband.vocabulary import SpecialRule


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


def fatigue_for_friends(lost: Unit) -> int:
    """What each friend within S of an eliminated unit receives [CORE-FAT-5, CORE-UNIT-5]."""
    return 0 if lost.has(SpecialRule.INSIGNIFICANT) else 1
