"""What is done for whoever does not answer: told while it is awaited, and afterwards to everybody [SC-GEN-9]."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import dropwhile, islice, takewhile

from django.utils.translation import gettext as _

from heraut.campaign.absence import StepClosed
from heraut.campaign.turns import StepOpened, TurnBegan
from heraut.campaign.view import CampaignView
from heraut.journal.entry import Deed
from heraut.kernel.message import Event, Outline, shown
from heraut.kernel.names import CLOCK, ORGANISER, Seat
from heraut.web import sentences
from heraut.web.game import VisitedGame
from heraut.web.rooms.campaign.names import Names
from heraut.web.rooms.campaign.rules import TABLE, AbsentText
from heraut.web.sentences import RuleSentence

BY_CODE = {row.code: row for row in TABLE.absent}
BY_EVENT = {row.event: row for row in TABLE.absent}
MOST_TOLD = 6
"""Steps closed without somebody that a page tells; the log has them all."""
LOOKED_AT = 300
"""Entries gone back through for whoever has been away for long."""
PASSER_BY = None


def unanswered(game: VisitedGame, *seats: Seat) -> tuple[RuleSentence, ...]:
    """What would be done for these players as things stand, each thing once."""
    codes = dict.fromkeys(one.code for one in game.awaits if one.seat in seats)
    return tuple(_said(BY_CODE[code]) for code in codes if code in BY_CODE)


def _said(row: AbsentText, place: str = "", *by: str) -> RuleSentence:
    told = row.say(row.says, {})
    sentence = _("%(place)s : %(told)s") % {"place": place, "told": told} if place else told
    return RuleSentence(sentence, (*row.named, *by))


@dataclass(frozen=True, slots=True)
class DoneFor:
    """What was done for somebody when a step was closed, when, and by the clock or by the organiser."""

    seat: Seat
    at: datetime
    by_clock: bool
    said: tuple[RuleSentence, ...]


def done_for(game: VisitedGame, names: Names) -> tuple[DoneFor, ...]:
    """
    What was done for the absent this turn, newest first.

    A player reads first what was done for them, also in former turns, up to the last thing they did themselves.
    """
    found = tuple(islice(_done(game, names), MOST_TOLD))
    return tuple(sorted(found, key=lambda one: one.seat != game.visitor.seat))


def _done(game: VisitedGame, names: Names) -> Iterator[DoneFor]:
    seat = game.visitor.seat
    away, this_turn = seat in game.names and seat != ORGANISER, True
    standing = (deed for deed in reversed(game.history.deeds) if deed.sequence not in game.history.dead)
    for deed in islice(standing, LOOKED_AT):
        away = away and deed.seat != seat
        yield from (one for one in _closing(deed, names) if this_turn or one.seat == seat)
        this_turn = this_turn and not any(isinstance(event, TurnBegan) for event in deed.events)
        if not (away or this_turn):
            return


def _closing(deed: Deed, names: Names) -> Iterator[DoneFor]:
    """Each of those a step was closed for, which everybody knows; nothing in an entry of another kind."""
    closed, *further = (*dropwhile(lambda event: not isinstance(event, StepClosed), deed.events),) or (None,)
    if not isinstance(closed, StepClosed):
        return
    events = takewhile(lambda event: not isinstance(event, StepOpened), further)
    answers = tuple(told for event in events if (told := shown(event, PASSER_BY)) is not None)
    for seat in closed.seats:
        said = dict.fromkeys(_answered(answers, seat, closed, names))
        yield DoneFor(seat, sentences.moment(deed.at), closed.by == CLOCK, tuple(said))


def _answered(
    events: tuple[Event | Outline, ...], seat: Seat, closed: StepClosed, names: Names
) -> Iterator[RuleSentence]:
    """The answers given for a player: an event of nobody who was away is an answer for them all."""
    for event in events:
        row = BY_EVENT.get(type(event).__name__)
        who, at = getattr(event, "seat", None), getattr(event, "territory", "")
        if row is not None and (who == seat or who not in closed.seats):
            yield _said(row, names.get(at, at), *(("SC-ABS-4",) if closed.by == CLOCK else ()))


@dataclass(frozen=True, slots=True)
class PauseVote:
    """A vote that is under way: who is for it, and how many it takes [SC-ABS-7]."""

    voted: tuple[Seat, ...]
    needed: int


def pause_vote(game: VisitedGame, view: CampaignView) -> PauseVote | None:
    """The vote on a pause, or on its end; nothing where the group has none."""
    if game.settings.pause_vote == "never" or view.ranking:
        return None
    people = {player.seat for player in view.players if not player.is_bot}
    return PauseVote(tuple(view.votes), game.settings.votes_needed(len(people | set(view.votes))))
