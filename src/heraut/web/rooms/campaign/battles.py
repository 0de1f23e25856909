"""Battles: militias to call, results to report and to confirm, what would come of them (chapters 13, 20 to 24)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile

from django.utils.translation import gettext as _

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
from heraut.campaign.board import MapUnit, UnitId
from heraut.campaign.claims import DefendVillage
from heraut.campaign.results import ConfirmResult, ProposeResult
from heraut.campaign.state import Contest, Result
from heraut.campaign.view import CampaignView, CombatView
from heraut.kernel.names import ORGANISER, Seat
from heraut.kernel.refusal import Refusal
from heraut.web import commands
from heraut.web.game import VisitedGame, language
from heraut.web.rooms.campaign.log import Teller
from heraut.web.rooms.campaign.names import NamedChoice, Names, counted, known_names, lord_name, of_type, unit_line
from heraut.web.rooms.match.battle import numbered


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
    fought, teller = units(game.view, sheet), Teller.of(game, language(), known_names(game, language()))
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
