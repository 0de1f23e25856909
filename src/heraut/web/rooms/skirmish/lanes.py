"""The characters of a fight as rows of the tracker: slots, tracks, conditions, buttons; and the order they act in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from heraut.skirmish.charges import Charge
from heraut.skirmish.fighter import Reflex
from heraut.skirmish.missiles import Shoot
from heraut.skirmish.secrecy import Uncover
from heraut.skirmish.state import FightStep
from heraut.skirmish.strikes import Strike
from heraut.skirmish.view import FighterView, FightView
from heraut.speech.sentences import Language
from heraut.web.rooms.skirmish.character_card import TrackBox, boxes
from heraut.web.rooms.skirmish.conditions import bonds, conditions
from heraut.web.rooms.skirmish.taps import Family, Tap, by_family
from heraut.web.sentences import room_words

SEGMENTS = range(1, 6)
UNCOVER = Uncover.__name__
ATTACKS = tuple(kind.__name__ for kind in (Strike, Charge, Shoot))
MARKS = {"open": "●", "used": "✓", "swapped": "⇄", "struck": "✕", "lost": "✕", "passed": "–"}


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
            one.out is not None,
            not acts(view, one, able),
            one.own is None,
            places.get(one.id, len(places)),
        ),
    )
    led = (one.id for one in ranked if one.id in able and (one.own is None or one.own.entrusted is None))
    first = next(led, "") if view.step is not FightStep.BEFORE else ""
    return tuple(lane(view, one, taps, words, lead=one.id == first, able=able) for one in ranked)


def queue(view: FightView) -> tuple[FighterView, ...]:
    """
    Those who still have an action in this segment, in the order in which they are asked [SK-PRI-7].

    Whoever must let an opponent act first stands behind those who need not [SK-PRI-2, SK-PRI-3, SK-WPN-3].
    """
    if view.step is FightStep.OVER:
        return ()
    known = {fighter.id: fighter for fighter in view.fighters}
    acting = [known[id] for id in view.actors if has_action(view, known[id])]
    ready = {one.id for one in acting}
    second = {
        order.other if order.first == order.one else order.one
        for order in view.orders
        if order.first is not None and order.first in ready
    }
    return tuple(sorted(acting, key=lambda one: one.id in second))


def has_action(view: FightView, fighter: FighterView) -> bool:
    """Whether he has an unused declared action in this segment."""
    return any(slot.segment == view.segment and slot.fate == "open" for slot in fighter.slots)


def acts(view: FightView, fighter: FighterView, able: set[str]) -> bool:
    """Whether he may do something now with an action of this segment, or is the one to announce."""
    return fighter.id in able and (has_action(view, fighter) or view.step is FightStep.ANNOUNCING)


def lane(  # noqa: PLR0913  # a row of the tracker is made of that many things
    view: FightView,
    fighter: FighterView,
    taps: tuple[Tap, ...],
    words: Mapping[str, str],
    *,
    lead: bool = False,
    able: set[str] | None = None,
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
        malus=sum(effect.dice for effect in (fighter.own.effects if fighter.own else ()) if effect.code == "declared"),
        moves=by_family(tuple(one for one in own if one.type != UNCOVER), fighter.foes, keyed=lead),
        uncover=next((one for one in own if one.type == UNCOVER), None),
        lead=lead,
        acts=acts(view, fighter, able or set()),
    )


def _tracks(fighter: FighterView) -> tuple[Track, Track]:
    lost, tired = fighter.wounds, fighter.fatigue
    sheet = None if fighter.own is None else fighter.own.sheet
    wounds = () if sheet is None else boxes(sheet.wound_levels, sheet.wound_penalties, lost)
    fatigue = () if sheet is None else boxes(sheet.fatigue_levels, sheet.fatigue_penalties, tired)
    return (
        Track(_("Blessures"), "skirmish-wound", lost, wounds),
        Track(_("Fatigue"), "skirmish-tired", tired, fatigue),
    )
