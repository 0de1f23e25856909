"""Tests over the catalogue: a new engine is covered the day it is listed."""

from __future__ import annotations

from itertools import chain, islice
from random import Random
from typing import Any, NamedTuple, get_args

import pytest
from msgspec.structs import replace

from heraut import catalogue
from heraut.journal.history import History
from heraut.journal.log import entry_of, has_line, log_of, refusal_as_told
from heraut.journal.log import version_of as version
from heraut.journal.undo import blocker, undo_refusal
from heraut.kernel.codec import decode, encode
from heraut.kernel.engine import AnyEngine, evolve_all
from heraut.kernel.journal import Undo
from heraut.kernel.message import Audience, Awaited, Command, shown
from heraut.kernel.names import CLOCK, FATE, OFFICIALS, ORGANISER, REFEREE, Seat
from heraut.kernel.refusal import HouseCode, Refusal
from heraut.kernel.text import from_line, to_line
from heraut.speech.sentences import LANGUAGES, say_awaited, say_event
from shape.games import GAMES, HIDING, Game
from shape.play import Step, everybody, options, random_game, written

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
    for function in ("start", "decide", "evolve", "view", "legal", "awaits", "seats", "stand_ins"):
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

    Then view, legal commands, what is awaited and the answers to whatever the viewer tries must be alike too: whatever
    differs is a leak.
    """
    engine, dice = game.engine, Random(seed)
    for number, step in enumerate(random_game(game, seed)):
        if number % 5 == 0:
            possible = [_done(engine, step.before, command) for command in options(game, step.before, dice)]
            for viewer in (*everybody(engine, step.before), None):
                _same_for(engine, possible, viewer)


@pytest.mark.parametrize("game", [HIDING], ids=lambda game: game.id)
@seeded
def test_how_a_table_moves_on_does_not_depend_on_what_a_viewer_was_not_told(game: Game, seed: int):
    """
    Two games that differ in one thing alone, which looks alike to a viewer, go on with the same commands.

    What is told of each must be the same until the secret itself is used; what is refused to officials in one of them,
    to keep the secret, only they learn of.
    """
    engine, dice, compared = game.engine, Random(seed), 0
    for step in chain.from_iterable(random_game(game, 100 * seed + number) for number in range(20)):
        told = [_done(engine, step.before, command) for command in game.unspoken(step.before)]
        for viewer in (seat for seat in (*engine.seats(step.before), None) if seat not in OFFICIALS):
            for first, *others in _alike(told, viewer).values():
                for other in others:
                    compared += _go_on_alike(game, first, other, viewer, dice)
        if compared > ENOUGH:
            break
    assert compared > ENOUGH


ENOUGH = 400


def _go_on_alike(game: Game, first: Step, other: Step, viewer: Seat | None, dice: Random) -> int:
    """Play the same in both for a while; how many commands were compared."""
    engine, one, two, compared = game.engine, first.after, other.after, 0
    for _ in range(24):
        onward = [command for command in engine.legal(one, ORGANISER) if isinstance(command, game.onward)]
        usual = [command for command in options(game, one, dice) if not isinstance(command, game.apart)]
        command = dice.choice(onward if onward and (dice.random() < 0.5 or not usual) else usual or [None])
        outcomes = [] if command is None else [engine.decide(state, command) for state in (one, two)]
        if not outcomes or any(isinstance(outcome, Refusal) for outcome in outcomes):
            continue
        ways = [Step(state, command, told, evolve_all(engine, state, told))
                for state, told in zip((one, two), outcomes, strict=True)]  # fmt: skip
        known, same = ((_seen(way, viewer), engine.awaits(way.after, viewer)) for way in ways)
        assert known == same, (viewer, to_line(first.command), to_line(other.command), to_line(command))
        (one, two), compared = (way.after for way in ways), compared + 1
    return compared


@games
@seeded
def test_what_somebody_is_not_told_of_changes_nothing_for_them(game: Game, seed: int):
    """While the same is awaited, a command without a line in a viewer's log leaves all they know as it was."""
    engine, dice = game.engine, Random(seed)
    for number, step in enumerate(random_game(game, seed)):
        if number % 5 == 0:
            possible = [_done(engine, step.before, command) for command in options(game, step.before, dice)]
            for viewer in (*everybody(engine, step.before), None):
                tried = _tried(possible, viewer)
                before = _knowledge(engine, step.before, viewer, tried)
                for done in (done for done in possible if done.command.seat != viewer and not _seen(done, viewer)):
                    after = _knowledge(engine, done.after, viewer, tried)
                    assert after == before or after.awaits != before.awaits, (viewer, to_line(done.command))


def _done(engine: AnyEngine, state: Any, command: Any) -> Step:
    events = engine.decide(state, command)
    assert not isinstance(events, Refusal)
    return Step(state, command, events, evolve_all(engine, state, events))


