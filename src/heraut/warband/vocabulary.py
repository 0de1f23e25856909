"""The words of the game: kinds of unit, equipment, weapons, special rules, distances."""

from __future__ import annotations

from enum import StrEnum


class UnitClass(StrEnum):
    """A kind of unit."""

    WARLORD = "warlord"
    LIEUTENANT = "lieutenant"
    SORCERER = "sorcerer"
    MONSTER = "monster"
    CREATURE = "creature"
    HEARTHGUARD = "hearthguard"
    WARRIOR = "warrior"
    LEVY = "levy"
    WAR_MACHINE = "war_machine"
    NECROMANCER = "necromancer"
    PALADIN = "paladin"
    SWARM = "swarm"
    MINDLESS = "mindless"
    WAR_CHARIOT = "war_chariot"
    STALKER = "stalker"
    DESTRUCTION_TEAM = "destruction_team"


class Equipment(StrEnum):
    """What sets a row of a unit apart: arms and mounts, or the type of a creature, monster or war machine."""

    HEAVY_WEAPON = "heavy_weapon"
    BOW = "bow"
    SLING = "sling"
    CROSSBOW = "crossbow"
    COMPOSITE_BOW = "composite_bow"
    JAVELINS = "javelins"
    FIREARMS = "firearms"
    MOUNT_ANIMAL = "mount_animal"
    MOUNT_BEAST = "mount_beast"
    WINGED_MOUNT = "winged_mount"
    FLIGHT = "flight"
    BEHEMOTH = "behemoth"
    TITAN = "titan"
    SCOURGE = "scourge"
    BIPED = "biped"
    QUADRUPED = "quadruped"
    FLYER = "flyer"
    STATIC = "static"
    MOBILE = "mobile"
    FLYING = "flying"


class Weapon(StrEnum):
    """What a unit shoots with."""

    NONE = "none"
    BOW = "bow"
    SLING = "sling"
    CROSSBOW = "crossbow"
    COMPOSITE_BOW = "composite_bow"
    JAVELINS = "javelins"
    FIREARMS = "firearms"
    BREATH = "breath"
    POWERFUL_SHOT = "powerful_shot"


class SpecialRule(StrEnum):
    """A special rule printed beside a profile; resilience has a number and is a field of the profile."""

    DETERMINATION = "determination"
    WE_OBEY = "we_obey"
    PRESENCE = "presence"
    BODYGUARDS = "bodyguards"
    PRIDE = "pride"
    IMPOSING = "imposing"
    PRIMITIVE = "primitive"
    SWIFT = "swift"
    SLOW = "slow"
    BREATH = "breath"
    UNARMED = "unarmed"
    MAGIC = "magic"
    POWERFUL_SHOT = "powerful_shot"
    CUMBERSOME = "cumbersome"
    FIREARMS = "firearms"
    HEROIC = "heroic"
    INSIGNIFICANT = "insignificant"
    TINY = "tiny"
    MINDLESS = "mindless"
    HORDE = "horde"
    JAVELINS = "javelins"
    MOUNT_ANIMAL = "mount_animal"
    DEVASTATING_CHARGE = "devastating_charge"
    NO_CLOSE_RANKS = "no_close_ranks"
    STALK = "stalk"
    UNSTABLE = "unstable"
    FACTION_RULE = "faction_rule"


class Distance(StrEnum):
    """The four measuring sticks [CORE-DIST-1]."""

    VS = "VS"
    S = "S"
    M = "M"
    L = "L"

    def reaches(self, other: Distance) -> bool:
        """Whether this stick is at least as long as the other."""
        return _ORDER[self] >= _ORDER[other]


_ORDER = {distance: place for place, distance in enumerate(Distance)}
