"""
Unit profiles, equipment, bands: build, read, validate.

The names here are those of every question about units; bands are in `band`, `check` and `saga_dice`.
"""

from heraut.warband.overrides import OUR_DEFAULT, Overrides
from heraut.warband.profile import Profile, profile_of, profiles
from heraut.warband.vocabulary import Distance, Equipment, SpecialRule, UnitClass, Weapon

__all__ = [
    "OUR_DEFAULT",
    "Distance",
    "Equipment",
    "Overrides",
    "Profile",
    "SpecialRule",
    "UnitClass",
    "Weapon",
    "profile_of",
    "profiles",
]
