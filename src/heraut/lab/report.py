"""
What every report of the lab has, whatever was tried, and the files it is written as: JSON, CSV, Parquet, HTML.

A kind of trial says what it has found (`LabReport`); how that is written is said here, once.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any, ClassVar, NamedTuple, Protocol

import msgspec

from heraut import __version__
from heraut.kernel.codec import to_plain
from heraut.lab.estimates import Estimate
from heraut.lab.sentences import CannotRun, told
from heraut.speech.sentences import LANGUAGES, Language


class ReportTable(NamedTuple):
    """A title, and rows of which the first are the names of the columns."""

    title: str
    rows: list[list[str]]


class ReportPicture(NamedTuple):
    """A title and an SVG."""

    title: str
    svg: str


class MeasuredLine(NamedTuple):
    """A line of the CSV and Parquet files: of which trial and of whom, what, how much, and how it is known."""

    trial: str
    subject: str
    """A start, a player, a unit; empty where it is the trial as a whole."""
    measure: str
    value: float
    low: float | None = None
    """The ends of the interval at 95 %; none where nothing was sampled."""
    high: float | None = None
    runs: int = 0
    """How many were sampled; none where the value is exact, or estimated from what happened."""

    @staticmethod
    def sampled(trial: str, subject: str, measure: str, found: Estimate, runs: int) -> MeasuredLine:
        """A line for an estimate."""
        return MeasuredLine(trial, subject, measure, found.value, found.low, found.high, runs)


class Seeded(Protocol):
    """A job whose draws come from a seed."""

    @property
    def seed(self) -> int:
        """What the draws came from."""


class LabReport(Protocol):
    """What was found, as it is told on a terminal, on a page and in files."""

    kind: ClassVar[str]

    @property
    def job(self) -> Seeded:
        """What was to be tried."""

    @property
    def done(self) -> tuple[int, int]:
        """How many runs were made, of the trial that has fewest, and how many were asked for."""

    def title(self, language: Language, /) -> str:
        """What was asked."""

    def sentences(self, language: Language, /) -> list[str]:
        """What was found, in words."""

    def tables(self, language: Language, /) -> list[ReportTable]:
        """The numbers."""

    def pictures(self, language: Language, /) -> list[ReportPicture]:
        """The numbers to look at."""

    def notes(self, language: Language, /) -> list[str]:
        """What is assumed, and what the answer was drawn from."""

    def measured(self) -> list[MeasuredLine]:
        """The numbers, a line each."""

    def plain(self) -> Mapping[str, Any]:
        """Everything, for a program."""


def all_notes(report: LabReport, language: Language) -> list[str]:
    """What is assumed; and how much is missing, if anything is."""
    done, runs = report.done
    missing = [told(language, "part", done=done, runs=runs)] if done < runs else []
    return [*report.notes(language), *missing]


def as_json(report: LabReport) -> bytes:
    """Everything, for a program."""
    done, runs = report.done
    plain = {
        "heraut": __version__,
        "kind": report.kind,
        "seed": report.job.seed,
        "runs": runs,
        "whole": done >= runs,
        **to_plain(report.plain()),
        "said": {language: report.sentences(language) for language in LANGUAGES},
    }
    return msgspec.json.format(msgspec.json.encode(plain), indent=1) + b"\n"


def as_csv(report: LabReport) -> bytes:
    """The numbers, a line each."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(MeasuredLine._fields)
    writer.writerows(report.measured())
    return text.getvalue().encode()


def as_parquet(report: LabReport) -> bytes:
    """The same lines as a Parquet table."""
    try:
        import pyarrow  # noqa: PLC0415  # an extra: heraut[lab]
        from pyarrow import parquet  # noqa: PLC0415
    except ImportError:
        raise CannotRun("parquet-missing") from None
    kinds = {str: pyarrow.string(), float: pyarrow.float64(), int: pyarrow.int64()}
    types = (str, str, str, float, float, float, int)
    columns = zip(*report.measured(), strict=True)
    arrays = [pyarrow.array(list(column), kinds[kind]) for column, kind in zip(columns, types, strict=True)]
    stream = pyarrow.BufferOutputStream()
    parquet.write_table(pyarrow.table(arrays, names=MeasuredLine._fields), stream)
    return bytes(stream.getvalue())


_PAGE = """<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Héraut</title><style>
body{{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}}
table{{border-collapse:collapse;width:100%}}th,td{{padding:.3rem .6rem;border-bottom:1px solid #ddd;text-align:right}}
th:first-child{{text-align:left}}.said{{font-size:1.15rem;border-left:.3rem solid #1f5f8b;padding-left:1rem}}
svg{{width:100%;height:auto;margin:1rem 0}}.wide{{overflow-x:auto}}td{{white-space:nowrap}}
th[scope=row]{{min-width:7rem}}
#fr:not(:checked)~main section[lang=fr],#en:not(:checked)~main section[lang=en]{{display:none}}
@media print{{input,label{{display:none}}}}
@media (max-width:40rem){{svg{{min-width:30rem}}svg text{{font-size:15px}}th,td{{padding:.3rem .35rem}}}}
</style></head><body>
<input type="radio" name="language" id="fr" checked><label for="fr">Français</label>
<input type="radio" name="language" id="en"><label for="en" lang="en">English</label>
<main>{sections}</main></body></html>
"""


def as_html(report: LabReport) -> bytes:
    """One page that needs nothing else, in both languages."""
    return _PAGE.format(sections="".join(_section(report, language) for language in LANGUAGES)).encode()


def _section(report: LabReport, language: Language) -> str:
    said = "".join(f'<p class="said">{escape(sentence)}</p>' for sentence in report.sentences(language))
    tables = "".join(_titled(title, _table(rows)) for title, rows in report.tables(language))
    pictures = "".join(_titled(title, f'<div class="wide">{svg}</div>') for title, svg in report.pictures(language))
    notes = "".join(f"<p>{escape(note)}</p>" for note in all_notes(report, language))
    return (
        f'<section lang="{language}"><h1>{escape(report.title(language))}</h1>{said}'
        f"{tables}{pictures}{_titled(told(language, 'how'), notes)}</section>"
    )


def _titled(title: str, content: str) -> str:
    return f"<h2>{escape(title)}</h2>{content}" if title else content


def _table(rows: Sequence[Sequence[str]]) -> str:
    """A table whose first row and first column are names."""
    head, *body = rows
    names = "".join(f"<th scope=col>{escape(name)}</th>" for name in head)
    return f'<div class="wide"><table><tr>{names}</tr>{"".join(map(_row, body))}</table></div>'


def _row(cells: Sequence[str]) -> str:
    first, *rest = cells
    return f"<tr><th scope=row>{escape(first)}</th>{''.join(f'<td>{escape(cell)}</td>' for cell in rest)}</tr>"


FORMS: Mapping[str, Callable[[LabReport], bytes]] = {
    "json": as_json, "csv": as_csv, "parquet": as_parquet, "html": as_html,
}  # fmt: skip
"""The files of a report, by the end of their names."""
