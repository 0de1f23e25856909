"""Every other command by a form: which have one, in which group, what is asked, what was typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import get_args
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from heraut.kernel.message import Command
from heraut.kernel.names import ORGANISER, ClauseId, Seat
from heraut.kernel.refusal import Refusal
from heraut.skirmish import engine
from heraut.skirmish.answers import Override
from heraut.skirmish.entrust import Entrust
from heraut.skirmish.moves import Slow
from heraut.skirmish.need import DiceNeed
from heraut.skirmish.standoff import FaceOff
from heraut.skirmish.state import ByFighter, FightStep
from heraut.skirmish.view import FighterView, FightView
from heraut.speech.sentences import Language, say_command
from heraut.web import forms
from heraut.web.commands import FILLED_IN
from heraut.web.forms import Field
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.request_data import query_of
from heraut.web.rooms.skirmish.bots import take_deed
from heraut.web.rooms.skirmish.command_choices import Asking, options
from heraut.web.rooms.skirmish.tracker import ATTACKS, has_action
from heraut.web.views.game import common

SEGMENT = (FightStep.OPENING, FightStep.ACTING)
KINDS: Mapping[str, type[Command]] = {kind.__name__: kind for kind in get_args(engine.commands)}
FIGHTING = (FightStep.BEFORE, FightStep.ANNOUNCING, *SEGMENT)


@dataclass(frozen=True, slots=True)
class OfferedDeed:
    """A command one may give by a form."""

    kind: type[Command]
    clause: ClauseId
    steps: tuple[FightStep, ...]

    @property
    def name(self) -> str:
        return self.kind.__name__

    @property
    def of_one(self) -> bool:
        """Whether it is about a character, whose page lists it."""
        return "who" in self.kind.__struct_fields__ and self.kind not in (Entrust, FaceOff, Override, Slow)

    @property
    def needs_action(self) -> bool:
        """Whether it takes a declared action of this segment."""
        return self.steps == (FightStep.ACTING,)

    @property
    def masters(self) -> bool:
        """Whether only the game master gives it."""
        return not issubclass(self.kind, ByFighter)


@dataclass(frozen=True, slots=True)
class DeedGroup:
    """Deeds of one sort, by the word people would look for."""

    title: str | Promise
    deeds: tuple[OfferedDeed, ...]


def _deeds(steps: tuple[FightStep, ...], **clauses: str) -> tuple[OfferedDeed, ...]:
    return tuple(OfferedDeed(KINDS[name], ClauseId(clause), steps) for name, clause in clauses.items())


GROUPS = (
    DeedGroup(
        _("Attaquer"),
        _deeds((FightStep.ACTING,), Strike="SK-STR-1", Charge="SK-CHG-2", Shoot="SK-MIS-3", Prepare="SK-SPC-3"),
    ),
    DeedGroup(
        _("Bouger et esquiver"),
        (
            *_deeds(SEGMENT, Move="SK-MOV-2"),
            *_deeds((FightStep.OPENING,), Jump="SK-MOV-9", BeginLong="SK-LNG-1"),
            *_deeds(SEGMENT, Improvise="SK-ACT-5"),
            *_deeds((FightStep.OPENING,), Dodge="SK-DOD-3"),
            *_deeds(SEGMENT, GetUp="SK-POS-3", Disengage="SK-ENG-6"),
            *_deeds(SEGMENT, Delay="SK-DLY-1", Defy="SK-BAY-1"),
            *_deeds(FIGHTING, SetReflex="SK-GEN-7"),
        ),
    ),
    DeedGroup(_("Soigner"), _deeds((FightStep.OPENING, FightStep.OVER), FirstAid="SK-CRI-9")),
    DeedGroup(_("Commander"), _deeds((FightStep.ACTING,), Order="SK-CMD-6", TakeOver="SK-CMD-23")),
    DeedGroup(
        _("Effrayer, prendre des têtes"),
        (
            *_deeds((FightStep.BEFORE,), Display="SK-TER-1"),
            *_deeds((FightStep.ACTING, FightStep.OVER), TakeHead="SK-HED-1"),
            *_deeds(tuple(FightStep), Embalm="SK-HED-5"),
        ),
    ),
    DeedGroup(
        _("Jets que le meneur demande"),
        (*_deeds(tuple(FightStep), CallRoll="SK-INN-2"), *_deeds(SEGMENT, Startle="SK-SUR-1", Surprise="SK-PRI-3")),
    ),
    DeedGroup(
        _("Ce que le meneur décide"),
        (
            *_deeds(tuple(FightStep), Burden="SK-DICE-22", Lift="SK-GEN-6", Mend="SK-GEN-6"),
            *_deeds(FIGHTING, StartFall="SK-FAL-1", EndLong="SK-LNG-5", PutAside="SK-GEN-6"),
        ),
    ),
    DeedGroup(
        _("Toute la table"),
        (
            *_deeds((FightStep.BEFORE,), Frighten="SK-TER-5"),
            *_deeds((FightStep.ANNOUNCING,), Reorder="SK-TURN-3"),
            *_deeds(SEGMENT, Reroll="SK-PRI-5"),
            *_deeds(FIGHTING, FaceOff="SK-DUE-1", HoldAtBay="SK-BAY-1", ChangeSituation="SK-CMD-17"),
            *_deeds(FIGHTING, Slow="SK-MOV-7", Entrust="SK-GEN-8", SetRolls="SK-GEN-7"),
            *_deeds(FIGHTING, SetSegments="SK-TURN-10", EndFight="SK-TURN-1"),
        ),
    ),
)
CORRECTION = OfferedDeed(Override, ClauseId("SK-GEN-6"), tuple(FightStep))
"""While dice are due, the only form."""


def every() -> Iterator[OfferedDeed]:
    """All of them."""
    yield from (deed for group in GROUPS for deed in group.deeds)
    yield CORRECTION


NAMED: Mapping[str, OfferedDeed] = {deed.name: deed for deed in every()}


LIMITS = {"Delay.by": (1, 4), "Order.plan": (0, 5)}
FRACTIONS = ("Slow.by",)
TURNED = ("SetRolls.at_once", "SetSegments.one_by_one")
"""Ways of the table that a form proposes to change."""
CELTIC = ("Display", "Frighten", "TakeHead", "Embalm")
"""Deeds of sections 22 and 23: nobody is offered them outside the Celtic setting."""
CLAUSES = {
    "swap": "SK-ACT-3",
    "acrobatic": "SK-DOD-11",
    "height": "SK-STR-4",
    "behind": "SK-STR-4",
    "hand": "SK-PRE-6",
    "draw": "SK-DRW-2 SK-DRW-4",
    "position": "SK-CMD-10",
    "visibility": "SK-VIS-1",
    "bonus": "SK-TER-13",
    "Strike.style": "SK-SPC-1",
    "Strike.aim": "SK-PRE-1",
    "Strike.second": "SK-DBL-3 SK-DBL-5",
    "Strike.contest": "SK-TRP-1",
    "Charge.shield": "SK-CHG-5",
    "Shoot.distance": "SK-MIS-1",
    "Shoot.aim": "SK-PRE-5",
    "Shoot.surface": "SK-COV-1",
    "Shoot.direction": "SK-TMV-1",
    "Shoot.crowd": "SK-CRW-1",
    "Shoot.density": "SK-CRW-1",
    "Shoot.seen": "SK-CRW-2",
    "Shoot.before": "SK-PRI-1",
    "Prepare.style": "SK-PWR-3 SK-PWR-4 SK-ACR-3",
    "Prepare.distance": "SK-ACR-1",
    "Move.trait": "SK-MOV-5",
    "Move.evading": "SK-CMV-1",
    "Move.narrow": "SK-CMV-4",
    "Move.fleeing": "SK-STR-10",
    "Jump.acrobatic": "SK-MOV-9",
    "Jump.dodge": "SK-DOD-4",
    "Order.order": "SK-CMD-13 SK-CMD-14 SK-CMD-19 SK-CMD-20",
    "Order.men": "SK-CMD-7",
    "Order.gain": "SK-CMD-15 SK-CMD-20",
    "Order.circumstances": "SK-CMD-14",
    "Order.plan": "SK-CMD-14",
    "TakeHead.druid": "SK-HED-4",
    "Frighten.rear": "SK-TER-7",
    "CallRoll.innate": "SK-INN-4",
    "EndLong.fatigue": "SK-LNG-5",
}
"""The rules behind a field, by its name or by command and name; behind the others is the deed's own."""
NONE = ("", "–")
MASTERS = {"Display": ("bonus",)}
"""Fields of a player's own deed that are the game master's to fill in [SK-TER-13]."""


