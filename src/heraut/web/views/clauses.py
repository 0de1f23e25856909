"""“Pourquoi ?”: the clauses behind what is shown."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from heraut.kernel import ClauseId
from heraut.rulesets.clauses import UnknownClause
from heraut.rulesets.clauses import clause as find
from heraut.web.game import language
from heraut.web.guard import needs
from heraut.web.permissions import Action


@require_safe
@needs(Action.VISIT)
def clause(request: HttpRequest, id: str) -> HttpResponse:
    """One clause: a page of its own, or the inside of a panel."""
    try:
        found = find(ClauseId(id), language())
    except UnknownClause as error:
        raise Http404(id) from error
    template = "parts/clause.html" if getattr(request, "htmx", False) else "clause.html"
    return render(request, template, {"clause": found})
