"""
One line per kind of game we test the shape with: an engine and settings that begin a short one.

`settings` is JSON so that what a user may write is what we test; `steps` bounds random play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from msgspec.structs import replace

from heraut import catalogue
from heraut.campaign.letters import AllowTelling, WriteLetter
from heraut.campaign.state import State as Campaign
from heraut.kernel.codec import decode, encode
from heraut.kernel.engine import AnyEngine
from heraut.kernel.message import Command
from heraut.kernel.names import ORGANISER, Seat
from heraut.kernel.refusal import Refusal
from heraut.scenario.disputes import CorrectTurn
from heraut.scenario.facts import SIDES, Facts
from heraut.scenario.state import RollingOff, SettingUp
from heraut.scenario.state import State as Match
from heraut.skirmish.announcements import Announce, AnnounceAll
from heraut.skirmish.bots import drawn
from heraut.skirmish.effects import Burden
from heraut.skirmish.ending import EndFight
from heraut.skirmish.entrust import Entrust, SetReflex
from heraut.skirmish.fighter import Temperament
from heraut.skirmish.game_master import CallRoll, PutAside, Surprise
from heraut.skirmish.pace import PassOn, SetRolls, SetSegments
from heraut.skirmish.playing import RollAll
from heraut.skirmish.secrecy import Uncover
from heraut.skirmish.settings import Enlisted, Settings
from heraut.skirmish.sheet_text import ambush, samples
from heraut.skirmish.state import FightStep, State, next_announcer
from heraut.skirmish.turn import Proceed


@dataclass(frozen=True, slots=True)
class Game:
    """An engine, settings, and how long random play may last before it must be over (None: need not end)."""

    id: str
    engine_id: str
    settings: str
    steps: int
    ends: bool = True
    rarely: Callable[[Any], Iterable[Command]] = lambda _state: ()
    """What else people do there, beyond the usual commands that `legal` offers: a form is filled in."""
    unspoken: Callable[[Any], Iterable[Command]] = lambda _state: ()
    """What somebody may do now that others are not told of, and that changes nothing for them until it is used."""
    onward: tuple[type[Command], ...] = ()
    """Commands of officials that move the whole table on."""
    apart: tuple[type[Command], ...] = ()
    """Commands that bring a secret to light."""

    @property
    def engine(self) -> AnyEngine:
        return catalogue.engine(self.engine_id)

    def start(self) -> Any:
        state = self.engine.start(decode(self.settings, self.engine.settings), self.engine.rules)
        assert not isinstance(state, Refusal), state
        return state


def game_masters(state: State) -> Iterator[Command]:
    """Secret and open powers of the game master, about everybody; and what makes a fight faster."""
    yield from faster(state)
    for who in state.fighters:
        yield CallRoll(who=who, trait="vigilance", difficulty=10, hidden=True)
        yield CallRoll(who=who, trait="courage", difficulty=15, hidden=True)
        yield CallRoll(who=who, trait="vigilance", difficulty=10)
        yield PutAside(who=who, how="unaware")
        yield Surprise(who=who, modifier=-3)
        yield Burden(who=who, dice=1)


def faster(state: State) -> Iterator[Command]:
    """Announcing for many, standing orders, all dice at once; whoever is hidden among them."""
    yield AnnounceAll(seat=ORGANISER, fighters=tuple(state.fighters), actions=2)
    yield AnnounceAll(seat=ORGANISER, fighters=tuple(state.fighters))
    for seat in state.settings.players:
        yield AnnounceAll(seat=seat, fighters=tuple(one.id for one in state.fighters.values() if one.seat == seat))
    yield SetRolls(at_once=not state.rolls_at_once)
    yield SetSegments(one_by_one=not state.stops_everywhere)
    for fighter in state.active:
        if fighter.hidden or fighter.seat != ORGANISER:
            yield SetReflex(seat=fighter.seat, who=fighter.id)
            yield Entrust(seat=fighter.seat, who=fighter.id, temperament=Temperament.BOLD)
    if state.pending is not None and state.segment:
        yield drawn(state, RollAll(seat=ORGANISER), Random(state.turn).randrange)


def hidden_numbers(state: State) -> Iterator[Command]:
    """What a hidden character may announce, when it is his turn to."""
    fighter = next_announcer(state) if state.step is FightStep.ANNOUNCING and state.pending is None else None
    if fighter is not None and fighter.hidden and fighter.long is None:
        yield from (Announce(seat=ORGANISER, who=fighter.id, actions=actions) for actions in range(6))


def letter_writers(state: Campaign) -> Iterator[Command]:
    """Letters to one and to all, which say different things, and what may be told of them."""
    for seat in state.game.seats:
        others = tuple(other for other in state.game.seats if other != seat)
        for to in (others[:1], others[1:], others):
            yield WriteLetter(seat, to=to, text="Paix")
            yield WriteLetter(seat, to=to, text="Guerre")
        yield from (AllowTelling(seat, letter=letter.id) for letter in state.letters[-2:])
        yield from (AllowTelling(seat, letter=letter.id, allow=False) for letter in state.letters[-2:])


def correctors(state: Match) -> Iterator[Command]:
    """Turns on the sheet said otherwise: something was lost in them after all, or nothing was."""
    if isinstance(state, RollingOff | SettingUp):
        return
    for facts in state.play.turns:
        plain = Facts(by=facts.by, turn=facts.turn)
        yield CorrectTurn(ORGANISER, plain)
        yield from (CorrectTurn(ORGANISER, replace(plain, destroyed=((id,),))) for id in ("OBJ1-1", "OBJ1-2"))
        yield from (CorrectTurn(ORGANISER, replace(plain, casters_lost=({side: 1},))) for side in SIDES)


SKIRMISH = encode(ambush()).decode()


def lurking() -> Settings:
    """A few in sight, so that many segments are quiet, and two who hide."""
    sheets = samples()
    one, two = (Enlisted(id=id, side=id, sheet=sheets["archer"], seat=Seat(id)) for id in ("ana", "ben"))
    spies = Enlisted(id="spy", side="ben", sheet=sheets["archer"], hidden=True, count=2)
    players = {Seat("ana"): "Ana", Seat("ben"): "Ben"}
    return Settings(players=players, fighters=(replace(one, id="ari"), replace(two, id="bo"), spies))


HIDING = Game(
    "skirmish-hiding",
    "skirmish",
    encode(lurking()).decode(),
    steps=4000,
    rarely=faster,
    unspoken=hidden_numbers,
    onward=(Proceed, PassOn),
    apart=(Uncover, EndFight),
)
"""Not of `GAMES`: it is for what must not be guessed from how a fight goes on."""

GAMES: tuple[Game, ...] = (
    Game(
        "auction",
        "auction",
        '{"bidders": {"ana": "Ana", "ben": "Ben", "chloe": "Chloé"}, "lots": ["helm", "sword", "horn"], "purse": 4}',
        steps=400,
    ),
    Game(
        "tournament-saga",
        "tournament",
        '{"format": "saga", "allowed_ages": ["dark"], "preset": "two_days", "players":'
        ' {"ana": "Ana", "ben": "Ben", "chloe": "Chloé", "david": "David", "emma": "Emma"}}',
        steps=1500,
    ),
    Game(
        "tournament-steamroller",
        "tournament",
        '{"format": "steamroller", "size": 50, "variants": {"lists": 2, "divide": true, "rounds": 3}, "players":'
        ' {"ana": "Ana", "ben": "Ben", "chloe": "Chloé", "david": "David", "emma": "Emma"}}',
        steps=1500,
    ),
    Game(
        "campaign",
        "campaign",
        '{"turns": 3, "starting_pp": 9, "players": [{"seat": "ana", "name": "Ana", "outer": true},'
        ' {"seat": "ben", "name": "Ben"}, {"seat": "chloe", "name": "Chloé"}]}',
        steps=2500,
        rarely=letter_writers,
    ),
    Game(
        "skirmish",
        "skirmish",
        SKIRMISH,
        steps=4000,
        rarely=game_masters,
    ),
    Game("match-capture", "match", '{"scenario": "capture", "players": {"ana": "Ana", "ben": "Ben"}}', steps=400),
    Game(
        "match-destruction",
        "match",
        '{"scenario": "destruction", "players": {"ana": "Ana", "ben": "Ben"}, "casters": {"ana": 2, "ben": 2}}',
        steps=400,
        rarely=correctors,
    ),
    Game("match-incursion", "match", '{"scenario": "incursion", "players": {"ana": "Ana", "ben": "Ben"}}', steps=400),
)