@dataclass(frozen=True, slots=True)
class DeedForm:
    """A deed as a form: `places` is an order of people, one choice for each place."""

    deed: OfferedDeed
    label: str
    clause: ClauseId
    fields: tuple[Field, ...]
    places: Field | None = None

    @property
    def asked(self) -> tuple[tuple[Field, tuple[str, ...]], ...]:
        """Each field with the clauses behind it, where it has some of its own."""
        return tuple((field, _clauses(self.deed, field)) for field in self.fields)

    @property
    def possible(self) -> bool:
        """Whether everything that must be chosen can be."""
        return all(field.choices for field in self.fields if field.kind in ("choice", "several") and field.required)

    def with_fault(self, fault: str, spoken: Language) -> DeedForm:
        """The same form, and the fault beside the field it names."""
        return replace(self, fields=forms.with_fault(self.fields, fault, spoken))


def _clauses(deed: OfferedDeed, field: Field) -> tuple[str, ...]:
    return tuple((CLAUSES.get(f"{deed.name}.{field.name}") or CLAUSES.get(field.name, "")).split())


def listed(
    view: FightView, who: FighterView | None, seat: Seat | None, spoken: Language
) -> Iterator[tuple[str, list[DeedForm]]]:
    """The forms of a character, or of the whole table, that make sense now, by group."""
    if view.busy:
        due = isinstance(view.due, DiceNeed) and seat == ORGANISER
        yield "", [form(CORRECTION, view, who, spoken)] if due else []
        return
    for group in GROUPS:
        found = [form(deed, view, who, spoken, seat) for deed in group.deeds if _fits(deed, view, who, seat)]
        yield str(group.title), [one for one in found if one.possible]


