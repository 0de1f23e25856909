"""
Band against band: every charge by its exact law; a duel exactly to its end, larger fights sampled.

The fight is a model of play around the rules of a melee: sides take turns, each unit in its order charges where the law
promises most, or rests when it is too tired or nothing is worth it. There is no table: everybody reaches everybody.
What is exact and what is sampled is told apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar

import msgspec

from heraut.ask.units import UnitAsked, read_units
from heraut.battle import series
from heraut.battle.melee import MeleeSide
from heraut.battle.series import GONE, ChargeStep, UnitLeft
from heraut.battle.unit import Unit
from heraut.dice import EXACT
from heraut.kernel.codec import Exact, Malformed, decode, whole_or_exact
from heraut.kernel.refusal import Refusal
from heraut.lab import skirmishes
from heraut.lab.estimates import Estimate, percent, wilson
from heraut.lab.jobs import Runs, Work, chance_of, cut, decoded, digest, encoded
from heraut.lab.pictures import shares
from heraut.lab.report import MeasuredLine, ReportPicture, ReportTable
from heraut.lab.sentences import CannotRun, RefusedByRules, named, told
from heraut.skirmish import engine as skirmish
from heraut.speech.sentences import Language
from heraut.speech.typography import decimal
from heraut.tournament.saga.bands import figures_per_point
from heraut.warband.overrides import OUR_DEFAULT, Overrides

BATTLES_IN_BLOCK = 100
MOST_UNITS = 12
MOST_TURNS = 20
NOBODY = -1
JOURNAL = '{"heraut":'
"""How the file of an event begins."""


class FightJob(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two bands, and how many turns each has."""

    mine: tuple[UnitAsked, ...]
    theirs: tuple[UnitAsked, ...]
    turns: int = 6
    overrides: Overrides = OUR_DEFAULT
    seed: int = 0
    runs: int = 1000


class FightBlock(Runs, frozen=True):
    """Some battles; `without` is the unit of mine that stays at home, -1 for nobody."""

    without: int


class FightTally(msgspec.Struct, frozen=True):
    """How some battles ended."""

    battles: int = 0
    won: int = 0
    level: int = 0

    def __add__(self, other: FightTally) -> FightTally:
        return FightTally(self.battles + other.battles, self.won + other.won, self.level + other.level)


def read_fight(text: str, seed: int, runs: int) -> FightJob:
    """The fight that a file describes, or why there is none."""
    try:
        asked: FightJob = decode(text, FightJob, forbid_unknown=True)
    except Malformed as error:
        raise CannotRun("trial-json", detail=str(error)) from None
    for band in (asked.mine, asked.theirs):
        if not 1 <= len(band) <= MOST_UNITS:
            raise CannotRun("fight-units", units=len(band), most=MOST_UNITS)
    if not 1 <= asked.turns <= MOST_TURNS:
        raise CannotRun("fight-turns", turns=asked.turns, most=MOST_TURNS)
    return msgspec.structs.replace(asked, seed=seed, runs=runs)


def fight_blocks(job: FightJob) -> Iterator[FightBlock]:
    """The whole band first, then without each of its units in turn."""
    spared = range(len(job.mine)) if len(job.mine) > 1 else ()
    for first, count in cut(job.runs, BATTLES_IN_BLOCK):
        for without in (NOBODY, *spared):
            yield FightBlock(first, count, without)


def compute_fight(sent: bytes, block: FightBlock) -> FightTally:
    """How the battles of a block end."""
    job, field = _prepared(sent)
    total = FightTally()
    for run in block.numbers:
        total += field.battle(block.without, job.seed, run)
    return total


@lru_cache(maxsize=2)
def _prepared(sent: bytes) -> tuple[FightJob, Battlefield]:
    job: FightJob = decoded(sent, FightJob)
    return job, Battlefield(job)


POINT = 24
"""A point of a band in parts, so that a figure of every class is a whole number of them."""


def _worth(asked: UnitAsked) -> int:
    """What a figure is worth: a part of the point that buys several [ST-BND-2], or a point by itself."""
    bought = {str(troop): figures for troop, figures in figures_per_point().items()}
    return POINT // bought.get(str(asked.unit), 1)


Outcomes = tuple[tuple[tuple[UnitLeft, UnitLeft], float], ...]
ExactOutcomes = tuple[tuple[tuple[UnitLeft, UnitLeft], Fraction], ...]
Standing = tuple[UnitLeft, ...]
"""What is left of every unit: mine, then theirs."""


