"""What may be chosen now, in words: marches, places to build and land on, ties, who leaves and returns, stand-ins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from heraut.campaign.arrivals import ChooseVillage
from heraut.campaign.board import BandId, MapBand, UnitId
from heraut.campaign.building import Build
from heraut.campaign.invasions import Invade
from heraut.campaign.marches import DeclareMove
from heraut.campaign.setup import AssignStarts
from heraut.campaign.tables import Category, TerritoryId
from heraut.campaign.upkeep import Demobilise
from heraut.campaign.view import BandView, CampaignView
from heraut.kernel.names import ORGANISER, Seat
from heraut.web.game import VisitedGame
from heraut.web.rooms.campaign.names import (
    LivingLord,
    NamedChoice,
    Names,
    band_name,
    bot_levels,
    halves,
    living,
    of_type,
    troops,
    unit_line,
)


@dataclass(frozen=True, slots=True)
class Marching:
    """A band that may move: what it is called, where it stands, and where to."""

    band: int
    name: str
    label: str
    paths: tuple[NamedChoice, ...]


MOST_WAYS = 4000
"""Paths a page offers: seven bands on a map of many roads have more than a page looks at otherwise."""


def start_rows(game: VisitedGame) -> tuple[tuple[Seat, str], ...]:
    """Each player with the start the map recommends, where the organiser gives them out [SC-SET-2]."""
    found = of_type(game, AssignStarts)
    return tuple(found[0].starts.items()) if found else ()


def marching(game: VisitedGame, view: CampaignView, names: Names, to: str = "") -> tuple[Marching, ...]:
    """Each band that may move, with all its paths or those that end somewhere: the shortest first."""
    moves: dict[BandId, list[DeclareMove]] = {}
    speaks = any((one.code, one.seat) == ("campaign-declare", game.visitor.seat) for one in game.awaits)
    for move in game.first_legal(MOST_WAYS) if speaks else ():
        if isinstance(move, DeclareMove) and to in ("", move.path[-1]):
            moves.setdefault(move.band, []).append(move)
    bands = {seen.band.id: seen for seen in view.bands}
    return tuple(_marching(bands[id], found, view, names) for id, found in moves.items())


def _marching(seen: BandView, moves: list[DeclareMove], view: CampaignView, names: Names) -> Marching:
    name = band_name(seen.band)
    label = _("%(band)s · %(points)s pt · %(where)s") % {
        "band": name,
        "points": halves(seen.points),
        "where": names.get(seen.band.territory, seen.band.territory),
    }
    shortest_first = sorted(moves, key=lambda move: len(move.path))
    return Marching(seen.band.id, name, label, tuple(_way(move, view, names) for move in shortest_first))


def _way(move: DeclareMove, view: CampaignView, names: Names) -> NamedChoice:
    """A path by the names of its territories, and whose bands stand at its end [SC-DEC-7]."""
    there = {seen.band.owner for seen in view.bands if seen.band.territory == move.path[-1]} - {move.seat}
    told = " → ".join(names.get(at, at) for at in move.path)
    foes = ", ".join(sorted(names.get(seat, seat) for seat in there))
    return NamedChoice(
        "\n".join(move.path), _("%(way)s · contre %(foes)s") % {"way": told, "foes": foes} if foes else told
    )


def building(game: VisitedGame) -> Mapping[str, tuple[str, ...]] | None:
    """Where villages and sacred sites may be built; None if nobody asks."""
    found = of_type(game, Build)
    if not found:
        return None
    villages, sites = (tuple(at for one in found for at in getattr(one, kind)) for kind in ("villages", "sites"))
    return {"villages": villages, "sites": sites}


Places = tuple[tuple[Category, tuple[NamedChoice, ...]], ...]
"""Territories by their category, prestige first."""


def founding(game: VisitedGame, view: CampaignView, names: Names) -> Places:
    """Where a landless player may come back with a village [SC-HOM-5]; nowhere for anybody else."""
    own = {land.id for land in view.territories if land.controller == game.visitor.seat}
    return _places({at for command in of_type(game, Build) for at in command.villages} - own, view, names)


def invasions(game: VisitedGame, view: CampaignView, names: Names) -> Places:
    """Where a portal may open [SC-INV-3]."""
    return _places({command.territory for command in of_type(game, Invade)}, view, names)


def _places(places: set[TerritoryId], view: CampaignView, names: Names) -> Places:
    found = [
        (land.category, NamedChoice(land.id, names.get(land.id, land.id)))
        for land in view.territories
        if land.id in places
    ]
    kinds = ((kind, tuple(choice for category, choice in found if category is kind)) for kind in reversed(Category))
    return tuple((kind, choices) for kind, choices in kinds if choices)


def lords(view: CampaignView, seat: Seat | None, names: Names) -> tuple[NamedChoice, ...]:
    """A player's living lords, each with where he is and his experience, if he has any."""
    return tuple(NamedChoice(str(one.lord.id), " · ".join(_lord_parts(one, names))) for one in living(view, seat))


