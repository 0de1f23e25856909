"""A weekend opened with all its tournaments: from a preset, like a past one, or as its organiser likes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from types import MappingProxyType

from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.timezone import localdate, localtime, make_aware
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from heraut.kernel.journal import Header
from heraut.kernel.names import StreamId
from heraut.kernel.refusal import Refusal
from heraut.speech.sentences import say_refusal
from heraut.tournament.format import Format
from heraut.web import forms
from heraut.web.desk import desk, name_for, new_stream, now
from heraut.web.forms import Field
from heraut.web.game import account, hosted, language, new_id, title_of
from heraut.web.guard import needs
from heraut.web.models import Guest, Slot, Stream, Weekend
from heraut.web.permissions import Action, Role
from heraut.web.request_data import form_of, query_of
from heraut.web.rooms.tournament.format_form import Preset
from heraut.web.rooms.tournament.formats import weekends
from heraut.web.rooms.tournament.settings_form import preset_settings, presets, settings_again
from heraut.web.rooms.weekend.hall import are_tables, read_tables, tables_written
from heraut.web.rooms.weekend.people import add_guest
from heraut.web.rooms.weekend.visit import Meeting, slots_of

MORNING = time(10, 0)
ROWS = 4


@dataclass(frozen=True, slots=True)
class PlannedTournament:
    """A tournament to open: its title, where its settings come from, when it begins, as its organiser writes it."""

    title: str = ""
    source: str = ""
    day: str = ""
    hour: str = f"{MORNING:%H:%M}"

    @property
    def begins(self) -> datetime | None:
        return begins_at(self.day, self.hour)

    @property
    def begun(self) -> bool:
        """Whether somebody has filled in something of it: it is not passed over then."""
        return bool(self.title or self.source or self.day)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.CREATE)
def new(request: HttpRequest) -> HttpResponse:
    """A weekend with all its tournaments, opened at once."""
    copied = next((each for each in _past(request) if each.pk == query_of(request).get("copy")), None)
    if request.method != "POST":
        return _form(request, copied)
    rows = list(_posted(request))
    if faults := _faults(form_of(request), rows, copied):
        return _form(request, copied, faults, _("Rien n'est ouvert. Corrigez ce qui est marqué."))
    opened = _opened(request, [row for row in rows if row.begun], copied)
    if isinstance(opened, Refusal):
        return _form(request, copied, fault=say_refusal(opened, language()))
    return redirect("weekend:page", weekend=opened.pk)


def _faults(posted: QueryDict, rows: list[PlannedTournament], copied: Weekend | None) -> dict[str, str]:
    """What is wrong, by field; nothing that was begun is passed over."""
    found = {"title": "" if posted.get("title", "").strip() else _("Donnez un titre au week-end.")}
    begun = [(place, row) for place, row in enumerate(rows, start=1) if row.begun]
    for place, row in begun or [(1, PlannedTournament())]:
        found[f"source-{place}"] = "" if _settings(row, copied) else _("Choisissez un modèle.")
        found[f"day-{place}"] = "" if begins_at(row.day, "") else _("Donnez un jour.")
        found[f"hour-{place}"] = "" if is_hour(row.hour) else _("Écrivez une heure comme 10:00.")
    tables = posted.get("tables", "")
    found["tables"] = "" if are_tables(tables) else unread_tables(tables)
    return {name: fault for name, fault in found.items() if fault}


def unread_tables(text: str) -> str:
    """That a text does not say which tables, and how to say it."""
    return _("« %s » ne dit pas quelles tables. Écrivez par exemple 1-24, ou 1-12 20 21.") % text.strip()


def _form(
    request: HttpRequest, copied: Weekend | None, faults: Mapping[str, str] = MappingProxyType({}), fault: str = ""
) -> HttpResponse:
    rows = list(_rows(request, copied))
    padded = [*rows, *([PlannedTournament()] * max(1, ROWS - len(rows)))]
    sources = [*presets(), *((_copied(slot) for slot in slots_of(copied)) if copied else ())]
    context = {
        "chosen": bool(fault) or copied is not None or "preset" in query_of(request),
        "weekends": weekends(),
        "past": _past(request),
        "copied": copied,
        "rows": [_fields(row, place, sources, faults) for place, row in enumerate(padded, start=1)],
        "title": _field("title", _("Titre"), "", faults),
        "tables": _field("tables", _("Tables de la salle"), copied.tables if copied else "", faults),
        "typed": form_of(request),
        "fault": fault,
    }
    return render(request, "weekend/new.html", context, status=409 if fault else 200)


def _fields(
    row: PlannedTournament, place: int, sources: Iterable[Preset], faults: Mapping[str, str]
) -> dict[str, Field]:
    """The fields of a tournament, by the names they are sent under; a page has several of each."""
    source = _field(f"source-{place}", _("Modèle"), row.source, faults)
    return {
        "event": _field(f"event-{place}", _("Titre"), row.title, faults),
        "source": replace(source, choices=(("", "–"), *((each.id, each.title) for each in sources))),
        "day": _field(f"day-{place}", _("Jour"), row.day, faults),
        "hour": _field(f"hour-{place}", _("Heure"), row.hour, faults),
    }


def _field(name: str, label: str, value: str, faults: Mapping[str, str]) -> Field:
    return Field(name, label, "text", value, fault=faults.get(name, ""))


def _copied(slot: Slot) -> Preset:
    title = title_of(desk().history(StreamId(slot.stream_id)))
    return Preset(f"copy-{slot.stream_id}", _("comme « %s »") % title, "")


def _past(request: HttpRequest) -> list[Weekend]:
    """The weekends this account may copy."""
    return list(hosted(request, Weekend.objects.all())[:12])


def _rows(request: HttpRequest, copied: Weekend | None) -> Iterator[PlannedTournament]:
    """What the form begins with: a past weekend's tournaments, those of a preset, or nothing."""
    first = _next_friday()
    if copied is not None:
        slots = slots_of(copied)
        shift = first - localdate(slots[0].begins) if slots else timedelta()
        for slot in slots:
            title = title_of(desk().history(StreamId(slot.stream_id)))
            begins = localtime(slot.begins) + shift
            yield PlannedTournament(title, f"copy-{slot.stream_id}", f"{begins:%Y-%m-%d}", f"{begins:%H:%M}")
    preset = next((each for each in weekends() if each.id == query_of(request).get("preset")), None)
    if copied is None and preset is not None:
        for offset, (title, source) in enumerate(preset.days):
            yield PlannedTournament(title, source, (first + timedelta(days=offset)).isoformat())


