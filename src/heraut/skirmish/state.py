"""The state of a fight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from fractions import Fraction

import msgspec

from heraut.kernel import Command, Seat
from heraut.skirmish.commands import Order
from heraut.skirmish.effect import Effect, Moment
from heraut.skirmish.model import DiceModel, dice_model
from heraut.skirmish.need import Answer, Need
from heraut.skirmish.settings import Options, Settings
from heraut.skirmish.sheet import UNARMED, Head, Mount, Sheet, Weapon


class Step(StrEnum):
    """Where the fight stands."""

    BEFORE = "before"
    ANNOUNCING = "announcing"
    OPENING = "opening"
    ACTING = "acting"
    OVER = "over"


class Fate(StrEnum):
    """What became of a slot."""

    OPEN = "open"
    USED = "used"
    SWAPPED = "swapped"
    STRUCK = "struck"
    LOST = "lost"
    PASSED = "passed"


class Slot(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A declared action: its segment and what became of it."""

    segment: int
    fate: Fate = Fate.OPEN


class Posture(StrEnum):
    """How a character stands."""

    STANDING = "standing"
    CROUCHED = "crouched"
    PRONE = "prone"


class Out(StrEnum):
    """Why a character fights no more."""

    DEAD = "dead"
    UNCONSCIOUS = "unconscious"
    FAINTED = "fainted"
    EXHAUSTED = "exhausted"
    GONE = "gone"


class Dodged(msgspec.Struct, frozen=True, gc=False):
    """The dodge of this segment: valid against every later attack of it [SK-DOD-6]."""

    total: int
    critical: bool


class Motion(msgspec.Struct, frozen=True, gc=False):
    """How fast a character moves, on which ground."""

    ground: str
    speed: Fraction
    fast: bool = False
    evading: bool = False


class LongAction(msgspec.Struct, frozen=True, gc=False):
    """A long action under way; `decided` once it was confirmed for this turn [SK-TURN-4]."""

    name: str
    since: Moment
    segments: int = 0
    decided: bool = True


class Preparation(msgspec.Struct, frozen=True, gc=False):
    """A strike that takes two actions: its first is done; `spoiled` once its author was wounded [SK-SPC-4]."""

    style: str
    target: str
    spoiled: bool = False


class Series(msgspec.Struct, frozen=True, gc=False):
    """A series of command actions: the order and the actions already spent [SK-CMD-6]."""

    order: Order
    needed: int
    spent: int