class Battlefield:
    """The units of both bands, and the laws of their charges as far as they have been asked for."""

    def __init__(self, job: FightJob) -> None:
        units = read_units((*job.mine, *job.theirs))
        assert not isinstance(units, Refusal)
        self.units = units
        self.mine, self.turns, self._overrides = len(job.mine), job.turns, job.overrides
        self.worth = [_worth(unit) for unit in (*job.mine, *job.theirs)]
        self.fresh: Standing = tuple(UnitLeft(unit.figures, unit.fatigue, 0) for unit in self.units)
        self._laws: dict[tuple[int, UnitLeft, int, UnitLeft], tuple[Fraction, Outcomes]] = {}

    def charge(self, by: int, left: UnitLeft, on: int, other: UnitLeft) -> tuple[Fraction, Outcomes]:
        """
        What a charge promises (the points of theirs it takes less those it costs), and its law to draw from.

        The promise is exact: one of nothing, a hair above nothing in floats, would be charged instead of resting.
        """
        key = (by, left, on, other)
        if key not in self._laws:
            law = self.law(by, left, on, other)
            lost = ((self._lost(on, other, theirs) - self._lost(by, left, mine), part) for (mine, theirs), part in law)
            promise = sum((points * part for points, part in lost), Fraction(0))
            self._laws[key] = promise, tuple((ends, float(part)) for ends, part in law)
        return self._laws[key]

    def law(self, by: int, left: UnitLeft, on: int, other: UnitLeft) -> ExactOutcomes:
        """The exact law of a charge."""
        sides = [MeleeSide(unit=self._unit(by, left)), MeleeSide(unit=self._unit(on, other))]
        law = series.chain(EXACT, sides, (ChargeStep(0, 1),), self._overrides)
        return tuple(((ends[0], ends[1]), Fraction(weight)) for ends, weight in law.items())

    def _unit(self, place: int, left: UnitLeft) -> Unit:
        unit = self.units[place]
        return Unit(unit.profile, left.figures, left.fatigue, unit.cover)

    def _lost(self, place: int, before: UnitLeft, after: UnitLeft) -> int:
        return (before.figures - after.figures) * self.worth[place]

    def choice(self, standing: Standing, by: int) -> int:
        """Whom the unit charges; itself when it rests."""
        left = standing[by]
        threshold = self.units[by].profile.exhaustion_threshold
        if threshold is not None and left.fatigue >= threshold:
            return by
        enemies = range(self.mine, len(self.units)) if by < self.mine else range(self.mine)
        best, promised = by, Fraction(0)
        for on in enemies:
            if standing[on].figures:
                promise, _ = self.charge(by, left, on, standing[on])
                if promise > promised:
                    best, promised = on, promise
        return best

    def acts(self, first: bool) -> Iterator[int]:
        """The units in the order in which they act, turn after turn; mine first or theirs."""
        mine, theirs = range(self.mine), range(self.mine, len(self.units))
        for _ in range(self.turns):
            yield from (*mine, *theirs) if first else (*theirs, *mine)

    def rested(self, standing: Standing, place: int) -> Standing:
        """After a rest."""
        left = standing[place]
        return _with(standing, {place: left._replace(fatigue=max(0, left.fatigue - 1))})

    def battle(self, without: int, seed: int, run: int) -> FightTally:
        """One battle; the same dice whether or not a unit stays at home, and the sides begin by turns."""
        chance = chance_of(seed, run)
        standing = self.fresh if without == NOBODY else _with(self.fresh, {without: GONE})
        for by in self.acts(run % 2 == 0):
            if not standing[by].figures:
                continue
            on = self.choice(standing, by)
            if on == by:
                standing = self.rested(standing, by)
                continue
            ends = _drawn(self.charge(by, standing[by], on, standing[on])[1], chance)
            standing = _with(standing, {by: ends[0], on: ends[1]})
        balance = self.balance(standing)
        return FightTally(1, int(balance > 0), int(balance == 0))

    def balance(self, standing: Standing) -> int:
        """The points left of mine less those of theirs."""
        points = [left.figures * worth for left, worth in zip(standing, self.worth, strict=True)]
        return sum(points[: self.mine]) - sum(points[self.mine :])

    def exactly(self, first: bool) -> tuple[float, float]:
        """The exact chances that mine win and that it ends level; for a duel, whose states are few."""
        law: dict[Standing, float] = {self.fresh: 1.0}
        for by in self.acts(first):
            after: dict[Standing, float] = {}
            for standing, weight in law.items():
                for ended, part in self._ends(standing, by):
                    after[ended] = after.get(ended, 0.0) + weight * part
            law = after
        won = sum(weight for standing, weight in law.items() if self.balance(standing) > 0)
        return won, sum(weight for standing, weight in law.items() if self.balance(standing) == 0)

    def _ends(self, standing: Standing, by: int) -> Iterator[tuple[Standing, float]]:
        on = self.choice(standing, by) if standing[by].figures else by
        if not standing[by].figures:
            yield standing, 1.0
        elif on == by:
            yield self.rested(standing, by), 1.0
        else:
            for ends, weight in self.charge(by, standing[by], on, standing[on])[1]:
                yield _with(standing, {by: ends[0], on: ends[1]}), weight


