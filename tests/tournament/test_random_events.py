"""Whole events at random, corrections, clocks and drops included: they end, replay, and stay consistent."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from random import Random

import pytest

from heraut.kernel.codec import decode, encode
from heraut.kernel.engine import evolve_all
from heraut.kernel.message import Roll, Tick
from heraut.kernel.names import CLOCK, FATE, OFFICIALS, Instant
from heraut.kernel.refusal import Refusal
from heraut.tournament import engine
from heraut.tournament.corrections import consequences
from heraut.tournament.entries import Drop
from heraut.tournament.lists import RevealLists
from heraut.tournament.officials import CallReferee
from heraut.tournament.results import CorrectResult, EndEvent, SettleResult
from heraut.tournament.rounds import DiscardDraft
from heraut.tournament.saga.lists import HandInBand
from heraut.tournament.saga.settings import SagaSettings
from heraut.tournament.standings.event import games
from heraut.tournament.state import State
from heraut.tournament.steamroller.lists import HandInLists
from heraut.tournament.turns import EndTurn, StartTurn
from tournament.build import NAMES, ORG

pytestmark = pytest.mark.slow  # whole events, played at random

DIVIDED = {"reserve": True, "lists": 2, "divide": True, "rounds": 3}
FINALS = {"final_tables": True, "scenarios": ["grind", "overrun"]}
EVENTS = {
    "saga": {"format": "saga", "allowed_ages": ["dark"], "preset": "two_days", "clubs_apart": "round_one"},
    "saga-spare": {"format": "saga", "allowed_ages": ["magic"], "odd_field": "spare_player", "round_minutes": 60},
    "steamroller": {"format": "steamroller", "size": 50, "late_entry": True},
    "reserve": {"format": "steamroller", "size": 35, "variants": DIVIDED},
    "finals": {"format": "steamroller", "size": 15, "variants": FINALS},
    "sudden": {"format": "steamroller", "size": 35, "variants": {"sudden_death": True}, "final_tie": "roll_off"},
}
RARE = (
    Drop, EndEvent, DiscardDraft, CallReferee, RevealLists, StartTurn, EndTurn,
    HandInBand, HandInLists,
)  # fmt: skip
LATER = Tick(at=Instant(1_000_000), seat=CLOCK)
"""Long after every game has begun."""


def start(name: str, players: int) -> State:
    people = dict(list(NAMES.items())[:players])
    state = engine.start(decode(encode(EVENTS[name] | {"players": people}), engine.settings), engine.rules)
    assert isinstance(state, State), state
    return state


def options(state: State, dice: Random) -> list:
    """What anybody could do now; the rare things rarely, dice first, and now and then a correction or a tick."""
    found = [
        command
        for seat in (*state.players, *sorted(OFFICIALS))
        for command in islice(engine.legal(state, seat), 60)
        if not isinstance(command, RARE) or dice.random() < 0.03
    ]
    due = [one.chance for one in engine.awaits(state, None) if one.seat == FATE and one.chance is not None]
    found += [Roll(faces=chance.draw(dice.randrange)) for chance in due for _ in range(30)]
    if dice.random() < 0.05 and not isinstance(engine.decide(state, LATER), Refusal):
        found.append(LATER)
    return found + ([_correction(state, dice)] if state.rounds and dice.random() < 0.05 else [])


def _correction(state: State, dice: Random) -> CorrectResult:
    number = dice.randrange(len(state.rounds)) + 1
    table = dice.choice(list(state.rounds[number - 1].tables))
    settled = [one for one in engine.legal(state, ORG) if isinstance(one, SettleResult)]
    report = settled[0].report if settled else state.rounds[0].tables[next(iter(state.rounds[0].tables))].result.report
    return CorrectResult(ORG, round=number, table=table, report=report, reason="found later")


def play(name: str, players: int, seed: int) -> tuple[State, State, list]:
    dice, first = Random(seed), start(name, players)
    state, log = first, []
    for _ in range(1500):
        if not engine.awaits(state, None):
            break
        command = dice.choice(options(state, dice))
        events = engine.decide(state, command)
        if isinstance(events, Refusal):
            assert isinstance(command, CorrectResult), (command, events)
            continue
        state = evolve_all(engine, state, events)
        log += events
    return first, state, log


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("players", [2, 5, 8])
@pytest.mark.parametrize("name", EVENTS)
def test_a_random_event_ends_replays_and_keeps_its_books(name, players, seed):
    first, state, log = play(name, players, seed)

    assert engine.awaits(state, None) == ()
    assert evolve_all(engine, first, decode(encode(log), list[engine.events])) == state
    for played in state.rounds:
        seated = list(played.players)
        assert len(seated) == len(set(seated))
    _points_add_up(state)


def _points_add_up(state: State) -> None:
    """Every game hands out twenty points, twenty and a half when level; one at most in Steamroller."""
    for game in games(state):
        if game.second is not None:
            total = Fraction(game.first.points) + Fraction(game.second.points)
            saga = isinstance(state.settings, SagaSettings)
            assert total in ({20, Fraction(41, 2)} if saga else {0, 1})


@pytest.mark.parametrize("name", ["saga", "steamroller"])
def test_the_consequences_shown_are_those_that_come(name):
    _, state, _ = play(name, 8, 3)
    for played in state.rounds:
        first = next(iter(played.tables.values()))
        swapped = _swapped(first.result.report, *first.seats)
        command = CorrectResult(ORG, round=played.number, table=first.number, report=swapped, reason="swapped")
        shown = consequences(state, played.number, first.number, swapped)
        if isinstance(shown, Refusal):
            assert engine.decide(state, command) == shown
            continue
        after = evolve_all(engine, state, engine.decide(state, command))
        ranks = {row.id: row.rank for row in engine.view(after, None).standings}
        assert {change.seat: ranks[change.seat] for change in shown.standings} == {
            change.seat: change.rank_after for change in shown.standings
        }


def _swapped(report, one, other):
    """The same game with the two sides exchanged."""
    text = encode(report).replace(encode(one), b"#").replace(encode(other), encode(one)).replace(b"#", encode(other))
    return decode(text, type(report))
