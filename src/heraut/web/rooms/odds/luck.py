"""The luck ledger of a match: its players' dice against their exact laws, noted by hand or fought from the odds."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from heraut.battle.ledger import Luck, Rolled, rolls
from heraut.dice import SIDES
from heraut.kernel import CommandId, Refusal
from heraut.scenario.luck import RecordRolls
from heraut.scenario.view import MatchView
from heraut.web import says
from heraut.web.access import Action
from heraut.web.desk import submit
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.offers import new_id
from heraut.web.rooms.odds import house
from heraut.web.rooms.odds.asked import Fields, read_fight
from heraut.web.rooms.odds.rolling import Fought, fight, typed_faces
from heraut.web.views.game import common

MOST_DICE = 60
SHOWN = 20
WIDTH, HEIGHT = 240, 48


@dataclass(frozen=True, slots=True)
class Player:
    """One player's luck as it is drawn: 50 is as many successes as the dice deserve."""

    seat: str
    name: str
    luck: Luck | None

    @property
    def percentile(self) -> int:
        return min(99, max(1, round(self.luck.percentile))) if self.luck else 50

    @property
    def line(self) -> str:
        """The percentile after each roll, left to right."""
        points = (50.0, *(self.luck.running if self.luck else ()))
        step = WIDTH / max(1, len(points) - 1)
        return " ".join(f"{step * place:.1f},{HEIGHT * (1 - point / 100):.1f}" for place, point in enumerate(points))


@require_safe
@needs(Action.WATCH)
def ledger(request: HttpRequest, game: Game) -> HttpResponse:
    """Both players' running percentile, and the rolls that made it."""
    return _page(request, game)


@require_POST
@needs(Action.SPEAK)
def note(request: HttpRequest, game: Game) -> HttpResponse:
    """A pool rolled at the table: faces typed in, or drawn by us."""
    fields = Fields(request.POST.dict())
    faces = typed_faces(fields.text("faces"))
    if "draw" in request.POST:
        faces = tuple(secrets.randbelow(SIDES) + 1 for _die in range(fields.whole("dice", 1, least=1, most=MOST_DICE)))
    if not faces:
        return _page(request, game, fault=_("Écrivez les faces, de 1 à 6, par exemple : 4 2 6 1"), status=400)
    winning = SIDES + 1 - fields.whole("target", 4, least=1, most=SIDES)
    return _handed_in(request, game, (Rolled(fields.text("player"), faces, winning),))


@require_POST
@needs(Action.SPEAK)
def fought(request: HttpRequest, game: Game) -> HttpResponse:
    """The fight of the odds page, for two players of this match; once it has ended its pools go to the ledger."""
    fields = Fields(request.POST.dict())
    question = QueryDict(fields.text("question")).dict()
    asked = Fields(question)
    described = read_fight(asked, house.overrides(house.settings(asked))).described()
    sofar = (*(typed_faces(fields.text("sofar")) or ()), *(typed_faces(fields.text("faces")) or ()))
    outcome = fight(described, None if "draw" in request.POST else sofar)
    asking: dict[str, Any] = {"question": fields.text("question"), "attacker": fields.text("attacker")}
    if isinstance(outcome, Refusal):
        return _page(request, game, refusal=outcome, status=409, **asking)
    if outcome.due is not None:
        faces = tuple(face for step in outcome.steps for face in step.faces)
        return _page(request, game, fought=outcome, sofar=" ".join(map(str, faces)), **asking)
    players = [seat for seat in _view(game).players if seat != asking["attacker"]]
    noted = rolls(outcome.steps, attacker=asking["attacker"], defender=players[0])
    return _handed_in(request, game, noted, fought=outcome, **asking)


def _handed_in(request: HttpRequest, game: Game, noted: tuple[Rolled, ...], **shown: Any) -> HttpResponse:
    if game.visitor.seat is None or not noted:
        return redirect("odds:luck", stream=game.stream)
    command = RecordRolls(game.visitor.seat, noted)
    command_id = CommandId(request.POST.get("command_id") or new_id())
    outcome = submit(game.stream, command, command_id=command_id, actor=game.visitor.actor, sender=game.visitor.sender)
    if isinstance(outcome, Refusal):
        return _page(request, game, refusal=outcome, status=409, **shown)
    if not shown and not getattr(request, "htmx", False):
        return redirect("odds:luck", stream=game.stream)
    return _page(request, Game.of(request, game.stream), **shown)


def _page(  # noqa: PLR0913  # what may be said on the page, each by name
    request: HttpRequest,
    game: Game,
    *,
    refusal: Refusal | None = None,
    fault: str = "",
    status: int = 200,
    fought: Fought | None = None,
    **asking: Any,
) -> HttpResponse:
    view = _view(game)
    by_seat = {told.player: told for told in view.luck}
    shared = common(game)
    context = {
        **shared,
        "players": [Player(seat, name, by_seat.get(seat)) for seat, name in view.players.items()],
        "rolls": view.rolls[::-1][:SHOWN],
        "targets": range(2, SIDES + 1),
        "faults": says.faults(refusal, language(), shared["names"]),
        "fault": fault,
        "fought": fought,
        "width": WIDTH,
        "height": HEIGHT,
        **asking,
    }
    return render(request, "odds/luck.html", context, status=status)


def _view(game: Game) -> MatchView:
    if game.engine.id != "match":
        raise Http404(game.stream)
    seen: MatchView = game.view
    return seen


def attached(request: HttpRequest, stream: str) -> Game | None:
    """The match that rolls of the odds page go to, if this visitor may speak in it."""
    try:
        game = Game.of(request, stream)
    except Http404:
        return None
    return game if game.engine.id == "match" and game.visitor.may(Action.SPEAK) else None
