"""The form of a deed: every field of its command, labelled, with choices wherever there is something to choose."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.http import QueryDict

from heraut.kernel import ORGANISER, ClauseId, Command, Seat
from heraut.skirmish.need import Dice
from heraut.skirmish.view import FighterView, FightView
from heraut.speech import Language, say_command
from heraut.web import forms
from heraut.web.forms import Field
from heraut.web.rooms.skirmish.deeds.choices import Asking, options
from heraut.web.rooms.skirmish.deeds.kinds import CORRECTION, GROUPS, Deed
from heraut.web.rooms.skirmish.lanes import has_action

SKIPPED = ("seat", "at")
LIMITS = {"Delay.by": (1, 4), "Order.plan": (0, 5)}
FRACTIONS = ("Slow.by",)
NONE = ("", "–")


@dataclass(frozen=True, slots=True)
class Form:
    """A deed as a form: `places` is an order of people, one choice for each place."""

    deed: Deed
    label: str
    clause: ClauseId
    fields: tuple[Field, ...]
    places: Field | None = None

    @property
    def possible(self) -> bool:
        """Whether everything that must be chosen can be."""
        return all(field.choices for field in self.fields if field.kind in ("choice", "several") and field.required)


def listed(
    view: FightView, who: FighterView | None, seat: Seat | None, spoken: Language
) -> Iterator[tuple[str, list[Form]]]:
    """The forms of a character, or of the whole table, that make sense now, by group."""
    if view.busy:
        due = isinstance(view.due, Dice) and seat == ORGANISER
        yield "", [form(CORRECTION, view, who, spoken)] if due else []
        return
    for group in GROUPS:
        found = [form(deed, view, who, spoken) for deed in group.deeds if _fits(deed, view, who, seat)]
        yield str(group.title), [one for one in found if one.possible]


def _fits(deed: Deed, view: FightView, who: FighterView | None, seat: Seat | None) -> bool:
    if deed.of_one != (who is not None) or view.step not in deed.steps:
        return False
    if deed.masters and seat != ORGANISER:
        return False
    return who is None or (_makes_sense(deed, who) and (has_action(view, who) or not deed.needs_action))


def _makes_sense(deed: Deed, who: FighterView) -> bool:
    """Nobody gets up who stands, nor leaves a melee he is not in."""
    match deed.name:
        case "GetUp":
            return who.posture != "standing"
        case "Disengage":
            return bool(who.foes)
        case "Defy":
            return "at-bay" in who.conditions
        case "EndLong":
            return bool(who.long)
        case "Embalm":
            return who.own is not None and any(head.days is not None for head in who.own.heads)
        case _:
            return deed.masters or who.out is None


def form(deed: Deed, view: FightView, who: FighterView | None, spoken: Language) -> Form:
    """The form of one deed, about a character or not."""
    about = who if deed.of_one else None
    skip = SKIPPED if about is None else (*SKIPPED, "who")
    asking = Asking(view, about, spoken)
    shown = [_field(deed.kind, field, asking) for field in forms.fields(deed.kind, spoken, skip=skip)]
    places = next((field for field in shown if field.kind == "places"), None)
    fields = tuple(field for field in shown if field is not places)
    return Form(deed, say_command(deed.kind, spoken), deed.clause, fields, places)


def _field(kind: type[Command], field: Field, asking: Asking) -> Field:
    found = options(kind.__name__, field.name, asking)
    if found is None:
        named = f"{kind.__name__}.{field.name}"
        least, most = LIMITS.get(named, (field.least, field.most))
        return replace(field, kind="number" if named in FRACTIONS else field.kind, least=least, most=most)
    if field.name == "order" and field.kind == "lines":
        return replace(field, kind="places", choices=found)
    if field.kind == "lines":
        ticked = tuple(value for value, _ in found) if field.name == "men" else ()
        return replace(field, kind="several", choices=found, value=ticked)
    at_hand = found[0][0] if field.name == "weapon" and found else field.value
    return replace(
        field, kind="choice", value=at_hand, choices=found if field.required or field.value else (NONE, *found)
    )


def read(kind: type[Command], posted: QueryDict) -> dict[str, object]:
    """What was chosen, as plain values."""
    return {"type": kind.__name__, **forms.read(kind, posted, skip=SKIPPED)}


def refilled(shown: Form, posted: QueryDict, fault: str, spoken: Language) -> Form:
    """The form again with what was chosen."""
    return replace(shown, fields=forms.refilled(shown.fields, posted, fault, spoken))
