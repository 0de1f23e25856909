"""
Who is at a weekend: what a visitor is to it, and the one list of people.

People are entered once, ticked for the tournaments they play, and have one badge each; so have the referees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any, TypeVar, cast

import msgspec
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from heraut.kernel.message import Command
from heraut.kernel.names import OFFICIALS, ORGANISER, Seat, StreamId, one_line
from heraut.kernel.refusal import Refusal
from heraut.press import paper
from heraut.speech.sentences import phrase, say_fault
from heraut.speech.typography import colon
from heraut.tournament.entries import Drop, Return
from heraut.tournament.interchange.entries import EntryDraft
from heraut.tournament.interchange.spreadsheet import UnreadableTable
from heraut.tournament.wording import plain
from heraut.web import isolation, links
from heraut.web.downloads import printed
from heraut.web.exceptions import MovedAway
from heraut.web.game import VisitedGame, hosts, language
from heraut.web.links import for_others
from heraut.web.models import Guest, Slot, Weekend
from heraut.web.permissions import PERMISSIONS, Action, Role
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

V = TypeVar("V", bound=Callable[..., HttpResponseBase])
HERE = ("registered", "present")


@dataclass(frozen=True)
class Meeting:
    """A weekend, what the visitor is to it, and who they are if they hold a badge."""

    request: HttpRequest
    row: Weekend
    role: Role
    guest: Guest | None = None

    @staticmethod
    def of(request: HttpRequest, weekend: str) -> Meeting:
        """The weekend as the sender of this request meets it; 404 if there is none."""
        row = Weekend.objects.filter(pk=weekend).first()
        if row is None:
            raise Http404(weekend)
        if hosts(request, row):
            return Meeting(request, row, Role.ORGANISER, _holder(request, row))
        guest = _holder(request, row)
        if guest is not None:
            return Meeting(request, row, Role(guest.role), guest)
        near = row.public or links.holds_any(request, row.pk)
        return Meeting(request, row, Role.SPECTATOR if near else Role.STRANGER)

    def may(self, action: Action) -> bool:
        return action in PERMISSIONS[self.role]

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """Its tournaments in the order they begin."""
        return slots_of(self.row)

    @cached_property
    def games(self) -> tuple[tuple[Slot, VisitedGame], ...]:
        """The tournaments this visitor may watch; one that cannot be read harms no other."""
        slots = {slot.stream_id: slot for slot in self.slots}
        met = isolation.each("weekend", slots, lambda stream: VisitedGame.met(self.request, slots[stream].stream))
        return tuple((slots[stream], game) for stream, game in met if game.visitor.role is not Role.STRANGER)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Everybody of the weekend, for the arms they bear: the same in each of its tournaments' lists."""
        entered = [name for _slot, game in self.games for name in game.people]
        listed = Guest.objects.filter(weekend=self.row, role=Role.PLAYER).values_list("name", flat=True)
        return tuple(dict.fromkeys([*listed, *entered]))


def slots_of(weekend: Weekend) -> tuple[Slot, ...]:
    return tuple(Slot.objects.filter(weekend=weekend).select_related("stream"))


def _holder(request: HttpRequest, row: Weekend) -> Guest | None:
    held = links.hashes(request, links.weekend_place(row.pk))
    return Guest.objects.filter(weekend=row, token_hash__in=held).first() if held else None


def meets(action: Action) -> Callable[[V], V]:
    """Let a page of a weekend be reached only by those who may do this; it receives the `Meeting`."""

    def guard(view: V) -> V:
        @wraps(view)
        def guarded(request: HttpRequest, weekend: str, **parts: Any) -> HttpResponseBase:
            meeting = Meeting.of(request, weekend)
            if meeting.role is Role.STRANGER:
                raise Http404(weekend)
            if not meeting.may(action):
                raise PermissionDenied(action.value)
            if meeting.row.new_address and not meeting.may(Action.EXPORT):
                held = f"/s/{links.token(meeting.guest)}" if meeting.guest else f"/w/{weekend}/"
                raise MovedAway(meeting.row.new_address + held)
            if meeting.row.moved_to and request.method == "POST" and action is not Action.EXPORT:
                shown = {"meeting": meeting, "address": meeting.row.new_address, "may_export": True}
                return render(request, "away.html", shown, status=409)
            return view(request, meeting, **parts)

        guarded.action = action  # type: ignore[attr-defined]  # read by the test that walks the addresses
        return cast(V, guarded)

    return guard


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


def _send(request: HttpRequest, game: VisitedGame, command: Command) -> None:
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
    if not name or referees(meeting).filter(name=name).exists():
        messages.error(request, _("Un autre arbitre porte déjà ce nom, ou le nom manque : écrivez-en un autre."))
        return redirect("weekend:people", weekend=meeting.row.pk)
    guest = add_guest(meeting, free_seat(f"arbitre-{name}", seats_taken(meeting)), name, role=Role.REFEREE)
    return redirect("weekend:badge", weekend=meeting.row.pk, seat=guest.seat)
