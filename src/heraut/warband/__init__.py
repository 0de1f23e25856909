"""Unit profiles, equipment, bands: build, read, validate."""

from heraut.warband.band import Band, BandRules, Deployed, Faction, Line
from heraut.warband.check import BandReport, check
from heraut.warband.costs import splits
from heraut.warband.overrides import OUR_DEFAULT, Overrides
from heraut.warband.profile import Profile, profile_of, profiles
from heraut.warband.saga_dice import magic_dice, massacre_points, saga_dice
from heraut.warband.vocabulary import Distance, Equipment, SpecialRule, UnitClass, Weapon

__all__ = [
    "OUR_DEFAULT",
    "Band",
    "BandReport",
    "BandRules",
    "Deployed",
    "Distance",
    "Equipment",
    "Faction",
    "Line",
    "Overrides",
    "Profile",
    "SpecialRule",
    "UnitClass",
    "Weapon",
    "check",
    "magic_dice",
    "massacre_points",
    "profile_of",
    "profiles",
    "saga_dice",
    "splits",
]
