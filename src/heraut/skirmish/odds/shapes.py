"""What odds are asked about, and what they answer."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from heraut.dice import Law
from heraut.skirmish.settings import CriticalAdds
from heraut.skirmish.sheet import WeaponType


class Dicing(NamedTuple):
    """Dice and a flat modifier."""

    dice: int
    flat: int = 0


class Leap(NamedTuple):
    """An acrobatics roll that comes before something else."""

    roll: Dicing
    difficulty: int


class Tumble(NamedTuple):
    """What makes a dodge acrobatic: a leap, the level it adds, and the dodge that is left when it fails [SK-DOD-11]."""

    leap: Leap
    level: int
    unbalanced: Dicing


class Grip(NamedTuple):
    """
    The contest that follows a hit: mine against theirs.

    `margin`: the margin of the attack gives dice [SK-TRP-2]. `throws`: the level won may be enough to throw [SK-THR-2].
    """

    mine: Dicing
    theirs: Dicing
    margin: bool = False
    throws: bool = False


class Exchange(NamedTuple):
    """
    A blow or a shot: its attack, what it must beat, the dodge if one is made, damage against soak.

    `reaches`: equalling the defence is enough, as for a shot against its difficulty. `reactive`: the dodge is rolled
    only once the attack has got through; otherwise it was announced before. `dodged`: a dodge made earlier in the
    segment [SK-DOD-6]. `stray`: how much of the difficulty comes from a melee or a crowd [SK-MEL-3]. With a `grip`,
    nobody is wounded unless he is thrown. `adds` and `wounds` (lost before) are for the critical roll [SK-CRI-2].
    """

    attack: Dicing
    defence: int
    damage: Dicing
    soak: Dicing
    type: WeaponType
    dodge: Dicing | None = None
    reaches: bool = False
    reactive: bool = True
    tumble: Tumble | None = None
    dodged: tuple[int, bool] | None = None
    leap: Leap | None = None
    grip: Grip | None = None
    stray: int = 0
    adds: CriticalAdds = CriticalAdds.BLOW_WOUNDS
    wounds: int = 0


class Odds(NamedTuple):
    """The laws of an exchange: how it ends, the levels lost of each kind, the critical row, the contest won."""

    outcome: Law[str]
    levels: Law[int]
    wounds: Law[int]
    fatigue: Law[int]
    critical: Law[str]
    contest: Law[int]


class Prospect(NamedTuple):
    """All that a button shows: the chance to get through, to take a level at least, to win the contest that follows."""

    hit: Fraction
    harm: Fraction
    won: Fraction = Fraction(0)
