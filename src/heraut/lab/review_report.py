"""What is told of an event that is over: luck, what decided it, what other draws would have given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import msgspec

from heraut.kernel.names import Seat
from heraut.lab.estimates import Estimate, percent, shares, wilson
from heraut.lab.jobs import Work
from heraut.lab.measures import UNIT
from heraut.lab.replays import (
    EventBlock,
    EventJob,
    Part,
    Replayed,
    Rerun,
    compute_event,
    event_blocks,
    event_cost,
    event_digest,
    first_few,
)
from heraut.lab.report import MeasuredLine, ReportPicture, ReportTable
from heraut.lab.review import (
    Schedule,
    TieBreakOrder,
    Turned,
    champions,
    latest_first,
    other_orders,
    schedules,
)
from heraut.lab.sentences import told
from heraut.rulesets.editions import in_force
from heraut.speech.sentences import Language
from heraut.speech.typography import decimal, minus

MOST_SHOWN = 12
"""In a picture and in the table of other draws."""
MOST_NAMED = 3
"""Of those who would have won with another draw, in a sentence."""


class Replays(msgspec.Struct, frozen=True):
    """Some runs: how many, how many of them by the engine, how often each won and came among the first, of one."""

    runs: int
    by_engine: int
    titles: Mapping[Seat, Estimate]
    tops: Mapping[Seat, Estimate]
    drawn: float = 1.0
    """The share of games whose result was drawn; the others were known."""

    @staticmethod
    def of(seats: list[Seat], found: Replayed) -> Replays:
        """What the sums say."""
        titles, tops = (_shares(seats, sums, found.runs) for sums in (found.titles, found.tops))
        drawn = found.drawn / found.games if found.games else 1.0
        return Replays(found.runs, found.by_engine, titles, tops, drawn)


def _shares(seats: list[Seat], sums: tuple[int, ...], runs: int) -> dict[Seat, Estimate]:
    return {seat: wilson(min(1.0, amount / UNIT / runs), runs) for seat, amount in zip(seats, sums, strict=True)}


class EventReport(msgspec.Struct, frozen=True):
    """All that is to be told of an event."""

    kind: ClassVar[str] = "event"
    job: EventJob
    name: str
    names: Mapping[Seat, str]
    champions: tuple[Seat, ...]
    schedules: tuple[Schedule, ...]
    turned: tuple[Turned, ...]
    turned_all: bool
    """Whether every result has been turned round."""
    orders: tuple[TieBreakOrder, ...]
    again: Replays
    seeds: Replays | None
    """None while no other draw has been tried."""

    @property
    def done(self) -> tuple[int, int]:
        """How many runs were made of both parts, and how many were asked for."""
        return self.again.runs + (self.seeds.runs if self.seeds else 0), self.job.again + self.job.seeds

    @property
    def top(self) -> int:
        """How many are the first."""
        return first_few(len(self.again.titles))

    def title(self, _language: Language) -> str:
        """The event's own."""
        return self.name

    def sentences(self, language: Language) -> list[str]:
        """The event in a few sentences."""
        return [
            *self._won(language),
            *self._other_draws(language),
            *self._decided(language),
            self._ordered(language),
        ]

    def _won(self, language: Language) -> list[str]:
        names = " / ".join(self.names[seat] for seat in self.champions)
        wins = self._of_champions(self.again).as_chance(language)
        said = [told(language, "after-won", name=names, runs=self.again.runs, wins=wins)]
        favourite = max(self.again.titles, key=lambda seat: self.again.titles[seat].value)
        if favourite not in self.champions:
            often = percent(self.again.titles[favourite].value, language)
            said.append(told(language, "after-favourite", name=self.names[favourite], share=often))
        return said

    def _of_champions(self, replays: Replays) -> Estimate:
        share = sum(replays.titles[seat].value for seat in self.champions if seat in replays.titles)
        return wilson(min(1.0, share), replays.runs)

    def _other_draws(self, language: Language) -> Iterator[str]:
        if self.seeds is None:
            return
        wins = self._of_champions(self.seeds).as_chance(language)
        names = " / ".join(self.names[seat] for seat in self.champions)
        yield told(language, "after-seeds", name=names, seeds=self.seeds.runs, wins=wins)
        titles = self.seeds.titles
        others = [seat for seat in titles if seat not in self.champions and titles[seat].value > 0]
        first = sorted(others, key=lambda seat: -titles[seat].value)[:MOST_NAMED]
        if first:
            listed = ", ".join(f"{self.names[seat]} ({percent(titles[seat].value, language)})" for seat in first)
            yield told(language, "after-seeds-others", listed=listed)

    def _decided(self, language: Language) -> Iterator[str]:
        if self.turned:
            last = self.turned[0]
            yield told(
                language, "after-turned", count=len(self.turned), round=str(last.game.round),
                table=str(last.game.table), one=self.names[last.game.one], other=self.names[last.game.other],
                champion=self.names[last.champion],
            )  # fmt: skip
        elif self.turned_all:
            yield told(language, "after-turned-none")

    def _ordered(self, language: Language) -> str:
        actual = self.orders[0].podium[:1] if self.orders else ()
        others = [order for order in self.orders if order.podium[:1] != actual]
        if not others:
            return told(language, "after-orders-same", count=max(0, len(self.orders) - 1))
        names = ((order_name(order, language), self.names[order.podium[0]]) for order in others)
        listed = told(language, "after-and").join(
            told(language, "after-led", order=order, name=name) for order, name in names
        )
        return told(language, "after-orders", listed=listed)

    def tables(self, language: Language) -> list[ReportTable]:
        """Who would have come first with other draws; the podium by order of tie-breaks; everybody from the top."""
        podiums = [[told(language, "after-order"), *("1", "2", "3")]]
        for order in self.orders:
            names = [self.names[seat] for seat in order.podium]
            podiums.append([order_name(order, language), *names, *[""] * (3 - len(names))])
        tables = [
            ReportTable(told(language, "after-podiums"), podiums),
            ReportTable(told(language, "after-everybody"), self._everybody(language)),
        ]
        if self.seeds is None:
            return tables
        return [ReportTable(told(language, "after-seeds-title"), self._draws(self.seeds, language)), *tables]

    def _everybody(self, language: Language) -> list[list[str]]:
        rows = [[told(language, f"after-{column}") for column in COLUMNS]]
        for one in self.schedules:
            numbers = (f"{value:+.2f}" for value in (one.strength, one.opponents, one.pairing_luck))
            written = [minus(decimal(number, language)) for number in numbers]
            rank = "–" if one.rank is None else str(one.rank)
            rows.append([one.name, rank, *written, _cell(self.again.titles.get(one.seat), language)])
        return rows

    def _draws(self, seeds: Replays, language: Language) -> list[list[str]]:
        head = [told(language, f"after-{column}", top=self.top) for column in ("player", "place", "first", "top")]
        ranks = {one.seat: "–" if one.rank is None else str(one.rank) for one in self.schedules}
        most = sorted(seeds.titles, key=lambda seat: (-seeds.titles[seat].value, -seeds.tops[seat].value))
        rows = [head]
        for seat in most[:MOST_SHOWN]:
            often = (_cell(found[seat], language) for found in (seeds.titles, seeds.tops))
            rows.append([self.names[seat], ranks.get(seat, "–"), *often])
        return rows

    def pictures(self, language: Language) -> list[ReportPicture]:
        """How often each would win: with everything drawn anew, and with other pairings alone."""
        titled = [(told(language, "after-again"), self.again)]
        if self.seeds is not None:
            titled.append((told(language, "after-seeds-title"), self.seeds))
        return [ReportPicture(title, self._bars(title, replays, language)) for title, replays in titled]

    def _bars(self, title: str, replays: Replays, language: Language) -> str:
        best = sorted(replays.titles, key=lambda seat: -replays.titles[seat].value)[:MOST_SHOWN]
        return shares(title, [(self.names[seat], replays.titles[seat]) for seat in best], language)

    def notes(self, language: Language) -> list[str]:
        """What is a model and what is the rules."""
        said = [told(language, "after-model")]
        if self.seeds is not None:
            said.append(told(language, "after-seeds-model", drawn=percent(self.seeds.drawn, language)))
        return [*said, told(language, "seed-only", seed=str(self.job.seed))]

    def measured(self) -> list[MeasuredLine]:
        """Every number of every player; then who would be where, if a result or the order had been another."""
        return [*self._players(), *self._otherwise()]

    def _players(self) -> Iterator[MeasuredLine]:
        for one in self.schedules:
            if one.rank is not None:
                yield MeasuredLine("", one.name, "rank", one.rank)
            for name in ("strength", "opponents", "pairing_luck", "result_luck"):
                yield MeasuredLine("", one.name, name, getattr(one, name))
            for part, replays in (("again", self.again), ("other_draws", self.seeds)):
                if replays is not None and one.seat in replays.titles:
                    yield MeasuredLine.sampled(part, one.name, "wins", replays.titles[one.seat], replays.runs)
                    yield MeasuredLine.sampled(part, one.name, f"top_{self.top}", replays.tops[one.seat], replays.runs)

    def _otherwise(self) -> Iterator[MeasuredLine]:
        for one in self.turned:
            turned = f"turned: round {one.game.round}, table {one.game.table}"
            yield MeasuredLine(turned, self.names[one.champion], "rank", 1)
        for order in self.orders:
            for place, seat in enumerate(order.podium, start=1):
                yield MeasuredLine(f"order: {' > '.join(order.name)}", self.names[seat], "rank", place)

    def plain(self) -> Mapping[str, Any]:
        """Everything, for a program."""
        return {
            "title": self.name, "names": self.names, "champions": self.champions, "schedules": self.schedules,
            "turned": self.turned, "orders": self.orders, "again": self.again, "other_draws": self.seeds,
            "top": self.top,
        }  # fmt: skip