def _with(standing: Standing, changed: dict[int, UnitLeft]) -> Standing:
    return tuple(changed.get(place, left) for place, left in enumerate(standing))


def _drawn(outcomes: Outcomes, chance: Callable[[int], int]) -> tuple[UnitLeft, UnitLeft]:
    roll = chance(1 << 53) / (1 << 53)
    for ends, weight in outcomes:
        roll -= weight
        if roll < 0:
            return ends
    return outcomes[-1][0]


class MatchUp(msgspec.Struct, frozen=True):
    """One charge, exactly: the chance that each is gone, and the figures each loses on average."""

    mine: int
    theirs: int
    eliminates: Exact
    eliminated: Exact
    takes: Exact
    loses: Exact


def match_ups(job: FightJob) -> tuple[MatchUp, ...]:
    """Every unit of mine that charges every unit of theirs, by the exact law."""
    field = Battlefield(job)
    found = []
    for by in range(field.mine):
        for on in range(field.mine, len(field.units)):
            left, other = field.fresh[by], field.fresh[on]
            law = field.law(by, left, on, other)
            sums = (
                sum(part for (_, theirs), part in law if not theirs.figures),
                sum(part for (mine, _), part in law if not mine.figures),
                sum(part * (other.figures - theirs.figures) for (_, theirs), part in law),
                sum(part * (left.figures - mine.figures) for (mine, _), part in law),
            )
            found.append(MatchUp(by, on - field.mine, *map(whole_or_exact, sums)))
    return tuple(found)


def exact_duel(job: FightJob) -> tuple[float, float] | None:
    """The exact chances of a duel to win and to end level, whoever begins as likely; None for larger fights."""
    if len(job.mine) > 1 or len(job.theirs) > 1:
        return None
    field = Battlefield(job)
    (won, level), (other_won, other_level) = field.exactly(True), field.exactly(False)
    return (won + other_won) / 2, (level + other_level) / 2


