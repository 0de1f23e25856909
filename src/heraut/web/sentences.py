"""Sentences about a game, for its pages and its API."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import cache, lru_cache

from django.utils.timezone import get_current_timezone

from heraut.dice import Weight
from heraut.journal.log import LogLine
from heraut.kernel.message import Awaited, Event, Outline
from heraut.kernel.names import CLOCK, FATE, ORGANISER, REFEREE, ClauseId, Instant, Seat
from heraut.kernel.refusal import Reason, Refusal
from heraut.speech import typography
from heraut.speech.sentences import LANGUAGES, Language, phrases, say_awaited, say_because, say_event, say_fault
from heraut.speech.typography import colon, decimal, two_decimals
from heraut.web.game import VisitedGame, language
from heraut.web.links import FIRST_ACCOUNT

Tell = Callable[[Iterable[Event | Outline]], tuple[str, ...]]
"""The sentences of what came together, such as the events of a line."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """One thing the game waits for, in words."""

    sentence: str
    seat: Seat
    clause: ClauseId
    since: datetime | None
    yours: bool


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong, and the clause that says so."""

    sentence: str
    clause: ClauseId


@dataclass(frozen=True, slots=True)
class RuleSentence:
    """One rule in words, and the clauses that say so."""

    sentence: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LogSentence:
    """One line of the log, in words."""

    number: int
    at: datetime
    actor: str
    seat: Seat
    name: str
    """Who sits there."""
    sentences: tuple[str, ...]
    undone: bool
    may_undo: bool


def moment(at: Instant | int) -> datetime:
    """A time by the clock people meet by."""
    return datetime.fromtimestamp(at, get_current_timezone())


@cache
def room_words(room: str, language: Language) -> Mapping[str, str]:
    """The plain words of a language as one room uses them."""
    words = phrases(language).get("words", {})
    own = {key.removeprefix(f"{room}:"): text for key, text in words.items() if key.startswith(f"{room}:")}
    return {**words, **own}


def names(game: VisitedGame, language: Language) -> Mapping[str, str]:
    """The name of every seat, the impersonal ones included, and of whatever else people named."""
    words = phrases(language).get("words", {})
    house = {seat: words.get(f"seat-{seat}", seat) for seat in (FATE, CLOCK, ORGANISER, REFEREE)}
    return {**game.called, **{str(seat): name for seat, name in (house | dict(game.names)).items()}}


def waiting(
    game: VisitedGame, language: Language, known: Mapping[str, str] | None = None, *, of: Collection[Seat] | None = None
) -> tuple[Waiting, ...]:
    """What the game waits for, from everybody or from these seats; the visitor's own part first."""
    known = known or names(game, language)
    asked = (awaited for awaited in game.awaits if of is None or awaited.seat in of)
    listed = [_waiting(game, awaited, language, known) for awaited in asked]
    return tuple(sorted(listed, key=lambda each: not each.yours))


def _waiting(game: VisitedGame, awaited: Awaited, language: Language, known: Mapping[str, str]) -> Waiting:
    yours = awaited.seat == game.visitor.seat or (awaited.seat == FATE and game.may_roll(awaited))
    since = None if awaited.since is None else moment(awaited.since)
    return Waiting(say_awaited(awaited, language, known), awaited.seat, awaited.clause, since, yours)


def faults(refusal: Refusal | None, language: Language, known: Mapping[str, str] | None = None) -> tuple[Fault, ...]:
    """Every fault of a refusal; the clause is shown beside the sentence, not in it."""
    if refusal is None:
        return ()
    return tuple(Fault(say_fault(fault, language, known), fault.clause) for fault in refusal.all())


def told(reason: Reason, known: Mapping[str, str] | None = None) -> Fault:
    """A reason in the visitor's language, beside its clause as a fault is."""
    return Fault(say_because(reason, language(), known), reason.clause)


def plainly(language: Language, known: Mapping[str, str]) -> Tell:
    """Each event in the one sentence `speech` has for it."""
    return lambda events: tuple(say_event(event, language, known) for event in events)


