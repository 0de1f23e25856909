"""Units by the key of their profile, for tests."""

from heraut.battle.melee import Melee, MeleeSide
from heraut.battle.unit import Cover, Unit
from heraut.warband.profile import profiles


def unit(key, figures=1, fatigue=0, cover=Cover.NONE):
    return Unit(profiles()[key], figures, fatigue, cover)


def warriors(figures=8, **fields):
    return unit("warrior.none", figures, **fields)


def levies(figures=12, **fields):
    return unit("levy.none", figures, **fields)


def hearthguards(figures=4, **fields):
    return unit("hearthguard.none", figures, **fields)


def melee(attacker, defender, **fields):
    """A melee between two units, or two sides with their choices."""
    sides = [side if isinstance(side, MeleeSide) else MeleeSide(unit=side) for side in (attacker, defender)]
    return Melee(attacker=sides[0], defender=sides[1], **fields)


def faults(refused):
    """Clause and code of everything that is wrong."""
    return [] if refused is None else [(fault.clause, fault.code) for fault in refused.all()]
