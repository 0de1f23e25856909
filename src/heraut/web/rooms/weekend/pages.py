"""A weekend: opened from a preset or like a past one, shown by day and on the hall's screen, changed, handed over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import groupby

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import localdate, localtime, make_aware
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from heraut.kernel.codec import decode
from heraut.kernel.journal import Header
from heraut.kernel.names import ORGANISER, StreamId
from heraut.kernel.refusal import Refusal
from heraut.speech.sentences import say_refusal
from heraut.tournament.format import Format
from heraut.tournament.planning import SetTables
from heraut.tournament.rounds import AdjustDraft
from heraut.tournament.steamroller.variants import ready_made
from heraut.tournament.view import TableView, View
from heraut.web import handover, links
from heraut.web.desk import desk, new_stream, now
from heraut.web.game import VisitedGame, account, hosted, language, title_of
from heraut.web.guard import admitted, needs
from heraut.web.models import ELSEWHERE, Guest, Link, Slot, Stream, Weekend
from heraut.web.permissions import Action, Role
from heraut.web.request_data import form_of, query_of
from heraut.web.rooms.tournament import screen as hall
from heraut.web.rooms.tournament.display import FEW, playing_round
from heraut.web.rooms.tournament.format_form import Preset
from heraut.web.rooms.tournament.results import own_table
from heraut.web.rooms.tournament.rounds import are_tables, busy, free, pool, read_tables, tables_written
from heraut.web.rooms.tournament.settings_form import preset_settings, presets, settings_again
from heraut.web.rooms.weekend.people import Meeting, add_guest, meets, slots_of
from heraut.web.store import of_engines
from heraut.web.views.game import show
from heraut.web.views.handover import download, read_address, shown

THREE_DAYS = "SR-PRESET-4"
MORNING = time(10, 0)
ROWS = 4
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
    listed = list(shows(meeting))
    days = [(day, list(group)) for day, group in groupby(listed, key=lambda show: localdate(show.slot.begins))]
    taken = busy(meeting.row) if meeting.role is Role.ORGANISER else {}
    return render(
        request,
        "weekend/page.html",
        {
            "meeting": meeting,
            "weekend": meeting.row,
            "organiser": meeting.role is Role.ORGANISER,
            "days": days,
            "now": next((show for show in listed if show.table is not None), None),
            "people": meeting.names,
            "tables": pool(meeting.row),
            "taken": sorted(taken.items()),
            "live": _live(listed),
            "may_join": _titles(request) if meeting.role is Role.ORGANISER else (),
        },
    )


def _titles(request: HttpRequest) -> list[tuple[str, str]]:
    return [(row.pk, decode(row.header, Header).title) for row in may_join(request)]


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
    panels = [(show.game.header.title, panel) for show in running for panel in hall.panels(show.game, wanted)]
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


@require_POST
@meets(Action.SEAT)
def free_tables(request: HttpRequest, meeting: Meeting, stream_id: str) -> HttpResponse:
    """Move the draft of a tournament to tables that are free; its pairs stay as they are."""
    game = admitted(request, stream_id, Action.SEAT)
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


@require_safe
@meets(Action.EXPORT)
def hand_over(request: HttpRequest, meeting: Meeting) -> HttpResponse:
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
    return shown(request, context)


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
    if address is not None:
        handover.send_away(_streams(meeting), address)
        meeting.row.moved_to = address
        meeting.row.save()
    return redirect("weekend:hand-over", weekend=meeting.row.pk)


@dataclass(frozen=True, slots=True)
class PlannedTournament:
    """A tournament to open: its title, where its settings come from, when it begins."""

    title: str = ""
    source: str = ""
    begins: datetime | None = None


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.CREATE)
def new(request: HttpRequest) -> HttpResponse:
    """A weekend with all its tournaments, opened at once."""
    copied = next((each for each in _past(request) if each.pk == query_of(request).get("copy")), None)
    if request.method != "POST":
        chosen = copied is not None or "preset" in query_of(request)
        return _form(request, copied, list(_rows(request, copied)) if chosen else None)
    rows = list(_posted(request))
    if fault := _fault(form_of(request), rows, copied):
        return _form(request, copied, rows, fault)
    opened = _opened(request, rows, copied)
    if isinstance(opened, Refusal):
        return _form(request, copied, rows, say_refusal(opened, language()))
    return redirect("weekend:page", weekend=opened.pk)


def _fault(posted: QueryDict, rows: list[PlannedTournament], copied: Weekend | None) -> str:
    """What is missing; nothing that was begun is passed over."""
    if not posted.get("title", "").strip() or not rows:
        return _("Donnez un titre au week-end, et au moins un tournoi avec son jour.")
    for place, row in enumerate(rows, start=1):
        if row.begins is None or _settings(row, copied) is None:
            return _("Tournoi %s : donnez son modèle et son jour.") % (row.title or place)
    return "" if are_tables(posted.get("tables", "")) else _unread_tables(posted.get("tables", ""))


def _unread_tables(text: str) -> str:
    return _("« %s » ne dit pas quelles tables. Écrivez par exemple 1-24, ou 1-12 20 21.") % text.strip()


def _form(
    request: HttpRequest, copied: Weekend | None, rows: list[PlannedTournament] | None, fault: str = ""
) -> HttpResponse:
    padded = [*(rows or ()), *([PlannedTournament()] * max(1, ROWS - len(rows or ())))]
    sources = [*presets(), *((_copied(slot) for slot in slots_of(copied)) if copied else ())]
    context = {
        "chosen": rows is not None,
        "past": _past(request),
        "copied": copied,
        "rows": padded,
        "sources": sources,
        "title": form_of(request).get("title", ""),
        "tables": form_of(request).get("tables", copied.tables if copied else ""),
        "public": request.method != "POST" or "public" in form_of(request),
        "with_people": request.method != "POST" or "people" in form_of(request),
        "fault": fault,
    }
    return render(request, "weekend/new.html", context, status=409 if fault else 200)


def _copied(slot: Slot) -> Preset:
    title = title_of(desk().history(StreamId(slot.stream_id)))
    return Preset(f"copy-{slot.stream_id}", _("comme « %s »") % title, "")


def _past(request: HttpRequest) -> list[Weekend]:
    """The weekends this account may copy."""
    return list(hosted(request, Weekend.objects.all())[:12])


def _rows(request: HttpRequest, copied: Weekend | None) -> Iterator[PlannedTournament]:
    """What the form begins with: the three days of the sheet [SR-PRESET-4], a past weekend's, or nothing."""
    first = _next_friday()
    if copied is not None:
        slots = slots_of(copied)
        shift = first - localdate(slots[0].begins) if slots else timedelta()
        for slot in slots:
            title = title_of(desk().history(StreamId(slot.stream_id)))
            yield PlannedTournament(title, f"copy-{slot.stream_id}", localtime(slot.begins) + shift)
    elif query_of(request).get("preset") == "three-days":
        friday_to_sunday = [row for row in ready_made() if row.clause == THREE_DAYS]
        for offset, row in enumerate(friday_to_sunday):
            yield PlannedTournament(row.nickname, f"steamroller-{row.id}", _at(first + timedelta(days=offset), MORNING))


