"""Opening a weekend: from a preset, like a past one, or event by event; and changing it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import localdate, localtime, make_aware
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from heraut.kernel import Refusal, StreamId
from heraut.kernel.journal import Header
from heraut.speech import say_refusal
from heraut.tournament.format import Format
from heraut.tournament.steamroller.variants import ready_made
from heraut.web.desk import desk, new_stream, now
from heraut.web.game import account, language, title_of
from heraut.web.guard import needs
from heraut.web.models import Guest, Slot, Stream, Weekend
from heraut.web.permissions import Action
from heraut.web.rooms.tournament.settings_form import Preset, preset_settings, presets, settings_again
from heraut.web.rooms.tournament.weekend_tables import pool, read_tables, written
from heraut.web.rooms.weekend.meeting import Meeting, meets
from heraut.web.rooms.weekend.people import add_guest
from heraut.web.store import of_engines

THREE_DAYS = "SR-PRESET-4"
MORNING = time(10, 0)
ROWS = 4


@dataclass(frozen=True, slots=True)
class Row:
    """A tournament to open: its title, where its settings come from, when it begins."""

    title: str = ""
    source: str = ""
    begins: datetime | None = None


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.CREATE)
def new(request: HttpRequest) -> HttpResponse:
    """A weekend with all its tournaments, opened at once."""
    copied = next((each for each in _past(request) if each.pk == request.GET.get("copy")), None)
    if request.method != "POST":
        chosen = copied is not None or "preset" in request.GET
        return _form(request, copied, list(_rows(request, copied)) if chosen else None)
    rows = [row for row in _posted(request) if _settings(row, copied) is not None]
    if not request.POST.get("title", "").strip() or not rows:
        fault = _("Donnez un titre au week-end, et au moins un tournoi avec son jour.")
        return _form(request, copied, rows, fault)
    opened = _opened(request, rows, copied)
    if isinstance(opened, Refusal):
        return _form(request, copied, rows, say_refusal(opened, language()))
    return redirect("weekend:page", weekend=opened.pk)


def _form(request: HttpRequest, copied: Weekend | None, rows: list[Row] | None, fault: str = "") -> HttpResponse:
    padded = [*(rows or ()), *([Row()] * max(1, ROWS - len(rows or ())))]
    sources = [*presets(), *((_copied(slot) for slot in _slots(copied)) if copied else ())]
    context = {
        "chosen": rows is not None,
        "past": _past(request),
        "copied": copied,
        "rows": padded,
        "sources": sources,
        "title": request.POST.get("title", ""),
        "tables": request.POST.get("tables", copied.tables if copied else ""),
        "fault": fault,
    }
    return render(request, "weekend/new.html", context, status=409 if fault else 200)


def _copied(slot: Slot) -> Preset:
    title = title_of(desk().history(StreamId(slot.stream_id)))
    return Preset(f"copy-{slot.stream_id}", _("comme « %s »") % title, "")


def _past(request: HttpRequest) -> list[Weekend]:
    """The weekends this account may copy."""
    user = account(request)
    rows = Weekend.objects.all()
    return list(rows if user is not None and user.is_superuser else rows.filter(owner=user))[:12]


def _slots(weekend: Weekend) -> list[Slot]:
    return list(Slot.objects.filter(weekend=weekend).select_related("stream"))


def _rows(request: HttpRequest, copied: Weekend | None) -> Iterator[Row]:
    """What the form begins with: the three days of the sheet [SR-PRESET-4], a past weekend's, or nothing."""
    first = _next_friday()
    if copied is not None:
        slots = _slots(copied)
        shift = first - localdate(slots[0].begins) if slots else timedelta()
        for slot in slots:
            title = title_of(desk().history(StreamId(slot.stream_id)))
            yield Row(title, f"copy-{slot.stream_id}", localtime(slot.begins) + shift)
    elif request.GET.get("preset") == "three-days":
        friday_to_sunday = [row for row in ready_made() if row.clause == THREE_DAYS]
        for offset, row in enumerate(friday_to_sunday):
            yield Row(row.nickname, f"steamroller-{row.id}", _at(first + timedelta(days=offset), MORNING))


