"""The characters a game master keeps: how they are kept, their pages and files. Pages of no game: `/characters/…`."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from heraut.kernel.codec import Malformed, decode, encode, from_plain, to_plain
from heraut.skirmish.sheet import CharacterSheet
from heraut.skirmish.sheet_text import (
    MOST_TEXT,
    read_character,
    refusal,
    sample_texts,
    samples,
    sheet_faults,
    text_faults,
    write_character,
)
from heraut.speech.sentences import Language, say_fault
from heraut.web.downloads import named, printed
from heraut.web.game import account, language
from heraut.web.guard import needs
from heraut.web.models import Character
from heraut.web.permissions import Action
from heraut.web.request_data import file_of, form_of
from heraut.web.rooms.skirmish import character_form, paper
from heraut.web.rooms.skirmish.character_card import boxes, card
from heraut.web.rooms.skirmish.character_form import read
from heraut.web.rooms.skirmish.paper import on_paper

NAME_LENGTH = 60
MOST_KEPT = 500


@dataclass(frozen=True, slots=True)
class KeptCharacter:
    """A character and the id it is kept under."""

    id: str
    sheet: CharacterSheet


def keep(owner: User, sheet: CharacterSheet, id: str = "") -> str:
    """Keep a sheet, a new one or in the place of its former self; the id it has from now on."""
    written = encode(sheet).decode()
    if id:
        Character.objects.filter(pk=id, owner=owner).update(sheet=written, changed=timezone.now())
        return id
    return str(Character.objects.create(id=secrets.token_hex(8), owner=owner, sheet=written).pk)


def kept_by(owner: User | None) -> tuple[KeptCharacter, ...]:
    """The characters of an account, the newest first."""
    rows = Character.objects.filter(owner=owner)[:MOST_KEPT] if owner is not None else ()
    found = (_read(row) for row in rows)
    return tuple(one for one in found if one is not None)


def kept_one(owner: User | None, id: str) -> KeptCharacter:
    """That character of the account; 404 for anybody else's."""
    row = Character.objects.filter(pk=id, owner=owner).first() if owner is not None else None
    kept = None if row is None else _read(row)
    if kept is None:
        raise Http404(id)
    return kept


def kept_under(id: str) -> CharacterSheet | None:
    """The sheet kept under an id nobody guesses."""
    row = Character.objects.filter(pk=id).first()
    kept = None if row is None else _read(row)
    return None if kept is None else kept.sheet


def forget(owner: User, id: str) -> None:
    """A character is no longer kept; fights it is in have its sheet already."""
    Character.objects.filter(pk=id, owner=owner).delete()


def _read(row: Character) -> KeptCharacter | None:
    """None for a sheet this version cannot read: the others must still be listed."""
    try:
        sheet: CharacterSheet = decode(row.sheet, CharacterSheet)
    except Malformed:
        return None
    return KeptCharacter(row.pk, sheet)


def ready_sheet(name: str) -> CharacterSheet:
    """The sheet of a ready-made character."""
    if name not in samples():
        raise Http404(name)
    return samples()[name]


# --- pages


def owner(request: HttpRequest) -> User:
    """Whose characters these are: the door has let in accounts alone."""
    return cast(User, account(request))


