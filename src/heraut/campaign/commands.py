"""What players, the organiser, fate and the clock may ask."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.campaign.names import BandId, LordId, TerritoryId, UnitId
from heraut.campaign.plans import BandPlan, Left, Muster, NewLord, Recruit
from heraut.kernel import ORGANISER, Command, Instant, Roll, Seat, Tick


class Order(Command, frozen=True, omit_defaults=True):
    """A command of a campaign; `at` is stamped by the shell."""

    at: Instant = Instant(0)


class AssignStarts(Order, frozen=True, kw_only=True):
    """The organiser gives each player a start territory [SC-SET-2]."""

    starts: Mapping[Seat, TerritoryId]
    seat: Seat = ORGANISER


class ComposeBands(Order, frozen=True, kw_only=True):
    """Choose the units and lords of the starting bands [SC-SET-4]."""

    bands: tuple[BandPlan, ...]


class ChooseVillage(Order, frozen=True, kw_only=True):
    """Choose among the nearest villages for an arriving army [SC-RET-6]."""

    army: int
    territory: TerritoryId


class PlaceBid(Order, frozen=True, kw_only=True):
    """Stake power points for initiative; a bid above one's stock must be meant [SC-INI-8]."""

    amount: int
    beyond_stock: bool = False


class OrderTies(Order, frozen=True, kw_only=True):
    """The favour holder orders each group of tied players, best first [SC-INI-10]."""

    orders: tuple[tuple[Seat, ...], ...]


class Prepare(Order, frozen=True, kw_only=True):
    """Recruit and transfer; `ready` False keeps a draft that may still be illegal [SC-SEQ-4]."""

    musters: tuple[Muster, ...] = ()
    ready: bool = True


class DeclareMove(Order, frozen=True, kw_only=True):
    """Move one band along a path of territories; a path cut short by an enemy must be accepted [SC-DEC-7]."""

    band: BandId
    path: tuple[TerritoryId, ...]
    accept_stop: bool = False


class PassMoves(Order, frozen=True, kw_only=True):
    """Declare no more moves this turn [SC-DEC-3]."""


class DefendVillage(Order, frozen=True, kw_only=True):
    """Fight for a village with a militia from its reserve [SC-RSV-5]."""

    territory: TerritoryId
    units: tuple[UnitId, ...]
    lords: tuple[LordId, ...] = ()


class YieldVillage(Order, frozen=True, kw_only=True):
    """Do not fight with the reserve [SC-RSV-10]."""

    territory: TerritoryId


class FieldForce(Order, frozen=True, kw_only=True):
    """Reorganise one's troops on the territory and name the band that fights [SC-CBT-2, SC-CBT-3]."""

    territory: TerritoryId
    band: BandId
    bands: tuple[BandPlan, ...] = ()


class Concede(Order, frozen=True, kw_only=True):
    """Give up a combat before its result is proposed [SC-CBT-7]."""

    territory: TerritoryId


class ProposeResult(Order, frozen=True, kw_only=True):
    """The result of a battle: winner or tied winners, survivors of each unit, lords killed [SC-CBT-5]."""

    territory: TerritoryId
    winners: tuple[Seat, ...]
    left: tuple[Left, ...]
    fallen: tuple[LordId, ...] = ()


class ConfirmResult(Order, frozen=True, kw_only=True):
    """Agree with the proposed result [SC-CBT-6]."""

    territory: TerritoryId


class RejectResult(Order, frozen=True, kw_only=True):
    """Disagree: a result is awaited again [SC-SEQ-13]."""

    territory: TerritoryId


class Demobilise(Order, frozen=True, kw_only=True):
    """Units to send to a reserve; `villages` chooses among equally near ones, by territory left [SC-UPK-8]."""

    units: tuple[UnitId, ...]
    villages: Mapping[TerritoryId, TerritoryId] = {}


class Build(Order, frozen=True, kw_only=True):
    """Villages and sacred sites to build; `ready` False keeps a draft [SC-SEQ-10]."""

    villages: tuple[TerritoryId, ...] = ()
    sites: tuple[TerritoryId, ...] = ()
    ready: bool = True


class Invade(Order, frozen=True, kw_only=True):
    """Open a portal and bring a new band [SC-INV-2]."""

    territory: TerritoryId
    recruits: tuple[Recruit, ...]
    lord: NewLord = NewLord()


class DeclineInvasion(Order, frozen=True, kw_only=True):
    """Make no invasion this turn."""


class DescribeLord(Order, frozen=True, kw_only=True):
    """Name, story, experience and note of one's lord [SC-LRD-6, SC-LRD-7]; None leaves it as it is."""

    lord: LordId
    name: str | None = None
    story: str | None = None
    experience: int | None = None
    note: str | None = None


class CloseStep(Order, frozen=True, kw_only=True):
    """The organiser fills in the missing answers, of these players or of all [SC-GEN-9]."""

    players: tuple[Seat, ...] = ()
    seat: Seat = ORGANISER


class ExtendDeadline(Order, frozen=True, kw_only=True):
    """The organiser gives more time [SC-ABS-5]."""

    seconds: int
    seat: Seat = ORGANISER


class NameStandIn(Order, frozen=True, kw_only=True):
    """Somebody, or a bot, plays for the seat until further notice; empty ends it [SC-ABS-6]."""

    player: Seat
    stand_in: str = ""


class VotePause(Order, frozen=True, kw_only=True):
    """Ask for a pause, or for its end [SC-ABS-7]."""

    pause: bool = True


class SetPause(Order, frozen=True, kw_only=True):
    """The organiser stops or starts the clock [SC-ABS-7]."""

    pause: bool = True
    seat: Seat = ORGANISER


class ReplacePlayer(Order, frozen=True, kw_only=True):
    """Somebody takes over a seat for good [SC-ABS-8]."""

    player: Seat
    name: str
    seat: Seat = ORGANISER


CampaignCommand = (
    AssignStarts
    | ComposeBands
    | ChooseVillage
    | PlaceBid
    | OrderTies
    | Prepare
    | DeclareMove
    | PassMoves
    | DefendVillage
    | YieldVillage
    | FieldForce
    | Concede
    | ProposeResult
    | ConfirmResult
    | RejectResult
    | Demobilise
    | Build
    | Invade
    | DeclineInvasion
    | DescribeLord
    | CloseStep
    | ExtendDeadline
    | NameStandIn
    | VotePause
    | SetPause
    | ReplacePlayer
    | Roll
    | Tick
)
