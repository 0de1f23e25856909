"""
A game of any engine, as natural to play from a script as at a table.

Each command is judged, journalled and answered by the same desk as on a server, so a game saved here is a file that
`heraut play --keep`, `heraut import` and the pages go on with.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from random import Random
from typing import Any, get_args

from heraut import catalogue
from heraut.journal.desk import Accepted, Desk
from heraut.journal.history import History
from heraut.journal.log import LogLine
from heraut.journal.stores import MemoryJournal
from heraut.journal.transfer import export_stream, read_parcel
from heraut.kernel.codec import Malformed, decode, from_plain, to_plain
from heraut.kernel.engine import AnyEngine
from heraut.kernel.former_names import renamed_for
from heraut.kernel.journal import Journal, JournalError, Undo
from heraut.kernel.message import Awaited, Command, Event, Roll
from heraut.kernel.names import FATE, ORGANISER, RESERVED, ActorId, CommandId, Instant, Seat, SenderId, StreamId
from heraut.kernel.refusal import HouseCode, Reason, Refusal, house
from heraut.kernel.text import plain_line
from heraut.library.position import EngineAt, Position, changed, lead, read_position, situation
from heraut.library.questions import Refused, accepted
from heraut.speech.sentences import say_reason

SENDER = SenderId("library")
SCRIPT = ActorId("script")
DRAWN = ActorId("seed")
"""Who drew the dice that followed from a seed."""

_SAMPLES: Mapping[str, Mapping[str, Any]] = {
    "tournament": {
        "format": "saga",
        "allowed_ages": ["dark"],
        "players": {"ana": "Ana", "ben": "Ben", "chloe": "Chloé", "david": "David"},
    },
    "match": {"scenario": "capture", "players": {"ana": "Ana", "ben": "Ben"}},
    "campaign": {
        "turns": 3,
        "starting_pp": 9,
        "players": [{"seat": "ana", "name": "Ana"}, {"seat": "ben", "name": "Ben"}],
    },
}


def sample(engine: str, /) -> dict[str, Any]:
    """Settings that begin a small game of this engine, as plain values to be changed at will."""
    if engine == "skirmish":
        from heraut.skirmish.sheet_text import duel_of_warriors  # noqa: PLC0415  # sheets are read from files

        found: dict[str, Any] = to_plain(duel_of_warriors())
        return found
    if engine not in _SAMPLES:
        raise Malformed(f"there is no engine “{engine}”")
    copied: dict[str, Any] = to_plain(_SAMPLES[engine])
    return copied


class Game:
    """One game on its journal: `Game.start` begins one, `Game.load` goes on with a saved one."""

    def __init__(
        self, journal: Journal, stream: StreamId, /, *, desk: Desk | None = None, seed: int | None = None,
        sender: SenderId = SENDER,
    ) -> None:  # fmt: skip
        """A game that stands in a journal already; with a seed, dice that are due are drawn from it."""
        self._journal = journal
        self._stream = stream
        self._desk = Desk(journal) if desk is None else desk
        self._sender = sender
        self._can_be_saved = True
        self.draw_from(seed)

    @classmethod
    def start(
        cls, engine: str, settings: Mapping[str, Any] | str | None = None, /, *, seed: int | None = None, **more: Any
    ) -> Game:
        """
        Begin a game of `tournament`, `match`, `campaign` or `skirmish` under these settings (a mapping, or JSON).

        With a seed, dice are drawn from it whenever they are due; without, they are the command `Roll`.
        """
        journal, stream = MemoryJournal(), StreamId("game")
        chosen = catalogue.engine(engine)
        given = read_settings(chosen, settings, more)
        desk = Desk(journal)
        accepted(desk.open(stream=stream, engine=engine, title="", settings=given, at=Instant(0)))
        game = cls(journal, stream, desk=desk, seed=seed)
        game.draw()
        return game

    @classmethod
    def load(cls, file: str | PathLike[str], /, *, seed: int | None = None) -> Game:
        """
        The game of a file written by `save`, by `heraut play --keep` or by an export; proved before it is played.

        `Malformed` if the file is cut, changed, or no game at all.
        """
        journal = MemoryJournal()
        with Path(file).open("rb") as lines:
            try:
                parcel = read_parcel(lines, catalogue.engine)
            except JournalError as error:
                raise Malformed(str(error)) from error
        parcel.store(journal)
        return cls(journal, parcel.header.stream, seed=seed)

    @classmethod
    def at(cls, engine: str, file: str | PathLike[str], /, *, seed: int | None = None) -> Game:
        """
        A game from a position in readable notation, as `heraut play ENGINE --from FILE`.

        Dice that are due on the way are drawn from the position's seed; afterwards from `seed`, if one is given.
        """
        position = read_position(file, engine)
        if position.situated:
            game = cls._set_up(position, situation(position))
            lead(game, position)
        else:
            game = cls.start(engine, position.settings or sample(engine), seed=position.seed)
            lead(game, position)
            if position.changes:
                game = cls._set_up(position, changed(game.history.state, position))
        game.draw_from(seed)
        return game

    @classmethod
    def _set_up(cls, position: Position, state: Any) -> Game:
        """A game that begins at that state, which no journal leads to."""
        engine = catalogue.engine(position.engine)
        placed: Any = EngineAt(engine, state)
        journal, stream = MemoryJournal(), StreamId("game")
        desk = Desk(journal, lambda _id: placed)
        settings = read_settings(engine, sample(position.engine), {})
        accepted(desk.open(stream=stream, engine=position.engine, title="", settings=settings, at=Instant(0)))
        game = cls(journal, stream, desk=desk, seed=position.seed)
        game._can_be_saved = False
        return game

    def save(self, file: str | PathLike[str], /) -> None:
        """Write the whole game to one readable file; `Malformed` if it was set up where no command leads."""
        if not self._can_be_saved:
            raise Malformed(f"a game that was set up cannot be saved to {file}: its journal would not lead there")
        with Path(file).open("wb") as target:
            target.writelines(export_stream(self._journal, self._stream))

    @property
    def engine(self) -> AnyEngine:
        """The engine, under the rules the game began with."""
        return self.history.engine

    @property
    def history(self) -> History:
        """Every command so far with its events."""
        return self._desk.history(self._stream)

    @property
    def seats(self) -> Mapping[Seat, str]:
        """Who sits at the game, with the name each goes by."""
        return self.engine.seats(self.history.state)

    @property
    def names(self) -> Mapping[str, str]:
        """What the ids in its sentences are called: the seats, and whatever else people named."""
        return {**self.engine.called(self.history.state), **{str(seat): name for seat, name in self.seats.items()}}

    @property
    def commands(self) -> tuple[str, ...]:
        """The names of all commands of this engine; `heraut play ENGINE --schema` shows their fields."""
        return tuple(kind.__name__ for kind in get_args(self.engine.commands))

    @property
    def awaits(self) -> tuple[Awaited, ...]:
        """What the game waits for, and from whom; empty when it is over."""
        return self._desk.awaits(self._stream, ORGANISER)

    def legal(self, seat: str, /) -> Iterator[Command]:
        """What a seat may try now, lazily; for the seat `fate`, everything that could come up."""
        return iter(self.engine.legal(self.history.state, self._seat(seat)))

    def view(self, seat: str | None = None, /) -> Any:
        """What a seat may see; without one, what a spectator sees."""
        return self._desk.view(self._stream, None if seat is None else self._seat(seat))

    def log(self, seat: str | None = None, /) -> tuple[LogLine, ...]:
        """What has happened as far as a seat may know, oldest first."""
        return self._desk.log(self._stream, None if seat is None else self._seat(seat))

    def _seat(self, name: str) -> Seat:
        """A seat there is: a misspelt one would be shown what a spectator sees, and offered nothing."""
        known = tuple(dict.fromkeys((*self.seats, *sorted(RESERVED))))
        if name not in known:
            raise Malformed(f"Invalid value {name!r}: one of {', '.join(known)} - at `$.seat`")
        return Seat(name)

    def command(self, command: Command | Mapping[str, Any] | str, /, **fields: Any) -> Command:
        """
        A command from what a person or a program writes.

        That is a command itself, a line such as `PlaceBid seat=ana amount=2`, JSON, a mapping with `type`, or a name
        with its fields. `Malformed` names the field that is wrong; a field nobody knows is. An old name is read for one
        version more, with a `DeprecationWarning`.
        """
        found, notices = self.read_command(command, **fields)
        for notice in notices:
            warnings.warn(say_reason(notice, "en"), DeprecationWarning, stacklevel=2)
        return found

    def read_command(
        self, command: Command | Mapping[str, Any] | str, /, **fields: Any
    ) -> tuple[Command, tuple[Reason, ...]]:
        """The same, with a notice for each old name that was used."""
        if isinstance(command, Command):
            return command, ()
        plain, notices = renamed_for(self.engine.id, _plain_command(command, fields))
        found: Command = from_plain(plain, self.engine.commands | Undo, forbid_unknown=True)
        return found, notices

    def play(self, command: Command | Mapping[str, Any] | str, /, **fields: Any) -> tuple[Event, ...]:
        """Play a command (see `command`) and return its events; `Refused` if the rules do not allow it."""
        return accepted(self.submit(self.command(command, **fields)), self.names).events

    def undo(self, entry: int | None = None, /, *, seat: str = ORGANISER) -> tuple[Event, ...]:
        """
        Take back an entry of the history; `Refused` if it may not be.

        By default that is the last command that counts, with the dice that were drawn after it.
        """
        taken = [
            accepted(self._send(Undo(Seat(seat), number)), self.names).events
            for number in (self._last() if entry is None else (entry,))
        ]
        return tuple(event for events in taken for event in events)

    def _last(self) -> tuple[int, ...]:
        """The entries of the last command that counts, newest first."""
        live = self.history.live()
        last = next((place for place, deed in reversed([*enumerate(live)]) if deed.actor != DRAWN), None)
        if last is None:
            raise Refused(house(HouseCode.NOTHING_DONE))
        return tuple(deed.sequence for deed in reversed(live[last:]))

    def submit(self, command: Command, command_id: CommandId | None = None) -> Accepted | Refusal:
        """The same without an exception, under an id of the sender's own; dice that are due follow from the seed."""
        outcome = self._send(command, command_id)
        if isinstance(outcome, Refusal) or outcome.repeated:
            return outcome
        return Accepted(outcome.sequence, outcome.events + self.draw())

    def draw_from(self, seed: int | None, /) -> None:
        """From now on draw dice from this seed; without one they are the command `Roll`."""
        self._dice = None if seed is None else Random(seed)

    def draw(self) -> tuple[Event, ...]:
        """Draw the dice that are due from the seed, as long as some are; nothing without a seed."""
        events: tuple[Event, ...] = ()
        while (roll := self._drawn()) is not None:
            events += accepted(self._send(roll, actor=DRAWN)).events
        return events

    def _drawn(self) -> Roll | None:
        """The dice that are due now, if any, drawn from the seed."""
        if self._dice is None:
            return None
        due = (one.chance for one in self.awaits if one.seat == FATE and one.chance)
        chance = next(due, None)
        return None if chance is None else Roll(faces=chance.draw(self._dice.randrange))

    def _send(
        self, command: Command, command_id: CommandId | None = None, actor: ActorId = SCRIPT
    ) -> Accepted | Refusal:
        """A script chooses its own time; on a server the shell does."""
        at: Instant = getattr(command, "at", Instant(0))
        sent: Any = {"command_id": command_id, "sender": self._sender, "actor": actor, "at": at}
        if isinstance(command, Undo):
            return self._desk.undo(self._stream, command, **sent)
        return self._desk.submit(self._stream, command, **sent)


