"""What dice must show against a unit, and what its casualties leave of it: resilience, bodyguards, the cap, fatigue."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from functools import partial
from typing import NamedTuple

from heraut.battle.unit import Unit
from heraut.dice import SIDES
from heraut.warband.overrides import Overrides


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


def armour(printed: int, change: int, overrides: Overrides) -> int:
    """Armour after changes, within its limits; the limits hold for the sum, not for each change [CORE-ARM-1]."""
    return min(overrides.armour_max, max(overrides.armour_min, printed + change))


class Strike(NamedTuple):
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
