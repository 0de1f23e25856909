"""
A table prepared outside any match: `/plan/<scenario>/`.

The address holds the whole plan, so that it can be sent, opened again and printed. An organiser who is signed in keeps
plans on the server, meant for an event's tables.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from heraut.ask.scenario import CHECK, CheckInput, PieceVerdict
from heraut.kernel.bounds import whole
from heraut.kernel.codec import Malformed, decode, to_plain
from heraut.kernel.journal import Header
from heraut.kernel.refusal import Refusal
from heraut.press.diagram import diagram
from heraut.scenario.definition import MarkersStep, PutStep, Scenario, Size
from heraut.scenario.facts import SIDES
from heraut.scenario.library import Layout, find
from heraut.scenario.settings import AtTable, MatchOptions
from heraut.scenario.terrain import Piece, PlacedMarker, TablePlan, understood
from heraut.speech.sentences import Language, say_refusal
from heraut.table.shapes import Point, Polygon, centre
from heraut.web.game import account, language
from heraut.web.guard import needs
from heraut.web.models import Plan, Stream
from heraut.web.permissions import Action
from heraut.web.request_data import form_of, query_of
from heraut.web.rooms.match import own_scenarios
from heraut.web.rooms.match.builder import (
    PieceOffer,
    PreparedTable,
    ToldVerdict,
    ground,
    judged,
    kinds,
    length,
    outlines,
    properties,
    told,
    with_pieces,
)
from heraut.web.rooms.match.scenario import grouped, piece_name
from heraut.web.store import of_engines

MOST = 200
"""How many plans one organiser keeps."""
MOST_TABLES = 9999
MOST_PIECES = 40


def own_plans(request: HttpRequest) -> QuerySet[Plan]:
    """The plans of whoever is signed in."""
    user = account(request)
    return Plan.objects.none() if user is None else Plan.objects.filter(owner=user).select_related("event")


def listed_plans(request: HttpRequest) -> list[tuple[Plan, str, str]]:
    """
    One's plans, the last changed first, with the names of their scenario and of the event they are meant for.

    Those of a scenario we no longer ship are left out.
    """
    return [
        (plan, found.name(language()), _title(plan.event) if plan.event else "")
        for plan in own_plans(request)
        if (found := find(plan.scenario)) is not None
    ]


def events_to_plan(request: HttpRequest) -> list[tuple[str, str]]:
    """The tournaments a plan may be meant for, newest first: stream and title."""
    user = account(request)
    rows = of_engines("tournament").order_by("-opened")
    if user is None:
        return []
    return [(row.pk, _title(row)) for row in (rows if user.is_superuser else rows.filter(owner=user))[:30]]


def _title(row: Stream) -> str:
    header: Header = decode(row.header, Header)
    return header.title


def plan_at(at: AtTable | None, scenario: str) -> Plan | None:
    """What the organiser prepared for that table of an event: its own plan before one for all tables."""
    if at is None:
        return None
    meant = Plan.objects.filter(event_id=at.event, scenario=scenario, number__in=(0, at.table))
    return meant.order_by("-number", "-changed").first()


@require_POST
@needs(Action.CREATE)
def save(request: HttpRequest, scenario: str) -> HttpResponse:
    """Keep the plan under its name: a new one, or the one that was opened."""
    user, found = account(request), find(scenario)
    if user is None or found is None or not found.available:
        raise Http404(scenario)
    table = form_of(request).get("table") or "{}"
    try:
        decode(table, PreparedTable)
    except Malformed:
        messages.error(
            request, _("Ce plan est illisible : rien n'a été enregistré. Recommencez depuis la page du scénario.")
        )
        return redirect("plan:plan", scenario=scenario)
    plan = own_plans(request).filter(pk=form_of(request).get("plan", ""), scenario=scenario).first()
    if plan is None and own_plans(request).count() >= MOST:
        messages.error(request, _("Vous gardez déjà %s plans : supprimez-en un d'abord.") % MOST)
        return redirect("plan:scenarios")
    plan = plan or Plan(pk=secrets.token_hex(6), owner=user, scenario=scenario)
    plan.title, plan.table = form_of(request).get("title", "").strip()[:60] or found.name("fr"), table
    meant = form_of(request).get("event", "")
    plan.event_id = meant if meant in dict(events_to_plan(request)) else None
    plan.number = min(MOST_TABLES, max(0, whole(form_of(request).get("number", "")) or 0))
    plan.save()
    messages.success(request, _("Le plan « %s » est enregistré.") % plan.title)
    return redirect(f"{reverse('plan:plan', args=[scenario])}?plan={plan.pk}")


@require_POST
@needs(Action.CREATE)
def delete(request: HttpRequest, id: str) -> HttpResponse:
    """Throw a plan of one's own away."""
    plan = Plan.objects.filter(pk=id).first()
    if plan is None:
        raise Http404(id)
    if plan.owner_id != getattr(account(request), "pk", None):
        raise PermissionDenied(id)
    plan.delete()
    messages.success(request, _("Le plan « %s » est supprimé.") % plan.title)
    return redirect("plan:scenarios")


