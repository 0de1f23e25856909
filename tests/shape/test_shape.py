"""Tests over the catalogue: a new engine is covered the day it is listed."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import pytest

from heraut import catalogue
from heraut.kernel import (
    CLOCK,
    FATE,
    ORGANISER,
    REFEREE,
    AnyEngine,
    Audience,
    HouseCode,
    Refusal,
    Seat,
    decode,
    encode,
    evolve_all,
    from_line,
    shown,
    to_line,
)
from heraut.speech import LANGUAGES, say_awaited, say_event
from shape.games import GAMES, Game
from shape.play import Step, everybody, options, random_game

SEEDS = (1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 3)))
games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
seeded = pytest.mark.parametrize("seed", SEEDS)


def test_every_engine_of_the_catalogue_is_played():
    assert set(catalogue.ENGINES) == {game.engine_id for game in GAMES}


@games
def test_an_engine_has_the_one_shape(game: Game):
    engine = game.engine

    assert engine.id == game.engine_id
    assert engine.rules
    for function in ("start", "decide", "evolve", "view", "legal", "awaits", "seats"):
        assert callable(getattr(engine, function))


@games
def test_every_event_type_states_its_audience(game: Game):
    unstated = [
        kind.__name__
        for kind in get_args(game.engine.events)
        if kind.audience is Audience.NOBODY and "audience" not in vars(kind)
    ]

    assert unstated == []


@games
@seeded
def test_random_play_meets_only_legal_commands_and_replays_to_the_same_state(game: Game, seed: int):
    engine, state, last = game.engine, game.start(), None
    for last in random_game(game, seed):
        for event in last.events:
            state = engine.evolve(state, decode(encode(event), engine.events))

    assert last is not None
    assert state == last.after


@games
def test_every_message_reads_back_from_its_line(game: Game):
    engine = game.engine
    for step in random_game(game, seed=4):
        assert from_line(to_line(step.command), engine.commands) == step.command
        for event in step.events:
            assert from_line(to_line(event), engine.events) == event


@games
@seeded
def test_what_the_log_does_not_tell_a_viewer_their_view_does_not_tell_either(game: Game, seed: int):
    """
    Take two things somebody else could do now whose log lines look alike to a viewer.

    Then view, legal commands and what is awaited must be alike too: whatever differs is a leak.
    """
    engine, dice = game.engine, Random(seed)
    for number, step in enumerate(random_game(game, seed)):
        if number % 5 == 0:
            possible = [_done(engine, step.before, command) for command in options(engine, step.before, dice)]
            for viewer in (*everybody(engine, step.before), None):
                _same_for(engine, possible, viewer)


def _done(engine: AnyEngine, state: Any, command: Any) -> Step:
    events = engine.decide(state, command)
    assert not isinstance(events, Refusal)
    return Step(state, command, events, evolve_all(engine, state, events))


def _same_for(engine: AnyEngine, possible: list[Step], viewer: Seat | None) -> None:
    told: dict[object, list[Step]] = {}
    for step in possible:
        if step.command.seat != viewer:
            seen = [shown(event, viewer) for event in step.events]
            line = [type(step.command).__name__, step.command.seat, [event for event in seen if event is not None]]
            told.setdefault(encode(line), []).append(step)
    for first, *others in told.values():
        for other in others:
            assert _knowledge(engine, other.after, viewer) == _knowledge(engine, first.after, viewer), (
                viewer,
                to_line(other.command),
            )


def _knowledge(engine: AnyEngine, state: Any, viewer: Seat | None) -> object:
    legal = [] if viewer is None else [to_line(command) for command in _first(engine.legal(state, viewer))]
    return encode(engine.view(state, viewer)), engine.awaits(state), legal


def _first(commands: Any) -> list[Any]:
    return [command for command, _ in zip(commands, range(40), strict=False)]


@games
def test_everything_that_happens_can_be_said_in_every_language(game: Game):
    engine = game.engine
    for step in random_game(game, seed=5):
        names = {str(seat): name for seat, name in engine.seats(step.after).items()}
        for language in LANGUAGES:
            for event in step.events:
                for viewer in (*everybody(engine, step.after), None):
                    seen = shown(event, viewer)
                    assert seen is None or say_event(seen, language, names)
            for awaited in engine.awaits(step.after):
                assert say_awaited(awaited, language, names)


@games
@pytest.mark.clause("HOUSE-SEAT-1", "HOUSE-SEAT-2")
def test_a_stranger_can_do_nothing(game: Game):
    """Whatever a player may do, somebody who does not sit at the game may not: refused, never an exception."""
    engine = game.engine
    stranger = Seat("stranger")
    impersonal = {FATE, CLOCK, ORGANISER, REFEREE}
    for step in random_game(game, seed=6):
        assert list(engine.legal(step.before, stranger)) == []
        if step.command.seat not in impersonal:
            refusal = engine.decide(step.before, _spoken_by(stranger, step))
            assert isinstance(refusal, Refusal)
            assert refusal.code in (HouseCode.UNKNOWN_SEAT, HouseCode.NOT_YOUR_SEAT), (refusal, to_line(step.command))


def _spoken_by(seat: Seat, step: Step) -> Any:
    plain = decode(encode(step.command), dict[str, Any]) | {"seat": seat}
    return decode(encode(plain), type(step.command))