def _fits(deed: OfferedDeed, view: FightView, who: FighterView | None, seat: Seat | None) -> bool:
    if deed.of_one != (who is not None) or view.step not in deed.steps:
        return False
    if (deed.masters and seat != ORGANISER) or (deed.name in CELTIC and not view.options.celtic):
        return False
    if deed.name == "Reroll" and view.segment == 1:  # which uses the turn's own rolls [SK-PRI-5]
        return False
    if deed.name == "Reorder" and any(one.declared is not None for one in view.fighters):  # [SK-TURN-3]
        return False
    if who is None:
        return True
    acting = has_action(view, who) or not deed.needs_action
    return acting and _is_free(deed, view, who) and _makes_sense(deed, view, who)


EVEN_BOUND = ("Defy", "SetReflex", "Embalm")
"""What somebody may do who is held at bay or in a long action."""
HEADS = ("TakeHead", "Embalm")
"""What whoever was out of the fight may see to after it, unless he is dead [SK-HED-8]."""
UPRIGHT = ("Move", "Jump", "GetUp", "Disengage", "BeginLong", "FirstAid", "TakeHead")
"""What nobody does while he gets up, beside what takes a declared action [SK-POS-3]."""


def _is_free(deed: OfferedDeed, view: FightView, who: FighterView) -> bool:
    """Whether being out, held at bay, in a long action or about to stand leaves him that."""
    if deed.masters or view.step is FightStep.OVER:
        return deed.masters or who.out is None or (deed.name in HEADS and who.out != "dead")
    if who.out is not None:  # and yet may answer a simultaneous action [SK-PRI-4]
        return who.id in view.actors and deed.name in ATTACKS
    if who.long or "at-bay" in who.conditions:
        return deed.name in EVEN_BOUND
    return not (who.rising and (deed.needs_action or deed.name in UPRIGHT))


def _makes_sense(deed: OfferedDeed, view: FightView, who: FighterView) -> bool:
    """Nobody gets up who stands, leaves a melee he is not in, runs out of one, puts off what he does not have."""
    held, dodged = any(hold.held == who.id for hold in view.holds), bool(who.foes) and who.dodged
    match deed.name:
        case "Move":
            return not held
        case "GetUp":
            return who.posture != "standing" and not held and not dodged
        case "Disengage":
            return bool(who.foes) and not held and not dodged
        case "Charge":
            return not who.foes and who.posture == "standing"
        case "Jump":
            return not who.foes and who.posture != "prone"
        case "BeginLong" | "FirstAid":
            return view.step is FightStep.OVER or not who.foes
        case "Dodge":
            return not who.dodged
        case "Delay":
            return has_action(view, who)
        case "Defy":
            return "at-bay" in who.conditions and "cowed" not in who.conditions
        case "EndLong":
            return bool(who.long)
        case "Embalm":
            return who.own is not None and any(head.days is not None for head in who.own.heads)
        case _:
            return True


