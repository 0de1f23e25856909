"""What was decided is stored: tables and rules that change later leave a fight as it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from heraut.kernel.codec import decode, encode
from heraut.kernel.message import Event, Roll
from heraut.kernel.names import ORGANISER, ClauseId
from heraut.skirmish import engine, tables
from heraut.skirmish.announcements import Announce
from heraut.skirmish.ending import FightCalledOff, FightEnded, FightOver, LoanLost
from heraut.skirmish.fighter import ActionSlot, Effect, Fate, Moment, Until
from heraut.skirmish.moves import Move
from heraut.skirmish.sheet import TrophyHead
from heraut.skirmish.slots import Delay, LossCarried, Survive
from heraut.skirmish.state import FightStep
from heraut.skirmish.terror import Embalm, HeadEmbalmed
from heraut.skirmish.turn import BeginFight, Proceed, SegmentEnded
from heraut.skirmish.weapons import Draw, Drawn
from shape.games import GAMES
from shape.play import random_game
from skirmish.build import Table, man, quick, two

SKIRMISH = next(game for game in GAMES if game.id == "skirmish")


def other_numbers(monkeypatch: pytest.MonkeyPatch, change: Callable[[str, int], int]) -> None:
    """Another edition of the plain numbers of the rules."""
    changed = {id: replace(row, value=change(id, row.value)) for id, row in tables._numbers().items()}
    monkeypatch.setattr(tables, "_numbers", lambda: changed)


def replayed(table: Table, events: list[Event]) -> Any:
    state = engine.start(table.settings, engine.rules)
    for event in events:
        state = engine.evolve(state, decode(encode(event), engine.events))
    return state


@pytest.mark.parametrize("seed", [1, 2])
def test_a_fight_reads_the_same_after_the_numbers_of_the_rules_have_changed(seed: int, monkeypatch: pytest.MonkeyPatch):
    played = list(random_game(SKIRMISH, seed))
    other_numbers(monkeypatch, lambda _id, value: value + 1)
    monkeypatch.setattr(tables, "slots", dict)

    state = SKIRMISH.start()
    for step in played:
        for event in step.events:
            state = engine.evolve(state, event)
        assert state == step.after


def test_a_turn_of_four_seconds_stays_one_of_four(monkeypatch: pytest.MonkeyPatch):
    with monkeypatch.context() as before:
        other_numbers(before, lambda id, value: 4 if id == "segments" else value)
        table = Table(man("Ari", "one", traits=quick(20)), man("Bo", "two"))
        events: list[Event] = []

        def send(command: Any) -> None:
            table.send(command)
            events.extend(table.last)

        send(BeginFight())
        while table.need is not None:
            send(Roll(faces=(3,) * sum(pool.dice for pool in table.need.pools)))
        for who in ("Bo", "Ari"):
            send(Announce(seat=ORGANISER, who=who, actions=2))
        while table.state.segment < 2:
            send(Proceed())
        send(Delay(seat=ORGANISER, who="Ari", by=1))
        send(Survive(seat=ORGANISER, who="Bo"))
        send(Roll(faces=(6,)))

    state = replayed(table, events)
    assert state == table.state
    assert state.fighters["Ari"].slots == (ActionSlot(3), ActionSlot(4, Fate.LOST))
    assert state.fighters["Bo"].declared == 4


def test_sprints_last_as_long_as_they_did_and_losses_wait_as_long():
    table = Table(man("Ari", "one", traits=quick(20)), man("Bo", "two"), fast_move_duration="segment")
    table.begin().announce().to(1, acting=False)
    ari = table.send(Move(seat=ORGANISER, who="Ari", fast=True)).flat(3).state
    ended = SegmentEnded(segment=1, sprints_last=True)

    assert engine.evolve(ari, ended).fighters["Ari"].motion is not None
    assert engine.evolve(ari, SegmentEnded(segment=1)).fighters["Ari"].motion is None
    lost = engine.evolve(ari, LossCarried(who="Ari", until=7))
    assert lost.fighters["Ari"].losses_until == 7
    assert engine.evolve(ari, LossCarried(who="Ari")).fighters["Ari"].losses_until == 2


@pytest.mark.clause("SK-HED-5")
def test_the_head_that_is_embalmed_is_the_freshest_that_is_not_yet():
    table = Table(man("Ari", "one", heads=(TrophyHead(None), TrophyHead(-2), TrophyHead(-1))), man("Bo", "two"))
    table.send(Embalm(seat=ORGANISER, who="Ari")).flat(6)

    assert table.told(HeadEmbalmed) == [HeadEmbalmed(who="Ari", place=2)]
    assert table.state.fighters["Ari"].heads == (TrophyHead(None), TrophyHead(-2), TrophyHead(None))


def test_a_head_embalmed_before_it_was_stored_which_is_the_freshest():
    table = Table(man("Ari", "one", heads=(TrophyHead(1), TrophyHead(4), TrophyHead(2))), man("Bo", "two"))

    embalmed = engine.evolve(table.state, HeadEmbalmed(who="Ari")).fighters["Ari"].heads
    assert embalmed == (TrophyHead(1), TrophyHead(2), TrophyHead(None))


@pytest.mark.clause("SK-CRI-1")
def test_which_hand_takes_a_weapon_is_stored_and_worked_out_only_where_it_was_not():
    table = two("sword", "shield").send(Draw(seat=ORGANISER, who="Ari", weapon="knife"))
    before, (drawn,) = table.states[-2], table.told(Drawn)

    assert drawn == Drawn(who="Ari", weapon="knife", right="knife")
    assert engine.complete(before, Drawn(who="Ari", weapon="knife")) == drawn
    assert engine.evolve(before, Drawn(who="Ari", weapon="knife")) == table.state
    other = engine.evolve(before, Drawn(who="Ari", weapon="axe", left="axe")).fighters["Ari"]
    assert (other.right, other.left) == ("sword", "axe")


def test_the_end_of_a_segment_does_what_was_stored_and_what_it_always_did_where_nothing_was():
    effect = Effect(code="cowed", clause=ClauseId("SK-BAY-2"), since=Moment(1, 3), until=Until.SEGMENT)
    fight = two().set("Ari", effects=(effect,)).state

    usual = engine.evolve(fight, SegmentEnded(segment=3)).fighters["Ari"]
    assert (usual.slots, usual.effects) == ((ActionSlot(3, Fate.PASSED),), usual.effects[:0])
    told = SegmentEnded(segment=3, unused=Fate.LOST, lapse=Until.TURN)
    other = engine.evolve(fight, decode(encode(told), engine.events)).fighters["Ari"]
    assert (other.slots, other.effects) == ((ActionSlot(3, Fate.LOST),), (effect,))


@pytest.mark.parametrize("over", [FightEnded(), FightCalledOff(turns=3)])
def test_levels_lent_are_lost_with_a_fight_that_did_not_yet_say_so(over: FightOver):
    fight = two().set("Ari", wounds=1, lent_wounds=1, lent_fatigue=2).state

    lost = (LoanLost(who="Ari", wounds=1, fatigue=2),)
    assert engine.complete(fight, over) == replace(over, loans=lost)
    ended = engine.evolve(fight, over)
    ari = ended.fighters["Ari"]
    assert (ari.wounds, ari.fatigue, ari.lent_wounds, ari.lent_fatigue) == (2, 2, 0, 0)
    assert (ended.step, engine.complete(ended, over)) == (FightStep.OVER, over)


def test_a_fight_never_waits_for_the_clock():
    assert {engine.next_tick(step.after) for step in random_game(SKIRMISH, seed=3)} == {None}