def _next_friday() -> date:
    today = localdate()
    return today + timedelta(days=(4 - today.weekday()) % 7)


def _posted(request: HttpRequest) -> Iterator[PlannedTournament]:
    for row in forms.rows(form_of(request), ("event", "source", "day", "hour")):
        yield PlannedTournament(row["event"].strip(), row["source"], row["day"], row["hour"])


def begins_at(day: str, hour: str) -> datetime | None:
    """The moment that a day and an hour name; in the morning where no hour is said."""
    try:
        begins = datetime.combine(date.fromisoformat(day), time.fromisoformat(hour) if hour else MORNING)
    except ValueError:
        return None
    return make_aware(begins)


def is_hour(typed: str) -> bool:
    """Whether that says an hour, or none."""
    return begins_at(f"{localdate()}", typed) is not None


def _opened(request: HttpRequest, rows: list[PlannedTournament], copied: Weekend | None) -> Weekend | Refusal:
    """Everything or nothing."""
    posted = form_of(request)
    tables = tables_written(read_tables(posted.get("tables", "")))
    owner, public, title = account(request), "public" in posted, posted["title"].strip()[:120]
    sent = {"id": posted.get("command_id") or new_id(), "by": owner and owner.pk, "title": title}
    told = {"title": title, "owner": owner, "public": public, "tables": tables}
    with transaction.atomic():
        weekend, is_new = Weekend.objects.get_or_create(id=name_for("heraut.weekend", sent), defaults=told)
        if not is_new:
            return weekend  # the form came twice
        for row in rows:
            header = _open_event(row, copied)
            if isinstance(header, Refusal):
                transaction.set_rollback(True)
                return header
            Stream.objects.filter(pk=header.stream).update(owner=owner, public=public)
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
