"""Campaigns among bots, told: how fair the starts are, how games end, which bot is the stronger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

import msgspec

from heraut.lab.campaigns import (
    CampaignAnswer,
    CampaignBlock,
    CampaignJob,
    Games,
    Played,
    campaign_answer,
    campaign_blocks,
    campaign_digest,
    compute_campaign,
    encoded_campaign,
    place_names,
    ratings,
)
from heraut.lab.estimates import Estimate
from heraut.lab.pictures import shares
from heraut.lab.report import Measured, Picture, Table
from heraut.lab.sentences import named, told
from heraut.lab.words import percent, shown
from heraut.lab.work import Work
from heraut.speech import Language
from heraut.speech.typography import decimal


class CampaignReport(msgspec.Struct, frozen=True):
    """A job, what is known of each trial, and the strength of the bots where several levels met."""

    kind: ClassVar[str] = "campaign"
    job: CampaignJob
    answers: tuple[CampaignAnswer, ...]
    ratings: Mapping[str, tuple[float, float]]

    @staticmethod
    def of(job: CampaignJob, games: Mapping[int, Sequence[Played]]) -> CampaignReport:
        """The report of the games that were played of each trial."""
        answers = tuple(campaign_answer(trial.name, games[place]) for place, trial in enumerate(job.trials))
        several = len(set(job.levels)) > 1
        every = [game for place in range(len(job.trials)) for game in games[place]]
        return CampaignReport(job, answers, ratings(every) if several else {})

    @property
    def seed(self) -> int:
        """What the draws came from."""
        return self.job.seed

    @property
    def done(self) -> tuple[int, int]:
        """How many games were played of the trial that has fewest, and how many were asked for."""
        return min(one.games for one in self.answers), self.job.games

    def title(self, language: Language) -> str:
        """What was asked."""
        return told(language, "campaign-title")

    def sentences(self, language: Language) -> list[str]:
        """What the games say."""
        places = place_names(self.job.trials[0], language)
        said = [sentence for one in self.answers for sentence in _fairness(one, places, language)]
        if self.ratings:
            ranked = sorted(self.ratings.items(), key=lambda one: -one[1][0])
            listed = (f"{_bot(language, level)} {decimal(f'{mu:.1f} ± {2 * sigma:.1f}', language)}"
                      for level, (mu, sigma) in ranked)  # fmt: skip
            said.append(told(language, "campaign-ratings", listed=", ".join(listed)))
        return said

    def tables(self, language: Language) -> list[Table]:
        """A row for each thing that was measured, a column for each trial."""
        lengths = [shown("rounds", one.turns, language) for one in self.answers]
        rows = [["", *(one.name for one in self.answers)], [told(language, "campaign-turns"), *lengths]]
        places = place_names(self.job.trials[0], language)
        for key, say, found in (
            ("campaign-by", partial(named, language), [one.victories for one in self.answers]),
            ("campaign-wins", partial(_bot, language), [one.levels for one in self.answers]),
            (
                "campaign-start",
                places.__getitem__,
                [{each.start: each.wins for each in one.starts} for one in self.answers],
            ),
        ):
            for name in sorted({name for each in found for name in each}):
                cells = (_cell(each.get(name), language) for each in found)
                title = told(language, key, name=say(name))
                rows.append([f"{title[:1].upper()}{title[1:]}", *cells])
        return [Table("", rows)]

    def pictures(self, language: Language) -> list[Picture]:
        """How often each start wins."""
        places = place_names(self.job.trials[0], language)
        return [
            Picture(one.name, shares(one.name, [(places[each.start], each.wins) for each in one.starts], language))
            for one in self.answers
        ]

    def notes(self, language: Language) -> list[str]:
        """Where the games came from."""
        return [told(language, "campaign-seed", seed=str(self.seed))]

    def measured(self) -> list[Measured]:
        """Every estimate of every trial, and the ratings of the bots."""
        lines = [line for one in self.answers for line in _measured(one)]
        for level, (mu, sigma) in self.ratings.items():
            lines += [Measured("", level, "rating", mu), Measured("", level, "rating_sigma", sigma)]
        return lines

    def plain(self) -> Mapping[str, Any]:
        """Everything, for a program."""
        return {"job": self.job, "answers": self.answers, "ratings": self.ratings}


def _fairness(one: CampaignAnswer, places: Mapping[str, str], language: Language) -> list[str]:
    unfair = [start for start in one.starts if start.unfair]
    fair = percent(one.starts[0].fair, language)
    if not unfair:
        return [told(language, "campaign-fair", name=one.name, games=one.games, fair=fair)]
    return [
        told(
            language, "campaign-unfair", name=one.name, start=places[start.start],
            wins=shown("best_wins", start.wins, language), fair=fair,
        )
        for start in unfair
    ]  # fmt: skip


def _bot(language: Language, level: str) -> str:
    return named(language, f"bot:{level}")


def _cell(found: Estimate | None, language: Language) -> str:
    return "–" if found is None else shown("best_wins", found, language)


def _measured(one: CampaignAnswer) -> Iterator[Measured]:
    yield Measured.sampled(one.name, "", "turns", one.turns, one.games)
    for by, often in one.victories.items():
        yield Measured.sampled(one.name, by, "victory", often, one.games)
    for level, often in one.levels.items():
        yield Measured.sampled(one.name, level, "bot_wins", often, one.games)
    for start in one.starts:
        yield Measured.sampled(one.name, start.start, "start_wins", start.wins, start.games)
        yield Measured(one.name, start.start, "start_unfair", float(start.unfair), runs=start.games)


def report_of(job: CampaignJob, done: Mapping[CampaignBlock, Games]) -> CampaignReport | None:
    """The report of what is played, or nothing while a trial has no game."""
    games: dict[int, list[Played]] = {place: [] for place in range(len(job.trials))}
    for block in campaign_blocks(job):
        games[block.trial] += done.get(block, ())
    return CampaignReport.of(job, games) if all(games.values()) else None


def work(job: CampaignJob) -> Work[CampaignBlock, Games]:
    """The job with all that it takes to its report."""
    return Work(
        "campaign", campaign_digest(job), compute_campaign, encoded_campaign(job), tuple(campaign_blocks(job)),
        (CampaignBlock, Games), lambda done: report_of(job, done),
    )  # fmt: skip
