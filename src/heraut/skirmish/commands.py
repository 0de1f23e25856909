"""What may be asked of a fight. `who` is the character; the seat is his player's, or the game master's."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import ClassVar

from heraut.kernel import ORGANISER, Command, Roll, Seat


class Style(StrEnum):
    """How a blow is struck."""

    PLAIN = "plain"
    POWER = "power"
    ACROBATIC = "acrobatic"
    TRIP = "trip"
    GRAPPLE = "grapple"
    THROW = "throw"
    TWIST = "twist"


class OrderKind(StrEnum):
    """The four orders of a chief, and rallying."""

    HEARTEN = "hearten"
    TACTICS = "tactics"
    RALLY = "rally"
    GALVANISE = "galvanise"


class ByGameMaster(Command, frozen=True, kw_only=True):
    """A command of the game master's seat."""

    seat: Seat = ORGANISER
    secret: ClassVar[bool] = False


class ByFighter(Command, frozen=True, kw_only=True):
    """A command for a character."""

    who: str


# --- answers to what is due


class Rule(ByGameMaster, frozen=True, kw_only=True):
    """The game master settles the number he was asked for."""

    value: int


class Choose(Command, frozen=True, kw_only=True):
    """Somebody chooses among the options offered."""

    option: str


class Override(ByGameMaster, frozen=True, kw_only=True):
    """Change a number of the roll that is due: dice, flat, difficulty, or the result itself [SK-GEN-6]."""

    number: str
    value: int
    who: str = ""


# --- the course of the fight


class Display(ByFighter, frozen=True, kw_only=True):
    """Frighten before the first turn: war_cry, carnyx, contortions [SK-TER-1]."""

    display: str
    bonus: int = 0


class Frighten(ByGameMaster, frozen=True, kw_only=True):
    """Read the terror of one side: its opponents roll courage [SK-TER-5]. `rear` are not at risk yet."""

    side: str
    rear: tuple[str, ...] = ()
    bonus: int = 0


class BeginFight(ByGameMaster, frozen=True, kw_only=True):
    """The first turn begins."""


class EndFight(ByGameMaster, frozen=True, kw_only=True):
    """The fight is over."""


class Reorder(ByGameMaster, frozen=True, kw_only=True):
    """Another order of announcing, before the first announcement [SK-TURN-3]."""

    order: tuple[str, ...]


class GoOn(ByFighter, frozen=True, kw_only=True):
    """Go on with a long action, or stop it, at the start of a turn [SK-LNG-2]."""

    on: bool


class Announce(ByFighter, frozen=True, kw_only=True):
    """Announce a number of declared actions [SK-DECL-1]."""

    actions: int


class Proceed(ByGameMaster, frozen=True, kw_only=True):
    """Close the beginning of the segment, or the segment itself."""


class Yield(ByFighter, frozen=True, kw_only=True):
    """Let the others act first in this segment [SK-PRI-2]."""


class Delay(ByFighter, frozen=True, kw_only=True):
    """Put the action of this segment off by some segments [SK-DLY-1]."""

    by: int = 1


class Survive(ByFighter, frozen=True, kw_only=True):
    """Switch to survival mode [SK-SRV-1]."""


# --- moving


class Move(ByFighter, frozen=True, kw_only=True):
    """Move on a kind of ground, unhurried or fast [SK-MOV-1, SK-MOV-2]; evading adds the body feint [SK-CMV-1]."""

    ground: str = "flat"
    fast: bool = False
    trait: str = ""
    evading: bool = False
    narrow: bool = False
    swap: bool = False


class Jump(ByFighter, frozen=True, kw_only=True):
    """Jump, with a dodge announced in the same breath or none [SK-DOD-4]."""

    acrobatic: bool = False
    dodge: str = "none"
    swap: bool = False


class Dodge(ByFighter, frozen=True, kw_only=True):
    """Announce a dodge at the beginning of the segment [SK-DOD-3]."""

    acrobatic: bool = False
    swap: bool = False


class TakePosture(ByFighter, frozen=True, kw_only=True):
    """Crouch or lie down."""

    posture: str


class GetUp(ByFighter, frozen=True, kw_only=True):
    """Stand up [SK-POS-3]."""

    acrobatic: bool = False
    swap: bool = False


