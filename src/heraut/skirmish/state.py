"""The state of a fight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from fractions import Fraction

import msgspec

from heraut.kernel import Command
from heraut.skirmish.effect import Moment
from heraut.skirmish.fighter import Fighter
from heraut.skirmish.model import DiceModel, dice_model
from heraut.skirmish.need import Answer, Need
from heraut.skirmish.settings import Options, Settings


class Step(StrEnum):
    """Where the fight stands."""

    BEFORE = "before"
    ANNOUNCING = "announcing"
    OPENING = "opening"
    ACTING = "acting"
    OVER = "over"


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


def next_announcer(state: State) -> Fighter | None:
    """Who must speak now: first those in a long action, who go on or stop, then the order of announcing."""
    waiting = [state.fighters[who] for who in state.order]
    waiting = [fighter for fighter in waiting if fighter.out is None and fighter.declared is None]
    undecided = (fighter for fighter in waiting if fighter.long is not None)
    return next(undecided, waiting[0] if waiting else None)
