"""What a unit may do now: its turn, tap by tap. The address is the turn so far."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.decorators.http import require_safe
from msgspec import structs

from heraut.ask.question import Answer
from heraut.ask.units import ACTIONS, ActionsAnswer, ActionsAsked, UnitAction
from heraut.battle.activation import Act, ActivatedBy, Activation, Ground
from heraut.kernel.bounds import whole
from heraut.kernel.refusal import Refusal
from heraut.web import sentences
from heraut.web.game import language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.request_data import query_of
from heraut.web.rooms.odds.form import MOST_FATIGUE, Fields, UnitForm, read_unit
from heraut.web.rooms.odds.house_rules import OF_TURNS, HouseRules, read_house_rules
from heraut.web.rooms.odds.page import page
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
class Done:
    """An activation of this turn, and the fatigue it gave; a cancelled one gives none and counts for nothing."""

    activation: Activation
    fatigue: int = 0

    @property
    def given(self) -> int:
        return 0 if self.activation.cancelled else self.fatigue

    def turned(self) -> Done:
        """Cancelled, or resolved after all."""
        return replace(self, activation=structs.replace(self.activation, cancelled=not self.activation.cancelled))

    @property
    def written(self) -> str:
        """As the address writes it: `shoot.order.1`, with a dash before a cancelled one."""
        dash = "-" if self.activation.cancelled else ""
        return f"{dash}{_written(self.activation)}.{self.fatigue}"


@dataclass(frozen=True, slots=True)
class TurnForm:
    """A unit, what it has done in this turn, the ground and the enemies it thinks of, the organiser's rules."""

    unit: UnitForm
    did: tuple[Done, ...]
    start: Ground
    crossed: Ground
    end: Ground
    exploited: bool
    """Whether an enemy exploits its fatigue against its move [CORE-EXPL-1, AM-FLY-10]."""
    nearest: str
    nearest_at_end: str
    """Inches to the nearest enemy before and after it moves, as they were typed; empty: nobody is near."""
    house_rules: HouseRules

    def answer(self) -> Answer[ActionsAnswer] | None:
        """What it may do now, and why it goes so far; None for a unit that cannot be."""
        profile = self.unit.unit.profile
        asked = ActionsAsked(
            profile.unit,
            profile.equipment,
            self.unit.figures,
            self.unit.fatigue,
            turn=tuple(done.activation for done in self.did),
            start=self.start,
            crossed=self.crossed,
            end=self.end,
            fatigue_exploited=self.exploited,
            nearest_enemy=_inches(self.nearest),
            nearest_enemy_at_end=_inches(self.nearest_at_end),
            hero_in_reach=True,
            overrides=self.house_rules.overrides,
        )
        outcome = ACTIONS.reply(asked)
        return None if isinstance(outcome, Refusal) else outcome

    def address(self) -> str:
        """What reopens the turn."""
        kept = {
            "a.unit": self.unit.key,
            "a.figures": self.unit.figures,
            "a.fatigue": self.unit.fatigue,
            "start": self.start,
            "crossed": self.crossed,
            "end": self.end,
            "exploited": "on" if self.exploited else "",
            "nearest": self.nearest,
            "nearest_at_end": self.nearest_at_end,
            **self.house_rules.address(),
        }
        given = ((name, value) for name, value in kept.items() if value != "")
        return urlencode([*given, *(("did", done.written) for done in self.did)])


@require_safe
@needs(Action.VISIT)
def turn(request: HttpRequest) -> HttpResponse:
    """A tap on what the unit does adds it to the turn; its fatigue follows, and may be changed by hand."""
    form = _tapped(_read(request), query_of(request))
    found = form.answer()
    now = None if found is None else found.answer
    context: dict[str, Any] = {
        "unit": form.unit,
        "cancelled": any(done.activation.cancelled for done in form.did),
        "offered": _offers(now),
        "answer": now,
        "reaches": () if found is None else tuple(map(sentences.told, found.because)),
        "form": form,
        "grounds": list(Ground),
    }
    return page(request, "turn", context, house_rules=form.house_rules, address=form.address())


def _read(request: HttpRequest) -> TurnForm:
    """The turn as the address tells it."""
    fields = Fields(query_of(request).dict())
    return TurnForm(
        read_unit(fields.under("a."), "warrior.bow"),
        tuple(_did(query_of(request))),
        fields.word("start", Ground.OPEN),
        fields.word("crossed", Ground.OPEN),
        fields.word("end", Ground.OPEN),
        fields.ticked("exploited"),
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
    if "back" in values and form.did:
        return replace(form, did=form.did[:-1], unit=_tired(form.unit, -form.did[-1].given))
    place = whole(values.get("cancel", ""))
    if place is not None and 0 <= place < len(form.did):
        turned = form.did[place].turned()
        tired = _tired(form.unit, turned.given - form.did[place].given)
        return replace(form, did=(*form.did[:place], turned, *form.did[place + 1 :]), unit=tired)
    if "do" not in values or len(form.did) >= MOST_ACTIVATIONS:
        return form
    found = form.answer()
    for offer in _offers(None if found is None else found.answer):
        if offer.value == values["do"] and not offer.faults:
            done = Done(Activation(offer.action.act, offer.action.by), offer.action.fatigue)
            return replace(form, did=(*form.did, done), unit=_tired(form.unit, done.fatigue))
    return form


def _written(done: Activation | UnitAction) -> str:
    return f"{done.act}.{done.by}"


def _did(values: QueryDict) -> Iterator[Done]:
    """The turn so far; what cannot be read is left out."""
    for value in values.getlist("did")[:MOST_ACTIVATIONS]:
        act, by, fatigue = [*value.removeprefix("-").split("."), "", ""][:3]
        if act in list(Act) and by in list(ActivatedBy):
            gave = whole(fatigue) or 0
            given = gave if -1 <= gave <= MOST_FATIGUE else 0
            yield Done(Activation(Act(act), ActivatedBy(by), cancelled=value.startswith("-")), given)


def _tired(unit: UnitForm, fatigue: int) -> UnitForm:
    """The unit with so much more fatigue, or less."""
    return replace(unit, fatigue=max(0, min(MOST_FATIGUE, unit.fatigue + fatigue)))


def _offers(answer: ActionsAnswer | None) -> list[ActionOffer]:
    found = answer.actions if answer is not None else ()
    return [ActionOffer(_written(action), action, sentences.faults(action.refused, language())) for action in found]
