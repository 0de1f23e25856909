"""The list of games, and opening one."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from heraut import catalogue
from heraut.kernel.codec import Malformed, from_plain
from heraut.kernel.journal import JournalError
from heraut.kernel.refusal import Refusal
from heraut.speech.faults import say_wrong
from heraut.web import desk, forms, handover, isolation, links, sentences
from heraut.web.forms import Field
from heraut.web.game import VisitedGame, account, hosts, language, new_id
from heraut.web.guard import needs
from heraut.web.models import Stream, Weekend
from heraut.web.permissions import Action, Role
from heraut.web.request_data import file_of, form_of, query_of
from heraut.web.rooms import room
from heraut.web.rules_of_game import under_rules_of
from heraut.web.samples import names as sample_names
from heraut.web.sentences import Waiting
from heraut.web.templating import leaf
from heraut.web.views.archive import last_files
from heraut.web.views.health import settings_wrong


@dataclass(frozen=True, slots=True)
class GameCard:
    """One game of the list, and what it waits for."""

    game: VisitedGame
    room: Any
    waiting: tuple[Waiting, ...]

    @property
    def people(self) -> tuple[str, ...]:
        return self.game.people


@dataclass(frozen=True, slots=True)
class NewForm:
    """The form that opens a game; an engine with several kinds of settings offers each as a variant."""

    engine: str
    variant: str
    variants: tuple[str, ...]
    fields: tuple[Field, ...]


def _at_hand(*, organiser: bool) -> Iterator[tuple[str, str, str, str]]:
    """What needs no game: its address, its picture, its name and what it is."""
    yield "odds:fight", "dice", _("Chances"), _("Les chances exactes d'un combat, d'une série, d'un sortilège.")
    yield "plan:scenarios", "field", _("Plans de table"), _("Les scénarios et leurs plans, à préparer et à imprimer.")
    yield "maps:viewer", "map-pin", _("Cartes"), _("Les cartes de campagne, à regarder, à changer et à comparer.")
    if organiser:
        yield "characters:index", "shield", _("Personnages"), _("Les fiches des combattants d'escarmouche.")


@require_safe
@needs(Action.VISIT)
def home(request: HttpRequest) -> HttpResponse:
    engines = [(id, room(id)) for id in catalogue.ENGINES]
    page = leaf(request, _visible(request))
    rows = {row.pk: row for row in page.object_list}
    cards = dict(isolation.each("home", rows, lambda stream: _card(request, rows[stream])))
    return render(
        request,
        "home.html",
        {
            "cards": [card for card in cards.values() if card],
            "leaf": page,
            "settings_wrong": settings_wrong(request),
            "unreadable": [row for row in rows.values() if row.pk not in cards and hosts(request, row)],
            "engines": engines,
            "may_create": account(request),
            "at_hand": _at_hand(organiser=account(request) is not None),
            "weekends": _weekends(request),
            "archived": "archived" in query_of(request),
            "archives": _seen_by(request).filter(archived=True).count(),
            "deleted": last_files(request),
            "samples": _has_samples(request, rows),
        },
    )


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.CREATE)
def new(request: HttpRequest, engine: str) -> HttpResponse:
    """Open a game: a title, the settings, who may watch."""
    if engine not in catalogue.ENGINES:
        raise Http404(engine)
    kind, settings_type = room(engine), catalogue.engine(engine).settings
    variants = forms.variants(settings_type)
    start = kind.begin(request)
    variant = _variant(request, variants, start)
    shown = NewForm(engine, variant, tuple(variants), forms.fields(variants[variant], language(), start=start))
    if request.method != "POST" or "more" in form_of(request):  # the same form with more room to fill in
        return _new(request, shown)
    try:
        read = kind.read_settings or partial(forms.read, variants[variant])
        settings = from_plain(read(form_of(request)), settings_type, strict=False)
    except Malformed as error:
        wrong = replace(shown, fields=forms.with_fault(shown.fields, str(error), language()))
        return _new(request, wrong, fault=str(error), status=400)
    title = form_of(request).get("title", "").strip()[: desk.MOST_TITLE] or kind.named(settings) or str(kind.title)
    owner, public = _account_id(request), "public" in form_of(request)
    sent = {"id": form_of(request).get("command_id") or new_id(), "by": owner, "title": title, "settings": settings}
    stream = desk.name_for("heraut.new", sent)  # the same form sent twice opens one
    header = desk.open_once(stream, engine, title, settings, owner=owner, public=public)
    if isinstance(header, Refusal):
        return _new(request, shown, refusal=header, status=409)
    kind.opened(request, header.stream, settings)
    people = VisitedGame.of(request, header.stream).people
    return redirect("seats" if people else "game", stream=header.stream)  # where nobody has a place yet, none is shown


def _variant(request: HttpRequest, variants: Mapping[str, Any], start: Any) -> str:
    """The kind of settings asked for: that of the value the form begins with, or the one named, or the first."""
    if start is not None:
        return next(name for name, kind in variants.items() if isinstance(start, kind))
    asked = query_of(request).get("variant", "")
    return asked if asked in variants else next(iter(variants))


@require_POST
@needs(Action.CREATE)
def take_in(request: HttpRequest) -> HttpResponse:
    """Import an exported file under a new name; a damaged file stores nothing."""
    file = file_of(request)
    if file is None:
        messages.error(request, _("Choisissez d'abord un fichier écrit par Héraut (.heraut ou .jsonl)."))
        return redirect("home")
    if zipfile.is_zipfile(file):
        return _taken_over(request, file)
    file.seek(0)  # the look for a ZIP was from the end
    try:
        header = desk.take_in(file, owner=_account_id(request), name=desk.new_stream())
    except JournalError as error:
        return _refused(request, error)
    return redirect("game", stream=header.stream)


def _refused(request: HttpRequest, error: JournalError) -> HttpResponse:
    told = say_wrong(error, language())
    messages.error(request, _("Ce fichier ne peut pas être importé : rien n'a été enregistré. %s") % told)
    return redirect("home")


def _taken_over(request: HttpRequest, file: UploadedFile) -> HttpResponse:
    """An event or a weekend handed over: its streams under their own names, its links valid here."""
    try:
        arrived = handover.unpack(file, account(request))
    except JournalError as error:
        return _refused(request, error)
    if arrived.left_out:
        named = ", ".join(arrived.left_out)
        messages.warning(request, _("Abîmé sur l'autre ordinateur, et resté là-bas : %s. Le reste est repris.") % named)
    if arrived.weekend is not None:
        return HttpResponseRedirect(f"/w/{arrived.weekend}/hand-over?arrived")
    return HttpResponseRedirect(f"/g/{arrived.streams[0]}/hand-over?arrived")


def _account_id(request: HttpRequest) -> int | None:
    user = account(request)
    return None if user is None else user.pk


def _new(
    request: HttpRequest, form: NewForm, *, fault: str = "", refusal: Refusal | None = None, status: int = 200
) -> HttpResponse:
    kind = room(form.engine)
    type_name = forms.variants(catalogue.engine(form.engine).settings)[form.variant].__name__
    context = {
        "engine": form.engine,
        "room": kind,
        "variant": form.variant,
        "variants": form.variants,
        "fields": form.fields,
        "typed": form_of(request),
        "fault": forms.say_fault(fault, language(), type_name),
        "faults": sentences.faults(refusal, language()),
        **kind.new_context(request, form.fields),
    }
    return render(request, kind.new_template, context, status=status)


def _weekends(request: HttpRequest) -> list[Weekend]:
    """Public weekends, those one holds a badge of, and one's own."""
    rows, user = Weekend.objects.all(), account(request)
    if user is None or not user.is_superuser:
        held = [name.removeprefix("weekend:") for name in links.streams_held(request) if name.startswith("weekend:")]
        shown = Q(public=True) | Q(pk__in=held)
        rows = rows.filter(shown if user is None else shown | Q(owner=user))
    return list(rows)


