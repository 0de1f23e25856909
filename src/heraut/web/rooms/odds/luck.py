"""The luck ledger of a match: its players' dice against their exact laws, noted by hand or fought from the odds."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from heraut.ask.dice import DiceDue, RollAsked, rolled
from heraut.battle import marker, melee, shooting
from heraut.battle.ledger import Luck, Rolled, rolls
from heraut.battle.marker import MarkerCharge
from heraut.battle.melee import Melee
from heraut.battle.shooting import Shooting
from heraut.battle.unit import Aftermath
from heraut.dice import SIDES, Dice, PoolRoll
from heraut.journal.desk import Accepted
from heraut.kernel.bounds import whole
from heraut.kernel.refusal import Refusal
from heraut.scenario.records import RecordRolls
from heraut.scenario.view import MatchView
from heraut.web import sentences
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.request_data import form_of
from heraut.web.rooms.odds.fight import read_asked
from heraut.web.rooms.odds.form import Fields
from heraut.web.rooms.odds.house_rules import read_house_rules
from heraut.web.views.game import common, hand_in

MOST_DICE = 60
SHOWN = 20
READABLE = gettext_lazy("Écrivez les faces, de 1 à 6, par exemple : 4 2 6 1")
WIDTH, HEIGHT = 240, 48


@dataclass(frozen=True, slots=True)
class PlayerLuck:
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


@dataclass(frozen=True, slots=True)
class UnitAfter:
    """What is left of a unit."""

    side: str
    key: str
    end: Aftermath


@dataclass(frozen=True, slots=True)
class FightRolls:
    """The pools rolled so far, and the dice due next or how it ended; `word` says it for both."""

    steps: tuple[PoolRoll, ...]
    due: DiceDue | None = None
    units: tuple[UnitAfter, ...] = ()
    word: str = ""


@require_safe
@needs(Action.WATCH, engine="match")
def ledger(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Both players' running percentile, and the rolls that made it."""
    return _page(request, game)