class FightReport(msgspec.Struct, frozen=True):
    """A job, the exact law of every charge, the exact chances of a duel, and the sampled ones."""

    kind: ClassVar[str] = "fight"
    job: FightJob
    charges: tuple[MatchUp, ...]
    duel: tuple[float, float] | None
    sampled: Mapping[int, tuple[int, Estimate]]
    """By the unit that stayed at home, -1 for nobody: how many battles, and the chance to win."""

    @staticmethod
    def of(job: FightJob, done: Mapping[FightBlock, FightTally]) -> FightReport:
        """The report of the battles that were fought."""
        sums: dict[int, FightTally] = {}
        for block in fight_blocks(job):
            if block in done:
                sums[block.without] = sums.get(block.without, FightTally()) + done[block]
        sampled = {without: (one.battles, wilson(one.won / one.battles, one.battles)) for without, one in sums.items()}
        return FightReport(job, match_ups(job), exact_duel(job), sampled)

    @property
    def done(self) -> tuple[int, int]:
        """How many battles were fought, of those that are fewest, and how many were asked for."""
        return min(battles for battles, _ in self.sampled.values()), self.job.runs

    def title(self, language: Language) -> str:
        """What was asked."""
        return told(language, "fight-title")

    def sentences(self, language: Language) -> list[str]:
        """What is found, in words."""
        battles, whole = self.sampled[NOBODY]
        if self.duel is not None:
            won, level = (percent(share, language) for share in self.duel)
            return [told(language, "fight-said-exact", wins=won, level=level)]
        said = [told(language, "fight-said", wins=whole.as_chance(language), battles=battles)]
        spared = {without: found.value for without, (_, found) in self.sampled.items() if without != NOBODY}
        if spared:
            key = min(spared, key=lambda without: spared[without])
            wins = self.sampled[key][1].as_chance(language)
            unit = _name(self.job.mine[key], language)
            said.append(told(language, "fight-key", number=str(key + 1), unit=unit, wins=wins))
        return said

    def tables(self, language: Language) -> list[ReportTable]:
        """The sampled chances, and every charge by its exact law."""
        sampled = [[title, found.as_chance(language)] for title, found in self._named(language)]
        heads = ("fight-charge", "fight-eliminates", "fight-eliminated", "fight-takes", "fight-loses")
        charges = [[told(language, head) for head in heads]]
        for one in self.charges:
            often = (percent(float(share), language) for share in (one.eliminates, one.eliminated))
            figures = (decimal(f"{float(number):.2f}", language) for number in (one.takes, one.loses))
            charges.append([self._charge(one, language), *often, *figures])
        return [
            ReportTable(told(language, "fight-sampled"), [["", told(language, "fight-won")], *sampled]),
            ReportTable(told(language, "fight-exact"), charges),
        ]

    def pictures(self, language: Language) -> list[ReportPicture]:
        """The whole band, and without each of its units."""
        return [ReportPicture("", shares(self.title(language), self._named(language), language))]

    def notes(self, language: Language) -> list[str]:
        """What is exact and what is a model."""
        return [told(language, "fight-model"), told(language, "seed-only", seed=str(self.job.seed))]

    def _named(self, language: Language) -> list[tuple[str, Estimate]]:
        return [(self._band(without, language), found) for without, (_, found) in sorted(self.sampled.items())]

    def _band(self, without: int, language: Language) -> str:
        if without == NOBODY:
            return told(language, "fight-whole")
        return told(language, "fight-without", number=str(without + 1), unit=_name(self.job.mine[without], language))

    def _charge(self, one: MatchUp, language: Language | None = None) -> str:
        mine, theirs = self.job.mine[one.mine], self.job.theirs[one.theirs]
        if language is None:
            return f"{one.mine + 1} {_name(mine, None)} → {one.theirs + 1} {_name(theirs, None)}"
        return f"{mine.figures} {_name(mine, language)} → {theirs.figures} {_name(theirs, language)}"

    def measured(self) -> list[MeasuredLine]:
        """The sampled chances with their intervals, the exact ones without."""
        return [*self._sampled(), *self._exact()]

    def _sampled(self) -> Iterator[MeasuredLine]:
        for without, (battles, found) in sorted(self.sampled.items()):
            spared = "" if without == NOBODY else f"{without + 1} {_name(self.job.mine[without], None)}"
            yield MeasuredLine.sampled("whole" if without == NOBODY else "without", spared, "wins", found, battles)

    def _exact(self) -> Iterator[MeasuredLine]:
        if self.duel is not None:
            won, level = self.duel
            yield MeasuredLine("duel", "", "wins", won)
            yield MeasuredLine("duel", "", "level", level)
        for one in self.charges:
            for name in ("eliminates", "eliminated", "takes", "loses"):
                yield MeasuredLine("charge", self._charge(one), name, float(getattr(one, name)))

    def plain(self) -> Mapping[str, Any]:
        """Everything, for a program."""
        return {
            "job": self.job,
            "exact": {"charges": self.charges, "duel": self.duel},
            "sampled": [
                {"without": without, "battles": battles, "wins": found}
                for without, (battles, found) in sorted(self.sampled.items())
            ],
        }


def _name(asked: UnitAsked, language: Language | None) -> str:
    """A unit as people call it; for a program, as the rules' tables do."""
    unit = asked.read()
    key = unit.profile.key if isinstance(unit, Unit) else str(asked.unit)
    return key if language is None else named(language, key)


def work(job: FightJob) -> Work[FightBlock, FightTally]:
    """The job with all that it takes to its report."""
    whole = next(iter(fight_blocks(job)))
    return Work(
        "fight", digest(msgspec.structs.replace(job, runs=0)), compute_fight, encoded(job), tuple(fight_blocks(job)),
        (FightBlock, FightTally), lambda done: FightReport.of(job, done) if whole in done else None,
    )  # fmt: skip


def work_of_text(text: str, seed: int, runs: int, name: object) -> Work[Any, Any]:
    """The fight of two bands, or of a skirmish (its settings or its journal), that a file of that name describes."""
    if text.startswith(JOURNAL):
        return skirmishes.work(skirmishes.read_journal(text, seed, runs, name))
    if "fighters" not in text and text.lstrip().startswith("{"):
        bands = read_fight(text, seed, runs)
        _check(name, read_units((*bands.mine, *bands.theirs)))
        return work(bands)
    settings = skirmishes.read_skirmish(text)
    _check(name, skirmish.start(settings, skirmish.rules))
    return skirmishes.work(skirmishes.SkirmishJob(settings, runs, seed))


def _check(name: object, begun: object) -> None:
    """Raise what the rules have against it, if anything."""
    if isinstance(begun, Refusal):
        raise RefusedByRules(name, begun)