@dataclass(frozen=True, slots=True)
class CheckedElement:
    """One piece or marker and all that is said of it."""

    id: str
    name: str
    ok: bool
    told: tuple[ToldVerdict, ...]
    place: str = ""
    """Where its middle lies, for whoever sets the table from the printed plan."""


@require_safe
@needs(Action.VISIT)
def scenarios(request: HttpRequest) -> HttpResponse:
    """Every scenario with its picture."""
    context = {
        "groups": grouped(),
        "plans": listed_plans(request),
        "may_keep": account(request) is not None,
        "own_scenarios": own_scenarios.choices(request),
    }
    return render(request, "match/scenarios.html", context)


@require_safe
@needs(Action.VISIT)
def plan(request: HttpRequest, scenario: str) -> HttpResponse:
    """The table as the address has it, every piece with its verdicts."""
    found = _found(scenario)
    kept = Plan.objects.filter(pk=query_of(request).get("plan", ""), scenario=scenario).first()
    prepared, fault = _read(query_of(request).get("table") or (kept.table if kept else ""), found)
    checked, refused = _checked(found, prepared)
    table = _table(found, prepared)
    data = {**ground(found, table.layout.marker_mm), **to_plain(prepared), "waiting": [], "plan": True}
    picture = diagram(found, language(), shown="untitled")
    context = {
        "scenario": found,
        "scenario_name": found.name(language()),
        "title": query_of(request).get("title", kept.title if kept else "")[:60],
        "kept": kept if kept is not None and own_plans(request).filter(pk=kept.pk).exists() else None,
        "may_keep": account(request) is not None,
        "events": events_to_plan(request),
        "picture": with_pieces(picture, table, [one.id for one in checked if not one.ok], called(prepared)),
        "plan": json.dumps(data),
        "checked": checked,
        "fault": fault or refused,
        "offer": PieceOffer(kinds(found.source, MatchOptions()), tuple(Size)),
        "properties": properties(found.source, MatchOptions()),
        "plan_page": True,
        "sizes": tuple(Size),
        "sides": SIDES,
        "shape_names": tuple(outlines(Size.SMALL)),
        "places_markers": any(isinstance(step, MarkersStep) for step in found.setup),
    }
    return render(request, "match/plan.html", context)


@require_safe
@needs(Action.VISIT)
def verdict(request: HttpRequest, scenario: str) -> HttpResponse:
    """What every limit says of one piece of the plan."""
    found = _found(scenario)
    prepared, fault = _read(query_of(request).get("table", ""), found)
    table = _table(found, prepared)
    held = query_of(request).get("piece", "")
    lying: tuple[Piece | PlacedMarker, ...] = (*table.pieces, *table.markers)
    subject = next((one for one in lying if one.id == held), None)
    answer: dict[str, Any] = {**judged(table, subject, called(prepared)), "fault": fault}
    return JsonResponse(answer, json_dumps_params={"ensure_ascii": False})


