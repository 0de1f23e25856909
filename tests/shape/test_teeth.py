"""The tests of the shape must bite: engines broken on purpose are caught."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import ModuleType, SimpleNamespace
from typing import Any

import msgspec
import pytest

from auction import engine as auction
from heraut import catalogue
from heraut.kernel.refusal import Refusal
from heraut.rulesets.editions import in_force
from shape.games import GAMES, HIDING, Game
from shape.play import DeadEnd, random_game
from shape.test_shape import (
    test_a_stranger_can_do_nothing as stranger_test,
)
from shape.test_shape import (
    test_every_event_type_states_its_audience as audience_test,
)
from shape.test_shape import (
    test_how_a_table_moves_on_does_not_depend_on_what_a_viewer_was_not_told as onward_test,
)
from shape.test_shape import (
    test_what_somebody_is_not_told_of_changes_nothing_for_them as silence_test,
)
from shape.test_shape import (
    test_what_somebody_is_not_told_of_leaves_no_trace_in_their_log as trace_test,
)
from shape.test_shape import (
    test_what_the_log_does_not_tell_a_viewer_their_view_does_not_tell_either as secrecy_test,
)

GAME = GAMES[0]


@dataclass(frozen=True, slots=True)
class Broken:
    """The auction with some of its functions replaced."""

    replaced: dict[str, Any]

    def module(self) -> SimpleNamespace:
        names = ("id", "rules", "settings", "commands", "events", "start", "decide", "evolve", "view", "legal")
        whole = {name: getattr(auction, name) for name in (*names, "awaits", "seats")}
        return SimpleNamespace(**whole | self.replaced)


def broken(monkeypatch: pytest.MonkeyPatch, **replaced: Any) -> Game:
    monkeypatch.setattr(catalogue, "engine", lambda _: Broken(replaced).module())
    return replace(GAME, steps=60, ends=False)


def leaking_view(state: Any, viewer: Any) -> Any:
    seen = auction.view(state, viewer)
    if isinstance(state, auction.Bidding):
        return msgspec.structs.replace(seen, lot=str(sum(state.box.values.values())))
    return seen


def leaking_awaits(state: Any, viewer: Any) -> Any:
    total = sum(state.box.values.values()) if isinstance(state, auction.Bidding) else 0
    return tuple(msgspec.structs.replace(awaited, subject=total) for awaited in auction.awaits(state, viewer))


def leaking_refusal(state: Any, command: Any) -> Any:
    """A bid may not be closed by players: the refusal tells how much lies in the box."""
    answer = auction.decide(state, command)
    if isinstance(answer, Refusal) and isinstance(state, auction.Bidding):
        return msgspec.structs.replace(answer, asked=sum(state.box.values.values()))
    return answer


@pytest.mark.parametrize(
    "leak",
    [
        {"view": leaking_view},
        {"awaits": leaking_awaits},
        {"decide": leaking_refusal},
    ],
    ids=["view", "awaits", "refusal"],
)
def test_a_leak_is_caught(monkeypatch: pytest.MonkeyPatch, leak: dict[str, Any]):
    game = broken(monkeypatch, **leak)

    with pytest.raises(AssertionError):
        secrecy_test(game, 1)


def counting_drafts(state: Any, viewer: Any) -> Any:
    seen = auction.view(state, viewer)
    return msgspec.structs.replace(seen, lot=str(state.box)) if isinstance(state, auction.Bidding) else seen


def test_a_change_nobody_was_told_of_is_caught(monkeypatch: pytest.MonkeyPatch):
    with pytest.raises(AssertionError):
        silence_test(broken(monkeypatch, view=counting_drafts), 1)


def test_a_stop_for_somebody_hidden_is_caught():
    """Under edition 3 going on stopped where only a hidden character had something to do."""
    with in_force(3), pytest.raises(AssertionError, match="PassOn"):
        onward_test(HIDING, 1)


@pytest.mark.parametrize(
    ("place", "leak"),
    [
        ("shape.test_shape.version", lambda history, _viewer: str(history.sequence)),
        ("heraut.journal.log._has_line", lambda _deed, _deeds, _viewer: True),
        ("heraut.journal.undo.has_line", lambda _history, _viewer, _entry: True),
    ],
    ids=["version", "log", "undo"],
)
def test_a_trace_of_what_nobody_was_told_is_caught(monkeypatch: pytest.MonkeyPatch, place: str, leak: Any):
    monkeypatch.setattr(place, leak)

    with pytest.raises(AssertionError):
        trace_test(GAME, 1)


def test_an_event_without_an_audience_is_caught(monkeypatch: pytest.MonkeyPatch):
    class Silent(auction.Event, frozen=True):
        pass

    with pytest.raises(AssertionError, match="Silent"):
        audience_test(broken(monkeypatch, events=auction.events | Silent))


def test_an_engine_that_listens_to_strangers_is_caught(monkeypatch: pytest.MonkeyPatch):
    def decide(state: Any, command: Any) -> Any:
        return auction.decide(state, msgspec.structs.replace(command, seat="ana"))

    with pytest.raises(AssertionError):
        stranger_test(broken(monkeypatch, decide=decide))


def test_a_dead_end_is_caught_with_its_history(monkeypatch: pytest.MonkeyPatch):
    def legal(state: Any, seat: Any) -> Iterator[Any]:
        return iter(())

    with pytest.raises(DeadEnd, match="auction-bid"):
        list(random_game(broken(monkeypatch, legal=legal), 1))


def test_a_legal_command_that_is_refused_is_caught(monkeypatch: pytest.MonkeyPatch):
    def legal(state: Any, seat: Any) -> Iterator[Any]:
        return iter((auction.PlaceBid(seat, 99),))

    with pytest.raises(AssertionError, match="legal but refused"):
        list(random_game(broken(monkeypatch, legal=legal), 1))


def test_a_module_is_an_engine():
    assert isinstance(auction, ModuleType)
