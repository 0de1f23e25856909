"""The log: events told with the names of lords, the last lines beside the game, going back to one of them, notices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby, islice

from django.http import HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from heraut.campaign import letters
from heraut.campaign.absence import DeadlineSet, ReminderSent
from heraut.campaign.aftermath import BandDestroyed, BandRetreated, CombatApplied, LossesTaken
from heraut.campaign.bands import Arrangement, LordDescribed
from heraut.campaign.bids import RollsCalled
from heraut.campaign.building import BandInvaded, BuildingsRevealed
from heraut.campaign.combats import ForceFielded, ResultRejected
from heraut.campaign.forces import BandId, Lord, LordId, MapBand, worth
from heraut.campaign.letters import LetterSent
from heraut.campaign.marches import MoveDeclared
from heraut.campaign.musters import PreparationsRevealed
from heraut.campaign.setup import StartingBandsComposed
from heraut.campaign.state import BuildOrder
from heraut.campaign.tables import TerritoryId
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
from heraut.web.rooms.campaign.map_picture import Walked
from heraut.web.rooms.campaign.names import Names, halves, known_names, lord_name
from heraut.web.sentences import LogSentence, Tell
from heraut.web.views import rewind
from heraut.web.views.rewind import Past, WayBack


@dataclass(frozen=True, slots=True)
class Lords:
    """The named lords of all bands there have been: by band, and by their own numbers."""

    leading: Mapping[BandId, str]
    called: Mapping[LordId, str]

    def name(self, lord: LordId) -> str:
        """What a lord is called, named or not."""
        return self.called.get(lord) or lord_name(None)


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells events in a language, people, places and lords by their names."""

    spoken: Language
    names: Names
    lords: Lords

    def tell(self, event: Event | Outline) -> tuple[str, ...]:
        """The sentences of one event; an opening of orders may have many, or one if nobody ordered anything."""
        match event:
            case MoveDeclared(band=band) if band in self.lords.leading:
                told = _("%(lord)s (%(seat)s) avance : %(path)s.")
                path = " → ".join(map(self._name, (event.start, *event.path)))
                return (told % {**self._led(event), "path": path},)
            case BandRetreated(band=band) if band in self.lords.leading:
                told = _("%(territory)s : %(lord)s (%(seat)s) fait retraite.")
                return (told % {**self._led(event), "territory": self._name(event.territory)},)
            case BandDestroyed(band=band) if band in self.lords.leading:
                told = _("La bande de %(lord)s, pour %(seat)s, est anéantie : %(territory)s.")
                return (told % {**self._led(event), "territory": self._name(event.territory)},)
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

    def _name(self, id: str) -> str:
        return self.names.get(id, id)

    def _led(self, event: MoveDeclared | BandRetreated | BandDestroyed) -> dict[str, str]:
        return {"lord": self.lords.leading[event.band], "seat": self._name(event.seat)}

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
        facts = {"territory": self._name(event.territory), "seat": self._name(event.seat)}
        return told % {**facts, "marked": ", ".join(marked)}

    def _lost(self, event: LossesTaken) -> Iterator[str]:
        """The units that are no more, and the lords."""
        facts = {"seat": self._name(event.seat), "territory": self._name(event.territory)}
        if gone := sum(not one.figures for one in event.left):
            told = ngettext(
                "%(territory)s : %(seat)s perd %(n)d unité.", "%(territory)s : %(seat)s perd %(n)d unités.", gone
            )
            yield told % {**facts, "n": gone}
        for lord in event.fallen:
            yield _("%(lord)s, pour %(seat)s, est mort.") % {**facts, "lord": self.lords.name(lord)}

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


def walked(newest_first: Iterable[LogLine]) -> Walked:
    """The way each band has gone in the turn the log ends with, as far as it really went [SC-MOV-5]."""
    ways: dict[BandId, tuple[TerritoryId, ...]] = {}
    for line in newest_first:
        for event in () if line.undone else reversed(line.events):
            if isinstance(event, TurnBegan):
                return ways
            if isinstance(event, MoveDeclared):
                ways.setdefault(event.band, (event.start, *event.path))
    return ways


def lords_of(log: Iterable[LogLine]) -> Lords:
    """The lords as the lines one may read, oldest first, tell of them; who was renamed goes by the last name."""
    leads: dict[BandId, LordId] = {}
    called: dict[LordId, str] = {}
    for line in log:
        for event in line.events:
            if isinstance(event, LordDescribed):
                called[event.lord.id] = event.lord.name
            for band in _bands_of(event):
                if band.lord is not None:
                    leads[band.id] = band.lord.id
                    called.setdefault(band.lord.id, band.lord.name)
    return Lords({band: called[lord] for band, lord in leads.items() if called[lord]}, called)


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


def teller(game: VisitedGame, spoken: Language) -> Teller:
    """Tells what happens in this campaign, with the names its visitor may know."""
    return Teller(spoken, known_names(game, spoken), lords_of(reversed(game.log)))


def tells(game: VisitedGame, spoken: Language) -> Tell:
    """The whole log tells as the page does: lords by their names, deadlines by the clock."""
    return teller(game, spoken).tell


def lines(game: VisitedGame, teller: Teller, most: int) -> tuple[LogSentence, ...]:
    """Newest first; a return to an earlier moment is one line, and what it took back is left to the whole log."""
    return tuple(islice(_lines(game, teller), most))


def _lines(game: VisitedGame, teller: Teller) -> Iterator[LogSentence]:
    gone: set[int] = set()
    for undoing, group in groupby(game.log, is_undo):
        found = list(group)
        if undoing and len(found) > 1:
            gone |= {event.entry for line in found for event in line.events if isinstance(event, Undone)}
            yield replace(_line(game, found[0], teller), sentences=(_back(teller, found),), may_undo=False)
        else:
            yield from (_line(game, line, teller) for line in found if line.number not in gone)


def _back(teller: Teller, found: list[LogLine]) -> str:
    who = found[0].seat
    told = ngettext("%(who)s annule %(n)d action.", "%(who)s revient en arrière de %(n)d actions.", len(found))
    return told % {"who": teller.names.get(who, who), "n": len(found)}


def _line(game: VisitedGame, line: LogLine, teller: Teller) -> LogSentence:
    may_undo = sentences_.may_undo(game, line, game.log[0])
    return sentences_.log_line(line, teller.spoken, teller.names, teller.tell, may_undo=may_undo)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.SPEAK)
def go_back(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Choose a line; see what would be taken back; take it back."""
    return rewind.go_back(request, game, WAY, _("La campagne reprend de là."))


def _past(game: VisitedGame) -> list[Past]:
    told = teller(game, language())
    standing = (line for line in game.log if not line.undone and not is_undo(line))
    return [_past_line(line, told) for line in standing if not letters.is_post(line.events)]


def _past_line(line: LogLine, teller: Teller) -> Past:
    return Past(
        line.number,
        tuple(sentence for event in line.events for sentence in teller.tell(event)),
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
