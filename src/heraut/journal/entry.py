"""
The stored entry: its chain, its older forms, and what an engine understands of it.

Each entry carries a hash of itself and of all that stands before it, so that any change shows. The chain is seeded by
what the first line fixes for ever, not by the name of the stream: a copy under another name keeps it.

Old streams stay readable: a stored message of an older form is changed into today's before it is decoded. A new field
has a default and a new meaning is a new event, so an upcaster is needed only when a stored form really changes. Then
`kernel.journal.FORMAT` grows by one and the change is listed here; `tests/golden/streams` keeps a file of every
released version. Each entry says its form: a stream begun long ago goes on in today's.

Settings are stored without their defaults. When an edition of the rules changes a default, what it was stands in
`FORMER_DEFAULTS`, so that a stream keeps the settings it began with.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import GenericAlias
from typing import Any

import msgspec

from heraut.journal.envelope import Envelope
from heraut.kernel.codec import decode, encode
from heraut.kernel.engine import AnyEngine
from heraut.kernel.former_names import FORMER_NAMES, renamed
from heraut.kernel.journal import FORMAT, Damaged, Draft, Entry, Header, Undo, Undone
from heraut.kernel.message import Command, Event
from heraut.kernel.names import ActorId, CommandId, Instant, Seat, SenderId
from heraut.rulesets.editions import edition_of

CHAINED = 2
"""The form from which on every entry has its hash."""


def seed(header: Header) -> str:
    """What the first entry is chained to."""
    fixed = (header.engine, header.rules, header.title, header.settings, header.created)
    return hashlib.sha256(encode(fixed)).hexdigest()


def link(previous: str, draft: Draft, sequence: int) -> str:
    """The hash of the entry the draft becomes after an entry with the previous one."""
    content = (
        previous, sequence, draft.form, draft.sender, draft.command_id, draft.actor, draft.at, draft.command,
        draft.events,
    )  # fmt: skip
    return hashlib.sha256(encode(content)).hexdigest()


def numbered(previous: str, draft: Draft, sequence: int) -> Entry:
    """The draft as the entry of that number."""
    fields = {field: getattr(draft, field) for field in Draft.__struct_fields__}
    return Entry(**fields, sequence=sequence, chain=link(previous, draft, sequence))


def numbered_all(previous: str, drafts: Iterable[Draft], last: int) -> tuple[Entry, ...]:
    """The drafts as the entries after that number."""
    entries: list[Entry] = []
    for sequence, draft in enumerate(drafts, last + 1):
        entries.append(numbered(previous, draft, sequence))
        previous = entries[-1].chain
    return tuple(entries)


def chained(previous: str, entry: Entry) -> Entry:
    """The entry with its hash: one of before there were any gets it now."""
    if entry.chain or entry.form >= CHAINED:
        return entry
    return msgspec.structs.replace(entry, chain=link(previous, entry, entry.sequence))


def chained_all(header: Header, entries: Iterable[Entry]) -> Iterator[Entry]:
    """The entries of a whole stream, each with its hash."""
    chain = seed(header)
    for entry in entries:
        whole = chained(chain, entry)
        chain = whole.chain
        yield whole


def broken(header: Header, entry: Entry) -> Damaged:
    """What is said of an entry that is not what was stored."""
    return Damaged(
        f"entry {entry.sequence} of {header.stream} is not what was stored (its hash differs); "
        f"{way_out(entry.sequence)}",
        stream=header.stream,
        entry=entry.sequence,
    )


def way_out(entry: int) -> str:
    """What one does about an entry that cannot be used."""
    return f"restore a copy, or go on from entry {entry - 1} with heraut export --until {entry - 1}"


Message = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Upcaster:
    """
    How messages of one type, written before the form `until`, read today; the first line may complete them.

    Without a type it is about every message of the engine.
    """

    engine: str
    message: str
    until: int
    change: Callable[[Message, Header], Message]


def _numbers_due(message: Message, header: Header) -> Message:
    return {**message, "numbers_due": _settings(header)["format"] == "saga"}


def _choose_lists(message: Message, header: Header) -> Message:
    return {**message, "choose_lists": _settings(header)["format"] == "steamroller"}


def _roll_off(message: Message, header: Header) -> Message:
    return {**message, "roll_off": _settings(header).get("final_tie") == "roll_off"}


def _reserve(message: Message, header: Header) -> Message:
    variants = _settings(header).get("variants", {})
    return {**message, "reserve": bool(variants.get("reserve") or variants.get("sudden_death"))}


def _names_of_today(message: Message, header: Header) -> Message:
    found: Message = renamed(message, FORMER_NAMES[header.engine])[0]
    return found


def _settings(header: Header) -> Message:
    settings: Message = json.loads(bytes(header.settings))
    return settings


UPCASTERS: tuple[Upcaster, ...] = (
    Upcaster("tournament", "RegistrationClosed", until=2, change=_numbers_due),
    Upcaster("tournament", "TablesRepaired", until=2, change=_choose_lists),
    Upcaster("tournament", "EventEnded", until=2, change=_roll_off),
    Upcaster("tournament", "TurnStarted", until=2, change=_reserve),
    Upcaster("match", "", until=3, change=_names_of_today),
)
"""The changes of stored forms, oldest first."""


def upcast(raw: msgspec.Raw, form: int, header: Header, upcasters: tuple[Upcaster, ...] | None = None) -> bytes:
    """The stored command or list of events in today's form; untouched, and at no cost, when it is already."""
    listed = UPCASTERS if upcasters is None else upcasters
    due = [step for step in listed if step.engine == header.engine and form < step.until]
    if not due:
        return bytes(raw)
    stored = json.loads(bytes(raw))
    if isinstance(stored, list):
        return json.dumps([_changed(message, due, header) for message in stored]).encode()
    return json.dumps(_changed(stored, due, header)).encode()


