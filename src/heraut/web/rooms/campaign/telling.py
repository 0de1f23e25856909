"""
What happened, told with the names of lords, and with what came out of the sealed orders.

The journal's own sentences know one event each; these know who leads which band. Only what everybody may know is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from heraut.campaign.aftermath import BandDestroyed, BandRetreated, LossesTaken
from heraut.campaign.bands import Arrangement
from heraut.campaign.bids import RollsCalled
from heraut.campaign.building import BuildingsRevealed
from heraut.campaign.combats import ForceFielded
from heraut.campaign.deadlines import DeadlineSet
from heraut.campaign.forces import Band, BandId, Lord, LordId, worth
from heraut.campaign.invasions import BandInvaded
from heraut.campaign.lords import LordDescribed
from heraut.campaign.marches import MoveDeclared
from heraut.campaign.musters import PreparationsRevealed
from heraut.campaign.setup import StartingBandsComposed
from heraut.campaign.state import BuildOrder
from heraut.campaign.turns import CampaignEnded, StepOpened
from heraut.journal import LogLine
from heraut.kernel import Event, Outline
from heraut.speech import Language, say_event
from heraut.speech.sentences import is_one
from heraut.speech.typography import of
from heraut.web import says
from heraut.web.rooms.campaign.roll import Names, halves, lord_name


@dataclass(frozen=True, slots=True)
class Lords:
    """The named lords of all bands there have been: by band, and by their own numbers."""

    leading: Mapping[BandId, str]
    called: Mapping[LordId, str]


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
                told = _("%(lord)s, pour %(seat)s, marche %(of_start)s vers %(path)s.")
                path = ", ".join(map(self._name, event.path))
                return (told % {**self._led(event), **self._from("start", event.start), "path": path},)
            case BandRetreated(band=band) if band in self.lords.leading:
                told = _("%(lord)s, pour %(seat)s, fait retraite %(of_territory)s.")
                return (told % {**self._led(event), **self._from("territory", event.territory)},)
            case BandDestroyed(band=band) if band in self.lords.leading:
                told = _("La bande de %(lord)s, pour %(seat)s, est anéantie : %(territory)s.")
                return (told % {**self._led(event), "territory": self._name(event.territory)},)
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
                return (_("Délai : avant le %(when)s.") % {"when": date_format(says.moment(due), "l j F, H:i")},)
            case PreparationsRevealed():
                return tuple(self._prepared(event)) or (say_event(event, self.spoken, self.names),)
            case BuildingsRevealed():
                return tuple(self._built(event)) or (say_event(event, self.spoken, self.names),)
            case LordDescribed(lord=lord) if lord.name:
                return (self._described(event.seat, lord),)
        return (say_event(event, self.spoken, self.names),)

    def _name(self, id: str) -> str:
        return self.names.get(id, id)

    def _from(self, key: str, id: str) -> dict[str, str]:
        """A place by its name, and with the French “de” before it."""
        return {key: self._name(id), f"of_{key}": of(self._name(id))}

    def _led(self, event: MoveDeclared | BandRetreated | BandDestroyed) -> dict[str, str]:
        return {"lord": self.lords.leading[event.band], "seat": self._name(event.seat)}

    def _described(self, seat: str, lord: Lord) -> str:
        tale = " ".join(filter(None, (lord.story, lord.note)))
        told = _("%(seat)s raconte %(lord)s : %(tale)s") if tale else _("%(seat)s raconte %(lord)s.")
        return told % {"seat": self._name(seat), "lord": lord.name, "tale": tale}

    def _lost(self, event: LossesTaken) -> Iterator[str]:
        """The units that are no more, and the lords."""
        facts = {"seat": self._name(event.seat), "territory": self._name(event.territory)}
        if gone := sum(not one.figures for one in event.left):
            told = ngettext(
                "%(seat)s perd %(n)d unité à %(territory)s.", "%(seat)s perd %(n)d unités à %(territory)s.", gone
            )
            yield told % {**facts, "n": gone}
        for lord in event.fallen:
            yield _("%(lord)s, pour %(seat)s, est mort.") % {
                **facts,
                "lord": self.lords.called.get(lord) or lord_name(None),
            }

    def _prepared(self, event: PreparationsRevealed) -> Iterator[str]:
        """Who bought what where; transfers alone are not told."""
        for one in event.arrangements:
            if one.recruits or one.lords:
                yield _("%(seat)s recrute %(what)s à %(territory)s pour %(cost)d PP.") % {
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
            yield _("un village à %(where)s") % {"where": self._name(at)}
        for at in order.sites:
            yield _("un terrain sacré à %(where)s") % {"where": self._name(at)}


def lords(log: Iterable[LogLine]) -> Lords:
    """The lords as the lines one may read, oldest first, tell of them; who was renamed goes by the last name."""
    leads: dict[BandId, LordId] = {}
    called: dict[LordId, str] = {}
    for line in log:
        for event in line.events:
            if isinstance(event, LordDescribed):
                called[event.lord.id] = event.lord.name
            for band in _bands(event):
                if band.lord is not None:
                    leads[band.id] = band.lord.id
                    called.setdefault(band.lord.id, band.lord.name)
    return Lords({band: called[lord] for band, lord in leads.items() if called[lord]}, called)


def _bands(event: Event | Outline) -> tuple[Band, ...]:
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
