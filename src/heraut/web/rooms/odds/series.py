"""Several fights in a row: units, their steps tap by tap, what is left after each. The address is the series."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe
from msgspec.structs import replace as changed

from heraut.ask.battle import SideChoices
from heraut.ask.tactics import SERIES, SeriesAsked, SeriesUnit
from heraut.battle.series import ChargeStep, RestStep, SeriesStep, ShootStep
from heraut.battle.unit import Cover
from heraut.kernel import Refusal
from heraut.warband.overrides import Overrides
from heraut.warband.profile import profiles
from heraut.warband.vocabulary import Distance, Weapon
from heraut.web import says
from heraut.web.access import Action
from heraut.web.game import language
from heraut.web.guard import needs
from heraut.web.rooms.odds import drawn, house
from heraut.web.rooms.odds.asked import MOST_FATIGUE, MOST_FIGURES, Fields, UnitForm, groups, read_unit
from heraut.web.rooms.odds.drawn import LETTERS

FEWEST, MOST_UNITS, MOST_STEPS = 2, 4, 12
USUAL = ("hearthguard.none", "warrior.none", "warrior.bow", "levy.none")
FRESH: list[SeriesStep] = [ChargeStep(0, 1)] * 3


@dataclass(frozen=True, slots=True)
class Next:
    """The step that is being chosen."""

    by: int
    on: int
    within: Distance
    later: bool

    def taken(self, what: str) -> SeriesStep | None:
        match what:
            case "charge" if self.by != self.on:
                return ChargeStep(self.by, self.on, later=self.later)
            case "shoot" if self.by != self.on:
                return ShootStep(self.by, self.on, self.within, later=self.later)
            case "rest":
                return RestStep(self.by)
            case _:
                return None


@dataclass(frozen=True, slots=True)
class SeriesForm:
    """The series as it stands."""

    units: list[UnitForm]
    steps: list[SeriesStep]
    next: Next


@require_safe
@needs(Action.VISIT)
def series(request: HttpRequest) -> HttpResponse:
    """A tap on what a unit does adds a step; the picture follows."""
    fields = Fields(request.GET.dict())
    form = _read(fields, request.GET)
    house_rules = house.settings(fields)
    context: dict[str, Any] = {
        "form": form,
        "units": [(LETTERS[place], unit, drawn.tone_of(place)) for place, unit in enumerate(form.units)],
        "steps": [_listed(step) for step in form.steps],
        "room": len(form.steps) < MOST_STEPS,
        "may_add": len(form.units) < MOST_UNITS,
        "may_take": len(form.units) > FEWEST,
        "acts": ["charge", "shoot", "rest"] if _shoots(form.units[form.next.by]) else ["charge", "rest"],
        "groups": groups(),
        "covers": list(Cover),
        "distances": list(Distance),
        "most_figures": MOST_FIGURES,
        "most_fatigue": MOST_FATIGUE,
        "house_rules": house_rules,
        "changed": any(setting.changed for setting in house_rules),
        "question": _address(form, fields, house_rules),
    }
    if form.steps:
        outcome = SERIES.reply(_asked(form, house.overrides(house_rules)))
        if isinstance(outcome, Refusal):
            context["faults"] = says.faults(outcome, language())
        else:
            context |= drawn.told(form.units, outcome.answer)
    answer = render(request, "odds/series.html", context)
    answer["HX-Push-Url"] = f"{request.path}?{context['question']}"
    return answer


def _read(fields: Fields, values: QueryDict) -> SeriesForm:
    """The units, the steps so far, and what was tapped."""
    count = fields.whole("units", FEWEST, least=FEWEST, most=MOST_UNITS)
    if "more" in values:
        count = min(MOST_UNITS, count + 1)
    elif "fewer" in values:
        count = max(FEWEST, count - 1)
    units = [read_unit(fields.under(f"u{place}."), USUAL[place]) for place in range(count)]
    by, on = fields.whole("by", 0, most=count - 1), fields.whole("on", 1, most=count - 1)
    chosen = Next(
        by,
        on if on != by else int(by == 0),
        Distance(fields.text("within")) if fields.text("within") in list(Distance) else Distance.L,
        fields.ticked("later"),
    )
    steps = FRESH if "units" not in values else [step for step in map(_step, values.getlist("step")) if step]
    steps = [step for step in steps if all(place < count for place in _places(step))]
    if "new" in values:
        steps = []
    elif "back" in values:
        steps = steps[:-1]
    elif (taken := chosen.taken(fields.text("do"))) is not None:
        steps, chosen = [*steps, taken], replace(chosen, later=False)
    return SeriesForm(units, steps[:MOST_STEPS], chosen)


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
    return written, kind, [(LETTERS[place], drawn.tone_of(place)) for place in _places(step)], written.startswith("-")


def _shoots(unit: UnitForm) -> bool:
    return profiles()[unit.key].weapon is not Weapon.NONE


def _asked(form: SeriesForm, rules: Overrides) -> SeriesAsked:
    units = tuple(
        SeriesUnit(
            profiles()[unit.key].unit,
            profiles()[unit.key].equipment,
            unit.figures,
            unit.fatigue,
            Cover(unit.cover),
            SideChoices(
                own_armour=unit.own_armour,
                enemy_armour=unit.enemy_armour,
                close_ranks=unit.close_ranks,
                bodyguards=unit.bodyguards,
                bonus_dice=unit.bonus_dice,
                extra_attack=unit.extra_attack,
                extra_defence=unit.extra_defence,
            ),
        )
        for unit in form.units
    )
    return changed(SeriesAsked(units, tuple(form.steps)), overrides=rules)


def _address(form: SeriesForm, fields: Fields, house_rules: list[house.Setting]) -> str:
    """What reopens the series: its units, its steps, the rules that are not ours."""
    kept = [("units", str(len(form.units)))]
    names = [f"u{place}." for place in range(len(form.units))]
    kept += [
        (name, value)
        for name, value in fields.values.items()
        if name.startswith(tuple(names)) and value not in ("0", "none")
    ]
    rules = [(house.PREFIX + setting.key, setting.chosen) for setting in house_rules if setting.changed]
    return urlencode([*kept, *rules, *(("step", _written(step)) for step in form.steps)])
