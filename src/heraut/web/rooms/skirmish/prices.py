"""What a button costs, in a few words under it: dice, segments, difficulties, actions."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from heraut.kernel.message import Command
from heraut.skirmish.announcements import Announce, GoOn
from heraut.skirmish.answers import Choose
from heraut.skirmish.disengage import Disengage
from heraut.skirmish.moves import Dodge, Jump, Move
from heraut.skirmish.orders import Order, actions_needed, capacity
from heraut.skirmish.sheet import CharacterSheet
from heraut.skirmish.slots import Delay, Survive
from heraut.skirmish.state import in_no_fight
from heraut.skirmish.tables import displays, number, positions, slots
from heraut.skirmish.terror import Display
from heraut.skirmish.view import FighterView
from heraut.web.rooms.skirmish.conditions import remaining


def price(command: Command, fighter: FighterView | None = None) -> str:
    """What it costs: the segments and the penalty of an announcement, the die of an undeclared action, time."""
    match command:
        case Survive():
            return _survival()
        case Display(display=display):
            return displayed(display)
        case Delay(by=by) if fighter is not None:
            return _delayed(fighter, by)
        case Order(men=men, position=position) if fighter is not None and fighter.own is not None:
            return _ordered(fighter.own.sheet, len(men), position)
        case Announce(actions=actions):
            return _announced(actions)
        case GoOn(on=True) if fighter is not None and fighter.long_left:
            return remaining(fighter.long_left)
        case Choose(option="dodge" | "acrobatic"):
            return _undeclared()
        case Choose(option="survive"):
            return _survival()
        case Dodge(swap=False) | Jump(swap=False) | Disengage(swap=False) | Move(fast=True, swap=False):
            return _undeclared()
        case _:
            return ""


def _announced(actions: int) -> str:
    """The segments of so many actions and their penalty [SK-DECL-3]."""
    row = slots().get(actions)
    if row is None or not row.segments:
        return gettext("attendre")
    segments = _segments(row.segments)
    cost = ngettext("−%s dé", "−%s dés", row.penalty) % row.penalty if row.penalty else ""
    return ", ".join(filter(None, (segments, cost)))


def _survival() -> str:
    """A reaction roll, then the price of five declared actions [SK-SRV-2, SK-SRV-4]."""
    return gettext("réaction %(difficulty)s, puis %(price)s") % {
        "difficulty": number("survival-difficulty"),
        "price": _announced(number("segments")),
    }


def displayed(display: str) -> str:
    """What its roll must reach, and what each success level scores [SK-TER-1]."""
    row = displays()[display]
    told = ngettext("difficulté %(difficulty)s, %(points)s point par niveau",
                    "difficulté %(difficulty)s, %(points)s points par niveau", row.points)  # fmt: skip
    return told % {"difficulty": row.difficulty, "points": row.points}


def _delayed(fighter: FighterView, by: int) -> str:
    """All that is left moves as far; what goes beyond the turn is lost [SK-DLY-1, SK-DLY-2]."""
    last = number("segments")
    left = [slot.segment + by for slot in fighter.slots if slot.fate == "open"]
    moved = _segments([segment for segment in left if segment <= last])
    lost = sum(segment > last for segment in left)
    gone = ngettext("%s action perdue", "%s actions perdues", lost) % lost if lost else ""
    return ", ".join(filter(None, (moved, gone)))


def _segments(segments: Sequence[int]) -> str:
    """Which ones; nothing where there is none."""
    listed = " ".join(map(str, segments))
    return ngettext("segment %s", "segments %s", len(segments)) % listed if listed else ""


def _ordered(sheet: CharacterSheet, men: int, position: str) -> str:
    """What the command roll must reach, and the actions it takes to reach so many [SK-CMD-6, SK-CMD-10]."""
    needed = actions_needed(men, max(1, capacity(in_no_fight(sheet))))
    actions = ngettext("%(number)s action", "%(number)s actions", needed) % {"number": needed}
    return gettext("difficulté %(difficulty)s, %(actions)s") % {
        "difficulty": positions()[position].difficulty, "actions": actions,
    }  # fmt: skip


def _undeclared() -> str:
    """A die on all that follows in the turn, unless the action of the segment is given for it [SK-UND-3, SK-ACT-3]."""
    cost = number("undeclared-cost")
    return ngettext("puis −%s dé ce tour", "puis −%s dés ce tour", cost) % cost
