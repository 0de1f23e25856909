"""The organiser's desk: everything about the round on one screen, keyboard for all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from heraut.kernel import CommandId, Reason, Refusal, Seat
from heraut.tournament import commands as c
from heraut.tournament.view import RoundView, TableView, View
from heraut.web.access import Action
from heraut.web.desk import submit
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.offers import new_id
from heraut.web.rooms.tournament import shorthand
from heraut.web.says import because
from heraut.web.views.game import hand_in, show

COVERED = (
    "Register", "CheckIn", "Drop", "Return", "CloseRegistration", "DraftRound", "PublishRound", "DiscardDraft",
    "AdjustDraft", "SettleResult", "StartClock", "CallTime", "AnswerCall",
)  # fmt: skip
"""The commands that have a place of their own on the desk; the others stay in the drawer below."""


def context(game: Game, shown: RoundView | None) -> Mapping[str, Any]:
    """What waits at the desk."""
    view: View = game.view
    legal = {type(command).__name__ for command in game.legal}
    return {
        "may": legal,
        "covered": COVERED,
        "missing": [table for table in shown.tables if table.result is None] if shown else [],
        "disputes": [table for table in shown.tables if table.disputed] if shown else [],
        "open_calls": [call for call in view.calls if call.answered is None],
        "draft_reasons": _sentences(view.draft.pairing.reasons) if view.draft else [],
        "draft_breaks": _sentences((*view.draft.breaks, *view.draft.pairing.unmet)) if view.draft else [],
        "notices": _sentences(view.notices),
        "next_round": view.round if view.stage != "entering" else 1,
    }


def _sentences(reasons: Iterable[Reason]) -> list[tuple[str, str]]:
    """Each reason as its sentence and its clause."""
    return [(because(reason, language()), reason.clause) for reason in reasons]


@require_POST
@needs(Action.SPEAK)
def enter(request: HttpRequest, game: Game) -> HttpResponse:
    """Enter players, one per line, with their club after a comma: "Ana, Les Dés Pipés"."""
    taken = set(game.names)
    for line in request.POST.get("names", "").splitlines():
        name, _comma, club = (part.strip() for part in line.partition(","))
        if not name:
            continue
        seat = free_seat(name, taken)
        taken.add(seat)
        command = c.Register(seat=_speaker(game), player=seat, name=name, club=club)
        outcome = submit(game.stream, command, command_id=CommandId(new_id()), actor=game.visitor.actor)
        if isinstance(outcome, Refusal):
            return show(request, Game.of(request, game.stream), refusal=outcome, status=409)
    return show(request, Game.of(request, game.stream))


def free_seat(name: str, taken: set[Seat]) -> Seat:
    """A seat nobody has, made from the name: a second Ana is `ana-2`."""
    base = slugify(name) or "joueur"
    number, seat = 1, Seat(base)
    while seat in taken:
        number += 1
        seat = Seat(f"{base}-{number}")
    return seat


def _speaker(game: Game) -> Seat:
    assert game.visitor.seat is not None, "only seats may speak"
    return game.visitor.seat


@require_POST
@needs(Action.SPEAK)
def swap(request: HttpRequest, game: Game) -> HttpResponse:
    """Change the places of two players in the draft; what it breaks is then shown with it."""
    view: View = game.view
    if view.draft is None:
        return show(request, game, fault=_("Il n'y a pas de projet à changer. Rechargez la page."), status=409)
    one, two = Seat(request.POST.get("one", "")), Seat(request.POST.get("two", ""))
    places = {one: two, two: one}
    pairing = view.draft.pairing
    pairs = tuple((places.get(pair.first, pair.first), places.get(pair.second, pair.second)) for pair in pairing.pairs)
    bye = None if pairing.bye is None else places.get(pairing.bye, pairing.bye)
    return hand_in(request, game, c.AdjustDraft(seat=_speaker(game), pairs=pairs, bye=bye))


@require_POST
@needs(Action.SPEAK)
def result(request: HttpRequest, game: Game) -> HttpResponse:
    """A result by table number: "12 23 19"."""
    view: View = game.view
    line = request.POST.get("line", "")
    read = shorthand.table_number(line)
    table = None if isinstance(read, shorthand.Unreadable) else _table(view, read[0])
    if isinstance(read, shorthand.Unreadable) or table is None:
        return show(request, game, fault=_not_read(line), status=400, typed=request.POST)
    reader = shorthand.read_saga if view.format == "saga" else shorthand.read_steamroller
    report = reader(read[1], table.seats)
    if isinstance(report, shorthand.Unreadable):
        return show(request, game, fault=_not_read(line), status=400, typed=request.POST)
    return hand_in(
        request, game, c.SettleResult(seat=_speaker(game), round=view.round, table=table.number, report=report)
    )


def _table(view: View, number: int) -> TableView | None:
    shown = view.played[-1] if view.played else None
    return next((table for table in shown.tables if table.number == number), None) if shown else None


def _not_read(line: str) -> str:
    return _("« %s » ne se lit pas. Écrivez la table puis les points, comme : 12 23 19.") % line