@require_safe
@needs(Action.CREATE)
def index(request: HttpRequest) -> HttpResponse:
    """One's own characters, and the ready-made ones to copy."""
    return render(
        request,
        "skirmish/characters/index.html",
        {"kept": kept_by(owner(request)), "ready": samples().items()},
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
    found = kept_one(account(request), id)
    if request.method == "POST":
        return _saved(request, found.id)
    return _form(request, to_plain(found.sheet), id=id)


def _saved(request: HttpRequest, id: str = "") -> HttpResponse:
    """The character kept, or the form again: with its faults, or with more lines where those were asked for."""
    plain = read(form_of(request))
    if "more" in form_of(request):  # the same form with lines to spare
        return _form(request, plain, id=id)
    if wrong := sheet_faults(plain):
        told: dict[str, str] = {}
        for fault in wrong:
            sentence = say_fault(refusal(fault), language())
            told[fault.path] = " ".join(filter(None, (told.get(fault.path), sentence)))
        return _form(request, plain, told, id=id, status=400)
    return redirect("characters:show", id=keep(owner(request), from_plain(plain, CharacterSheet), id))


def _form(
    request: HttpRequest, plain: dict[str, Any], told: dict[str, str] | None = None, *, id: str = "", status: int = 200
) -> HttpResponse:
    made = character_form.form(plain, told or {}, language())
    context = {"form": made, "name": plain.get("name", ""), "id": id, "wrong": len(told or ())}
    return render(request, "skirmish/characters/form.html", context, status=status)


@require_safe
@needs(Action.CREATE)
def show(request: HttpRequest, id: str) -> HttpResponse:
    """A character's page: values, what they come to, equipment, tracks; made to be printed too."""
    found = kept_one(account(request), id)
    return _page(request, found.sheet, id=found.id)


@require_safe
@needs(Action.CREATE)
def show_ready(request: HttpRequest, ready: str) -> HttpResponse:
    """The page of a ready-made character."""
    return _page(request, ready_sheet(ready), ready=ready)


def _page(request: HttpRequest, sheet: CharacterSheet, **more: str) -> HttpResponse:
    return render(request, "skirmish/characters/show.html", {**shown(sheet), **more})


def shown(sheet: CharacterSheet, wounds: int = 0, fatigue: int = 0) -> dict[str, Any]:
    """What the page of a character needs."""
    return {
        "sheet": sheet,
        "card": card(sheet),
        "wounds": boxes(sheet.wound_levels, sheet.wound_penalties, wounds),
        "fatigue": boxes(sheet.fatigue_levels, sheet.fatigue_penalties, fatigue),
    }


@require_POST
@needs(Action.CREATE)
def copy(request: HttpRequest, id: str) -> HttpResponse:
    """A copy to change, of one's own character or of a ready-made one."""
    sheet = samples()[id] if id in samples() else kept_one(account(request), id).sheet
    name = (_("%s (copie)") % sheet.name)[:NAME_LENGTH] if id not in samples() else sheet.name
    copied: CharacterSheet = from_plain({**to_plain(sheet), "name": name}, CharacterSheet)
    return redirect("characters:edit", id=keep(owner(request), copied))


@require_POST
@needs(Action.CREATE)
def delete(request: HttpRequest, id: str) -> HttpResponse:
    """Forget a character."""
    found = kept_one(account(request), id)
    forget(owner(request), id)
    messages.success(request, _("Fiche supprimée : %s.") % found.sheet.name)
    return redirect("characters:index")


@dataclass(frozen=True, slots=True)
class ToldFault:
    """A fault of a text, in words: its line, what it is about, what is wrong."""

    line: int
    about: str
    sentence: str

    def __str__(self) -> str:
        return " · ".join(filter(None, (f"l. {self.line}" if self.line else "", self.about, self.sentence)))


def told(text: str, spoken: Language) -> tuple[ToldFault, ...]:
    """Everything that is wrong with a sheet's text, in the page's language."""
    return tuple(
        ToldFault(one.line, one.fault.path, say_fault(refusal(one.fault), spoken)) for one in text_faults(text)
    )


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.CREATE)
def take_in(request: HttpRequest) -> HttpResponse:
    """A sheet from a file or pasted in."""
    text = _sent(request) if request.method == "POST" else ""
    wrong = told(text, language()) if request.method == "POST" else ()
    if request.method != "POST" or wrong:
        context = {"text": text[:MOST_TEXT], "wrong": wrong}
        return render(request, "skirmish/characters/text.html", context, status=400 if wrong else 200)
    return redirect("characters:show", id=keep(owner(request), read_character(text)))


def _sent(request: HttpRequest) -> str:
    file = file_of(request)
    if file is None:
        return form_of(request).get("text", "").replace("\r\n", "\n")
    read: bytes = file.read(4 * MOST_TEXT)
    return read.decode("utf-8", errors="replace").replace("\r\n", "\n")


@require_safe
@needs(Action.CREATE)
def download(request: HttpRequest, id: str) -> HttpResponse:
    """The text file of one's own character."""
    found = kept_one(account(request), id)
    return _file(write_character(found.sheet), slugify(found.sheet.name) or "character")


@require_safe
@needs(Action.CREATE)
def download_ready(_request: HttpRequest, ready: str) -> HttpResponse:
    """The text file of a ready-made character, with its remarks."""
    if ready not in sample_texts():
        raise Http404(ready)
    return _file(sample_texts()[ready], ready)


@require_safe
@needs(Action.CREATE)
def print_own(request: HttpRequest, id: str) -> HttpResponse:
    """One's own character on paper."""
    return _printed(request, kept_one(account(request), id).sheet)


@require_safe
@needs(Action.CREATE)
def print_ready(request: HttpRequest, ready: str) -> HttpResponse:
    """A ready-made character on paper."""
    return _printed(request, ready_sheet(ready))


def _printed(request: HttpRequest, sheet: CharacterSheet) -> HttpResponse:
    return printed(request, sheet.name, on_paper(sheet))


def _file(text: str, name: str) -> HttpResponse:
    return named(HttpResponse(text, content_type="application/toml; charset=utf-8"), f"{name}.toml")


PAGES: list[URLPattern] = [
    path("", index, name="index"),
    path("new", new, name="new"),
    path("text", take_in, name="text"),
    path("rules.pdf", paper.all_rules, name="rules-paper"),
    path("ready/<slug:ready>/", show_ready, name="ready"),
    path("ready/<slug:ready>.toml", download_ready, name="ready-text"),
    path("ready/<slug:ready>.pdf", print_ready, name="ready-paper"),
    path("<slug:id>/", show, name="show"),
    path("<slug:id>/edit", edit, name="edit"),
    path("<slug:id>/copy", copy, name="copy"),
    path("<slug:id>/delete", delete, name="delete"),
    path("<slug:id>.pdf", print_own, name="paper"),
    path("<slug:id>.toml", download, name="download"),
]
