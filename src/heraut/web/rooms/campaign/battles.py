"""
Battles: militias to call, results to report and to confirm, what would come of them (chapters 13, 20 to 24).

At the table a battle is played on a match sheet with both bands as they stand, and has its odds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import takewhile
from math import ceil
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from heraut.campaign.aftermath import (
    BandDestroyed,
    BandRetreated,
    CombatApplied,
    ControlPassed,
    LossesTaken,
    MemoryPointGained,
    MilitiaRetreated,
    MilitiaReturned,
    ReserveFled,
    ReserveLost,
    SacredSiteRemoved,
    VillageRazed,
)
from heraut.campaign.claims import DefendVillage
from heraut.campaign.combats import ConfirmResult, ProposeResult
from heraut.campaign.forces import MapUnit, UnitId, worth
from heraut.campaign.state import Contest, Result
from heraut.campaign.view import CampaignView, CombatView
from heraut.kernel.journal import StreamExists
from heraut.kernel.names import ORGANISER, Seat, StreamId
from heraut.kernel.refusal import Refusal
from heraut.scenario.library import every, find
from heraut.scenario.settings import BandLord, BandUnit, MatchBand, MatchOptions, OfCampaign, Settings
from heraut.web import commands, links
from heraut.web.desk import open_game
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.models import Stream
from heraut.web.permissions import Action, Role
from heraut.web.request_data import form_of
from heraut.web.rooms.campaign import log
from heraut.web.rooms.campaign.log import Teller
from heraut.web.rooms.campaign.names import NamedChoice, Names, counted, known_names, lord_name, of_type, unit_line
from heraut.web.rooms.match.bands import numbered
from heraut.web.rooms.match.delivery import sheet_name, sheet_of
from heraut.web.views.game import show


@dataclass(frozen=True, slots=True)
class Fielded:
    """A side of a battle to report."""

    seat: str
    units: tuple[MapUnit, ...]
    lords: tuple[NamedChoice, ...]


@dataclass(frozen=True, slots=True)
class UnitField:
    """A unit in a form: how many of its figures are left, and whether somebody says otherwise."""

    unit: MapUnit
    number: int | None
    """Which of its kind it is, where its side has several."""
    left: int
    contested: bool


@dataclass(frozen=True, slots=True)
class LordRow:
    """A lord in a form: whether he is dead, and whether somebody says otherwise."""

    value: str
    label: str
    dead: bool
    contested: bool


@dataclass(frozen=True, slots=True)
class SideRow:
    """A side in a form that reports a battle or contests its report."""

    seat: str
    wins: bool
    units: tuple[UnitField, ...]
    lords: tuple[LordRow, ...]


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle whose result is awaited; its form begins with the proposal that was contested, if one was."""

    sheet: CombatView
    sides: tuple[SideRow, ...]
    tally: str
    """What a device remembers the count by while it is played; nothing where a proposal is to be corrected."""

    @property
    def marked(self) -> bool:
        """Whether somebody has said what is wrong."""
        contest = self.sheet.contest
        return contest is not None and bool(contest.winners or contest.units or contest.lords)


@dataclass(frozen=True, slots=True)
class Proposed:
    """A result that lies on the table: what each side would have left of each unit, and which lords would be dead."""

    sheet: CombatView
    sides: tuple[tuple[str, tuple[str, ...]], ...]
    rows: tuple[SideRow, ...]
    """The same to be marked by whoever contests it."""
    agreed: bool
    """Whether the visitor has said so, or agrees."""
    missing: tuple[Seat, ...]
    """Whose answer it waits for."""


@dataclass(frozen=True, slots=True)
class Called:
    """A village that its reserve may defend, with those who could join the militia [SC-RSV-5, SC-RSV-6]."""

    territory: str
    units: tuple[NamedChoice, ...]
    lords: tuple[NamedChoice, ...]
    proposed: frozenset[str]


def militias(game: VisitedGame, view: CampaignView, names: Names) -> tuple[Called, ...]:
    """Every village the visitor is asked about; the strongest militia is ticked."""
    proposed = {command.territory: command for command in of_type(game, DefendVillage)}
    villages = ((land.id, land.village) for land in view.territories if land.id in proposed)
    return tuple(
        Called(
            at,
            tuple(NamedChoice(str(unit.id), unit_line(unit, names)) for unit in village.units),
            tuple(NamedChoice(str(lord.id), lord_name(lord)) for lord in village.lords),
            frozenset(map(str, (*proposed[at].units, *proposed[at].lords))),
        )
        for at, village in villages
        if village is not None
    )


