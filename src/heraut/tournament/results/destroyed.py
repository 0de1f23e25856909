"""Enemy army points destroyed, entry by entry [SR-DEST]."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from heraut.kernel import ClauseId, Refusal, together
from heraut.tournament.lists.army import Attachment, Kind, caster_points


class Remains(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """
    What is left of an entry at the end of a game.

    `cost` is the value printed on the card [SR-DEST-6]; `left` counts figures in play, attached ones too; those not
    yet on the table are `waiting` and are not destroyed [SR-DEST-7].
    """

    kind: Kind
    cost: int = 0
    initial: int = 1
    left: int = 0
    attachments: tuple[Attachment, ...] = ()
    waiting: int = 0
    inert: bool = False
    wild: bool = False

    @property
    def strength(self) -> int:
        """The figures paid for, attached ones included [SR-DEST-3]."""
        return self.initial + sum(part.figures for part in self.attachments)

    @property
    def value(self) -> int:
        """The printed value, attachments included [SR-DEST-3]."""
        return self.cost + sum(part.cost for part in self.attachments)

    @property
    def standing(self) -> int:
        """The figures that are not destroyed."""
        return self.left + self.waiting


def destroyed_points(entries: Iterable[Remains]) -> int:
    """What a player has destroyed of the opponent's army."""
    return sum(_lost(entry) for entry in entries)


def surviving_points(printed: int, destroyed: int) -> int:
    """What is left of a list of this printed value; never below nothing [SR-VRANK-6]."""
    return max(0, printed - destroyed)


def _lost(entry: Remains) -> int:
    match entry.kind:
        case Kind.COMPANION:
            return 0
        case Kind.CASTER:
            return caster_points() if entry.standing == 0 else 0
        case Kind.UNIT if 0 < entry.standing < _half(entry.strength):
            return _half(entry.value)
        case _ if entry.standing == 0 or entry.inert or entry.wild:
            return entry.value
        case _:
            return 0


def _half(number: int) -> int:
    """Half, rounded up [SR-DEST-2]."""
    return -(-number // 2)


def remains_faults(entries: Iterable[Remains]) -> Refusal | None:
    """What cannot be true of an army at the end of a game, for each entry at fault."""
    return together(tuple(fault for number, entry in enumerate(entries, start=1) for fault in _faults(number, entry)))


def _faults(number: int, entry: Remains) -> list[Refusal]:
    faults = []
    if entry.cost < 0 or any(part.cost < 0 for part in entry.attachments):
        faults.append(Refusal(ClauseId("SR-DEST-1"), "remains-cost", number, asked=entry.value, allowed=0))
    if entry.initial < 1 or any(part.figures < 1 for part in entry.attachments):
        faults.append(Refusal(ClauseId("SR-CTRL-1"), "remains-strength", number, asked=entry.initial, allowed=1))
    elif min(entry.left, entry.waiting) < 0 or entry.standing > entry.strength:
        faults.append(
            Refusal(ClauseId("SR-DEST-2"), "remains-left", number, asked=entry.standing, allowed=entry.strength)
        )
    if (entry.inert and entry.kind is not Kind.WARJACK) or (entry.wild and entry.kind is not Kind.WARBEAST):
        faults.append(Refusal(ClauseId("SR-DEST-4"), "remains-state", number, asked=entry.kind))
    return faults
