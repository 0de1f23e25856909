"""Bots at the table: the answer of a level for a seat, and whole games among bots."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, NamedTuple, cast

from msgspec.structs import replace

from heraut.campaign.bots.heuristic import advise
from heraut.campaign.bots.random_bot import ramble
from heraut.campaign.bots.searching import foresee
from heraut.campaign.bots.tree import plan
from heraut.campaign.engine import follow
from heraut.campaign.sequence import awaits
from heraut.campaign.state import Bidding, Building, Preparing, State
from heraut.dice import Below, SplitMix
from heraut.kernel import FATE, Awaited, Command, Event, Roll, Seat
from heraut.rulesets import in_force

Level = Literal["random", "heuristic", "searching", "tree"]

LEVELS: Mapping[Level, Callable[[State, Awaited, Below], Command]] = {
    "random": ramble,
    "heuristic": advise,
    "searching": foresee,
    "tree": plan,
}


def answer(level: Level, state: State, awaited: Awaited, below: Below) -> Command:
    """What a bot does about something awaited from its seat; it knows no more than a person there."""
    return LEVELS[level](blinded(state, awaited.seat), awaited, below)


def think(edition: int, level: Level, state: State, awaited: Awaited, seed: int) -> Command:
    """The same worked out anywhere, another process for one: all it depends on comes with it."""
    with in_force(edition):
        return answer(level, state, awaited, SplitMix(seed))


def seated(state: State) -> Mapping[Seat, Level]:
    """The seats that bots fill: by the settings, or as stand-ins [SC-ABS-6]."""
    levels = {player.seat: player.bot for player in state.game.settings.players if player.bot}
    for seat, stand_in in state.people.stand_ins.items():
        name = stand_in.removeprefix("bot:")
        if stand_in.startswith("bot:") and name in LEVELS:
            levels[seat] = cast(Level, name)
    return levels


def blinded(state: State, seat: Seat) -> State:
    """
    The state as far as a player may know it: the sealed choices of others are forgotten [SC-GEN-4].

    So are letters, which no bot reads or writes [SC-LET-2], and the clock: it moves no band.
    """
    phase: Any = state.phase
    if isinstance(phase, Bidding | Preparing | Building):
        own = {one: choice for one, choice in phase.box.choices.items() if one == seat}
        phase = replace(phase, box=replace(phase.box, choices=own))
    return replace(state, phase=phase, letters=(), people=replace(state.people, watch=None))


class Played(NamedTuple):
    """One command of a game among bots, and the state it led to."""

    command: Command
    events: tuple[Event, ...]
    state: State


def play(state: State, levels: Mapping[Seat, Level], below: Below) -> Iterator[Played]:
    """A game among bots, dice from the same source; it ends when the campaign does."""
    while asked := awaits(state):
        awaited = asked[below(len(asked))]
        command = _next(state, awaited, levels, below)
        state, events = follow(state, command)
        yield Played(command, events, state)


def _next(state: State, awaited: Awaited, levels: Mapping[Seat, Level], below: Below) -> Command:
    if awaited.seat == FATE and awaited.chance is not None:
        return Roll(faces=awaited.chance.draw(below))
    return answer(levels[awaited.seat], state, awaited, below)
