"""A fight one can read: characters with plain numbers, and a table to play them on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from heraut.kernel.codec import decode, encode, from_plain, to_plain
from heraut.kernel.message import Command, Event, Roll
from heraut.kernel.names import ORGANISER, Seat
from heraut.kernel.refusal import Refusal
from heraut.skirmish import engine
from heraut.skirmish.announcements import Announce
from heraut.skirmish.answers import Choose, Rule
from heraut.skirmish.fighter import Fighter
from heraut.skirmish.need import DiceNeed, Pool
from heraut.skirmish.playing import Unseen
from heraut.skirmish.procedure import run
from heraut.skirmish.settings import Enlisted, FightOptions, Settings
from heraut.skirmish.sheet import CharacterSheet, Trait, Weapon
from heraut.skirmish.state import FightStep, State, next_announcer, pair
from heraut.skirmish.strikes import Strike
from heraut.skirmish.turn import BeginFight, Proceed

ANA, BEN = Seat("ana"), Seat("ben")

SWORD = Weapon(id="sword", family="sword", skill="swords", type="cutting", damage_bonus=4, defence_bonus=2, length=90)
KNIFE = Weapon(id="knife", family="knife", skill="swords", type="thrusting", damage_bonus=1, length=30)
SPEAR = Weapon(
    id="spear", family="spear", skill="swords", type="thrusting", damage_bonus=4, length=200, long=True, pole=True,
    encumbrance=1,
)  # fmt: skip
HARPOON = Weapon(id="harpoon", family="harpoon", skill="swords", type="thrusting", length=180, long=True)
AXE = Weapon(id="axe", skill="swords", type="cutting", damage_bonus=6, length=120, two_handed=True)
SHIELD = Weapon(id="shield", skill="unarmed", type="blunt", shield=True, defence_bonus=3, length=10)
JAVELIN = Weapon(
    id="javelin", family="javelin", skill="bows", type="thrusting", delivery="thrown", damage_bonus=2, length=150,
    long=True, ranges=(10, 20, 30, 40),
)  # fmt: skip
BOW = Weapon(
    id="bow", skill="bows", type="thrusting", delivery="projectile", damage=Trait(3, 2), two_handed=True,
    ranges=(20, 50, 100, 150),
)  # fmt: skip
ARMS: tuple[Weapon, ...] = from_plain(
    to_plain((SWORD, KNIFE, SPEAR, HARPOON, AXE, SHIELD, JAVELIN, BOW)), tuple[Weapon, ...]
)

TRAITS = {
    "reaction": Trait(1, 10),
    "courage": Trait(2, 3),
    "soak": Trait(2, 2),
    "fatigue": Trait(2, 2),
    "dodge": Trait(4, 3),
    "athletics": Trait(3, 2),
    "acrobatics": Trait(2, 5),
    "body_feint": Trait(2, 4),
    "unarmed": Trait(3, 2),
    "swords": Trait(5, 4),
    "bows": Trait(4, 5),
    "warrior_fury": Trait(2, 3),
    "religion": Trait(2, 3),
    "plant_lore": Trait(2, 3),
    "healing": Trait(2, 3),
    "command": Trait(2, 2),
    "art_of_war": Trait(2, 4),
    "vigilance": Trait(2, 2),
}
ATTRIBUTES = {"strength": 3, "agility": 4, "perception": 4, "presence": 2, "endurance": 3}


def sheet(*in_hand: str, traits: Mapping[str, Trait] | None = None, **fields: Any) -> CharacterSheet:
    """A character with every trait, the weapons of this page, and these in hand."""
    fields.setdefault("attributes", ATTRIBUTES)
    whole = CharacterSheet(name="Type", traits={**TRAITS, **(traits or {})}, weapons=ARMS, in_hand=in_hand, **fields)
    return from_plain(to_plain(whole), CharacterSheet)  # so that words become the types they stand for


def man(id: str, side: str, *in_hand: str, seat: Seat = ORGANISER, **fields: Any) -> Enlisted:
    """A character of the game master's, with a sword unless told otherwise."""
    entry = {key: fields.pop(key) for key in ("count", "chief", "unit", "hidden") if key in fields}
    return Enlisted(id=id, side=side, seat=seat, sheet=sheet(*(in_hand or ("sword",)), **fields), **entry)


def quick(level: int) -> dict[str, Trait]:
    """A reaction whose total is this level and the one die."""
    return {"reaction": Trait(1, level)}