def _found(id: str) -> Scenario:
    scenario = find(id)
    if scenario is None or not scenario.available:
        raise Http404(id)
    return scenario


@require_safe
@needs(Action.VISIT)
def picture(request: HttpRequest, scenario: str, language: str) -> HttpResponse:  # noqa: ARG001  # every view takes it
    """The scenario's picture alone, for pages that show many; its language is in the address, so that it is kept."""
    spoken: Language = "en" if language == "en" else "fr"
    drawn = HttpResponse(diagram(_found(scenario), spoken, shown="table"), content_type="image/svg+xml")
    drawn.headers["Cache-Control"] = "max-age=3600"
    return drawn


def _read(text: str, scenario: Scenario) -> tuple[PreparedTable, str]:
    """The plan in the address; an empty one and a sentence if it cannot be read."""
    try:
        read: PreparedTable = decode(text or "{}", PreparedTable)
    except Malformed:
        return PreparedTable(), _("Ce lien est abîmé : la table n'a pas pu être relue. Demandez-le de nouveau.")
    if len(read.pieces) + len(read.markers) > MOST_PIECES:
        return PreparedTable(), _("Ce plan a trop de décors pour une table.")
    return PreparedTable(_by_steps(scenario, read.pieces), read.markers), ""


def _by_steps(scenario: Scenario, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Where each step of the set-up names an area, the pieces take them in order [ST-CAP-2]."""
    steps = [step for step in scenario.setup if isinstance(step, PutStep)]
    named = zip(pieces, steps, strict=False)
    placed = tuple(msgspec.structs.replace(one, area=one.area or step.area) for one, step in named)
    return (*placed, *pieces[len(placed) :])


def _checked(scenario: Scenario, prepared: PreparedTable) -> tuple[tuple[CheckedElement, ...], str]:
    asked = CheckInput(scenario=scenario.id, pieces=prepared.pieces, markers=prepared.markers)
    answer = CHECK.reply(asked)
    if isinstance(answer, Refusal):
        return (), say_refusal(answer, language())
    places: dict[str, Point] = {one.id: (one.x, one.y) for one in prepared.markers}
    places |= {one.id: centre(Polygon(one.shape)) if one.shape else (0, 0) for one in prepared.pieces}
    known = called(prepared)
    return tuple(_said(one, places[one.id], known) for one in answer.answer.pieces), ""


def called(prepared: PreparedTable) -> dict[str, str]:
    """What lies on the table by its name: “Bois 1”, “Objectif 2”."""
    pieces = {one.id: piece_name(one.id, one.kind, language()) for one in prepared.pieces}
    numbers = {one.id: number for number, one in enumerate(prepared.markers, start=1)}
    return {**pieces, **{id: f"{_('Objectif')} {number}" for id, number in numbers.items()}}


def _said(one: PieceVerdict, place: Point, known: Mapping[str, str]) -> CheckedElement:
    x, y = (length(distance) for distance in place)
    words = _("centre à %(x)s du bord gauche et %(y)s du bord du premier joueur") % {"x": x, "y": y}
    limits = tuple(told(limit, known) for limit in one.limits)
    return CheckedElement(one.id, known[one.id], one.ok, limits, words)


def _table(scenario: Scenario, prepared: PreparedTable) -> TablePlan:
    options = MatchOptions()
    pieces = understood(scenario, options, prepared.pieces)
    return TablePlan(Layout(scenario, options.marker_mm), pieces, prepared.markers)


PAGES: list[URLPattern] = [
    path("", scenarios, name="scenarios"),
    *own_scenarios.PAGES,
    path("<slug:scenario>/", plan, name="plan"),
    path("<slug:scenario>/verdict", verdict, name="verdict"),
    path("<slug:scenario>/picture-<slug:language>.svg", picture, name="picture"),
    path("<slug:scenario>/save", save, name="save"),
    path("kept/<slug:id>/delete", delete, name="delete"),
]
