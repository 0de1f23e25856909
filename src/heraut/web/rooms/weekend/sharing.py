"""A draft moved to tables that are free in the hall."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from heraut.kernel import CommandId, Refusal, Seat
from heraut.tournament.planning import SetTables
from heraut.tournament.rounds import AdjustDraft
from heraut.web.access import Action
from heraut.web.desk import submit
from heraut.web.game import Game
from heraut.web.guard import admitted
from heraut.web.offers import new_id
from heraut.web.rooms.tournament.roof import free
from heraut.web.rooms.weekend.meeting import Meeting, meets
from heraut.web.views.game import show


@require_POST
@meets(Action.SEAT)
def free_tables(request: HttpRequest, meeting: Meeting, stream_id: str) -> HttpResponse:
    """Move the draft of a tournament to tables that are free; its pairs stay as they are."""
    game = admitted(request, stream_id, Action.SEAT)
    view, numbers = game.view, free(meeting.row, game.stream)
    if view.draft is None or len(numbers) < len(view.draft.pairing.pairs):
        wanted = 0 if view.draft is None else len(view.draft.pairing.pairs)
        said = _("%(free)s tables libres pour %(wanted)s parties : attendez des résultats, ou ajoutez des tables.")
        fault = said % {"free": len(numbers), "wanted": wanted}
        return show(request, game, fault=fault, status=409)
    seat = Seat("organiser")
    pairs = tuple((pair.first, pair.second) for pair in view.draft.pairing.pairs)
    for command in (
        SetTables(seat=seat, tables=numbers),
        AdjustDraft(seat=seat, pairs=pairs, bye=view.draft.pairing.bye, reason=_("Tables occupées")),
    ):
        outcome = submit(
            game.stream, command, command_id=CommandId(new_id()), actor=game.visitor.actor, sender=game.visitor.sender
        )
        if isinstance(outcome, Refusal):
            return show(request, Game.of(request, game.stream), refusal=outcome, status=409)
    return redirect("game", stream=game.stream)
