"""
Several fights in a row: units, their steps tap by tap, what is left after each. The address is the series.

Its picture has for each unit a column after each step, darker where it is likelier to have so many figures left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.decorators.http import require_safe

from heraut.ask.dice import LawRow
from heraut.ask.tactics import SERIES, SeriesAnswer, SeriesAsked, SeriesUnit, UnitEnd
from heraut.battle.series import ChargeStep, RestStep, SeriesStep, ShootStep
from heraut.kernel.refusal import Refusal
from heraut.speech.typography import colon
from heraut.warband.profile import profiles
from heraut.warband.tables import Distance, Overrides, ShootingWeapon
from heraut.web import sentences
from heraut.web.game import language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.request_data import query_of
from heraut.web.rooms.odds.form import Fields, UnitForm, read_unit
from heraut.web.rooms.odds.house_rules import HouseRules, read_house_rules
from heraut.web.rooms.odds.page import Share, average, page, share
from heraut.web.sentences import percent

FEWEST, MOST_UNITS, MOST_STEPS = 2, 4, 12
LETTERS = "ABCD"
USUAL = ("hearthguard.none", "warrior.none", "warrior.bow", "levy.none")
FRESH: list[SeriesStep] = [ChargeStep(0, 1)] * 3
WIDTH, MARGIN, TALLEST, ROW = 340, 26, 200, 24
MOST_LABELS = 9


@dataclass(frozen=True, slots=True)
class SeriesForm:
    """The series as it stands, and the step that is being chosen."""

    units: list[UnitForm]
    steps: list[SeriesStep]
    by: int
    on: int
    within: Distance
    later: bool


@require_safe
@needs(Action.VISIT)
def series(request: HttpRequest) -> HttpResponse:
    """A tap on what a unit does adds a step; the picture follows."""
    fields = Fields(query_of(request).dict())
    form, house_rules = _read(fields, query_of(request)), read_house_rules(fields)
    shooter = profiles()[form.units[form.by].key]
    context: dict[str, Any] = {
        "form": form,
        "units": [(LETTERS[place], unit, _tone(place)) for place, unit in enumerate(form.units)],
        "steps": [_listed(step) for step in form.steps],
        "room": len(form.steps) < MOST_STEPS,
        "may_add": len(form.units) < MOST_UNITS,
        "may_take": len(form.units) > FEWEST,
        "acts": ["charge", "shoot", "rest"] if shooter.weapon is not ShootingWeapon.NONE else ["charge", "rest"],
        "distances": list(Distance),
    }
    if form.steps:
        outcome = SERIES.reply(_asked(form, house_rules.overrides))
        if isinstance(outcome, Refusal):
            context["faults"] = sentences.faults(outcome, language())
        else:
            context |= _pictures(form.units, outcome.answer)
    address = _address(form, fields, house_rules)
    return page(request, "series", context, house_rules=house_rules, address=address)


def _read(fields: Fields, values: QueryDict) -> SeriesForm:
    """The units, the steps so far, and what was tapped."""
    count = fields.whole("units", FEWEST, least=FEWEST, most=MOST_UNITS)
    if "more" in values:
        count = min(MOST_UNITS, count + 1)
    elif "fewer" in values:
        count = max(FEWEST, count - 1)
    units = [read_unit(fields.under(f"u{place}."), USUAL[place]) for place in range(count)]
    by, on = fields.whole("by", 0, most=count - 1), fields.whole("on", 1, most=count - 1)
    on = on if on != by else int(by == 0)
    within, later = fields.word("within", Distance.L), fields.ticked("later")
    acts: dict[str, SeriesStep] = {
        "charge": ChargeStep(by, on, later=later),
        "shoot": ShootStep(by, on, within, later=later),
        "rest": RestStep(by),
    }
    steps = FRESH if "units" not in values else [step for step in map(_step, values.getlist("step")) if step]
    steps = [step for step in steps if all(place < count for place in _places(step))]
    if "new" in values:
        steps = []
    elif "back" in values:
        steps = steps[:-1]
    elif (taken := acts.get(fields.text("do"))) is not None:
        steps, later = [*steps, taken], False
    return SeriesForm(units, steps[:MOST_STEPS], by, on, within, later)


def _step(text: str) -> SeriesStep | None:
    """A step as the address writes it: `charge.0.1`, `shoot.0.1.M`, `rest.0`; a dash before a later activation."""
    later, what = text.startswith("-"), text.removeprefix("-").split(".")
    numbers = [int(part) for part in what[1:3] if part.isascii() and part.isdigit() and len(part) == 1]
    match what, numbers:
        case ["charge", _, _], [by, on] if by != on:
            return ChargeStep(by, on, later=later)
        case ["shoot", _, _, within], [by, on] if by != on and within in list(Distance):
            return ShootStep(by, on, Distance(within), later=later)
        case ["rest", _], [by]:
            return RestStep(by)
        case _:
            return None


def _written(step: SeriesStep) -> str:
    match step:
        case ChargeStep():
            return f"{'-' * step.later}charge.{step.by}.{step.on}"
        case ShootStep():
            return f"{'-' * step.later}shoot.{step.by}.{step.on}.{step.within}"
        case RestStep():
            return f"rest.{step.by}"


def _places(step: SeriesStep) -> tuple[int, ...]:
    return (step.by,) if isinstance(step, RestStep) else (step.by, step.on)


def _listed(step: SeriesStep) -> tuple[str, str, list[tuple[str, str]], bool]:
    """A step in the address, its kind, the letters and tones of those it concerns, whether it comes again."""
    written = _written(step)
    kind = written.lstrip("-").partition(".")[0]
    return written, kind, [(LETTERS[place], _tone(place)) for place in _places(step)], written.startswith("-")


def _asked(form: SeriesForm, rules: Overrides) -> SeriesAsked:
    units = (
        SeriesUnit(profile.unit, profile.equipment, unit.figures, unit.fatigue, unit.cover, unit.choices)
        for unit in form.units
        for profile in (profiles()[unit.key],)
    )
    return SeriesAsked(tuple(units), tuple(form.steps), overrides=rules)


def _address(form: SeriesForm, fields: Fields, house_rules: HouseRules) -> str:
    """What reopens the series: its units, its steps, the rules that are not ours."""
    prefixes = tuple(f"u{place}." for place in range(len(form.units)))
    kept = [
        (name, value)
        for name, value in fields.values.items()
        if name.startswith(prefixes) and value not in ("0", "none")
    ]
    steps = [("step", _written(step)) for step in form.steps]
    return urlencode([("units", str(len(form.units))), *kept, *house_rules.address().items(), *steps])


@dataclass(frozen=True, slots=True)
class FiguresCell:
    """One number of figures after one step."""

    x: float
    y: float
    shade: float
    told: str


@dataclass(frozen=True, slots=True)
class StepColumn:
    """One step: what is left on average, and the chance that the unit is gone by then."""

    middle: float
    cells: tuple[FiguresCell, ...]
    mean: str
    fatigue: str
    eliminated: str
    gone: str


@dataclass(frozen=True, slots=True)
class UnitPicture:
    """A unit through the series."""

    letter: str
    unit: UnitForm
    tone: str
    columns: tuple[StepColumn, ...]
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


def _tone(place: int) -> str:
    """Each unit has a colour and a hatching of its own."""
    return f"unit-{LETTERS[place].lower()}"


def _pictures(units: Sequence[UnitForm], answer: SeriesAnswer) -> dict[str, Any]:
    """The pictures of all units, and the few chances a thumb wants to see."""
    pictures = [_picture(place, unit, [ends[place] for ends in answer.after]) for place, unit in enumerate(units)]
    return {
        "pictures": pictures,
        "numbers": list(zip(*(picture.columns[1:] for picture in pictures), strict=True)),
        "bar": [(picture.letter, picture.tone, picture.shares[0].written) for picture in pictures],
    }


def _picture(place: int, unit: UnitForm, after: Sequence[UnitEnd]) -> UnitPicture:
    full, last = unit.figures, after[-1]
    width, row = (WIDTH - MARGIN) / (len(after) + 1), min(ROW, TALLEST / (full + 1))
    steps = [UnitEnd(unit.key, full, unit.fatigue, 0.0, 0.0, (LawRow(full, 1.0),)), *after]
    columns = tuple(_column(end, MARGIN + number * width, width, row, full) for number, end in enumerate(steps))
    means = zip(
        (column.middle for column in columns), ((full - float(end.left) + 0.5) * row for end in steps), strict=True
    )
    labelled = range(0, full + 1, -(-(full + 1) // MOST_LABELS))
    return UnitPicture(
        letter=LETTERS[place],
        unit=unit,
        tone=_tone(place),
        columns=columns,
        labels=tuple((round((full - figures + 0.5) * row + 4, 1), figures) for figures in labelled),
        line=" ".join(f"{x:.1f},{y:.1f}" for x, y in means),
        width=round(width - 2, 1),
        row=round(row - 1, 1),
        height=round((full + 1) * row, 1),
        last=[{"value": each.value, "p": each.p} for each in last.law],
        shares=(share("odds-eliminated", last.eliminated), share("odds-exhausted", last.exhausted)),
    )


def _column(end: UnitEnd, x: float, width: float, row: float, figures: int) -> StepColumn:
    spoken = language()
    cells = tuple(
        FiguresCell(
            round(x + 1, 1),
            round((figures - left) * row, 1),
            round(each.p**0.5, 3),
            f"{left}{colon(spoken)}{percent(each.p, spoken)}",
        )
        for each in end.law
        for left in (int(str(each.value)),)
    )
    gone = "<1" if 0 < end.eliminated < 0.01 else f"{100 * float(end.eliminated):.0f}"
    return StepColumn(
        round(x + width / 2, 1),
        cells,
        average(end.left, 1),
        average(end.fatigue, 1),
        percent(end.eliminated, spoken),
        gone,
    )