def _lord_parts(one: LivingLord, names: Names) -> Iterator[str]:
    yield one.name
    yield _("hors de la carte") if one.at is None else names.get(one.at, one.at)
    if one.lord.experience:
        yield _("expérience %(n)s") % {"n": one.lord.experience}


def stand_ins(view: CampaignView, seat: Seat | None) -> tuple[NamedChoice, ...]:
    """Who may play for a seat: nobody, another player, the organiser, a bot."""
    people = [NamedChoice(player.seat, player.name) for player in view.players if player.seat != seat]
    bots = (NamedChoice(f"bot:{level.value}", level.label) for level in bot_levels())
    return (NamedChoice("", _("personne")), *people, NamedChoice(ORGANISER, _("l'organisateur")), *bots)


@dataclass(frozen=True, slots=True)
class TiedRank:
    """A place on the initiative track to give to one of the tied: who had it before is offered first."""

    rank: int
    chosen: Seat


@dataclass(frozen=True, slots=True)
class TiedGroup:
    """Players who bid the same, and the ranks they share [SC-INI-10]."""

    seats: tuple[Seat, ...]
    ranks: tuple[TiedRank, ...]


def tied_groups(game: VisitedGame, view: CampaignView) -> tuple[TiedGroup, ...]:
    """The ties the visitor orders, best first: any order may be said, however many are tied."""
    if not any(one.code == "campaign-ties" and one.seat == game.visitor.seat for one in game.awaits):
        return ()
    groups, before = [], 0
    for group in view.groups:
        former = sorted(group, key=view.order.index)
        if len(group) > 1:
            ranks = tuple(TiedRank(before + place, seat) for place, seat in enumerate(former, start=1))
            groups.append(TiedGroup(tuple(former), ranks))
        before += len(group)
    return tuple(groups)


@dataclass(frozen=True, slots=True)
class BandUnits:
    """A band and its units, each with what it is worth."""

    name: str
    points: str
    units: tuple[NamedChoice, ...]


@dataclass(frozen=True, slots=True)
class Leaving:
    """
    A territory that units may leave, and the nearest villages: several leave a choice [SC-UPK-8].

    `chosen` are the units there that would best leave [SC-UPK-11].
    """

    territory: str
    points: str
    companies: tuple[BandUnits, ...]
    homes: tuple[NamedChoice, ...]
    chosen: frozenset[str]


def leaving(game: VisitedGame, view: CampaignView, names: Names) -> tuple[Leaving, ...]:
    """For a player who owes: every territory with own bands. Empty for all others."""
    seat = game.visitor.seat
    best = {id for one in of_type(game, Demobilise) for id in one.units}
    return tuple(
        _leaving(at, [band for band in view.bands_of(seat) if band.territory == at], homes, best, names)
        for at, homes in view.homes.items()
    )


def _leaving(at: str, bands: list[MapBand], homes: Iterable[str], best: set[UnitId], names: Names) -> Leaving:
    return Leaving(
        at,
        halves(sum((band.points() for band in bands), 0)),
        tuple(_band_units(band, names) for band in bands),
        tuple(NamedChoice(home, names.get(home, home)) for home in homes),
        frozenset(str(unit.id) for band in bands for unit in band.units if unit.id in best),
    )


def _band_units(band: MapBand, names: Names) -> BandUnits:
    units = tuple(NamedChoice(str(unit.id), unit_line(unit, names)) for unit in band.units)
    return BandUnits(band_name(band), halves(band.points()), units)


@dataclass(frozen=True, slots=True)
class Returning:
    """An army that comes back, and the villages equally near among which the visitor chooses [SC-RET-6]."""

    army: int
    owner: Seat
    origin: str
    points: str
    units: str
    leaderless: bool
    villages: tuple[NamedChoice, ...]


def returning(game: VisitedGame, view: CampaignView, names: Names) -> tuple[Returning, ...]:
    """Every army whose village is the visitor's to choose."""
    homes: dict[int, list[NamedChoice]] = {}
    for one in of_type(game, ChooseVillage):
        homes.setdefault(one.army, []).append(NamedChoice(one.territory, names.get(one.territory, one.territory)))
    return tuple(
        Returning(
            seen.army.id,
            seen.army.owner,
            seen.army.origin,
            halves(seen.points),
            troops(seen.army.units, names),
            seen.army.leaderless,
            tuple(homes[seen.army.id]),
        )
        for seen in view.armies
        if seen.army.id in homes
    )