class Disengage(ByFighter, frozen=True, kw_only=True):
    """Leave the melee [SK-ENG-6]."""

    acrobatic: bool = False
    swap: bool = False


class BeginLong(ByFighter, frozen=True, kw_only=True):
    """Begin a long action [SK-LNG-1]."""

    name: str
    segments: int = 0


class EndLong(ByGameMaster, frozen=True, kw_only=True):
    """A long action is done; a shortened distance may cost fatigue levels [SK-LNG-5]."""

    who: str
    fatigue: int = 0


# --- weapons


class Draw(ByFighter, frozen=True, kw_only=True):
    """Take a weapon in hand at normal pace [SK-DRW-1]."""

    weapon: str


class PickUp(ByFighter, frozen=True, kw_only=True):
    """Pick a dropped weapon up [SK-CON-7]."""

    weapon: str


class Extract(ByFighter, frozen=True, kw_only=True):
    """Pull a stuck weapon out [SK-IMP-2]."""

    weapon: str


class Prepare(ByFighter, frozen=True, kw_only=True):
    """The first of the two actions of a power strike or an acrobatic attack [SK-PWR-1, SK-ACR-1]."""

    style: Style
    target: str
    distance: int = 2


class Strike(ByFighter, frozen=True, kw_only=True):
    """
    Strike a blow, plain or special.

    `height` is where the attacker stands (above, below), `draw` the place the weapon is drawn from in the same
    action, `second` the weapon of the other hand, `contest` the attribute of a trip.
    """

    target: str
    weapon: str = "unarmed"
    style: Style = Style.PLAIN
    aim: str = ""
    height: str = ""
    behind: bool = False
    draw: str = ""
    second: str = ""
    contest: str = "agility"


class Charge(ByFighter, frozen=True, kw_only=True):
    """Charge an opponent, to strike him or to knock him over with a shield [SK-CHG-2, SK-CHG-5]."""

    target: str
    weapon: str
    shield: bool = False


class Shoot(ByFighter, frozen=True, kw_only=True):
    """
    Throw or shoot at a target.

    `surface` is the size of what cover leaves visible, `direction` how a running target crosses the shot, `crowd`
    that it moves in one, `seen` that the shooter sees it there, `visibility` a row of that table.
    """

    target: str
    weapon: str
    distance: int
    aim: str = ""
    surface: int | None = None
    direction: str = ""
    crowd: bool = False
    seen: bool = True
    visibility: str = ""
    draw: str = ""


class Tighten(ByFighter, frozen=True, kw_only=True):
    """A new contest of Strength for a hold [SK-GRP-5]."""

    target: str


class Hurl(ByFighter, frozen=True, kw_only=True):
    """Throw a character held fast enough [SK-THR-2]."""

    target: str


class Escape(ByFighter, frozen=True, kw_only=True):
    """Free oneself from a hold by a dodge [SK-GRP-3]."""


class Release(ByFighter, frozen=True, kw_only=True):
    """Let go of a held character [SK-GRP-6]."""

    target: str


# --- command


class Order(ByFighter, frozen=True, kw_only=True):
    """
    Spend an action on orders to men or units [SK-CMD-6].

    For tactics, `gain` is attack or defence and `circumstances` rows of the table, `plan` the worth of the plan; for
    galvanising, `gain` is fatigue or wound.
    """

    order: OrderKind
    men: tuple[str, ...]
    position: str = "leading"
    gain: str = ""
    circumstances: tuple[str, ...] = ()
    plan: int = 0


class KeepOrdering(ByFighter, frozen=True, kw_only=True):
    """Spend the next action of a series of orders."""


class TakeOver(ByFighter, frozen=True, kw_only=True):
    """Take over the men of a lost chief [SK-CMD-23]."""

    men: tuple[str, ...]
    position: str = "leading"


# --- held at bay, duel, trophies


class HoldAtBay(ByGameMaster, frozen=True, kw_only=True):
    """A captor holds a character at bay."""

    captor: str
    captive: str


class Defy(ByFighter, frozen=True, kw_only=True):
    """Dare to act while held at bay [SK-BAY-1]."""

    trait: str


class FaceOff(ByGameMaster, frozen=True, kw_only=True):
    """Two duellists stare each other down [SK-DUE-1]."""

    who: str
    target: str
    weapon: str
    other_weapon: str
    distance: int


