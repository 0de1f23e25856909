"""Codes to sentences."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Literal, get_args

import msgspec

from heraut.kernel.codec import to_plain
from heraut.kernel.message import Awaited, Command, Event, Outline, room_of
from heraut.kernel.refusal import Reason, Refusal
from heraut.rulesets.tables import cached_table
from heraut.speech.typography import decimal, is_elided, minus, or_more, span, two_decimals, typeset

Language = Literal["fr", "en"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
Table = Literal["refusals", "reasons", "events", "outlines", "commands", "awaits", "words"]

_FIRST = re.compile(r"\{(\w+)\b(?!:typed)")
_OF = re.compile(r"\b([dD]|[qQ]u)e (?=\{(\w+)(?::(typed))?[:}])")
_LENGTH = re.compile(r"\d+\.\d+″\Z")
_CONTRACTED = re.compile(r"\b([Dd]e|[Àà]) le (?=sort\b)")
_SHORT = {"de": "du ", "De": "Du ", "à": "au ", "À": "Au "}
_RANGE = re.compile(r"(?P<first>-?\d+)(?:–|-|\.\.)(?P<last>-?\d+)\Z")
_SETTING = re.compile(r"(?=[a-z.]*[_.])[a-z][a-z0-9_]*(?:\.[a-z_-]+)?\Z")
_FIELD = re.compile(r"[A-Z][A-Za-z]+\.[a-z_]+\Z")
"""A field of a command: `Burden.flat`."""
_OPEN = re.compile(r"≥ ?(\d+)\Z")
_FRACTION = re.compile(r"(\d+)/([1-9]\d*)\Z")
_SIGNS = {(1, 4): "¼", (1, 2): "½", (2, 4): "½", (3, 4): "¾"}
_BY_ROOM = {"events", "outlines", "commands", "words"}
_TYPOGRAPHY = os.path.join(os.path.dirname(__file__), "typography.py")
_SPACES = {"fr": "\N{NARROW NO-BREAK SPACE}", "en": ","}


SOURCES: tuple[str, ...] = (os.path.dirname(__file__),)
"""Folders with a folder per language in each."""


def terminal_language() -> Language:
    """French unless the terminal speaks English, told as every program is: LC_ALL, then LC_MESSAGES, then LANG."""
    told = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return "en" if next(filter(None, told), "").startswith("en") else "fr"


@cache
def phrases(language: Language) -> Mapping[str, Mapping[str, str]]:
    """
    Every phrase of a language by table and key, from all rooms.

    A code means one thing in the whole house. Two rooms may have an event, a command or a word of the same name: each
    is also kept as `room:key`, and the table `rooms` tells which room says a phrase.
    """
    gathered: dict[str, dict[str, str]] = {}
    for name, file in _rooms(language):
        for table, entries in cached_table(file, read_phrases, (_TYPOGRAPHY,)).items():
            known = gathered.setdefault(table, {})
            for key, text in entries.items():
                if table not in _BY_ROOM and known.get(key, text) != text:
                    raise ValueError(f"{language}/{name}.toml: [{table}] {key} is said otherwise in another room")
                known.setdefault(key, text)
                known[f"{name}:{key}"] = text
                gathered.setdefault("rooms", {})[f"{table}:{key}"] = name
    return gathered


def _rooms(language: Language) -> list[tuple[str, str]]:
    """Each room's name and file."""
    found = (entry for source in SOURCES for entry in os.scandir(os.path.join(source, language)) if entry.is_file())
    return sorted((entry.name.removesuffix(".toml"), entry.path) for entry in found)


def read_phrases(file: str) -> dict[str, Any]:
    """The tables of a file `LANGUAGE/ROOM.toml`."""
    with open(file, "rb") as source:
        tables: dict[str, Any] = msgspec.toml.decode(source.read())
    if os.path.basename(os.path.dirname(file)) != "fr":
        return tables
    return {table: {key: typeset(text) for key, text in entries.items()} for table, entries in tables.items()}


def phrase(language: Language, table: Table, key: str) -> str:
    """The raw phrase; KeyError if it is missing, which a test over the catalogue prevents."""
    return phrases(language)[table][key]


def say_refusal(refusal: Refusal, language: Language, names: Mapping[str, str] | None = None) -> str:
    """What is wrong and what to do, one sentence per fault, each with its clause."""
    return "\n".join(f"{say_fault(fault, language, names)} [{fault.clause}]" for fault in refusal.all())


def say_fault(fault: Refusal, language: Language, names: Mapping[str, str] | None = None) -> str:
    """One fault alone, for a page that shows the clause in its own way."""
    facts = {"subject": fault.subject, "asked": fault.asked, "allowed": fault.allowed}
    return _fill("refusals", fault.code, facts, language, names)


def say_reason(reason: Reason, language: Language, names: Mapping[str, str] | None = None) -> str:
    """Why something is what it is, with its clause."""
    return f"{say_because(reason, language, names)} [{reason.clause}]"


