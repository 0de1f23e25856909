"""What is stored is the truth: to read it back no engine asks a table, or which edition of them is in force."""

from __future__ import annotations

from typing import NoReturn, cast

import pytest

from heraut.kernel.codec import encode
from heraut.kernel.message import Event
from heraut.rulesets.editions import in_force
from shape.games import GAMES, Game
from shape.play import random_game

CHECKED_AGAIN = b'"TraitRecorded"'
"""A character sheet checks its own words against the tables whenever one is made, also with a trait more."""


class Shut:
    """An edition whose tables cannot be read."""

    def __hash__(self) -> NoReturn:
        raise AssertionError("a replay asked a table")

    def __gt__(self, _other: object) -> NoReturn:
        raise AssertionError("a replay asked for the edition")

    __lt__ = __ge__ = __le__ = __gt__


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_replay_asks_no_table(game: Game):
    engine, state, last = game.engine, game.start(), None
    for last in random_game(game, seed=1):
        for event in last.events:
            state = engine.evolve(state, event) if sheet_is_made(event) else shut(engine.evolve, state, event)

    assert last is not None
    assert state == last.after


def sheet_is_made(event: Event) -> bool:
    return CHECKED_AGAIN in encode(event)


def shut(evolve, state, event):
    with in_force(cast("int", Shut())):
        return evolve(state, event)
