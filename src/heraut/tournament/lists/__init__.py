"""Steamroller army lists: what they say, all their faults at once, and which list may be played next."""

from heraut.tournament.lists.army import ArmyList, Attachment, Caster, Kind, ListEntry, printed_value
from heraut.tournament.lists.check import ListRules, check_lists
from heraut.tournament.lists.choice import Quota, allowed_lists, owed_after, quota

__all__ = [
    "ArmyList",
    "Attachment",
    "Caster",
    "Kind",
    "ListEntry",
    "ListRules",
    "Quota",
    "allowed_lists",
    "check_lists",
    "owed_after",
    "printed_value",
    "quota",
]
