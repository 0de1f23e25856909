"""One list of people: entered once, ticked for the tournaments they play, one badge each; and the referees."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from heraut.kernel import OFFICIALS, ORGANISER, Command, Refusal, Seat, StreamId, one_line
from heraut.press import paper
from heraut.speech import phrase, say_fault
from heraut.speech.typography import colon
from heraut.tournament.entries import Drop, Register, Return
from heraut.tournament.interchange.entries import Draft
from heraut.tournament.interchange.sheets import Unreadable
from heraut.web import links, revoke
from heraut.web.arms import granted
from heraut.web.downloads import printed
from heraut.web.game import Game, language
from heraut.web.links import for_others
from heraut.web.models import Guest, Slot
from heraut.web.permissions import Action, Role
from heraut.web.rooms.tournament.entries import chosen_anew, free_seat, looked_at, ticked, typed_in
from heraut.web.rooms.weekend.meeting import Meeting, meets

HERE = ("registered", "present")


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody's part in one tournament: their status there, or none."""

    stream: StreamId
    title: str
    status: str

    @property
    def ticked(self) -> bool:
        return self.status in HERE


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of the weekend, with their part in each tournament."""

    seat: Seat
    name: str
    club: str
    entries: tuple[Entry, ...]


def everybody(meeting: Meeting) -> list[Person]:
    """Those on the list, then those entered at one tournament's own desk: the same seat is the same person."""
    statuses = [
        (game, {player.seat: player for player in game.view.players if player.seat not in OFFICIALS})
        for _slot, game in meeting.games
    ]
    known = {guest.seat: (guest.name, guest.club) for guest in on_the_list(meeting)}
    for _game, players in statuses:
        for seat, player in players.items():
            known.setdefault(seat, (player.name, player.club))
    return [
        Person(
            Seat(seat), name, club,
            tuple(Entry(game.stream, game.header.title, players[Seat(seat)].status if seat in players else "")
                  for game, players in statuses),
        )
        for seat, (name, club) in known.items()
    ]  # fmt: skip


