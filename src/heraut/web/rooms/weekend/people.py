"""
The one list of a weekend's people.

They are entered once, ticked for the tournaments they play, and have one badge each; so have the referees.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import msgspec
from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from heraut.kernel.names import OFFICIALS, ORGANISER, Seat, StreamId, one_line
from heraut.kernel.refusal import HouseCode, Refusal
from heraut.press import paper
from heraut.speech.sentences import phrase, say_fault
from heraut.speech.typography import colon
from heraut.tournament.entries import Drop, EditPlayer, Register, Return
from heraut.tournament.interchange.entries import EntryDraft
from heraut.tournament.interchange.spreadsheet import UnreadableTable
from heraut.tournament.wording import plain
from heraut.web import links
from heraut.web.downloads import printed
from heraut.web.forms import Field
from heraut.web.game import VisitedGame, language, new_id
from heraut.web.links import for_others
from heraut.web.models import Guest, Slot
from heraut.web.permissions import Action, Role
from heraut.web.pictures import granted
from heraut.web.request_data import form_of
from heraut.web.rooms.tournament.display import player_of
from heraut.web.rooms.tournament.entries import (
    chosen_anew,
    correction,
    free_seat,
    looked_at,
    registration,
    ticked,
    typed_in,
)
from heraut.web.rooms.weekend.visit import Meeting, meets

HERE = ("registered", "present")


@dataclass(frozen=True, slots=True)
class Participation:
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
    entries: tuple[Participation, ...]


def everybody(meeting: Meeting) -> list[Person]:
    """Those on the list, then those entered at one tournament's own desk: the same seat is the same person."""
    statuses = [
        (game, {player.seat: player for player in game.view.players if player.seat not in OFFICIALS})
        for _slot, game in meeting.games
    ]
    known = {guest.seat: (guest.name, guest.club) for guest in on_the_list(meeting)}
    for _game, players in statuses:
        for seat, player in players.items():
            if player.status != "dropped":  # whoever is off the list and plays nowhere is no longer here
                known.setdefault(seat, (player.name, player.club))
    return [
        Person(
            Seat(seat), name, club,
            tuple(Participation(game.stream, game.header.title, players[Seat(seat)].status if seat in players else "")
                  for game, players in statuses),
        )
        for seat, (name, club) in known.items()
    ]  # fmt: skip


