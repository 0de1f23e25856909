"""Entries: typed in, or taken from somebody's spreadsheet after a look at what would be entered."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from heraut.kernel import CommandId, Refusal, Seat, one_line, slug
from heraut.kernel.bounds import whole
from heraut.speech import phrase, say_because
from heraut.tournament.command import Command
from heraut.tournament.entries import CheckIn, Register
from heraut.tournament.interchange.entries import Draft, preview_entries
from heraut.tournament.interchange.sheets import Unreadable, read_grid
from heraut.web.access import Action
from heraut.web.desk import submit
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.offers import new_id
from heraut.web.rooms.tournament.officials import for_officials, speaker
from heraut.web.views.game import common, show


@require_POST
@needs(Action.SPEAK)
@for_officials
def enter(request: HttpRequest, game: Game) -> HttpResponse:
    """Enter players, one per line, with their club after a comma: "Ana, Les Dés Pipés"."""
    drafts, sent = typed_in(request.POST.get("names", "")), request.POST
    return _entered(request, game, drafts, present="present" in sent, spare="spare" in sent)


def typed_in(text: str) -> list[Draft]:
    """People as they are typed in, one per line."""
    lines = (line.partition(",") for line in text.splitlines())
    return [Draft(0, name.strip(), club=club.strip()) for name, _comma, club in lines if name.strip()]


@require_POST
@needs(Action.SPEAK)
@for_officials
def look(request: HttpRequest, game: Game) -> HttpResponse:
    """What a file or a pasted table would enter, line by line, before it is entered."""
    try:
        shown = looked_at(request, known=game.people)
    except Unreadable as error:
        return show(request, game, fault=phrase(language(), "refusals", error.code), status=400)
    return render(request, "tournament/import.html", {**common(game), **shown})


def looked_at(request: HttpRequest, known: Collection[str]) -> Mapping[str, Any]:
    """What the file sent, or the table pasted, would enter; `Unreadable` if it is none."""
    file = request.FILES.get("file")
    data = file.read() if file is not None else request.POST.get("pasted", "").encode()
    preview = preview_entries(read_grid(data), known=known)
    return {"preview": preview, "problems": [say_because(each, language()) for each in preview.problems]}


@require_POST
@needs(Action.SPEAK)
@for_officials
def take(request: HttpRequest, game: Game) -> HttpResponse:
    """Enter the lines that stayed ticked."""
    return _entered(request, game, ticked(request.POST))


def ticked(posted: QueryDict) -> list[Draft]:
    """The lines of a preview that are still wanted."""
    rows = zip(*(posted.getlist(name) for name in ("line", "name", "nickname", "club", "team")), strict=False)
    wanted = set(posted.getlist("take"))
    return [Draft(whole(line) or 0, *rest) for line, *rest in rows if line in wanted]


def _entered(
    request: HttpRequest, game: Game, drafts: Iterable[Draft], *, present: bool = False, spare: bool = False
) -> HttpResponse:
    """Enter them all; the first refusal stops, and says who it was about."""
    taken = set(game.names)
    for draft in drafts:
        seat = free_seat(draft.name, taken)
        taken.add(seat)
        commands: list[Command] = [
            Register(
                seat=speaker(game), player=seat, name=one_line(draft.name), club=one_line(draft.club),
                team=one_line(draft.team), nickname=one_line(draft.nickname), spare=spare,
            )
        ]  # fmt: skip
        if present:
            commands.append(CheckIn(seat=speaker(game), player=seat))
        for command in commands:
            outcome = submit(
                game.stream,
                command,
                command_id=CommandId(new_id()),
                actor=game.visitor.actor,
                sender=game.visitor.sender,
            )
            if isinstance(outcome, Refusal):
                fault = _("%s n'est pas inscrit.") % draft.name
                return show(request, Game.of(request, game.stream), refusal=outcome, fault=fault, status=409)
    if not getattr(request, "htmx", False):
        return redirect("game", stream=game.stream)
    return show(request, Game.of(request, game.stream))


@require_POST
@needs(Action.SPEAK)
@for_officials
def check_in_all(request: HttpRequest, game: Game) -> HttpResponse:
    """Everybody who is registered is here."""
    for player in game.view.players:
        if player.status == "registered":
            command = CheckIn(seat=speaker(game), player=player.seat)
            submit(
                game.stream,
                command,
                command_id=CommandId(new_id()),
                actor=game.visitor.actor,
                sender=game.visitor.sender,
            )
    return _entered(request, game, ())


def free_seat(name: str, taken: set[Seat]) -> Seat:
    """A seat nobody has, made from the name: a second Ana is `ana-2`."""
    return Seat(slug(name, taken))