@require_safe
@meets(Action.SEAT)
def page(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """The list, with a tick for each tournament; and the referees."""
    shown = {
        "meeting": meeting,
        "everybody": everybody(meeting),
        "people": meeting.names,
        "referees": referees(meeting),
    }
    return render(request, "weekend/people.html", shown)


def seats_taken(meeting: Meeting) -> set[Seat]:
    """The seats that somebody of the weekend has."""
    listed = Guest.objects.filter(weekend=meeting.row).values_list("seat", flat=True)
    return {person.seat for person in everybody(meeting)} | set(map(Seat, listed))


def add_guest(meeting: Meeting, seat: str, name: str, club: str = "", role: Role = Role.PLAYER) -> Guest:
    """Somebody on the list, with a badge of their own."""
    return links.renew(Guest(weekend=meeting.row, seat=seat, name=name[:100], club=club[:100], role=role))


def on_the_list(meeting: Meeting) -> QuerySet[Guest]:
    """Those who came to play."""
    return Guest.objects.filter(weekend=meeting.row, role=Role.PLAYER)


def referees(meeting: Meeting) -> QuerySet[Guest]:
    """Those whose badge opens a referee's place at every tournament."""
    return Guest.objects.filter(weekend=meeting.row, role=Role.REFEREE)


@require_POST
@meets(Action.SEAT)
def tick(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """What changed between the ticks the page showed and those sent: nobody else's change is undone by an old page."""
    guests = _with_guests(meeting)
    for _slot, game in meeting.games:
        shown = set(request.POST.getlist(f"was-{game.stream}"))
        sent = set(request.POST.getlist(f"in-{game.stream}"))
        for seat in sorted(sent - shown):
            if seat in guests:
                register(request, game, guests[seat])
        for seat in sorted((shown - sent) & set(game.names)):
            _send(request, game, Drop(seat=ORGANISER, player=Seat(seat)))
    return redirect("weekend:people", weekend=meeting.row.pk)


def _with_guests(meeting: Meeting) -> Mapping[str, Guest]:
    """Everybody with a line of their own on the list; those entered elsewhere get one."""
    known = {guest.seat: guest for guest in on_the_list(meeting)}
    return known | {
        person.seat: add_guest(meeting, person.seat, person.name, person.club)
        for person in everybody(meeting)
        if person.seat not in known
    }


def register(request: HttpRequest, game: Game, guest: Guest, draft: Draft | None = None) -> None:
    """Enter somebody in a tournament, or take them back in if they had left."""
    seat, speaker = Seat(guest.seat), ORGANISER
    if seat in game.names:
        _send(request, game, Return(seat=speaker, player=seat))
        return
    told = draft or Draft(0, guest.name)
    command = Register(
        seat=speaker, player=seat, name=one_line(guest.name), club=one_line(guest.club),
        nickname=one_line(told.nickname), team=one_line(told.team), faction=one_line(told.faction),
        licence=one_line(told.licence),
    )  # fmt: skip
    _send(request, game, command)


def _send(request: HttpRequest, game: Game, command: Command) -> None:
    """Hand in the command; a refusal is told with the tournament it comes from."""
    outcome = game.submit(command)
    if isinstance(outcome, Refusal):
        said = " ".join(
            say_fault(fault, language(), {str(seat): name for seat, name in game.names.items()})
            for fault in outcome.all()
        )
        messages.error(request, f"{game.header.title}{colon(language())}{said}")


@require_POST
@meets(Action.SEAT)
def renew(request: HttpRequest, meeting: Meeting, seat: str) -> HttpResponse:
    """A lost badge or phone: a new one, and the old links open nothing any more, in any tournament."""
    guest = get_object_or_404(Guest, weekend=meeting.row, seat=seat)
    revoke.renew_badge(guest)
    messages.success(request, _("Nouveau badge pour %s ; l'ancien n'ouvre plus rien.") % guest.name)
    return redirect("weekend:badge", weekend=meeting.row.pk, seat=seat)


@require_safe
@meets(Action.SEAT)
def badge(request: HttpRequest, meeting: Meeting, seat: str) -> HttpResponse:
    """One person's badge on the screen: for a late entry, or a badge left at home."""
    guest = referees(meeting).filter(seat=seat).first() or _with_guests(meeting).get(seat)
    if guest is None:
        raise Http404
    person = next((person for person in everybody(meeting) if person.seat == seat), None)
    address = _address(request, guest)
    shown = {"meeting": meeting, "guest": guest, "person": person, "address": address, "people": meeting.names}
    return render(request, "weekend/badge.html", shown)


def _address(request: HttpRequest, guest: Guest) -> str:
    return for_others(request, f"/s/{links.token(guest)}")


@require_safe
@meets(Action.SEAT)
def badges(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """One badge per person, whose code opens all their seats; under the name, the tournaments they play."""
    guests, arms = _with_guests(meeting), granted(meeting.names)
    days = {slot.stream_id: _day(slot) for slot in meeting.slots}
    made = tuple(
        paper.Badge(
            paper.Person(person.name, faction=", ".join(days[entry.stream] for entry in person.entries if entry.ticked),
                         club=person.club, arms=arms.get(person.name)),
            "",
            paper.Link(_address(request, guests[person.seat])),
        )
        for person in everybody(meeting)
    )  # fmt: skip
    if not made:
        raise Http404
    sheet = paper.Badges(event=paper.Occasion(meeting.row.title), badges=made)
    return printed(request, meeting.row.title, sheet, label=_("Badges"))


def _day(slot: Slot) -> str:
    """Day and hour in a word that is not broken over two lines."""
    return date_format(localtime(slot.begins), "D H:i").replace(" ", "\N{NO-BREAK SPACE}")


@require_POST
@meets(Action.SEAT)
def enter(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """Enter people, one per line with their club after a comma, for the tournaments ticked."""
    return entered(request, meeting, typed_in(request.POST.get("names", "")))


@require_POST
@meets(Action.SEAT)
def look(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """What a file would enter, line by line, before it is entered."""
    return _looked(request, meeting)


def _looked(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    try:
        shown = looked_at(request, known=[Draft(0, each.name, club=each.club) for each in everybody(meeting)])
    except Unreadable as error:
        messages.error(request, phrase(language(), "refusals", error.code))
        return redirect("weekend:people", weekend=meeting.row.pk)
    return render(request, "weekend/import.html", {**shown, "meeting": meeting})


@require_POST
@meets(Action.SEAT)
def take(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """Enter the lines that stayed ticked, for the tournaments ticked; first shown again where a column was changed."""
    if chosen_anew(request.POST):
        return _looked(request, meeting)
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
        messages.error(request, _("Un autre arbitre porte déjà ce nom, ou le nom manque : écrivez-en un autre."))
        return redirect("weekend:people", weekend=meeting.row.pk)
    guest = add_guest(meeting, free_seat(f"arbitre-{name}", seats_taken(meeting)), name, role=Role.REFEREE)
    return redirect("weekend:badge", weekend=meeting.row.pk, seat=guest.seat)
