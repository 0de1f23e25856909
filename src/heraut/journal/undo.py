"""May this be taken back? [HOUSE-UNDO-1 to 4]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from heraut.journal.entry import Deed
from heraut.journal.history import History, undone
from heraut.journal.log import has_line
from heraut.kernel.engine import AnyEngine, evolve_all
from heraut.kernel.journal import Undo
from heraut.kernel.message import Event
from heraut.kernel.names import FATE, NO_SENDER, OFFICIALS, ActorId, CommandId, Instant
from heraut.kernel.refusal import HouseCode, Refusal, house


def undo_refusal(history: History, undo: Undo) -> Refusal | None:
    """Why the entry cannot be taken back by this seat, if it cannot."""
    if not 1 <= undo.entry <= history.sequence or undo.entry in history.dead:
        return house(HouseCode.NOTHING_TO_UNDO, undo.entry)
    if undo.seat not in OFFICIALS and (refusal := _player_refusal(history, undo)):
        return refusal
    later = blocker(history, undo)
    if later is None:
        return None
    if undo.seat not in OFFICIALS and not has_line(history, undo.seat, later):
        return house(HouseCode.UNDO_NOT_YOURS, undo.entry)
    return house(HouseCode.UNDO_BLOCKED, undo.entry, asked=later)


def final_refusal(history: History, undo: Undo) -> Refusal | None:
    """Why a player cannot take back what stays by the game's own rules; journals from before hold such undos."""
    final = undo.seat not in OFFICIALS and any(event.stays for event in history.deeds[undo.entry - 1].events)
    return house(HouseCode.UNDO_STAYS, undo.entry) if final else None


def _player_refusal(history: History, undo: Undo) -> Refusal | None:
    """What others did since counts as far as the player knows of it: what they did in secret must not show here."""
    target = history.deeds[undo.entry - 1]
    since = [deed for deed in history.live(after=undo.entry - 1) if has_line(history, undo.seat, deed.sequence)]
    if any(_shows(deed) for deed in since):
        return house(HouseCode.UNDO_AFTER_REVEAL, undo.entry)
    if target.seat != undo.seat or isinstance(target.command, Undo) or since != [target]:
        return house(HouseCode.UNDO_NOT_YOURS, undo.entry)
    return None


def _shows(deed: Deed) -> bool:
    return deed.seat == FATE or any(getattr(event, "reveals", False) for event in deed.events)


def blocker(history: History, undo: Undo) -> int | None:
    """The first later entry that would have come out otherwise."""
    return next(_otherwise(history, undo), None)


def dependants(history: History, undo: Undo) -> tuple[int, ...]:
    """
    Every later entry that stands in the way: taken back with it, newest first, nothing else would change.

    That holds at each step: what stands in the way of one of them alone goes too, such as a round paired between
    somebody's return and the taking back of both the return and the leaving before. What an undo took back and can no
    longer come back as it was is none of them: it counts for nothing already.
    """
    going: set[int] = set()
    while more := _more(history, undo, going):
        going |= more
    return tuple(sorted(going))


def _more(history: History, undo: Undo, going: set[int]) -> set[int]:
    """What stands in the way of the first step that cannot be taken, of those going and then the entry itself."""
    order = [*sorted(going, reverse=True), undo.entry]
    steps = ((Undo(undo.seat, each), order[:place]) for place, each in enumerate(order))
    return next(filter(None, (set(_otherwise(history, *step)) - history.dead for step in steps)), set())


def _otherwise(history: History, undo: Undo, gone: Sequence[int] = ()) -> Iterator[int]:
    """
    The later entries that would have come out otherwise, replayed by their commands, each without those before.

    `gone` are taken back already; they are later than what would change first.
    """
    undos = [
        Deed(sequence, NO_SENDER, CommandId(""), ActorId(""), Instant(0), Undo(undo.seat, entry), ())
        for sequence, entry in enumerate((*gone, undo.entry), start=history.sequence + 1)
    ]
    before, dead = (undone([*history.deeds, *pending]) for pending in (undos[:-1], undos))
    first = min(dead ^ before)
    state = history.at(first - 1)
    for deed in history.deeds[first - 1 :]:
        if deed.sequence in dead or isinstance(deed.command, Undo):
            continue
        events = history.engine.decide(state, deed.command)
        if isinstance(events, Refusal) or not tell_the_same(history.engine, state, events, deed.events):
            yield deed.sequence
        else:
            state = evolve_all(history.engine, state, events)


def tell_the_same(engine: AnyEngine, state: Any, given: tuple[Event, ...], told: tuple[Event, ...]) -> bool:
    """Whether what the rules give is what was told, events of an older Héraut completed first."""
    if given == told:
        return True
    if len(given) != len(told):
        return False
    for one, other in zip(given, told, strict=True):
        if one != other and not (_says_less(other, one) and engine.complete(state, other) == one):
            return False
        state = engine.evolve(state, one)
    return True


def _says_less(older: msgspec.Struct, today: msgspec.Struct) -> bool:
    """Whether an event says nothing else than another, as far as it says anything."""
    return type(older) is type(today) and all(
        _is_unsaid(field, getattr(older, field.name), getattr(today, field.name))
        for field in msgspec.structs.fields(older)
    )


def _is_unsaid(field: msgspec.structs.FieldInfo, said: Any, now: Any) -> bool:
    made = field.default_factory
    usual = field.default if made is msgspec.NODEFAULT else made()
    within = isinstance(said, msgspec.Struct) and isinstance(now, msgspec.Struct)
    return said in (now, usual) or (within and _says_less(said, now))
