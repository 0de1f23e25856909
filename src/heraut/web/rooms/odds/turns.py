"""What a unit may do now: its turn, tap by tap. The address is the turn so far."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe

from heraut.ask.actions import ACTIONS, Action, ActionsAsked
from heraut.ask.units import ActivationAsked
from heraut.battle.activation import Act, By
from heraut.battle.movement import Ground
from heraut.kernel import Refusal
from heraut.web import says
from heraut.web.access import Action as Right
from heraut.web.game import language
from heraut.web.guard import needs
from heraut.web.rooms.odds import house
from heraut.web.rooms.odds.asked import MOST_FATIGUE, MOST_FIGURES, Fields, UnitForm, groups, read_unit

MOST_ACTIVATIONS = 12


@dataclass(frozen=True, slots=True)
class Offered:
    """One activation as the page offers it, and why it may not be taken."""

    value: str
    action: Action
    faults: tuple[says.Fault, ...]


@require_safe
@needs(Right.VISIT)
def turn(request: HttpRequest) -> HttpResponse:
    """A tap on what the unit does adds it to the turn; its fatigue follows, and may be changed by hand."""
    fields = Fields(request.GET.dict())
    unit, did = read_unit(fields.under("a."), "warrior.bow"), _did(request.GET)
    ground = fields.text("end") if fields.text("end") in list(Ground) else Ground.OPEN.value
    house_rules = house.settings(fields, house.OF_TURNS)

    def asked() -> ActionsAsked:
        profile = unit.unit.profile
        return ActionsAsked(
            profile.unit,
            profile.equipment,
            unit.figures,
            unit.fatigue,
            turn=tuple(did),
            end=Ground(ground),
            overrides=house.overrides(house_rules),
        )

    taken = next(
        (each for each in _offered(_answer(asked())) if each.value == fields.text("do") and not each.faults), None
    )
    if "new" in request.GET:
        did = []
    elif "back" in request.GET:
        did = did[:-1]
    elif taken is not None and len(did) < MOST_ACTIVATIONS:
        did = [*did, ActivationAsked(taken.action.act, taken.action.by)]
        unit = _tired(unit, taken.action)
    now = _answer(asked())
    context: dict[str, Any] = {
        "unit": unit,
        "did": [(f"{done.act}.{done.by}", done) for done in did],
        "offered": _offered(now),
        "answer": now,
        "end": ground,
        "grounds": list(Ground),
        "groups": groups(),
        "most_figures": MOST_FIGURES,
        "most_fatigue": MOST_FATIGUE,
        "house_rules": house_rules,
        "changed": any(setting.changed for setting in house_rules),
    }
    answer = render(request, "odds/turn.html", context)
    kept = {"a.unit": unit.key, "a.figures": unit.figures, "a.fatigue": unit.fatigue, "end": ground}
    rules = {house.PREFIX + setting.key: setting.chosen for setting in house_rules if setting.changed}
    told = urlencode([*kept.items(), *rules.items(), *(("did", f"{done.act}.{done.by}") for done in did)])
    answer["HX-Push-Url"] = f"{request.path}?{told}"
    return answer


def _did(values: QueryDict) -> list[ActivationAsked]:
    """The turn so far; what cannot be read is left out."""
    parts = (value.partition(".") for value in values.getlist("did")[:MOST_ACTIVATIONS])
    return [ActivationAsked(Act(act), By(by)) for act, _, by in parts if act in list(Act) and by in list(By)]


def _tired(unit: UnitForm, action: Action) -> UnitForm:
    """The unit once it has acted; rest takes one fatigue off [CORE-ACT-3]."""
    change = -1 if action.act is Act.REST else action.fatigue
    return replace(unit, fatigue=max(0, min(MOST_FATIGUE, unit.fatigue + change)))


def _answer(asked: ActionsAsked) -> Any:
    outcome = ACTIONS.reply(asked)
    return None if isinstance(outcome, Refusal) else outcome.answer


def _offered(answer: Any) -> list[Offered]:
    found = answer.actions if answer is not None else ()
    return [Offered(f"{action.act}.{action.by}", action, says.faults(action.refused, language())) for action in found]