def battles(view: CampaignView, seat: Seat | None, *, official: bool) -> tuple[Battle, ...]:
    """The battles whose result this visitor may enter."""
    return tuple(
        Battle(sheet, _rows(view, sheet, None if sheet.contest is None else sheet.contest.result), _tally(view, sheet))
        for sheet in view.combats
        if sheet.combat.status == "battle" and (official or seat in sheet.combat.standing())
    )


def _tally(view: CampaignView, sheet: CombatView) -> str:
    return "" if sheet.contest else f"{view.turn}-{sheet.combat.territory}-{sheet.combat.stage}"


def reviews(view: CampaignView, seat: Seat | None, names: Names, *, official: bool) -> tuple[Proposed, ...]:
    """The results this visitor may confirm or contest, those they agree with included [SC-CBT-6, SC-SEQ-13]."""
    found = (sheet for sheet in view.combats if sheet.combat.status == "review")
    return tuple(
        Proposed(
            sheet,
            tuple((side, _left(view, sheet, side, names)) for side in sheet.combat.standing()),
            _rows(view, sheet, sheet.combat.result),
            seat in sheet.combat.agreed,
            tuple(side for side in sheet.combat.standing() if side not in sheet.combat.agreed),
        )
        for sheet in found
        if official or seat in sheet.combat.standing()
    )


def joined_later(view: CampaignView, seat: Seat | None) -> tuple[CombatView, ...]:
    """The combats the visitor joins only once others have fought their first stage [SC-MUL-5]."""
    return tuple(sheet for sheet in view.combats if seat in sheet.combat.newcomers)


def contests(view: CampaignView) -> tuple[CombatView, ...]:
    """The battles whose report somebody contests: the organiser is told, and may write the result [SC-SEQ-13]."""
    return tuple(sheet for sheet in view.combats if sheet.contest is not None)


def _rows(view: CampaignView, sheet: CombatView, result: Result | None) -> tuple[SideRow, ...]:
    return tuple(_row(side_of(view, sheet, seat), result, sheet.contest) for seat in sheet.combat.standing())


def _row(side: Fielded, result: Result | None, contest: Contest | None) -> SideRow:
    """What a result says of a side; of a battle nobody has told yet, that nobody is lost."""
    left = {} if result is None else {one.unit: one.figures for one in result.left}
    fallen = () if result is None else result.fallen
    units, lords = ((), ()) if contest is None else (contest.units, contest.lords)
    return SideRow(
        side.seat,
        result is not None and side.seat in result.winners,
        tuple(
            UnitField(unit, number, left.get(unit.id, unit.figures), unit.id in units)
            for unit, number in zip(side.units, numbered([unit.kind for unit in side.units]), strict=True)
        ),
        tuple(
            LordRow(lord.value, lord.label, int(lord.value) in fallen, int(lord.value) in lords) for lord in side.lords
        ),
    )


def left_to_model(view: CampaignView, seat: Seat | None) -> tuple[CombatView, ...]:
    """The battles in which somebody is alone against bots, whose model may then decide."""
    bots = {player.seat for player in view.players if player.is_bot}
    return tuple(
        sheet
        for sheet in view.combats
        if sheet.combat.status == "battle" and {one for one in sheet.combat.standing() if one not in bots} == {seat}
    )


def units(view: CampaignView, sheet: CombatView) -> Mapping[UnitId, MapUnit]:
    """The units that fight, of all who have not conceded."""
    return {unit.id: unit for side in sheet.combat.standing() for unit in side_of(view, sheet, side).units}


def _left(view: CampaignView, sheet: CombatView, side: Seat, names: Names) -> tuple[str, ...]:
    result, fielded = sheet.combat.result, side_of(view, sheet, side)
    if result is None:
        return ()
    left = {one.unit: one.figures for one in result.left}
    told = [
        _("%(kind)s : %(left)d sur %(figures)d")
        % {"kind": names.get(unit.kind, unit.kind), "left": left.get(unit.id, 0), "figures": unit.figures}
        for unit in fielded.units
    ]
    dead = [_("%(lord)s est mort") % {"lord": lord.label} for lord in fielded.lords if int(lord.value) in result.fallen]
    return (*counted(told), *dead)


