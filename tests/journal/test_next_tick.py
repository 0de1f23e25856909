"""`next_tick` tells the truth: before it an instant changes nothing, at it something."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from heraut.kernel.engine import evolve_all
from heraut.kernel.message import Tick
from heraut.kernel.names import Instant
from heraut.kernel.refusal import Refusal
from shape.games import GAMES, Game
from shape.play import random_game

SOON, NEVER = 1000, 2**40
PLAYERS = '"players": [{"seat": "ana", "name": "Ana", "outer": true}, {"seat": "ben", "name": "Ben"}]'
HURRIED = Game(
    "campaign-with-deadlines", "campaign",
    '{"turns": 2, "deadlines": {"prepare": 100, "setup": 50, "declare": 70}, "reminder": 20, "grace": 10, '
    '"on_deadline": "default", ' + PLAYERS + "}",
    steps=2500,
)  # fmt: skip


def changes(game: Game, state: Any, at: int) -> bool:
    outcome = game.engine.decide(state, Tick(at=Instant(at)))
    return not isinstance(outcome, Refusal) and bool(outcome)


def check(game: Game, state: Any) -> Any:
    """The state after its next tick, once it is sure that it is the next; None if it has none."""
    due = game.engine.next_tick(state)
    if due is None:
        assert not changes(game, state, NEVER)
        return None
    assert due == 0 or not changes(game, state, due - 1)
    outcome = game.engine.decide(state, Tick(at=Instant(due or SOON)))
    assert outcome
    assert not isinstance(outcome, Refusal)
    return evolve_all(game.engine, state, outcome)


@pytest.mark.parametrize("game", [*GAMES, HURRIED], ids=lambda game: game.id)
def test_an_instant_changes_something_at_the_next_tick_and_not_before(game: Game):
    ticking, ticked = Tick in get_args(game.engine.commands), 0
    for step in random_game(game, seed=1):
        state = step.after
        if not ticking:
            assert game.engine.next_tick(state) is None
            continue
        for _tick in range(5):
            if (state := check(game, state)) is None:
                break
            ticked += 1
    assert ticked > 20 or game is not HURRIED