def _plain_command(command: Mapping[str, Any] | str, fields: Mapping[str, Any]) -> Any:
    if isinstance(command, str) and not fields:
        text = command.strip()
        return decode(text, Any) if text.startswith("{") else plain_line(text)
    return to_plain(({"type": command} if isinstance(command, str) else dict(command)) | dict(fields))


def read_settings(engine: AnyEngine, given: Mapping[str, Any] | str | bytes | None, more: Mapping[str, Any]) -> Any:
    """Settings from JSON or a mapping, with more of them beside; a field nobody knows is wrong."""
    plain = decode(given, Any) if isinstance(given, str | bytes) else {} if given is None else given
    if not isinstance(plain, Mapping):
        raise Malformed("Expected `object`")
    return from_plain(to_plain({**plain, **more}), engine.settings, forbid_unknown=True)


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of a journal: what was commanded, what came of it, whether it was taken back, what was then seen."""

    number: int
    command: Command
    events: tuple[Event, ...]
    undone: bool
    _history: History

    def view(self, seat: str | None = None, /) -> Any:
        """What a seat saw right after it, without what has been taken back since."""
        state = self._history.at(self.number)
        return self._history.engine.view(state, None if seat is None else Seat(seat))


def replay(file: str | PathLike[str], /) -> Iterator[Step]:
    """A journal step by step, proved first: every entry chained, and what the rules make of its command."""
    history = Game.load(file).history
    for deed in history.deeds:
        yield Step(deed.sequence, deed.command, deed.events, deed.sequence in history.dead, history)