def side_of(view: CampaignView, sheet: CombatView, seat: Seat) -> Fielded:
    """What a fighter fields: a band, or a militia from the reserve."""
    force = sheet.combat.forces[seat]
    troops = [seen.band for seen in view.bands if seen.band.id == force.band]
    villages = [land.village for land in view.territories if land.id == sheet.combat.territory]
    village = villages[0] if villages else None
    units = troops[0].units if troops else village.units if village is not None else ()
    lords = [troops[0].lord] if troops else list(village.lords) if village is not None else []
    return Fielded(
        seat,
        tuple(unit for unit in units if unit.id in force.units),
        tuple(
            NamedChoice(str(lord.id), lord_name(lord)) for lord in lords if lord is not None and lord.id in force.lords
        ),
    )


RETOLD = (
    BandRetreated
    | BandDestroyed
    | MilitiaRetreated
    | MilitiaReturned
    | ControlPassed
    | VillageRazed
    | ReserveFled
    | ReserveLost
    | SacredSiteRemoved
    | MemoryPointGained
)


def aftermath(game: VisitedGame, command: ProposeResult | ConfirmResult) -> Iterator[str]:
    """
    The sentences of what would happen if everybody agreed; nothing for a result that would be refused.

    The organiser's agreement stands for everybody's [SC-CBT-6].
    """
    sheet = next((sheet for sheet in game.view.combats if sheet.combat.territory == command.territory), None)
    coming = commands.events(game, command, ConfirmResult(ORGANISER, territory=command.territory))
    if isinstance(coming, Refusal):  # nobody else has to agree, or nobody may
        coming = commands.events(game, command)
    if sheet is None or isinstance(coming, Refusal):
        return
    events = tuple(takewhile(lambda event: not isinstance(event, CombatApplied), coming[0]))
    fought, teller = units(game.view, sheet), log.teller(game, language(), known_names(game, language()))
    for event in events:
        if isinstance(event, LossesTaken):
            yield from _losses(event, fought, teller)
        elif isinstance(event, RETOLD):
            yield from teller.tell(event)
    if sheet.combat.newcomers:
        yield _("Le territoire se joue à la seconde phase.")
    elif not any(isinstance(event, ControlPassed) for event in events):
        yield _("Le territoire ne change pas de mains.")


def _losses(event: LossesTaken, units: Mapping[UnitId, MapUnit], teller: Teller) -> Iterator[str]:
    """The units that do not come out as they went in, and the lords who do not come out [SC-LOS-1, SC-LOS-5]."""
    names = teller.names
    changed = [(units[one.unit], one.figures) for one in event.left]
    told = list(counted(f"{names.get(unit.kind, unit.kind)} {unit.figures} → {left}" for unit, left in changed))
    told += [_("%(lord)s est mort") % {"lord": teller.lords.name(lord)} for lord in event.fallen]
    if told:
        yield _("%(seat)s : %(losses)s") % {"seat": names.get(event.seat, event.seat), "losses": ", ".join(told)}


USUAL = "clash"
"""The campaign's own scenario is in a book we have not got: the table plays one of ours, or that one from the book."""
PROFILES = {"hearthguards": "hearthguard.none", "warriors": "warrior.none", "levies": "levy.none"}
"""The kinds of the suggested catalogue as the tables of odds know them."""
MOST_LISTED = 10
"""Units of a side that the page of odds compares."""


@dataclass(frozen=True, slots=True)
class BattleCard:
    """A battle at the table: its sheet if one is open, and the odds of its units; or why it has no sheet."""

    match: str = ""
    odds: str = ""
    why_not: str = ""


def scenarios() -> tuple[NamedChoice, ...]:
    """The scenarios a battle may be played by, ours for SAGA, the usual one first."""
    listed = [one for one in every() if one.available and one.source == "saga_tournament"]
    ordered = sorted(listed, key=lambda one: one.id != USUAL)
    return tuple(NamedChoice(one.id, one.name(language())) for one in ordered)


