"""The settings of section 36 as fields, each with its clause and its default."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext

from heraut.kernel import ClauseId, to_plain
from heraut.skirmish.model import MODELS
from heraut.skirmish.settings import OPTION_CLAUSES, Options
from heraut.speech import Language, phrases
from heraut.web import forms
from heraut.web.forms import Field

PREFIX = "options."


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting as a field, the clause it changes and what it is when nobody touches it."""

    field: Field
    clause: ClauseId
    default: str


def settings(posted: QueryDict, spoken: Language, fault: str = "") -> tuple[Setting, ...]:
    """Every setting with what was chosen."""
    made = {field.name: field for field in forms.fields(Options, spoken)}
    return tuple(_setting(made[name], clause, posted, spoken, fault=fault) for name, clause in OPTION_CLAUSES.items())


def _setting(field: Field, clause: ClauseId, posted: QueryDict, spoken: Language, *, fault: str) -> Setting:
    default = _said(field, spoken)
    if field.name == "dice_model":
        field = replace(field, kind="choice", choices=tuple((name, name) for name in MODELS))
    if field.name == "escape_difficulty":
        field = replace(field, kind="number", value="", least=0, most=100)
        default = gettext("le total de la prise")
    value = posted.get(PREFIX + field.name, field.value)
    if field.kind == "check" and PREFIX + field.name in posted:
        value = "on" in posted.getlist(PREFIX + field.name)
    wrong = fault if f"$.options.{field.name}`" in fault else ""
    needed = field.name != "escape_difficulty"
    shown = replace(field, name=PREFIX + field.name, value=value, required=needed, fault=wrong)
    return Setting(shown, clause, default)


def _said(field: Field, spoken: Language) -> str:
    """The default in words."""
    if isinstance(field.value, bool):
        return phrases(spoken)["words"]["true" if field.value else "false"]
    return dict(field.choices).get(str(field.value), str(field.value))


def read(posted: QueryDict) -> dict[str, Any]:
    """The settings chosen, as plain values; what the form does not send keeps its default."""
    defaults: dict[str, Any] = {name: to_plain(getattr(Options(), name)) for name in OPTION_CLAUSES}
    chosen: dict[str, Any] = {}
    for name, default in defaults.items():
        typed = posted.getlist(PREFIX + name)
        if isinstance(default, bool) and typed:
            chosen[name] = "on" in typed
        elif typed and typed[-1].strip():
            chosen[name] = typed[-1].strip()
    return chosen