class Stare(ByGameMaster, frozen=True, kw_only=True):
    """One more second of staring."""


class BreakStare(ByFighter, frozen=True, kw_only=True):
    """End the stare: shoot [SK-DUE-3]."""


class TakeHead(ByFighter, frozen=True, kw_only=True):
    """Hang the head of a beaten enemy at one's belt; a druid may prepare it [SK-HED-1, SK-HED-4]."""

    victim: str
    druid: str = ""


class Embalm(ByFighter, frozen=True, kw_only=True):
    """Embalm one's freshest head [SK-HED-5]."""


# --- the game master


class Startle(ByGameMaster, frozen=True, kw_only=True):
    """Something sudden: a reaction roll before reacting [SK-SUR-1]."""

    who: str


class Surprise(ByGameMaster, frozen=True, kw_only=True):
    """A character is surprised in this segment: his reaction is modified when order is compared [SK-PRI-3]."""

    secret: ClassVar[bool] = True
    who: str
    modifier: int = 0


class Reroll(ByGameMaster, frozen=True, kw_only=True):
    """New reaction rolls for this segment [SK-PRI-5]."""

    fighters: tuple[str, ...]


class CallRoll(ByGameMaster, frozen=True, kw_only=True):
    """
    Ask a character for a roll outside his actions: perception, a task, anything.

    `innate` rolls made in full run are offered their malus; a `visibility` and `distance` raise the difficulty.
    """

    who: str
    trait: str
    difficulty: int
    innate: bool = True
    hidden: bool = False
    visibility: str = ""
    distance: int = 0


class Slow(ByGameMaster, frozen=True, kw_only=True):
    """Bad ground or sight lowers speeds, of one or of all (no `who`) [SK-MOV-7]."""

    by: Fraction
    who: str = ""


class StartFall(ByGameMaster, frozen=True, kw_only=True):
    """A character begins to fall from a height [SK-FAL-1]."""

    who: str
    falling: bool = True


class Burden(ByGameMaster, frozen=True, kw_only=True):
    """A penalty of the game master's own, in dice or flat, until he lifts it [SK-DICE-22]."""

    who: str
    dice: int = 0
    flat: int = 0


class Lift(ByGameMaster, frozen=True, kw_only=True):
    """End an effect of a character."""

    who: str
    code: str
    of: str = ""


class Mend(ByGameMaster, frozen=True, kw_only=True):
    """A character recovers levels, or loses some (negative)."""

    who: str
    wounds: int = 0
    fatigue: int = 0


class FirstAid(ByGameMaster, frozen=True, kw_only=True):
    """Somebody tends a dying character [SK-CRI-1]."""

    who: str
    target: str


class PutAside(ByGameMaster, frozen=True, kw_only=True):
    """A character leaves the field, is unaware, is cut off from his chief, or comes back."""

    who: str
    how: str


class Uncover(ByGameMaster, frozen=True, kw_only=True):
    """A hidden character shows himself."""

    who: str


class ChangeSituation(ByGameMaster, frozen=True, kw_only=True):
    """The situation has changed greatly: a chief's tactical bonus ends [SK-CMD-17]."""

    chief: str


Answers = Roll | Rule | Choose | Override
Actions = (
    Display
    | Frighten
    | BeginFight
    | EndFight
    | Reorder
    | GoOn
    | Announce
    | Proceed
    | Yield
    | Delay
    | Survive
    | Move
    | Jump
    | Dodge
    | TakePosture
    | GetUp
    | Disengage
    | BeginLong
    | EndLong
    | Draw
    | PickUp
    | Extract
    | Prepare
    | Strike
    | Charge
    | Shoot
    | Tighten
    | Hurl
    | Escape
    | Release
    | Order
    | KeepOrdering
    | TakeOver
    | HoldAtBay
    | Defy
    | FaceOff
    | Stare
    | BreakStare
    | TakeHead
    | Embalm
    | Startle
    | Surprise
    | Reroll
    | CallRoll
    | Slow
    | StartFall
    | Burden
    | Lift
    | Mend
    | FirstAid
    | PutAside
    | Uncover
    | ChangeSituation
)
AnyCommand = Answers | Actions