def fight(game: VisitedGame, view: CampaignView, sheet: CombatView) -> BattleCard:
    """How a battle of two people can be played and weighed; a larger one, or one with a bot, has no sheet."""
    sides = _sides(view, sheet)
    if len(sides) != 2:
        return BattleCard(why_not=_("Une feuille de score tient deux camps, et cette bataille en a plus."))
    odds = _odds(sides, game.visitor.seat)
    if any(player.is_bot for player in view.players if player.seat in sheet.combat.standing()):
        return BattleCard(odds=odds, why_not=_("Un automate n'a pas de feuille de score à tenir."))
    settings = _settings(game, view, sheet, USUAL)
    return BattleCard(sheet_of(_battle(game, view, sheet), settings.bands), odds)


def sheets(campaign: StreamId) -> tuple[str, ...]:
    """The sheets of a campaign's battles: they go where it goes."""
    return tuple(Stream.objects.filter(battle_of=campaign).values_list("pk", flat=True))


def _sides(view: CampaignView, sheet: CombatView) -> tuple[Fielded, ...]:
    return tuple(side_of(view, sheet, seat) for seat in sheet.combat.standing())


def _battle(game: VisitedGame, view: CampaignView, sheet: CombatView) -> OfCampaign:
    return OfCampaign(game.stream, view.turn, sheet.combat.territory, sheet.combat.stage)


def _settings(game: VisitedGame, view: CampaignView, sheet: CombatView, scenario: str) -> Settings:
    sides = _sides(view, sheet)
    points = max(Fraction(worth(side.units)) for side in sides)
    return Settings(
        scenario=scenario,
        players={Seat(side.seat): game.names[Seat(side.seat)] for side in sides},
        options=MatchOptions(budget=max(1, ceil(points))),
        both_agree=True,
        battle=_battle(game, view, sheet),
        bands={Seat(side.seat): _band(side) for side in sides},
    )


def _band(side: Fielded) -> MatchBand:
    return MatchBand(
        tuple(BandUnit(unit.id, unit.kind, unit.figures) for unit in side.units),
        tuple(BandLord(int(lord.value), lord.label) for lord in side.lords),
    )


def _odds(sides: tuple[Fielded, ...], seat: Seat | None) -> str:
    """The page that weighs every unit of one band against every unit of the other; one's own come first."""
    mine, theirs = sorted(sides, key=lambda side: side.seat != seat)
    return f"{reverse('odds:table')}?{urlencode({'mine': _listed(mine), 'theirs': _listed(theirs)})}"


def _listed(side: Fielded) -> str:
    lord = ["1 warlord.none"] if side.lords else []
    known = [f"{unit.figures} {PROFILES[unit.kind]}" for unit in side.units if unit.kind in PROFILES]
    return "\n".join([*lord, *known][:MOST_LISTED])


@require_POST
@needs(Action.SPEAK)
def open_sheet(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Open the sheet of a battle, or the one that is open already; a fighter takes the same seat there."""
    view, seat = game.view, game.visitor.seat
    at, scenario = form_of(request).get("territory", ""), form_of(request).get("scenario", USUAL)
    sheet = next((one for one in view.combats if one.combat.territory == at and one.combat.status == "battle"), None)
    if sheet is None or not (game.visitor.official or seat in sheet.combat.standing()) or find(scenario) is None:
        raise Http404(at)
    if fight(game, view, sheet).why_not:
        raise Http404(at)
    opened = _opened(game, _settings(game, view, sheet, scenario), known_names(game, language())[at])
    if isinstance(opened, Refusal):
        return show(request, game, refusal=opened, status=409)
    answer = redirect("game", stream=opened)
    if seat in sheet.combat.standing():
        links.keep(request, answer, links.make(opened, Role.PLAYER, game.names[Seat(str(seat))], seat))
    return answer


def _opened(game: VisitedGame, settings: Settings, place: str) -> StreamId | Refusal:
    assert settings.battle is not None
    if known := sheet_of(settings.battle, settings.bands):
        return StreamId(known)
    named = sheet_name(settings.battle, settings.bands)
    title = _("%(campaign)s · tour %(turn)d, %(place)s") % {
        "campaign": game.header.title,
        "turn": settings.battle.turn,
        "place": place,
    }
    owner, public = game.row.owner_id, game.row.public
    try:
        header = open_game("match", title[:120], settings, owner=owner, public=public, stream=named)
    except StreamExists:
        return named
    if isinstance(header, Refusal):
        return header
    Stream.objects.filter(pk=header.stream).update(battle_of=game.stream)
    return header.stream
