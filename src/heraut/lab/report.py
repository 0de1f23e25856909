"""The answers as a table, as JSON, CSV or Parquet, and as one HTML page in both languages with its pictures."""

from __future__ import annotations

import csv
import io
from html import escape

import msgspec

from heraut import __version__
from heraut.kernel import to_plain
from heraut.lab.answers import Answer, advise
from heraut.lab.blocks import Job
from heraut.lab.faults import CannotRun
from heraut.lab.pictures import intervals, lines
from heraut.lab.words import (
    engine_note,
    hours,
    measure_name,
    percent,
    recommendation,
    shown,
    told,
    told_measures,
)
from heraut.speech import LANGUAGES, Language


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

    def notes(self, language: Language) -> list[str]:
        """What else has to be said: seed, what the engine played, what is missing."""
        said = [told(language, "seed", seed=str(self.job.seed), runs=self.job.runs)]
        if not self.whole:
            done = min(one.runs for one in self.answers)
            said.append(told(language, "part", done=done, runs=self.job.runs))
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
    return msgspec.json.format(msgspec.json.encode(plain), indent=1) + b"\n"


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


PAGE = """<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Héraut</title><style>
body{{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}}
table{{border-collapse:collapse;width:100%}}th,td{{padding:.3rem .6rem;border-bottom:1px solid #ddd;text-align:right}}
th:first-child{{text-align:left}}.said{{font-size:1.15rem;border-left:.3rem solid #1f5f8b;padding-left:1rem}}
svg{{width:100%;height:auto}}.wide{{overflow-x:auto}}
#fr:not(:checked)~main section[lang=fr],#en:not(:checked)~main section[lang=en]{{display:none}}
@media print{{input,label{{display:none}}}}
</style></head><body>
<input type="radio" name="language" id="fr" checked><label for="fr">Français</label>
<input type="radio" name="language" id="en"><label for="en" lang="en">English</label>
<main>{sections}</main></body></html>
"""


def as_html(report: Report) -> bytes:
    """One page that needs nothing else, in both languages."""
    return PAGE.format(sections="".join(_section(report, language) for language in LANGUAGES)).encode()


def _section(report: Report, language: Language) -> str:
    answers = report.answers
    head, *body = rows(report, language)
    table = f"<tr>{''.join(f'<th scope=col>{escape(cell)}</th>' for cell in head)}</tr>" + "".join(
        f"<tr><th scope=row>{escape(first)}</th>{''.join(f'<td>{escape(cell)}</td>' for cell in rest)}</tr>"
        for first, *rest in body
    )
    pictures = [_measured(report, name, language) for name in ("best_wins", "top_kept")]
    winners = told(language, "winners")
    pictures.append(f"<h2>{escape(winners)}</h2>" + lines(winners, [(one.name, one.winners) for one in answers]))
    return (
        f'<section lang="{language}">'
        f"<h1>{escape(told(language, 'title-formats', players=answers[0].players))}</h1>"
        f'<p class="said">{escape(report.sentence(language))}</p>'
        f'<div class="wide"><table>{table}</table></div>{"".join(pictures)}'
        f"<h2>{escape(told(language, 'how'))}</h2><p>{escape(model(report, language))}</p>"
        f"{''.join(f'<p>{escape(note)}</p>' for note in report.notes(language))}</section>"
    )


def _measured(report: Report, name: str, language: Language) -> str:
    title = measure_name(name, language, report.answers[0].players)
    found = [(one.name, one.measures[name]) for one in report.answers]
    bars = [(label, each.value, each.low, each.high, percent(each.value, language)) for label, each in found]
    return f"<h2>{escape(title)}</h2>{intervals(title, bars)}"


def model(report: Report, language: Language) -> str:
    """What is assumed and is no rule."""
    field = report.job.trials[0].field
    return told(
        language,
        "model-ratings" if field.ratings else "model",
        spread=f"{field.spread:g}",
        draws=percent(field.draws, language),
        drops=percent(field.drops, language),
        margin=f"{field.margin:g}",
    )
