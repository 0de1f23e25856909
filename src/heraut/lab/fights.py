"""
Two bands in a fight: a duel exactly to its end, larger fights sampled, with the whole band and without each unit.

What is exact and what is sampled is told apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, ClassVar

import msgspec

from heraut.ask.units import UnitAsked, read_units
from heraut.battle.unit import Unit
from heraut.kernel.codec import Malformed, decode
from heraut.kernel.refusal import Refusal
from heraut.lab import skirmishes
from heraut.lab.battlefield import NOBODY, Battlefield, FightJob, FightTally, MatchUp, exact_duel, match_ups
from heraut.lab.estimates import Estimate, percent, shares, wilson
from heraut.lab.jobs import Runs, Work, cut, decoded, digest, encoded
from heraut.lab.report import MeasuredLine, ReportPicture, ReportTable
from heraut.lab.sentences import CannotRun, RefusedByRules, named, told
from heraut.skirmish import engine as skirmish
from heraut.speech.sentences import Language
from heraut.speech.typography import decimal

BATTLES_IN_BLOCK = 100
MOST_UNITS = 12
MOST_TURNS = 20
JOURNAL = '{"heraut":'
"""How the file of an event begins."""


class FightBlock(Runs, frozen=True):
    """Some battles; `without` is the unit of mine that stays at home, -1 for nobody."""

    without: int


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
