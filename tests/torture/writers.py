"""
Many at once: writers send, send again, and send out of order; then a checker looks for one order that explains it all.

Every writer notes what it sent and what it was told. The journal gives the order. Replayed one by one in that order,
each command must give the events that are stored and that its sender was told; a command that began after another had
been answered must stand after it; each id of a sender stands there once; whatever was answered yes is there.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from threading import Barrier, Thread
from time import monotonic
from typing import Any

from auction import engine
from auction.engine import DraftBid, PlaceBid
from heraut.journal.desk import Accepted, Desk
from heraut.kernel.codec import decode, encode
from heraut.kernel.journal import Journal, StreamExists
from heraut.kernel.message import Command, Roll
from heraut.kernel.names import ActorId, CommandId, Instant, Seat, SenderId, StreamId
from journal.chain import verified
from torture.kills import Broken, _forked
from torture.stores import Store

SEATS = ("ana", "ben", "chloe", "david")
LOTS = 400


@dataclass(frozen=True, slots=True)
class Told:
    """One sending: what, by whom, when it began and ended, and the answer."""

    stream: str
    sender: str
    id: str
    command: bytes
    began: float
    ended: float
    sequence: int
    """The entry it became; 0 if it was refused."""
    repeated: bool
    code: str
    events: bytes


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is done at once."""

    writers: int
    streams: int
    sends: int
    processes: int = 1


@dataclass(frozen=True, slots=True)
class _Started:
    """What the writers of a process share: they begin together."""

    barrier: Barrier
    told: list[Told]
    ended: list[int]
    """Who has sent everything, and got an answer to each."""


@dataclass
class Figures:
    store: str
    plan: Plan
    sent: int
    accepted: int
    repeated: int
    refused: int
    seconds: float

    def __str__(self) -> str:
        plan = self.plan
        return (
            f"{self.store}: {plan.writers} writers in {plan.processes} process(es) on {plan.streams} stream(s): "
            f"{self.sent} sent, {self.accepted} accepted, {self.repeated} repeated, {self.refused} refused; "
            f"equal to one after the other; {self.sent / self.seconds:.0f} a second, {self.seconds:.0f} s"
        )


def many_at_once(store: Store, plan: Plan, seed: int) -> Figures:
    """Let them all write, then check; `Broken` if no order explains what happened."""
    store.prepare()
    begun = monotonic()
    told: list[Told] = []
    share = plan.writers // plan.processes
    running = []
    for process in range(plan.processes):
        own = range(process * share, (process + 1) * share)
        running.append(_forked(_worker(store, plan, own, seed)))
    for pid, pipe in running:
        with os.fdopen(pipe, "rb") as answers:
            told += pickle.loads(answers.read() or pickle.dumps([]))  # our own child's
        if os.waitpid(pid, 0)[1]:
            raise Broken(f"{store.name}: a process of writers ended by itself; its reason stands above")
    seconds = monotonic() - begun
    pid, pipe = _forked(lambda _pipe: check(store.journal(), told))
    os.close(pipe)
    if os.waitpid(pid, 0)[1]:
        raise Broken(f"{store.name}: no order explains what was told; the reason stands above")
    yes = [one for one in told if one.sequence]
    repeated = sum(one.repeated for one in yes)
    return Figures(store.name, plan, len(told), len(yes) - repeated, repeated, len(told) - len(yes), seconds)


