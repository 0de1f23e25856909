"""The log: the last lines beside the game, the ways of the bands in it, going back to a line, notices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby, islice

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from heraut.campaign import letters
from heraut.campaign.absence import ReminderSent
from heraut.campaign.aftermath import CombatApplied
from heraut.campaign.forces import BandId
from heraut.campaign.letters import LetterSent
from heraut.campaign.marches import MoveDeclared
from heraut.campaign.results import ResultRejected
from heraut.campaign.tables import TerritoryId
from heraut.campaign.turns import TurnBegan
from heraut.campaign.view import CampaignView
from heraut.journal.log import LogLine, entry_of, is_undo
from heraut.kernel.journal import Undone
from heraut.kernel.message import Event, Outline
from heraut.kernel.names import ORGANISER, Instant, Seat
from heraut.speech.sentences import Language
from heraut.web import sentences as sentences_
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.notices.occasions import NoticeKind
from heraut.web.permissions import Action
from heraut.web.rooms.campaign.map_picture import Walked
from heraut.web.rooms.campaign.names import Names, known_names
from heraut.web.rooms.campaign.teller import Teller
from heraut.web.sentences import LogSentence, Tell
from heraut.web.views import rewind
from heraut.web.views.rewind import Past, WayBack


def walked(view: CampaignView, newest_first: Iterable[LogLine]) -> Walked:
    """The way each band that has moved this turn has gone, as far as it really went [SC-MOV-5]."""
    sought = {seen.band.id for seen in view.bands if seen.band.came is not None}
    ways: dict[BandId, tuple[TerritoryId, ...]] = {}
    standing = (line for line in newest_first if not line.undone)
    while len(ways) < len(sought) and (line := next(standing, None)) is not None:
        for event in reversed(line.events):
            if isinstance(event, TurnBegan):
                return ways
            if isinstance(event, MoveDeclared) and event.band in sought:
                ways.setdefault(event.band, (event.start, *event.path))
    return ways


def tells(game: VisitedGame, spoken: Language, names: Names) -> Tell:
    """The whole log tells as the page does: lords by their names, deadlines by the clock."""
    return Teller.of(game, spoken, names).told


LINES = 14


def lines(game: VisitedGame, spoken: Language, names: Names) -> tuple[LogSentence, ...]:
    """Newest first; a return to an earlier moment is one line, and what it took back is left to the whole log."""
    return tuple(islice(_lines(game, Teller.of(game, spoken, names)), LINES))


def _lines(game: VisitedGame, teller: Teller) -> Iterator[LogSentence]:
    gone: set[int] = set()
    for undoing, group in groupby(game.log, is_undo):
        found = list(group) if undoing else ()
        if len(found) > 1:
            gone |= {event.entry for line in found for event in line.events if isinstance(event, Undone)}
            newest = sentences_.log_line(game, found[0], teller.names, teller.told)
            yield replace(newest, sentences=(_back(teller, found),), may_undo=False)
        else:
            standing = (line for line in (found or group) if line.number not in gone)
            yield from (sentences_.log_line(game, line, teller.names, teller.told) for line in standing)


def _back(teller: Teller, found: list[LogLine]) -> str:
    who = found[0].seat
    told = ngettext("%(who)s annule %(n)d action.", "%(who)s revient en arrière de %(n)d actions.", len(found))
    return told % {"who": teller.names.get(who, who), "n": len(found)}


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.SPEAK)
def go_back(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Choose a line; see what would be taken back; take it back."""
    return rewind.go_back(request, game, WAY, _("La campagne reprend de là."))


def _past(game: VisitedGame) -> list[Past]:
    told = Teller.of(game, language(), known_names(game, language()))
    standing = (line for line in game.log if not line.undone and not is_undo(line))
    return [_past_line(line, told) for line in standing if not letters.is_post(line.events)]


def _past_line(line: LogLine, teller: Teller) -> Past:
    return Past(
        line.number,
        teller.told(line.events),
        any(isinstance(event, TurnBegan) for event in line.events),
        any(isinstance(event, CombatApplied) for event in line.events),
    )


def _entries(game: VisitedGame, number: int) -> list[int]:
    """All that came since, also what has no line; but a letter was written, whatever became of the war."""
    assert game.visitor.seat is not None, "officials have a seat"
    first = entry_of(game.history, game.visitor.seat, number)
    since = game.history.live(after=first - 1) if first is not None else []
    return [deed.sequence for deed in reversed(since) if not letters.is_post(deed.events)]


WAY = WayBack(_past, _entries, most=300, template="campaign/undo.html")


def meaning(event: Event | Outline, seat: Seat) -> NoticeKind | None:
    """A deadline that is near, a letter, a result somebody contests."""
    match event:
        case ReminderSent(seats=seats) if seat in seats:
            return NoticeKind.REMINDER
        case LetterSent(to=to) if seat in to:
            return NoticeKind.LETTER
        case ResultRejected() if seat == ORGANISER:
            return NoticeKind.DISPUTED
        case _:
            return None


def deadline(view: CampaignView) -> Instant | None:
    """None runs during a pause."""
    return view.due if view.paused is None else None