def say_because(reason: Reason, language: Language, names: Mapping[str, str] | None = None) -> str:
    """A reason's sentence alone, for a page that shows the clause in its own way."""
    return _fill("reasons", reason.code, reason.facts, language, names)


def say_event(event: Event | Outline, language: Language, names: Mapping[str, str] | None = None) -> str:
    """
    One line of the log; `names` gives the names of the seats.

    What is inside a fact is named after it (`effect_dice`). A phrase `EVENT:FACT` is said instead where that fact is
    there, `EVENT:FACT=VALUE` where it is that code or number: what has ended is not told like what goes on. What a game
    calls otherwise than its fellows it says otherwise (`_own`).
    """
    if isinstance(event, Outline):
        who = ", ".join((names or {}).get(seat, seat) for seat in event.seats)
        return _fill("outlines", f"{event.room}:{event.event}", {"seat": who}, language)
    fields = type(event).__struct_fields__
    facts = dict.fromkeys(fields, "") | to_plain(event)  # fields at their default are left out
    for field in fields:
        if isinstance(inner := getattr(event, field), Event):  # an event that wraps another quotes its sentence
            facts[field] = say_event(inner, language, names)
        elif isinstance(held := facts[field], dict):
            facts |= {f"{field}_{name}": value for name, value in held.items()}
    key, said = _key(type(event)), phrases(language)["events"]
    there = (f"{key}:{fact}" for fact, value in facts.items() if value)
    told = (*there, *(f"{key}:{fact}={value}" for fact, value in facts.items()))
    return _fill("events", next((one for one in told if one in said), key), facts, language, names)


def say_command(command: Command | type[Command], language: Language) -> str:
    """The label of a command: what its button says."""
    kind = command if isinstance(command, type) else type(command)
    return phrase(language, "commands", _key(kind))


def _key(kind: type) -> str:
    return f"{room_of(kind)}:{kind.__name__}"


def say_awaited(awaited: Awaited, language: Language, names: Mapping[str, str] | None = None) -> str:
    """One sentence: what the game waits for, and from whom."""
    return _fill("awaits", awaited.code, {"seat": awaited.seat, "subject": awaited.subject}, language, names)


def _fill(
    table: Table,
    key: str,
    facts: Mapping[str, object],
    language: Language,
    names: Mapping[str, str] | None = None,
) -> str:
    room = key.partition(":")[0] if ":" in key else phrases(language)["rooms"][f"{table}:{key}"]
    text = phrase(language, table, _own(key, phrases(language)[table], names))
    said = _Said(facts, language, names or {}, room)
    filled = (_elided(text, said) if language == "fr" else text).format_map(said)
    filled = _CONTRACTED.sub(lambda found: _SHORT[found[1]], filled)
    return filled[:1].upper() + filled[1:] if said.is_word(_FIRST.match(text)) else filled


def _own(key: str, said: Mapping[str, str], names: Mapping[str, str] | None) -> str:
    """The key of the phrase that the game has for itself, as `EndTurn:turn=sequence` where a turn is a sequence."""
    own = f"{key}:turn={names.get('{turn}')}" if names else key
    return own if own in said else key


def _elided(text: str, said: _Said) -> str:
    """French says “d'Ana” where it says “de Ben”."""
    return _OF.sub(
        lambda found: f"{found[1]}’" if is_elided(format(said[found[2]], found[3] or "")) else found[0], text
    )


class _Said(msgspec.Struct, frozen=True):
    """Facts in words, each said only when its phrase asks for it: an event has many more than its sentence."""

    facts: Mapping[str, object]
    language: Language
    names: Mapping[str, str]
    room: str

    def __getitem__(self, name: str) -> str:
        fact = self.facts[name]
        said = self._choice(name) or _say(fact, self.language, self.names, self.room)
        one = (number := _number(fact)) is not None and is_one(number, self.language)
        return _Counted(said, one, _range(fact, self.language), _typed(fact))

    def _choice(self, name: str) -> str | None:
        """A rule's value as its form offers it, that of the key beside it; and which number of a roll is changed."""
        key = name if name == "number" else self.facts.get("key") if name in ("value", "default") else None
        return phrases(self.language)["choices"].get(f"{key}:{self.facts[name]}")

    def is_word(self, first: re.Match[str] | None) -> bool:
        """Whether a sentence begins with a plain word of ours, which then has a capital; names are as they are."""
        fact = self.facts.get(first.group(1)) if first else None
        if not isinstance(fact, str):
            return False
        words = phrases(self.language)["words"]
        if name := self.names.get(fact):
            return name in impersonal(self.language)
        return f"{self.room}:{fact}" in words or fact in words


def _number(fact: object) -> float | None:
    match fact:
        case int() | float():
            return fact
        case str() if parts := _FRACTION.match(fact):
            return int(parts[1]) / int(parts[2])
        case _:
            return None


def is_one(number: float, language: Language) -> bool:
    """Whether the noun after this number is singular: in French below two, in English one alone."""
    return abs(number) < 2 if language == "fr" else abs(number) == 1


