"""Plans of tables that an organiser who is signed in keeps on the server, meant for an event's tables."""

from __future__ import annotations

import secrets

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from heraut.kernel.bounds import whole
from heraut.kernel.codec import Malformed, decode
from heraut.kernel.journal import Header
from heraut.scenario.library import find
from heraut.scenario.settings import AtTable
from heraut.web.game import account, language
from heraut.web.guard import needs
from heraut.web.models import Plan, Stream
from heraut.web.permissions import Action
from heraut.web.request_data import form_of
from heraut.web.rooms.match.builder import PreparedTable
from heraut.web.store import of_engines

MOST = 200
"""How many plans one organiser keeps."""
MOST_TABLES = 9999


def own(request: HttpRequest) -> QuerySet[Plan]:
    """The plans of whoever is signed in."""
    user = account(request)
    return Plan.objects.none() if user is None else Plan.objects.filter(owner=user).select_related("event")


def listed(request: HttpRequest) -> list[tuple[Plan, str, str]]:
    """
    One's plans, the last changed first, with the names of their scenario and of the event they are meant for.

    Those of a scenario we no longer ship are left out.
    """
    return [
        (plan, found.name(language()), _title(plan.event) if plan.event else "")
        for plan in own(request)
        if (found := find(plan.scenario)) is not None
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
    table = form_of(request).get("table") or "{}"
    try:
        decode(table, PreparedTable)
    except Malformed:
        messages.error(
            request, _("Ce plan est illisible : rien n'a été enregistré. Recommencez depuis la page du scénario.")
        )
        return redirect("plan:plan", scenario=scenario)
    if own(request).count() >= MOST:
        messages.error(request, _("Vous gardez déjà %s plans : supprimez-en un d'abord.") % MOST)
        return redirect("plan:scenarios")
    plan = own(request).filter(pk=form_of(request).get("plan", ""), scenario=scenario).first()
    plan = plan or Plan(pk=secrets.token_hex(6), owner=user, scenario=scenario)
    plan.title, plan.table = form_of(request).get("title", "").strip()[:60] or found.name("fr"), table
    meant = form_of(request).get("event", "")
    plan.event_id = meant if meant in dict(events(request)) else None
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