SCORE_SHEET = Q(engine="match", header__contains='"at":{"event":')
"""The match of an event's table: it is opened from the event."""


def _visible(request: HttpRequest) -> QuerySet[Stream]:
    """The games of the list, or its archives; newest first."""
    return _seen_by(request).filter(archived="archived" in query_of(request)).order_by("-opened", "id")


def _seen_by(request: HttpRequest) -> QuerySet[Stream]:
    """Public games, those one holds a place at, and one's own; score sheets are found at their event."""
    rows, user = Stream.objects.exclude(SCORE_SHEET), account(request)
    if user is None or not user.is_superuser:
        shown = Q(public=True) | Q(pk__in=links.streams_held(request))
        rows = rows.filter(shown if user is None else shown | Q(owner=user))
    return rows


def _has_samples(request: HttpRequest, rows: Mapping[str, Stream]) -> bool:
    """Whether there are samples to put away, and this visitor may."""
    user = account(request)
    if user is None or not user.is_superuser:
        return False
    return any(name in rows and not rows[name].archived for name in sample_names())


def _card(request: HttpRequest, row: Stream) -> GameCard | None:
    """The card of a game; none for somebody who may not know that there is one."""
    game = VisitedGame.met(request, row)
    if game.visitor.role is Role.STRANGER:
        return None
    kind = room(game.engine.id)
    with under_rules_of(game.history):
        return GameCard(game, kind, sentences.waiting(game, language(), kind.names(game, language())))