def _next_friday() -> date:
    today = localdate()
    return today + timedelta(days=(4 - today.weekday()) % 7)


def _at(day: date, hour: time) -> datetime:
    return make_aware(datetime.combine(day, hour))


def _posted(request: HttpRequest) -> Iterator[PlannedTournament]:
    lists = (form_of(request).getlist(name) for name in ("event", "source", "day", "hour"))
    for title, source, day, hour in zip(*lists, strict=False):
        if title.strip() or source or day:
            yield PlannedTournament(title.strip(), source, _moment(day, hour))


def _moment(day: str, hour: str) -> datetime | None:
    try:
        return _at(date.fromisoformat(day), time.fromisoformat(hour or "10:00"))
    except ValueError:
        return None


def _opened(request: HttpRequest, rows: list[PlannedTournament], copied: Weekend | None) -> Weekend | Refusal:
    """Everything or nothing."""
    posted = form_of(request)
    tables = tables_written(read_tables(posted.get("tables", "")))
    public = "public" in posted
    with transaction.atomic():
        weekend = Weekend.objects.create(
            id=new_stream(), title=posted["title"].strip()[:120], owner=account(request), public=public, tables=tables
        )
        for row in rows:
            header = _open_event(row, copied)
            if isinstance(header, Refusal):
                transaction.set_rollback(True)
                return header
            Stream.objects.filter(pk=header.stream).update(owner=account(request), public=public)
            Slot.objects.create(weekend=weekend, stream_id=header.stream, begins=row.begins)
        if copied is not None and "people" in posted:
            meeting = Meeting.of(request, weekend.pk)
            for guest in Guest.objects.filter(weekend=copied):
                add_guest(meeting, guest.seat, guest.name, guest.club, Role(guest.role))
    return weekend


