"""The characters of a fight as rows of the tracker: slots, tracks, conditions with their end, what each may do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from heraut.skirmish.effect import Effect, Until
from heraut.skirmish.state import Step
from heraut.skirmish.view import FighterView, FightView
from heraut.speech import Language
from heraut.web.rooms.skirmish.taps import Tap, keyed
from heraut.web.says import room_words

SEGMENTS = range(1, 6)
MARKS = {"open": "●", "used": "✓", "swapped": "⇄", "struck": "✕", "lost": "✕", "passed": "–"}


@dataclass(frozen=True, slots=True)
class Cell:
    """A segment of a character's turn."""

    segment: int
    fate: str
    mark: str
    now: bool


@dataclass(frozen=True, slots=True)
class Track:
    """A box per level, crossed once lost; only the number where the length is not the viewer's to know."""

    lost: int
    boxes: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """The buttons against one target, or those without."""

    target: str
    taps: tuple[Tap, ...]


@dataclass(frozen=True, slots=True)
class Lane:
    """A character: a cell per segment, the tracks, the conditions, what he may do. `open`: his buttons are shown."""

    fighter: FighterView
    cells: tuple[Cell, ...]
    wounds: Track
    fatigue: Track
    conditions: tuple[str, ...]
    groups: tuple[Group, ...]
    rare: tuple[Group, ...]
    open: bool
    acts: bool

    @property
    def mine(self) -> bool:
        return self.fighter.own is not None


def lanes(view: FightView, taps: tuple[Tap, ...], spoken: Language, *, official: bool) -> tuple[Lane, ...]:
    """Those who may act first, in the order of the segment; then the viewer's own; then the others."""
    words = room_words("skirmish", spoken)
    able = {one.who for one in taps if one.who}
    places = {id: place for place, id in enumerate(view.actors)}
    ranked = sorted(
        view.fighters,
        key=lambda one: (
            one.out is not None,
            not acts(view, one, able),
            one.own is None,
            places.get(one.id, len(places)),
        ),
    )
    first = next((one.id for one in ranked if one.id in able), "")
    shown = {one.id for one in ranked if one.id == first or (not official and one.own is not None)}
    opened = view.step is not Step.BEFORE
    return tuple(
        lane(view, one, taps, words, first=one.id == first, opened=opened and one.id in shown, able=able)
        for one in ranked
    )


def acts(view: FightView, fighter: FighterView, able: set[str]) -> bool:
    """Whether he may do something now with an action of this segment, or is the one to announce."""
    slot = any(slot.segment == view.segment and slot.fate == "open" for slot in fighter.slots)
    return fighter.id in able and (slot or view.step is Step.ANNOUNCING)


def lane(  # noqa: PLR0913  # a row of the tracker is made of that many things
    view: FightView,
    fighter: FighterView,
    taps: tuple[Tap, ...],
    words: Mapping[str, str],
    *,
    first: bool = False,
    opened: bool = False,
    able: set[str] | None = None,
) -> Lane:
    """One character's row; the first who may act has the keys 1 to 9."""
    own = tuple(one for one in taps if one.who == fighter.id)
    usual = tuple(one for one in own if not one.rare)
    fates = {slot.segment: slot.fate.value for slot in fighter.slots}
    sheet = fighter.own.sheet if fighter.own is not None else None
    return Lane(
        fighter=fighter,
        cells=tuple(
            Cell(one, fates.get(one, "none"), MARKS.get(fates.get(one, ""), "·"), one == view.segment)
            for one in SEGMENTS
        ),
        wounds=_track(fighter.wounds, sheet.wound_levels if sheet is not None else None),
        fatigue=_track(fighter.fatigue, sheet.fatigue_levels if sheet is not None else None),
        conditions=conditions(fighter, words),
        groups=_grouped(keyed(_nearest(usual, fighter)) if first else _nearest(usual, fighter)),
        rare=_grouped(tuple(one for one in own if one.rare)),
        open=opened and bool(own),
        acts=acts(view, fighter, able or set()),
    )


def _nearest(taps: tuple[Tap, ...], fighter: FighterView) -> tuple[Tap, ...]:
    """Opponents one is in melee with come first; what has no target comes last."""
    return tuple(sorted(taps, key=lambda one: (not one.target, one.target not in fighter.foes)))


def _grouped(taps: tuple[Tap, ...]) -> tuple[Group, ...]:
    targets = dict.fromkeys(one.target for one in taps)
    return tuple(Group(target, tuple(one for one in taps if one.target == target)) for target in targets)


def _track(lost: int, length: int | None) -> Track:
    return Track(lost, tuple(place < lost for place in range(max(lost, length))) if length is not None else ())


def conditions(fighter: FighterView, words: Mapping[str, str]) -> tuple[str, ...]:
    """What weighs on a character; its end and its dice are told to whom his sheet belongs."""
    found = [words.get(fighter.posture, fighter.posture)] if fighter.posture != "standing" else []
    if fighter.survival:
        found.append(words.get("survive", "survive"))
    if fighter.own is None:
        return (*found, *(words.get(code, code) for code in fighter.conditions if code != "declared"))
    return (*found, *(_effect(effect, words) for effect in fighter.own.effects))


def _effect(effect: Effect, words: Mapping[str, str]) -> str:
    weight = ngettext("−%s dé", "−%s dés", effect.dice) % effect.dice if effect.dice else ""
    flat = f"{effect.flat:+d}" if effect.flat else ""
    named = " ".join(filter(None, (words.get(effect.code, effect.code), weight, flat)))
    return f"{named}, {_end(effect)}"


def _end(effect: Effect) -> str:
    match effect.until:
        case Until.ROLL:
            return gettext("jusqu'au prochain jet")
        case Until.SEGMENT:
            return gettext("jusqu'à la fin du segment")
        case Until.TURN:
            return gettext("jusqu'à la fin du tour")
        case Until.FEAR:
            return gettext("tant que dure la peur")
        case Until.RECOVERY:
            return gettext("jusqu'à la guérison")
        case Until.STANDING:
            return gettext("jusqu'à ce qu'il se relève")
        case Until.HOLD:
            return gettext("tant qu'il est tenu")
        case Until.DEADLINE:
            return gettext("jusqu'au tour %s") % effect.limit
        case Until.LIFTED:
            return gettext("jusqu'à ce que le meneur le lève")
