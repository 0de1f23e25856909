"""Orders under the seal: the ready-made ones, and the visitor's own, in words and with their price [SC-SEQ-4]."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from heraut.campaign.forces import Band, BandPlan, Muster, Recruit
from heraut.campaign.musters import Prepare
from heraut.campaign.state import BuildOrder
from heraut.campaign.view import CampaignView
from heraut.kernel import Seat, SlotView, Stage, to_plain
from heraut.web.game import Game
from heraut.web.rooms.campaign.choices import Choice, of_type
from heraut.web.rooms.campaign.roll import Names, band_name, counted, living, lord_name

OWN = (Stage.DRAFT, Stage.SEALED, Stage.DEFAULTED)


@dataclass(frozen=True, slots=True)
class Sealed:
    """What the visitor has written and may still change: in words, and as its form sends it."""

    slot: SlotView
    told: tuple[str, ...]
    value: str = ""
    musters: tuple[Muster, ...] = ()

    @property
    def draft(self) -> bool:
        """Whether it is written, but not handed in."""
        return self.slot.stage is Stage.DRAFT


def sealed(view: CampaignView, seat: Seat | None, names: Names) -> Sealed | None:
    """The visitor's own choice, as a view shows it to its owner alone [SC-INI-6]."""
    slot = next((slot for slot in view.slots if slot.seat == seat and slot.stage in OWN), None)
    if slot is None:
        return None
    match slot.value:
        case int(amount):
            return Sealed(slot, (_("%(pp)d PP") % {"pp": amount},))
        case BuildOrder(villages, sites):
            lines = [_("village · %(where)s") % {"where": names.get(at, at)} for at in villages]
            lines += [_("terrain sacré · %(where)s") % {"where": names.get(at, at)} for at in sites]
            return Sealed(slot, tuple(lines) or (_nothing(),))
        case tuple(musters):
            lines = [line for one in musters for line in _told(one, view, names)]
            return Sealed(slot, tuple(lines) or (_nothing(),), _sent(musters), musters)
    return None


def preparations(game: Game, names: Names, own: Sealed | None) -> tuple[Choice, ...]:
    """Ready-made preparations: nothing, units for the reserve, a stronger band, a new band; first what is sealed."""
    view = game.view
    offered = {_sent(command.musters): command.musters for command in of_type(game, Prepare)}
    written = {own.value: own.musters} if own is not None and own.value not in offered else {}
    return tuple(
        Choice(value, "; ".join(line for one in musters for line in _told(one, view, names)) or _nothing())
        for value, musters in (written | offered if offered else {}).items()
    )


def _nothing() -> str:
    return _("Rien cette fois")


def _sent(musters: tuple[Muster, ...]) -> str:
    return json.dumps(to_plain(musters))


def _told(muster: Muster, view: CampaignView, names: Names) -> Iterator[str]:
    """What is changed on a territory, and its price; nothing for a territory left as it is."""
    bands = {seen.band.id: seen.band for seen in view.bands}
    parts = [_("%(kinds)s pour la réserve") % {"kinds": _kinds(muster.recruits, names)}] if muster.recruits else []
    for plan in muster.bands:
        parts += [_("une nouvelle bande")] if plan.band is None else _changed(bands.get(plan.band), plan, view)
    parts += [_("un seigneur pour la réserve")] * len(muster.lords)
    if parts:
        yield _("%(where)s : %(what)s (%(pp)d PP)") % {
            "where": names.get(muster.territory, muster.territory),
            "what": ", ".join(parts),
            "pp": muster_price(muster, view),
        }


def _kinds(recruits: tuple[Recruit, ...], names: Names) -> str:
    return ", ".join(counted(names.get(unit.kind, unit.kind) for unit in recruits))


def _changed(band: Band | None, plan: BandPlan, view: CampaignView) -> Iterator[str]:
    """What becomes of a band that stands there; nothing if it stays as it is."""
    if band is None:
        return
    name = {"band": band_name(band)}
    if not plan.units and not plan.recruits:
        yield _("%(band)s : dissoute") % name
        return
    if plan.recruits:
        yield _("%(band)s + %(points)d\N{NO-BREAK SPACE}pt") % {
            **name,
            "points": sum(unit.points for unit in plan.recruits),
        }
    if set(plan.units) != {unit.id for unit in band.units}:
        yield _("%(band)s : transferts") % name
    if plan.lord is not None and band.lord is not None and plan.lord != band.lord.id:
        lord = next((lord for lord, _at in living(view, band.owner) if lord.id == plan.lord), None)
        yield _("%(band)s : menée par %(lord)s") % {**name, "lord": lord_name(lord)}


def muster_price(muster: Muster, view: CampaignView) -> int:
    """The points bought on a territory, and new lords [SC-REC-2, SC-LRD-1]."""
    units = [*muster.recruits, *(unit for plan in muster.bands for unit in plan.recruits)]
    lords = len(muster.lords) + sum(plan.new_lord is not None for plan in muster.bands)
    return sum(unit.points for unit in units) + lords * view.lord_cost