def _open_event(row: PlannedTournament, copied: Weekend | None) -> Header | Refusal:
    settings = _settings(row, copied)
    title = row.title or next((each.title for each in presets() if each.id == row.source), _("Tournoi"))
    return desk().open(stream=new_stream(), engine="tournament", title=title, settings=settings, at=now())


def _settings(row: PlannedTournament, copied: Weekend | None) -> Format | None:
    """A preset's settings; or a past event's, its awards included and its players left out."""
    source = row.source.removeprefix("copy-")
    if copied is None or not Slot.objects.filter(weekend=copied, stream=source).exists():
        return preset_settings(row.source)
    return settings_again(desk().history(StreamId(source)).header)


@require_POST
@meets(Action.SEAT)
def settle(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """The title, the tables of the hall, who may watch."""
    row, typed = meeting.row, form_of(request).get("tables", "")
    if not are_tables(typed):
        messages.error(request, _unread_tables(typed))
        return redirect("weekend:page", weekend=row.pk)
    row.title = form_of(request).get("title", "").strip()[:120] or row.title
    row.tables = tables_written(read_tables(typed))
    row.public = "public" in form_of(request)
    row.save()
    count = len(pool(row))
    messages.success(request, ngettext("%s table en commun.", "%s tables en commun.", count) % count)
    return redirect("weekend:page", weekend=row.pk)


@require_POST
@meets(Action.SEAT)
def add(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """Bring a tournament of one's own under this roof."""
    stream = next((each for each in may_join(request) if each.pk == form_of(request).get("stream")), None)
    begins = _moment(form_of(request).get("day", ""), form_of(request).get("hour", ""))
    if stream is None or begins is None:
        messages.error(request, _("Choisissez un tournoi et son jour."))
    else:
        Slot.objects.create(weekend=meeting.row, stream=stream, begins=begins)
    return redirect("weekend:page", weekend=meeting.row.pk)


def may_join(request: HttpRequest) -> list[Stream]:
    """The tournaments this account runs that belong to no weekend."""
    return list(hosted(request, of_engines("tournament").filter(slot=None).order_by("-opened"))[:60])


@require_POST
@meets(Action.SEAT)
def slot(request: HttpRequest, meeting: Meeting, stream_id: str) -> HttpResponse:
    """Change when a tournament begins, or let it go its own way."""
    found = get_object_or_404(Slot, weekend=meeting.row, stream=stream_id)
    begins = _moment(form_of(request).get("day", ""), form_of(request).get("hour", ""))
    if "leave" in form_of(request):
        found.delete()
    elif begins is not None:
        found.begins = begins
        found.save()
    return redirect("weekend:page", weekend=meeting.row.pk)
