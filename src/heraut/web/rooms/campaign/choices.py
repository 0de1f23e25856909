"""The legal choices of the moment in words, each with its price: what the side panel offers."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from heraut.campaign import commands as do
from heraut.campaign.names import BandId, Category, TerritoryId
from heraut.campaign.state import BuildOrder
from heraut.campaign.view import CampaignView, CombatView, TerritoryView
from heraut.kernel import ORGANISER, Command, Seat, SlotView, Stage, to_plain
from heraut.web.game import Game
from heraut.web.rooms.campaign.roll import Names, band_name, halves, lord_name, unit_line

CLOSED = (Stage.SEALED, Stage.DEFAULTED)


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


@dataclass(frozen=True, slots=True)
class Troop:
    """A unit and where it is: a band, or the reserve."""

    id: int
    label: str
    at: str


@dataclass(frozen=True, slots=True)
class Ground:
    """A territory on which one's troops may be arranged."""

    territory: str
    bands: tuple[Choice, ...]
    homes: tuple[Choice, ...]
    troops: tuple[Troop, ...]
    lords: tuple[Choice, ...]
    recruits: bool
    sheet: CombatView | None = None


@dataclass(frozen=True, slots=True)
class Sealed:
    """What the visitor has handed in and may still change: in words, and as its form sends it."""

    slot: SlotView
    told: tuple[str, ...]
    value: str


def sealed(view: CampaignView, seat: Seat | None, names: Names) -> Sealed | None:
    """The visitor's own sealed choice [SC-INI-6]."""
    slot = next((slot for slot in view.slots if slot.seat == seat and slot.stage in CLOSED), None)
    if slot is None:
        return None
    match slot.value:
        case int(amount):
            return Sealed(slot, (_("%(pp)d PP") % {"pp": amount},), "")
        case BuildOrder(villages, sites):
            lines = [_("village · %(where)s") % {"where": names.get(at, at)} for at in villages]
            lines += [_("terrain sacré · %(where)s") % {"where": names.get(at, at)} for at in sites]
            return Sealed(slot, tuple(lines) or (_("Rien cette fois"),), "")
        case tuple(musters):
            lines = [_muster(one, view, names) for one in musters]
            return Sealed(slot, tuple(lines) or (_("Rien cette fois"),), json.dumps(to_plain(musters)))
        case _:
            return None


def of_type(game: Game, kind: type[Command]) -> list[Any]:
    """The legal commands of one type."""
    return [command for command in game.legal if isinstance(command, kind)]


def start_rows(game: Game) -> tuple[tuple[Seat, str], ...]:
    """Each player with the start the map recommends, where the organiser gives them out [SC-SET-2]."""
    found = of_type(game, do.AssignStarts)
    return tuple(found[0].starts.items()) if found else ()


def marching(game: Game, view: CampaignView, names: Names) -> tuple[Marching, ...]:
    """Each band that may move with its paths."""
    paths: dict[BandId, list[Choice]] = {}
    for move in of_type(game, do.DeclareMove):
        paths.setdefault(move.band, []).append(way(move.path, names))
    bands = {seen.band.id: seen for seen in view.bands}
    return tuple(
        Marching(
            id,
            _("%(band)s · %(points)s points") % {"band": band_name(bands[id].band), "points": halves(bands[id].points)},
            tuple(found),
        )
        for id, found in paths.items()
    )


def way(path: tuple[str, ...], names: Names) -> Choice:
    """A path, by the names of its territories."""
    return Choice("\n".join(path), " → ".join(names.get(at, at) for at in path))


def preparations(game: Game, view: CampaignView, names: Names) -> tuple[Choice, ...]:
    """Ready-made preparations: nothing, units for the reserve, a stronger band, a new band, with what each costs."""
    return tuple(
        Choice(json.dumps(to_plain(command.musters)), "; ".join(_muster(one, view, names) for one in command.musters))
        if command.musters
        else Choice("[]", _("Rien cette fois"))
        for command in of_type(game, do.Prepare)
    )


def _muster(muster: do.Muster, view: CampaignView, names: Names) -> str:
    """What is arranged on a territory, and its price."""
    parts = [_("%(kinds)s pour la réserve") % {"kinds": _kinds(muster.recruits, names)}] if muster.recruits else []
    parts += [_plan(plan) for plan in muster.bands]
    parts += [_("un seigneur pour la réserve")] * len(muster.lords)
    return _("%(where)s : %(what)s (%(pp)d PP)") % {
        "where": names.get(muster.territory, muster.territory),
        "what": ", ".join(parts) or _("rien"),
        "pp": muster_price(muster, view),
    }


