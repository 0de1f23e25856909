"""Steamroller army lists: what they say, all their faults at once, and which list may be played next."""

from heraut.tournament.lists.army import ArmyList, Attachment, Caster, Kind, ListEntry, printed_value
from heraut.tournament.lists.check import ListRules, check_lists, how_many
from heraut.tournament.lists.choice import Quota, allowed_lists, owed_after, quota
from heraut.tournament.lists.reader import ReadArmy, read_army, write_army

__all__ = [
    "ArmyList",
    "Attachment",
    "Caster",
    "Kind",
    "ListEntry",
    "ListRules",
    "Quota",
    "ReadArmy",
    "allowed_lists",
    "check_lists",
    "how_many",
    "owed_after",
    "printed_value",
    "quota",
    "read_army",
    "write_army",
]
