"""
The links that open seats, a weekend's badges, and the keys that sign an organiser in once; the places a browser holds
because it opened some; how a link is taken back; and the addresses people reach us at.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import socket
import time
from collections.abc import Iterable, Iterator
from ipaddress import ip_address
from typing import TypeVar

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils.crypto import salted_hmac

from heraut.kernel.names import ORGANISER, Seat, StreamId
from heraut.web import isolation
from heraut.web.broadcast import announce
from heraut.web.data_folder import ONLY_HERE
from heraut.web.desk import covered, desk
from heraut.web.models import Guest, Key, Link, Slot
from heraut.web.permissions import Role
from heraut.web.rooms import room
from heraut.web.store import Lookup

_ANYWHERE = ("192.0.2.1", 9)
"""Any address outside: nothing is sent, the system only says which of its own it would use."""
COOKIE = "heraut_places"
YEAR = 365 * 24 * 3600
MOST_PLACES = 40
"""How many places one browser remembers; the oldest is forgotten first, its link opens it again."""
BEARER = "Bearer "
TOKEN = 22
"""How many characters a token has."""
CARRIED = "heraut.carried"
_by_token = Lookup(Link, "stream_id", "token_hash")
AnyPlace = TypeVar("AnyPlace", bound=Link | Guest)


def token(place: Link | Guest) -> str:
    """The secret part of a link; 132 bits, made again from the server's key whenever it is shown."""
    if place.carried:
        return covered(CARRIED, bytes.fromhex(place.carried), place.salt).decode()
    if isinstance(place, Link):
        named = f"{place.stream_id}/{place.role}/{place.seat}/{place.salt}"
    else:
        named = f"weekend/{place.weekend_id}/{place.seat}/{place.salt}"
    digest = salted_hmac("heraut.link", named, algorithm="sha256")
    return signing.b64_encode(digest.digest()).decode()[:TOKEN]


def carry(place: Link | Guest, token: str) -> None:
    """Let the place keep a token made on another machine: QR codes printed there open it here too."""
    place.salt = secrets.token_hex(16)
    place.carried = covered(CARRIED, token.encode(), place.salt).hex()
    place.token_hash = digest(token)


def digest(token: str) -> str:
    """What the database keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def make(stream: StreamId, role: Role, label: str, seat: Seat | None = None) -> Link:
    """A link to a place at the game; the same place has one link."""
    known = Link.objects.filter(stream_id=stream, role=role, seat=seat or "", label=label).first()
    return known or draw(Link(stream_id=stream, role=role, seat=seat or "", label=label))


def draw(place: AnyPlace) -> AnyPlace:
    """Give this one place a new token; the old one opens nothing any more."""
    place.salt, place.carried = secrets.token_hex(16), ""
    place.token_hash = digest(token(place))
    place.save()
    return place


def find(token: str) -> Link | None:
    """The place a token opens."""
    return Link.objects.filter(token_hash=digest(token)).first()


def find_guest(token: str) -> Guest | None:
    """Whose badge at a weekend a token is."""
    return Guest.objects.filter(token_hash=digest(token)).first()


def weekend_place(weekend: str) -> str:
    """What a browser calls its place at a weekend; no stream has a name with a colon."""
    return f"weekend:{weekend}"


def held(request: HttpRequest, stream: StreamId) -> list[Link]:
    """The places at this game that the request may speak from, the one last chosen first."""
    bearer = request.headers.get("Authorization", "")
    named = bearer.startswith(BEARER)
    tokens = [digest(bearer.removeprefix(BEARER).strip())] if named else hashes(request, stream)
    return [link for token in tokens for link in _by_token.all(stream, token)]


def keep(request: HttpRequest, response: HttpResponseBase, link: Link) -> None:
    """Let this browser hold the place from now on, and speak from it first."""
    keep_all(request, response, [(str(link.stream_id), link.token_hash)])


def keep_all(request: HttpRequest, response: HttpResponseBase, places: list[tuple[str, str]]) -> None:
    """Let this browser hold these places, each the name of what it is at and the hash of its token."""
    others = [other for other in valid(_places(request)) if other not in places]
    _store(response, [*places, *others][:MOST_PLACES])


def hashes(request: HttpRequest, name: str) -> list[str]:
    """The hashes of the tokens this browser holds at that name, the last chosen first."""
    return [hash for held, hash in _places(request) if held == name]


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


def holds_any(request: HttpRequest, weekend: str) -> bool:
    """Whether this browser holds a place, still valid, at a tournament of the weekend."""
    held = [hash for _name, hash in _places(request)]
    return bool(held) and Link.objects.filter(token_hash__in=held, stream__slot__weekend=weekend).exists()


def streams_held(request: HttpRequest) -> set[str]:
    """The games and weekends this browser holds a place at: by links that are valid still."""
    return {name for name, _hash in valid(_places(request))}


def valid(places: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Those of the places whose link or badge opens them today."""
    listed = list(places)
    hashes = [hash for _name, hash in listed]
    known = set(Link.objects.filter(token_hash__in=hashes).values_list("stream_id", "token_hash")) if hashes else set()
    badges = Guest.objects.filter(token_hash__in=hashes).values_list("weekend_id", "token_hash") if hashes else ()
    known |= {(weekend_place(weekend), hash) for weekend, hash in badges}
    return [place for place in listed if place in known]


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


