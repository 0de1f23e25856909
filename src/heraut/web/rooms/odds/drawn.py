"""The picture of a series: for each unit a column after each step, darker where it is likelier to have so many left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from heraut.ask.tactics import SeriesAnswer, UnitEnd
from heraut.dice import LawRow
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
    side: str
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


def side_of(place: int) -> str:
    """The second unit stands opposite the others."""
    return "second" if place == 1 else "first"


def told(units: Sequence[UnitForm], answer: SeriesAnswer) -> dict[str, Any]:
    """The pictures of all units, and the few chances a thumb wants to see."""
    pictures = [_picture(place, unit, [ends[place] for ends in answer.after]) for place, unit in enumerate(units)]
    return {
        "pictures": pictures,
        "numbers": list(zip(*(picture.columns[1:] for picture in pictures), strict=True)),
        "bar": [(picture.letter, picture.shares[0].written) for picture in pictures],
    }


def _picture(place: int, unit: UnitForm, after: Sequence[UnitEnd]) -> Picture:
    width, row = (WIDTH - MARGIN) / (len(after) + 1), min(ROW, TALLEST / (unit.figures + 1))
    start = UnitEnd(unit.key, unit.figures, unit.fatigue, 0.0, 0.0, (LawRow(unit.figures, 1.0),))
    steps = [start, *after]
    columns = tuple(_column(end, MARGIN + number * width, width, row, unit.figures) for number, end in enumerate(steps))
    every = -(-(unit.figures + 1) // MOST_LABELS)
    points = (
        f"{column.middle:.1f},{(unit.figures - end.left + 0.5) * row:.1f}"
        for column, end in zip(columns, steps, strict=True)
    )
    return Picture(
        LETTERS[place],
        unit,
        side_of(place),
        columns,
        tuple((round((unit.figures - n + 0.5) * row + 4, 1), n) for n in range(0, unit.figures + 1, every)),
        " ".join(points),
        round(width - 2, 1),
        round(row - 1, 1),
        round((unit.figures + 1) * row, 1),
        [{"value": row.value, "p": row.p} for row in after[-1].law],
        (share("odds-eliminated", after[-1].eliminated), share("odds-exhausted", after[-1].exhausted)),
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
    return f"{mean:.1f}" if language() == "en" else f"{mean:.1f}".replace(".", ",")
