"""The legal choices of the moment in words, each with its price: what the side panel offers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from heraut.campaign.arrivals import ChooseVillage
from heraut.campaign.bids import OrderTies
from heraut.campaign.building import Build
from heraut.campaign.forces import Band, BandId, Lord, UnitId
from heraut.campaign.invasions import Invade
from heraut.campaign.marches import DeclareMove
from heraut.campaign.setup import AssignStarts
from heraut.campaign.tables import Category, TerritoryId
from heraut.campaign.upkeep import Demobilise
from heraut.campaign.view import BandView, CampaignView
from heraut.kernel import ORGANISER, Command, Seat
from heraut.web.game import Game
from heraut.web.rooms.campaign.names import Names, band_name, halves, living, lord_name, troops, unit_line


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to choose: the value a form sends, and what people read."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Marching:
    """A band that may move, and where to."""

    band: int
    label: str
    paths: tuple[Choice, ...]


def of_type(game: Game, kind: type[Command]) -> list[Any]:
    """The legal commands of one type."""
    return [command for command in game.legal if isinstance(command, kind)]


def start_rows(game: Game) -> tuple[tuple[Seat, str], ...]:
    """Each player with the start the map recommends, where the organiser gives them out [SC-SET-2]."""
    found = of_type(game, AssignStarts)
    return tuple(found[0].starts.items()) if found else ()


def marching(game: Game, view: CampaignView, names: Names) -> tuple[Marching, ...]:
    """Each band that may move, where it stands, and its paths."""
    paths: dict[BandId, list[Choice]] = {}
    for move in of_type(game, DeclareMove):
        paths.setdefault(move.band, []).append(way(move, view, names))
    bands = {seen.band.id: seen for seen in view.bands}
    return tuple(Marching(id, _standing(bands[id], names), shortest_first(found)) for id, found in paths.items())


def shortest_first(ways: Iterable[Choice]) -> tuple[Choice, ...]:
    """Ways by the number of their roads; those of as many stay in their order."""
    return tuple(sorted(ways, key=lambda way: way.value.count("\n")))


def _standing(seen: BandView, names: Names) -> str:
    return _("%(band)s · %(points)s pt · %(where)s") % {
        "band": band_name(seen.band),
        "points": halves(seen.points),
        "where": names.get(seen.band.territory, seen.band.territory),
    }


def way(move: DeclareMove, view: CampaignView, names: Names) -> Choice:
    """A path by the names of its territories, and whose bands stand at its end [SC-DEC-7]."""
    there = {seen.band.owner for seen in view.bands if seen.band.territory == move.path[-1]} - {move.seat}
    told = " → ".join(names.get(at, at) for at in move.path)
    foes = ", ".join(sorted(names.get(seat, seat) for seat in there))
    return Choice("\n".join(move.path), _("%(way)s · contre %(foes)s") % {"way": told, "foes": foes} if foes else told)


def building(game: Game) -> Mapping[str, tuple[str, ...]] | None:
    """Where villages and sacred sites may be built; None if nobody asks."""
    found = of_type(game, Build)
    if not found:
        return None
    villages, sites = (tuple(at for one in found for at in getattr(one, kind)) for kind in ("villages", "sites"))
    return {"villages": villages, "sites": sites}


Places = tuple[tuple[Category, tuple[Choice, ...]], ...]
"""Territories by their category, prestige first."""


def founding(game: Game, view: CampaignView, names: Names) -> Places:
    """Where a landless player may come back with a village [SC-HOM-5]; nowhere for anybody else."""
    own = {land.id for land in view.territories if land.controller == game.visitor.seat}
    return _places({at for command in of_type(game, Build) for at in command.villages} - own, view, names)


def invasions(game: Game, view: CampaignView, names: Names) -> Places:
    """Where a portal may open [SC-INV-3]."""
    return _places({command.territory for command in of_type(game, Invade)}, view, names)


def _places(places: set[TerritoryId], view: CampaignView, names: Names) -> Places:
    found = [
        (land.category, Choice(land.id, names.get(land.id, land.id))) for land in view.territories if land.id in places
    ]
    kinds = ((kind, tuple(choice for category, choice in found if category is kind)) for kind in reversed(Category))
    return tuple((kind, choices) for kind, choices in kinds if choices)


def lords(view: CampaignView, seat: Seat | None, names: Names) -> tuple[Choice, ...]:
    """A player's living lords, each with where he is and his experience, if he has any."""
    return tuple(Choice(str(lord.id), " · ".join(_lord_parts(lord, at, names))) for lord, at in living(view, seat))


