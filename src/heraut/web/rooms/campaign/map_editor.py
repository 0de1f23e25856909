"""
A map drawn in the browser: territories by tapping, roads by dragging, a picture of one's own underneath.

The text of the map is the truth: a script draws it and writes it, the server reads it with the same checks as a file's.
Whoever is signed in keeps maps here, finished or not. The picture a group drew its map over is made small by the editor
and sent with the map; a campaign opened on that map takes a copy, which is kept beside its journal, shown under the map
to everybody who sees the campaign, and goes along when the campaign is handed over.
"""

from __future__ import annotations

import re
import secrets
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from heraut.campaign.map import Map, default_map, default_text, parse
from heraut.campaign.map_fairness import fairest_starts, unfairness
from heraut.campaign.settings import starts as starts_of
from heraut.campaign.tables import TerritoryId, terrain
from heraut.kernel.names import StreamId
from heraut.kernel.refusal import Refusal
from heraut.speech.sentences import Language
from heraut.web import sentences
from heraut.web.game import VisitedGame, account, language
from heraut.web.guard import needs
from heraut.web.models import MapPicture, OwnMap
from heraut.web.permissions import Action
from heraut.web.pictures import HEAD, read_jpeg
from heraut.web.request_data import form_of, query_of
from heraut.web.rooms.campaign.map_picture import DrawnMap, Under
from heraut.web.rooms.campaign.map_svg import land_signs
from heraut.web.rooms.campaign.map_viewer import (
    LEAST_PLAYERS,
    MOST_PLAYERS,
    MOST_TEXT,
    MapDrawing,
    asked_for,
    fairness,
    lines,
    own_maps,
    show_progress,
    text_of,
)
from heraut.web.rooms.campaign.names import halves, name_of

MOST_MAPS = 50
"""How many maps one account keeps."""
MOST_WEIGHED = 40
"""Territories of the largest map for which starts are proposed: it takes a second."""
BLANK = "map Ma carte / My map\nsize 1000 700\n"
COUNTS = range(LEAST_PLAYERS, MOST_PLAYERS + 1)


@dataclass(frozen=True, slots=True)
class Wrong:
    """One thing that is wrong with a map: the line of its text, the territory it is about if one is, the sentence."""

    line: int
    territory: str
    name: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Compared:
    """How fair the starts are for a number of players, beside those of Héraut's own map."""

    players: int
    starts: str
    unfairness: str
    ours: str


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.VISIT)
def editor(request: HttpRequest) -> HttpResponse:
    """A blank sheet, a map one keeps, one from a number, a copy of Héraut's, or a text that is posted."""
    kept = _kept(request, (form_of(request) or query_of(request)).get("kept", ""))
    written = _begun(request, kept)
    if isinstance(written, MapDrawing):
        return show_progress(request, written)
    context = {
        "text": written[:MOST_TEXT],
        "kept": kept,
        "players": asked_for(request).players,
        "counts": COUNTS,
        "signs": land_signs(),
        "terrains": _terrains(language()),
        "most_text": MOST_TEXT,
        "may_keep": account(request) is not None,
    }
    return render(request, "campaign/draw.html", context)


def _begun(request: HttpRequest, kept: OwnMap | None) -> str | MapDrawing:
    posted = form_of(request).get("map")
    if posted is not None:
        return _with_starts(request, lines(posted)) if "propose" in form_of(request) else lines(posted)
    if kept is not None:
        return kept.text
    asked = asked_for(request)
    return text_of(asked) if asked.seed is not None else default_text() if "copy" in query_of(request) else BLANK


def _with_starts(request: HttpRequest, written: str) -> str:
    """The text with a line of fair starts in place of what it said, for a page without scripts."""
    players = asked_for(request).players
    proposed = _proposed(written, players)
    if len(proposed) < players:
        told = _(
            "Aucun départ n'est proposé : il faut une carte sans faute, %(most)d territoires au plus et un territoire "
            "normal par joueur."
        )
        messages.error(request, told % {"most": MOST_WEIGHED})
        return written
    others = [line for line in written.splitlines() if not line.startswith(f"starts {players}:")]
    return "\n".join([*others, f"starts {players}: {' '.join(proposed)}"]) + "\n"