@games
@seeded
def test_what_somebody_is_not_told_of_leaves_no_trace_in_their_log(game: Game, seed: int):
    """Numbers of lines, the version of a page, answers to an undo: all as if nobody had done anything."""
    engine, dice, played = game.engine, Random(seed), list(islice(random_game(game, seed), 60))
    for count in range(4, len(played), 8):
        before, commands = played[count].before, [step.command for step in played[:count]]
        possible = [_done(engine, before, command) for command in options(game, before, dice)]
        plain = written(game, commands)
        for viewer in (*everybody(engine, before), None):
            silent = [done for done in possible if done.command.seat != viewer and not _seen(done, viewer)]
            silent = [done for done in silent if engine.awaits(done.after, viewer) == engine.awaits(before, viewer)]
            for done in silent[:2]:
                busy = written(game, [*commands, done.command])
                assert _traces(busy, viewer) == _traces(plain, viewer), (viewer, to_line(done.command))
                if viewer is not None:
                    told = [(_undo(plain, viewer, line), _undo(busy, viewer, line)) for line in _last(plain, viewer)]
                    assert [one for one, other in told if other not in (one, DEPENDS)] == []


def _traces(history: History, viewer: Seat | None) -> object:
    """What the house itself tells of what has happened: the log and the version of a page."""
    log = [(line.number, line.seat, line.events, line.undone) for line in log_of(history, viewer)]
    return log, version(history, viewer)


DEPENDS = "something depends on it"
"""The one answer that may differ: what a later entry depends on cannot be taken back, seen or not [HOUSE-UNDO-2]."""


def _last(history: History, viewer: Seat) -> range:
    """The numbers of the last lines of a log, and one beyond them."""
    return range(len(log_of(history, viewer)) + 2)[-6:]


def _undo(history: History, viewer: Seat, number: int) -> object:
    entry = entry_of(history, viewer, number)
    if entry is None:
        return None
    refusal = undo_refusal(history, Undo(viewer, entry))
    if refusal is None:
        return "taken back"
    secret = blocker(history, Undo(viewer, entry))
    if secret is not None and not has_line(history, viewer, secret):
        return DEPENDS
    return refusal_as_told(history, viewer, refusal)


class Knowledge(NamedTuple):
    """All that somebody can find out."""

    view: bytes
    awaits: tuple[Awaited, ...]
    legal: list[str]
    answers: list[object]


def _alike(possible: list[Step], viewer: Seat | None) -> dict[object, list[Step]]:
    """What others could do, by how its line looks to a viewer."""
    told: dict[object, list[Step]] = {}
    for step in possible:
        if step.command.seat != viewer:
            line = [type(step.command).__name__, step.command.seat, _seen(step, viewer)]
            told.setdefault(encode(line), []).append(step)
    return told


def _same_for(engine: AnyEngine, possible: list[Step], viewer: Seat | None) -> None:
    tried = _tried(possible, viewer)
    for first, *others in _alike(possible, viewer).values():
        known = _knowledge(engine, first.after, viewer, tried) if others else None
        for other in others:
            assert _knowledge(engine, other.after, viewer, tried) == known, (viewer, to_line(other.command))


def _seen(step: Step, viewer: Seat | None) -> list[object]:
    return [event for event in (shown(event, viewer) for event in step.events) if event is not None]


def _tried(possible: list[Step], viewer: Seat | None) -> list[Command]:
    """What the viewer might try to find something out: whatever anybody could do, in his own name."""
    return [] if viewer is None else [replace(step.command, seat=viewer) for step in possible]


def _knowledge(engine: AnyEngine, state: Any, viewer: Seat | None, tried: list[Command]) -> Knowledge:
    legal = [] if viewer is None else [to_line(command) for command in _first(engine.legal(state, viewer))]
    answers = [_answer(engine.decide(state, command)) for command in tried]
    return Knowledge(encode(engine.view(state, viewer)), engine.awaits(state, viewer), legal, answers)


def _answer(outcome: object) -> object:
    """What came of an attempt, as far as it tells anything at once: a refusal with all its words, or a yes."""
    return outcome if isinstance(outcome, Refusal) else "accepted"


def _first(commands: Any) -> list[Any]:
    return [command for command, _ in zip(commands, range(40), strict=False)]


@games
def test_every_moment_can_be_seen_by_everybody(game: Game):
    """Whatever has happened, rare commands of officials included, nobody's page breaks."""
    engine = game.engine
    for number, step in enumerate(random_game(game, seed=7)):
        if number % 4 == 0:
            for viewer in (*everybody(engine, step.after), None):
                assert encode(engine.view(step.after, viewer))
                assert isinstance(engine.awaits(step.after, viewer), tuple)
                if viewer is not None:
                    _first(engine.legal(step.after, viewer))


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
            for viewer in (*everybody(engine, step.after), None):
                for awaited in engine.awaits(step.after, viewer):
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
