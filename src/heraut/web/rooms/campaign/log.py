"""
The log as the campaign tells it: lords by their names, openings of orders by what was ordered.

Its last lines beside the game, going back to one of them, and what is a notice to somebody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby, islice
from typing import TypeVar

from django.http import HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from heraut.campaign import letters
from heraut.campaign.absence import DeadlineSet, ReminderSent
from heraut.campaign.aftermath import BandDestroyed, BandRetreated, CombatApplied, LossesTaken
from heraut.campaign.bands import Arrangement
from heraut.campaign.bids import RollsCalled
from heraut.campaign.board import BandId, Lord, LordId, MapBand, worth
from heraut.campaign.building import BuildingsRevealed
from heraut.campaign.combats import ForceFielded
from heraut.campaign.invasions import BandInvaded
from heraut.campaign.letters import LetterSent
from heraut.campaign.marches import MoveDeclared
from heraut.campaign.musters import LordDescribed, PreparationsRevealed
from heraut.campaign.results import ResultRejected
from heraut.campaign.setup import StartingBandsComposed
from heraut.campaign.state import BuildOrder
from heraut.campaign.turns import CampaignEnded, StepOpened, TurnBegan
from heraut.campaign.view import CampaignView
from heraut.journal.log import LogLine, entry_of, is_undo
from heraut.kernel.journal import Undone
from heraut.kernel.message import Event, Outline
from heraut.kernel.names import ORGANISER, Instant, Seat
from heraut.speech.sentences import Language, is_one, say_event
from heraut.web import sentences as sentences_
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.notices.occasions import NoticeKind
from heraut.web.permissions import Action
from heraut.web.rooms.campaign.names import Names, halves, known_names, living, lord_name
from heraut.web.sentences import LogSentence, Tell
from heraut.web.views import rewind
from heraut.web.views.rewind import Past, WayBack

LINES = 14
"""How many lines stand beside the game."""

K = TypeVar("K")
V = TypeVar("V")


class Lords:
    """
    What lords are called, and the bands they lead or led last.

    Those who live are known at once, with their band or off the map with what is left of it. The dead are looked for
    in the lines one may read, only as far back as it takes; who was renamed goes by the last name.
    """

    def __init__(self, view: CampaignView, newest_first: Iterable[LogLine]) -> None:
        self._called = {one.lord.id: one.lord.name for player in view.players for one in living(view, player.seat)}
        self._leads = {seen.band.id: seen.band.lord.id for seen in view.bands if seen.band.lord is not None}
        beaten = ((away.army.band, lord) for away in view.armies for lord in away.army.lords)
        self._leads |= {band: lord.id for band, lord in beaten if band is not None}
        self._further = iter(newest_first)

    def name(self, lord: LordId) -> str:
        """What a lord is called, named or not."""
        return self._found(self._called, lord) or lord_name(None)

    def leader(self, band: BandId) -> str:
        """What the lord of a band is called; empty if he has no name."""
        lord = self._found(self._leads, band)
        return "" if lord is None else self._called[lord]

    def _found(self, known: Mapping[K, V], sought: K) -> V | None:
        while sought not in known and (line := next(self._further, None)) is not None:
            for event in reversed(line.events):
                self._learn(event)
        return known.get(sought)

    def _learn(self, event: Event | Outline) -> None:
        if isinstance(event, LordDescribed):
            self._called.setdefault(event.lord.id, event.lord.name)
        for band in _bands_of(event):
            if band.lord is not None:
                self._leads.setdefault(band.id, band.lord.id)
                self._called.setdefault(band.lord.id, band.lord.name)


def _bands_of(event: Event | Outline) -> tuple[MapBand, ...]:
    """The bands an event shows."""
    match event:
        case StartingBandsComposed(bands=bands):
            return bands
        case PreparationsRevealed(arrangements=arrangements):
            return tuple(band for one in arrangements for band in one.bands)
        case ForceFielded(arrangement=Arrangement(bands=bands)):
            return bands
        case BandInvaded(band=band):
            return (band,)
    return ()


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells events in a language, people, places and lords by their names."""

    spoken: Language
    names: Names
    lords: Lords

    @staticmethod
    def of(game: VisitedGame, spoken: Language, names: Names) -> Teller:
        """Tells what happens in this campaign, by the names its visitor may know."""
        return Teller(spoken, names, Lords(game.view, game.log))

    def told(self, events: Iterable[Event | Outline]) -> tuple[str, ...]:
        """The sentences of what came together."""
        return tuple(sentence for event in events for sentence in self.tell(event))

    def tell(self, event: Event | Outline) -> tuple[str, ...]:
        """The sentences of one event; an opening of orders may have many, or one if nobody ordered anything."""
        match event:
            case MoveDeclared() | BandRetreated() | BandDestroyed() if lord := self.lords.leader(event.band):
                return (self._led(event, lord),)
            case ResultRejected() if event.winners or event.units or event.lords:
                return (self._rejected(event),)
            case LossesTaken(left=left, fallen=fallen) if fallen or any(not one.figures for one in left):
                return tuple(self._lost(event))
            case StepOpened(seats=(), villages=()):
                return ()
            case RollsCalled(groups=(_everybody,)):
                return (_("Chacun lance trois dés pour l'initiative."),)
            case CampaignEnded(by=by, ranking=(first, *_others)):
                told = (
                    _("%(seat)s gagne la campagne par la gloire.")
                    if by == "fame"
                    else _("%(seat)s gagne la campagne aux points.")
                )
                return (told % {"seat": self._name(first.seat)},)
            case DeadlineSet(due=due):
                return (_("Délai : avant le %(when)s.") % {"when": date_format(sentences_.moment(due), "l j F, H:i")},)
            case PreparationsRevealed():
                return tuple(self._prepared(event)) or (say_event(event, self.spoken, self.names),)
            case BuildingsRevealed():
                return tuple(self._built(event)) or (say_event(event, self.spoken, self.names),)
            case LordDescribed(lord=lord) if lord.name:
                return (self._described(event.seat, lord),)
        return (say_event(event, self.spoken, self.names),)

    def _led(self, event: MoveDeclared | BandRetreated | BandDestroyed, lord: str) -> str:
        """What becomes of a band, by the name of its lord."""
        match event:
            case MoveDeclared():
                told = _("%(lord)s (%(seat)s) avance : %(path)s.")
                path = " → ".join(map(self._name, (event.start, *event.path)))
                return told % {"lord": lord, "seat": self._name(event.seat), "path": path}
            case BandRetreated():
                told = _("%(territory)s : %(lord)s (%(seat)s) fait retraite.")
            case BandDestroyed():
                told = _("La bande de %(lord)s, pour %(seat)s, est anéantie : %(territory)s.")
        return told % {"lord": lord, **self._where(event)}

    def _name(self, id: str) -> str:
        return self.names.get(id, id)

    def _where(self, event: BandRetreated | BandDestroyed | ResultRejected | LossesTaken) -> dict[str, str]:
        return {"territory": self._name(event.territory), "seat": self._name(event.seat)}

    def _described(self, seat: str, lord: Lord) -> str:
        tale = " ".join(filter(None, (lord.story, lord.note)))
        told = _("%(seat)s raconte %(lord)s : %(tale)s") if tale else _("%(seat)s raconte %(lord)s.")
        return told % {"seat": self._name(seat), "lord": lord.name, "tale": tale}

    def _rejected(self, event: ResultRejected) -> str:
        """What of a result somebody disagrees with, by its kind and number: the form marks it."""
        marked = [_("le vainqueur")] if event.winners else []
        if event.units:
            marked.append(ngettext("%(n)d unité", "%(n)d unités", len(event.units)) % {"n": len(event.units)})
        marked += map(self.lords.name, event.lords)
        told = _("%(territory)s : %(seat)s conteste le résultat (%(marked)s).")
        return told % {**self._where(event), "marked": ", ".join(marked)}

    def _lost(self, event: LossesTaken) -> Iterator[str]:
        """The units that are no more, and the lords."""
        if gone := sum(not one.figures for one in event.left):
            told = ngettext(
                "%(territory)s : %(seat)s perd %(n)d unité.", "%(territory)s : %(seat)s perd %(n)d unités.", gone
            )
            yield told % {**self._where(event), "n": gone}
        for lord in event.fallen:
            yield _("%(lord)s, pour %(seat)s, est mort.") % {**self._where(event), "lord": self.lords.name(lord)}

    def _prepared(self, event: PreparationsRevealed) -> Iterator[str]:
        """Who bought what where; transfers alone are not told."""
        for one in event.arrangements:
            if one.recruits or one.lords:
                yield _("%(territory)s : %(seat)s recrute %(what)s pour %(cost)d PP.") % {
                    "seat": self._name(one.seat),
                    "what": ", ".join(self._recruited(one)),
                    "territory": self._name(one.territory),
                    "cost": one.cost,
                }

    def _recruited(self, one: Arrangement) -> Iterator[str]:
        units = [unit for band in one.bands for unit in band.units] + list(one.reserve_units)
        points = worth(unit for unit in units if unit.id in one.recruits)
        if one.recruits:
            alone = 1 if is_one(float(points), self.spoken) else 2
            yield ngettext("%(points)s point", "%(points)s points", alone) % {"points": halves(points)}
        if one.lords:
            yield ngettext("un seigneur", "%(n)d seigneurs", len(one.lords)) % {"n": len(one.lords)}

    def _built(self, event: BuildingsRevealed) -> Iterator[str]:
        for seat, order in event.orders.items():
            if order.villages or order.sites:
                what = self._works(order)
                yield _("%(seat)s bâtit %(what)s.") % {"seat": self._name(seat), "what": ", ".join(what)}

    def _works(self, order: BuildOrder) -> Iterator[str]:
        for at in order.villages:
            yield _("un village (%(where)s)") % {"where": self._name(at)}
        for at in order.sites:
            yield _("un terrain sacré (%(where)s)") % {"where": self._name(at)}


def tells(game: VisitedGame, spoken: Language, names: Names) -> Tell:
    """The whole log tells as the page does: lords by their names, deadlines by the clock."""
    return Teller.of(game, spoken, names).told


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
