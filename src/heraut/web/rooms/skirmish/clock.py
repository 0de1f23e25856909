"""Where « Continuer » leads: the actions of this segment, the next segment with something to do, the next turn."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext

from heraut.skirmish.quiet import CallOff, PassOn
from heraut.skirmish.state import Step
from heraut.skirmish.turn import CloseSegment, EndFight, Proceed
from heraut.skirmish.view import FightView
from heraut.web.rooms.skirmish.lanes import SEGMENTS
from heraut.web.rooms.skirmish.taps import Tap

ENDS = (CallOff.__name__, EndFight.__name__)


@dataclass(frozen=True, slots=True)
class Clock:
    """The game master's buttons that move the time on."""

    opens: tuple[Tap, ...] = ()
    """What stands above everything: to begin, to go on."""
    closes: Tap | None = None
    """To close the segment whose actions are played."""
    step: str = ""
    """The command that goes on by one segment only, where going on passes several."""
    ends: tuple[Tap, ...] = ()
    called_off: Tap | None = None


def clock(view: FightView, taps: tuple[Tap, ...]) -> Clock:
    """The buttons of a moment, of those that concern the whole table."""
    table = [_led(view, one) for one in taps if not one.who]
    closes = next((one for one in table if one.type == PassOn.__name__ and view.step is Step.ACTING), None)
    passes = any(one.type == PassOn.__name__ for one in table) and passes_quiet(view)
    one_step = CloseSegment.__name__ if view.step is Step.ACTING else Proceed.__name__
    return Clock(
        opens=tuple(one for one in table if one is not closes and one.type not in ENDS),
        closes=closes,
        step=one_step if passes else "",
        ends=tuple(one for one in table if one.type == EndFight.__name__),
        called_off=next((one for one in table if one.type == CallOff.__name__), None),
    )


def _led(view: FightView, tap: Tap) -> Tap:
    return replace(tap, note=destination(view)) if tap.type == PassOn.__name__ else tap


def destination(view: FightView) -> str:
    """Where going on leads, in a few words; nothing where more is under way than declared actions."""
    if view.step is Step.OPENING and view.segment in _awake(view):
        return gettext("les actions du segment %s") % view.segment
    if view.duel is not None or any(one.falling or one.rising or one.long for one in view.fighters):
        return ""
    ahead = [segment for segment in _awake(view) if segment > view.segment]
    if not ahead:
        return gettext("au tour %s") % (view.turn + 1)
    if ahead[0] not in _awake(view, seen=True):
        told = gettext("au segment %s, pour un personnage caché : segment par segment, rien ne le trahirait")
        return told % ahead[0]
    return gettext("au segment %s") % ahead[0]


def passes_quiet(view: FightView) -> bool:
    """Whether going on passes a segment in which nobody has an action."""
    segment = view.segment if view.step is Step.OPENING else view.segment + 1
    return segment in SEGMENTS and segment not in _awake(view)


def _awake(view: FightView, *, seen: bool = False) -> tuple[int, ...]:
    """The segments in which somebody has an action left; if asked, somebody everybody sees."""
    fighting = [one for one in view.fighters if one.out is None and not (seen and one.hidden)]
    return tuple(
        segment
        for segment in SEGMENTS
        if any(slot.segment == segment and slot.fate == "open" for one in fighting for slot in one.slots)
    )
