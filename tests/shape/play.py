"""Random legal play over any engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from heraut.journal.desk import Accepted, Desk
from heraut.journal.history import History
from heraut.journal.stores import MemoryJournal
from heraut.kernel.codec import decode
from heraut.kernel.engine import AnyEngine, evolve_all
from heraut.kernel.message import Command, Event, Roll
from heraut.kernel.names import FATE, OFFICIALS, ORGANISER, ActorId, CommandId, Instant, Seat, StreamId
from heraut.kernel.refusal import Refusal
from heraut.kernel.text import to_line
from shape.games import Game

CONSIDERED = 40
"""How many legal commands of a seat are looked at: enough to vary, few enough to stay quick."""


@dataclass(frozen=True, slots=True)
class Step:
    """One command of a random game, with the state before and after."""

    before: Any
    command: Command
    events: tuple[Event, ...]
    after: Any


class DeadEnd(AssertionError):
    """A game that waits for something nobody can do; the history is in the message, one line per command."""


def everybody(engine: AnyEngine, state: Any) -> tuple[Seat, ...]:
    return tuple(dict.fromkeys((*engine.seats(state), *sorted(OFFICIALS))))


def options(game: Game, state: Any, dice: Random) -> list[Command]:
    """Legal commands of everybody, and rarer ones that come through; dice, when due, are drawn, not enumerated."""
    engine = game.engine
    found = [command for seat in everybody(engine, state) for command in _some(engine.legal(state, seat), dice)]
    rare = (command for command in game.rarely(state) if not isinstance(engine.decide(state, command), Refusal))
    found += _some(rare, dice)
    for awaited in engine.awaits(state, ORGANISER):
        if awaited.seat == FATE and awaited.chance is not None:
            found += [Roll(faces=awaited.chance.draw(dice.randrange))] * max(1, len(found))
    return found


def _some(commands: Any, dice: Random) -> list[Command]:
    first = list(islice(commands, CONSIDERED))
    return dice.sample(first, min(len(first), 8))


def written(game: Game, commands: Iterable[Command]) -> History:
    """The journal of a game in which this was done."""
    desk, stream = Desk(MemoryJournal(), lambda _: game.engine), StreamId("game")
    settings = decode(game.settings, game.engine.settings)
    desk.open(stream=stream, engine=game.engine_id, title="Game", settings=settings, at=Instant(0))
    for number, command in enumerate(commands):
        sent = {"command_id": CommandId(str(number)), "actor": ActorId("somebody"), "at": getattr(command, "at", 0)}
        outcome = desk.submit(stream, command, **sent)
        assert isinstance(outcome, Accepted), outcome
    return desk.history(stream)


def random_game(game: Game, seed: int) -> Iterator[Step]:
    """Play until the game awaits nothing, or its bound."""
    engine, dice, state = game.engine, Random(seed), game.start()
    told: list[str] = []
    for _ in range(game.steps):
        if not engine.awaits(state, ORGANISER):
            return
        choices = options(game, state, dice)
        if not choices:
            raise DeadEnd("\n".join([f"seed {seed}: {engine.awaits(state, ORGANISER)}", *told]))
        command = dice.choice(choices)
        told.append(to_line(command))
        events = engine.decide(state, command)
        if isinstance(events, Refusal):
            raise AssertionError("\n".join([f"seed {seed}: legal but refused: {events}", *told]))
        after = evolve_all(engine, state, events)
        yield Step(state, command, events, after)
        state = after
    if game.ends:
        raise DeadEnd("\n".join([f"seed {seed}: not over after {game.steps} commands", *told[-50:]]))
