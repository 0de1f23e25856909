"""
Who has asked to be told, how, and whether they still may be.

A subscription belongs to a place at a game: to a link, or to an account that runs the game. When the link is renewed it
is void, wherever it leads. Its own address, to which every notice points, can switch it off and nothing else: it opens
no seat.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac

from heraut.kernel import Seat, StreamId
from heraut.web.desk import desk, now
from heraut.web.game import Game
from heraut.web.models import Link, Subscription
from heraut.web.notices import occasions
from heraut.web.permissions import Visitor

MAIL, PUSH, CALENDAR = "mail", "push", "calendar"
CHANNELS = ("discord", "slack", "matrix")
MOST = 6
"""Subscriptions of one place at one game; channels of one game."""
UNCONFIRMED = 3 * 24 * 3600
"""Seconds after which an address nobody has confirmed is forgotten."""


def place(game: Game) -> Visitor | None:
    """The visitor's own place, also while they sit in somebody else's chair."""
    return next((one for one in game.places if not one.chair and one.seat is not None), None)


def own(game: Game) -> QuerySet[Subscription]:
    """What the visitor has asked for at this game."""
    mine = place(game)
    held = Subscription.objects.filter(stream_id=game.stream).order_by("pk")
    return held.none() if mine is None else held.filter(holder=mine.sender, opening=mine.link)


def channels(game: Game) -> QuerySet[Subscription]:
    """The channels the organiser has named for this game."""
    return Subscription.objects.filter(stream_id=game.stream, way__in=CHANNELS).order_by("pk")


def subscribe(game: Game, way: str, address: str, *, language: str, site: str, keys: str = "") -> Subscription | None:  # noqa: PLR0913
    """Tell this place, or this channel, from now on; None if it has too many."""
    mine, channel = place(game), way in CHANNELS
    known = channels(game) if channel else own(game)
    if mine is None or (known.count() >= MOST and not known.filter(way=way, address=address).exists()):
        return None
    seat = None if channel else mine.seat
    begun = {
        "seat": seat or "",
        "keys": keys,
        "language": language,
        "site": site,
        "salt": secrets.token_hex(16),
        "told": game.history.sequence,
        "asked": occasions.now_asked(game.history, seat),
        "confirmed": way != MAIL,
        "made": now(),
    }
    whose = {"holder": "" if channel else mine.sender, "opening": "" if channel else mine.link}
    return Subscription.objects.get_or_create(stream_id=game.stream, way=way, address=address, **whose, defaults=begun)[
        0
    ]


def confirm(one: Subscription) -> None:
    """Whoever reads at the address wants to be told, from now on."""
    history = desk().history(StreamId(one.stream_id))
    asked = occasions.now_asked(history, seat_of(one))
    Subscription.objects.filter(pk=one.pk).update(confirmed=True, told=history.sequence, asked=asked)


def token(subscription: Subscription) -> str:
    """The secret part of the subscription's own address."""
    named = f"{subscription.pk}/{subscription.salt}"
    return f"{subscription.pk}-{salted_hmac('heraut.notice', named, algorithm='sha256').hexdigest()[:32]}"


def find(written: str) -> Subscription | None:
    """The subscription of an address, if it is there still and its place is."""
    number = written.partition("-")[0]
    known = Subscription.objects.filter(pk=int(number)).first() if number.isdecimal() and len(number) < 18 else None
    if known is None or not constant_time_compare(token(known), written):
        return None
    return next(iter(valid([known])), None)


def valid(subscriptions: Iterable[Subscription]) -> list[Subscription]:
    """Those whose place is still theirs; the others are struck out."""
    listed = list(subscriptions)
    opening = {one.opening for one in listed if one.opening}
    opens = set(Link.objects.filter(token_hash__in=opening).values_list("stream_id", "token_hash"))
    hosts = {user.pk: user for user in User.objects.filter(pk__in={_account(one) for one in listed} - {None})}
    good = [one for one in listed if _is_valid(one, opens, hosts)]
    void = {one.pk for one in listed} - {one.pk for one in good}
    if void:
        Subscription.objects.filter(pk__in=void).delete()
    return good


def _is_valid(one: Subscription, opens: set[tuple[str, str]], hosts: dict[int, User]) -> bool:
    if one.way in CHANNELS:
        return True
    if one.opening:
        return (one.stream_id, one.opening) in opens
    user = hosts.get(_account(one) or 0)
    return user is not None and (user.is_superuser or one.stream.owner_id == user.pk)


def _account(one: Subscription) -> int | None:
    kind, _, number = one.holder.partition(":")
    return int(number) if kind == "account" and not one.opening else None


def seat_of(one: Subscription) -> Seat | None:
    """Whom it is told for; None: for a channel, what a passer-by may know."""
    return Seat(one.seat) if one.seat else None
