"""
Scenarios of one's own: `/plan/own/…`. A file, or a copy of one of ours, checked line by line, moved on its picture.

A match or an event that plays one takes what it says into its settings, so it goes wherever the game goes.
"""

from __future__ import annotations

import secrets

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from heraut.kernel.codec import Malformed
from heraut.press.diagram import diagram
from heraut.press.rules import PlayConditions, scenario_rules
from heraut.scenario.definition import Scenario
from heraut.scenario.library import find
from heraut.scenario.own import MOST_CHARACTERS, LineFault, own_scenario, read_own
from heraut.scenario.own_text import copy_of, move_element, without_labels
from heraut.speech.faults import say_wrong
from heraut.speech.sentences import say_fault
from heraut.web.downloads import named
from heraut.web.game import account, language
from heraut.web.guard import needs
from heraut.web.models import OwnScenario
from heraut.web.permissions import Action
from heraut.web.request_data import file_of, form_of
from heraut.web.rooms.match.options_form import (
    ElementPosition,
    ScenarioPicture,
    coordinates,
    element_words,
    ground_of,
    read_numbers,
)

OWN = "own:"
"""What stands before the id of a scenario of one's own in a form."""
MOST = 100
"""How many scenarios one organiser keeps."""


def own_scenarios(request: HttpRequest) -> QuerySet[OwnScenario]:
    """The scenarios of whoever is signed in, the last changed first."""
    user = account(request)
    return OwnScenario.objects.none() if user is None else OwnScenario.objects.filter(owner=user)


def playable(id: str) -> Scenario | None:
    """The scenario kept under that id, if it can be played."""
    row = OwnScenario.objects.filter(pk=id).first()
    return None if row is None else own_scenario(row.text)


def _one(request: HttpRequest, id: str) -> OwnScenario:
    row = own_scenarios(request).filter(pk=id).first()
    if row is None:
        raise Http404(id)
    return row


@require_POST
@needs(Action.CREATE)
def create(request: HttpRequest) -> HttpResponse:
    """A new scenario: from a file, or a copy of one of ours."""
    if own_scenarios(request).count() >= MOST:
        messages.error(request, _("Vous gardez déjà %s scénarios : supprimez-en un d'abord.") % MOST)
        return redirect("plan:scenarios")
    text = _begun(request)
    if not text:
        messages.error(request, _("Choisissez un fichier de scénario (.toml) ou un scénario à recopier."))
        return redirect("plan:scenarios")
    row = OwnScenario(pk=secrets.token_hex(6), owner=account(request), title=_title(text), text=text)
    row.save()
    return redirect("plan:own", id=row.pk)


def _begun(request: HttpRequest) -> str:
    """The text of the file that was sent, or of the copy that was asked for."""
    file, copied = file_of(request), form_of(request).get("copy", "")
    if file is not None:
        sent: bytes = file.read(4 * (MOST_CHARACTERS + 1))  # a character has four bytes at most
        return sent.decode("utf-8", "replace").replace("\x00", "").replace("\r\n", "\n")
    found = find(copied)
    return copy_of(copied, f"own_{secrets.token_hex(3)}") if found is not None and found.available else ""


def _title(text: str) -> str:
    found = own_scenario(text)
    return ("" if found is None else found.name("fr")[:60]) or _("Scénario sans nom")


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.CREATE)
def edit(request: HttpRequest, id: str) -> HttpResponse:
    """The text with its faults beside it, and the picture on which everything can be moved."""
    row, told = _one(request, id), ""
    if request.method == "POST":
        text, told = _typed(form_of(request), row.text)
        row.text, row.title = text, _title(text) if read_own(text)[0] else row.title
        row.save()
        if not told and not read_own(text)[1]:
            messages.success(request, _("Le scénario « %s » est enregistré.") % row.title)
            return redirect("plan:own", id=row.pk)
    found, faults = read_own(row.text)
    context = {
        "row": row,
        "faults": [(fault.line, _said(fault), _line(row.text, fault.line)) for fault in faults],
        "fault": told,
        "scenario": found,
        "ground": _ground(found, row.text) if found is not None else None,
        "most": MOST_CHARACTERS,
    }
    return render(request, "match/own_scenario.html", context, status=400 if told else 200)