@require_safe
@meets(Action.SEAT)
def page(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """The list, with a tick for each tournament; and the referees."""
    return _shown(request, meeting)


def _shown(request: HttpRequest, meeting: Meeting, fault: str = "") -> HttpResponse:
    """The page; after a refusal with what was typed, and what is wrong with a referee's name."""
    shown = {
        "meeting": meeting,
        "everybody": everybody(meeting),
        "people": meeting.names,
        "referees": referees(meeting),
        "typed": form_of(request),
        "referee": Field("name", _("Nom de l'arbitre"), "text", fault=fault),
    }
    return render(request, "weekend/people.html", shown, status=400 if fault else 200)


def seats_taken(meeting: Meeting) -> set[Seat]:
    """The seats that somebody of the weekend has."""
    listed = Guest.objects.filter(weekend=meeting.row).values_list("seat", flat=True)
    return {person.seat for person in everybody(meeting)} | set(map(Seat, listed))


def add_guest(meeting: Meeting, seat: str, name: str, club: str = "", role: Role = Role.PLAYER) -> Guest:
    """Somebody on the list, with a badge of their own."""
    return links.draw(Guest(weekend=meeting.row, seat=seat, name=name[:100], club=club[:100], role=role))


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
        shown = set(form_of(request).getlist(f"was-{game.stream}"))
        sent = set(form_of(request).getlist(f"in-{game.stream}"))
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


def register(request: HttpRequest, game: VisitedGame, guest: Guest, draft: EntryDraft | None = None) -> None:
    """Enter somebody in a tournament, or take them back in if they had left."""
    seat = Seat(guest.seat)
    if (player := player_of(game.view, seat)) is not None:
        if player.status not in HERE:
            arrived = game.view.stage != "entering"
            _send(request, game, Return(seat=ORGANISER, player=seat, arrived=arrived))
        return
    told = msgspec.structs.replace(draft or EntryDraft(0, ""), name=guest.name, club=guest.club)
    _send(request, game, registration(ORGANISER, seat, told))


def _send(request: HttpRequest, game: VisitedGame, command: Drop | EditPlayer | Register | Return) -> None:
    """
    Hand in the command; a refusal is told with the tournament it comes from.

    A form that comes twice counts once: each of its commands has an id made from its own.
    """
    sent = form_of(request).get("command_id") or new_id()
    outcome = game.submit(command, f"{sent}-{type(command).__name__}-{command.player}")
    if isinstance(outcome, Refusal) and outcome.code != HouseCode.ID_TAKEN:
        said = " ".join(
            say_fault(fault, language(), {str(seat): name for seat, name in game.names.items()})
            for fault in outcome.all()
        )
        messages.error(request, f"{game.header.title}{colon(language())}{said}")


@require_POST
@meets(Action.SEAT)
def correct(request: HttpRequest, meeting: Meeting, seat: str) -> HttpResponse:
    """A name or a club that was mistyped, here and at every tournament; or somebody who is not coming."""
    guest = referees(meeting).filter(seat=seat).first() or _with_guests(meeting).get(seat)
    if guest is None:
        raise Http404
    posted = form_of(request)
    if "remove" in posted:
        _take_off(request, meeting, guest)
        return redirect("weekend:people", weekend=meeting.row.pk)
    name, club = (one_line(posted.get(field, ""))[:100] for field in ("name", "club"))
    if name and guest.role == Role.PLAYER:  # a referee's places are found by the name
        guest.name, guest.club = name, club
        guest.save()
        for _slot, game in meeting.games:
            if (player := player_of(game.view, Seat(seat))) is not None:
                _send(request, game, correction(ORGANISER, player, name=name, club=club))
    return redirect("weekend:badge", weekend=meeting.row.pk, seat=seat)


def _take_off(request: HttpRequest, meeting: Meeting, guest: Guest) -> None:
    """Off the list, out of every tournament, and the badge opens nothing any more; results stay."""
    for _slot, game in meeting.games:
        player = player_of(game.view, Seat(guest.seat))
        if player is not None and player.status in HERE:
            _send(request, game, Drop(seat=ORGANISER, player=player.seat))
    if guest.role == Role.REFEREE:
        for link in links.badge_seats(guest):
            links.withdraw(link)
    links.renew_badge(guest)
    guest.delete()


@require_POST
@meets(Action.SEAT)
def renew(request: HttpRequest, meeting: Meeting, seat: str) -> HttpResponse:
    """A lost badge or phone: a new one, and the old links open nothing any more, in any tournament."""
    guest = get_object_or_404(Guest, weekend=meeting.row, seat=seat)
    links.renew_badge(guest)
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


def _played(person: Person, days: Mapping[str, str]) -> str:
    """The tournaments somebody plays, by their days."""
    return ", ".join(days[entry.stream] for entry in person.entries if entry.ticked)


@require_safe
@meets(Action.SEAT)
def badges(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """One badge per person, whose code opens all their seats; under the name, the tournaments they play."""
    guests, arms = _with_guests(meeting), granted(meeting.names)
    days = {slot.stream_id: _day(slot) for slot in meeting.slots}
    made = tuple(
        paper.Badge(
            paper.PaperPerson(person.name, faction=_played(person, days), club=person.club, arms=arms.get(person.name)),
            "",
            paper.PaperLink(_address(request, guests[person.seat])),
        )
        for person in everybody(meeting)
    )
    if not made:
        raise Http404
    sheet = paper.Badges(event=paper.PaperOccasion(meeting.row.title), badges=made)
    return printed(request, meeting.row.title, sheet, label=_("Badges"))


def _day(slot: Slot) -> str:
    """Day and hour in a word that is not broken over two lines."""
    return date_format(localtime(slot.begins), "D H:i").replace(" ", "\N{NO-BREAK SPACE}")


@require_POST
@meets(Action.SEAT)
def enter(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """Enter people, one per line with their club after a comma, for the tournaments ticked."""
    return entered(request, meeting, typed_in(form_of(request).get("names", "")))


def _looked(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """What a file would enter, line by line, before it is entered."""
    try:
        shown = looked_at(request, known=[EntryDraft(0, each.name, club=each.club) for each in everybody(meeting)])
    except UnreadableTable as error:
        messages.error(request, phrase(language(), "refusals", error.code))
        return redirect("weekend:people", weekend=meeting.row.pk)
    return render(request, "weekend/import.html", {**shown, "meeting": meeting})


look = require_POST(meets(Action.SEAT)(_looked))


@require_POST
@meets(Action.SEAT)
def take(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """Enter the lines that stayed ticked, for the tournaments ticked; first shown again where a column was changed."""
    if chosen_anew(form_of(request)):
        return _looked(request, meeting)
    return entered(request, meeting, ticked(form_of(request)))


def entered(request: HttpRequest, meeting: Meeting, drafts: Iterable[EntryDraft]) -> HttpResponse:
    """Enter them all, each once and with one badge; whoever is on the list already is the same person."""
    wanted, taken = set(form_of(request).getlist("event")), seats_taken(meeting)
    known = {_person(guest.name, guest.club): guest for guest in _with_guests(meeting).values()}
    again = []
    for draft in drafts:
        who = _person(draft.name, draft.club)
        if who in known:
            again.append(" · ".join(filter(None, (draft.name, draft.club))))
        else:
            known[who] = add_guest(meeting, free_seat(draft.name, taken), one_line(draft.name), one_line(draft.club))
        guest = known[who]
        taken.add(Seat(guest.seat))
        for _slot, game in meeting.games:
            if game.stream in wanted:
                register(request, game, guest, draft)
    if again:
        said = _("Déjà sur la liste : %s. Si c'est quelqu'un d'autre, donnez un autre nom ou un autre club.")
        messages.info(request, said % ", ".join(again))
    return redirect("weekend:people", weekend=meeting.row.pk)


def _person(name: str, club: str) -> tuple[str, str]:
    """What tells two people apart."""
    return plain(name), plain(club)


@require_POST
@meets(Action.SEAT)
def referee(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """A referee for the whole weekend: one link, a place at every tournament, also those added later."""
    name = form_of(request).get("name", "").strip()[:100]
    if not name:
        return _shown(request, meeting, _("Écrivez le nom de l'arbitre."))
    guest = referees(meeting).filter(name=name).first()
    if guest is not None:
        messages.success(
            request, _("%s a déjà ce badge. Si c'est quelqu'un d'autre, écrivez son nom autrement.") % guest.name
        )
    else:
        guest = add_guest(meeting, free_seat(f"arbitre-{name}", seats_taken(meeting)), name, role=Role.REFEREE)
    return redirect("weekend:badge", weekend=meeting.row.pk, seat=guest.seat)
