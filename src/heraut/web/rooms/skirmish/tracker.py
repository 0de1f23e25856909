"""
The characters of a fight as rows of the tracker: slots, tracks, conditions, buttons; and the order they act in.

What concerns the whole table stands above: where « Continuer » leads, and announcing for many with one tap.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext
from django.utils.translation import gettext as _

from heraut.kernel.names import Seat
from heraut.skirmish.charges import Charge
from heraut.skirmish.ending import CallOff, EndFight
from heraut.skirmish.fighter import Reflex
from heraut.skirmish.missiles import Shoot
from heraut.skirmish.pace import PassOn, goes_by_what_all_see
from heraut.skirmish.rolls import level_parts
from heraut.skirmish.secrecy import Uncover
from heraut.skirmish.state import FightStep
from heraut.skirmish.strikes import Strike
from heraut.skirmish.tables import slots
from heraut.skirmish.turn import CloseSegment, Proceed
from heraut.skirmish.view import FighterView, FightView
from heraut.speech.sentences import Language
from heraut.web.rooms.skirmish.buttons import AT_ONCE, Family, Tap, by_family
from heraut.web.rooms.skirmish.character_card import TrackBox, boxes
from heraut.web.rooms.skirmish.conditions import bonds, conditions
from heraut.web.sentences import room_words

SEGMENTS = range(1, 6)
UNCOVER = Uncover.__name__
ATTACKS = tuple(kind.__name__ for kind in (Strike, Charge, Shoot))
MARKS = {"open": "●", "used": "✓", "swapped": "⇄", "struck": "✕", "lost": "✕", "passed": "–"}
ENDS = (CallOff.__name__, EndFight.__name__)
ONWARD = (PassOn.__name__, CloseSegment.__name__, Proceed.__name__)


@dataclass(frozen=True, slots=True)
class SegmentCell:
    """A segment of a character's turn."""

    segment: int
    fate: str
    mark: str
    now: bool


@dataclass(frozen=True, slots=True)
class Track:
    """A box per level, crossed once lost; only the number where the length is not the viewer's to know."""

    label: str
    mark: str
    lost: int
    boxes: tuple[TrackBox, ...] = ()


@dataclass(frozen=True, slots=True)
class Lane:
    """
    A character: a cell per segment, the tracks, the conditions, what he may do.

    `lead`: his buttons stand above everything, it is for him that one plays now.
    """

    fighter: FighterView
    cells: tuple[SegmentCell, ...]
    tracks: tuple[Track, ...]
    conditions: tuple[str, ...]
    held: str
    malus: int
    moves: tuple[Family, ...]
    uncover: Tap | None
    lead: bool
    acts: bool

    @property
    def mine(self) -> bool:
        return self.fighter.own is not None

    @property
    def strikes(self) -> bool:
        """Whether one of his buttons is a blow or a shot, with its odds."""
        return any(tap.type in ATTACKS for family in self.moves for tap in family.taps)

    @property
    def reflex(self) -> str:
        """What he does about a blow; a player's is asked unless he said otherwise."""
        return (self.fighter.own.reflex if self.fighter.own is not None else None) or Reflex.ASK


def lanes(view: FightView, taps: tuple[Tap, ...], spoken: Language) -> tuple[Lane, ...]:
    """Those who may act first, in the order of the segment; then the viewer's own; then the others."""
    words = room_words("skirmish", spoken)
    able = {one.who for one in taps if one.who and one.type != UNCOVER}
    places = {one.id: place for place, one in enumerate(queue(view))}
    ranked = sorted(
        view.fighters,
        key=lambda one: (
            one.out is not None and not acts(view, one, able),
            not acts(view, one, able),
            one.own is None,
            places.get(one.id, len(places)),
        ),
    )
    led = (one.id for one in ranked if one.id in able and (one.own is None or one.own.entrusted is None))
    first = next(led, "") if view.step is not FightStep.BEFORE else ""
    return tuple(_lane(view, one, taps, words, lead=one.id == first, acting=acts(view, one, able)) for one in ranked)


