"""
The log of a fight in words, deed by deed; the card of one with every die; taking back by deed.

Rolls are told with their reasons: the dice that are due, what each is made of, what it is up against.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from msgspec import structs

from heraut.journal.log import LogLine, is_undo
from heraut.kernel.bounds import whole
from heraut.kernel.message import Command, Event, Outline
from heraut.kernel.names import ClauseId
from heraut.skirmish.announcements import Announced, AnnouncementPlanned
from heraut.skirmish.answers import Asked, Chosen, DiceRolled, Ended, Overridden, Ruled
from heraut.skirmish.attack import BlowRead, Style
from heraut.skirmish.dodges import DodgeMade
from heraut.skirmish.effects import EffectGained
from heraut.skirmish.entrust import Weighed
from heraut.skirmish.need import DiceNeed, Part, Pool
from heraut.skirmish.playing import Began, Unseen
from heraut.skirmish.slots import SlotUsed
from heraut.skirmish.strikes import Strike
from heraut.skirmish.turn import OrderSet, ReactionRead, TurnBegan
from heraut.skirmish.view import FightView
from heraut.speech.sentences import Language, say_command, say_event
from heraut.speech.typography import minus, signed
from heraut.web import sentences
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.request_data import form_of
from heraut.web.rooms.skirmish.buttons import capital, style_word
from heraut.web.sentences import LogSentence, room_words
from heraut.web.views import rewind
from heraut.web.views.game import show, show_again
from heraut.web.views.rewind import Past, WayBack


@dataclass(frozen=True, slots=True)
class RollReason:
    """A line of the breakdown; `against`: it makes the roll harder, not better."""

    label: str
    amount: str
    clause: ClauseId
    against: bool = False


@dataclass(frozen=True, slots=True)
class DueRoll:
    """A roll that is due: its dice as one says them, and why so many."""

    pool: Pool
    thrown: str
    reasons: tuple[RollReason, ...]


def due(view: FightView, spoken: Language) -> tuple[DueRoll, ...]:
    """Every roll that is due now."""
    pools = view.due.pools if isinstance(view.due, DiceNeed) else ()
    return tuple(DueRoll(pool, _thrown(pool), reasons(pool, spoken)) for pool in pools)


def _thrown(pool: Pool) -> str:
    flat = minus(f" {'+' if pool.flat > 0 else '-'} {abs(pool.flat)}") if pool.flat else ""
    return f"{pool.dice}d{pool.sides}{flat}"


def reasons(pool: Pool, spoken: Language) -> tuple[RollReason, ...]:
    """Why so many dice, and what they are up against."""
    return (*part_reasons(pool.parts, spoken), *part_reasons(pool.aims, spoken, against=True))


def part_reasons(parts: Iterable[Part], spoken: Language, *, against: bool = False) -> tuple[RollReason, ...]:
    """The lines of a breakdown; `against`: they make the roll harder."""
    words = room_words("skirmish", spoken)

    def reason(part: Part) -> RollReason:
        dice = minus(f"{part.dice}d") if part.dice else ""
        flat = minus(str(part.flat)) if against else signed(part.flat) if part.flat else ""
        return RollReason(words.get(part.code, part.code), " ".join(filter(None, (dice, flat))), part.clause, against)

    return tuple(map(reason, parts))


NOISE = (Asked, Ended, ReactionRead)
"""What is only awaited, or was said already by the dice."""
LINES = 30


def lines(game: VisitedGame, spoken: Language) -> tuple[LogSentence, ...]:
    """The newest of the log: what is only awaited is left out, what others do not know is marked."""
    known = sentences.names(game, spoken)

    def tell(events: Iterable[Event | Outline]) -> tuple[str, ...]:
        return tuple(_said(event, spoken, known) for event in _together(events))

    return tuple(line for line in sentences.log(game, game.latest(LINES), known, tell) if line.sentences)


def _together(events: Iterable[Event | Outline]) -> Iterator[Event | Outline]:
    """What there is to tell; neighbours who announce the same are told in one sentence."""
    for same, group in groupby((event for event in events if not is_noise(event)), key=_announcement):
        told = list(group)
        if same is None:
            yield from told
        else:
            yield structs.replace(told[0], who=", ".join(str(getattr(event, "who", "")) for event in told))


def _announcement(event: Event | Outline) -> tuple[object, ...] | None:
    """What an announcement says, whoever makes it; None for anything else."""
    match event:
        case Announced(actions=actions, segments=segments):
            return (Announced, actions, segments)
        case AnnouncementPlanned(seat=seat, actions=actions):
            return (AnnouncementPlanned, seat, actions)
        case _:
            return None


def is_noise(event: Event | Outline) -> bool:
    """Whether the log does without it."""
    told = event.event if isinstance(event, Unseen) else event
    return isinstance(told, NOISE) or (isinstance(told, EffectGained) and told.code == "declared")


def _said(event: Event | Outline, spoken: Language, known: Mapping[str, str]) -> str:
    if isinstance(event, Unseen):
        return f"({_('caché')}) {say_event(event.event, spoken, known)}"
    return say_event(event, spoken, known)


ANSWERS = (DiceRolled, Chosen, Ruled, Overridden)
SILENT = (Asked, Ended, Began, ReactionRead, OrderSet, SlotUsed, DodgeMade, Weighed)
"""What the card shows otherwise, or says already."""
FEW, ALIKE = 8, 3
"""A blow with all its consequences has no more rolls, nor more of one kind."""
LOOKED_AT = 60
"""So many lines of the log are looked at for the last deed: nothing waits for more answers than that."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """A roll that was made: whether it reached its difficulty, if it has one, and what it is made of."""

    roll: DiceRolled
    success: bool | None
    reasons: tuple[RollReason, ...]

    @property
    def added(self) -> str:
        """What was added to the dice; a result without dice is told alone."""
        return signed(self.roll.flat) if self.roll.flat and self.roll.faces else ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """An attack against its final defence."""

    attack: BlowRead


CardRow = Thrown | Verdict | str


@dataclass(frozen=True, slots=True)
class DeedCard:
    """A deed: who did what to whom, its rolls, verdicts and sentences in the order they came."""

    number: int
    title: str
    target: str
    rows: tuple[CardRow, ...]

    @property
    def many(self) -> bool:
        """Whether it is a roll of many at once, which is told shortly."""
        rolls = Counter(row.roll.roll for row in self.rows if isinstance(row, Thrown))
        return rolls.total() > FEW or max(rolls.values(), default=0) > ALIKE


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


def card(deed: tuple[LogLine, ...], spoken: Language, names: Mapping[str, str], *, ties: bool) -> DeedCard | None:
    """The card of a deed; none where no dice fell."""
    events = [bare(event) for line in deed for event in line.events]
    if not any(isinstance(event, DiceRolled | BlowRead) for event in events):
        return None
    title, target = next((_title(event, spoken, names) for event in events if isinstance(event, Began)), ("", ""))
    return DeedCard(deed[0].number, title, target, tuple(_rows(events, spoken, names, ties=ties)))


def _title(event: Began, spoken: Language, names: Mapping[str, str]) -> tuple[str, str]:
    """Who does what, and to whom."""
    match event:
        case Began(actor=who, command=command):
            target = str(getattr(command, "target", ""))
            return f"{names.get(who, who)} · {_deed_word(command, spoken)}", names.get(target, target)


def _deed_word(command: Command, spoken: Language) -> str:
    """What somebody does; a special blow by its own name."""
    match command:
        case Strike(style=style, contest=contest) if style is not Style.PLAIN:
            return capital(room_words("skirmish", spoken)[style_word(style, contest)])
        case _:
            return say_command(command, spoken)


def _rows(
    events: list[Event | Outline], spoken: Language, names: Mapping[str, str], *, ties: bool
) -> Iterator[CardRow]:
    asked: tuple[Pool, ...] = ()
    for event in events:
        match event:
            case Asked(need=DiceNeed(pools=pools)):
                asked = pools
            case DiceRolled():
                pool = next((one for one in asked if (one.who, one.roll) == (event.who, event.roll)), None)
                why = () if pool is None else reasons(pool, spoken)
                yield Thrown(event, _reached(event, ties=ties), why)
            case BlowRead():
                yield Verdict(event)
            case EffectGained(code="declared") | Chosen(option="none"):
                continue
            case _ if not isinstance(event, SILENT):
                yield say_event(event, spoken, names)


def _reached(event: DiceRolled, *, ties: bool) -> bool | None:
    """Whether it succeeds against its difficulty; None where it has none."""
    if event.difficulty is None:
        return None
    enough = event.total >= event.difficulty if ties else event.total > event.difficulty
    return enough and not event.critical


def told_why(deed: tuple[LogLine, ...], spoken: Language, names: Mapping[str, str]) -> str:
    """Why Héraut played so, if it did."""
    found = (bare(event) for line in deed for event in line.events)
    return next((say_event(event, spoken, names) for event in found if isinstance(event, Weighed)), "")


Deed = tuple[LogLine, ...]


@require_POST
@needs(Action.SPEAK)
def undo_deed(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Take back the last deed; one that is no longer the last was taken back already, or something came after it."""
    last = next(deeds(game.log), None)
    if last is None or last[0].number != whole(form_of(request).get("deed", "")):
        said = _("Ce n'est plus la dernière action. Regardez où en est le combat.")
        return show(request, game, fault=said, status=409)
    refusal = rewind.take_back(game, _newest_first([last]))
    if refusal is not None:
        return show(request, VisitedGame.of(request, game.stream), refusal=refusal, status=409)
    return show_again(request, game, _("C'est annulé."))


def _newest_first(taken: Iterable[Deed]) -> list[int]:
    """The entries of deeds that stand newest first, each with its lines as they were written."""
    return [line.entry for deed in taken for line in reversed(deed)]


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.SPEAK)
def go_back(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Choose a deed; see what would be taken back with it; take it back."""
    return rewind.go_back(request, game, WAY, _("Le combat reprend de là."))


def _past(game: VisitedGame) -> list[Past]:
    spoken = language()
    known = sentences.names(game, spoken)
    return [_past_deed(deed, spoken, known) for deed in deeds(game.log)]


def _past_deed(deed: Deed, spoken: Language, known: Mapping[str, str]) -> Past:
    events = [event for line in deed for event in line.events]
    told = (say_event(bare(event), spoken, known) for event in events if not is_noise(event))
    return Past(deed[0].number, (" ".join(told),), any(isinstance(bare(event), TurnBegan) for event in events))


def _entries(game: VisitedGame, number: int) -> list[int]:
    return _newest_first(deed for deed in deeds(game.log) if deed[0].number >= number)


WAY = WayBack(_past, _entries, most=200)
