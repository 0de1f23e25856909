"""Who comes to a weekend: typed in, taken from a spreadsheet after a look at it; and its referees."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from heraut.kernel import Seat
from heraut.speech import phrase
from heraut.tournament.interchange.entries import Draft
from heraut.tournament.interchange.sheets import Unreadable
from heraut.web.access import Action, Role
from heraut.web.game import language
from heraut.web.rooms.tournament.entries import free_seat, looked_at, ticked, typed_in
from heraut.web.rooms.weekend.meeting import Meeting, meets
from heraut.web.rooms.weekend.people import add_guest, everybody, referees, register, seats_taken


@require_POST
@meets(Action.SEAT)
def enter(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """Enter people, one per line with their club after a comma, for the tournaments ticked."""
    return entered(request, meeting, typed_in(request.POST.get("names", "")))


@require_POST
@meets(Action.SEAT)
def look(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """What a file would enter, line by line, before it is entered."""
    try:
        shown = looked_at(request, known=[person.name for person in everybody(meeting)])
    except Unreadable as error:
        messages.error(request, phrase(language(), "refusals", error.code))
        return redirect("weekend:people", weekend=meeting.row.pk)
    return render(request, "weekend/import.html", {**shown, "meeting": meeting})


@require_POST
@meets(Action.SEAT)
def take(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """Enter the lines that stayed ticked, for the tournaments ticked."""
    return entered(request, meeting, ticked(request.POST))


def entered(request: HttpRequest, meeting: Meeting, drafts: Iterable[Draft]) -> HttpResponse:
    """Enter them all, each once and with one badge."""
    wanted, taken = set(request.POST.getlist("event")), seats_taken(meeting)
    for draft in drafts:
        guest = add_guest(meeting, free_seat(draft.name, taken), draft.name, draft.club)
        taken.add(Seat(guest.seat))
        for _slot, game in meeting.games:
            if game.stream in wanted:
                register(request, game, guest, draft)
    return redirect("weekend:people", weekend=meeting.row.pk)


@require_POST
@meets(Action.SEAT)
def referee(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """A referee for the whole weekend: one link, a place at every tournament, also those added later."""
    name = request.POST.get("name", "").strip()[:100]
    if not name or referees(meeting).filter(name=name).exists():
        messages.error(request, _("Donnez à l'arbitre un nom que nul autre arbitre ne porte."))
        return redirect("weekend:people", weekend=meeting.row.pk)
    guest = add_guest(meeting, free_seat(f"arbitre-{name}", seats_taken(meeting)), name, role=Role.REFEREE)
    return redirect("weekend:badge", weekend=meeting.row.pk, seat=guest.seat)
