"""What concerns the whole table: where « Continuer » leads, and announcing for many with one tap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from heraut.kernel.names import Seat
from heraut.skirmish.pace import CallOff, PassOn, goes_by_what_all_see
from heraut.skirmish.state import FightStep
from heraut.skirmish.tables import slots
from heraut.skirmish.turn import CloseSegment, EndFight, Proceed
from heraut.skirmish.view import FighterView, FightView
from heraut.web.rooms.skirmish.lanes import SEGMENTS
from heraut.web.rooms.skirmish.taps import AT_ONCE, Tap

ENDS = (CallOff.__name__, EndFight.__name__)
ONWARD = (PassOn.__name__, CloseSegment.__name__, Proceed.__name__)


@dataclass(frozen=True, slots=True)
class ClockButtons:
    """The game master's buttons that move the time on."""

    opens: tuple[Tap, ...] = ()
    """What stands above everything: to begin, to go on."""
    closes: Tap | None = None
    """To close the segment whose actions are played."""
    step: str = ""
    """The command that goes on by one segment only, where going on passes several."""
    ends: tuple[Tap, ...] = ()
    called_off: Tap | None = None
    settled: Tap | None = None
    """To end a fight in which at most one side has somebody left."""
    standing: str = ""
    """That side, by its name."""
    hidden: tuple[str, ...] = ()
    """The names of hidden characters whom going on would pass over: going on is refused, one segment is not."""
    giving_up: tuple[str, ...] = ()
    """These by their ids, where naming them lets the fight go on without their actions."""


def clock(view: FightView, taps: tuple[Tap, ...]) -> ClockButtons:
    """The buttons of a moment, of those that concern the whole table."""
    table = [_led(view, one) for one in taps if not one.who]
    if view.passed_over:
        table.insert(0, _one_segment(view))
    onward = next((one for one in table if one.type in ONWARD), None)
    closes = onward if view.step is FightStep.ACTING else None
    ends = tuple(one for one in table if one.type == EndFight.__name__)
    sides = {one.side for one in view.fighters}
    left = {one.side: one.side_name for one in view.fighters if one.out is None}
    settled = len(left) < 2 <= len(sides)
    return ClockButtons(
        opens=tuple(one for one in table if one is not closes and one.type not in ENDS),
        closes=closes,
        step=_step(view) if onward is not None and not view.passed_over and passes_quiet(view) else "",
        ends=() if settled else ends,
        settled=next(iter(ends), None) if settled else None,
        standing=next(iter(left.values()), ""),
        called_off=next((one for one in table if one.type == CallOff.__name__), None),
        hidden=tuple(view.name_of(one.who) for one in view.passed_over),
        giving_up=tuple(one.who for one in view.passed_over) if all(one.may_lose for one in view.passed_over) else (),
    )


def _step(view: FightView) -> str:
    """The command that goes on by one segment."""
    return CloseSegment.__name__ if view.step is FightStep.ACTING else Proceed.__name__


def _one_segment(view: FightView) -> Tap:
    """The main button where going further would pass somebody hidden over."""
    said = gettext("Avancer d'un seul segment")
    door = AT_ONCE if view.at_once else "send"
    return Tap(said, _step(view), "", "", said, "", (), note=_one_on(view), main=True, door=door)


def _led(view: FightView, tap: Tap) -> Tap:
    return replace(tap, note=destination(view)) if tap.type == PassOn.__name__ else tap


def destination(view: FightView) -> str:
    """Where going on leads, in a few words; nothing where more is under way than declared actions."""
    if view.one_by_one or (view.step is FightStep.OPENING and view.segment in _awake(view)):
        return _one_on(view)
    if view.duel is not None or any(one.falling or one.rising or one.long for one in view.fighters):
        return ""
    ahead = [segment for segment in _awake(view) if segment > view.segment]
    return gettext("au segment %s") % ahead[0] if ahead else gettext("au tour %s") % (view.turn + 1)


def _one_on(view: FightView) -> str:
    """Where one segment leads: to its actions, or to the next one."""
    if view.step is FightStep.OPENING:
        return gettext("les actions du segment %s") % view.segment
    if view.segment < SEGMENTS[-1]:
        return gettext("au segment %s") % (view.segment + 1)
    return gettext("au tour %s") % (view.turn + 1)


def passes_quiet(view: FightView) -> bool:
    """Whether going on passes a segment in which nobody has an action."""
    segment = view.segment if view.step is FightStep.OPENING else view.segment + 1
    return not view.one_by_one and segment in SEGMENTS and segment not in _awake(view)


def _awake(view: FightView) -> tuple[int, ...]:
    """The segments in which somebody has an action left for whom the fight stops."""
    blind = goes_by_what_all_see()
    fighting = [one for one in view.fighters if one.out is None and not (blind and one.hidden)]
    return tuple(
        segment
        for segment in SEGMENTS
        if any(slot.segment == segment and slot.fate == "open" for one in fighting for slot in one.slots)
    )


@dataclass(frozen=True, slots=True)
class AnnouncingGroup:
    """Characters one speaks for, who announce together."""

    label: str
    fighters: tuple[str, ...]


def groups(view: FightView, seat: Seat | None) -> tuple[AnnouncingGroup, ...]:
    """The groups of a seat's own who have not announced yet, the largest first; none for one alone."""
    waiting = [one for one in view.fighters if one.seat == seat and _may_announce(view, one)]
    if len(waiting) < 2:
        return ()
    found = {who: label for label, who in _sets(waiting) if len(who) > 1}
    return tuple(AnnouncingGroup(label, who) for who, label in sorted(found.items(), key=lambda group: -len(group[0])))


def _may_announce(view: FightView, one: FighterView) -> bool:
    return (
        view.step is FightStep.ANNOUNCING
        and not view.busy
        and one.own is not None
        and one.own.entrusted is None
        and one.out is None
        and one.declared is None
        and not one.long
    )


def _sets(waiting: list[FighterView]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Kinds first, so that of two groups that are the same people the widest word stays."""
    for kind in dict.fromkeys(one.kind for one in waiting):
        yield kind, _ids(one for one in waiting if one.kind == kind)
    for side, name in {one.side: one.side_name for one in waiting}.items():
        yield name, _ids(one for one in waiting if one.side == side)
    yield gettext("Tous"), _ids(waiting)


def _ids(found: Iterable[FighterView]) -> tuple[str, ...]:
    return tuple(one.id for one in found)


def numbers() -> tuple[int, ...]:
    """What one may announce."""
    return tuple(slots())
