"""Formats compared, told: the measures of each, and which to take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from heraut.lab.answers import Answer, advise, answer
from heraut.lab.blocks import Block, Job, blocks_of, compute, digest, encoded
from heraut.lab.measures import Tally
from heraut.lab.pictures import lines, shares
from heraut.lab.report import Measured, Picture, Table
from heraut.lab.sentences import told
from heraut.lab.words import (
    engine_note,
    hours,
    measure_name,
    percent,
    recommendation,
    shown,
    told_measures,
)
from heraut.lab.work import Work
from heraut.speech import Language
from heraut.speech.typography import decimal


class FormatReport(msgspec.Struct, frozen=True):
    """A job and its answers."""

    kind: ClassVar[str] = "formats"
    job: Job
    answers: tuple[Answer, ...]
    longest: float | None = None
    """How many minutes there are at most."""

    @property
    def seed(self) -> int:
        """What the draws came from."""
        return self.job.seed

    @property
    def done(self) -> tuple[int, int]:
        """How many runs were made of the format that has fewest, and how many were asked for."""
        return min(one.runs for one in self.answers), self.job.runs

    def title(self, language: Language) -> str:
        """What was asked."""
        return told(language, "title-formats", players=self.answers[0].players)

    def sentences(self, language: Language) -> list[str]:
        """The answer in words."""
        return [recommendation(advise(self.answers, self.longest), language, alone=len(self.answers) == 1)]

    def tables(self, language: Language) -> list[Table]:
        """A row for each measure, a column for each trial."""
        answers = list(self.answers)
        rows = [["", *(one.name for one in answers)]]
        for name in told_measures(answers):
            title = measure_name(name, language, answers[0].players)
            rows.append([title, *(shown(name, one.measures[name], language) for one in answers)])
        rows.append([told(language, "measure-minutes"), *(hours(one.minutes.value, language) for one in answers)])
        return [Table("", rows)]

    def pictures(self, language: Language) -> list[Picture]:
        """How often the best player wins, how many of the best finish on top, who wins."""
        winners = told(language, "winners")
        drawn = lines(winners, [(one.name, one.winners) for one in self.answers])
        return [*(self._measured(name, language) for name in ("best_wins", "top_kept")), Picture(winners, drawn)]

    def _measured(self, name: str, language: Language) -> Picture:
        title = measure_name(name, language, self.answers[0].players)
        return Picture(title, shares(title, [(one.name, one.measures[name]) for one in self.answers], language))

    def notes(self, language: Language) -> list[str]:
        """The model, the seed, and what the engine played."""
        by_engine = (engine_note(one, language) for one in self.answers)
        drawn = told(language, "seed", seed=str(self.seed), runs=self.job.runs)
        return [self._model(language), drawn, *filter(None, by_engine)]

    def _model(self, language: Language) -> str:
        """What is assumed and is no rule."""
        field = self.job.trials[0].field
        return told(
            language,
            "model-ratings" if field.ratings else "model",
            spread=decimal(f"{field.spread:g}", language),
            draws=percent(field.draws, language),
            drops=percent(field.drops, language),
            margin=decimal(f"{field.margin:g}", language),
        )

    def measured(self) -> list[Measured]:
        """Every measure of every format; who wins, by true rank; how many runs were the engine's."""
        return [line for one in self.answers for line in _measured(one)]

    def plain(self) -> Mapping[str, Any]:
        """Everything, for a program."""
        advice = advise(self.answers, self.longest)
        return {
            "trials": self.job.trials,
            "answers": self.answers,
            "advice": {"take": advice.take.name, "best": advice.best.name, "sure": advice.sure},
        }


def _measured(one: Answer) -> list[Measured]:
    found = (*one.measures.items(), ("minutes", one.minutes))
    return [
        *(Measured.sampled(one.name, "", name, each, one.runs) for name, each in found),
        *(Measured(one.name, str(rank), "winner", share, runs=one.runs) for rank, share in enumerate(one.winners, 1)),
        Measured(one.name, "", "players", one.players),
        Measured(one.name, "", "by_engine", one.by_engine, runs=one.runs),
    ]


def report_of(job: Job, done: Mapping[Block, Tally], longest: float | None = None) -> FormatReport | None:
    """The report of what is done, or nothing while a format has not been tried."""
    sums = [Tally()] * len(job.trials)
    for block in blocks_of(job):
        if block in done:
            sums[block.trial] += done[block]
    if not all(one.runs for one in sums):
        return None
    answers = (answer(trial, tally) for trial, tally in zip(job.trials, sums, strict=True))
    return FormatReport(job, tuple(answers), longest)


def work(job: Job, longest: float | None = None) -> Work[Block, Tally]:
    """The job with all that it takes to its report."""
    return Work(
        "formats", digest(job), compute, encoded(job), tuple(blocks_of(job)), (Block, Tally),
        lambda done: report_of(job, done, longest),
    )  # fmt: skip
