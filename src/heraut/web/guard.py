"""
The door of every view: who is asking, about which game, and may they?

Where several players share a browser, and one has left the place to another who has not taken it yet, a curtain is
down: no page of the game is shown, whatever address is asked for. The place is the next player's already: what a page
would show is what whoever lifts the curtain sees.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, TypeVar, cast

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import render

from heraut.kernel.journal import JournalError
from heraut.kernel.names import Seat, StreamId
from heraut.web import links
from heraut.web.exceptions import AnsweredException, Away, LinkLost, MovedAway, TooMany, UnreadableGame
from heraut.web.game import VisitedGame, account_role, places_of
from heraut.web.permissions import Action, Role, Visitor
from heraut.web.rate_limit import guessing
from heraut.web.request_data import form_of
from heraut.web.rooms import ROOMS
from heraut.web.rules_of_game import under_rules_of
from heraut.web.store import by_name

LIFT = "lift"
"""The field of the form that lifts the curtain."""


class CurtainDown(AnsweredException):
    """The next player has not taken the place yet."""

    def __init__(self, stream: str, name: str) -> None:
        super().__init__(stream)
        self.stream, self.name = stream, name

    def answer(self, request: HttpRequest) -> HttpResponseBase:
        """The curtain, with the name of whoever is to lift it; what is sent before that is not taken."""
        taken = HTTPStatus.OK if request.method in ("GET", "HEAD") else HTTPStatus.CONFLICT
        return render(request, "curtain.html", {"stream": self.stream, "name": self.name}, status=taken)


def lower_curtain(request: HttpRequest, stream: str, name: str) -> None:
    """Let the curtain fall before the place of that player."""
    request.session[_key(stream)] = name


def lift_curtain(request: HttpRequest, stream: str) -> None:
    """The next player is there."""
    request.session.pop(_key(stream), None)


def check_curtain(request: HttpRequest, stream: str, seats: set[Seat | None]) -> None:
    """Nothing of a game is shown while its curtain is down; a browser left with one place has no use for one."""
    name = request.session.get(_key(stream), "")
    if not name or len(seats) < 2 or (request.method == "POST" and LIFT in form_of(request)):
        return
    if request.path.startswith("/api/"):
        raise PermissionDenied
    raise CurtainDown(stream, name)


def _key(stream: str) -> str:
    return f"curtain-{stream}"


V = TypeVar("V", bound=Callable[..., HttpResponseBase])


def needs(
    action: Action,
    *,
    officials: bool = False,
    engine: str = "",
    unread: Callable[[str], HttpResponseBase] | None = None,
) -> Callable[[V], V]:
    """
    Let a view be reached only by those who may do this; of a game, if so said, by its officials alone.

    On an address with a `stream`, the view receives the `VisitedGame` as this visitor meets it; elsewhere the request
    alone. A room's pages are there for its own engine's games; a page that stands in no room names the `engine` whose
    games it is about, if it is not for all. `unread` answers in the view's place, for those who may, when the game
    cannot be read.
    """

    def guard(view: V) -> V:
        @wraps(view)
        def guarded(request: HttpRequest, **parts: Any) -> HttpResponseBase:
            try:
                return _let_in(view, request, action, officials, engine, **parts)
            except UnreadableGame as found:
                if unread is None or not found.visitor.may(action):
                    raise
                return unread(found.row.pk)

        guarded.action = action  # type: ignore[attr-defined]  # read by the test that walks the addresses
        return cast(V, guarded)

    return guard


def _let_in(  # one keyword of `needs` each
    view: V, request: HttpRequest, action: Action, officials: bool, engine: str, /, **parts: Any
) -> HttpResponseBase:
    stream = parts.pop("stream", None)
    if stream is None:
        check(Visitor(account_role(request)), action)
        return view(request, **parts)
    game = admitted(request, stream, action)
    if game.engine.id != (engine or _room_of(request) or game.engine.id):
        raise Http404(stream)
    if officials and not game.visitor.official:
        raise PermissionDenied
    # a page tells the rules its game is played by, and reads the scenarios it brought by them
    with under_rules_of(game.history):
        return view(request, game, **parts)


def _room_of(request: HttpRequest) -> str:
    """The engine in whose room the address stands; none, where it stands in no room."""
    found = request.resolver_match
    return found.namespace if found is not None and found.namespace in ROOMS else ""


WRITING = (Action.SPEAK, Action.SEAT)
"""What an event that has been handed over takes no more."""


def moved_address(request: HttpRequest, game: VisitedGame) -> str:
    """Where to go on: with the link of one's seat, if this browser holds one; an organiser is told where it went."""
    row = game.row
    if request.path.startswith("/api/"):
        return row.moved_to + request.get_full_path()
    held = links.held(request, StreamId(row.pk))
    if held:
        return f"{row.moved_to}/s/{links.token(held[0])}?again"
    return f"/g/{row.pk}/hand-over" if game.visitor.may(Action.EXPORT) else f"{row.moved_to}/g/{row.pk}/"


def admitted(request: HttpRequest, stream: str, action: Action) -> VisitedGame:
    """The game, if its visitor may do this; 404 to a stranger, who should not learn that it exists."""
    row = by_name(stream)
    places = () if row is None else places_of(request, row)
    if row is None or places[0].role is Role.STRANGER:
        if row is not None and "Authorization" in request.headers and guessing(request):
            raise TooMany(stream)
        if row is not None and places[0].lost:  # whoever held a place knows that the game exists
            raise LinkLost(HTTPStatus.NOT_FOUND)
        raise Http404(stream)  # before the journal is read: that it is damaged is not a stranger's to know either
    check_curtain(request, row.pk, {place.seat for place in places if place.role is Role.PLAYER})
    try:
        game = VisitedGame.with_places(request, row, places)
    except JournalError as error:
        raise UnreadableGame(row, places[0], error) from error
    if game.row.moved_to:
        _check_here(request, game, action)
    check(game.visitor, action)
    return game


def _check_here(request: HttpRequest, game: VisitedGame, action: Action) -> None:
    """Whoever comes to write is told where; whoever comes to look goes there, save the organiser, who is told."""
    known, away = bool(game.row.new_address), not game.visitor.may(Action.EXPORT)
    if request.method == "POST" and action in WRITING:
        program = request.path.startswith("/api/")
        raise Away(game, moved_address(request, game) if known and (away or program) else game.row.new_address)
    if known and (action is Action.SPEAK or away):
        raise MovedAway(moved_address(request, game))


def check(visitor: Visitor, action: Action) -> None:
    if visitor.may(action):
        return
    if visitor.lost:
        raise LinkLost(HTTPStatus.FORBIDDEN)
    raise PermissionDenied(action.value)