def log(game: VisitedGame, lines: Iterable[LogLine], known: Mapping[str, str], tell: Tell) -> tuple[LogSentence, ...]:
    """Lines of the log in words: by the names one knows, as the game's room tells them."""
    return tuple(log_line(game, line, known, tell) for line in lines)


def log_line(game: VisitedGame, line: LogLine, known: Mapping[str, str], tell: Tell) -> LogSentence:
    """One line of it."""
    return LogSentence(
        line.number,
        moment(line.at),
        known.get(ORGANISER if line.actor == FIRST_ACCOUNT else line.actor, account_name(line.actor)),
        line.seat,
        known.get(line.seat, line.seat),
        tell(line.events),
        line.undone,
        game.may_take_back(line),
    )


def account_name(name: str) -> str:
    """An account as people read it."""
    return word("role-organiser") if name == FIRST_ACCOUNT else name


def account_of(typed: str) -> str:
    """The account somebody means: the machine's own organiser is called so in each language, however it is written."""
    own = {phrases(each)["words"]["role-organiser"].casefold() for each in LANGUAGES}
    return FIRST_ACCOUNT if typed.strip().casefold() in own else typed


def kind(event: Event | Outline) -> str:
    """The type of an event."""
    return event.event if isinstance(event, Outline) else type(event).__name__


def kind_name(kind: str, language: Language) -> str:
    """What people call the events of a type."""
    readable = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in kind).strip().capitalize()
    return phrases(language).get("kinds", {}).get(kind, readable)


@lru_cache(maxsize=4096)  # a table of standings says the same numbers again and again
def amount(number: object, language: Language) -> str:
    """An exact number as people write it: halves as ½, other fractions with at most two decimals."""
    if number is None:
        return "–"
    exact = Fraction(str(number))
    if exact.denominator == 1:
        return str(exact.numerator)
    if exact.denominator == 2 and exact > 0:
        return f"{exact.numerator // 2 or ''}½"
    return two_decimals(exact, language)


def percent(chance: Weight, language: Language) -> str:
    """A chance as people read it: never 0 % or 100 % unless it is, halves of the last place upwards."""
    p = float(chance)
    if 0 < p < 0.001:
        written = "< 0.1"
    elif 0.999 < p < 1:
        written = "> 99.9"
    else:
        whole, tenth = divmod(int(p * 1000 + 0.5), 10)
        written = f"{whole}.{tenth}" if tenth else str(whole)
    return f"{written}%" if language == "en" else decimal(written, language) + "\N{NARROW NO-BREAK SPACE}%"


def of(name: str) -> str:
    """A name with the French “de” before it, elided where French does; English has its own word in the message."""
    return typography.of(name) if language() == "fr" else name


def word(key: object, kind: str = "") -> str:
    """A plain word in the visitor's language, as the room or kind given uses it; without one the key, made readable."""
    text, known = str(key), phrases(language()).get("words", {})
    spellings = (f"{kind}:{text}", f"{kind}-{text}", text, text.lower())
    return next((known[spelling] for spelling in spellings if spelling in known), text.replace("_", " "))


def answer_word(key: object, room: str = "") -> str:
    """A field or a value of an answer in the visitor's language: the answers' own words go before those of forms."""
    text, said = str(key), phrases(language())
    answers, words = said["answers"], said["words"]
    whole = room.partition("_")[0]  # `skirmish_attack` speaks as all of the skirmish does
    known = (
        answers.get(f"{room}:{text}"), answers.get(text), words.get(f"{room}:{text}"), words.get(f"{whole}:{text}"),
        words.get(f"limit-{text}"),
    )  # fmt: skip
    return next(filter(None, known), None) or _word_or_label(text, room)


def outcome_word(value: object, room: str = "") -> str:
    """A value of a law: what a roll ends with goes before the words of fields."""
    return phrases(language())["answers"].get(f"law:{value}") or answer_word(value, room)


SIDES = ("attacker", "defender", "shooter", "target")


def _word_or_label(text: str, room: str) -> str:
    side, _, what = text.partition("_")
    if side in SIDES and what:
        return f"{answer_word(side, room)}{colon(language())}{answer_word(what, room).lower()}"
    fields = phrases(language())["fields"]
    known = word(text, room)
    return fields.get(text, known) if known == text.replace("_", " ") else known
