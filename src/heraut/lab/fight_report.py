"""Fights, told: what is exact and what is sampled apart."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from html import escape

import msgspec

from heraut import __version__
from heraut.kernel import to_plain
from heraut.lab.estimates import Estimate, wilson
from heraut.lab.fights import (
    NOBODY,
    FightBlock,
    FightJob,
    FightTally,
    MatchUp,
    exact_duel,
    fight_blocks,
    match_ups,
)
from heraut.lab.page import document, page, paragraphs, shares
from heraut.lab.sentences import told
from heraut.lab.words import percent, shown
from heraut.speech import LANGUAGES, Language
from heraut.speech.typography import decimal


class FightReport(msgspec.Struct, frozen=True):
    """A job, the exact law of every charge, the exact chances of a duel, and the sampled ones."""

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

    def sentences(self, language: Language) -> list[str]:
        """What is found, in words."""
        battles, whole = self.sampled[NOBODY]
        if self.duel is not None:
            won, level = (percent(share, language) for share in self.duel)
            return [told(language, "fight-said-exact", wins=won, level=level), told(language, "fight-model")]
        said = [told(language, "fight-said", wins=shown("best_wins", whole, language), battles=battles)]
        spared = {without: found.value for without, (_, found) in self.sampled.items() if without != NOBODY}
        if spared:
            key = min(spared, key=lambda without: spared[without])
            less = percent(whole.value - spared[key], language)
            unit = str(self.job.mine[key].unit)
            said.append(told(language, "fight-key", number=str(key + 1), unit=unit, less=less))
        return [*said, told(language, "fight-model")]


def rows(report: FightReport, language: Language) -> list[list[str]]:
    """The sampled chances, then every charge by its exact law; the first row are the titles."""
    table = [["", told(language, "fight-won")]]
    table += [[title, shown("best_wins", found, language)] for title, found in _sampled(report, language)]
    for one in report.charges:
        mine, theirs = report.job.mine[one.mine].unit, report.job.theirs[one.theirs].unit
        title = f"{told(language, 'fight-charge')} {one.mine + 1} {mine} → {one.theirs + 1} {theirs}"
        said = told(
            language, "fight-exact", eliminates=percent(one.eliminates, language),
            eliminated=percent(one.eliminated, language), takes=decimal(f"{one.takes:.2f}", language),
            loses=decimal(f"{one.loses:.2f}", language),
        )  # fmt: skip
        table.append([title, said])
    return table


def _sampled(report: FightReport, language: Language) -> list[tuple[str, Estimate]]:
    return [(_name(report, without, language), found) for without, (_, found) in sorted(report.sampled.items())]


def _name(report: FightReport, without: int, language: Language) -> str:
    if without == NOBODY:
        return told(language, "fight-whole")
    unit = str(report.job.mine[without].unit)
    return told(language, "fight-without", number=str(without + 1), unit=unit)


def as_json(report: FightReport) -> bytes:
    """Everything, for a program."""
    plain = {
        "heraut": __version__,
        "job": to_plain(report.job),
        "exact": {"charges": to_plain(report.charges), "duel": report.duel},
        "sampled": [
            {"without": without, "battles": battles, "wins": to_plain(found)}
            for without, (battles, found) in sorted(report.sampled.items())
        ],
        "said": {language: report.sentences(language) for language in LANGUAGES},
    }
    return document(plain)


def as_html(report: FightReport) -> bytes:
    """One page that needs nothing else, in both languages."""
    return page(partial(_section, report))


def _section(report: FightReport, language: Language) -> str:
    title = told(language, "fight-title")
    picture = shares(title, _sampled(report, language), language)
    _, *body = rows(report, language)
    cells = "".join(f"<tr><th scope=row>{escape(name)}</th><td>{escape(cell)}</td></tr>" for name, cell in body)
    return (
        f'<section lang="{language}"><h1>{escape(title)}</h1>'
        + paragraphs(report.sentences(language))
        + f'{picture}<div class="wide"><table>{cells}</table></div></section>'
    )
