"""A skirmish fought many times, told."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from html import escape

import msgspec

from heraut import __version__
from heraut.kernel import to_plain
from heraut.lab.estimates import Estimate
from heraut.lab.page import document, page, paragraphs, shares
from heraut.lab.sentences import told
from heraut.lab.skirmishes import Fights, SkirmishAnswer, SkirmishBlock, SkirmishJob, skirmish_answer, skirmish_blocks
from heraut.lab.words import shown
from heraut.speech import LANGUAGES, Language


class SkirmishReport(msgspec.Struct, frozen=True):
    """A job and what is known of it."""

    job: SkirmishJob
    answer: SkirmishAnswer

    @staticmethod
    def of(job: SkirmishJob, done: Mapping[SkirmishBlock, Fights]) -> SkirmishReport:
        """The report of the fights that were fought."""
        fights = [fought for block in skirmish_blocks(job) for fought in done.get(block, ())]
        return SkirmishReport(job, skirmish_answer(job.settings, fights))

    def sentences(self, language: Language) -> list[str]:
        """What is found, in words."""
        answer = self.answer
        side = max(answer.wins, key=lambda name: answer.wins[name].value)
        said = [
            told(
                language, "skirmish-said", side=side, wins=shown("best_wins", answer.wins[side], language),
                fights=answer.fights, turns=shown("rounds", answer.turns, language),
            )
        ]  # fmt: skip
        if answer.first_blood is not None:
            said.append(told(language, "skirmish-blood", wins=shown("best_wins", answer.first_blood, language)))
        return [*said, told(language, "skirmish-model", seed=str(self.job.seed))]


def rows(report: SkirmishReport, language: Language) -> list[list[str]]:
    """What was measured; the first row are the titles."""
    table = [["", told(language, "skirmish-sampled")]]
    table += [[title, shown("best_wins", found, language)] for title, found in _shares(report, language)]
    return [*table, [told(language, "campaign-turns"), shown("rounds", report.answer.turns, language)]]


def _shares(report: SkirmishReport, language: Language) -> list[tuple[str, Estimate]]:
    answer = report.answer
    found = [(told(language, "skirmish-wins", side=side), wins) for side, wins in answer.wins.items()]
    if answer.undecided.value:
        found.append((told(language, "skirmish-undecided"), answer.undecided))
    return found + [(told(language, f"skirmish-{cause}"), often) for cause, often in answer.causes.items()]


def as_json(report: SkirmishReport) -> bytes:
    """Everything, for a program."""
    plain = {
        "heraut": __version__,
        "seed": report.job.seed,
        "sampled": to_plain(report.answer),
        "said": {language: report.sentences(language) for language in LANGUAGES},
    }
    return document(plain)


def as_html(report: SkirmishReport) -> bytes:
    """One page that needs nothing else, in both languages."""
    return page(partial(_section, report))


def _section(report: SkirmishReport, language: Language) -> str:
    title = told(language, "skirmish-title")
    picture = shares(title, _shares(report, language), language)
    words = paragraphs(report.sentences(language))
    return f'<section lang="{language}"><h1>{escape(title)}</h1>{words}{picture}</section>'