def _next_friday() -> date:
    today = localdate()
    return today + timedelta(days=(4 - today.weekday()) % 7)


def _at(day: date, hour: time) -> datetime:
    return make_aware(datetime.combine(day, hour))


def _posted(request: HttpRequest) -> Iterator[Row]:
    lists = (request.POST.getlist(name) for name in ("event", "source", "day", "hour"))
    for title, source, day, hour in zip(*lists, strict=False):
        begins = _moment(day, hour)
        if source and begins is not None:
            yield Row(title.strip(), source, begins)


def _moment(day: str, hour: str) -> datetime | None:
    try:
        return _at(date.fromisoformat(day), time.fromisoformat(hour or "10:00"))
    except ValueError:
        return None


def _opened(request: HttpRequest, rows: list[Row], copied: Weekend | None) -> Weekend | Refusal:
    """Everything or nothing."""
    posted = request.POST
    tables = written(read_tables(posted.get("tables", "")))
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
                add_guest(meeting, guest.seat, guest.name, guest.club)
    return weekend


def _open_event(row: Row, copied: Weekend | None) -> Header | Refusal:
    settings = _settings(row, copied)
    title = row.title or next((each.title for each in presets() if each.id == row.source), _("Tournoi"))
    return desk().open(stream=new_stream(), engine="tournament", title=title, settings=settings, at=now())


def _settings(row: Row, copied: Weekend | None) -> Format | None:
    """A preset's settings; or a past event's, its awards included and its players left out."""
    source = row.source.removeprefix("copy-")
    if copied is None or not Slot.objects.filter(weekend=copied, stream=source).exists():
        return preset_settings(row.source)
    return settings_again(desk().history(StreamId(source)).header)


@require_POST
@meets(Action.SEAT)
def settle(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """The title, the tables of the hall, who may watch."""
    row = meeting.row
    row.title = request.POST.get("title", "").strip()[:120] or row.title
    row.tables = written(read_tables(request.POST.get("tables", "")))
    row.public = "public" in request.POST
    row.save()
    messages.success(request, _("%s tables en commun.") % len(pool(row)))
    return redirect("weekend:page", weekend=row.pk)


@require_POST
@meets(Action.SEAT)
def add(request: HttpRequest, meeting: Meeting) -> HttpResponse:
    """Bring a tournament of one's own under this roof."""
    stream = next((each for each in may_join(request) if each.pk == request.POST.get("stream")), None)
    begins = _moment(request.POST.get("day", ""), request.POST.get("hour", ""))
    if stream is None or begins is None:
        messages.error(request, _("Choisissez un tournoi et son jour."))
    else:
        Slot.objects.create(weekend=meeting.row, stream=stream, begins=begins)
    return redirect("weekend:page", weekend=meeting.row.pk)


def may_join(request: HttpRequest) -> list[Stream]:
    """The tournaments this account runs that belong to no weekend."""
    user = account(request)
    rows = of_engines("tournament").filter(slot=None).order_by("-opened")
    return list(rows if user is not None and user.is_superuser else rows.filter(owner=user))[:60]


@require_POST
@meets(Action.SEAT)
def slot(request: HttpRequest, meeting: Meeting, stream_id: str) -> HttpResponse:
    """Change when a tournament begins, or let it go its own way."""
    found = get_object_or_404(Slot, weekend=meeting.row, stream=stream_id)
    begins = _moment(request.POST.get("day", ""), request.POST.get("hour", ""))
    if "leave" in request.POST:
        found.delete()
    elif begins is not None:
        found.begins = begins
        found.save()
    return redirect("weekend:page", weekend=meeting.row.pk)