def _said(fault: LineFault) -> str:
    return say_fault(fault.refused, language()) if fault.refused else say_wrong(fault.told, language())


def _line(text: str, number: int) -> str:
    lines = text.splitlines()
    return lines[number - 1].strip()[:120] if number <= len(lines) else ""


def _typed(posted: QueryDict, before: str) -> tuple[str, str]:
    """The text as it was typed, with what was moved on the picture; and what could not be read of that."""
    text = posted.get("text", before).replace("\r\n", "\n")[: MOST_CHARACTERS + 1]
    found = own_scenario(before)
    for element in found.elements if found is not None else ():
        typed = posted.get(f"place.{element.id}", "").strip()
        if not typed or typed == coordinates(element):
            continue
        try:
            numbers = read_numbers(typed, element)
            text = move_element(without_labels(text, element), element.id, element.geometry, numbers)
        except Malformed as error:
            return text, say_wrong(str(error).partition(" - at `")[0], language())
    return text, ""


def _ground(scenario: Scenario, text: str) -> ScenarioPicture:
    """The picture, and each element that stands in the text."""
    shown = (
        ElementPosition(
            field=f"place.{one.id}",
            label=f"{element_words(scenario, one)} ({one.id})",
            value=coordinates(one),
            geometry=one.geometry,
            fragile=False,
        )
        for one in scenario.elements
        if f'"{one.id}"' in text
    )
    return ground_of(scenario, shown)


@require_safe
@needs(Action.CREATE)
def file(request: HttpRequest, id: str) -> HttpResponse:
    """The file, to keep or to send."""
    row = _one(request, id)
    return named(HttpResponse(row.text, content_type="application/toml; charset=utf-8"), f"scenario-{row.pk}.toml")


@require_safe
@needs(Action.CREATE)
def sheet(request: HttpRequest, id: str) -> HttpResponse:
    """The scenario to print: its picture and everything it says."""
    row = _one(request, id)
    found = own_scenario(row.text)
    if found is None:
        return redirect("plan:own", id=row.pk)
    context = {
        "row": row,
        "scenario_name": found.name(language()),
        "summary": found.brief(language()),
        "picture": mark_safe(diagram(found, language(), shown="untitled")),
        "sections": scenario_rules(found, PlayConditions(), language()),
    }
    return render(request, "match/own_sheet.html", context)


@require_POST
@needs(Action.CREATE)
def delete(request: HttpRequest, id: str) -> HttpResponse:
    """Throw a scenario of one's own away; games that play it keep what they took."""
    row = _one(request, id)
    row.delete()
    messages.success(request, _("Le scénario « %s » est supprimé.") % row.title)
    return redirect("plan:scenarios")


def choices(request: HttpRequest, source: str = "") -> list[tuple[OwnScenario, bool]]:
    """One's own scenarios to choose from, and whether each can be played; those of one source if it is named."""
    found = ((row, own_scenario(row.text)) for row in own_scenarios(request)[:MOST])
    return [
        (row, scenario is not None)
        for row, scenario in found
        if not source or (scenario is not None and scenario.source == source)
    ]


def brought(posted: QueryDict) -> tuple[list[str], dict[str, str]]:
    """The scenarios chosen for an event's rounds, by id, and the texts of the organiser's own it has or brings."""
    kept = ((own_scenario(text), text) for text in posted.getlist("own_text")[:MOST] if len(text) <= MOST_CHARACTERS)
    texts = {found.id: text for found, text in kept if found is not None}
    chosen = [slug for slug in posted.getlist("scenario") if slug]
    for slug in (*chosen, *posted.getlist("bring")[:MOST]):
        row = OwnScenario.objects.filter(pk=slug.removeprefix(OWN)).first() if slug.startswith(OWN) else None
        found = None if row is None else own_scenario(row.text)
        if row is not None and found is not None:
            chosen = [found.id if one == slug else one for one in chosen]
            texts[found.id] = row.text
    return chosen, texts


PAGES: list[URLPattern] = [
    path("own/new", create, name="own-new"),
    path("own/<slug:id>/", edit, name="own"),
    path("own/<slug:id>/file.toml", file, name="own-file"),
    path("own/<slug:id>/sheet", sheet, name="own-sheet"),
    path("own/<slug:id>/delete", delete, name="own-delete"),
]
