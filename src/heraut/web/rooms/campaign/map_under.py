"""
The picture a group drew its map over, shown under the map to everybody who sees the campaign.

The editor makes it small and sends it with the map; a campaign opened on that map takes a copy, which is kept beside
its journal and goes along when the campaign is handed over.
"""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from heraut.kernel import StreamId
from heraut.web.game import Game
from heraut.web.guard import needs
from heraut.web.models import MapPicture
from heraut.web.permissions import Action
from heraut.web.pictures import HEAD
from heraut.web.rooms.campaign.map_picture import Picture, Under
from heraut.web.rooms.campaign.map_viewer import own_maps

_SIZE = re.compile(r"^size\s+(\d{1,5})\s+(\d{1,5})\s*$", re.MULTILINE)


def bring(request: HttpRequest, stream: StreamId, settings: object) -> None:
    """A campaign opened on a map of one's own takes its picture along."""
    text = str(getattr(settings, "map", ""))
    maps = own_maps(request).exclude(picture=b"")
    found = next((one for one in maps if text and one.text.split() == text.split()), None)
    if found is not None:
        MapPicture.objects.update_or_create(stream_id=stream, defaults={"jpeg": bytes(found.picture)})


def with_picture(game: Game, drawing: Picture) -> Picture:
    """The map with what lies under it, if its group brought something."""
    size = _SIZE.search(game.settings.map)
    if size is None or not MapPicture.objects.filter(stream=game.stream).exists():
        return drawing
    address = reverse("campaign:under", args=[game.stream])
    return replace(drawing, under=Under(address, int(size[1]), int(size[2])))


def enclosed(game: Game, drawing: Picture) -> Picture:
    """The same with the picture itself in its address, for a page that stands alone."""
    if drawing.under is None:
        return drawing
    jpeg = bytes(MapPicture.objects.get(stream=game.stream).jpeg)
    return replace(drawing, under=replace(drawing.under, address=HEAD + b64encode(jpeg).decode()))


@require_safe
@needs(Action.WATCH)
def under(_request: HttpRequest, game: Game) -> HttpResponse:
    """The picture under the map of a campaign."""
    found = MapPicture.objects.filter(stream=game.stream).first()
    if found is None:
        raise Http404(game.stream)
    return _shown(bytes(found.jpeg))


@require_safe
@needs(Action.CREATE)
def under_own(request: HttpRequest, id: str) -> HttpResponse:
    """The picture under a map of one's own."""
    found = own_maps(request).filter(pk=id).exclude(picture=b"").first()
    if found is None:
        raise Http404(id)
    return _shown(bytes(found.picture))


def _shown(jpeg: bytes) -> HttpResponse:
    return HttpResponse(jpeg, content_type="image/jpeg", headers={"Cache-Control": "private, max-age=300"})
