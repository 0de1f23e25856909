"""Fights, told: what is exact and what is sampled apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import msgspec

from heraut.ask.units import UnitAsked
from heraut.battle.unit import Unit
from heraut.lab.estimates import Estimate, wilson
from heraut.lab.fights import (
    NOBODY,
    FightBlock,
    FightJob,
    FightTally,
    MatchUp,
    compute_fight,
    encoded_fight,
    exact_duel,
    fight_blocks,
    fight_digest,
    match_ups,
)
from heraut.lab.pictures import shares
from heraut.lab.report import Measured, Picture, Table
from heraut.lab.sentences import named, told
from heraut.lab.words import percent, shown
from heraut.lab.work import Work
from heraut.speech import Language
from heraut.speech.typography import decimal


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
    def seed(self) -> int:
        """What the draws came from."""
        return self.job.seed

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
        said = [told(language, "fight-said", wins=shown("best_wins", whole, language), battles=battles)]
        spared = {without: found.value for without, (_, found) in self.sampled.items() if without != NOBODY}
        if spared:
            key = min(spared, key=lambda without: spared[without])
            less = percent(whole.value - spared[key], language)
            unit = _name(self.job.mine[key], language)
            said.append(told(language, "fight-key", number=str(key + 1), unit=unit, less=less))
        return said

    def tables(self, language: Language) -> list[Table]:
        """The sampled chances, and every charge by its exact law."""
        sampled = [[title, shown("best_wins", found, language)] for title, found in self._named(language)]
        heads = ("fight-charge", "fight-eliminates", "fight-eliminated", "fight-takes", "fight-loses")
        charges = [[told(language, head) for head in heads]]
        for one in self.charges:
            shares = (percent(share, language) for share in (one.eliminates, one.eliminated))
            figures = (decimal(f"{number:.2f}", language) for number in (one.takes, one.loses))
            charges.append([self._charge(one, language), *shares, *figures])
        return [
            Table(told(language, "fight-sampled"), [["", told(language, "fight-won")], *sampled]),
            Table(told(language, "fight-exact"), charges),
        ]

    def pictures(self, language: Language) -> list[Picture]:
        """The whole band, and without each of its units."""
        return [Picture("", shares(self.title(language), self._named(language), language))]

    def notes(self, language: Language) -> list[str]:
        """What is exact and what is a model."""
        return [told(language, "fight-model"), told(language, "seed-only", seed=str(self.seed))]

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

    def measured(self) -> list[Measured]:
        """The sampled chances with their intervals, the exact ones without."""
        return [*self._sampled(), *self._exact()]

    def _sampled(self) -> Iterator[Measured]:
        for without, (battles, found) in sorted(self.sampled.items()):
            spared = "" if without == NOBODY else f"{without + 1} {_name(self.job.mine[without], None)}"
            yield Measured.sampled("whole" if without == NOBODY else "without", spared, "wins", found, battles)

    def _exact(self) -> Iterator[Measured]:
        if self.duel is not None:
            won, level = self.duel
            yield Measured("duel", "", "wins", won)
            yield Measured("duel", "", "level", level)
        for one in self.charges:
            for name in ("eliminates", "eliminated", "takes", "loses"):
                yield Measured("charge", self._charge(one), name, getattr(one, name))

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
        "fight", fight_digest(job), compute_fight, encoded_fight(job), tuple(fight_blocks(job)),
        (FightBlock, FightTally), lambda done: FightReport.of(job, done) if whole in done else None,
    )  # fmt: skip
