"""Times as people give them, in hours: the deadlines of the steps, the reminder, the grace, more time for a step."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any

from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from heraut.campaign.settings import TurnStep
from heraut.kernel.bounds import fraction
from heraut.web import forms
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


@dataclass(frozen=True, slots=True)
class HoursField:
    """A time of the form that opens a campaign: the `setting` it is, and the `usual` sign for nothing typed."""

    name: str
    setting: str
    label: str
    value: str
    usual: str

    @property
    def seconds(self) -> int | None:
        """As typed; nothing typed is none, and None is no time."""
        found = seconds(self.value or "0")
        return None if found is None or found < 0 else found

    @property
    def fault(self) -> str:
        """What is wrong with what was typed, and what to do."""
        return _wanted() if self.seconds is None else ""


def fields(typed: QueryDict) -> tuple[HoursField, ...]:
    """Every time, as it was typed."""

    def field(name: str, setting: str, label: str, usual: str) -> HoursField:
        return HoursField(name, setting, label, typed.get(name, "").strip(), usual)

    return (
        *(field(f"deadline-{step}", step, capfirst(word(step)), "–") for step in TIMED),
        field("reminder-hours", "reminder", _("Rappel avant"), "0"),
        field("grace-hours", "grace", _("Délai de grâce"), "0"),
    )


def read(typed: QueryDict) -> dict[str, Any]:
    """The settings of the times that were given. `Malformed` names the first that is none; the form shows them all."""
    found: dict[str, int] = {}
    for field in fields(typed):
        if field.seconds is None:
            raise forms.wrong(field.fault, field.setting)
        if field.seconds:
            found[field.setting] = field.seconds
    deadlines = {step: found.pop(step) for step in TIMED if step in found}
    return found | ({"deadlines": deadlines} if deadlines else {})
