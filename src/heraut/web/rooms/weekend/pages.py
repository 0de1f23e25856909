"""A weekend's page by day and hour, what its organiser changes there, the hall's screen; and its handing over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from heraut.kernel.codec import decode
from heraut.kernel.journal import Header
from heraut.kernel.names import ORGANISER
from heraut.kernel.refusal import Refusal
from heraut.tournament.planning import SetTables
from heraut.tournament.rounds import AdjustDraft
from heraut.tournament.view import TableView, View
from heraut.web import handover, links
from heraut.web.game import VisitedGame, hosted
from heraut.web.guard import admitted
from heraut.web.models import ELSEWHERE, Guest, Link, Slot, Stream
from heraut.web.permissions import Action, Role
from heraut.web.request_data import form_of, query_of
from heraut.web.rooms.tournament import screen as tournament_screen
from heraut.web.rooms.tournament.display import FEW, playing_round
from heraut.web.rooms.tournament.results import own_table
from heraut.web.rooms.weekend.hall import are_tables, awaited_twice, busy, free, pool, read_tables, tables_written
from heraut.web.rooms.weekend.opening import begins_at, unread_tables
from heraut.web.rooms.weekend.visit import Meeting, meets
from heraut.web.rules_of_game import under_rules_of
from heraut.web.store import of_engines
from heraut.web.views.archive import download, hand_over_page, read_address
from heraut.web.views.game import show

MOST_LIVE = 4
"""How many tournaments a page listens to: a browser has six connections to one server."""


@dataclass(frozen=True, slots=True)
class Show:
    """A tournament of the weekend as one visitor sees it: where it stands, and where they play."""

    slot: Slot
    game: VisitedGame
    table: TableView | None

    @property
    def view(self) -> View:
        view: View = self.game.view
        return view

    @property
    def standing(self) -> str:
        """One phrase: how far it is."""
        view = self.view
        match view.stage:
            case "entering":
                return _("Inscriptions ouvertes")
            case "preparing":
                return _("Ronde %(round)s sur %(rounds)s en préparation") % {"round": view.round, "rounds": view.rounds}
            case "playing":
                return _("Ronde %(round)s sur %(rounds)s en cours") % {"round": view.round, "rounds": view.rounds}
            case _stage:
                return _("Terminé")

    @property
    def opponent(self) -> str:
        """Whom the visitor plays now."""
        if self.table is None or self.game.visitor.seat is None:
            return ""
        other = next(seat for seat in self.table.seats if seat != self.game.visitor.seat)
        return self.game.names[other]

    @property
    def calls(self) -> int:
        """How many calls from its tables wait for an official who looks."""
        return sum(call.answered is None for call in self.view.calls) if self.game.visitor.official else 0

    @property
    def mine(self) -> bool:
        return self.game.visitor.role is Role.PLAYER


def shows(meeting: Meeting) -> Iterator[Show]:
    """Every tournament the visitor may watch."""
    for slot, game in meeting.games:
        view: View = game.view
        yield Show(slot, game, own_table(playing_round(view), game.visitor.seat) if game.visitor.seat else None)


@require_safe
@meets(Action.WATCH)
def page(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """The weekend by day and hour; a badge's holder takes the seats given since they were last here."""
    missing = _seats_to_take(request, meeting)
    if missing and "seated" not in query_of(request):
        response = HttpResponseRedirect(f"{request.path}?seated")
        links.keep_all(request, response, missing)
        return response
    return _shown(request, meeting)


def _shown(
    request: HttpRequest, meeting: Meeting, *, refused: str = "", fault: str = "", status: int = 200
) -> HttpResponse:
    """The page, with what is wrong with the form that was refused."""
    listed = list(shows(meeting))
    days = [(day, list(group)) for day, group in groupby(listed, key=lambda show: localdate(show.slot.begins))]
    taken = busy(meeting.row) if meeting.role is Role.ORGANISER else {}
    context = {
        "meeting": meeting,
        "weekend": meeting.row,
        "organiser": meeting.role is Role.ORGANISER,
        "days": days,
        "now": min((show for show in listed if show.table), key=_is_settled, default=None),
        "people": meeting.names,
        "tables": pool(meeting.row),
        "taken": sorted(taken.items()),
        "awaited_twice": awaited_twice(meeting.row) if meeting.role is Role.ORGANISER else (),
        "live": _live(listed),
        "may_join": _may_join(request) if meeting.role is Role.ORGANISER else (),
        "refused": refused,
        "typed": form_of(request),
        "fault": fault,
    }
    return render(request, "weekend/page.html", context, status=status)