def queue(view: FightView) -> tuple[FighterView, ...]:
    """
    Those who still have an action in this segment, in the order in which they are asked [SK-PRI-7].

    Whoever must let an opponent act first stands behind him [SK-PRI-2, SK-PRI-3, SK-WPN-3]; where each of several
    must let another, the first of the list breaks the ring.
    """
    if view.step is FightStep.OVER:
        return ()
    known = {fighter.id: fighter for fighter in view.fighters}
    left = [known[id] for id in view.actors if has_action(view, known[id])]
    ahead: dict[str, set[str]] = {one.id: set() for one in left}
    for order in view.orders:
        second = order.other if order.first == order.one else order.one
        if order.first in ahead and second in ahead:
            ahead[second].add(order.first)
    asked: dict[str, FighterView] = {}
    while left:
        free = next((one for one in left if ahead[one.id] <= asked.keys()), left[0])
        left.remove(free)
        asked[free.id] = free
    return tuple(asked.values())


def has_action(view: FightView, fighter: FighterView) -> bool:
    """Whether he has an unused declared action in this segment."""
    return any(slot.segment == view.segment and slot.fate == "open" for slot in fighter.slots)


def acts(view: FightView, fighter: FighterView, able: set[str]) -> bool:
    """Whether he may do something now with an action of this segment, or is the one to announce."""
    return fighter.id in able and (has_action(view, fighter) or view.step is FightStep.ANNOUNCING)


def _lane(  # noqa: PLR0913  # a row of the tracker is made of that many things
    view: FightView,
    fighter: FighterView,
    taps: tuple[Tap, ...],
    words: Mapping[str, str],
    *,
    lead: bool,
    acting: bool,
) -> Lane:
    """One character's row; the one who leads has the keys 1 to 9."""
    own = tuple(one for one in taps if one.who == fighter.id)
    fates = {slot.segment: slot.fate.value for slot in fighter.slots}
    return Lane(
        fighter=fighter,
        cells=tuple(
            SegmentCell(one, fates.get(one, "none"), MARKS.get(fates.get(one, ""), "·"), one == view.segment)
            for one in SEGMENTS
        ),
        tracks=_tracks(fighter),
        conditions=(*conditions(view, fighter, words), *bonds(view, fighter, words)),
        held=", ".join(words.get(weapon, weapon) for weapon in fighter.held) if fighter.out is None else "",
        malus=_malus(fighter),
        moves=by_family(tuple(one for one in own if one.type != UNCOVER), fighter.foes, keyed=lead),
        uncover=next((one for one in own if one.type == UNCOVER), None),
        lead=lead,
        acts=acting,
    )


def _malus(fighter: FighterView) -> int:
    """The dice his actions lose by their number [SK-DECL-3] and by lost levels [SK-DICE-22]; conditions tell theirs."""
    if fighter.own is None:
        return 0
    declared = sum(effect.dice for effect in fighter.own.effects if effect.code == "declared")
    return declared - sum(part.dice for part in level_parts(fighter.own.sheet, fighter.wounds, fighter.fatigue))


def _tracks(fighter: FighterView) -> tuple[Track, Track]:
    lost, tired = fighter.wounds, fighter.fatigue
    sheet = None if fighter.own is None else fighter.own.sheet
    wounds = () if sheet is None else boxes(sheet.wound_levels, sheet.wound_penalties, lost)
    fatigue = () if sheet is None else boxes(sheet.fatigue_levels, sheet.fatigue_penalties, tired)
    return (
        Track(_("Blessures"), "skirmish-wound", lost, wounds),
        Track(_("Fatigue"), "skirmish-tired", tired, fatigue),
    )


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
    left = {one.side: one.side_name for one in view.fighters if one.out is None or one.id in view.actors}
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
