"""Whatever officials do, in whatever phase, an event stays readable: every view, all that is legal, its log."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from random import Random

import pytest

from heraut.kernel.codec import encode
from heraut.kernel.engine import evolve_all
from heraut.kernel.message import Roll, Tick, shown
from heraut.kernel.names import CLOCK, FATE, OFFICIALS, Instant
from heraut.kernel.refusal import Refusal
from heraut.speech.sentences import LANGUAGES, say_awaited, say_event
from heraut.tournament import engine
from heraut.tournament.clocks import CallTime, GrantTime
from heraut.tournament.corrections import consequences
from heraut.tournament.entries import Drop, EditPlayer, Register, Return
from heraut.tournament.officials import Disqualify, Penalise, Rule, Warn
from heraut.tournament.planning import ChooseScenario, SetTables
from heraut.tournament.repairs import RepairTables
from heraut.tournament.results import CorrectResult, EndEvent, SettleResult
from heraut.tournament.rounds import DraftRound, PublishRound
from heraut.tournament.state import State
from heraut.tournament.steamroller.record_sheet import record_sheet
from tournament.build import ANA, ORG, REF, after, closed, first_wins, published, saga, steamroller

EVENTS = {
    "saga-ranked": lambda: saga(5, swiss_rounds=2, ranking_round=True),
    "saga-spare": lambda: saga(4, odd_field="spare_player", round_minutes=60),
    "steamroller": lambda: steamroller(5, variants={"rounds": 3}, late_entry=True),
    "reserve": lambda: steamroller(4, variants={"reserve": True, "lists": 2, "divide": True, "rounds": 2}),
    "finals": lambda: steamroller(6, variants={"final_tables": True}, dropped_ranked=False, final_tie="roll_off"),
}


ONWARDS = (ChooseScenario, DraftRound, PublishRound, SettleResult)
"""What brings an event to its end."""


def officials_commands(state: State, dice: Random) -> Iterator:
    """What officials may say of anybody in any phase: most of it is not listed as legal, since it needs words."""
    seats = list(state.players)
    anybody, reason, at = dice.choice(seats), "why", Instant(dice.randrange(0, 40_000))
    yield Drop(REF, player=anybody)
    yield Disqualify(REF, player=anybody, reason=reason, at=at)
    yield Return(REF, player=anybody)
    yield Penalise(REF, player=anybody, points=Fraction(5, 2), reason=reason, at=at)
    yield Warn(REF, player=anybody, reason=reason, at=at)
    yield Rule(REF, text=reason, at=at)
    late = f"late{len(seats)}"
    yield Register(ORG, player=late, name=late, spare=dice.random() < 0.3)
    yield EditPlayer(ORG, player=anybody, name="Nom", fixed_table=dice.choice((None, 1, 3)))
    yield SetTables(ORG, tables=tuple(dice.sample(range(1, 9), 4)))
    if dice.random() < 0.1:
        yield EndEvent(ORG)
    yield CallTime(REF, early=True, at=at)
    yield Tick(at=at, seat=CLOCK)
    if state.rounds:
        played = dice.choice(state.rounds)
        yield RepairTables(ORG, tables=tuple(played.tables)[:2])
        table = dice.choice(list(played.tables.values()))
        yield GrantTime(REF, table=table.number, minutes=5, reason=reason)
        reports = [one.report for one in _legal(state, ORG) if isinstance(one, SettleResult)]
        if table.result is not None:
            reports.append(table.result.report)
        for report in dice.sample(reports, min(3, len(reports))):
            yield CorrectResult(REF, round=played.number, table=table.number, report=report, reason=reason)
            yield SettleResult(REF, round=played.number, table=table.number, report=report)


def _legal(state: State, seat) -> list:
    return list(islice(engine.legal(state, seat), 60))


def played_at_random(
    first: State, seed: int, steps: int, onwards: tuple[type, ...] = ONWARDS
) -> Iterator[tuple[State, tuple]]:
    """An event in which officials interfere at every third step, with what each step told."""
    dice, state = Random(seed), first
    for _ in range(steps):
        choices = [one for seat in (*state.players, ORG, REF) for one in _legal(state, seat)]
        due = [one.chance for one in engine.awaits(state, None) if one.seat == FATE and one.chance is not None]
        on = [one for one in choices if isinstance(one, onwards)]
        if due and dice.random() < 0.7:
            command = Roll(faces=due[0].draw(dice.randrange))
        elif dice.random() < 0.3:
            command = dice.choice(list(officials_commands(state, dice)))
        else:
            command = dice.choice(on if on and dice.random() < 0.8 else choices)
        events = engine.decide(state, command)
        if not isinstance(events, Refusal):
            state = evolve_all(engine, state, events)
            yield state, events


def assert_readable(state: State, events: tuple = ()) -> None:
    """Nothing an event tells about itself fails."""
    viewers = (None, *state.players, *sorted(OFFICIALS))
    for viewer in viewers:
        assert encode(engine.view(state, viewer))
        for event in events:
            told = shown(event, viewer)
            assert told is None or all(say_event(told, language, engine.seats(state)) for language in LANGUAGES)
    for awaited in engine.awaits(state, None):
        assert all(say_awaited(awaited, language, engine.seats(state)) for language in LANGUAGES)
    for seat in viewers[1:]:
        assert isinstance(_legal(state, seat), list)
        if seat in state.players:
            assert encode(record_sheet(state, seat, seat))
    for played in state.rounds:
        for table in played.tables.values():
            if table.result is not None:
                assert isinstance(consequences(state, played.number, table.number, table.result.report), Refusal)


SEEDS = (1, 2, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 12)))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", EVENTS)
def test_an_event_stays_readable_whatever_officials_do(name, seed):
    for state, events in played_at_random(closed(EVENTS[name]()), seed, 120):
        assert_readable(state, events)


RANKED = {"swiss_rounds": 1, "ranking_round": True}


def ranks(state: State) -> list[tuple[int | None, str]]:
    return [(row.rank, row.id) for row in engine.view(state, None).standings]


@pytest.mark.clause("ST-RNK-9")
@pytest.mark.parametrize("leaving", [Drop(REF, player=ANA), Disqualify(REF, player=ANA, reason="cheated")])
def test_an_event_can_be_read_when_somebody_leaves_during_the_ranking_round(leaving):
    state = published(first_wins(published(closed(saga(4, **RANKED)))))

    assert_readable(first_wins(after(state, leaving)))


@pytest.mark.clause("ST-RNK-9")
def test_who_leaves_during_the_ranking_round_has_the_place_of_that_game():
    state = published(first_wins(published(closed(saga(4, **RANKED)))))
    winners = [table.seats[0] for table in state.rounds[-1].tables.values()]
    before = ranks(first_wins(state))

    assert ranks(first_wins(after(state, Drop(REF, player=winners[0])))) == before


@pytest.mark.clause("ST-RNK-9", "SR-FAIR-6")
def test_who_is_shut_out_during_the_ranking_round_has_no_place_and_the_others_move_up():
    state = published(first_wins(published(closed(saga(4, **RANKED)))))
    first, second, third, fourth = (seat for _, seat in ranks(first_wins(state)))

    shut_out = after(first_wins(state), Disqualify(REF, player=first, reason="found out later"))

    assert ranks(shut_out) == [(1, second), (2, third), (3, fourth), (None, first)]
    assert engine.view(shut_out, None).standings[-1].why is None, "nobody stands below"


@pytest.mark.clause("SR-VRANK-8", "SR-RANK-7")
def test_who_is_shut_out_has_no_place_at_a_final_table():
    state = closed(steamroller(4, variants={"final_tables": True}))
    while state.rounds == () or not state.rounds[-1].ranking:
        state = first_wins(published(state))
    first, second, third, fourth = (seat for _, seat in ranks(state))

    shut_out = after(state, Disqualify(REF, player=first, reason="found out later"))

    assert ranks(shut_out) == [(1, second), (2, third), (3, fourth), (None, first)]
