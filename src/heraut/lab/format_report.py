"""
What is told of formats compared: which to take, every measure beside the others, who wins.

The one to take is the shortest day in which the best player wins as often as in the best one; how sure that is stands
beside it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist
from typing import Any, ClassVar

import msgspec

from heraut.lab.estimates import NARROW_SPACE, Estimate, Z, lines, percent, shares
from heraut.lab.format_model import model_of
from heraut.lab.formats import Job, TrialAnswer, answer, blocks_of, compute
from heraut.lab.jobs import Block, Work, digest, encoded
from heraut.lab.measures import CHANCES, MEASURES, RunTally, top_of
from heraut.lab.report import MeasuredLine, ReportPicture, ReportTable
from heraut.lab.sentences import told
from heraut.speech.sentences import Language
from heraut.speech.typography import decimal

MARGIN = 0.02
"""A shorter event is as good when the best player wins at most this much less often."""


class FormatAdvice(msgspec.Struct, frozen=True):
    """The trial to take, the one in which the best player wins most often, and how sure that is the right choice."""

    take: TrialAnswer
    best: TrialAnswer
    sure: float
    exceeded: float | None = None
    """How many minutes there are, where even the shortest day lasts longer; None: it fits."""


def advise(answers: Sequence[TrialAnswer], longest: float | None = None) -> FormatAdvice:
    """
    The shortest day in which the best player wins as often as in the best one, but for the margin.

    Of those that last at most so many minutes; where none does, the shortest of all.

    It is as sure as it is unlikely that the true chances would make us choose otherwise: that the best is better than
    it by more than the margin, or that a shorter one would have done.
    """
    fitting = [one for one in answers if longest is None or one.minutes.value <= longest]
    answers = fitting or [min(answers, key=lambda one: one.minutes.value)]
    best = max(answers, key=lambda one: one.measures["best_wins"].value)
    good = [one for one in answers if _behind(best, one) <= MARGIN]
    take = min(good, key=lambda one: (one.minutes.value, -one.measures["best_wins"].value))
    doubts = [
        _chance_within(best, one) if one.minutes.value < take.minutes.value else 1 - _chance_within(one, take)
        for one in answers
        if one is not take
    ]
    return FormatAdvice(take, best, max(0.0, 1 - sum(doubts)), None if fitting else longest)


def _behind(best: TrialAnswer, one: TrialAnswer) -> float:
    return best.measures["best_wins"].value - one.measures["best_wins"].value


def _chance_within(best: TrialAnswer, one: TrialAnswer) -> float:
    """How likely it is that one is behind the best by no more than the margin."""
    spread = math.hypot(*(_error(each) for each in (best, one)))
    gap = MARGIN - _behind(best, one)
    return float(gap >= 0) if spread == 0 else NormalDist().cdf(gap / spread)


def _error(one: TrialAnswer) -> float:
    found = one.measures["best_wins"]
    return (found.high - found.low) / (2 * Z)


class FormatReport(msgspec.Struct, frozen=True):
    """A job and its answers."""

    kind: ClassVar[str] = "formats"
    job: Job
    answers: tuple[TrialAnswer, ...]
    advice: FormatAdvice
    asked: int | None = None
    """The number of rounds of which it is asked whether it will do; it was tried with its neighbours."""

    @property
    def done(self) -> tuple[int, int]:
        """How many runs were made of the format that has fewest, and how many were asked for."""
        return min(one.runs for one in self.answers), self.job.runs

    def title(self, language: Language) -> str:
        """What was asked."""
        return told(language, "title-formats", players=self.answers[0].players)

    def sentences(self, language: Language) -> list[str]:
        """The answer in words, yes or no first if a number was asked; that none fits into the day is said instead."""
        said = recommendation(self.advice, language, alone=len(self.answers) == 1)
        return [said if self.asked is None else f"{self._verdict(self.asked, language)} {said}"]

    def _verdict(self, asked: int, language: Language) -> str:
        """Whether so many rounds will do."""
        take = self.advice.take
        if self.advice.exceeded is not None:
            return told(language, "rounds-no")
        if len(self.answers) == 1:
            return told(language, "rounds-only", name=take.name)
        tried = next(each for each in self.job.trials if each.name == take.name)
        rounds = model_of(tried.settings).swiss_rounds(take.players)
        key = "rounds-yes" if rounds == asked else "rounds-fewer" if rounds < asked else "rounds-no"
        return told(language, key, name=take.name)

    def tables(self, language: Language) -> list[ReportTable]:
        """A row for each measure, a column for each trial."""
        answers = list(self.answers)
        rows = [["", *(one.name for one in answers)]]
        for name in told_measures(answers):
            title = measure_name(name, language, answers[0].players)
            rows.append([title, *(shown(name, one.measures[name], language) for one in answers)])
        rows.append([told(language, "measure-minutes"), *(hours(one.minutes.value, language) for one in answers)])
        return [ReportTable("", rows)]

    def pictures(self, language: Language) -> list[ReportPicture]:
        """How often the best player wins, how many of the best finish on top, who wins."""
        winners = told(language, "winners")
        drawn = lines(winners, [(one.name, one.winners) for one in self.answers])
        return [*(self._measured(name, language) for name in ("best_wins", "top_kept")), ReportPicture(winners, drawn)]

    def _measured(self, name: str, language: Language) -> ReportPicture:
        title = measure_name(name, language, self.answers[0].players)
        return ReportPicture(title, shares(title, [(one.name, one.measures[name]) for one in self.answers], language))

    def notes(self, language: Language) -> list[str]:
        """The model, the seed, and what the engine played."""
        by_engine = (engine_note(one, language) for one in self.answers)
        drawn = told(language, "seed", seed=str(self.job.seed), runs=self.job.runs)
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

    def measured(self) -> list[MeasuredLine]:
        """Every measure of every format; who wins, by true rank; how many runs were the engine's."""
        return [line for one in self.answers for line in _lines_of(one)]

    def plain(self) -> Mapping[str, Any]:
        """Everything, for a program."""
        take, best, sure = self.advice.take, self.advice.best, self.advice.sure
        return {
            "trials": self.job.trials,
            "answers": self.answers,
            "advice": {"take": take.name, "best": best.name, "sure": sure},
        }