COLUMNS = ("player", "place", "strength", "opponents", "pairing-luck", "again")


def _cell(found: Estimate | None, language: Language) -> str:
    return "–" if found is None else percent(found.value, language)


def order_name(order: TieBreakOrder, language: Language) -> str:
    """An order of the tie-breaks in words."""
    return " > ".join(told(language, f"criterion-{name}") for name in order.name)


def report_of(rerun: Rerun, job: EventJob, done: Mapping[EventBlock, Replayed]) -> EventReport | None:
    """The report of what is done, by the tables the event began with; nothing while it has not been played anew."""
    parts: dict[Part, Replayed] = {"again": Replayed(), "seeds": Replayed(), "turned": Replayed()}
    for block, found in done.items():
        parts[block.part] += found
    if not parts["again"].runs:
        return None
    past, seats = rerun.past, rerun.seats
    games = sum(block.count for block in done if block.part == "turned")
    with in_force(past.edition):
        return EventReport(
            job,
            past.title,
            {seat: player.name for seat, player in past.state.players.items()},
            champions(past.state),
            schedules(past.state),
            latest_first(parts["turned"].turned),
            games == len(rerun.games),
            other_orders(past.state),
            Replays.of(seats, parts["again"]),
            Replays.of(seats, parts["seeds"]) if parts["seeds"].runs else None,
        )


def work(rerun: Rerun, job: EventJob) -> Work[EventBlock, Replayed]:
    """The job with all that it takes to its report."""
    return Work(
        "event", event_digest(job), compute_event, msgspec.json.encode(job), tuple(event_blocks(job, rerun)),
        (EventBlock, Replayed), lambda done: report_of(rerun, job, done), lambda block: event_cost(rerun, block),
    )  # fmt: skip
