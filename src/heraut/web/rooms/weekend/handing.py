"""Handing a whole weekend over to another machine."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from heraut.web import handover
from heraut.web.access import Action
from heraut.web.models import Guest, Link
from heraut.web.rooms.weekend.meeting import Meeting, meets
from heraut.web.views.handover import download, read_address, send_away, shown, together


@require_safe
@meets(Action.EXPORT)
def page(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """What the file holds, and what stays valid."""
    context = {
        "title": meeting.row.title,
        "back": f"/w/{meeting.row.pk}/",
        "moved_to": meeting.row.moved_to,
        "links": Link.objects.filter(stream__slot__weekend=meeting.row).count()
        + Guest.objects.filter(weekend=meeting.row).count(),
        "badges": f"/w/{meeting.row.pk}/badges.pdf",
    }
    return shown(request, context)


def _streams(meeting: Meeting) -> tuple[str, ...]:
    return tuple(stream for _slot, game in meeting.games for stream in together(game))


@require_POST
@meets(Action.EXPORT)
def file(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """All its tournaments, its list of people and, if wished, every badge and link."""
    packed = handover.pack(meeting.row.title, _streams(meeting), meeting.row, with_links="links" in request.POST)
    return download(packed, meeting.row.title)


@require_POST
@meets(Action.EXPORT)
def moved(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """Send everybody to the machine that has taken over; or come back."""
    address = read_address(request)
    if address is not None:
        send_away(_streams(meeting), address)
        meeting.row.moved_to = address
        meeting.row.save()
    return redirect("weekend:hand-over", weekend=meeting.row.pk)