def _kinds(recruits: tuple[do.Recruit, ...], names: Names) -> str:
    return ", ".join(dict.fromkeys(names.get(unit.kind, unit.kind) for unit in recruits))


def _plan(plan: do.BandPlan) -> str:
    if plan.band is None:
        return _("une nouvelle bande")
    if plan.recruits:
        return _("renforcer la bande %(band)d") % {"band": plan.band}
    return _("la bande %(band)d sans recrue") % {"band": plan.band}


def muster_price(muster: do.Muster, view: CampaignView) -> int:
    """The points bought on a territory, and new lords [SC-REC-2, SC-LRD-1]."""
    units = [*muster.recruits, *(unit for plan in muster.bands for unit in plan.recruits)]
    lords = len(muster.lords) + sum(plan.new_lord is not None for plan in muster.bands)
    return sum(unit.points for unit in units) + lords * view.lord_cost


def grounds(view: CampaignView, seat: Seat | None, names: Names) -> tuple[Ground, ...]:
    """Where a player may transfer or recruit: own villages, and territories with several own bands."""
    found = (_ground(view, land, seat, names) for land in view.territories)
    return tuple(ground for ground in found if ground.lords or ground.recruits or len(ground.homes) > 1)


def battlegrounds(
    view: CampaignView, fieldings: list[do.FieldForce], seat: Seat | None, names: Names
) -> tuple[Ground, ...]:
    """Where a player fields a band, with the troops that may be redistributed before the battle [SC-CBT-2]."""
    places = {command.territory for command in fieldings}
    found = (_ground(view, land, seat, names) for land in view.territories if land.id in places)
    sheets = {sheet.combat.territory: sheet for sheet in view.combats}
    return tuple(replace(ground, sheet=sheets.get(TerritoryId(ground.territory))) for ground in found)


def _ground(view: CampaignView, land: TerritoryView, seat: Seat | None, names: Names) -> Ground:
    own = [seen.band for seen in view.bands if seen.band.owner == seat and seen.band.territory == land.id]
    village = land.village if land.village is not None and land.village.owner == seat else None
    bands = tuple(Choice(str(band.id), band_name(band)) for band in own)
    homes = bands + ((Choice("reserve", _("réserve")), Choice("new", _("nouvelle bande"))) if village else ())
    troops = [Troop(unit.id, unit_line(unit, names), str(band.id)) for band in own for unit in band.units]
    troops += [Troop(unit.id, unit_line(unit, names), "reserve") for unit in village.units] if village else []
    lords = tuple(Choice(str(lord.id), lord_name(lord)) for lord in village.lords) if village else ()
    open_to_recruits = village is not None and not village.occupied
    return Ground(land.id, bands, homes, tuple(troops), lords, open_to_recruits)


def invasions(game: Game, view: CampaignView, names: Names) -> tuple[tuple[Category, tuple[Choice, ...]], ...]:
    """Where a portal may open [SC-INV-3], prestige first."""
    places = {command.territory for command in of_type(game, do.Invade)}
    found = [
        (land.category, Choice(land.id, names.get(land.id, land.id))) for land in view.territories if land.id in places
    ]
    kinds = ((kind, tuple(choice for category, choice in found if category is kind)) for kind in reversed(Category))
    return tuple((kind, choices) for kind, choices in kinds if choices)


def lords(view: CampaignView, seat: Seat | None) -> tuple[Choice, ...]:
    """A player's living lords, wherever they are, with what is told of them."""
    found = [seen.band.lord for seen in view.bands if seen.band.owner == seat and seen.band.lord is not None]
    for land in view.territories:
        found += land.village.lords if land.village is not None and land.village.owner == seat else ()
    for seen in view.armies:
        found += seen.army.lords if seen.army.owner == seat else ()
    return tuple(Choice(str(lord.id), f"{lord_name(lord)} · {lord.experience}") for lord in found)


def stand_ins(view: CampaignView, seat: Seat | None) -> tuple[Choice, ...]:
    """Who may play for a seat: nobody, another player, the organiser, a bot."""
    people = [Choice(player.seat, player.name) for player in view.players if player.seat != seat]
    bots = (
        Choice("bot:random", _("automate au hasard")),
        Choice("bot:heuristic", _("automate sage")),
        Choice("bot:searching", _("automate devin")),
    )
    return (Choice("", _("personne")), *people, Choice(ORGANISER, _("l'organisation")), *bots)


def tie_orders(game: Game, names: Names) -> tuple[Choice, ...]:
    """Every order of the tied players."""
    return tuple(
        Choice(
            json.dumps(command.orders),
            " · ".join(", ".join(names.get(s, s) for s in group) for group in command.orders),
        )
        for command in of_type(game, do.OrderTies)
    )
