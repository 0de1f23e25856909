"""Troops that go home, and to which village: those demobilised (chapter 17), and armies that return (chapter 23)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from heraut.campaign.arrivals import ChooseVillage
from heraut.campaign.forces import Band, UnitId
from heraut.campaign.upkeep import Demobilise
from heraut.campaign.view import CampaignView
from heraut.kernel import Seat
from heraut.web.game import Game
from heraut.web.rooms.campaign.choices import Choice, of_type
from heraut.web.rooms.campaign.roll import Names, band_name, halves, troops, unit_line


@dataclass(frozen=True, slots=True)
class Company:
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
    companies: tuple[Company, ...]
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
        tuple(_company(band, names) for band in bands),
        tuple(Choice(home, names.get(home, home)) for home in homes),
        frozenset(str(unit.id) for band in bands for unit in band.units if unit.id in best),
    )


def _here(band: Band, seat: Seat | None, at: str) -> bool:
    return band.owner == seat and band.territory == at


def _company(band: Band, names: Names) -> Company:
    units = tuple(Choice(str(unit.id), unit_line(unit, names)) for unit in band.units)
    return Company(band_name(band), halves(band.points()), units)


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