class _Counted(str):
    """
    A fact whose phrase may name what is counted: `{points:point|points}` is “1 point”, “2 points”.

    Of the least and the most there may be, `{allowed:range}` is “38 à 40”. What people typed, `{name:typed}`, is said
    as it is: a unit may be called like a code of ours.
    """

    one: bool
    range: str
    typed: str | None

    def __new__(cls, text: str, one: bool, range: str = "", typed: str | None = None) -> _Counted:
        made = super().__new__(cls, text)
        made.one, made.range, made.typed = one, range, typed
        return made

    def __format__(self, spec: str) -> str:
        if spec == "range":
            return self.range or str(self)
        if spec == "typed":
            return str(self) if self.typed is None else self.typed
        singular, bar, plural = spec.partition("|")
        return f"{self} {singular if self.one else plural}" if bar else super().__format__(spec)


def _range(fact: object, language: Language) -> str:
    """From the least to the most there may be, or so many and more; nothing for what is neither."""
    match fact:
        case (int() as least,):
            return or_more(least, language)
        case (int() as least, int() as most):
            return span(least, most, language)
        case _:
            return ""


def _typed(fact: object) -> str | None:
    """A name, or several, as people typed them; None for what nobody types."""
    match fact:
        case str():
            return fact
        case (str(), *_):
            return ", ".join(map(str, fact))
        case _:
            return None


@cache
def impersonal(language: Language) -> frozenset[str]:
    """The names of seats where nobody in particular sits: the organiser, a referee, the clock, fate."""
    return frozenset(text for key, text in phrases(language)["words"].items() if key.startswith("seat-"))


def in_sentence(name: str, language: Language) -> str:
    """A name as it stands inside a sentence: « par l'organisateur », « par Ana »."""
    return name[:1].lower() + name[1:] if name in impersonal(language) else name


def say_care(key: str, **facts: object) -> str:
    """A sentence of the commands that look after what is stored, in the terminal's language."""
    language = terminal_language()
    said = {name: counted(fact, language) if isinstance(fact, int) else fact for name, fact in facts.items()}
    return phrases(language)["care"][key].format_map(said)


def counted(number: int, language: Language) -> str:
    """A number for a phrase that names what is counted."""
    return _Counted(_say(number, language, {}, ""), is_one(number, language))


def _say(fact: object, language: Language, names: Mapping[str, str], room: str) -> str:
    match fact:
        case None:
            return "–"
        case bool():
            return phrase(language, "words", str(fact).lower())
        case int():
            digits = f"{fact:,}".replace(",", _SPACES[language]) if abs(fact) >= 10_000 else str(fact)
            return minus(digits) if fact < 0 else digits
        case float():
            return minus(decimal(f"{fact:.10g}", language))
        case str():
            return _named(fact, language, names) or _text(_own(fact, phrases(language)["words"], names), language, room)
        case tuple() | list():
            return ", ".join(_say(part, language, names, room) for part in fact) or "–"
        case dict():
            pairs = (
                (_say(key, language, names, room), _say(value, language, names, room)) for key, value in fact.items()
            )
            return ", ".join(f"{key} {value}" for key, value in pairs)
        case _:
            return str(fact)


def _text(fact: str, language: Language, room: str) -> str:
    """A number written as text, as people write it; otherwise a code in words."""
    if _LENGTH.match(fact):
        return decimal(fact, language)
    if parts := _FRACTION.match(fact):
        return _fraction(int(parts[1]), int(parts[2]), language)
    if ends := _RANGE.match(fact):
        return span(minus(ends["first"]), minus(ends["last"]), language)
    if least := _OPEN.match(fact):
        return or_more(least[1], language)
    return _word(fact, language, room)


def _fraction(above: int, below: int, language: Language) -> str:
    """Halves and quarters by their signs, what is more than a whole otherwise in decimals: 6¼, 7,96, 1/3."""
    whole, rest = divmod(above, below)
    if not rest:
        return str(whole)
    if (rest, below) in _SIGNS:
        return f"{whole or ''}{_SIGNS[rest, below]}"
    return two_decimals(Fraction(above, below), language) if whole else f"{above}/{below}"


def _named(fact: str, language: Language, names: Mapping[str, str]) -> str | None:
    """The name an id has, or those of several that stand in one text, some of which may be names; no id has a comma."""
    parts = fact.split(", ") if ", " in fact and fact not in names else [fact]
    if not any(names.get(part) for part in parts):
        return None
    return ", ".join(in_sentence(names.get(part) or part, language) for part in parts)


def _word(code: str, language: Language, room: str) -> str:
    """A code as its room says it; a setting (told from a name by a low line or a point) or a field as its form does."""
    words, fields = phrases(language)["words"], phrases(language)["fields"]
    known = words.get(f"{room}:{code}") or words.get(code)
    if not known and _FIELD.match(code):
        return fields.get(code) or fields.get(code.partition(".")[2], code)
    if known or not _SETTING.match(code):
        return known or code
    owner, _, part = code.partition(".")
    return f"{fields[owner]}, {_word(part, language, room)}" if part and owner in fields else fields.get(code, code)