def _is_settled(show: Show) -> bool:
    """Whether the game at the visitor's table is over."""
    return show.table is not None and show.table.result is not None


def _may_join(request: HttpRequest) -> list[tuple[str, str]]:
    """The tournaments this account may bring under a roof, each with its title."""
    return [(row.pk, decode(row.header, Header).title) for row in _of_no_weekend(request)]


def _of_no_weekend(request: HttpRequest) -> list[Stream]:
    return list(hosted(request, of_engines("tournament").filter(slot=None).order_by("-opened"))[:60])


def _live(listed: list[Show]) -> list[VisitedGame]:
    """The tournaments worth listening to: those being played first, in the order they begin."""
    chosen = sorted(listed, key=lambda show: show.view.stage not in ("playing", "preparing"))[:MOST_LIVE]
    return [show.game for show in sorted(chosen, key=lambda show: show.slot.begins)]


def _seats_to_take(request: HttpRequest, meeting: Meeting) -> list[tuple[str, str]]:
    if meeting.guest is None:
        return []
    return [(at, hash) for at, hash in links.badge_places(meeting.guest) if hash not in links.hashes(request, at)]


@require_safe
@meets(Action.WATCH)
def screen(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """The hall's screen for all tournaments of the day: each panel says whose it is."""
    wanted = query_of(request).get("show", "")
    listed = [show for show in shows(meeting) if show.view.stage in ("preparing", "playing", "over")]
    today = [show for show in listed if localdate(show.slot.begins) == localdate()] or listed
    running = [show for show in today if show.view.stage == "playing"] or today
    panels = [(show.game.header.title, panel) for show in running for panel in _panels(show.game, wanted)]
    return render(
        request,
        "weekend/screen.html",
        {
            "meeting": meeting,
            "weekend": meeting.row,
            "panels": panels,
            "people": meeting.names,
            "few": len(meeting.names) <= FEW,
            "shows": sorted(shows(meeting), key=lambda show: show.slot.begins),
            "live": _live(running),
        },
    )


def _panels(game: VisitedGame, wanted: str) -> list[tournament_screen.Panel]:
    with under_rules_of(game.history):
        return tournament_screen.panels(game, wanted)


@require_POST
@meets(Action.SEAT)
def settle(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """The title, the tables of the hall, who may watch."""
    row, sent = meeting.row, form_of(request)
    tables = sent.get("tables", "")
    if not are_tables(tables):
        return _shown(request, meeting, refused="settle", fault=unread_tables(tables), status=409)
    row.title = sent.get("title", "").strip()[:120] or row.title
    row.tables = tables_written(read_tables(tables))
    row.public = "public" in sent
    row.save()
    count = len(pool(row))
    messages.success(request, ngettext("%s table en commun.", "%s tables en commun.", count) % count)
    return redirect("weekend:page", weekend=row.pk)


@require_POST
@meets(Action.SEAT)
def add(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """Bring a tournament of one's own under this roof."""
    wanted = form_of(request).get("stream")
    if any(slot.stream_id == wanted for slot in meeting.slots):  # the form comes twice
        return redirect("weekend:page", weekend=meeting.row.pk)
    stream = next((each for each in _of_no_weekend(request) if each.pk == wanted), None)
    begins = _typed_begin(request)
    if stream is None or begins is None:
        return _shown(request, meeting, refused="add", fault=_("Choisissez un tournoi et son jour."), status=409)
    Slot.objects.create(weekend=meeting.row, stream=stream, begins=begins)
    return redirect("weekend:page", weekend=meeting.row.pk)


@require_POST
@meets(Action.SEAT)
def slot(request: HttpRequest, meeting: Meeting, stream_id: str) -> HttpResponse:
    """Change when a tournament begins, or let it go its own way."""
    found = get_object_or_404(Slot, weekend=meeting.row, stream=stream_id)
    begins = _typed_begin(request)
    if "leave" in form_of(request):
        found.delete()
    elif begins is None:
        fault = _("Écrivez le jour et l'heure, comme 2026-11-21 et 10:00.")
        return _shown(request, meeting, refused=stream_id, fault=fault, status=409)
    else:
        found.begins = begins
        found.save()
    return redirect("weekend:page", weekend=meeting.row.pk)


def _typed_begin(request: HttpRequest) -> datetime | None:
    return begins_at(form_of(request).get("day", ""), form_of(request).get("hour", ""))


@require_POST
@meets(Action.SEAT)
def free_tables(request: HttpRequest, meeting: Meeting, stream_id: str) -> HttpResponse:
    """Move the draft of a tournament to tables that are free; its pairs stay as they are."""
    game = admitted(request, stream_id, Action.SEAT)
    with under_rules_of(game.history):  # a refusal shows the tournament's page
        return _to_free_tables(request, meeting, game)


def _to_free_tables(request: HttpRequest, meeting: Meeting, game: VisitedGame) -> HttpResponse:
    view, numbers = game.view, free(meeting.row, game.stream)
    if view.draft is None or len(numbers) < len(view.draft.pairing.pairs):
        wanted = 0 if view.draft is None else len(view.draft.pairing.pairs)
        said = _("Tables libres : %(free)s pour %(wanted)s. Attendez des résultats, ou ajoutez des tables.")
        fault = said % {"free": len(numbers), "wanted": wanted}
        return show(request, game, fault=fault, status=409)
    seat = ORGANISER
    pairs = tuple((pair.first, pair.second) for pair in view.draft.pairing.pairs)
    for command in (
        SetTables(seat=seat, tables=numbers),
        AdjustDraft(seat=seat, pairs=pairs, bye=view.draft.pairing.bye, reason=_("Tables occupées")),
    ):
        outcome = game.submit(command)
        if isinstance(outcome, Refusal):
            return show(request, VisitedGame.of(request, game.stream), refusal=outcome, status=409)
    return redirect("game", stream=game.stream)


def _handing_over(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """What the file holds, and what stays valid."""
    context = {
        "title": meeting.row.title,
        "back": f"/w/{meeting.row.pk}/",
        "moved_to": meeting.row.new_address,
        "closed": bool(meeting.row.moved_to),
        "links": Link.objects.filter(stream__slot__weekend=meeting.row).count()
        + Guest.objects.filter(weekend=meeting.row).count(),
        "badges": f"/w/{meeting.row.pk}/badges.pdf",
    }
    return hand_over_page(request, context)


hand_over = require_safe(meets(Action.EXPORT)(_handing_over))


def _streams(meeting: Meeting) -> tuple[str, ...]:
    return tuple(stream for _slot, game in meeting.games for stream in handover.together(game.stream))


@require_POST
@meets(Action.EXPORT)
def hand_over_file(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """All its tournaments, its list of people and, if wished, every badge and link."""
    streams = (*_streams(meeting), *(slot.stream_id for slot in meeting.slots))  # what cannot be read is named too
    handover.close(streams)
    meeting.row.moved_to = meeting.row.moved_to or ELSEWHERE
    meeting.row.save()
    packed = handover.pack(meeting.row.title, streams, meeting.row, with_links="links" in form_of(request))
    return download(packed, meeting.row.title)


@require_POST
@meets(Action.EXPORT)
def moved(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """Send everybody to the machine that has taken over; or come back."""
    address = read_address(request)
    if address is None:
        return _handing_over(request, meeting)
    handover.send_away(_streams(meeting), address)
    meeting.row.moved_to = address
    meeting.row.save()
    return redirect("weekend:hand-over", weekend=meeting.row.pk)
