"""The legal choices of the moment in words, each with its price: what the side panel offers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from heraut.campaign import commands as do
from heraut.campaign.forces import Unit
from heraut.campaign.names import BandId
from heraut.campaign.state import BuildOrder
from heraut.campaign.view import CampaignView, CombatView, TerritoryView
from heraut.kernel import ORGANISER, Command, Seat, SlotView, Stage, to_plain
from heraut.web.game import Game
from heraut.web.rooms.campaign.roll import Names, halves, lord_name

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
class Fielded:
    """A side of a battle to report."""

    seat: str
    units: tuple[Unit, ...]
    lords: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle whose result is awaited."""

    sheet: CombatView
    sides: tuple[Fielded, ...]


@dataclass(frozen=True, slots=True)
class Proposed:
    """A result that lies on the table: what each side would have left of each unit, and which lords would be dead."""

    sheet: CombatView
    sides: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Troop:
    """A unit and where it is: a band, or the reserve."""

    unit: Unit
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


def marching(game: Game, view: CampaignView, names: Names) -> tuple[Marching, ...]:
    """Each band that may move with its paths."""
    paths: dict[BandId, list[Choice]] = {}
    for move in of_type(game, do.DeclareMove):
        paths.setdefault(move.band, []).append(way(move.path, names))
    bands = {seen.band.id: seen for seen in view.bands}
    return tuple(
        Marching(id, f"{lord_name(bands[id].band.lord)} · {halves(bands[id].points)}", tuple(found))
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
    """What is arranged on a territory, and its price: the points bought, and new lords [SC-LRD-1]."""
    new_lords = sum(plan.new_lord is not None for plan in muster.bands)
    cost = sum(unit.points for unit in _bought(muster)) + new_lords * view.lord_cost
    parts = [_("%(kinds)s pour la réserve") % {"kinds": _kinds(muster.recruits, names)}] if muster.recruits else []
    parts += [_plan(plan) for plan in muster.bands]
    return _("%(where)s : %(what)s (%(pp)d PP)") % {
        "where": names.get(muster.territory, muster.territory),
        "what": ", ".join(parts) or _("rien"),
        "pp": cost,
    }


def _kinds(recruits: tuple[do.Recruit, ...], names: Names) -> str:
    return ", ".join(dict.fromkeys(names.get(unit.kind, unit.kind) for unit in recruits))


def _plan(plan: do.BandPlan) -> str:
    if plan.band is None:
        return _("une nouvelle bande")
    if plan.recruits:
        return _("renforcer la bande %(band)d") % {"band": plan.band}
    return _("la bande %(band)d sans recrue") % {"band": plan.band}


def _bought(muster: do.Muster) -> Iterator[do.Recruit]:
    yield from muster.recruits
    for plan in muster.bands:
        yield from plan.recruits


def grounds(view: CampaignView, seat: Seat | None) -> tuple[Ground, ...]:
    """Where a player may transfer or recruit: own villages, and territories with several own bands."""
    found = (_ground(view, land, seat) for land in view.territories)
    return tuple(ground for ground in found if ground.lords or ground.recruits or len(ground.homes) > 1)


def battlegrounds(view: CampaignView, fieldings: list[do.FieldForce], seat: Seat | None) -> tuple[Ground, ...]:
    """Where a player fields a band, with the troops that may be redistributed before the battle [SC-CBT-2]."""
    places = {command.territory for command in fieldings}
    return tuple(_ground(view, land, seat) for land in view.territories if land.id in places)


def _ground(view: CampaignView, land: TerritoryView, seat: Seat | None) -> Ground:
    own = [seen.band for seen in view.bands if seen.band.owner == seat and seen.band.territory == land.id]
    village = land.village if land.village is not None and land.village.owner == seat else None
    bands = tuple(Choice(str(band.id), f"{lord_name(band.lord)} ({band.id})") for band in own)
    homes = bands + ((Choice("reserve", _("réserve")), Choice("new", _("nouvelle bande"))) if village else ())
    troops = [Troop(unit, str(band.id)) for band in own for unit in band.units]
    troops += [Troop(unit, "reserve") for unit in village.units] if village else []
    lords = tuple(Choice(str(lord.id), lord_name(lord)) for lord in village.lords) if village else ()
    open_to_recruits = village is not None and not village.occupied
    return Ground(land.id, bands, homes, tuple(troops), lords, open_to_recruits)


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


def battles(view: CampaignView, seat: Seat | None, *, official: bool) -> tuple[Battle, ...]:
    """The battles whose result this visitor may enter."""
    return tuple(
        Battle(sheet, tuple(_side(view, sheet, one) for one in sheet.combat.standing()))
        for sheet in view.combats
        if sheet.combat.status == "battle" and (official or seat in sheet.combat.standing())
    )


def reviews(view: CampaignView, seat: Seat | None, names: Names, *, official: bool) -> tuple[Proposed, ...]:
    """The results this visitor may confirm or contest [SC-CBT-6]."""
    found = (sheet for sheet in view.combats if sheet.combat.status == "review")
    return tuple(
        Proposed(sheet, tuple((side, _left(view, sheet, side, names)) for side in sheet.combat.standing()))
        for sheet in found
        if official or (seat in sheet.combat.standing() and seat not in sheet.combat.agreed)
    )


def _left(view: CampaignView, sheet: CombatView, side: Seat, names: Names) -> tuple[str, ...]:
    result, fielded = sheet.combat.result, _side(view, sheet, side)
    if result is None:
        return ()
    left = {one.unit: one.figures for one in result.left}
    told = [
        _("%(kind)s : %(left)d sur %(figures)d")
        % {"kind": names.get(unit.kind, unit.kind), "left": left.get(unit.id, 0), "figures": unit.figures}
        for unit in fielded.units
    ]
    dead = [_("%(lord)s est mort") % {"lord": lord.label} for lord in fielded.lords if int(lord.value) in result.fallen]
    return (*(f"{count} × {line}" if count > 1 else line for line, count in Counter(told).items()), *dead)


def _side(view: CampaignView, sheet: CombatView, seat: Seat) -> Fielded:
    force = sheet.combat.forces[seat]
    troops = [seen.band for seen in view.bands if seen.band.id == force.band]
    villages = [land.village for land in view.territories if land.id == sheet.combat.territory]
    village = villages[0] if villages else None
    units = troops[0].units if troops else village.units if village is not None else ()
    lords = [troops[0].lord] if troops else list(village.lords) if village is not None else []
    return Fielded(
        seat,
        tuple(unit for unit in units if unit.id in force.units),
        tuple(Choice(str(lord.id), lord_name(lord)) for lord in lords if lord is not None and lord.id in force.lords),
    )