def _kept(request: HttpRequest, id: str) -> OwnMap | None:
    return own_maps(request).filter(pk=id).first() if id else None


def _terrains(spoken: Language) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """Every type of territory by its category: what the text calls it, and what people do."""
    rows = terrain()
    kinds = dict.fromkeys(row.category for row in rows)
    said = {row.name: row.fr if spoken == "fr" else row.en for row in rows}
    return tuple((kind, tuple((row.name, said[row.name]) for row in rows if row.category is kind)) for kind in kinds)


@require_POST
@needs(Action.VISIT)
def check(request: HttpRequest) -> HttpResponse:
    """What is wrong with a text, territory by territory; or how fair its starts are, beside Héraut's own."""
    return render(request, "campaign/map_check.html", _checked(request, language()))


def _checked(request: HttpRequest, spoken: Language) -> dict[str, Any]:
    written, players = lines(form_of(request).get("map", "")), asked_for(request).players
    if len(written) > MOST_TEXT:
        too_long = _("Ce texte est trop long pour une carte : gardez-en moins de %(most)d caractères.")
        return {"wrong": [Wrong(0, "", "", too_long % {"most": MOST_TEXT})]}
    found = parse(written)
    if isinstance(found, Refusal):
        return {"wrong": list(_wrong(written, found, spoken))}
    return {
        "territories": len(found.territories),
        "roads": len(found.roads),
        "players": players,
        "compared": list(_compared(found, spoken)),
        "may_keep": account(request) is not None,
        **fairness(found, players, spoken),
    }


_TERRITORY = re.compile(r"territory\s+(\S+)\s+\S+\s+\S+\s+\S+\s+(.*)")


def _wrong(written: str, refusal: Refusal, spoken: Language) -> Iterator[Wrong]:
    """Each fault, with the territory it stands in the line of, or that it names."""
    described = {number: _TERRITORY.match(line.strip()) for number, line in enumerate(written.splitlines(), start=1)}
    names = {found[1]: _name(found[2], spoken) for found in described.values() if found}
    for fault in refusal.all():
        line = fault.subject if isinstance(fault.subject, int) else 0
        here = described.get(line)
        asked = str(fault.asked)
        territory = here[1] if here else asked if asked in names else ""
        (told,) = sentences.faults(fault, spoken, names)
        sentence = told.sentence.partition(": ")[2] if line else told.sentence  # whoever draws sees no lines
        yield Wrong(line, territory, names.get(territory, ""), sentence[:1].upper() + sentence[1:])


def _name(written: str, spoken: Language) -> str:
    french, _slash, english = written.partition(" / ")
    return english if spoken == "en" and english else french


def _compared(map: Map, spoken: Language) -> Iterator[Compared]:
    ours = default_map()
    for players in COUNTS:
        places = tuple(TerritoryId(at) for at in map.starts.get(players, ()))
        own = tuple(TerritoryId(at) for at in starts_of(ours, players))
        if places:
            told = ", ".join(name_of(map.territories[at], spoken) for at in places)
            yield Compared(players, told, halves(unfairness(map, places)), halves(unfairness(ours, own)))


@require_POST
@needs(Action.VISIT)
def starts(request: HttpRequest) -> JsonResponse:
    """Starts as fair as this map has them; none while it is not a map, or for one too large to try."""
    proposed = _proposed(lines(form_of(request).get("map", "")), asked_for(request).players)
    return JsonResponse({"starts": proposed}, status=HTTPStatus.OK if proposed else HTTPStatus.UNPROCESSABLE_ENTITY)


def _proposed(written: str, players: int) -> tuple[TerritoryId, ...]:
    found = parse(written) if len(written) <= MOST_TEXT else None
    if not isinstance(found, Map) or len(found.territories) > MOST_WEIGHED:
        return ()
    return fairest_starts(found, players)


