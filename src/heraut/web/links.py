"""The links that open seats, and the places a browser holds because it opened some."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import salted_hmac

from heraut.kernel import Seat, StreamId
from heraut.web.access import Role
from heraut.web.models import Link

COOKIE = "heraut_places"
YEAR = 365 * 24 * 3600
MOST_PLACES = 40
"""How many places one browser remembers; the oldest is forgotten first, its link opens it again."""
BEARER = "Bearer "


def token(link: Link) -> str:
    """The secret part of a link; 132 bits, made again from the server's key whenever it is shown."""
    digest = salted_hmac("heraut.link", f"{link.stream_id}/{link.role}/{link.seat}/{link.salt}", algorithm="sha256")
    return signing.b64_encode(digest.digest()).decode()[:22]


def digest(token: str) -> str:
    """What the database keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def make(stream: StreamId, role: Role, label: str, seat: Seat | None = None) -> Link:
    """A link to a place at the game; the same place has one link."""
    known = Link.objects.filter(stream_id=stream, role=role, seat=seat or "", label=label).first()
    return known or renew(Link(stream_id=stream, role=role, seat=seat or "", label=label))


def renew(link: Link) -> Link:
    """Give the place a new link; the old one opens nothing any more."""
    link.salt = secrets.token_hex(16)
    link.token_hash = digest(token(link))
    link.save()
    return link


def find(token: str) -> Link | None:
    """The place a token opens."""
    return Link.objects.filter(token_hash=digest(token)).first()


def held(request: HttpRequest, stream: StreamId) -> list[Link]:
    """The places at this game that the request may speak from, the one last chosen first."""
    bearer = request.headers.get("Authorization", "")
    if bearer.startswith(BEARER):
        tokens = [digest(bearer.removeprefix(BEARER).strip())]
    else:
        tokens = [hash for name, hash in _places(request) if name == stream]
    if not tokens:
        return []
    found = Link.objects.filter(stream_id=stream, token_hash__in=tokens)
    return sorted(found, key=lambda link: tokens.index(link.token_hash))


def keep(request: HttpRequest, response: HttpResponseBase, link: Link) -> None:
    """Let this browser hold the place from now on, and speak from it first."""
    place = (str(link.stream_id), link.token_hash)
    others = [other for other in _places(request) if other != place]
    _store(response, [place, *others][:MOST_PLACES])


def leave(request: HttpRequest, response: HttpResponseBase, stream: StreamId) -> None:
    """Let this browser forget its places at the game."""
    _store(response, [place for place in _places(request) if place[0] != stream])


def _places(request: HttpRequest) -> list[tuple[str, str]]:
    try:
        stored = json.loads(request.get_signed_cookie(COOKIE, default="[]", max_age=YEAR) or "[]")
    except (signing.BadSignature, ValueError):
        return []
    return [(str(stream), str(hash)) for stream, hash in stored]


def _store(response: HttpResponseBase, places: Iterable[tuple[str, str]]) -> None:
    value = json.dumps(list(places), separators=(",", ":"))
    response.set_signed_cookie(
        COOKIE, value, max_age=YEAR, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE
    )


def streams_held(request: HttpRequest) -> set[str]:
    """The games this browser holds a place at."""
    return {stream for stream, _ in _places(request)}


def for_seats(stream: StreamId, seats: Iterable[tuple[Seat, str]]) -> list[Link]:
    """A link for each of these seats, made where there is none yet."""
    known = {link.seat for link in Link.objects.filter(stream_id=stream, role=Role.PLAYER)}
    fresh = [_fresh(stream, seat, name) for seat, name in seats if seat not in known]
    Link.objects.bulk_create(fresh, ignore_conflicts=True)
    return list(Link.objects.filter(stream_id=stream))


def _fresh(stream: StreamId, seat: Seat, name: str) -> Link:
    link = Link(stream_id=stream, role=Role.PLAYER, seat=seat, label=name[:100], salt=secrets.token_hex(16))
    link.token_hash = digest(token(link))
    return link
