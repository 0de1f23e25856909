"""Musters: the form that arranges a territory's troops, and orders under the seal, in words [SC-SEQ-4]."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from heraut.campaign.board import BandPlan, MapBand, Recruit, TerritoryMuster, points_bought
from heraut.campaign.combats import FieldForce
from heraut.campaign.musters import Prepare
from heraut.campaign.state import BuildOrder
from heraut.campaign.tables import Points, TerritoryId
from heraut.campaign.view import CampaignView, CombatView, ReserveView, TerritoryView
from heraut.kernel.codec import to_plain
from heraut.kernel.names import Seat
from heraut.kernel.sealed import SlotView, Stage
from heraut.web import forms
from heraut.web.game import VisitedGame
from heraut.web.rooms.campaign.names import (
    NamedChoice,
    Names,
    band_name,
    counted,
    halves,
    leader_name,
    living,
    lord_name,
    of_type,
    unit_line,
)

RESERVE, NEW = "reserve", "new"
"""Where a unit may go besides the bands that stand there."""
MOST_UNITS = 1000
"""Nobody can pay for more: a larger number costs the rules a refusal and the server nothing."""


@dataclass(frozen=True, slots=True)
class TroopMove:
    """A unit and where it goes: a band, or the reserve."""

    id: int
    label: str
    at: str


@dataclass(frozen=True, slots=True)
class OwnBand:
    """A band that stands there and the lord who is to lead it."""

    value: str
    label: str
    lord: str


@dataclass(frozen=True, slots=True)
class Purchase:
    """So many points of a kind of unit to buy."""

    kind: str
    figures: int
    points: int = 0


@dataclass(frozen=True, slots=True)
class MusterGround:
    """
    A territory on which one's troops may be arranged.

    `leaders` are all lords there, `lords` those of the reserve; `purchases` is empty where nothing can be bought, and
    `others` are bought with a size and a cost of their own [SC-BND-9].
    Recruits go to `to`; `lord`, or a new one called `lord_name`, leads a new band; `hire` is a lord for the reserve.
    `beyond` says that the orders given for it are more than the form can say.
    """

    territory: str
    bands: tuple[OwnBand, ...]
    homes: tuple[NamedChoice, ...]
    troops: tuple[TroopMove, ...]
    leaders: tuple[NamedChoice, ...]
    lords: tuple[NamedChoice, ...]
    purchases: tuple[Purchase, ...]
    others: tuple[Recruit, ...] = ()
    sheet: CombatView | None = None
    to: str = RESERVE
    lord: str = ""
    lord_name: str = ""
    hire: bool = False
    beyond: bool = False


def grounds(view: CampaignView, seat: Seat | None, names: Names, own: WrittenOrders | None) -> tuple[MusterGround, ...]:
    """Where a player may transfer or recruit, begun from the orders given so far."""
    ordered = {muster.territory: muster for muster in (own.musters if own is not None else ())}
    found = (_ground(view, land, seat, names) for land in view.territories)
    return tuple(
        _begun(ground, ordered.get(TerritoryId(ground.territory)))
        for ground in found
        if ground.lords or ground.purchases or len(ground.homes) > 1
    )


def battlegrounds(
    view: CampaignView, fieldings: list[FieldForce], seat: Seat | None, names: Names
) -> tuple[MusterGround, ...]:
    """Where a player fields a band, with the troops that may be redistributed before the battle [SC-CBT-2]."""
    places = {command.territory for command in fieldings}
    found = (_ground(view, land, seat, names) for land in view.territories if land.id in places)
    sheets = {sheet.combat.territory: sheet for sheet in view.combats}
    return tuple(
        replace(
            ground,
            homes=tuple(home for home in ground.homes if home.value != NEW),
            sheet=sheets.get(TerritoryId(ground.territory)),
        )
        for ground in found
    )


def _ground(view: CampaignView, land: TerritoryView, seat: Seat | None, names: Names) -> MusterGround:
    own = [seen.band for seen in view.bands if seen.band.owner == seat and seen.band.territory == land.id]
    village = land.village if land.village is not None and land.village.owner == seat else None
    bands = tuple(_own_band(band) for band in own)
    homes = tuple(NamedChoice(band.value, band.label) for band in bands)
    homes += (NamedChoice(RESERVE, _("réserve")), NamedChoice(NEW, _("nouvelle bande"))) if village else ()
    lords = tuple(NamedChoice(str(lord.id), lord_name(lord)) for lord in village.lords) if village else ()
    leading = tuple(NamedChoice(str(band.lord.id), leader_name(band)) for band in own if band.lord is not None)
    resting = tuple(NamedChoice(lord.value, _("%(lord)s (réserve)") % {"lord": lord.label}) for lord in lords)
    is_open = village is not None and not village.occupied
    purchases = tuple(Purchase(row.kind, row.figures) for row in view.catalogue) if is_open else ()
    return MusterGround(land.id, bands, homes, _troops(own, village, names), leading + resting, lords, purchases)


def _own_band(band: MapBand) -> OwnBand:
    return OwnBand(str(band.id), band_name(band), "" if band.lord is None else str(band.lord.id))


def _troops(own: Iterable[MapBand], village: ReserveView | None, names: Names) -> tuple[TroopMove, ...]:
    lodged = village.units if village is not None else ()
    places = [(unit, str(band.id)) for band in own for unit in band.units] + [(unit, RESERVE) for unit in lodged]
    return tuple(TroopMove(unit.id, unit_line(unit, names), at) for unit, at in places)


def _begun(ground: MusterGround, muster: TerritoryMuster | None) -> MusterGround:
    """The form as these orders would fill it in; as things stand, if they say more than it can."""
    if muster is None:
        return ground
    if not fits(muster, ground.purchases):
        return replace(ground, beyond=True)
    homes = {int(id): _home(plan) for plan in muster.bands for id in plan.units}
    named = {_home(plan): plan for plan in muster.bands}
    raised = named.get(NEW, BandPlan())
    bought = [unit for _to, units in _bought(muster) for unit in units]
    sold = {each.kind for each in ground.purchases}
    counts = Counter(unit.kind for unit in bought)
    return replace(
        ground,
        bands=tuple(replace(band, lord=_leader(named.get(band.value), band.lord)) for band in ground.bands),
        troops=tuple(
            replace(each, at=homes.get(each.id, RESERVE if each.at in named else each.at)) for each in ground.troops
        ),
        purchases=tuple(replace(each, points=counts[each.kind]) for each in ground.purchases),
        others=tuple(unit for unit in bought if unit.kind not in sold),
        to=next((to for to, _units in _bought(muster)), RESERVE),
        lord=_leader(raised, ""),
        lord_name=raised.new_lord.name if raised.new_lord is not None else "",
        hire=bool(muster.lords),
    )


def _home(plan: BandPlan) -> str:
    return NEW if plan.band is None else str(plan.band)


def _leader(plan: BandPlan | None, otherwise: str) -> str:
    return otherwise if plan is None or plan.lord is None else str(plan.lord)


def _bought(muster: TerritoryMuster) -> list[tuple[str, tuple[Recruit, ...]]]:
    """Where units are bought for."""
    places = [(RESERVE, muster.recruits), *((_home(plan), plan.recruits) for plan in muster.bands)]
    return [(to, units) for to, units in places if units]


def fits(muster: TerritoryMuster, sold: Iterable[Purchase]) -> bool:
    """
    Whether the form can say these orders; orders made elsewhere may say more.

    It buys for one place, units of the catalogue by the point, and raises one band; only that band may have a lord
    hired for it.
    """
    kinds, bought = {each.kind for each in sold}, _bought(muster)
    return (
        len(bought) <= 1
        and all(unit.points == 1 for _to, units in bought for unit in units if unit.kind in kinds)
        and sum(plan.band is None for plan in muster.bands) <= 1
        and not any(plan.new_lord for plan in muster.bands if plan.band is not None)
        and len(muster.lords) <= 1
    )


def read_muster(posted: QueryDict, at: str) -> dict[str, Any]:
    """A muster from its form: fields `unit-AT-ID`, `leader-AT-BAND`, `buy-AT-KIND-FIGURES`, `buyto-AT`."""
    homes: dict[str, list[int | str]] = {band: [] for band in posted.getlist(f"band-{at}")}
    for name, home in posted.items():
        if name.startswith(f"unit-{at}-"):
            homes.setdefault(str(home), []).append(forms.number(name.rsplit("-", 1)[1]))
    bought, to = read_recruits(posted, f"buy-{at}"), posted.get(f"buyto-{at}", RESERVE)
    plans = [
        {
            **_chosen(posted, f"leader-{at}-{home}"),
            "band": forms.number(home),
            "units": units,
            "recruits": bought if to == home else [],
        }
        for home, units in homes.items()
        if home.isdecimal()
    ]
    if homes.get(NEW) or (bought and to == NEW):
        leader = _chosen(posted, f"lord-{at}") or {"new_lord": {"name": posted.get(f"lordname-{at}", "")}}
        plans.append({**leader, "units": homes.get(NEW, []), "recruits": bought if to == NEW else []})
    hired: list[dict[str, str]] = [{}] if f"hire-{at}" in posted else []
    return {"territory": at, "bands": plans, "recruits": bought if to == RESERVE else [], "lords": hired}


def _chosen(posted: QueryDict, name: str) -> Mapping[str, Any]:
    """The lord a field names, if it names one."""
    lord = posted.get(name, "")
    return {"lord": forms.number(lord)} if lord else {}


def read_recruits(posted: QueryDict, prefix: str) -> list[dict[str, Any]]:
    """Units of the catalogue, one a point: fields `prefix-KIND-FIGURES` hold how many; then those of their own cost."""
    recruits: list[dict[str, Any]] = []
    for name, value in forms.prefixed(posted, f"{prefix}-").items():
        kind, _dash, figures = name.rpartition("-")
        recruits += [_recruit(kind, "1", figures)] * min(forms.count(value, kind), MOST_UNITS)
    others = forms.rows(posted, ("kind", "points", "figures"), f"other-{prefix}-")
    return recruits + [_recruit(**other) for other in others if other["kind"].strip()]


def _recruit(kind: str, points: str, figures: str) -> dict[str, Any]:
    return {"kind": kind.strip(), "points": forms.number(points), "figures": forms.number(figures)}


OWN = (Stage.DRAFT, Stage.SEALED, Stage.DEFAULTED)


@dataclass(frozen=True, slots=True)
class WrittenOrders:
    """What the visitor has written and may still change: in words, and as its form sends it."""

    slot: SlotView
    told: tuple[str, ...]
    value: str = ""
    musters: tuple[TerritoryMuster, ...] = ()

    @property
    def draft(self) -> bool:
        """Whether it is written, but not handed in."""
        return self.slot.stage is Stage.DRAFT


def sealed(view: CampaignView, seat: Seat | None, names: Names) -> WrittenOrders | None:
    """The visitor's own choice, as a view shows it to its owner alone [SC-INI-6]."""
    slot = next((slot for slot in view.slots if slot.seat == seat and slot.stage in OWN), None)
    if slot is None:
        return None
    match slot.value:
        case int(amount):
            return WrittenOrders(slot, (_("%(pp)d PP") % {"pp": amount},))
        case BuildOrder(villages, sites):
            lines = [_("village · %(where)s") % {"where": names.get(at, at)} for at in villages]
            lines += [_("terrain sacré · %(where)s") % {"where": names.get(at, at)} for at in sites]
            return WrittenOrders(slot, tuple(lines) or (_nothing(),))
        case tuple(musters):
            lines = [line for one in musters for line in _muster_lines(one, view, names)]
            return WrittenOrders(slot, tuple(lines) or (_nothing(),), _sent(musters), musters)
    return None