def badge_places(guest: Guest) -> list[tuple[str, str]]:
    """What a browser holds with this badge: its place at the weekend, and one at every tournament its holder plays."""
    own = (weekend_place(guest.weekend_id), guest.token_hash)
    return [own, *((link.stream_id, link.token_hash) for link in badge_seats(guest))]


def badge_seats(guest: Guest) -> Iterator[Link]:
    """The link of each seat the badge opens, in the order the tournaments begin; those that are over come last."""
    streams = Slot.objects.filter(weekend=guest.weekend_id).values_list("stream_id", flat=True)
    known = list(isolation.each("badges", map(StreamId, streams), desk().history))
    for stream, history in sorted(known, key=lambda each: not each[1].engine.awaits(each[1].state, ORGANISER)):
        if guest.role == Role.REFEREE:
            yield make(stream, Role.REFEREE, guest.name)
        elif guest.seat in history.engine.seats(history.state):
            made = for_seats(stream, [(Seat(guest.seat), guest.name)])
            yield from (link for link in made if link.role == Role.PLAYER and link.seat == guest.seat)


def renew(link: Link) -> None:
    """
    A new link for the place; the old one, and what it led to, opens nothing any more.

    Whoever holds one link of a person holds them all: the seat at the event sits at its matches, a weekend's badge
    opens a seat at every tournament, and a phone that held the seat held the badge. So they are renewed together, and
    every page that was open through one of them is let go.
    """
    _renew_all(link, *_belonging(link))


def renew_badge(guest: Guest) -> None:
    """A new badge, and new links to every seat it opened."""
    _renew_all(guest, *_opened_by(guest))


def withdraw(link: Link) -> None:
    """The place is nobody's any more."""
    belonging = [other for other in _belonging(link) if other != link]
    with transaction.atomic():
        link.delete()
    _renew_all(*belonging)
    announce(StreamId(link.stream_id))


def _renew_all(*places: Link | Guest) -> None:
    """All or none, then the open pages."""
    with transaction.atomic():
        for place in places:
            draw(place)
    for stream in {place.stream_id for place in places if isinstance(place, Link)}:
        announce(StreamId(stream))


def _belonging(link: Link) -> list[Link | Guest]:
    """What else the holder of the link holds: their weekend's badge with its seats, and the matches of their event."""
    guest = _badge_beside(link)
    if guest is not None:
        return [guest, *(other for other in _opened_by(guest) if other != link)]
    return list(_at_matches(link))


def _badge_beside(link: Link) -> Guest | None:
    """Whose badge opens that seat too."""
    at = Guest.objects.filter(weekend__slots__stream=link.stream_id, role=link.role)
    if link.role == Role.PLAYER:
        return at.filter(seat=link.seat).first()
    return at.filter(name=link.label).first() if link.role == Role.REFEREE else None


def _opened_by(guest: Guest) -> list[Link]:
    """The links a badge opens, and those they lead to."""
    found = list(badge_seats(guest))
    return [*found, *(other for link in found for other in _at_matches(link))]


def _at_matches(link: Link) -> Iterator[Link]:
    """The same player's links at the matches of the event."""
    if link.role != Role.PLAYER:
        return
    stream = StreamId(link.stream_id)
    for _stream, matches in isolation.each("links", [stream], _matches_of):
        yield from Link.objects.filter(stream__in=matches, role=Role.PLAYER, seat=link.seat)


def _matches_of(stream: StreamId) -> tuple[str, ...]:
    return room(desk().engine(stream).id).companions(stream)


FIRST_ACCOUNT = "organisateur"
"""What the machine's own organiser is called where accounts are kept: a word, which a page says in its language."""
KEY_LIFE = 24 * 3600


def first_account() -> User:
    """The machine's organiser, who may see to every game on it; made on the first start."""
    known = User.objects.filter(is_superuser=True).order_by("pk").first()
    if known is not None:
        return known
    account = User(username=FIRST_ACCOUNT, is_superuser=True, is_staff=True)
    account.set_unusable_password()
    account.save()
    return account


def new_key(account: User, life: int = KEY_LIFE) -> str:
    """A fresh key to an account, an organiser's way in without a password; keys that ran out are swept away."""
    now = int(time.time())
    Key.objects.filter(expires__lt=now).delete()
    token = secrets.token_urlsafe(16)
    Key.objects.create(account=account, token_hash=digest(token), expires=now + life)
    return token


def use_key(token: str) -> User | None:
    """The account the key opens, once; None if it was used or ran out."""
    key = Key.objects.select_related("account").filter(token_hash=digest(token)).first()
    if key is None:
        return None
    used, _ = Key.objects.filter(pk=key.pk).delete()
    account: User = key.account
    return account if used and key.expires >= time.time() else None


def lan_address() -> str | None:
    """This machine's address on the local network; None when it is on none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ANYWHERE)
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if ip_address(found).is_loopback else found


def for_others(request: HttpRequest, path: str) -> str:
    """The full address to give to others: a page opened on this very machine says `localhost`, phones cannot."""
    full = request.build_absolute_uri(path)
    name, colon, port = request.get_host().partition(":")
    here = name in ("localhost", "127.0.0.1") and ONLY_HERE not in os.environ
    lan = lan_address() if here else None
    return full if lan is None else full.replace(request.get_host(), f"{lan}{colon}{port}", 1)


def seat_address(request: HttpRequest, link: Link) -> str:
    """The link to hand over."""
    return for_others(request, reverse("seat", args=[token(link)]))
