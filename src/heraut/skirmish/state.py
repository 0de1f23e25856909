"""The state of a fight, how it begins, and the shapes of its commands and events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

import msgspec
from msgspec.structs import replace

from heraut.kernel.message import Command, PublicEvent, Speaker
from heraut.kernel.names import MOST_ID, ORGANISER, RESERVED, ClauseId, RulesVersion, Seat, is_id
from heraut.kernel.refusal import HouseCode, Refusal, house, together
from heraut.kernel.slugs import lasting_id
from heraut.rulesets.editions import current
from heraut.skirmish.fighter import Fighter, Moment
from heraut.skirmish.model import MODELS, DiceModel, dice_model
from heraut.skirmish.need import Need, NeedAnswer, refuse
from heraut.skirmish.settings import Enlisted, FightOptions, Rolls, Segments, Settings
from heraut.skirmish.sheet import CharacterSheet
from heraut.skirmish.tables import number


class ByGameMaster(Command, frozen=True, kw_only=True):
    """A command of the game master's seat."""

    speaker: ClassVar[Speaker] = Speaker.ORGANISER
    seat: Seat = ORGANISER
    secret: ClassVar[bool] = False


class OfFighter(ByGameMaster, frozen=True, kw_only=True):
    """A command of the game master's about a character."""

    who: str


class ByFighter(Command, frozen=True, kw_only=True):
    """A command for a character."""

    who: str


class AtTarget(ByFighter, frozen=True, kw_only=True):
    """A command for a character, at another."""

    target: str


class FighterEvent(PublicEvent, frozen=True, kw_only=True):
    """An event about a character."""

    who: str


class Between(FighterEvent, frozen=True, kw_only=True):
    """An event about two characters."""

    target: str


class FightStep(StrEnum):
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


class Precedence(NamedTuple):
    """Who of two goes first in a segment (nobody: both at once), and by which clause."""

    first: str | None
    clause: ClauseId


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
    answers: tuple[NeedAnswer, ...] = ()
    need: Need | None = None


