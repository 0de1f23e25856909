"""Orders: forms read as commands, and what they would cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from secrets import randbelow
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from heraut.campaign.absence import ReplacePlayer
from heraut.campaign.bids import PlaceBid
from heraut.campaign.board import BandPlan, MapUnit, UnitId, charged, points_bought, worth
from heraut.campaign.bots.heuristic import settle as settled
from heraut.campaign.building import Build, price
from heraut.campaign.claims import DefendVillage
from heraut.campaign.combats import FieldForce
from heraut.campaign.invasions import Invade
from heraut.campaign.musters import Prepare
from heraut.campaign.results import ConfirmResult, ProposeResult
from heraut.campaign.settings import TurnStep
from heraut.campaign.setup import ComposeBands
from heraut.campaign.state import BuildOrder
from heraut.campaign.tables import Points, cost
from heraut.campaign.upkeep import Demobilise, remaining, wasteful
from heraut.campaign.view import CampaignView
from heraut.journal.desk import Accepted
from heraut.kernel.bounds import whole
from heraut.kernel.codec import Malformed
from heraut.kernel.message import Command
from heraut.kernel.names import Seat
from heraut.kernel.refusal import Refusal
from heraut.web import commands, forms, links, sentences
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.models import Link
from heraut.web.permissions import Action, Role
from heraut.web.request_data import form_of
from heraut.web.rooms.campaign import battles, hours
from heraut.web.rooms.campaign.musters import muster_price, read_muster, read_recruits
from heraut.web.rooms.campaign.names import band_name, halves, known_names, troops
from heraut.web.views.game import hand_in, take_form

NOBODY = "-"
"""A list from which nobody was ticked; an empty one would mean everybody."""


@require_POST
@needs(Action.SPEAK)
def order(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """A form of the campaign's page, handed on as the command it means."""
    return take_form(request, game, read)


