"""Random campaigns in which the organiser, the clock and the players all do as they like."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from heraut.campaign import absence, engine
from heraut.campaign.absence import CloseStep, ExtendDeadline, NameStandIn, ReplacePlayer, SetPause, VotePause
from heraut.campaign.settings import CampaignPlayer, Settings, TurnStep
from heraut.campaign.situation import NAMES
from heraut.campaign.state import State
from heraut.kernel.engine import evolve_all
from heraut.kernel.message import Command, Roll, Tick
from heraut.kernel.names import FATE, OFFICIALS, Instant, Seat
from heraut.kernel.refusal import Refusal

FAR = Instant(10**12)
SEEDS = (1, 2, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 12)))
VARIANTS: tuple[dict[str, Any], ...] = (
    {"grace": 30, "reminder": 20},
    {"reminder": 500, "pause_vote": "all"},
    {"grace": 10, "on_deadline": "wait", "start_assignment": "manual"},
)


def begin(seed: int, variant: dict[str, Any]) -> State:
    """Three players with a deadline for most steps."""
    players = tuple(CampaignPlayer(Seat(seat), name, outer=seat == "ana") for seat, name in list(NAMES.items())[:3])
    timed = [step for step in TurnStep if (seed + len(step)) % 5]
    deadlines = {step: 40 + 10 * place for place, step in enumerate(timed)}
    settings = Settings(players=players, turns=2, starting_pp=9, deadlines=deadlines, **variant)
    state = engine.start(settings, engine.rules)
    assert not isinstance(state, Refusal)
    return state


def wandering(seed: int, variant: dict[str, Any]) -> Iterator[State]:
    """Every state of a game in which anybody does anything legal or not, up to 250 commands."""
    dice, state, now = Random(seed), begin(seed, variant), 1_000
    yield state
    for _ in range(250):
        if not engine.awaits(state, None):
            return
        now += dice.choice((0, 1, 5, 30, 200))
        events = engine.decide(state, _anything(state, dice, Instant(now)))
        if not isinstance(events, Refusal):
            state = evolve_all(engine, state, events)
            yield state


def _anything(state: State, dice: Random, now: Instant) -> Command:
    seats = list(state.game.seats)
    match dice.randrange(20):
        case 0:
            return SetPause(pause=dice.random() < 0.5, at=now)
        case 1:
            return VotePause(dice.choice(seats), pause=dice.random() < 0.5, at=now)
        case 2:
            return ExtendDeadline(seconds=dice.randrange(-1, 90), at=now)
        case 3:
            return CloseStep(players=tuple(dice.sample(seats, dice.randrange(3))), at=now)
        case 4:
            whom = dice.choice(seats)
            return NameStandIn(whom, player=whom, stand_in=dice.choice(("", "organiser", *seats)), at=now)
        case 5:
            return ReplacePlayer(player=dice.choice(seats), name="Hugo", at=now)
        case 6 | 7 | 8:
            return Tick(at=now)
        case _:
            return _answer(state, dice, now)


def _answer(state: State, dice: Random, now: Instant) -> Command:
    """Something legal from somebody who is awaited; now and then without the shell's stamp."""
    awaited = dice.choice(engine.awaits(state, None))
    if awaited.seat == FATE and awaited.chance is not None:
        return Roll(faces=awaited.chance.draw(dice.randrange))
    command = dice.choice(list(islice(engine.legal(state, awaited.seat), 60)))
    return replace(command, at=now) if dice.random() < 0.9 else command


@pytest.mark.clause("SC-ABS-1", "SC-ABS-2", "SC-ABS-3", "SC-ABS-4", "SC-ABS-7")
@pytest.mark.parametrize("variant", range(len(VARIANTS)))
@pytest.mark.parametrize("seed", SEEDS)
def test_a_tick_before_the_next_one_changes_nothing_and_the_next_one_does(seed: int, variant: int):
    met = set[bool]()
    for state in wandering(seed, VARIANTS[variant]):
        instant = absence.next_tick(state)
        met.add(instant is None)
        if instant is None:
            assert engine.decide(state, Tick(at=FAR)) == ()
        else:
            assert engine.decide(state, Tick(at=Instant(instant - 1))) == ()
            assert engine.decide(state, Tick(at=instant)) != ()

    assert met == {True, False}


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
@pytest.mark.parametrize("seed", SEEDS)
def test_every_view_and_every_offer_can_be_made_of_every_state(seed: int, variant: int):
    states = list(wandering(seed, VARIANTS[variant]))

    assert len(states) > 20
    for state in states:
        for viewer in (*state.game.seats, *sorted(OFFICIALS), FATE, Seat("stranger"), None):
            assert engine.view(state, viewer).awaits == engine.awaits(state, viewer)
            if viewer is not None:
                list(islice(engine.legal(state, viewer), 40))
