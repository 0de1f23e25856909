"""Awards: what there is to win, the players' vote, the announcement one by one [HOUSE-AWARD]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from heraut.kernel.message import Command
from heraut.kernel.names import Seat
from heraut.kernel.refusal import Refusal
from heraut.kernel.slugs import slug
from heraut.tournament.award import USUAL, By
from heraut.tournament.awards import AwardView, SetAwards
from heraut.tournament.view import View
from heraut.tournament.votes import CastBallot
from heraut.web import commands, forms
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.permissions import Action, Role
from heraut.web.request_data import form_of
from heraut.web.rooms.tournament.display import column
from heraut.web.sentences import amount, word
from heraut.web.views.game import common, recorded, take_form

BLANK_ROWS = 2
"""How many empty lines the list of awards ends with."""


@dataclass(frozen=True, slots=True)
class Prize:
    """An award in words."""

    id: str
    name: str
    seen: AwardView

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who has won it; who will, for those who may know."""
        return self.seen.winners or self.seen.would_win

    @property
    def changed(self) -> bool:
        """Whether a correction has given an announced award to somebody else."""
        return bool(self.seen.announced and self.seen.would_win) and set(self.seen.would_win) != set(self.seen.winners)

    @property
    def citation(self) -> str:
        """What it was won with, where that is told."""
        if self.seen.value is None:
            return ""
        told = amount(self.seen.value, language())
        return _("%s voix") % told if self.seen.by is By.VOTE else told


def prizes(view: View) -> list[Prize]:
    """Every award the visitor knows of, in the order of the list."""
    return [Prize(award.id, word(award.name) if not _own(award) else award.name, award) for award in view.awards]


def _own(award: AwardView) -> bool:
    return award.name != f"award-{award.id}"


def announced(view: View) -> list[Prize]:
    """Those announced, the newest first."""
    told = [prize for prize in prizes(view) if prize.seen.announced]
    return sorted(told, key=lambda prize: -prize.seen.announced)


@dataclass(frozen=True, slots=True)
class BallotLine:
    """One line of a ballot: the award, whom it may go to, and the present choice."""

    prize: Prize
    names: tuple[tuple[Seat, str], ...]
    chosen: Seat | None


def ballot(view: View) -> list[BallotLine]:
    """The awards the visitor may vote for."""
    if view.poll is None or not view.poll.may_vote:
        return []
    known, own = {player.seat: player.name for player in view.players}, view.poll.own
    return [
        BallotLine(prize, tuple((seat, known[seat]) for seat in prize.seen.candidates), own.get(prize.id))
        for prize in prizes(view)
        if prize.id in view.poll.awards
    ]


def _shown(
    request: HttpRequest, game: VisitedGame, *, typed: QueryDict | None = None, status: int = 200, **wrong: Any
) -> HttpResponse:
    """What there is to win, who has not voted, what is announced; and what is wrong."""
    view: View = game.view
    listed, sent = prizes(view), "" if typed is None else typed.get("type", "")
    context = {
        **common(game, of=sent, **wrong),
        "organiser": game.visitor.role is Role.ORGANISER,
        "prizes": listed,
        "next_prize": next((prize for prize in reversed(listed) if _ready(prize, view)), None),
        "rows": _rows(listed),
        "typed": typed,
        "kinds": [(by.value, word(f"by-{by}")) for by in By],
        "criteria": [(each.value, column(each)) for each in game.settings.criteria],
    }
    return render(request, "tournament/awards.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.SPEAK, officials=True)
def page(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The awards; and what is sent from there: their list, the vote opened and closed, each announcement."""
    if request.method != "POST":
        return _shown(request, game)
    return take_form(request, game, _read, page=_shown, then=partial(recorded, stay=request.path))


def _ready(prize: Prize, view: View) -> bool:
    """Whether it can be announced now: the last of the list comes first, the champion last."""
    return view.stage == "over" and not prize.seen.announced and bool(prize.seen.would_win)


def _read(kind: type[Command], posted: QueryDict) -> Mapping[str, Any] | Refusal:
    """The list of awards line by line; a line without a name is left out."""
    return {"awards": list(_lines(posted))} if kind is SetAwards else commands.read_form(kind, posted)


@dataclass(frozen=True, slots=True)
class AwardRow:
    """A line of the form that changes the list: an award as it is or as it was sent, or none yet."""

    id: str = ""
    name: str = ""
    by: str = ""
    place: str = "1"
    of: str = ""
    club: str = ""
    faction: str = ""
    removed: bool = False


def _rows(listed: list[Prize]) -> list[AwardRow]:
    """The awards there are, and a few empty lines."""
    rules = [(prize.name, prize.seen.rule) for prize in listed]
    known = [
        AwardRow(rule.id, name, rule.by, str(rule.place), rule.of or "", rule.club, rule.faction)
        for name, rule in rules
        if rule is not None
    ]
    return known + [AwardRow()] * BLANK_ROWS


def _typed_rows(posted: QueryDict) -> list[AwardRow]:
    """The lines as they were sent."""
    names, removed = ("id", "name", "by", "place", "of", "club", "faction"), posted.getlist("remove")
    return [AwardRow(**row, removed=row["id"] in removed) for row in forms.rows(posted, names)]


def _lines(posted: QueryDict) -> Iterator[dict[str, str]]:
    """Each line as the plain values of an award; a place and a criterion belong to their own kinds only."""
    taken: set[str] = set()
    for row in _typed_rows(posted):
        usual = row.id in USUAL and row.name.strip() in ("", word(f"award-{row.id}"))
        if not (usual or row.name.strip()) or row.removed:
            continue
        known = row.id or slug(row.name, taken | set(USUAL))
        taken.add(known)
        award = {"id": known, "by": row.by, "name": "" if usual else row.name.strip()}
        chosen = {"place": row.place if row.by == By.PLACE else "", "of": row.of if row.by == By.MOST else ""}
        more = {**chosen, "club": row.club, "faction": row.faction}
        yield award | {each: typed.strip() for each, typed in more.items() if typed.strip()}


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.SPEAK)
def vote(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """A player's ballot: a name for each award, or none; a page of its own where there are many to choose from."""
    view: View = game.view
    if request.method != "POST":
        return render(request, "tournament/vote.html", {**common(game), "ballot": ballot(view)})
    asked = () if view.poll is None else view.poll.awards
    choices = {award: chosen for award in asked if (chosen := form_of(request).get(f"for-{award}"))}
    return take_form(request, game, lambda _kind, _posted: {"choices": choices}, CastBallot)
