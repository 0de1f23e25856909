"""The picture of a series: for each unit a column after each step, darker where it is likelier to have so many left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from heraut.ask.tactics import SeriesAnswer, UnitEnd
from heraut.dice import LawRow
from heraut.speech.typography import decimal
from heraut.web.charts import percent
from heraut.web.game import language
from heraut.web.rooms.odds.asked import UnitForm
from heraut.web.rooms.odds.told import Share, share

WIDTH, MARGIN, TALLEST, ROW = 340, 26, 200, 24
MOST_LABELS = 9
LETTERS = "ABCD"


@dataclass(frozen=True, slots=True)
class Cell:
    """One number of figures after one step."""

    x: float
    y: float
    shade: float
    told: str


@dataclass(frozen=True, slots=True)
class Column:
    """One step: what is left on average, and the chance that the unit is gone by then."""

    middle: float
    cells: tuple[Cell, ...]
    mean: str
    fatigue: str
    eliminated: str
    gone: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A unit through the series."""

    letter: str
    unit: UnitForm
    tone: str
    columns: tuple[Column, ...]
    labels: tuple[tuple[float, int], ...]
    line: str
    width: float
    row: float
    height: float
    """Of the cells; the numbers of the steps and the chances to be gone stand below."""
    last: list[dict[str, Any]]
    shares: tuple[Share, ...]

    @property
    def step_y(self) -> float:
        return self.height + 15

    @property
    def gone_y(self) -> float:
        return self.height + 31

    @property
    def full(self) -> float:
        return self.height + 36


def tone_of(place: int) -> str:
    """Each unit has a colour and a hatching of its own."""
    return f"unit-{LETTERS[place].lower()}"


def told(units: Sequence[UnitForm], answer: SeriesAnswer) -> dict[str, Any]:
    """The pictures of all units, and the few chances a thumb wants to see."""
    pictures = [_picture(place, unit, [ends[place] for ends in answer.after]) for place, unit in enumerate(units)]
    return {
        "pictures": pictures,
        "numbers": list(zip(*(picture.columns[1:] for picture in pictures), strict=True)),
        "bar": [(picture.letter, picture.tone, picture.shares[0].written) for picture in pictures],
    }


def _picture(place: int, unit: UnitForm, after: Sequence[UnitEnd]) -> Picture:
    full, last = unit.figures, after[-1]
    width, row = (WIDTH - MARGIN) / (len(after) + 1), min(ROW, TALLEST / (full + 1))
    steps = [UnitEnd(unit.key, full, unit.fatigue, 0.0, 0.0, (LawRow(full, 1.0),)), *after]
    columns = tuple(_column(end, MARGIN + number * width, width, row, full) for number, end in enumerate(steps))
    means = zip((column.middle for column in columns), ((full - end.left + 0.5) * row for end in steps), strict=True)
    labelled = range(0, full + 1, -(-(full + 1) // MOST_LABELS))
    return Picture(
        letter=LETTERS[place],
        unit=unit,
        tone=tone_of(place),
        columns=columns,
        labels=tuple((round((full - figures + 0.5) * row + 4, 1), figures) for figures in labelled),
        line=" ".join(f"{x:.1f},{y:.1f}" for x, y in means),
        width=round(width - 2, 1),
        row=round(row - 1, 1),
        height=round((full + 1) * row, 1),
        last=[{"value": each.value, "p": each.p} for each in last.law],
        shares=(share("odds-eliminated", last.eliminated), share("odds-exhausted", last.exhausted)),
    )


def _column(end: UnitEnd, x: float, width: float, row: float, figures: int) -> Column:
    spoken = language()
    cells = tuple(
        Cell(
            round(x + 1, 1),
            round((figures - left) * row, 1),
            round(each.p**0.5, 3),
            f"{left} : {percent(each.p, spoken)}",
        )
        for each in end.law
        for left in (int(str(each.value)),)
    )
    gone = "<1" if 0 < end.eliminated < 0.01 else f"{100 * end.eliminated:.0f}"
    return Column(
        round(x + width / 2, 1), cells, _tenths(end.left), _tenths(end.fatigue), percent(end.eliminated, spoken), gone
    )


def _tenths(mean: float) -> str:
    return decimal(f"{mean:.1f}", language())