def hours(minutes: float, language: Language) -> str:
    """A length of time: « 7 h 20 », “7 h 20 min”."""
    whole = round(minutes)
    written = f"{whole // 60}{NARROW_SPACE}h{NARROW_SPACE}{whole % 60:02}"
    return written if language == "fr" else f"{written}{NARROW_SPACE}min"


def shown(name: str, found: Estimate, language: Language) -> str:
    """A measure with half the width of its interval."""
    if name in CHANCES:
        return found.as_chance(language)
    return found.as_mean(language, 3 if name == "correlation" else 2)


def measure_name(name: str, language: Language, players: int) -> str:
    """What a measure is called; how many make the top depends on the field."""
    return told(language, f"measure-{name}", top=top_of(players))


def told_measures(answers: list[TrialAnswer]) -> list[str]:
    """The measures that say something here: no club games where there are no clubs."""
    quiet = {"early_end", "rematch", "club_games"}
    return [
        name for name in MEASURES if name not in quiet or any(one.measures[name].value > 0 for one in answers)
    ]  # fmt: skip


def recommendation(advice: FormatAdvice, language: Language, *, alone: bool) -> str:
    """The sentence that answers the question."""
    if advice.exceeded is not None:
        return none_fits(advice.take, advice.exceeded, language)
    take, best = advice.take, advice.best
    facts = {
        "name": take.name,
        "wins": take.measures["best_wins"].as_chance(language),
        "kept": percent(take.measures["top_kept"].value, language),
        "top": top_of(take.players),
        "length": hours(take.minutes.value, language),
    }
    said = told(language, "advice-alone" if alone else "advice", **facts)
    if alone:
        return said
    if best is not take:
        more = best.measures["best_wins"].value - take.measures["best_wins"].value
        longer = hours(best.minutes.value - take.minutes.value, language)
        said += " " + told(language, "advice-best", name=best.name, more=percent(more, language), longer=longer)
    return said + " " + told(language, "advice-sure", sure=percent(advice.sure, language, 0))


def none_fits(shortest: TrialAnswer, longest: float, language: Language) -> str:
    """That even the shortest lasts too long."""
    return told(
        language, "advice-none-fits", name=shortest.name, hours=hours(longest, language),
        length=hours(shortest.minutes.value, language), wins=shortest.measures["best_wins"].as_chance(language),
    )  # fmt: skip


def engine_note(one: TrialAnswer, language: Language) -> str:
    """That the engine played some or all of the runs, and why."""
    if not one.by_engine:
        return ""
    if one.engine_why:
        why = told(language, f"quick-{one.engine_why}")
        return told(language, "by-engine-all", name=one.name, why=why)
    return told(language, "by-engine", name=one.name, count=one.by_engine, runs=one.runs)


def _lines_of(one: TrialAnswer) -> list[MeasuredLine]:
    found = (*one.measures.items(), ("minutes", one.minutes))
    return [
        *(MeasuredLine.sampled(one.name, "", name, each, one.runs) for name, each in found),
        *(
            MeasuredLine(one.name, str(rank), "winner", share, runs=one.runs)
            for rank, share in enumerate(one.winners, 1)
        ),
        MeasuredLine(one.name, "", "players", one.players),
        MeasuredLine(one.name, "", "by_engine", one.by_engine, runs=one.runs),
    ]


def work(job: Job, longest: float | None = None, asked: int | None = None) -> Work[Block, RunTally]:
    """The job with all that it takes to its report."""

    def report(done: Mapping[Block, RunTally]) -> FormatReport | None:
        """Of what is done, or nothing while a format has not been tried."""
        sums = [RunTally()] * len(job.trials)
        for block in blocks_of(job):
            if block in done:
                sums[block.trial] += done[block]
        if not all(one.runs for one in sums):
            return None
        answers = tuple(answer(trial, tally) for trial, tally in zip(job.trials, sums, strict=True))
        return FormatReport(job, answers, advise(answers, longest), asked)

    return Work(
        "formats",
        digest([job.trials, job.seed]),
        compute,
        encoded(job),
        tuple(blocks_of(job)),
        (Block, RunTally),
        report,
    )
