"""
An event that is over, played once more: with everything drawn anew, or with other draws of the pairings alone.

Both take the strengths that the results show. Drawn anew, every game is played again. With another draw of the
pairings, whoever met in the event has the result they had; only who never met draws one. The engine pairs and ranks.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from heraut.kernel.names import ORGANISER, Seat
from heraut.kernel.refusal import Refusal
from heraut.lab.event import draw_skills, play_event
from heraut.lab.format_model import model_of
from heraut.lab.formats import ENGINE_BLOCK, QUICK_BLOCK
from heraut.lab.jobs import Runs, cut
from heraut.lab.measures import UNIT, added, top_of
from heraut.lab.pairing import STUCK
from heraut.lab.plan import EventPlan, NotQuick, plan_of
from heraut.lab.reference import SPARE, Hall, begun, number_of, play_by_engine, play_out, seat_of
from heraut.lab.review import (
    PRIOR,
    PastEvent,
    PlayedGame,
    Turned,
    games_of,
    read_event,
    strengths,
    turned_results,
    with_seats,
)
from heraut.lab.standings import blank_record
from heraut.lab.trial import PlayerField
from heraut.rulesets.editions import in_force
from heraut.tournament import engine
from heraut.tournament.entries import Drop
from heraut.tournament.format import Format, Report
from heraut.tournament.results import SettleResult
from heraut.tournament.standings.event import rows
from heraut.tournament.state import Over, Table

AGAIN, SEEDS = 20_000, 500
"""How often an event is played anew, and how many other draws of its pairings are tried, where nobody says."""
BY_ENGINE, TURNED = 100, 8
"""How many times an event by the engine, and a result turned round, take as long as an event on the quick path."""

Part = Literal["again", "seeds", "turned"]


class EventJob(msgspec.Struct, frozen=True):
    """An event as its file is, packed; how often it is played anew, in how many other draws, from which seed."""

    packed: bytes
    again: int
    seeds: int
    seed: int


class EventBlock(Runs, frozen=True):
    """Some runs of one part of the work; of `turned`, some of the games with a result."""

    part: Part


class Replayed(msgspec.Struct, frozen=True):
    """
    What some runs gave: how often each came first, and among the first, in millionths of a run.

    Players are in the order of `Rerun.seats`; those who share a place share what it is worth.
    """

    runs: int = 0
    by_engine: int = 0
    titles: tuple[int, ...] = ()
    tops: tuple[int, ...] = ()
    games: int = 0
    drawn: int = 0
    """How many of the games between two who had never met."""
    turned: tuple[Turned, ...] = ()

    def __add__(self, other: Replayed) -> Replayed:
        return Replayed(
            self.runs + other.runs,
            self.by_engine + other.by_engine,
            added(self.titles, other.titles),
            added(self.tops, other.tops),
            self.games + other.games,
            self.drawn + other.drawn,
            self.turned + other.turned,
        )


def event_job(lines: bytes, rerun: Rerun, again: int | None, seeds: int | None, seed: int) -> EventJob:
    """The job of an event whose file holds these lines; where nobody says how often, as often as takes seconds."""
    few = min(SEEDS, max(20, 16_000 // rerun.field.players))
    often = few if isinstance(rerun.plan, NotQuick) else AGAIN
    return EventJob(zlib.compress(lines), often if again is None else again, few if seeds is None else seeds, seed)


def event_digest(job: EventJob) -> str:
    """A name for a job; more runs of it are the same job."""
    return hashlib.sha256(job.packed + str(job.seed).encode()).hexdigest()[:16]


def event_blocks(job: EventJob, rerun: Rerun) -> Iterator[EventBlock]:
    """The blocks of a job: what is quick first."""
    few = max(1, ENGINE_BLOCK // rerun.field.players)
    quick = max(1, QUICK_BLOCK // rerun.field.players)
    yield from _cut("again", job.again, few if isinstance(rerun.plan, NotQuick) else quick)
    yield from _cut("turned", len(rerun.games), 2 * few)
    yield from _cut("seeds", job.seeds, few)


def _cut(part: Part, total: int, size: int) -> Iterator[EventBlock]:
    return (EventBlock(first, count, part) for first, count in cut(total, size))


def event_cost(rerun: Rerun, block: EventBlock) -> int:
    """How long a block takes beside the others."""
    anew = BY_ENGINE if isinstance(rerun.plan, NotQuick) else 1
    return block.count * {"again": anew, "seeds": BY_ENGINE, "turned": TURNED}[block.part]


def compute_event(sent: bytes, block: EventBlock) -> Replayed:
    """What a block of the job that was sent gives."""
    job, rerun = _prepared(sent)
    return replayed(rerun, block, job.seed)


@lru_cache(maxsize=2)
def _prepared(sent: bytes) -> tuple[EventJob, Rerun]:
    job = msgspec.json.decode(sent, type=EventJob)
    return job, Rerun(read_event(zlib.decompress(job.packed), ""))


def replayed(rerun: Rerun, block: EventBlock, seed: int) -> Replayed:
    """What a block gives, by the tables the event began with."""
    with in_force(rerun.past.edition):
        if block.part == "turned":
            return Replayed(turned=turned_results(rerun.past.state, block.first, block.count))
        sums = _Sums(rerun.field.players)
        for run in block.numbers:
            if block.part == "again":
                rerun.anew(seed, run, sums)
            else:
                rerun.other_pairings(seed, run, sums)
        return sums.tally()


def first_few(players: int) -> int:
    """How many are told to be among the first: a podium at least."""
    return max(top_of(players), min(3, players - 1))


@dataclass
class _Sums:
    """The runs of a block, added up."""

    players: int
    runs: int = 0
    by_engine: int = 0
    games: int = 0
    drawn: int = 0

    def __post_init__(self) -> None:
        self._titles, self._tops = np.zeros(self.players, np.int64), np.zeros(self.players, np.int64)

    def add(self, ranks: NDArray[np.int64]) -> None:
        """A run that ended with these places."""
        self.runs += 1
        top = first_few(self.players)
        for rank in range(1, top + 1):
            here = np.flatnonzero(ranks == rank)
            if len(here):
                self._titles[here] += UNIT // len(here) if rank == 1 else 0
                self._tops[here] += UNIT * min(top - rank + 1, len(here)) // len(here)

    def tally(self) -> Replayed:
        """All of it."""
        titles, tops = (tuple(int(sum) for sum in sums) for sums in (self._titles, self._tops))
        return Replayed(self.runs, self.by_engine, titles, tops, self.games, self.drawn)


class Rerun:
    """What playing an event once more needs of it: its players by number, their strengths, what happened."""

    def __init__(self, past: PastEvent) -> None:
        self.past, self._state = past, past.state
        self.settings: Format = msgspec.structs.replace(past.state.settings, players={})

    @cached_property
    def seats(self) -> list[Seat]:
        """Everybody who played, in the order of entry, those of the first round before those who came later."""
        players = self._state.players
        came = {seat: first for seat, (first, _) in self._spans.items() if not players[seat].spare}
        return sorted(came, key=lambda seat: (came[seat], players[seat].number))

    @cached_property
    def _spans(self) -> dict[Seat, tuple[int, int]]:
        """The first and the last round of everybody."""
        spans: dict[Seat, tuple[int, int]] = {}
        for played in self._state.rounds:
            for seat in played.players:
                spans[seat] = (spans.get(seat, (played.number, 0))[0], played.number)
        return spans

    @cached_property
    def games(self) -> list[PlayedGame]:
        """The games that have a result."""
        return list(games_of(self._state))

    @cached_property
    def field(self) -> PlayerField:
        """The field as the lab plays it, with the strengths that the results show."""
        players, known = self._state.players, strengths(self._state.players, self.games)
        level = sum(game.winner is None for game in self.games) / len(self.games)
        clubs = tuple(players[seat].club for seat in self.seats)
        ratings = tuple(known[seat] for seat in self.seats)
        return PlayerField(len(self.seats), PRIOR, ratings, clubs if any(clubs) else (), draws=min(level, 0.9))

    @cached_property
    def plan(self) -> EventPlan | NotQuick:
        """The event on the quick path, or why there is none."""
        with in_force(self.past.edition):
            return plan_of(self.settings, self.field)

    @cached_property
    def _skills(self) -> NDArray[np.float64]:
        return np.array([*self.field.ratings, 0.0])

    def anew(self, seed: int, run: int, sums: _Sums) -> None:
        """The event with every pairing and game drawn anew; everybody is there from the first round to the last."""
        if isinstance(self.plan, EventPlan):
            record, skills = blank_record(self.field.players, self.plan.most_rounds), self._skills
            draw_skills(self.plan, seed, run, skills)
            if play_event(self.plan, skills, seed, run, record) != STUCK:
                return sums.add(record.ranks)
        sums.by_engine += 1
        return sums.add(play_by_engine(self.settings, self.field, self._skills, seed, run).ranks)

    def other_pairings(self, seed: int, run: int, sums: _Sums) -> None:
        """The event with another draw of its pairings, by the engine."""
        hall = self.hall(seed, run)
        hall.open()
        play_out(hall, self._skills, self._most)
        ranks = np.zeros(len(self.seats), np.int64)
        for row in rows(hall.state):
            if row.id != SPARE:
                ranks[number_of(row.id, self.field)] = row.rank or 0
        sums.by_engine += 1
        sums.games += hall.games
        sums.drawn += hall.unknown
        sums.add(ranks)

    def hall(self, seed: int, run: int) -> ItsHall:
        """The hall of this event, before anybody has entered."""
        return ItsHall(self._ready, self.field, seed, run, begun(self._ready), self._known, self._came, self._left)

    @cached_property
    def _ready(self) -> Format:
        late = any(first > 1 for first, _ in self._spans.values())
        return msgspec.structs.replace(model_of(self.settings).playable(), late_entry=late)

    @cached_property
    def _names(self) -> dict[Seat, Seat]:
        """The seat of everybody in the lab's hall."""
        spare = {seat: SPARE for seat, player in self._state.players.items() if player.spare}
        return spare | {seat: seat_of(number) for number, seat in enumerate(self.seats)}

    @cached_property
    def _known(self) -> dict[frozenset[Seat], Report]:
        """What two players reported who met; the first time, if they met again."""
        known: dict[frozenset[Seat], Report] = {}
        for played in self._state.rounds:
            for table in played.tables.values():
                if table.result is not None:
                    met = frozenset(self._names[seat] for seat in table.seats)
                    known.setdefault(met, with_seats(table.result.report, self._names))
        return known

    @cached_property
    def _came(self) -> dict[Seat, int]:
        return {seat_of(number): self._spans[seat][0] for number, seat in enumerate(self.seats)}

    @cached_property
    def _left(self) -> dict[Seat, int]:
        """After which round everybody left who did not play the last."""
        last = len(self._state.rounds)
        spans = ((seat_of(number), self._spans[seat][1]) for number, seat in enumerate(self.seats))
        return {seat: after for seat, after in spans if after < last}

    @property
    def _most(self) -> int:
        """An event that its organiser ended is ended after as many rounds."""
        stage = self._state.stage
        if isinstance(stage, Over) and stage.cause == "organiser":
            return len(self._state.rounds)
        return model_of(self.settings).rounds(len(self.seats))[1]


