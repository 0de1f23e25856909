"""Games put away: archived, which hides and keeps them; deleted, with a last file; the samples all at once."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from pathlib import Path

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from heraut.kernel import StreamId
from heraut.web import data_folder, handover
from heraut.web.broadcast import announce
from heraut.web.desk import desk
from heraut.web.game import Game, account
from heraut.web.guard import needs
from heraut.web.models import Entry, Stream
from heraut.web.permissions import Action
from heraut.web.samples import names as sample_names
from heraut.web.views.game import common
from heraut.web.views.handover import together

FOLDER = "deleted"
"""Where the last files of deleted games are written, in the data folder."""


@require_POST
@needs(Action.EXPORT)
def archive(request: HttpRequest, game: Game) -> HttpResponse:
    """Hide the game from the home page, or show it there again; its links and pages go on as before."""
    archived = "back" not in request.POST
    Stream.objects.filter(pk=game.stream).update(archived=archived)
    said = _("« %s » est archivé : il n'est plus sur l'accueil, rien n'est perdu.")
    messages.info(request, (said if archived else _("« %s » est de nouveau sur l'accueil.")) % game.header.title)
    return redirect("home")


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.EXPORT)
def delete(request: HttpRequest, game: Game) -> HttpResponse:
    """What goes if the game is deleted; then it goes, once its last file is written."""
    streams = together(game)
    if request.method != "POST":
        gone = {"sheets": len(streams) - 1, "entries": game.history.sequence}
        return render(request, "delete.html", {**common(game), **gone})
    file = write_last(game.header.title, streams)
    erase(streams)
    told = {"title": game.header.title, "file": file}
    messages.info(request, _("« %(title)s » est supprimé. Son dernier fichier : %(file)s") % told)
    return redirect("home")


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
