"""Orders on the scale: what they come to and what they cost, told while they are being written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from heraut.campaign.bids import PlaceBid
from heraut.campaign.building import Build, price
from heraut.campaign.claims import DefendVillage
from heraut.campaign.combats import ConfirmResult, FieldForce, ProposeResult
from heraut.campaign.forces import BandPlan, Unit, UnitId, worth
from heraut.campaign.invasions import Invade
from heraut.campaign.musters import Prepare
from heraut.campaign.settings import Step
from heraut.campaign.setup import ComposeBands
from heraut.campaign.state import BuildOrder
from heraut.campaign.tables import Points, cost
from heraut.campaign.upkeep import Demobilise, remaining, wasteful
from heraut.campaign.view import CampaignView
from heraut.kernel import Command, Malformed, Refusal, Seat
from heraut.web import commands, forms, says
from heraut.web.access import Action
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.rooms.campaign.aftermath import aftermath
from heraut.web.rooms.campaign.orders import read
from heraut.web.rooms.campaign.pages import known
from heraut.web.rooms.campaign.roll import band_name, halves, troops
from heraut.web.rooms.campaign.sealing import muster_price


@require_POST
@needs(Action.SPEAK)
def weigh(request: HttpRequest, game: Game) -> HttpResponse:
    """What a form would come to if it were handed in now, and why it would be refused; nothing is stored."""
    try:
        command = _command(game, read(request.POST))
    except Malformed:
        return render(request, "campaign/weighed.html", {})
    outcome = command if isinstance(command, Refusal) else game.engine.decide(game.history.state, command)
    refusal = outcome if isinstance(outcome, Refusal) and "untouched" not in request.POST else None
    context = {
        "told": () if isinstance(command, Refusal) else tuple(weighed(game, command)),
        "faults": says.faults(refusal, language(), known(game, language())),
        "said_by": game.engine.id,
    }
    return render(request, "campaign/weighed.html", context)


def _command(game: Game, posted: QueryDict) -> Command | Refusal:
    kind = commands.kinds(game.engine).get(posted.get("type", ""))
    if kind is None:
        raise Malformed("no such order")
    plain = forms.read(kind, posted, skip=("seat", "at"))
    return commands.read(game, {"type": posted["type"], **plain}, strict=False)


def weighed(game: Game, command: Command) -> Iterator[str]:
    """The bands that would stand, what everything costs, and what is left of the stock."""
    view, seat = game.view, command.seat
    match command:
        case ComposeBands():
            yield from _bands(view, seat, command.bands)
        case Prepare():
            for muster in command.musters:
                yield from _bands(view, seat, muster.bands)
            yield _paid(view, seat, sum(muster_price(muster, view) for muster in command.musters))
        case FieldForce():
            yield from _bands(view, seat, command.bands)
        case DefendVillage():
            yield _points(_("la milice"), worth(_own(view, seat, command.units)))
        case Build():
            yield _paid(view, seat, price(BuildOrder(command.villages, command.sites)))
        case Invade():
            points = sum(unit.points for unit in command.recruits)
            yield _points(_("la bande"), points)
            yield _paid(view, seat, view.numbers.portal_price + points + view.lord_cost)
        case PlaceBid():
            yield _paid(view, seat, command.amount)
        case Demobilise():
            yield from _kept(game, command)
        case ProposeResult() | ConfirmResult():
            yield from aftermath(game, command, known(game, language()))


def _bands(view: CampaignView, seat: Seat, plans: Iterable[BandPlan]) -> Iterator[str]:
    named = {seen.band.id: band_name(seen.band) for seen in view.bands}
    for place, plan in enumerate(plans, start=1):
        name = _("bande %(band)d") % {"band": place} if view.step is Step.SETUP else _("nouvelle bande")
        bought = sum(recruit.points for recruit in plan.recruits)
        points = worth(_own(view, seat, plan.units)) + bought
        if points:
            yield _points(name if plan.band is None else named.get(plan.band, ""), points)


def _own(view: CampaignView, seat: Seat, wanted: Iterable[UnitId]) -> list[Unit]:
    """One's units by their numbers, from bands and reserves."""
    units = [unit for seen in view.bands if seen.band.owner == seat for unit in seen.band.units]
    for land in view.territories:
        units += land.village.units if land.village is not None and land.village.owner == seat else ()
    ids = set(wanted)
    return [unit for unit in units if unit.id in ids]


def _kept(game: Game, command: Demobilise) -> Iterator[str]:
    """What stays on the map and its upkeep; a band left too small is dissolved [SC-UPK-7]."""
    view, rule = game.view, game.history.state.game.settings.upkeep_rule
    bands = [seen.band for seen in view.bands if seen.band.owner == command.seat]
    left = remaining(bands, frozenset(command.units))
    for band in bands:
        if band.id not in left:
            yield _("%(band)s : dissoute, son seigneur rentre aussi") % {"band": band_name(band)}
    if spare := wasteful(bands, frozenset(command.units), _stock(view, command.seat), rule):
        units = troops(_own(view, command.seat, spare), known(game, language()))
        yield _("l'une peut rester : %(units)s") % {"units": units}
    points = sum((worth(units) for units in left.values()), 0)
    yield _points(_("en campagne"), points)
    yield _paid(view, command.seat, cost(points, rule))


def _points(name: str, points: Points) -> str:
    return _("%(name)s : %(points)s points") % {"name": name, "points": halves(points)}


def _paid(view: CampaignView, seat: Seat, price: int) -> str:
    return _("prix : %(price)d PP sur %(stock)d") % {"price": price, "stock": _stock(view, seat)}


def _stock(view: CampaignView, seat: Seat) -> int:
    return next((player.stock for player in view.players if player.seat == seat), 0)