def _changed(message: Any, due: list[Upcaster], header: Header) -> Any:
    for step in due:
        if isinstance(message, dict) and step.message in ("", message.get("type")):
            message = step.change(message, header)
    return message


def readable(header: Header) -> bool:
    """Whether this version of Héraut knows the stream's form."""
    return header.heraut <= FORMAT


@dataclass(frozen=True, slots=True)
class FormerDefaults:
    """
    The settings of an engine whose default was another before the edition `until` of the rules.

    Groups of settings are maps in `fields`; `where` names what else a stream must have been opened with.
    """

    engine: str
    until: int
    fields: Mapping[str, Any]
    where: Mapping[str, Any] = field(default_factory=dict)

    def concerns(self, settings: Message) -> bool:
        """Whether these settings are of the kind that had the default."""
        return all(settings.get(name) == value for name, value in self.where.items())


FORMER_DEFAULTS: tuple[FormerDefaults, ...] = (
    FormerDefaults("campaign", 2, {"engagement": "free", "neutral_draw": "nobody", "resurgence": "never"}),
    FormerDefaults("match", 2, {"options": {"failed_attack_bonus": "once"}}),
    FormerDefaults("tournament", 2, {"failed_attack_bonus": "once"}, where={"format": "saga"}),
)
"""The changes of defaults, oldest first."""


def settings_of(header: Header, engine: AnyEngine, former: tuple[FormerDefaults, ...] | None = None) -> Any:
    """The settings a stream began with, as its engine knows them today; what it did not choose is as it was then."""
    listed = FORMER_DEFAULTS if former is None else former
    edition = edition_of(header.rules)
    due = [change for change in listed if change.engine == header.engine and edition < change.until]
    if not due:
        return decode(bytes(header.settings), engine.settings)
    settings = _settings(header)
    for change in due:
        settings = _completed(settings, change.fields) if change.concerns(settings) else settings
    return decode(json.dumps(settings), engine.settings)


def _completed(chosen: Message, former: Mapping[str, Any]) -> Message:
    """What was chosen, and the former default of what was not, in groups too."""
    groups = [name for name, value in former.items() if isinstance(value, dict)]
    return {**former, **chosen, **{name: _completed(chosen.get(name, {}), former[name]) for name in groups}}


@dataclass(frozen=True, slots=True)
class Deed:
    """One entry, decoded: who did what, when, and what came of it."""

    sequence: int
    sender: SenderId
    command_id: CommandId
    actor: ActorId
    at: Instant
    command: Command
    events: tuple[Event, ...]

    @property
    def seat(self) -> Seat:
        """For whom the command was spoken."""
        return self.command.seat


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the entries of one stream for its engine."""

    engine: AnyEngine
    header: Header
    envelope: Envelope | None = None

    def deed(self, entry: Entry) -> Deed:
        """The entry decoded; `Damaged` names the entry that no longer makes sense."""
        command = self._read(entry, entry.command, self.engine.commands | Undo)
        events = tuple(self._read(entry, entry.events, _list_of(self.engine.events | Undone)))
        if self.envelope is not None:
            command, events = self.envelope.open(command), tuple(map(self.envelope.open, events))
        return Deed(entry.sequence, entry.sender, entry.command_id, entry.actor, entry.at, command, events)

    def _read(self, entry: Entry, raw: msgspec.Raw, kind: Any) -> Any:
        if entry.form > FORMAT:
            raise self._unreadable(entry, f"it is of form {entry.form}")
        try:
            return decode(upcast(raw, entry.form, self.header), kind)
        except Exception as error:  # also an upcaster's: what is stored is not what it was made for
            raise self._unreadable(entry, str(error)) from error

    def _unreadable(self, entry: Entry, why: str) -> Damaged:
        return Damaged(
            f"entry {entry.sequence} of {self.header.stream} cannot be read ({why}); update Héraut if the game is "
            f"newer; otherwise {way_out(entry.sequence)}",
            stream=self.header.stream,
            entry=entry.sequence,
        )


@cache
def _list_of(kind: Any) -> Any:
    return GenericAlias(list, (kind,))


def raw(value: object) -> msgspec.Raw:
    """A value as JSON a store keeps without looking inside."""
    return msgspec.Raw(encode(value))


EngineFinder = Callable[[str], AnyEngine]
