"""Plans of tables kept on the server by organisers: listed, opened, renamed, deleted, meant for an event's tables."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

import msgspec
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from heraut.kernel import Malformed, decode
from heraut.kernel.journal import Header
from heraut.scenario.library import find
from heraut.scenario.settings import AtTable
from heraut.scenario.terrain import Piece, PlacedMarker
from heraut.web.access import Action
from heraut.web.game import account, language
from heraut.web.guard import needs
from heraut.web.models import Plan, Stream
from heraut.web.store import of_engines


class Prepared(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces and markers, in the order they were placed."""

    pieces: tuple[Piece, ...] = ()
    markers: tuple[PlacedMarker, ...] = ()


MOST = 200
"""How many plans one organiser keeps."""


def own_plans(request: HttpRequest) -> QuerySet[Plan]:
    """The plans of whoever is signed in."""
    user = account(request)
    return Plan.objects.none() if user is None else Plan.objects.filter(owner=user).select_related("event")


@dataclass(frozen=True, slots=True)
class Kept:
    """A plan in the list: its name, its scenario, and what it is meant for."""

    id: str
    title: str
    scenario: str
    scenario_name: str
    event: str = ""
    number: int = 0


def kept(request: HttpRequest) -> list[Kept]:
    """One's plans, the last changed first; those of a scenario we no longer ship are left out."""
    described = [(plan, found) for plan in own_plans(request) if (found := find(plan.scenario)) is not None]
    return [
        Kept(
            plan.pk,
            plan.title,
            plan.scenario,
            found.names[language()],
            _title(plan.event) if plan.event else "",
            plan.number,
        )
        for plan, found in described
    ]


def events(request: HttpRequest) -> list[tuple[str, str]]:
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
    table = request.POST.get("table") or "{}"
    try:
        decode(table, Prepared)
    except Malformed:
        messages.error(request, _("Ce plan ne se lit pas : rien n'a été enregistré."))
        return redirect("plan:plan", scenario=scenario)
    if own_plans(request).count() >= MOST:
        messages.error(request, _("Vous gardez déjà %s plans : supprimez-en un d'abord.") % MOST)
        return redirect("plan:scenarios")
    plan = own_plans(request).filter(pk=request.POST.get("plan", ""), scenario=scenario).first()
    plan = plan or Plan(pk=secrets.token_hex(6), owner=user, scenario=scenario)
    plan.title, plan.table = request.POST.get("title", "").strip()[:60] or found.names["fr"], table
    meant = request.POST.get("event", "")
    plan.event_id = meant if meant in dict(events(request)) else None
    number = request.POST.get("number", "")
    plan.number = int(number) if number.isdecimal() and len(number) < 5 else 0
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