@require_POST
@needs(Action.SPEAK, engine="match")
def note(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """A pool rolled at the table: faces typed in, or drawn by us."""
    fields = Fields(form_of(request).dict())
    faces, fault = typed_faces(fields.text("faces")), str(READABLE)
    if "draw" in form_of(request):
        faces, fault = _drawn(whole(fields.text("dice")) or 0), _("Lancez de 1 à %(most)d dés.") % {"most": MOST_DICE}
    if not faces:
        return _page(request, game, fault=fault, status=400, typed=form_of(request))
    winning = SIDES + 1 - fields.whole("target", 4, least=1, most=SIDES)
    return _handed_in(request, game, (Rolled(fields.text("player"), faces, winning),))


def _drawn(dice: int) -> tuple[int, ...] | None:
    """That many dice, drawn; None where nobody rolls so many."""
    return tuple(secrets.randbelow(SIDES) + 1 for _die in range(dice)) if 0 < dice <= MOST_DICE else None


@require_POST
@needs(Action.SPEAK, engine="match")
def fight_out(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The fight of the odds page, for two players of this match; once it has ended its pools go to the ledger."""
    fields = Fields(form_of(request).dict())
    asked = Fields(QueryDict(fields.text("question")).dict())
    described = read_asked(asked, read_house_rules(asked).overrides).described()
    outcome, fault = (_roll(described, None), "") if "draw" in form_of(request) else _typed(described, fields)
    asking: dict[str, Any] = {"question": fields.text("question"), "attacker": fields.text("attacker")}
    if isinstance(outcome, Refusal):
        return _page(request, game, refusal=outcome, status=409, **asking)
    if outcome.due is not None:
        sofar = " ".join(str(face) for step in outcome.steps for face in step.faces)
        asking |= {"fault": fault, "status": 400, "typed": form_of(request)} if fault else {}
        return _page(request, game, fought=outcome, sofar=sofar, **asking)
    players = [seat for seat in game.view.players if seat != asking["attacker"]]
    noted = rolls(outcome.steps, attacker=asking["attacker"], defender=players[0])
    return _handed_in(request, game, noted, fought=outcome, **asking)


def _typed(described: Melee | Shooting | MarkerCharge, fields: Fields) -> tuple[FightRolls | Refusal, str]:
    """The fight with the faces typed for the pool that is due; or as it stood, and what is wrong with them."""
    sofar, text = typed_faces(fields.text("sofar")) or (), fields.text("faces")
    stood = _roll(described, sofar)
    if isinstance(stood, Refusal) or stood.due is None or not text:
        return stood, ""
    faces = typed_faces(text)
    if not faces:
        return stood, str(READABLE)
    if len(faces) != (dice := stood.due.dice):
        said = _("Dés à lancer : %(dice)s. Écrivez autant de faces, pas %(typed)s.")
        return stood, said % {"dice": dice, "typed": len(faces)}
    return _roll(described, (*sofar, *faces)), ""


def _handed_in(request: HttpRequest, game: VisitedGame, noted: tuple[Rolled, ...], **shown: Any) -> HttpResponse:
    if game.visitor.seat is None or not noted:
        return redirect("odds:luck", stream=game.stream)

    def again(request: HttpRequest, game: VisitedGame, **said: Any) -> HttpResponse:
        return _page(request, game, **{**said, **shown})

    def then(request: HttpRequest, game: VisitedGame, _outcome: Accepted) -> HttpResponse:
        if not shown and not getattr(request, "htmx", False):
            return redirect("odds:luck", stream=game.stream)
        return _page(request, VisitedGame.of(request, game.stream), **shown)

    return hand_in(request, game, RecordRolls(game.visitor.seat, noted), page=again, then=then)


def _page(  # noqa: PLR0913  # what may be said on the page, each by name
    request: HttpRequest,
    game: VisitedGame,
    *,
    refusal: Refusal | None = None,
    fault: str = "",
    status: int = 200,
    fought: FightRolls | None = None,
    **asking: Any,
) -> HttpResponse:
    view: MatchView = game.view
    by_seat = {luck.player: luck for luck in view.luck}
    shared = common(game)
    context = {
        **shared,
        "players": [PlayerLuck(seat, name, by_seat.get(seat)) for seat, name in view.players.items()],
        "rolls": view.rolls[::-1][:SHOWN],
        "targets": range(2, SIDES + 1),
        "faults": sentences.faults(refusal, language(), shared["names"]),
        "fault": fault,
        "fought": fought,
        "width": WIDTH,
        "height": HEIGHT,
        **asking,
    }
    return render(request, "odds/luck.html", context, status=status)


def _roll(described: Melee | Shooting | MarkerCharge, faces: tuple[int, ...] | None) -> FightRolls | Refusal:
    """Fight it out with these faces, in the order of the pools; without them the dice are drawn."""
    match described:
        case Melee():
            refused, fought = melee.refusal(described), partial(_melee, described)
        case Shooting():
            refused, fought = shooting.refusal(described), partial(_shot, described)
        case MarkerCharge():
            refused, fought = marker.refusal(described), partial(_marker, described)
    found = refused or rolled(RollAsked(roll=True, faces=faces), fought)
    if isinstance(found, Refusal):
        return found
    steps, end = found
    return FightRolls(tuple(steps), due=end) if isinstance(end, DiceDue) else FightRolls(tuple(steps), None, *end)


FightEnd = tuple[tuple[UnitAfter, ...], str]
"""What is left of the units, and the word that says the rest."""


def _melee(described: Melee, dice: Dice) -> FightEnd:
    clash = melee.resolve(dice, melee.form(described))
    attacker, defender = clash.attacker.outcome, clash.defender.outcome
    units = (
        UnitAfter("attacker", described.attacker.unit.profile.key, attacker),
        UnitAfter("defender", described.defender.unit.profile.key, defender),
    )
    return units, f"odds-withdraws-{melee.withdraws(attacker, defender) or 'nobody'}"


def _shot(described: Shooting, dice: Dice) -> FightEnd:
    end = shooting.resolve(dice, shooting.form(described)).outcome
    units = (
        UnitAfter("shooter", described.shooter.profile.key, end.shooter),
        UnitAfter("target", described.target.profile.key, end.target),
    )
    return units, ""


def _marker(described: MarkerCharge, dice: Dice) -> FightEnd:
    end = marker.resolve(dice, marker.form(described)).outcome
    return (), "odds-destroyed" if end.destroyed else "odds-marker-stands"


def typed_faces(text: str) -> tuple[int, ...] | None:
    """Faces as people write them, with or without spaces; None if something else stands there."""
    if not re.fullmatch(r"[1-6\s,;+]*", text):
        return None
    return tuple(int(face) for face in re.findall(r"[1-6]", text))
