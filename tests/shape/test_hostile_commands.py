"""
Whatever stands anywhere in a command, an engine takes it, refuses it or it is told wrong at the door; and soon.

What an engine has taken it can show, say what may follow, and store: an entry that breaks its game breaks it for good.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from time import process_time
from typing import Any

import msgspec
import pytest

from anything import places
from heraut.kernel.bounds import LARGEST
from heraut.kernel.codec import Malformed, decode, encode, from_plain
from heraut.kernel.engine import evolve_all
from heraut.kernel.refusal import Refusal
from pace import is_late
from shape.games import GAMES, Game
from shape.play import Step, everybody, random_game

MOST_TRIES = 2_000
"""Of settings: those of a skirmish have six hundred places."""
HUGE: tuple[Any, ...] = (
    *(LARGEST, -LARGEST, 10**6, -1, 0, "9" * 30, "x" * 90_000, "é\n" * 20_000, "", "<b>", "a b/c", 1e11, -0.5),
    *([], {}, [[]] * 5_000, [0] * 5_000, ["x"] * 5_000, [LARGEST] * 3, None, True, {"x": LARGEST}, {"type": "x"}),
)


def _json(value: object) -> Any:
    """The value as a program would send it: lists, not tuples, so that each place can be filled otherwise."""
    return decode(encode(value), Any)


def sample(game: Game) -> list[Step]:
    """A step of every kind of command a random game meets."""
    found: dict[type, Step] = {}
    for step in islice(random_game(game, seed=3), 400):
        found.setdefault(type(step.command), step)
    return list(found.values())


def tried(game: Game, step: Step, path: tuple[Any, ...], huge: Any) -> str | None:
    """What goes wrong with that in that place of the command; None if nothing does."""
    plain = _json(step.command)
    holder = plain
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = huge
    began = process_time()
    try:
        _played(game, step, plain)
    except Exception as error:  # whatever it is, it is a fault of ours
        return f"{plain.get('type')} {path} = {str(huge)[:20]}: {type(error).__name__} {str(error)[:80]}"
    took = process_time() - began
    return f"{plain.get('type')} {path} = {str(huge)[:20]}: {took:.1f} s" if is_late(took) else None


def _played(game: Game, step: Step, plain: Any) -> None:
    engine = game.engine
    try:
        command = from_plain(plain, engine.commands)
    except Malformed:
        return
    events = engine.decide(step.before, command)
    if isinstance(events, Refusal):
        return
    assert [decode(encode(event), type(event)) for event in events] == list(events)
    state = evolve_all(engine, step.before, events)
    for seat in everybody(engine, state):
        encode(engine.view(state, seat))
        list(islice(engine.legal(state, seat), 5))
        engine.awaits(state, seat)


@pytest.mark.parametrize("every", [12, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_nothing_huge_anywhere_in_a_command_breaks_a_game(game: Game, every: int):
    dice = Random(f"{game.id} {every}")
    tries = [
        (step, path, huge) for step in sample(game) for path in places(_json(step.command)) for huge in HUGE
        if path != ("type",) and dice.randrange(every) == 0
    ]  # fmt: skip
    wrong = [fault for each in tries if (fault := tried(game, *each)) is not None]

    assert wrong == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.slow  # every place of the settings
def test_nothing_huge_anywhere_in_the_settings_begins_a_broken_game(game: Game):
    settings = decode(game.settings, game.engine.settings)
    wrong, everywhere = [], sorted({*places(_json(settings)), *fields(settings)}, key=str)
    tries = [(path, huge) for path in everywhere for huge in HUGE]
    for path, huge in Random(game.id).sample(tries, min(len(tries), MOST_TRIES)):
        plain = holder = _json(settings)
        for key in path[:-1]:
            holder = holder.setdefault(key, {}) if isinstance(holder, dict) else holder[key]
        holder[path[-1]] = huge
        began = process_time()
        fault = _begun(game, plain)
        took = process_time() - began
        if fault or is_late(took):
            wrong.append(f"{path} = {str(huge)[:20]}: {fault or f'{took:.1f} s'}")

    assert wrong == []


def fields(value: msgspec.Struct, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The way to every field, those at their default as well."""
    for each in msgspec.structs.fields(value):
        yield (*path, each.encode_name)
        inner = getattr(value, each.name)
        if isinstance(inner, msgspec.Struct):
            yield from fields(inner, (*path, each.encode_name))


def _begun(game: Game, plain: Any) -> str | None:
    engine = game.engine
    try:
        state = engine.start(from_plain(plain, engine.settings), engine.rules)
        if isinstance(state, Refusal):
            return None
        for seat in everybody(engine, state):
            encode(engine.view(state, seat))
            list(islice(engine.legal(state, seat), 5))
            engine.awaits(state, seat)
    except Malformed:
        return None
    except Exception as error:  # whatever it is, it is a fault of ours
        return f"{type(error).__name__} {str(error)[:80]}"
    return None