class Table:
    """A fight being played: commands in, the last events and the state to look at."""

    def __init__(self, *roster: Enlisted, **options: Any) -> None:
        chosen = from_plain({"rulings": "sheet", **options}, FightOptions)
        self.settings = Settings(players={ANA: "Ana", BEN: "Ben"}, fighters=roster, options=chosen)
        state = engine.start(self.settings, engine.rules)
        assert isinstance(state, State), state
        self.state = state
        self.last: tuple[Event, ...] = ()
        self.commands: list[Command] = []
        self.states: list[State] = [state]

    def send(self, command: Command) -> Table:
        """Play a command that the rules allow; every event goes through JSON and back."""
        command = decode(encode(command), engine.commands)
        outcome = engine.decide(self.state, command)
        assert not isinstance(outcome, Refusal), outcome
        self.last = outcome
        self.commands.append(command)
        for event in outcome:
            assert decode(encode(event), engine.events) == event
            self.state = engine.evolve(self.state, event)
        self.states.append(self.state)
        return self

    def refused(self, command: Command) -> tuple[str, str]:
        """The clause and the code of a refusal."""
        outcome = engine.decide(self.state, decode(encode(command), engine.commands))
        assert isinstance(outcome, Refusal), outcome
        return outcome.clause, outcome.code

    def roll(self, *faces: int) -> Table:
        return self.send(Roll(faces=faces))

    def flat(self, face: int, times: int = 1) -> Table:
        """The dice due all show this face, for so many rolls."""
        for _ in range(times):
            assert isinstance(self.need, DiceNeed), self.need
            self.roll(*([face] * sum(pool.dice for pool in self.need.pools)))
        return self

    def rule(self, value: int) -> Table:
        return self.send(Rule(value=value))

    def choose(self, option: str) -> Table:
        return self.send(Choose(seat=ORGANISER, option=option))

    @property
    def need(self) -> Any:
        return self.state.pending.need if self.state.pending is not None else None

    @property
    def pool(self) -> Pool:
        assert isinstance(self.need, DiceNeed), self.need
        return self.need.pools[0]

    @property
    def parts(self) -> dict[str, tuple[int, int]]:
        return {part.code: (part.dice, part.flat) for part in self.pool.parts}

    @property
    def aims(self) -> dict[str, int]:
        return {part.code: part.flat for part in self.pool.aims}

    def of(self, who: str) -> Fighter:
        return self.state.fighters[who]

    def told(self, kind: type[Event]) -> list[Any]:
        """The last events of this type, seen or unseen."""
        found = (event.event if isinstance(event, Unseen) else event for event in self.last)
        return [event for event in found if isinstance(event, kind)]

    def slots(self, who: str) -> dict[int, str]:
        return {slot.segment: slot.fate.value for slot in self.of(who).slots}

    # --- the course of a turn

    def begin(self) -> Table:
        """The first turn, reactions rolled: every die shows 1."""
        return self.send(BeginFight()).react()

    def react(self) -> Table:
        while isinstance(self.need, DiceNeed):
            self.flat(1)
        return self

    def announce(self, *, rest: int = 1, **actions: int) -> Table:
        """Announce for everybody in the order the rules ask for."""
        while self.state.step is FightStep.ANNOUNCING:
            fighter = next_announcer(self.state)
            assert fighter is not None
            who = fighter.id
            self.send(Announce(seat=ORGANISER, who=who, actions=actions.get(who, rest)))
        return self

    def to(self, segment: int, *, acting: bool = True) -> Table:
        """Go on to a later segment of the turn, or to its actions."""
        while self.state.segment < segment or (acting and self.state.step is FightStep.OPENING):
            self.send(Proceed())
        return self

    def next_turn(self) -> Table:
        turn = self.state.turn
        while self.state.turn == turn:
            self.send(Proceed())
        return self.react()

    def set(self, who: str, **fields: Any) -> Table:
        """Put a character in a condition the test begins with."""
        fighters = {**self.state.fighters, who: replace(self.of(who), **fields)}
        self.state = replace(self.state, fighters=fighters)
        return self

    def engage(self, one: str, other: str) -> Table:
        return self.with_state(melee=self.state.melee | {pair(one, other)})

    def with_state(self, **fields: Any) -> Table:
        self.state = replace(self.state, **fields)
        return self


def effects_of(table: Table, steps: Any) -> Table:
    """Play some steps of the rules on the present state, without a command around them."""

    def happens(state: State, event: Event) -> tuple[Event, State]:
        return event, engine.evolve(state, event)

    progress = run(lambda scene, _: steps(scene), table.state, Proceed(), (), happens)
    assert progress.need is None
    for event in progress.events:
        table.state = engine.evolve(table.state, event)
    return table


def strike(who: str, target: str, weapon: str = "sword", **fields: Any) -> Strike:
    return Strike(seat=ORGANISER, who=who, target=target, weapon=weapon, **fields)


def clash(*roster: Enlisted, segment: int = 3, **options: Any) -> Table:
    """Two sides in segment 3 of the first turn, everybody with one declared action there."""
    return Table(*roster, **options).begin().announce().to(segment)


def two(*hands: str, **options: Any) -> Table:
    """Ari, who is much the quicker, against Bo."""
    one = man("Ari", "one", *hands, traits=quick(20))
    return clash(one, man("Bo", "two"), **options)