@dataclass
class ItsHall(Hall):
    """The event's own hall: what two did when they met is known, and all come and leave when they did."""

    known: Mapping[frozenset[Seat], Report]
    came: Mapping[Seat, int]
    left: Mapping[Seat, int]
    games: int = 0
    unknown: int = 0

    def enter(self, seat: Seat, club: str, *, spare: bool = False) -> None:
        """Only who was there when registration closed; the others enter before their first round."""
        if self.came.get(seat, 1) == len(self.state.rounds) + 1:
            super().enter(seat, club, spare=spare)

    def play_round(self, skills: NDArray[np.float64]) -> None:
        """Those who came before this round enter; then it is paired and played."""
        if self.state.rounds:
            clubs = self.field.clubs or ("",) * self.field.players
            for seat, club in zip(self.came, clubs, strict=True):
                self.enter(seat, club)
        super().play_round(skills)

    def settle(self, number: int, table: Table, drawn: Report) -> None:
        """As it ended when they met; as drawn, if they never met or no game may end like that in this round."""
        self.games += 1
        known = self.known.get(frozenset(table.seats))
        if known is not None:
            said = SettleResult(ORGANISER, round=number, table=table.number, report=known)
            if not isinstance(engine.decide(self.state, said), Refusal):
                return self.say(said)
        self.unknown += 1
        return super().settle(number, table, drawn)

    def leave(self) -> None:
        """Those leave who left after this round."""
        for seat, after in self.left.items():
            if after == len(self.state.rounds) and seat in self.state.present:
                if isinstance(self.state.stage, Over):
                    return
                self.say(Drop(ORGANISER, player=seat))
