"""
Games put away: archived, which hides and keeps them; deleted, with a last file; the samples all at once.

A game handed over to another machine: the file, what is in it, and where the game has gone.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from functools import lru_cache
from pathlib import Path

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from heraut.kernel.journal import JournalError
from heraut.kernel.names import StreamId
from heraut.web import data_folder, handover
from heraut.web.broadcast import announce
from heraut.web.desk import desk
from heraut.web.downloads import named
from heraut.web.game import VisitedGame, account
from heraut.web.guard import needs
from heraut.web.links import for_others
from heraut.web.models import Entry, LastFile, Link, Stream
from heraut.web.permissions import Action
from heraut.web.request_data import form_of, query_of
from heraut.web.samples import names as sample_names
from heraut.web.views.game import common

FOLDER = "deleted"
"""Where the last files of deleted games are written, in the data folder."""


def _handing_over(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """What the file holds, and what stays valid."""
    context = {
        "game": game,
        "title": game.header.title,
        "back": f"/g/{game.stream}/",
        "moved_to": game.row.new_address,
        "closed": bool(game.row.moved_to),
        "links": Link.objects.filter(stream=game.stream).count(),
        "badges": f"/g/{game.stream}/seats",
    }
    return hand_over_page(request, context)


hand_over = require_safe(needs(Action.EXPORT)(_handing_over))


def hand_over_page(request: HttpRequest, context: dict[str, object]) -> HttpResponse:
    """
    The page, for a game or a weekend; after the arrival it says where people reach it now.

    An address that was sent and is none stays in its field.
    """
    here = {
        "arrived": "arrived" in query_of(request),
        "address": for_others(request, "/").rstrip("/"),
        "typed": form_of(request),
        "action": request.path.removesuffix("/moved"),
    }
    return render(request, "hand_over.html", {**context, **here}, status=400 if request.method == "POST" else 200)


@require_POST
@needs(Action.EXPORT)
def hand_over_file(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The event as one file; its links travel with it only if the organiser says so. What is damaged stays here."""
    streams = handover.together(game.stream)
    handover.close(streams)
    packed = handover.pack(game.header.title, streams, with_links="links" in form_of(request))
    return download(packed, game.header.title)


def download(packed: bytes, title: str) -> HttpResponse:
    answer = HttpResponse(packed, content_type="application/zip")
    return named(answer, f"{slugify(title) or 'heraut'}{handover.SUFFIX}")


@require_POST
@needs(Action.EXPORT)
def moved(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Send everybody to the machine that has taken over; or let the game be played here again."""
    address = read_address(request)
    if address is None:
        return _handing_over(request, game)
    handover.send_away(handover.together(game.stream), address)
    return redirect("hand-over", stream=game.stream)


def read_address(request: HttpRequest) -> str | None:
    """The address typed in, without its path; empty to come back; None if nobody can be sent there, which is said."""
    typed = form_of(request).get("address", "").strip()
    if not typed:
        return ""
    address = handover.machine_address(typed)
    if address is None:
        messages.error(request, _("Écrivez l'adresse du nouvel ordinateur, par exemple http://192.168.1.30:8000"))
    elif address in map(handover.machine_address, (request.build_absolute_uri("/"), for_others(request, "/"))):
        messages.error(request, _("C'est l'adresse de cet ordinateur-ci : écrivez celle de l'autre."))
        return None
    return address


@require_POST
@needs(Action.EXPORT)
def archive(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Hide the game from the home page, or show it there again; its links and pages go on as before."""
    archived = "back" not in form_of(request)
    Stream.objects.filter(pk=game.stream).update(archived=archived)
    said = _("« %s » est archivé : il n'est plus sur l'accueil, rien n'est perdu.")
    messages.info(request, (said if archived else _("« %s » est de nouveau sur l'accueil.")) % game.header.title)
    return redirect("home")


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.EXPORT)
def delete(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """What goes if the game is deleted; then it goes, once its last file is written."""
    streams = handover.together(game.stream)
    if request.method != "POST":
        gone = {"sheets": len(streams) - 1, "entries": game.history.sequence}
        return render(request, "delete.html", {**common(game), **gone})
    file = write_last(game.header.title, streams)
    LastFile.objects.create(owner=game.row.owner, title=game.header.title[:120], name=file.name)
    erase(streams)
    told = {"title": game.header.title, "file": file}
    messages.info(request, _("« %(title)s » est supprimé. Son dernier fichier : %(file)s") % told)
    return redirect(f"{reverse('home')}?archived" if account(request) is not None else "home")


def last_files(request: HttpRequest) -> list[LastFile]:
    """
    The last file of each game one deleted and has not taken back; of everybody's for the machine's organiser.

    Those that are there: a copy put back on another machine knows of them, and they stayed in the old one's folder.
    """
    user = account(request)
    if user is None:
        return []
    known = LastFile.objects.all() if user.is_superuser else LastFile.objects.filter(owner=user)
    newest: dict[str, LastFile] = {}
    for each in known:
        if _path(each).is_file():
            newest.setdefault(_game(_path(each)), each)
    back = set(Stream.objects.filter(pk__in=newest).values_list("pk", flat=True))
    return [each for game, each in newest.items() if game not in back]


@lru_cache(maxsize=512)  # a last file is never written again
def _game(file: Path) -> str:
    """The game a last file brings back; the name of a file that cannot be read, which is nothing else's."""
    try:
        return handover.game_of(file)
    except (JournalError, OSError):
        return file.name


@require_safe
@needs(Action.CREATE)
def last_file(request: HttpRequest, id: int) -> HttpResponse:
    """The last file of a deleted game, for whoever it belonged to, from any browser."""
    found = next((each for each in last_files(request) if each.pk == id), None)
    if found is None:
        raise Http404(id)
    return download(_path(found).read_bytes(), found.title)


def _path(found: LastFile) -> Path:
    return data_folder.folder() / FOLDER / found.name


def write_last(title: str, streams: Collection[str]) -> Path:
    """The games as one file, links included, for their owner's eyes: importing it brings everything back."""
    packed = handover.pack(title, streams, with_links=True)
    folder = data_folder.folder() / FOLDER
    folder.mkdir(mode=data_folder.OWNER_S_FOLDER, parents=True, exist_ok=True)
    file = folder / f"{slugify(title) or 'heraut'}-{secrets.token_hex(3)}{handover.SUFFIX}"
    data_folder.write_private(file, packed)
    return file


def erase(streams: Collection[str]) -> None:
    """Take games out of the database, with all that hangs on them."""
    with transaction.atomic():
        Entry.objects.filter(stream__in=streams).delete()
        Stream.objects.filter(pk__in=streams).delete()
    for stream in streams:
        desk().forget(StreamId(stream))
        announce(StreamId(stream))


@require_POST
@needs(Action.CREATE)
def put_samples_away(request: HttpRequest) -> HttpResponse:
    """Archive all the samples that came with Héraut."""
    user = account(request)
    if user is not None and user.is_superuser:
        Stream.objects.filter(pk__in=sample_names()).update(archived=True)
    return redirect("home")
