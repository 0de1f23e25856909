"""
Characters left to Héraut, who act, choose and roll when it is their turn to.

At a table that plays so, a deed comes with all its rolls at once: how its form is read, where its dice come from.
"""

from __future__ import annotations

from secrets import randbelow
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.decorators.http import require_POST
from msgspec.structs import replace

from heraut.journal.history import History
from heraut.kernel.journal import Undo
from heraut.kernel.message import Command, Roll
from heraut.kernel.names import ORGANISER, Instant, StreamId
from heraut.skirmish.answers import Choose, chance
from heraut.skirmish.bots import chosen, drawn, next_play
from heraut.skirmish.engagement import listed
from heraut.skirmish.entrust import all_left
from heraut.skirmish.fighter import Fate
from heraut.skirmish.need import DecisionNeed, DiceNeed, Need
from heraut.skirmish.pace import PassOn
from heraut.skirmish.playing import RollAll
from heraut.skirmish.state import FightStep, State
from heraut.web import commands
from heraut.web.bots import Answered, answer_for_a_moment, last_heard, whole_state
from heraut.web.desk import desk, now
from heraut.web.game import VisitedGame
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.request_data import form_of
from heraut.web.views.game import Page, Read, show_again, take_form

ACTOR = "Héraut"


def play(stream: StreamId, at: Instant, *, asked: bool = False) -> Instant | None:
    """
    Those left to Héraut do what they do now, deed by deed; when they have something to do again.

    What the game master has just taken back is not done again at once: he plays it himself, or asks Héraut to go on.
    """
    if not asked and _was_undone(desk().history(stream)):
        return None
    return answer_for_a_moment(stream, at, _following)


def _following(history: History) -> Answered | None:
    command = _next(history)
    return None if command is None else (ACTOR, command)


def _was_undone(history: History) -> bool:
    return bool(history.deeds) and isinstance(history.deeds[-1].command, Undo)


@require_POST
@needs(Action.SPEAK)
def let_play(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The game master lets Héraut go on after he has taken something back."""
    if not game.visitor.official:
        raise PermissionDenied("only officials let programs play")
    play(game.stream, now(), asked=True)
    return show_again(request, game)


def _next(history: History) -> Command | None:
    """The next thing somebody left to Héraut does, chooses or rolls."""
    state: State = whole_state(history)
    if not any(fighter.entrusted for fighter in state.fighters.values()):
        return None
    if state.pending is not None:
        return _answer(state, state.pending.need)
    found = next_play(state)
    if found is None:
        return _pass_on(history, state)
    # The game master speaks for everybody; who plays a character has left him to Héraut.
    whole = RollAll(seat=ORGANISER, command=replace(found.command, seat=ORGANISER), thought=found.thought)
    return drawn(state, whole, randbelow)


def _pass_on(history: History, state: State) -> Command | None:
    """
    On to the next segment, if the game master asked last to go on and only Héraut's own have or had an action here.

    The turn is his to end; whatever anybody else has done since, he says again that he goes on.
    """
    if state.stops_everywhere:  # whether Héraut goes on by itself would tell of those who hide
        return None
    acting = [one for one in listed(state) if one.open_slot(state.segment)]
    theirs = state.step is FightStep.ACTING or (state.step is FightStep.OPENING and bool(acting))
    asked = isinstance(_last_said(history), PassOn)
    if not theirs or not asked or any(one.entrusted is None for one in acting) or _ends_turn(state):
        return None
    return PassOn(losing=tuple(one.id for one in acting))


def _last_said(history: History) -> Command | None:
    """The last thing people did."""
    command = last_heard(history)
    return command.command if isinstance(command, RollAll) else command


def _ends_turn(state: State) -> bool:
    """Whether going on would end the turn: nobody has an action after this segment."""
    later = any(slot.segment > state.segment and slot.fate is Fate.OPEN for one in state.active for slot in one.slots)
    return state.step is FightStep.ACTING and not later


def _answer(state: State, need: Need | None) -> Command | None:
    """The choice of one of them, or dice that are theirs alone; whatever else is due is for people."""
    if isinstance(need, DecisionNeed) and state.fighters[need.who].entrusted:
        choice = Choose(seat=ORGANISER, option=chosen(state, need))
        return drawn(state, RollAll(seat=ORGANISER, command=choice), randbelow) if state.rolls_at_once else choice
    if isinstance(need, DiceNeed) and all_left(state, need):
        return Roll(faces=chance(need).draw(randbelow))
    return None


def complete(game: VisitedGame, command: Command) -> Command:
    """The dice of a deed, from the system's secure source; no sender brings their own."""
    return game.seen(drawn, command, randbelow) if isinstance(command, RollAll) else command


@require_POST
@needs(Action.SPEAK)
def at_once(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The command of a form with all its rolls; without a command, all the rolls that are still due."""
    named = form_of(request).get("type", "")
    kind = commands.kinds(game.engine).get(named)
    if named and kind is None:
        return take_form(request, game)  # which refuses what does not exist here
    return take_form(request, game, _with_rolls(game, kind), RollAll)


def take_deed(request: HttpRequest, game: VisitedGame, kind: type[Command], page: Page) -> HttpResponse:
    """The form of such a command, from a page of its own; with all its rolls where the table plays so."""

    def again(request: HttpRequest, game: VisitedGame, *, fault: str = "", **said: Any) -> HttpResponse:
        return page(request, game, fault=fault.replace("$.command.", "$."), **said)  # its fields are the deed's own

    if game.view.at_once:
        return take_form(request, game, _with_rolls(game, kind), RollAll, page=again)
    return take_form(request, game, kind=kind, page=page)


def _with_rolls(game: VisitedGame, kind: type[Command] | None) -> Read:
    def read(_whole: type[Command], posted: QueryDict) -> dict[str, Any]:
        seat = {"seat": game.visitor.seat}
        if kind is None:
            return seat
        return {**seat, "command": {"type": kind.__name__, **seat, **commands.read_form(kind, posted)}}

    return read
