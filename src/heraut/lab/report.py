"""The answers as a table, as JSON, CSV or Parquet, and as one HTML page in both languages with its pictures."""

from __future__ import annotations

import csv
import io
from functools import partial
from html import escape

import msgspec

from heraut import __version__
from heraut.kernel import to_plain
from heraut.lab.answers import Answer, advise
from heraut.lab.blocks import Job
from heraut.lab.faults import CannotRun
from heraut.lab.page import document, page, paragraphs, shares, table
from heraut.lab.pictures import lines
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
from heraut.speech import LANGUAGES, Language
from heraut.speech.typography import decimal


class Report(msgspec.Struct, frozen=True):
    """A job and its answers."""

    job: Job
    answers: tuple[Answer, ...]
    longest: float | None = None
    """How many minutes there are at most."""

    @property
    def whole(self) -> bool:
        """Whether every run was made."""
        return all(one.runs >= self.job.runs for one in self.answers)

    def sentence(self, language: Language) -> str:
        """The answer in words."""
        return recommendation(advise(self.answers, self.longest), language, alone=len(self.answers) == 1)

    def notes(self, language: Language, *, resumes: bool = True) -> list[str]:
        """What else has to be said: seed, what the engine played, what is missing and whether a command goes on."""
        said = [told(language, "seed", seed=str(self.job.seed), runs=self.job.runs)]
        if not self.whole:
            done = min(one.runs for one in self.answers)
            said.append(told(language, "part" if resumes else "part-page", done=done, runs=self.job.runs))
        return said + [note for one in self.answers if (note := engine_note(one, language))]


def rows(report: Report, language: Language) -> list[list[str]]:
    """A table: a row for each measure, a column for each trial; the first row are the names."""
    answers = list(report.answers)
    table = [["", *(one.name for one in answers)]]
    for name in told_measures(answers):
        title = measure_name(name, language, answers[0].players)
        table.append([title, *(shown(name, one.measures[name], language) for one in answers)])
    table.append([told(language, "measure-minutes"), *(hours(one.minutes.value, language) for one in answers)])
    return table


def as_json(report: Report) -> bytes:
    """Everything, for a program."""
    advice = advise(report.answers, report.longest)
    plain = {
        "heraut": __version__,
        "seed": report.job.seed,
        "runs": report.job.runs,
        "whole": report.whole,
        "trials": to_plain(report.job.trials),
        "answers": to_plain(report.answers),
        "advice": {"take": advice.take.name, "best": advice.best.name, "sure": advice.sure},
        "said": {language: report.sentence(language) for language in LANGUAGES},
    }
    return document(plain)


COLUMNS = ("trial", "players", "runs", "by_engine", "measure", "value", "low", "high")


def records(report: Report) -> list[tuple[str, int, int, int, str, float, float, float]]:
    """A line for each trial and measure."""
    return [
        (one.name, one.players, one.runs, one.by_engine, name, found.value, found.low, found.high)
        for one in report.answers
        for name, found in (*one.measures.items(), ("minutes", one.minutes))
    ]


def as_csv(report: Report) -> bytes:
    """The measures, a line each."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows(records(report))
    return text.getvalue().encode()


def as_parquet(report: Report) -> bytes:
    """The measures as a Parquet table."""
    try:
        from pyarrow import BufferOutputStream, parquet, table  # noqa: PLC0415  # an extra: heraut[lab]
    except ImportError:
        raise CannotRun("parquet-missing") from None
    columns = zip(*records(report), strict=True)
    stream = BufferOutputStream()
    parquet.write_table(table(dict(zip(COLUMNS, map(list, columns), strict=True))), stream)
    return bytes(stream.getvalue())


def as_html(report: Report) -> bytes:
    """One page that needs nothing else, in both languages."""
    return page(partial(_section, report))


def pictures(report: Report, language: Language) -> list[str]:
    """How often the best player wins, how many of the best finish on top, who wins: each a title and an SVG."""
    winners = told(language, "winners")
    drawn = lines(winners, [(one.name, one.winners) for one in report.answers])
    measured = (_measured(report, name, language) for name in ("best_wins", "top_kept"))
    return [*measured, f"<h2>{escape(winners)}</h2>{drawn}"]


def _section(report: Report, language: Language) -> str:
    answers = report.answers
    return (
        f'<section lang="{language}">'
        f"<h1>{escape(told(language, 'title-formats', players=answers[0].players))}</h1>"
        f"{paragraphs([report.sentence(language)])}{table(rows(report, language))}{''.join(pictures(report, language))}"
        f"<h2>{escape(told(language, 'how'))}</h2><p>{escape(model(report, language))}</p>"
        f"{''.join(f'<p>{escape(note)}</p>' for note in report.notes(language))}</section>"
    )


def _measured(report: Report, name: str, language: Language) -> str:
    title = measure_name(name, language, report.answers[0].players)
    found = [(one.name, one.measures[name]) for one in report.answers]
    return f"<h2>{escape(title)}</h2>{shares(title, found, language)}"


def model(report: Report, language: Language) -> str:
    """What is assumed and is no rule."""
    field = report.job.trials[0].field
    return told(
        language,
        "model-ratings" if field.ratings else "model",
        spread=decimal(f"{field.spread:g}", language),
        draws=percent(field.draws, language),
        drops=percent(field.drops, language),
        margin=decimal(f"{field.margin:g}", language),
    )