def _lord_parts(lord: Lord, at: TerritoryId | None, names: Names) -> Iterator[str]:
    yield lord_name(lord)
    yield _("hors de la carte") if at is None else names.get(at, at)
    if lord.experience:
        yield _("expérience %(n)s") % {"n": lord.experience}


def stand_ins(view: CampaignView, seat: Seat | None) -> tuple[Choice, ...]:
    """Who may play for a seat: nobody, another player, the organiser, a bot."""
    people = [Choice(player.seat, player.name) for player in view.players if player.seat != seat]
    bots = (
        Choice("bot:random", _("automate au hasard")),
        Choice("bot:heuristic", _("automate prudent")),
        Choice("bot:searching", _("automate calculateur")),
        Choice("bot:tree", _("automate stratège")),
    )
    return (Choice("", _("personne")), *people, Choice(ORGANISER, _("l'organisateur")), *bots)


def tie_orders(game: Game, names: Names) -> tuple[Choice, ...]:
    """Every order of the tied players."""
    return tuple(
        Choice(
            json.dumps(command.orders),
            " · ".join(", ".join(names.get(s, s) for s in group) for group in command.orders),
        )
        for command in of_type(game, OrderTies)
    )


@dataclass(frozen=True, slots=True)
class BandUnits:
    """A band and its units, each with what it is worth."""

    name: str
    points: str
    units: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Leaving:
    """
    A territory that units may leave, and the nearest villages: several leave a choice [SC-UPK-8].

    `chosen` are the units there that would best leave [SC-UPK-11].
    """

    territory: str
    points: str
    companies: tuple[BandUnits, ...]
    homes: tuple[Choice, ...]
    chosen: frozenset[str]


def leaving(game: Game, view: CampaignView, names: Names) -> tuple[Leaving, ...]:
    """For a player who owes: every territory with own bands. Empty for all others."""
    seat = game.visitor.seat
    best = {id for one in of_type(game, Demobilise) for id in one.units}
    return tuple(
        _leaving(at, [seen.band for seen in view.bands if _here(seen.band, seat, at)], homes, best, names)
        for at, homes in view.homes.items()
    )


def _leaving(at: str, bands: list[Band], homes: Iterable[str], best: set[UnitId], names: Names) -> Leaving:
    return Leaving(
        at,
        halves(sum((band.points() for band in bands), 0)),
        tuple(_band_units(band, names) for band in bands),
        tuple(Choice(home, names.get(home, home)) for home in homes),
        frozenset(str(unit.id) for band in bands for unit in band.units if unit.id in best),
    )


def _here(band: Band, seat: Seat | None, at: str) -> bool:
    return band.owner == seat and band.territory == at


def _band_units(band: Band, names: Names) -> BandUnits:
    units = tuple(Choice(str(unit.id), unit_line(unit, names)) for unit in band.units)
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
    villages: tuple[Choice, ...]


def returning(game: Game, view: CampaignView, names: Names) -> tuple[Returning, ...]:
    """Every army whose village is the visitor's to choose."""
    homes: dict[int, list[Choice]] = {}
    for one in of_type(game, ChooseVillage):
        homes.setdefault(one.army, []).append(Choice(one.territory, names.get(one.territory, one.territory)))
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
