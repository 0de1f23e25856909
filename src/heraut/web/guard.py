"""The door of every view: who is asking, about which game, and may they?"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, TypeVar, cast

from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, InterfaceError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

from heraut.kernel.codec import Malformed, encode
from heraut.kernel.journal import JournalError
from heraut.kernel.names import Seat, StreamId
from heraut.rulesets.editions import edition_of, in_force
from heraut.scenario.definition import Scenario
from heraut.scenario.library import with_own
from heraut.scenario.own import own_scenario
from heraut.web import links
from heraut.web.game import VisitedGame, account_role, places_of
from heraut.web.isolation import trouble
from heraut.web.models import Stream
from heraut.web.permissions import Action, Role, Visitor
from heraut.web.rate_limit import guessing
from heraut.web.request_data import form_of
from heraut.web.store import by_name
from heraut.web.views import faults

V = TypeVar("V", bound=Callable[..., HttpResponseBase])


LIFT = "lift"
"""The field of the form that lifts it."""


class TooMany(Http404):
    """Nothing is there, and it was asked for too often."""


class LinkLost(Http404):
    """It was for the holder of a place whose link has been renewed since, or withdrawn."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


def needs(
    action: Action, *, officials: bool = False, unread: Callable[[str], HttpResponseBase] | None = None
) -> Callable[[V], V]:
    """
    Let a view be reached only by those who may do this; of a game, if so said, by its officials alone.

    On an address with a `stream`, the view receives the `VisitedGame` as this visitor meets it; elsewhere the request
    alone. `unread` answers in its place, for those who may, when the game cannot be read.
    """

    def guard(view: V) -> V:
        @wraps(view)
        def guarded(request: HttpRequest, **parts: Any) -> HttpResponseBase:
            try:
                return _let_in(view, request, action, officials, **parts)
            except TooMany:
                return faults.too_many(request)
            except LinkLost as lost:
                return faults.link_lost(request, lost.status)
            except CurtainDown as down:
                return down.answer(request)
            except MovedAway as moved:
                return moved.answer(request)
            except Away as away:
                return away.answer(request)
            except UnreadableGame as found:
                if unread is not None and found.visitor.may(action):
                    return unread(found.row.pk)
                return faults.unreadable(request, found.error, found.row, found.visitor)
            except Malformed as error:
                return faults.malformed(request, error)
            except JournalError as error:
                return faults.unreadable(request, error)
            except (DatabaseError, InterfaceError, OSError) as error:
                if trouble(error) is None:
                    raise
                return faults.no_database(request, error)

        guarded.action = action  # type: ignore[attr-defined]  # read by the test that walks the addresses
        return cast(V, guarded)

    return guard


def _let_in(view: V, request: HttpRequest, action: Action, officials: bool, **parts: Any) -> HttpResponseBase:
    stream = parts.pop("stream", None)
    if stream is None:
        check(Visitor(account_role(request)), action)
        return view(request, **parts)
    game = admitted(request, stream, action)
    if officials and not game.visitor.official:
        raise PermissionDenied
    # a page tells the rules its game is played by, and reads the scenarios it brought by them
    with in_force(edition_of(game.header.rules)), with_own(own_scenarios_of(game)):
        return view(request, game, **parts)


def own_scenarios_of(game: VisitedGame) -> dict[str, Scenario]:
    """The organiser's own scenarios an event brings with its settings, by their ids."""
    texts: dict[str, str] = getattr(game.settings, "own_scenarios", {})
    return {id: found for id, text in texts.items() if (found := own_scenario(text)) is not None}


class UnreadableGame(Exception):
    """The game is there, and its visitor may come in, but it cannot be read."""

    def __init__(self, row: Stream, visitor: Visitor, error: JournalError) -> None:
        super().__init__(row.pk)
        self.row, self.visitor, self.error = row, visitor, error


class MovedAway(Exception):
    """Another machine has taken the game over: what was asked for is there now."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address

    def answer(self, request: HttpRequest) -> HttpResponseBase:
        """A page that goes there by itself; programs get the address, and those who send along are sent along."""
        if request.path.startswith("/api/"):
            return HttpResponse(status=307, headers={"Location": self.address})
        page = render(request, "moved.html", {"address": self.address})
        page["HX-Redirect"] = page["Heraut-Moved"] = self.address
        return page


class Away(Exception):
    """The game was handed over, and something that would have to be written came here all the same."""

    def __init__(self, game: VisitedGame, address: str) -> None:
        super().__init__(game.stream)
        self.game, self.address = game, address

    def answer(self, request: HttpRequest) -> HttpResponseBase:
        """Nothing was written, and where it can be; a program is sent along, or told to come back."""
        if request.path.startswith("/api/"):
            said = encode({"error": _("Un autre ordinateur prend la suite : rien n'a été enregistré.")})
            told = HttpResponse(said, content_type="application/json", status=307 if self.address else 409)
            if self.address:
                told["Location"] = self.address
            return told
        shown = {"game": self.game, "address": self.address, "may_export": self.game.visitor.may(Action.EXPORT)}
        return render(request, "away.html", shown, status=409)


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
    _check_curtain(request, row.pk, {place.seat for place in places if place.role is Role.PLAYER})
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


class CurtainDown(PermissionDenied):
    """
    Several players share a browser, and one has left the place to another, who has not taken it yet.

    While the curtain is down no page of the game is shown, whatever address is asked for. The place is the next
    player's already: what a page would show is what whoever lifts the curtain sees.
    """

    def __init__(self, stream: str, name: str) -> None:
        super().__init__(stream)
        self.stream, self.name = stream, name

    def answer(self, request: HttpRequest) -> HttpResponse:
        """The curtain, with the name of whoever is to lift it; what is sent before that is not taken."""
        if request.path.startswith("/api/"):
            raise self
        taken = HTTPStatus.OK if request.method in ("GET", "HEAD") else HTTPStatus.CONFLICT
        return render(request, "curtain.html", {"stream": self.stream, "name": self.name}, status=taken)


def lower_curtain(request: HttpRequest, stream: str, name: str) -> None:
    """Let the curtain fall before the place of that player."""
    request.session[_curtain(stream)] = name


def lift_curtain(request: HttpRequest, stream: str) -> None:
    """The next player is there."""
    request.session.pop(_curtain(stream), None)


def _check_curtain(request: HttpRequest, stream: str, seats: set[Seat | None]) -> None:
    """Nothing of a game is shown while its curtain is down; a browser left with one place has no use for one."""
    name = request.session.get(_curtain(stream), "")
    if name and len(seats) > 1 and not (request.method == "POST" and LIFT in form_of(request)):
        raise CurtainDown(stream, name)


def _curtain(stream: str) -> str:
    return f"curtain-{stream}"