class State(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A fight: its clock, its fighters, what binds them, and the action under way."""

    settings: Settings
    step: FightStep = FightStep.BEFORE
    turn: int = 0
    segment: int = 0
    fighters: Mapping[str, Fighter] = {}
    names: Mapping[str, str] = {}
    """What sides and units are called whose ids were made."""
    order: tuple[str, ...] = ()
    announced: bool = False
    melee: frozenset[tuple[str, str]] = frozenset()
    holds: tuple[Hold, ...] = ()
    stuck: tuple[Stuck, ...] = ()
    precedence: Mapping[tuple[str, str], Precedence] = {}
    """What was settled for this segment, whatever slots and weapons say."""
    exchanges: Mapping[tuple[str, str], State] = {}
    tactics: Mapping[str, Tactic] = {}
    displays: Mapping[str, int] = {}
    terrors_read: frozenset[str] = frozenset()
    slowed: Mapping[str, Fraction] = {}
    duel: Duel | None = None
    plans: Mapping[str, int] = {}
    at_once: bool | None = None
    one_by_one: bool | None = None
    last_blow: int = 0
    pending: Pending | None = None

    @property
    def options(self) -> FightOptions:
        """The settings of section 36."""
        return self.settings.options

    @property
    def model(self) -> DiceModel:
        """The dice model in force."""
        options = self.settings.options
        return dice_model(options.dice_model, options.tie_succeeds, options.critical_failure)

    @property
    def rolls_at_once(self) -> bool:
        """Whether a deed's rolls are all drawn at once: as the game master last said, or as the table began."""
        return self.options.rolls is Rolls.AT_ONCE if self.at_once is None else self.at_once

    @property
    def stops_everywhere(self) -> bool:
        """Whether going on stops at every segment: as the game master last said, or as the table began [SK-TURN-10]."""
        return self.options.segments is Segments.ONE_BY_ONE if self.one_by_one is None else self.one_by_one

    @property
    def now(self) -> Moment:
        """This segment of this turn."""
        return Moment(self.turn, self.segment)

    def name_of(self, side: str) -> str:
        """What a side or a unit is called."""
        return self.names.get(side, side)

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

    def answers(self, who: str) -> bool:
        """Whether an exchange waits for his answer, be he out of the fight by its first action [SK-PRI-4]."""
        return any(key[0] == who for key in self.exchanges)

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


MOST_FIGHTERS = 200


def start(settings: Settings, _rules: RulesVersion) -> State | Refusal:
    """The fighters at their places, copies of a type numbered, or everything that is wrong."""
    if refusal := together(tuple(_faults(settings))):
        return refusal
    enlisted = tuple(_roster(settings))
    chiefs = _chiefs(enlisted)
    led = (replace(fighter, chief=chiefs.get(fighter.chief, "")) for fighter in enlisted)
    names = dict(_named(settings)) if names_sides() else {}
    return State(settings=settings, fighters={fighter.id: fighter for fighter in led}, names=names)


def _roster(settings: Settings) -> Iterator[Fighter]:
    return (fighter for entry in settings.fighters for fighter in enlist(entry))


def _chiefs(enlisted: Iterable[Fighter]) -> dict[str, str]:
    """The id of each by what a roster may call him: his name or his id."""
    found = tuple(enlisted)
    return {**{fighter.name: fighter.id for fighter in found}, **{fighter.id: fighter.id for fighter in found}}


def has_made_ids() -> bool:
    """Whether ids are narrow and names free; in fights before edition 3 a name as it was typed is the id."""
    return current() > 2


def names_sides() -> bool:
    """Whether sides and units have ids besides their names; before edition 4 a name as it was typed is the id."""
    return current() > 3


def edition_five_holds() -> bool:
    """Whether the clauses of edition 5 hold (decision 34 names them); fights begun before it go on without."""
    return current() > 4


def side_id(name: str) -> str:
    """The id of a side: no character's, and the same for whoever names it."""
    return f"side-{lasting_id(name)}" if names_sides() else name


def unit_id(side: str, name: str) -> str:
    """The id of those commanded together: two sides may each have their Guard."""
    whole = f"{side}\n{name}"  # a name has one line
    return f"unit-{lasting_id(whole)}" if name and names_sides() else name


def _named(settings: Settings) -> Iterator[tuple[str, str]]:
    """The ids of the sides and units, each with its name."""
    for entry in settings.fighters:
        yield side_id(entry.side), entry.side
        if entry.unit:
            yield unit_id(entry.side, entry.unit), entry.unit


def enlist(entry: Enlisted) -> Iterator[Fighter]:
    """The characters of one line of the roster."""
    made = has_made_ids()
    id = entry.id or (lasting_id(entry.name) if made else "")
    several = entry.count > 1
    for place in range(1, entry.count + 1):
        right, left = in_hands(entry.sheet)
        name = f"{entry.name or id} {place}" if several else entry.name or id
        own = f"{id}-{place}" if several else id
        yield Fighter(
            id=own if made else name,
            called=name if made and name != own else "",
            side=side_id(entry.side),
            seat=entry.seat,
            sheet=entry.sheet,
            chief=entry.chief,
            unit=unit_id(entry.side, entry.unit),
            hidden=entry.hidden,
            right=right,
            left=left,
            heads=entry.sheet.heads,
        )


def in_no_fight(sheet: CharacterSheet) -> Fighter:
    """The character of a sheet before any fight: for what its sheet alone decides."""
    (fighter,) = enlist(Enlisted(name=sheet.name, side="-", seat=Seat("-"), sheet=sheet))
    return fighter


def in_hands(sheet: CharacterSheet) -> tuple[str, str]:
    """What the sheet puts in the right and in the left hand; a two-handed weapon fills both."""
    held = [*sheet.in_hand, "", ""]
    weapon = sheet.weapon(held[0])
    return (held[0], held[0]) if weapon is not None and weapon.two_handed else (held[0], held[1])


def _faults(settings: Settings) -> Iterator[Refusal]:
    many = sum(max(0, entry.count) for entry in settings.fighters)
    if many > MOST_FIGHTERS:
        yield refuse("SK-DICE-21", "too-many-fighters", asked=many, allowed=MOST_FIGHTERS)
        return
    enlisted = tuple(_roster(settings))
    if not enlisted:
        yield refuse("SK-DICE-21", "nobody-fights")
    names = Counter(fighter.name for fighter in enlisted)
    for twice in (name for name, times in names.items() if times > 1):
        yield refuse("SK-DICE-21", "same-name-twice", twice)
    if has_made_ids():
        yield from _bad_ids(settings, [fighter for fighter in enlisted if names[fighter.name] == 1])
    chiefs = _chiefs(enlisted)
    for entry in settings.fighters:
        name = entry.name or entry.id
        if entry.count < 1 or not name or not entry.side:
            yield refuse("SK-DICE-21", "bad-line", name, asked=entry.count, allowed=1)
        if entry.seat != ORGANISER and entry.seat not in settings.players:
            yield house(HouseCode.UNKNOWN_SEAT, entry.seat)
        if entry.chief and entry.chief not in chiefs:
            yield refuse("SK-CMD-1", "no-such-chief", entry.chief)
        yield from _over_trained(entry)
    if settings.options.dice_model not in MODELS:
        yield refuse("SK-DICE-18", "no-such-model", settings.options.dice_model, allowed=", ".join(MODELS))


def _bad_ids(settings: Settings, enlisted: Iterable[Fighter]) -> Iterator[Refusal]:
    """An id is narrow, and nobody's and nothing else's: a sentence must know whom it names [HOUSE-NAME-2]."""
    taken: set[str] = {*settings.players, *RESERVED}
    for id, _name in dict.fromkeys(_named(settings)) if names_sides() else ():
        if id in taken:
            yield house(HouseCode.SAME_ID_TWICE, id)
        taken.add(id)
    for fighter in enlisted:
        if not is_id(fighter.id):
            yield house(HouseCode.NOT_AN_ID, fighter.id, allowed=MOST_ID)
        elif fighter.id in taken:
            yield house(HouseCode.SAME_ID_TWICE, fighter.id)
        taken.add(fighter.id)


def _over_trained(entry: Enlisted) -> Iterator[Refusal]:
    """A martial art gives no more dice than the rules know [SK-SPC-1]; fights of edition 1 were not asked."""
    most = number("martial-art-most")
    for dice in entry.sheet.martial_arts.values() if current() > 1 else ():
        if dice > most:
            yield refuse("SK-SPC-1", "too-much-art", entry.name or entry.id, asked=dice, allowed=most)


def changed(state: State, who: str, **fields: Any) -> State:
    """The fight, one character with these fields changed."""
    return replace(state, fighters={**state.fighters, who: replace(state.fighters[who], **fields)})


def everyone(state: State, change: Callable[[Fighter], Fighter]) -> State:
    """The fight, each character changed."""
    return replace(state, fighters={id: change(fighter) for id, fighter in state.fighters.items()})
