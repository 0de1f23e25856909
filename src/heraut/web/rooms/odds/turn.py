"""What a unit may do now: its turn, tap by tap. The address is the turn so far."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.decorators.http import require_safe

from heraut.ask.units import ACTIONS, ActionsAnswer, ActionsAsked, UnitAction
from heraut.battle.activation import Act, ActivatedBy, Activation
from heraut.battle.movement import Ground
from heraut.kernel import Refusal
from heraut.web import sentences
from heraut.web.game import language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.rooms.odds.form import (
    MOST_FATIGUE,
    OF_TURNS,
    Fields,
    HouseRules,
    UnitForm,
    page,
    read_house_rules,
    read_unit,
)
from heraut.web.sentences import Fault

MOST_ACTIVATIONS = 12
_INCHES = re.compile(r"\d{1,2}(?:[.,]\d{1,3})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class ActionOffer:
    """One activation as the page offers it, and why it may not be taken."""

    value: str
    action: UnitAction
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class TurnForm:
    """A unit, what it has done in this turn, the ground and the enemies it thinks of, the organiser's rules."""

    unit: UnitForm
    did: tuple[Activation, ...]
    start: Ground
    end: Ground
    nearest: str
    nearest_at_end: str
    """Inches to the nearest enemy before and after it moves, as they were typed; empty: nobody is near."""
    house_rules: HouseRules

    def answer(self) -> ActionsAnswer | None:
        """What it may do now; None for a unit that cannot be."""
        profile = self.unit.unit.profile
        asked = ActionsAsked(
            profile.unit,
            profile.equipment,
            self.unit.figures,
            self.unit.fatigue,
            turn=self.did,
            start=self.start,
            end=self.end,
            nearest_enemy=_inches(self.nearest),
            nearest_enemy_at_end=_inches(self.nearest_at_end),
            hero_in_reach=True,
            overrides=self.house_rules.overrides,
        )
        outcome = ACTIONS.reply(asked)
        return None if isinstance(outcome, Refusal) else outcome.answer

    def address(self) -> str:
        """What reopens the turn."""
        kept = {
            "a.unit": self.unit.key,
            "a.figures": self.unit.figures,
            "a.fatigue": self.unit.fatigue,
            "start": self.start,
            "end": self.end,
            "nearest": self.nearest,
            "nearest_at_end": self.nearest_at_end,
            **self.house_rules.address(),
        }
        given = ((name, value) for name, value in kept.items() if value != "")
        return urlencode([*given, *(("did", _written(done)) for done in self.did)])


@require_safe
@needs(Action.VISIT)
def turn(request: HttpRequest) -> HttpResponse:
    """A tap on what the unit does adds it to the turn; its fatigue follows, and may be changed by hand."""
    form = _tapped(_read(request), request.GET)
    now = form.answer()
    context: dict[str, Any] = {
        "unit": form.unit,
        "did": [(_written(done), done) for done in form.did],
        "offered": _offers(now),
        "answer": now,
        "form": form,
        "grounds": list(Ground),
    }
    return page(request, "odds/turn.html", form.house_rules, form.address(), context)


def _read(request: HttpRequest) -> TurnForm:
    """The turn as the address tells it."""
    fields = Fields(request.GET.dict())
    return TurnForm(
        read_unit(fields.under("a."), "warrior.bow"),
        tuple(_did(request.GET)),
        fields.word("start", Ground.OPEN),
        fields.word("end", Ground.OPEN),
        _distance(fields.text("nearest")),
        _distance(fields.text("nearest_at_end")),
        read_house_rules(fields, OF_TURNS),
    )


def _distance(text: str) -> str:
    """A distance in inches as it was typed; nothing for what is none."""
    return text.strip() if _INCHES.fullmatch(text.strip()) else ""


def _inches(text: str) -> str | None:
    return text.replace(",", ".") or None


def _tapped(form: TurnForm, values: QueryDict) -> TurnForm:
    """The turn once what was tapped is done: begun anew, taken back, or one thing more if it may be done."""
    if "new" in values:
        return replace(form, did=())
    if "back" in values:
        return replace(form, did=form.did[:-1])
    if "do" not in values or len(form.did) >= MOST_ACTIVATIONS:
        return form
    for offer in _offers(form.answer()):
        if offer.value == values["do"] and not offer.faults:
            done = Activation(offer.action.act, offer.action.by)
            return replace(form, did=(*form.did, done), unit=_tired(form.unit, offer.action))
    return form


def _written(done: Activation | UnitAction) -> str:
    return f"{done.act}.{done.by}"


def _did(values: QueryDict) -> list[Activation]:
    """The turn so far; what cannot be read is left out."""
    parts = (value.partition(".") for value in values.getlist("did")[:MOST_ACTIVATIONS])
    return [
        Activation(Act(act), ActivatedBy(by)) for act, _, by in parts if act in list(Act) and by in list(ActivatedBy)
    ]


def _tired(unit: UnitForm, action: UnitAction) -> UnitForm:
    """The unit once it has acted."""
    return replace(unit, fatigue=min(MOST_FATIGUE, unit.fatigue + action.fatigue))


def _offers(answer: ActionsAnswer | None) -> list[ActionOffer]:
    found = answer.actions if answer is not None else ()
    return [ActionOffer(_written(action), action, sentences.faults(action.refused, language())) for action in found]
