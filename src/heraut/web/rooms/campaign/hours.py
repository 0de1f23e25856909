"""Times as people give them, in hours: the deadlines of the steps, the reminder, the grace, more time for a step."""

from __future__ import annotations

from math import ceil
from typing import Any

from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from heraut.campaign.settings import TurnStep
from heraut.kernel.bounds import fraction
from heraut.web import forms
from heraut.web.forms import Field
from heraut.web.sentences import word

HOUR = 3600
MOST_HOURS = 87_600
"""Ten years: whoever types more has slipped."""
TIMED = tuple(step for step in TurnStep if step not in (TurnStep.AFTERMATH, TurnStep.FINISHED))
"""The steps that may wait for somebody, each with a deadline of its own if the group wishes."""


def seconds(hours: str) -> int | None:
    """A time given in hours, with a point or a comma; None for what is none, or longer than any."""
    given = fraction(hours)
    return None if given is None or given > MOST_HOURS else ceil(given * HOUR)


def more(typed: QueryDict) -> dict[str, Any]:
    """The seconds by which a deadline is moved; that they are no fewer than none is a rule [SC-ABS-5]."""
    found = seconds(typed.get("hours", ""))
    if found is None:
        raise forms.wrong(_wanted(), "seconds")
    return {"seconds": found}


def _wanted() -> str:
    return _("Écrivez des heures, de 0 à %(most)d, comme 48 ou 0,5.") % {"most": MOST_HOURS}


SETTINGS = {**{f"deadline-{step}": step for step in TIMED}, "reminder-hours": "reminder", "grace-hours": "grace"}
"""The setting each time of the form that opens a campaign is, by its field."""


def fields(typed: QueryDict) -> tuple[Field, ...]:
    """Every time as it was typed, with what is wrong with it and the sign for nothing typed."""
    own = {"reminder": _("Rappel avant"), "grace": _("Délai de grâce")}
    return tuple(
        Field(
            name, own.get(setting) or capfirst(word(setting)), "text", (text := typed.get(name, "").strip()),
            fault=_wanted() if _given(text) is None else "", usual="0" if setting in own else "–",
        )
        for name, setting in SETTINGS.items()
    )  # fmt: skip


def _given(text: str) -> int | None:
    """The seconds of what was typed; nothing typed is none, and None is no time."""
    found = seconds(text or "0")
    return None if found is None or found < 0 else found


def read(typed: QueryDict) -> dict[str, Any]:
    """The settings of the times that were given. `Malformed` names the first that is none; the form shows them all."""
    found: dict[str, int] = {}
    for field in fields(typed):
        if field.fault:
            raise forms.wrong(field.fault, SETTINGS[field.name])
        if given := _given(field.value):
            found[SETTINGS[field.name]] = given
    deadlines = {step: found.pop(step) for step in TIMED if step in found}
    return found | ({"deadlines": deadlines} if deadlines else {})
