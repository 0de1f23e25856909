"""From settings to the state before the first event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from heraut.kernel import ORGANISER, HouseCode, Refusal, RulesVersion, house, together
from heraut.skirmish.fighter import Fighter
from heraut.skirmish.model import MODELS
from heraut.skirmish.refusing import refuse
from heraut.skirmish.settings import Enlisted, Settings
from heraut.skirmish.sheet import Sheet
from heraut.skirmish.state import State

MOST_FIGHTERS = 200


def start(settings: Settings, _rules: RulesVersion) -> State | Refusal:
    """The fighters at their places, copies of a type numbered, or everything that is wrong."""
    if refusal := together(tuple(_faults(settings))):
        return refusal
    fighters = {fighter.id: fighter for entry in settings.fighters for fighter in enlist(entry)}
    return State(settings=settings, fighters=fighters)


def enlist(entry: Enlisted) -> Iterator[Fighter]:
    """The characters of one line of the roster."""
    for place in range(1, entry.count + 1):
        several = entry.count > 1
        right, left = in_hands(entry.sheet)
        yield Fighter(
            id=f"{entry.id} {place}" if several else entry.id,
            side=entry.side,
            seat=entry.seat,
            sheet=entry.sheet,
            chief=entry.chief,
            unit=entry.unit,
            hidden=entry.hidden,
            right=right,
            left=left,
            heads=entry.sheet.heads,
        )


def in_hands(sheet: Sheet) -> tuple[str, str]:
    """What the sheet puts in the right and in the left hand; a two-handed weapon fills both."""
    held = [*sheet.in_hand, "", ""]
    weapon = sheet.weapon(held[0])
    return (held[0], held[0]) if weapon is not None and weapon.two_handed else (held[0], held[1])


def _faults(settings: Settings) -> Iterator[Refusal]:
    many = sum(max(0, entry.count) for entry in settings.fighters)
    if many > MOST_FIGHTERS:
        yield refuse("SK-DICE-21", "too-many-fighters", asked=many, allowed=MOST_FIGHTERS)
        return
    ids = Counter(fighter.id for entry in settings.fighters if entry.count > 0 for fighter in enlist(entry))
    if not ids:
        yield refuse("SK-DICE-21", "nobody-fights")
    for twice in (id for id, times in ids.items() if times > 1):
        yield refuse("SK-DICE-21", "same-name-twice", twice)
    for entry in settings.fighters:
        if entry.count < 1 or not entry.id or not entry.side:
            yield refuse("SK-DICE-21", "bad-line", entry.id, asked=entry.count, allowed=1)
        if entry.seat != ORGANISER and entry.seat not in settings.players:
            yield house(HouseCode.UNKNOWN_SEAT, entry.seat)
        if entry.chief and entry.chief not in ids:
            yield refuse("SK-CMD-1", "no-such-chief", entry.chief)
    if settings.options.dice_model not in MODELS:
        yield refuse("SK-DICE-18", "no-such-model", settings.options.dice_model, allowed=", ".join(MODELS))