@require_POST
@needs(Action.SPEAK)
def settle(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """A person who fights a bot lets the model decide the battle instead of playing it."""
    at, seat = form_of(request).get("territory", ""), game.visitor.seat
    sheet = next((sheet for sheet in battles.left_to_model(game.view, seat) if sheet.combat.territory == at), None)
    if seat is None or sheet is None:
        raise Http404(at)
    return hand_in(request, game, settled(battles.units(game.view, sheet), sheet.combat, seat, randbelow))


@require_POST
@needs(Action.SEAT)
def replace(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Somebody new plays a seat for good [SC-ABS-8]: the old links open nothing any more, the new one is shown."""
    seat, name = Seat(form_of(request).get("player", "")), form_of(request).get("name", "").strip()

    def renewed(request: HttpRequest, game: VisitedGame, _outcome: Accepted) -> HttpResponse:
        for link in Link.objects.filter(stream_id=game.stream, role=Role.PLAYER, seat=seat):
            link.label = name
            links.renew(link)
        messages.success(request, _("%(name)s joue désormais : donnez-lui son nouveau lien.") % {"name": name})
        return redirect("seats", stream=game.stream)

    return take_form(request, game, kind=ReplacePlayer, then=renewed)


def read(kind: type[Command], posted: QueryDict) -> dict[str, Any]:
    """The plain values of a command, from boxes and counters."""
    return commands.read_form(kind, posted) | _composed(kind, posted)


def _composed(kind: type[Command], posted: QueryDict) -> dict[str, Any]:
    """What a field of a command is made of, where a form asks for it in several or not by its name."""
    match kind.__name__:
        case "ProposeResult":
            left = forms.prefixed(posted, "left-").items()
            return {"winners": posted.getlist("winners"), "left": [list(map(forms.number, pair)) for pair in left]}
        case "OrderTies" if "tied" in posted:
            return {"orders": [posted.getlist(f"ranks-{group}") for group in posted.getlist("tied")]}
        case "AssignStarts":
            return {"starts": forms.prefixed(posted, "start-")}
        case "Demobilise":
            return {"villages": forms.prefixed(posted, "home-")}
        case "ComposeBands":
            return {"bands": _bands(posted)}
        case "Prepare" if "ground" in posted:
            return {"musters": [read_muster(posted, at) for at in posted.getlist("ground")]}
        case "FieldForce" if "ground" in posted:
            plans = read_muster(posted, posted.get("territory", ""))["bands"]
            return {"bands": [plan for plan in plans if "band" in plan]}
        case "CloseStep" if "listed" in posted and "players" not in posted:
            return {"players": [NOBODY]}
        case "ExtendDeadline":
            return hours.more(posted)
        case "Invade":
            return {"recruits": read_recruits(posted, "invader")}
    return {}


def _bands(posted: QueryDict) -> list[dict[str, Any]]:
    """Starting bands: for each, a lord's name and how many points of each kind of unit, one unit per point."""
    named = {whole(name.partition("-")[0]) for name in forms.prefixed(posted, "band-")}
    places = sorted(place for place in named if place is not None)
    return [
        {
            "new_lord": {"name": posted.get(f"lord-{place}", ""), "story": posted.get(f"story-{place}", "")},
            "recruits": read_recruits(posted, f"band-{place}"),
        }
        for place in places
    ]


@require_POST
@needs(Action.SPEAK)
def price_order(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """What a form would come to if it were handed in now, and why it would be refused; nothing is stored."""
    sent = form_of(request)
    kind = commands.kinds(game.engine).get(sent.get("type", ""))
    if kind is None:
        raise Http404(sent.get("type", ""))
    context: dict[str, Any] = {"untouched": "untouched" in sent, "said_by": game.engine.id}
    try:
        command = commands.read_posted(game, kind, read(kind, sent))
    except Malformed as error:
        context |= {"fault": forms.say_fault(error, language(), kind.__name__)}
        return render(request, "campaign/order_check.html", context)
    outcome = command if isinstance(command, Refusal) else commands.events(game, command)
    refusal = outcome if isinstance(outcome, Refusal) else None
    context |= {
        "told": () if isinstance(command, Refusal) else tuple(costs(game, command)),
        "faults": sentences.faults(refusal, language(), known_names(game, language())),
    }
    return render(request, "campaign/order_check.html", context)


def costs(game: VisitedGame, command: Command) -> Iterator[str]:
    """The bands that would stand, what everything costs, and what is left of the stock."""
    view, seat = game.view, command.seat
    match command:
        case ComposeBands():
            yield from _band_lines(view, seat, command.bands)
        case Prepare():
            for muster in command.musters:
                yield from _band_lines(view, seat, muster.bands)
            yield _paid(view, seat, charged(sum((muster_price(muster, view) for muster in command.musters), 0)))
        case FieldForce():
            yield from _band_lines(view, seat, command.bands)
        case DefendVillage():
            yield _points(_("la milice"), worth(_own(view, seat, command.units)))
        case Build():
            yield _paid(view, seat, price(BuildOrder(command.villages, command.sites)))
        case Invade():
            points = points_bought(command.recruits)
            yield _points(_("la bande"), points)
            yield _paid(view, seat, charged(view.numbers.portal_price + points + view.lord_cost))
        case PlaceBid():
            yield _paid(view, seat, command.amount)
        case Demobilise():
            yield from _kept(game, command)
        case ProposeResult() | ConfirmResult():
            yield from battles.aftermath(game, command)


def _band_lines(view: CampaignView, seat: Seat, plans: Iterable[BandPlan]) -> Iterator[str]:
    named = {seen.band.id: band_name(seen.band) for seen in view.bands}
    for place, plan in enumerate(plans, start=1):
        name = _("bande %(band)d") % {"band": place} if view.step is TurnStep.SETUP else _("nouvelle bande")
        points = worth(_own(view, seat, plan.units)) + points_bought(plan.recruits)
        if points:
            yield _points(name if plan.band is None else named.get(plan.band, ""), points)


def _own(view: CampaignView, seat: Seat, wanted: Iterable[UnitId]) -> list[MapUnit]:
    """One's units by their numbers, from bands and reserves."""
    marching = [unit for band in view.bands_of(seat) for unit in band.units]
    resting = [unit for village in view.villages_of(seat).values() for unit in village.units]
    ids = set(wanted)
    return [unit for unit in marching + resting if unit.id in ids]


def _kept(game: VisitedGame, command: Demobilise) -> Iterator[str]:
    """What stays on the map and its upkeep; a band left too small is dissolved [SC-UPK-7]."""
    view, rule = game.view, game.settings.upkeep_rule
    bands = view.bands_of(command.seat)
    left = remaining(bands, frozenset(command.units))
    for band in bands:
        if band.id not in left:
            yield _("%(band)s : dissoute, son seigneur rentre aussi") % {"band": band_name(band)}
    if spare := wasteful(bands, frozenset(command.units), stock_of(view, command.seat), rule):
        units = troops(_own(view, command.seat, spare), known_names(game, language()))
        yield _("l'une peut rester : %(units)s") % {"units": units}
    points = sum((worth(units) for units in left.values()), 0)
    yield _points(_("en campagne"), points)
    yield _paid(view, command.seat, cost(points, rule))


def _points(name: str, points: Points) -> str:
    return _("%(name)s : %(points)s pt") % {"name": name, "points": halves(points)}


def _paid(view: CampaignView, seat: Seat, price: int) -> str:
    return _("prix : %(price)d PP sur %(stock)d") % {"price": price, "stock": stock_of(view, seat)}


def stock_of(view: CampaignView, seat: Seat) -> int:
    """The power points of a player."""
    me = view.player(seat)
    return 0 if me is None else me.stock
