"""Battles: militias to call, results to report and to confirm, and what would come of them (chapters 13, 20 to 24)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
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
from heraut.campaign.claims import DefendVillage
from heraut.campaign.combats import ConfirmResult, ProposeResult
from heraut.campaign.forces import Unit, UnitId
from heraut.campaign.state import Contest, Result
from heraut.campaign.view import CampaignView, CombatView
from heraut.kernel import ORGANISER, Refusal, Seat
from heraut.web import commands
from heraut.web.game import Game, language
from heraut.web.rooms.campaign import log
from heraut.web.rooms.campaign.choices import Choice, of_type
from heraut.web.rooms.campaign.log import Teller
from heraut.web.rooms.campaign.names import Names, counted, lord_name, unit_line


@dataclass(frozen=True, slots=True)
class Fielded:
    """A side of a battle to report."""

    seat: str
    units: tuple[Unit, ...]
    lords: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class UnitRow:
    """A unit in a form: how many of its figures are left, and whether somebody says otherwise."""

    unit: Unit
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
    units: tuple[UnitRow, ...]
    lords: tuple[LordRow, ...]


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle whose result is awaited; its form begins with the proposal that was contested, if one was."""

    sheet: CombatView
    sides: tuple[SideRow, ...]


@dataclass(frozen=True, slots=True)
class Proposed:
    """A result that lies on the table: what each side would have left of each unit, and which lords would be dead."""

    sheet: CombatView
    sides: tuple[tuple[str, tuple[str, ...]], ...]
    rows: tuple[SideRow, ...]
    """The same to be marked by whoever contests it."""


@dataclass(frozen=True, slots=True)
class Called:
    """A village that its reserve may defend, with those who could join the militia [SC-RSV-5, SC-RSV-6]."""

    territory: str
    units: tuple[Choice, ...]
    lords: tuple[Choice, ...]
    proposed: frozenset[str]


def militias(game: Game, view: CampaignView, names: Names) -> tuple[Called, ...]:
    """Every village the visitor is asked about; the strongest militia is ticked."""
    proposed = {command.territory: command for command in of_type(game, DefendVillage)}
    villages = ((land.id, land.village) for land in view.territories if land.id in proposed)
    return tuple(
        Called(
            at,
            tuple(Choice(str(unit.id), unit_line(unit, names)) for unit in village.units),
            tuple(Choice(str(lord.id), lord_name(lord)) for lord in village.lords),
            frozenset(map(str, (*proposed[at].units, *proposed[at].lords))),
        )
        for at, village in villages
        if village is not None
    )


def battles(view: CampaignView, seat: Seat | None, *, official: bool) -> tuple[Battle, ...]:
    """The battles whose result this visitor may enter."""
    return tuple(
        Battle(sheet, _rows(view, sheet, None if sheet.contest is None else sheet.contest.result))
        for sheet in view.combats
        if sheet.combat.status == "battle" and (official or seat in sheet.combat.standing())
    )


def reviews(view: CampaignView, seat: Seat | None, names: Names, *, official: bool) -> tuple[Proposed, ...]:
    """The results this visitor may confirm or contest [SC-CBT-6]."""
    found = (sheet for sheet in view.combats if sheet.combat.status == "review")
    return tuple(
        Proposed(
            sheet,
            tuple((side, _left(view, sheet, side, names)) for side in sheet.combat.standing()),
            _rows(view, sheet, sheet.combat.result),
        )
        for sheet in found
        if official or (seat in sheet.combat.standing() and seat not in sheet.combat.agreed)
    )


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
            UnitRow(unit, number, left.get(unit.id, unit.figures), unit.id in units)
            for unit, number in _numbered(side.units)
        ),
        tuple(
            LordRow(lord.value, lord.label, int(lord.value) in fallen, int(lord.value) in lords) for lord in side.lords
        ),
    )


def _numbered(units: Sequence[Unit]) -> Iterator[tuple[Unit, int | None]]:
    """Each unit with its place among those of its kind, if it is not the only one: two rows alike could not be told."""
    of_kind, met = Counter(unit.kind for unit in units), Counter[str]()
    for unit in units:
        met[unit.kind] += 1
        yield unit, met[unit.kind] if of_kind[unit.kind] > 1 else None


def left_to_model(view: CampaignView, seat: Seat | None) -> tuple[CombatView, ...]:
    """The battles in which somebody is alone against bots, whose model may then decide."""
    bots = {player.seat for player in view.players if player.bot or (player.stand_in or "").startswith("bot:")}
    return tuple(
        sheet
        for sheet in view.combats
        if sheet.combat.status == "battle" and {one for one in sheet.combat.standing() if one not in bots} == {seat}
    )


def units(view: CampaignView, sheet: CombatView) -> Mapping[UnitId, Unit]:
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
        tuple(Choice(str(lord.id), lord_name(lord)) for lord in lords if lord is not None and lord.id in force.lords),
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


def aftermath(game: Game, command: ProposeResult | ConfirmResult) -> Iterator[str]:
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
    fought, teller = units(game.view, sheet), log.teller(game, language())
    for event in events:
        if isinstance(event, LossesTaken):
            yield from _losses(event, fought, teller)
        elif isinstance(event, RETOLD):
            yield from teller.tell(event)
    if not any(isinstance(event, ControlPassed) for event in events):
        yield _("Le territoire ne change pas de mains.")


def _losses(event: LossesTaken, units: Mapping[UnitId, Unit], teller: Teller) -> Iterator[str]:
    """The units that do not come out as they went in, and the lords who do not come out [SC-LOS-1, SC-LOS-5]."""
    names = teller.names
    changed = [(units[one.unit], one.figures) for one in event.left]
    told = list(counted(f"{names.get(unit.kind, unit.kind)} {unit.figures} → {left}" for unit, left in changed))
    dead = [teller.lords.called.get(lord) or lord_name(None) for lord in event.fallen]
    told += [_("%(lord)s est mort") % {"lord": lord} for lord in dead]
    if told:
        yield _("%(seat)s : %(losses)s") % {"seat": names.get(event.seat, event.seat), "losses": ", ".join(told)}
