"""
Formats compared: tried in blocks of runs, what the tallies say with their error, which to take, told.

Runs go the quick path where there is one, by the engine where there is none. Tallies are whole numbers: whoever
computes the blocks, in whatever order, the answer is the same to the last digit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from statistics import NormalDist
from typing import Any, ClassVar

import msgspec
import numpy as np

from heraut.lab.estimates import NARROW_SPACE, Estimate, Z, percent, wilson
from heraut.lab.event import draw_skills
from heraut.lab.format_model import model_of
from heraut.lab.jobs import Block, Work, decoded, digest, encoded
from heraut.lab.measures import (
    CHANCES,
    MEASURES,
    SHARES,
    UNIT,
    RunTally,
    blank_sums,
    judge,
    run_quickly,
    tally_of,
    top_of,
)
from heraut.lab.pictures import lines, shares
from heraut.lab.plan import EventPlan, NotQuick, plan_of
from heraut.lab.reference import play_by_engine
from heraut.lab.report import MeasuredLine, ReportPicture, ReportTable
from heraut.lab.sentences import told
from heraut.lab.standings import blank_record
from heraut.lab.trial import Trial
from heraut.speech.sentences import Language
from heraut.speech.typography import decimal

QUICK_BLOCK = 64_000
ENGINE_BLOCK = 256
"""How many players' worth of runs make a block: about a second of work."""


class Job(msgspec.Struct, frozen=True):
    """What is to be tried, how often, and from which seed."""

    trials: tuple[Trial, ...]
    runs: int
    seed: int


def blocks_of(job: Job) -> Iterator[Block]:
    """The blocks of a job, trial by trial in turn, so that all of them grow alike."""
    sizes = [block_size(trial) for trial in job.trials]
    starts = [0] * len(sizes)
    while any(start < job.runs for start in starts):
        behind = min(range(len(sizes)), key=lambda place: starts[place])
        count = min(sizes[behind], job.runs - starts[behind])
        yield Block(starts[behind], count, behind)
        starts[behind] += count