class Fighter(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A character in the fight: his sheet, his turn, his body."""

    id: str
    side: str
    seat: Seat
    sheet: Sheet
    chief: str = ""
    unit: str = ""
    hidden: bool = False
    reaction: int | None = None
    declared: int | None = None
    survival: bool = False
    survival_at: Moment | None = None
    slots: tuple[Slot, ...] = ()
    effects: tuple[Effect, ...] = ()
    wounds: int = 0
    fatigue: int = 0
    lent_wounds: int = 0
    lent_fatigue: int = 0
    losses: int = 0
    losses_until: int = 0
    forfeits_first: bool = False
    posture: Posture = Posture.STANDING
    rising: int = 0
    right: str = ""
    left: str = ""
    dropped: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()
    motion: Motion | None = None
    falling: int = 0
    dodge: Dodged | None = None
    long: LongAction | None = None
    out: Out | None = None
    acted: bool = False
    yielded: bool = False
    surprise: int | None = None
    prepared: Preparation | None = None
    series: Series | None = None
    uncommanded: bool = False
    galvanised: bool = False
    harmed_by: tuple[str, ...] = ()
    heads: tuple[Head, ...] = ()

    @property
    def name(self) -> str:
        """How he is called in this fight."""
        return self.id

    @property
    def held(self) -> tuple[str, ...]:
        """What is in his hands, a two-handed weapon once."""
        return tuple(dict.fromkeys(item for item in (self.right, self.left) if item))

    @property
    def wielded(self) -> tuple[Weapon, ...]:
        """The weapons in his hands."""
        found = (self.sheet.weapon(item) for item in self.held)
        return tuple(weapon for weapon in found if weapon is not None)

    @property
    def main_weapon(self) -> Weapon:
        """The weapon he fights with: the first in hand that is no shield, or bare hands."""
        return next((weapon for weapon in self.wielded if not weapon.shield), UNARMED)

    @property
    def mounted(self) -> bool:
        """On an animal; a chariot carries without being ridden."""
        return self.sheet.mount not in (Mount.NONE, Mount.CHARIOT)

    def effect(self, code: str, of: str = "") -> Effect | None:
        """The effect of that code, if it weighs on him."""
        return next((found for found in self.effects if found.code == code and of in ("", found.of)), None)

    def open_slot(self, segment: int) -> bool:
        """Whether he has an unused declared action in the segment."""
        return Slot(segment) in self.slots


class Hold(msgspec.Struct, frozen=True, gc=False):
    """A grip: who holds whom, by which attack total, with how many dice of restraint."""

    grappler: str
    held: str
    total: int
    restraint: int


class Stuck(msgspec.Struct, frozen=True, gc=False):
    """A weapon stuck in a victim [SK-IMP-1]."""

    owner: str
    weapon: str
    victim: str


class Tactic(msgspec.Struct, frozen=True):
    """The bonus a chief won for his men: on attack or on defence [SK-CMD-15]."""

    gain: str
    bonus: int
    men: tuple[str, ...]


class Duel(msgspec.Struct, frozen=True):
    """Two duellists, their weapons, and the bonus each has stared out of the other."""

    who: str
    target: str
    weapon: str
    other_weapon: str
    distance: int
    bonus: int = 0
    other_bonus: int = 0


class Pending(msgspec.Struct, frozen=True, gc=False):
    """
    An action under way.

    It is its command, the state it began in and the answers so far: the rules run again from the beginning each
    time an answer comes, so nothing of their inside needs storing.
    """

    command: Command
    origin: State
    answers: tuple[Answer, ...] = ()
    need: Need | None = None


class State(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A fight: its clock, its fighters, what binds them, and the action under way."""

    settings: Settings
    step: Step = Step.BEFORE
    turn: int = 0
    segment: int = 0
    fighters: Mapping[str, Fighter] = {}
    order: tuple[str, ...] = ()
    announced: bool = False
    melee: frozenset[tuple[str, str]] = frozenset()
    holds: tuple[Hold, ...] = ()
    stuck: tuple[Stuck, ...] = ()
    precedence: Mapping[tuple[str, str], str] = {}
    exchanges: Mapping[tuple[str, str], State] = {}
    tactics: Mapping[str, Tactic] = {}
    displays: Mapping[str, int] = {}
    slowed: Mapping[str, Fraction] = {}
    duel: Duel | None = None
    pending: Pending | None = None

    @property
    def options(self) -> Options:
        """The settings of section 36."""
        return self.settings.options

    @property
    def model(self) -> DiceModel:
        """The dice model in force."""
        options = self.settings.options
        return dice_model(options.dice_model, options.tie_succeeds, options.critical_failure)

    @property
    def now(self) -> Moment:
        """This segment of this turn."""
        return Moment(self.turn, self.segment)

    @property
    def active(self) -> Iterator[Fighter]:
        """Those still in the fight, in roster order."""
        return (fighter for fighter in self.fighters.values() if fighter.out is None)

    def foes(self, who: str) -> tuple[str, ...]:
        """Those engaged in melee with him, in roster order."""
        mine = {pair[0] if pair[1] == who else pair[1] for pair in self.melee if who in pair}
        return tuple(id for id in self.fighters if id in mine) if mine else ()

    def brawl(self, who: str) -> tuple[str, ...]:
        """Everyone in the same melee as he, himself included, in roster order [SK-MEL-2]."""
        found, frontier = {who}, [who]
        while frontier:
            for other in self.foes(frontier.pop()):
                if other not in found:
                    found.add(other)
                    frontier.append(other)
        return tuple(id for id in self.fighters if id in found)

    def men_of(self, chief: str) -> tuple[Fighter, ...]:
        """The men under a chief, in roster order."""
        return tuple(fighter for fighter in self.fighters.values() if fighter.chief == chief)

    def hold_on(self, who: str) -> Hold | None:
        """The grip he is in."""
        return next((hold for hold in self.holds if hold.held == who), None)


def pair(one: str, other: str) -> tuple[str, str]:
    """Two characters, whatever the order."""
    return (one, other) if one < other else (other, one)
