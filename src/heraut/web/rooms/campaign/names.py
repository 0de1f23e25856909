"""What things are called: players, territories, lords, bands and their units, a village and whom it lodges; choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from heraut.campaign.board import Army, Lord, MapBand, MapUnit
from heraut.campaign.map import Territory
from heraut.campaign.tables import TerritoryId
from heraut.campaign.view import BandView, CampaignView, TerritoryView
from heraut.kernel.message import Command
from heraut.kernel.names import CLOCK, Seat
from heraut.speech.sentences import Language, phrases
from heraut.speech.typography import decimal
from heraut.web import sentences
from heraut.web.game import VisitedGame, language

Names = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class NamedChoice:
    """One thing to choose: the value a form sends, and what people read."""

    value: str
    label: str


def of_type(game: VisitedGame, kind: type[Command]) -> list[Any]:
    """The legal commands of one type."""
    return [command for command in game.legal if isinstance(command, kind)]


@dataclass(frozen=True, slots=True)
class WrittenBand:
    """A band: what it is called, its points and its units, written out."""

    seen: BandView
    name: str
    points: str
    units: str


@dataclass(frozen=True, slots=True)
class Lodging:
    """A village, the points of its reserve and who is in it."""

    land: TerritoryView
    points: str
    lodged: str


def standing(bands: Iterable[BandView], names: Names) -> list[WrittenBand]:
    """Each band written out."""
    return [
        WrittenBand(seen, band_name(seen.band), halves(seen.points), troops(seen.band.units, names)) for seen in bands
    ]


def lodgings(lands: Iterable[TerritoryView], names: Names) -> list[Lodging]:
    """Each village among these territories."""
    found = ((land, land.village) for land in lands)
    return [
        Lodging(land, halves(village.points), _together(village.lords, village.units, names))
        for land, village in found
        if village is not None
    ]


@dataclass(frozen=True, slots=True)
class Underway:
    """An army off the map: whose, how strong, from where, who is in it, and when it is back [SC-RET-3, SC-RET-4]."""

    owner: str
    points: str
    origin: str
    troops: str
    back: str


def underway(view: CampaignView, names: Names) -> list[Underway]:
    """Each army that retreats or flees."""
    return [
        Underway(
            seen.army.owner,
            halves(seen.points),
            names.get(seen.army.origin, seen.army.origin),
            _together(seen.army.lords, seen.army.units, names),
            _back(view, seen.army),
        )
        for seen in view.armies
    ]


def _back(view: CampaignView, army: Army) -> str:
    """Where to and when; an army waits while all villages are occupied, and without any it is no more."""
    villages = view.villages_of(army.owner).values()
    if not villages:
        return _("aucun village : elle se disperse")
    if all(village.occupied for village in villages) and army.due <= view.turn:
        return _("tous ses villages sont occupés : elle attend qu'un soit libre")
    if army.due > view.turns or view.ranking:
        return _("la campagne finit avant son retour")
    told = _("un village, à la fin du tour %(turn)d") if army.leaderless else _("un village, au début du tour %(turn)d")
    return told % {"turn": army.due}


def _together(lords: Iterable[Lord], units: Iterable[MapUnit], names: Names) -> str:
    return ", ".join(filter(None, (*map(lord_name, lords), troops(units, names))))


def troops(units: Iterable[MapUnit], names: Names) -> str:
    """Units in one line, equal ones counted together: the kind, its figures of its full size."""
    return ", ".join(counted(f"{names.get(unit.kind, unit.kind)} {unit.figures}/{unit.size}" for unit in units))


def counted(lines: Iterable[str]) -> Iterator[str]:
    """Each line once, with how often it stands there."""
    return (f"{count} × {line}" if count > 1 else line for line, count in Counter(lines).items())


def unit_line(unit: MapUnit, names: Names) -> str:
    """One unit: the kind, its figures of its full size, what it is worth."""
    kind, points = names.get(unit.kind, unit.kind), halves(unit.worth())
    return _("%(kind)s %(figures)d/%(size)d · %(points)s\N{NO-BREAK SPACE}pt") % {
        "kind": kind,
        "figures": unit.figures,
        "size": unit.size,
        "points": points,
    }


@dataclass(frozen=True, slots=True)
class LivingLord:
    """A lord, what he is called, and the territory he is on; None off the map."""

    lord: Lord
    name: str
    at: TerritoryId | None


def living(view: CampaignView, seat: Seat | None) -> Iterator[LivingLord]:
    """A player's lords, wherever each is: with a band, in a reserve, or off the map."""
    for band in view.bands_of(seat):
        if band.lord is not None:
            yield LivingLord(band.lord, leader_name(band), band.territory)
    for at, village in view.villages_of(seat).items():
        yield from (LivingLord(lord, lord_name(lord), at) for lord in village.lords)
    for away in view.armies:
        if away.army.owner == seat:
            yield from (LivingLord(lord, lord_name(lord), None) for lord in away.army.lords)


def bot_levels() -> tuple[NamedChoice, ...]:
    """The programs that can fill a seat, the weakest first."""
    return (
        NamedChoice("random", _("automate au hasard")),
        NamedChoice("heuristic", _("automate prudent")),
        NamedChoice("searching", _("automate calculateur")),
        NamedChoice("tree", _("automate stratège")),
    )


def lord_name(lord: Lord | None) -> str:
    """What a lord is called, named or not."""
    return lord.name if lord is not None and lord.name else _("Seigneur sans nom")


def leader_name(band: MapBand) -> str:
    """The lord of a band; while he has no name, by the band he leads."""
    named = band.lord is not None and band.lord.name
    return named or _("seigneur de la bande %(band)d") % {"band": band.id}


def band_name(band: MapBand) -> str:
    """A band by its lord's name; by its number while he has none."""
    return band.lord.name if band.lord is not None and band.lord.name else _("bande %(band)d") % {"band": band.id}


def halves(points: Fraction | int) -> str:
    """Points as people write them: 7, 7½, 3¾; other fractions with two decimals."""
    whole, part = divmod(Fraction(points), 1)
    signs = {Fraction(0): "", Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}
    if part in signs:
        return f"{whole if whole or not part else ''}{signs[part]}"
    return decimal(f"{float(points):.2f}", language())


def name_of(land: TerritoryView | Territory, language: Language) -> str:
    """A territory's name in the reader's language."""
    return land.name_en if language == "en" else land.name_fr


def known_names(game: VisitedGame, spoken: Language) -> Mapping[str, str]:
    """Names of seats, of territories, of kinds of units, and of those who act by themselves."""
    view = game.view
    lands = {str(land.id): name_of(land, spoken) for land in view.territories}
    words = phrases(spoken).get("words", {})
    kinds = {row.kind: words.get(row.kind, row.kind) for row in view.catalogue}
    alone = {name: told for name, told in words.items() if name.startswith("bot:")} | {str(CLOCK): _("l'horloge")}
    return {**kinds, **lands, **alone, **sentences.names(game, spoken)}