def block_size(trial: Trial) -> int:
    """How many runs of a trial make a block."""
    quick = not isinstance(plan_of(trial.settings, trial.field), NotQuick)
    return max(1, (QUICK_BLOCK if quick else ENGINE_BLOCK) // trial.field.players)


def compute(sent: bytes, block: Block) -> RunTally:
    """The tally of a block of the job that was sent."""
    job: Job = decoded(sent, Job)
    trial = job.trials[block.trial]
    plan = plan_of(trial.settings, trial.field)
    if isinstance(plan, NotQuick):
        return _by_engine(trial, job.seed, list(block.numbers))
    sums, top = blank_sums(), top_of(plan.players)
    record = blank_record(plan.players, plan.most_rounds)
    left = [int(run) for run in run_quickly(plan, job.seed, block.first, block.count, top, record, sums)]
    return tally_of(sums, block.count - len(left)) + _by_engine(trial, job.seed, left)


def _by_engine(trial: Trial, seed: int, runs: list[int]) -> RunTally:
    """Runs that the engine plays."""
    if not runs:
        return RunTally()
    plan, sums, players = frame_of(trial), blank_sums(), trial.field.players
    skills = np.zeros(players + 1)
    for run in runs:
        draw_skills(plan, seed, run, skills)
        judge(plan, skills, play_by_engine(trial.settings, trial.field, skills, seed, run), top_of(players), sums)
    return tally_of(sums, len(runs), len(runs))


def frame_of(trial: Trial) -> EventPlan:
    """What skills and measures need of a plan, for events that the quick path does not do."""
    plan = plan_of(trial.settings, trial.field)
    if isinstance(plan, EventPlan):
        return plan
    rounds, most = model_of(trial.settings).rounds(trial.field.players)
    blank = dict.fromkeys(EventPlan._fields, 0) | {name: np.zeros(0, np.int64) for name in _LINES}
    return EventPlan(**(blank | {  # type: ignore[arg-type]
        "players": trial.field.players, "rounds": rounds, "most_rounds": most, "spread": trial.field.spread,
        "ratings": np.array(trial.field.ratings, np.float64), "clubs": np.array([*trial.field.club_of, -1], np.int64),
        "level": 0.0, "stretch": 0.0, "drops": 0.0,
    }))  # fmt: skip


_LINES = (
    "winner_points", "loser_points", "criteria", "tops", "shifts", "below", "below_tops", "below_shifts", "line_tops",
    "line_shifts", "ratings", "clubs",
)  # fmt: skip


MARGIN = 0.02
"""A shorter event is as good when the best player wins at most this much less often."""


class TrialAnswer(msgspec.Struct, frozen=True):
    """What is known of one trial."""

    name: str
    players: int
    runs: int
    by_engine: int
    """How many runs the engine played: those that the quick path could not."""
    measures: Mapping[str, Estimate]
    minutes: Estimate
    """Of the whole day."""
    winners: tuple[float, ...]
    """The chance to win of the best player, of the second best, and so on."""
    engine_why: str = ""
    """Why every run was the engine's: a key of the sentences."""


def answer(trial: Trial, tally: RunTally) -> TrialAnswer:
    """The estimates of a trial."""
    measures = {name: estimate(tally, place) for place, name in enumerate(MEASURES)}
    rounds, minutes = measures["rounds"], model_of(trial.settings).minutes
    plan = plan_of(trial.settings, trial.field)
    return TrialAnswer(
        trial.name,
        trial.field.players,
        tally.runs,
        tally.by_engine,
        measures,
        Estimate(rounds.value * minutes, rounds.low * minutes, rounds.high * minutes),
        tuple(count / UNIT / max(1, tally.runs) for count in tally.winners[: trial.field.players]),
        plan.why if isinstance(plan, NotQuick) else "",
    )


def estimate(tally: RunTally, measure: int) -> Estimate:
    """The mean of a measure: Wilson's interval for a chance, the normal one for a mean."""
    runs = tally.runs
    if not runs:
        return Estimate(math.nan, math.nan, math.nan)
    mean = tally.sums[measure] / UNIT / runs
    if MEASURES[measure] in CHANCES and MEASURES[measure] not in SHARES:
        return wilson(mean, runs)
    half = Z * math.sqrt(_variance(tally, measure) / runs)
    return Estimate(mean, mean - half, mean + half)


def _variance(tally: RunTally, measure: int) -> float:
    """Worked out in whole numbers, so that nothing is lost where all runs are alike."""
    runs, total = tally.runs, tally.sums[measure]
    return max(0, tally.squares[measure] * runs - total * total) / (runs * runs * UNIT * UNIT)


class FormatAdvice(msgspec.Struct, frozen=True):
    """The trial to take, the one in which the best player wins most often, and how sure that is the right choice."""

    take: TrialAnswer
    best: TrialAnswer
    sure: float
    fits: bool
    """Whether it lasts no longer than it may."""


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
    return FormatAdvice(take, best, max(0.0, 1 - sum(doubts)), bool(fitting))


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


class FormatReport(msgspec.Struct, frozen=True):
    """A job and its answers."""

    kind: ClassVar[str] = "formats"
    job: Job
    answers: tuple[TrialAnswer, ...]
    longest: float | None = None
    """How many minutes there are at most."""
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
        advice = advise(self.answers, self.longest)
        if self.longest is not None and not advice.fits:
            said = none_fits(advice.take, self.longest, language)
        else:
            said = recommendation(advice, language, alone=len(self.answers) == 1)
        return [said if self.asked is None else f"{self._verdict(advice, self.asked, language)} {said}"]

    def _verdict(self, advice: FormatAdvice, asked: int, language: Language) -> str:
        take = advice.take
        if not advice.fits:
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
        advice = advise(self.answers, self.longest)
        return {
            "trials": self.job.trials,
            "answers": self.answers,
            "advice": {"take": advice.take.name, "best": advice.best.name, "sure": advice.sure},
        }


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
        answers = (answer(trial, tally) for trial, tally in zip(job.trials, sums, strict=True))
        return FormatReport(job, tuple(answers), longest, asked)

    return Work(
        "formats",
        digest([job.trials, job.seed]),
        compute,
        encoded(job),
        tuple(blocks_of(job)),
        (Block, RunTally),
        report,
    )