def _worker(store: Store, plan: Plan, writers: range, seed: int) -> Callable[[int], None]:
    def work(pipe: int) -> None:
        desk = Desk(store.journal())
        for number in range(plan.streams):
            _opened(desk, StreamId(f"sale-{number}"))
        together = _Started(Barrier(len(writers)), [], [])
        threads = [
            Thread(target=_write, args=(desk, plan, one, Random(seed * 1000 + one), together)) for one in writers
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if unheard := set(writers) - set(together.ended):
            raise Broken(f"{store.name}: {len(unheard)} writers got an error; their reasons stand above")
        with os.fdopen(os.dup(pipe), "wb") as out:
            out.write(pickle.dumps(together.told))

    return work


def _opened(desk: Desk, stream: StreamId) -> None:
    chosen = engine.Settings({seat: seat for seat in SEATS}, tuple(f"lot-{n}" for n in range(LOTS)), 1000)
    try:
        desk.open(stream=stream, engine="auction", title="Vente", settings=chosen, at=Instant(0))
    except StreamExists:
        return


def _write(desk: Desk, plan: Plan, writer: int, dice: Random, started: _Started) -> None:
    """Each command goes out once to three times, and a few wait for later; all senders use the same ids."""
    stream, seat = StreamId(f"sale-{writer % plan.streams}"), Seat(SEATS[writer // plan.streams % len(SEATS)])
    sends = []
    for number in range(plan.sends):
        sends += [(CommandId(f"c{number}"), _command(seat, dice))] * dice.choice((1, 1, 2, 3))
    for place in range(len(sends) - 1):
        if dice.random() < 0.2:
            sends[place], sends[place + 1] = sends[place + 1], sends[place]
    started.barrier.wait()
    for id, command in sends:
        started.told.append(_send(desk, stream, SenderId(f"link:{writer}"), id, command))
        _let_go()
    started.ended.append(writer)


def _command(seat: Seat, dice: Random) -> Command:
    """Now and then somebody rolls for a tie: when there is none that is refused, and when there is, others are."""
    draw = dice.random()
    if draw < 0.15:
        return Roll(faces=(1,))
    return (PlaceBid if draw < 0.8 else DraftBid)(seat, dice.randint(0, 3))


def _let_go() -> None:
    """As after a request: the connection goes back, others may wait for it."""
    import sys

    if "django.db" in sys.modules:
        sys.modules["django.db"].connection.close()


def _send(desk: Desk, stream: StreamId, sender: SenderId, id: CommandId, command: Any) -> Told:
    began = monotonic()
    outcome = desk.submit(stream, command, command_id=id, sender=sender, actor=ActorId(sender), at=Instant(1))
    ended = monotonic()
    sent = (stream, sender, id, encode(command), began, ended)
    if isinstance(outcome, Accepted):
        return Told(*sent, outcome.sequence, outcome.repeated, "", encode(outcome.events))
    return Told(*sent, 0, False, outcome.code, b"")


def check(journal: Journal, told: list[Told]) -> None:
    """One after the other, in the order of the journal, everything comes out as it was told."""
    for stream in sorted({one.stream for one in told}):
        here = [one for one in told if one.stream == stream]
        entries = list(verified(journal.header(StreamId(stream)), journal.read(StreamId(stream))))
        _check_ids(stream, entries, here)
        _check_replay(journal, stream, entries)
        _check_time(stream, here)


def _check_ids(stream: str, entries: list[Any], told: list[Told]) -> None:
    stored = {(entry.sender, entry.command_id): entry for entry in entries}
    if len(stored) != len(entries):
        raise Broken(f"{stream}: an id of a sender is there twice")
    said_yes = {(one.sender, one.id) for one in told if one.sequence}
    if said_yes != stored.keys():
        raise Broken(f"{stream}: told yes and absent, or there and told no: {said_yes ^ stored.keys()}")
    firsts: dict[tuple[str, str], int] = {}
    for one in told:
        if not one.sequence:
            continue
        entry = stored[one.sender, one.id]  # type: ignore[index]
        if (entry.sequence, bytes(entry.events), bytes(entry.command)) != (one.sequence, one.events, one.command):
            raise Broken(f"{stream}: {one.id} of {one.sender} was told another entry than its own")
        firsts[one.sender, one.id] = firsts.get((one.sender, one.id), 0) + (not one.repeated)
    if set(firsts.values()) - {1}:
        raise Broken(f"{stream}: a command was new to the journal more than once")


def _check_replay(journal: Journal, stream: str, entries: list[Any]) -> None:
    header = journal.header(StreamId(stream))
    state: Any = engine.start(decode(bytes(header.settings), engine.Settings), header.rules)
    for entry in entries:
        events = engine.decide(state, decode(bytes(entry.command), engine.commands))
        if encode(events) != bytes(entry.events):
            raise Broken(f"{stream}: entry {entry.sequence} is not what its command gives after those before it")
        for event in events:
            state = engine.evolve(state, event)


def _check_time(stream: str, told: list[Told]) -> None:
    """Whoever was answered before another began stands before it."""
    yes = sorted((one for one in told if one.sequence and not one.repeated), key=lambda one: one.sequence)
    latest = 0.0
    for one in yes:
        if one.ended < latest:
            raise Broken(f"{stream}: entry {one.sequence} was answered before an earlier one had begun")
        latest = max(latest, one.began)