def form(
    deed: OfferedDeed, view: FightView, who: FighterView | None, spoken: Language, seat: Seat | None = ORGANISER
) -> DeedForm:
    """The form of one deed, about a character or not; what only the game master gives is asked of nobody else."""
    about = who if deed.of_one else None
    skip = FILLED_IN if about is None else (*FILLED_IN, "who")
    if seat != ORGANISER:
        skip = (*skip, *MASTERS.get(deed.name, ()))
    asking = Asking(view, about, spoken)
    shown = [_field(deed.kind, field, asking) for field in forms.fields(deed.kind, spoken, skip=skip)]
    places = next((field for field in shown if field.kind == "places"), None)
    fields = tuple(field for field in shown if field is not places)
    return DeedForm(deed, say_command(deed.kind, spoken), deed.clause, fields, places)


def _field(kind: type[Command], field: Field, asking: Asking) -> Field:
    found = options(kind.__name__, field.name, asking)
    if found is None:
        named = f"{kind.__name__}.{field.name}"
        least, most = LIMITS.get(named, (field.least, field.most))
        if named in TURNED:  # what is so already would be refused
            return replace(field, value=not getattr(asking.view, field.name))
        return replace(field, kind="number" if named in FRACTIONS else field.kind, least=least, most=most)
    if field.name == "order" and field.kind == "lines":
        return replace(field, kind="places", choices=found, value=tuple(value for value, _ in found))
    if field.kind == "lines":
        ticked = tuple(value for value, _ in found) if field.name == "men" else ()
        return replace(field, kind="several", choices=found, value=ticked)
    at_hand = found[0][0] if field.name == "weapon" and found else field.value
    return replace(
        field, kind="choice", value=at_hand, choices=found if field.required or field.value else (NONE, *found)
    )


@require_safe
@needs(Action.SPEAK)
def deeds(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """All the deeds of one character, or those that concern the whole table."""
    who = _about(request, game)
    groups = [group for group in listed(game.view, who, game.visitor.seat, language()) if group[1]]
    return render(request, "skirmish/command_forms.html", {**common(game), "who": who, "groups": groups})


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.SPEAK)
def deed(request: HttpRequest, game: VisitedGame, name: str) -> HttpResponse:
    """One deed; what is refused is shown again with what was chosen."""
    found = NAMED.get(name)
    if found is None or (found.of_one and _about(request, game) is None):
        raise Http404(name)
    if found.masters and game.visitor.seat != ORGANISER:
        raise Http404(name)
    page = partial(_shown, deed=found)
    return take_deed(request, game, found.kind, page) if request.method == "POST" else page(request, game)


def _shown(  # noqa: PLR0913  # what may be said on the page, each by name
    request: HttpRequest,
    game: VisitedGame,
    *,
    deed: OfferedDeed,
    refusal: Refusal | None = None,
    fault: str = "",
    status: int = 200,
    typed: QueryDict | None = None,
) -> HttpResponse:
    who = _about(request, game)
    shown = form(deed, game.view, who, language(), game.visitor.seat).with_fault(fault, language())
    back = reverse("skirmish:deeds", args=[game.stream]) + (f"?{urlencode({'who': who.id})}" if who else "")
    said = common(game, refusal=refusal, fault=fault, of=deed.name)
    context = {**said, "typed": typed, "who": who, "form": shown, "back": back}
    return render(request, "skirmish/command_form.html", context, status=status)


def _about(request: HttpRequest, game: VisitedGame) -> FighterView | None:
    """The character the address names, if the visitor speaks for him."""
    named = query_of(request).get("who", "")
    if not named:
        return None
    found: FighterView | None = next((one for one in game.view.fighters if one.id == named), None)
    if found is None or found.own is None:
        raise Http404(named)
    return found
