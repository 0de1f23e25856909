"""What people do as deeds, each with all that came of it; the card of one shows every die, every sum, every effect."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from heraut.journal import LogLine
from heraut.journal.log import is_undo
from heraut.kernel import ClauseId, Event, Outline
from heraut.skirmish.attack import BlowRead
from heraut.skirmish.effects import EffectGained
from heraut.skirmish.engine import Began, Unseen
from heraut.skirmish.moves import DodgeMade
from heraut.skirmish.need import Dice, Pool
from heraut.skirmish.pace import Weighed
from heraut.skirmish.procedure import Asked, Chosen, DiceRolled, Ended, Overridden, Ruled
from heraut.skirmish.slots import SlotUsed
from heraut.skirmish.turn import OrderSet, ReactionRead
from heraut.speech import Language, say_command, say_event
from heraut.speech.typography import minus
from heraut.web.rooms.skirmish.lanes import Reason, reasons
from heraut.web.sentences import room_words

ANSWERS = (DiceRolled, Chosen, Ruled, Overridden)
SILENT = (Asked, Ended, Began, ReactionRead, OrderSet, SlotUsed, DodgeMade, Weighed)
"""What the card shows otherwise, or says already."""
FEW = 8
"""A blow with all its consequences has fewer rolls."""
LOOKED_AT = 60
"""So many lines of the log are looked at for the last deed: nothing waits for more answers than that."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """A roll that was made: its faces, what was added, its total, and what it had to reach if anything."""

    who: str
    roll: str
    faces: tuple[int, ...]
    added: str
    total: int
    difficulty: int | None
    success: bool | None
    critical: bool
    clause: ClauseId
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """An attack against its final defence."""

    who: str
    target: str
    total: int
    defence: int
    hit: bool


@dataclass(frozen=True, slots=True)
class Card:
    """A deed: who did what to whom, its rolls, verdicts and sentences in the order they came."""

    number: int
    title: str
    target: str
    rows: tuple[Thrown | Verdict | str, ...]

    @property
    def many(self) -> bool:
        """Whether it is a roll of many at once, which is told shortly."""
        return sum(isinstance(row, Thrown) for row in self.rows) > FEW


def deeds(log: Iterable[LogLine]) -> Iterator[tuple[LogLine, ...]]:
    """What counts of the log, newest first, deed by deed; the lines of each in the order they were written."""
    found: list[LogLine] = []
    for line in log:
        if line.undone or is_undo(line) or not line.events:
            continue
        found.append(line)
        if not isinstance(bare(line.events[0]), ANSWERS):
            yield tuple(reversed(found))
            found = []
    if found:
        yield tuple(reversed(found))


def bare(event: Event | Outline) -> Event | Outline:
    """The event without its veil."""
    while isinstance(event, Unseen):
        event = event.event
    return event


def card(deed: tuple[LogLine, ...], spoken: Language, names: Mapping[str, str], *, ties: bool) -> Card | None:
    """The card of a deed; none where no dice fell."""
    events = [bare(event) for line in deed for event in line.events]
    if not any(isinstance(event, DiceRolled | BlowRead) for event in events):
        return None
    title, target = next((_title(event, spoken, names) for event in events if isinstance(event, Began)), ("", ""))
    return Card(deed[0].number, title, target, tuple(_rows(events, spoken, names, ties=ties)))


def _title(event: Began, spoken: Language, names: Mapping[str, str]) -> tuple[str, str]:
    """Who does what, and to whom."""
    match event:
        case Began(actor=who, command=command):
            target = str(getattr(command, "target", ""))
            return f"{names.get(who, who)} · {say_command(command, spoken)}", names.get(target, target)


def _rows(
    events: list[Event | Outline], spoken: Language, names: Mapping[str, str], *, ties: bool
) -> Iterator[Thrown | Verdict | str]:
    asked: tuple[Pool, ...] = ()
    for event in events:
        match event:
            case Asked(need=Dice(pools=pools)):
                asked = pools
            case DiceRolled():
                pool = next((one for one in asked if (one.who, one.roll) == (event.who, event.roll)), None)
                yield _thrown(event, pool, names, spoken, ties=ties)
            case BlowRead(who=who, target=target, total=total, defence=defence, hit=hit):
                yield Verdict(names.get(who, who), names.get(target, target), total, defence, hit)
            case EffectGained(code="declared") | Chosen(option="none"):
                continue
            case _ if not isinstance(event, SILENT):
                yield say_event(event, spoken, names)


def _thrown(event: DiceRolled, pool: Pool | None, names: Mapping[str, str], spoken: Language, *, ties: bool) -> Thrown:
    success = None
    if event.difficulty is not None:
        reached = event.total >= event.difficulty if ties else event.total > event.difficulty
        success = reached and not event.critical
    return Thrown(
        who=names.get(event.who, event.who),
        roll=room_words("skirmish", spoken).get(event.roll, event.roll),
        faces=event.faces,
        added=minus(f"{event.flat:+d}") if event.flat else "",
        total=event.total,
        difficulty=event.difficulty,
        success=success,
        critical=event.critical,
        clause=event.clause,
        reasons=() if pool is None else reasons(pool, spoken),
    )


def told_why(deed: tuple[LogLine, ...], spoken: Language, names: Mapping[str, str]) -> str:
    """Why Héraut played so, if it did."""
    found = (bare(event) for line in deed for event in line.events)
    return next((say_event(event, spoken, names) for event in found if isinstance(event, Weighed)), "")