def preparations(game: VisitedGame, names: Names, own: WrittenOrders | None) -> tuple[NamedChoice, ...]:
    """Ready-made preparations: nothing, units for the reserve, a stronger band, a new band; first what is sealed."""
    view = game.view
    offered = {_sent(command.musters): command.musters for command in of_type(game, Prepare)}
    written = {own.value: own.musters} if own is not None and own.value not in offered else {}
    return tuple(
        NamedChoice(value, "; ".join(line for one in musters for line in _muster_lines(one, view, names)) or _nothing())
        for value, musters in (written | offered if offered else {}).items()
    )


def _nothing() -> str:
    return _("Rien cette fois")


def _sent(musters: tuple[TerritoryMuster, ...]) -> str:
    return json.dumps(to_plain(musters))


def _muster_lines(muster: TerritoryMuster, view: CampaignView, names: Names) -> Iterator[str]:
    """What is changed on a territory, and its price; nothing for a territory left as it is."""
    bands = {seen.band.id: seen.band for seen in view.bands}
    parts = [_("%(kinds)s pour la réserve") % {"kinds": _kinds(muster.recruits, names)}] if muster.recruits else []
    for plan in muster.bands:
        parts += [_("une nouvelle bande")] if plan.band is None else _changed(bands.get(plan.band), plan, view)
    parts += [_("un seigneur pour la réserve")] * len(muster.lords)
    if parts:
        yield _("%(where)s : %(what)s (%(pp)s PP)") % {
            "where": names.get(muster.territory, muster.territory),
            "what": ", ".join(parts),
            "pp": halves(muster_price(muster, view)),
        }


