"""Campaigns among bots, told: a table, sentences, JSON, and one HTML page in both languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from html import escape

import msgspec

from heraut import __version__
from heraut.kernel import to_plain
from heraut.lab.campaigns import CampaignAnswer, CampaignJob, Played, campaign_answer, ratings
from heraut.lab.estimates import Estimate
from heraut.lab.page import document, page, paragraphs, shares, table
from heraut.lab.sentences import told
from heraut.lab.words import percent, shown
from heraut.speech import LANGUAGES, Language
from heraut.speech.typography import decimal


class CampaignReport(msgspec.Struct, frozen=True):
    """A job, what is known of each trial, and the strength of the bots where several levels met."""

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

    def sentences(self, language: Language) -> list[str]:
        """What the games say."""
        said = [sentence for one in self.answers for sentence in _fairness(one, language)]
        if self.ratings:
            ranked = sorted(self.ratings.items(), key=lambda one: -one[1][0])
            listed = (f"{level} {decimal(f'{mu:.1f} ± {2 * sigma:.1f}', language)}" for level, (mu, sigma) in ranked)
            said.append(told(language, "campaign-ratings", listed=", ".join(listed)))
        return [*said, told(language, "campaign-seed", seed=str(self.job.seed))]


def _fairness(one: CampaignAnswer, language: Language) -> list[str]:
    unfair = [start for start in one.starts if start.unfair]
    fair = percent(one.starts[0].fair, language)
    if not unfair:
        return [told(language, "campaign-fair", name=one.name, games=one.games, fair=fair)]
    return [
        told(
            language, "campaign-unfair", name=one.name, start=start.start,
            wins=shown("best_wins", start.wins, language), fair=fair,
        )
        for start in unfair
    ]  # fmt: skip


def rows(report: CampaignReport, language: Language) -> list[list[str]]:
    """A row for each thing that was measured, a column for each trial; the first row are the names."""
    answers = report.answers
    measured: dict[str, list[str]] = {told(language, "campaign-turns"): [
        shown("rounds", one.turns, language) for one in answers
    ]}  # fmt: skip
    for key, label, found in (
        ("campaign-by", "by", [one.victories for one in answers]),
        ("campaign-wins", "level", [one.levels for one in answers]),
        ("campaign-start", "start", [{start.start: start.wins for start in one.starts} for one in answers]),
    ):
        for name in sorted({name for each in found for name in each}):
            title = told(language, key, **{label: name})
            measured[title] = [_cell(each.get(name), language) for each in found]
    return [["", *(one.name for one in answers)], *([title, *cells] for title, cells in measured.items())]


def _cell(found: Estimate | None, language: Language) -> str:
    return "–" if found is None else shown("best_wins", found, language)


def as_json(report: CampaignReport) -> bytes:
    """Everything, for a program."""
    plain = {
        "heraut": __version__,
        "job": to_plain(report.job),
        "answers": to_plain(report.answers),
        "ratings": to_plain(report.ratings),
        "said": {language: report.sentences(language) for language in LANGUAGES},
    }
    return document(plain)


def as_html(report: CampaignReport) -> bytes:
    """One page that needs nothing else, in both languages."""
    return page(partial(_section, report))


def _section(report: CampaignReport, language: Language) -> str:
    pictures = "".join(
        f"<h2>{escape(one.name)}</h2>" + shares(one.name, [(start.start, start.wins) for start in one.starts], language)
        for one in report.answers
    )
    return (
        f'<section lang="{language}"><h1>{escape(told(language, "campaign-title"))}</h1>'
        + f"{paragraphs(report.sentences(language))}{table(rows(report, language))}{pictures}</section>"
    )
