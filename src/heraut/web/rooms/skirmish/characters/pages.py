"""The pages of characters: the list, the form, the page of one; copying and forgetting."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from heraut.kernel import from_plain, to_plain
from heraut.skirmish.samples import samples
from heraut.skirmish.sheet import Sheet
from heraut.skirmish.sheet_text import refusal, sheet_faults
from heraut.speech import say_fault
from heraut.web.access import Action
from heraut.web.game import account, language
from heraut.web.guard import needs
from heraut.web.rooms.skirmish.characters import form as forms
from heraut.web.rooms.skirmish.characters import kept
from heraut.web.rooms.skirmish.characters.card import boxes, card
from heraut.web.rooms.skirmish.characters.typed import read

NAME_LENGTH = 60


def owner(request: HttpRequest) -> User:
    """Whose characters these are: the door has let in accounts alone."""
    return cast(User, account(request))


@require_safe
@needs(Action.CREATE)
def index(request: HttpRequest) -> HttpResponse:
    """One's own characters, and the ready-made ones to copy."""
    return render(
        request, "skirmish/characters/index.html", {"kept": kept.all_of(owner(request)), "ready": samples().items()}
    )


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.CREATE)
def new(request: HttpRequest) -> HttpResponse:
    """A character from nothing, field by field."""
    if request.method == "POST":
        return _saved(request)
    return _form(request, {"name": ""})


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.CREATE)
def edit(request: HttpRequest, id: str) -> HttpResponse:
    """Change a character; fights it is in keep the sheet they began with."""
    found = kept.one_of(account(request), id)
    if request.method == "POST":
        return _saved(request, found.id)
    return _form(request, to_plain(found.sheet), id=id)


def _saved(request: HttpRequest, id: str = "") -> HttpResponse:
    plain = read(request.POST)
    if wrong := sheet_faults(plain):
        told: dict[str, str] = {}
        for fault in wrong:
            sentence = say_fault(refusal(fault), language())
            told[fault.path] = " ".join(filter(None, (told.get(fault.path), sentence)))
        return _form(request, plain, told, id=id, status=400)
    return redirect("characters:show", id=kept.keep(owner(request), from_plain(plain, Sheet), id))


def _form(
    request: HttpRequest, plain: dict[str, Any], told: dict[str, str] | None = None, *, id: str = "", status: int = 200
) -> HttpResponse:
    made = forms.form(plain, told or {}, language())
    context = {"form": made, "name": plain.get("name", ""), "id": id, "wrong": len(told or ())}
    return render(request, "skirmish/characters/form.html", context, status=status)


@require_safe
@needs(Action.CREATE)
def show(request: HttpRequest, id: str) -> HttpResponse:
    """A character's page: values, what they come to, equipment, tracks; made to be printed too."""
    found = kept.one_of(account(request), id)
    return _page(request, found.sheet, id=found.id)


@require_safe
@needs(Action.CREATE)
def show_ready(request: HttpRequest, ready: str) -> HttpResponse:
    """The page of a ready-made character."""
    return _page(request, ready_sheet(ready), ready=ready)


def _page(request: HttpRequest, sheet: Sheet, **more: str) -> HttpResponse:
    return render(request, "skirmish/characters/show.html", {**shown(sheet), **more})


def shown(sheet: Sheet, wounds: int = 0, fatigue: int = 0) -> dict[str, Any]:
    """What the page of a character needs."""
    return {
        "sheet": sheet,
        "card": card(sheet),
        "wounds": boxes(sheet.wound_levels, sheet.wound_penalties, wounds),
        "fatigue": boxes(sheet.fatigue_levels, sheet.fatigue_penalties, fatigue),
    }


def ready_sheet(name: str) -> Sheet:
    """The sheet of a ready-made character."""
    if name not in samples():
        raise Http404(name)
    return samples()[name]


@require_POST
@needs(Action.CREATE)
def copy(request: HttpRequest, id: str) -> HttpResponse:
    """A copy to change, of one's own character or of a ready-made one."""
    sheet = samples()[id] if id in samples() else kept.one_of(account(request), id).sheet
    name = (_("%s (copie)") % sheet.name)[:NAME_LENGTH] if id not in samples() else sheet.name
    copied: Sheet = from_plain({**to_plain(sheet), "name": name}, Sheet)
    return redirect("characters:edit", id=kept.keep(owner(request), copied))


@require_POST
@needs(Action.CREATE)
def delete(request: HttpRequest, id: str) -> HttpResponse:
    """Forget a character."""
    found = kept.one_of(account(request), id)
    kept.forget(owner(request), id)
    messages.success(request, _("%s est supprimé.") % found.sheet.name)
    return redirect("characters:index")
