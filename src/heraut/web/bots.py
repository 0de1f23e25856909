"""
What plays by itself: the programs that fill seats answer a little at a time, beside the pages and beside the clock.

Those that think for seconds do it in a process of low priority, one after the other, and are heard when they are done.

A game that has changed is looked at at once; the others when they are due, as each stream knows. An entry makes its
game due in its own transaction, so none is forgotten by a server that stops. Which games have such seats, and what they
do there, is for each engine's room to say.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty
from time import monotonic
from typing import Any, NamedTuple, ParamSpec, TypeVar

from heraut.journal.history import History
from heraut.kernel.message import Command
from heraut.kernel.names import ActorId, CommandId, Instant, SenderId, StreamId
from heraut.kernel.refusal import Refusal
from heraut.web import isolation, threads
from heraut.web.desk import desk, now, stirred, submit
from heraut.web.helper_process import HelperProcess
from heraut.web.models import Stream
from heraut.web.rooms import ROOMS, room
from heraut.web.rules_of_game import under_rules_of

P = ParamSpec("P")
R = TypeVar("R")
Answered = tuple[str, Command | None]
"""Who does the next thing, and what; nothing while a program still thinks about it in its own process."""

SENDER = SenderId("server:bot")
MOMENT = 0.5
"""Seconds of thinking at a time; an answer once begun is finished."""
AGAIN = 10
"""Seconds after which a game is looked at again whose program still thinks; it is as soon as it has thought."""
BEAT = 5.0
PAUSE = 60
"""Seconds until a game is looked at again whose programs failed."""
_looked = 0.0


def whole_state(history: History) -> Any:
    """
    The state with all its secrets, for a program that plays: a room's pages read `game.view`.

    A program's own answers go through the engine, which shows each seat its own; but whose turn it is, and which dice
    are nobody's, concern several seats at once.
    """
    return history.state


def last_heard(history: History) -> Command | None:
    """The last command of anybody but a program."""
    return next((deed.command for deed in reversed(history.deeds) if deed.sender != SENDER), None)


def answer_for_a_moment(
    stream: StreamId, at: Instant, following: Callable[[History], Answered | None]
) -> Instant | None:
    """
    Programs do what is theirs to do, thing by thing; when they have something to do again.

    `following` finds the next thing under the rules of the game.
    """
    begun = monotonic()
    while monotonic() - begun < MOMENT:
        history = desk().history(stream)
        with under_rules_of(history):
            found = following(history)
        if found is None:
            return None
        actor, command = found
        if command is None:
            return Instant(at + AGAIN)
        # Named by the entry it follows: of several processes that thought of an answer, one is heard.
        sent = CommandId(f"bot-{history.sequence}")
        if isinstance(submit(stream, command, command_id=sent, actor=ActorId(actor), sender=SENDER), Refusal):
            return None
    return at


class _Thought(NamedTuple):
    """What a program thinks about, and what will come of it."""

    about: Any
    answer: Future[Any]


_thinker = HelperProcess("thinker")
_thoughts: dict[StreamId, _Thought] = {}


def thought(stream: StreamId, about: Any, think: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R | None:
    """
    What a program answers that thinks for seconds; nothing until it has, and then its game is looked at at once.

    `about` is all that the program knows: as long as that stays the same, so does what it thinks, whatever happens in
    the game that is no affair of its seat.
    """
    begun = _thoughts.get(stream)
    if begun is None or begun.about != about:
        if begun is not None:
            begun.answer.cancel()
        begun = _thoughts[stream] = _Thought(about, _thinker.submit(think, *args, **kwargs))
        begun.answer.add_done_callback(lambda answer: None if answer.cancelled() else stirred.put(stream))
    if not begun.answer.done():
        return None
    del _thoughts[stream]
    found: R = begun.answer.result()
    return found


def start() -> None:
    """Let programs play as long as the process lives."""
    threads.start("worker", _turn, patience=24 * BEAT)


def _turn() -> None:
    """The next game that has changed; and every few seconds those that are due."""
    global _looked  # noqa: PLW0603  # one worker per process
    with suppress(Empty):
        work([stirred.get(timeout=BEAT)], now())
    if monotonic() - _looked >= BEAT:
        _looked = monotonic()
        work(due(now()), now())


def due(at: Instant) -> list[StreamId]:
    """The games whose programs have something to do, or may have: few, however many games sleep."""
    engines = [engine for engine in ROOMS if room(engine).plays is not None]
    waiting = Stream.objects.filter(engine__in=engines, programs_due__lte=at, moved_to="")
    return [StreamId(name) for name in waiting.values_list("pk", flat=True)]


def work(streams: list[StreamId], at: Instant) -> None:
    """Let the programs of each play for a moment, and write down when to look again."""
    for stream in streams:
        was = Stream.objects.values_list("programs_due", flat=True).filter(pk=stream).first()
        told = dict(isolation.each("worker", [stream], lambda stream: play(stream, at)))
        again = told.get(stream, Instant(at + PAUSE))
        Stream.objects.filter(pk=stream, programs_due=was).update(programs_due=again)
        if again is not None and again <= at:
            stirred.put(stream)


def play(stream: StreamId, at: Instant) -> Instant | None:
    """Let the programs of one game answer for a moment; when they have more to do."""
    if Stream.objects.exclude(moved_to="").filter(pk=stream).exists():
        return None  # what another machine has taken over is played there
    plays = room(desk().history(stream).engine.id).plays
    return None if plays is None else plays(stream, at)
