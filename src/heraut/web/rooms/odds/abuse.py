"""An abuse of power: the chances before the roll, and the roll for the table."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from heraut.ask.magic import ABUSE, AbuseAsked
from heraut.kernel import Refusal, to_plain
from heraut.web import sentences
from heraut.web.game import language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.rooms.odds.fight import share
from heraut.web.rooms.odds.form import MOST_FATIGUE, Fields
from heraut.web.rooms.odds.luck import typed_faces

MOST_NEIGHBOURS = 10


@require_safe
@needs(Action.VISIT)
def abuse_of_power(request: HttpRequest) -> HttpResponse:
    """The chances, and what the faces do if there are any."""
    fields = Fields(request.GET.dict())
    asked = AbuseAsked(
        fatigue=fields.whole("fatigue", most=MOST_FATIGUE),
        imposing=fields.ticked("imposing"),
        neighbours=fields.whole("neighbours", most=MOST_NEIGHBOURS),
        roll=fields.ticked("roll"),
        faces=typed_faces(fields.text("faces")) or None,
    )
    outcome = ABUSE.reply(asked)
    context: dict[str, Any] = {"asked": asked, "most_units": MOST_NEIGHBOURS, "faces": fields.text("faces")}
    if isinstance(outcome, Refusal):
        return render(request, "odds/abuse.html", {**context, "faults": sentences.faults(outcome, language())})
    summary, roll = outcome.answer.summary, outcome.answer.roll
    chances = {
        "odds-nothing": summary.nothing,
        "odds-sorcerer-dies": summary.eliminated,
        "odds-forgets-cast": summary.forgets_cast,
        "odds-friends-tire": summary.tires_friends,
    }
    context["shares"] = [share(name, p) for name, p in chances.items()]
    context["roll"] = to_plain(roll)
    context["row"] = None if roll is None or roll.end is None else f"abuse-{_row(roll.end.total)}"
    return render(request, "odds/abuse.html", context)


def _row(total: int) -> str:
    """The name of the table's row for this total, as words are keyed."""
    return {2: "2", 3: "3", 4: "4-5", 5: "4-5", 9: "9-10", 10: "9-10", 11: "11", 12: "12"}.get(total, "6-8")