@require_POST
@needs(Action.CREATE)
def keep(request: HttpRequest) -> HttpResponse:
    """Keep a map as it is, right or not yet; one that is right may be played at once."""
    user, written = account(request), lines(form_of(request).get("map", ""))
    if user is None:
        raise PermissionDenied
    kept = _kept(request, form_of(request).get("kept", ""))
    if len(written) > MOST_TEXT or (kept is None and own_maps(request).count() >= MOST_MAPS):
        messages.error(request, _("Rien n'a été gardé : la carte est trop longue, ou vous en gardez déjà trop."))
        return redirect("maps:viewer")
    kept = kept or OwnMap(pk=secrets.token_hex(6), owner=user)
    kept.title, kept.text = _title(written), written
    _take_picture(request, kept)
    kept.save()
    if form_of(request).get("then") == "play" and isinstance(parse(written), Map):
        return redirect(f"{reverse('new', args=['campaign'])}?kept={kept.pk}&players={asked_for(request).players}")
    messages.success(request, _("La carte « %s » est gardée.") % kept.title)
    return redirect(f"{reverse('maps:draw')}?kept={kept.pk}&players={asked_for(request).players}")


def _take_picture(request: HttpRequest, kept: OwnMap) -> None:
    """A new picture, none any more, or the one it had; one that cannot be kept is told."""
    sent = form_of(request).get("picture", "")
    if sent == "none":
        kept.picture = b""
    elif sent:
        found = read_jpeg(sent)
        if found is None:
            messages.error(request, _("L'image n'a pas été gardée : choisissez-en une plus petite."))
        else:
            kept.picture = found


def _title(written: str) -> str:
    first = next((line for line in written.splitlines() if line.startswith("map ")), "")
    return first.removeprefix("map ").partition(" / ")[0].strip()[:60] or _("Carte sans nom")


@require_POST
@needs(Action.CREATE)
def forget(request: HttpRequest, id: str) -> HttpResponse:
    """Throw a map of one's own away; campaigns that play it have their own copy."""
    found = OwnMap.objects.filter(pk=id).first()
    if found is None:
        raise Http404(id)
    if found.owner_id != getattr(account(request), "pk", None):
        raise PermissionDenied(id)
    found.delete()
    messages.success(request, _("La carte « %s » est supprimée.") % found.title)
    return redirect("maps:viewer")


_SIZE = re.compile(r"^size\s+(\d{1,5})\s+(\d{1,5})\s*$", re.MULTILINE)


def bring(request: HttpRequest, stream: StreamId, settings: object) -> None:
    """A campaign opened on a map of one's own takes its picture along."""
    text = str(getattr(settings, "map", ""))
    maps = own_maps(request).exclude(picture=b"")
    found = next((one for one in maps if text and one.text.split() == text.split()), None)
    if found is not None:
        MapPicture.objects.update_or_create(stream_id=stream, defaults={"jpeg": bytes(found.picture)})


def with_picture(game: VisitedGame, drawing: DrawnMap) -> DrawnMap:
    """The map with what lies under it, if its group brought something."""
    size = _SIZE.search(game.settings.map)
    if size is None or not MapPicture.objects.filter(stream=game.stream).exists():
        return drawing
    address = reverse("campaign:under", args=[game.stream])
    return replace(drawing, under=Under(address, int(size[1]), int(size[2])))


def enclosed(game: VisitedGame, drawing: DrawnMap) -> DrawnMap:
    """The same with the picture itself in its address, for a page that stands alone."""
    if drawing.under is None:
        return drawing
    jpeg = bytes(MapPicture.objects.get(stream=game.stream).jpeg)
    return replace(drawing, under=replace(drawing.under, address=HEAD + b64encode(jpeg).decode()))


@require_safe
@needs(Action.WATCH)
def under(_request: HttpRequest, game: VisitedGame) -> HttpResponse:
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