def _kinds(recruits: tuple[Recruit, ...], names: Names) -> str:
    return ", ".join(counted(names.get(unit.kind, unit.kind) for unit in recruits))


def _changed(band: MapBand | None, plan: BandPlan, view: CampaignView) -> Iterator[str]:
    """What becomes of a band that stands there; nothing if it stays as it is."""
    if band is None:
        return
    name = {"band": band_name(band)}
    if not plan.units and not plan.recruits:
        yield _("%(band)s : dissoute") % name
        return
    if plan.recruits:
        yield _("%(band)s + %(points)s\N{NO-BREAK SPACE}pt") % {**name, "points": halves(points_bought(plan.recruits))}
    if set(plan.units) != {unit.id for unit in band.units}:
        yield _("%(band)s : transferts") % name
    if plan.lord is not None and band.lord is not None and plan.lord != band.lord.id:
        lord = next((one.name for one in living(view, band.owner) if one.lord.id == plan.lord), lord_name(None))
        yield _("%(band)s : menée par %(lord)s") % {**name, "lord": lord}


def muster_price(muster: TerritoryMuster, view: CampaignView) -> Points:
    """The points bought on a territory, and new lords [SC-REC-2, SC-LRD-1]; rounded with the rest of the order."""
    lords = len(muster.lords) + sum(plan.new_lord is not None for plan in muster.bands)
    return muster.points() + lords * view.lord_cost
