"""What was decided is stored: tables and rules that change later leave a match as it was."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from heraut.kernel.codec import convert, decode, encode
from heraut.kernel.former_names import FORMER_NAMES, renamed
from heraut.kernel.message import Roll
from heraut.kernel.names import FATE
from heraut.kernel.refusal import Refusal
from heraut.scenario import engine, saga, steamroller
from heraut.scenario.clock import PauseClock, ResumeClock, StartClock
from heraut.scenario.definition import Scenario
from heraut.scenario.disputes import CorrectTurn
from heraut.scenario.ending import Concede, CorrectEnd, Forfeit
from heraut.scenario.library import find, sources
from heraut.scenario.roles import StateRoles
from heraut.scenario.settings import Settings
from heraut.scenario.setup import SkipSetup
from heraut.scenario.turns import CallTime, EndTurn, ReportLoss
from scenario.build import ANA, BEN, FIRST, OFFICIAL, ORGA, SECOND, code, play, settings, started, turn

PLAYED = [id for id in sources() if id != "demolition"]
GOLDEN = Path(__file__).parents[1] / "golden"
ABRUPT = (Concede, Forfeit, CallTime, StartClock, PauseClock, ResumeClock)


class Recorded:
    """A match under way: its events as the journal keeps them, and what Ana saw after each command."""

    def __init__(self, id: str) -> None:
        self.state = started(id)
        self.events: list[bytes] = []
        self.views: list[tuple[int, Any]] = []

    def send(self, command: Any) -> None:
        outcome = engine.decide(self.state, command)
        if isinstance(outcome, Refusal):
            return
        for event in outcome:
            self.state = engine.evolve(self.state, event)
            self.events.append(encode(event))
        self.views.append((len(self.events), engine.view(self.state, ANA)))


def played_at_random(id: str, dice: Random) -> Recorded:
    """A match with claims, losses, disputes, corrections, ends that are stated and taken back, and signatures."""
    match = Recorded(id)
    match.send(StateRoles(ANA, ANA))
    for _ in range(70):
        (awaited, *_) = engine.awaits(match.state, None) or (None,)
        if awaited is None:
            break
        if awaited.chance is not None:
            match.send(Roll(faces=awaited.chance.draw(dice.randrange)))
            continue
        match.send(SkipSetup(ANA))
        legal = list(engine.legal(match.state, dice.choice((ANA, BEN, ORGA))))
        calm = [command for command in legal if not isinstance(command, ABRUPT)]
        match.send(dice.choice(legal if dice.random() < 0.05 else calm or legal or [CallTime(ANA)]))
        if dice.random() < 0.2:
            match.send(another_report(match.state, dice))
    return match


def another_report(state: Any, dice: Random) -> Any:
    """Other facts for a turn on the sheet, from the second keeper or from an official."""
    turns = state.play.turns if hasattr(state, "play") else ()
    offered = [command.facts for command in engine.legal(state, BEN) if isinstance(command, EndTurn)]
    if not turns or not offered:
        return CallTime(FATE)
    old = dice.choice(turns)
    facts = msgspec.structs.replace(dice.choice(offered), by=old.by, turn=old.turn)
    return dice.choice((EndTurn(BEN, facts), CorrectTurn(OFFICIAL, facts)))


def dearer(scenario: Scenario) -> Scenario:
    """The scenario with every number of points in its tables raised."""
    plain = msgspec.to_builtins(scenario)
    scoring = plain["scoring"]
    rows = [*scoring.get("table", ()), *scoring.get("awards", ()), scoring]
    rows += [scoring[part] for part in ("victory", "values", "lost_dice") if scoring.get(part)]
    for row in rows:
        for name in ("points", "cap", "own", "centre", "enemy", "per_unit", "most_per_marker"):
            if row.get(name) is not None:
                row[name] = 2 * row[name] + 3
    raised: Scenario = msgspec.convert(plain, Scenario)
    return raised


def read_again(match: Recorded, id: str, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What Ana sees after each command, read from the events once the tables have changed and the rules are gone."""
    published = find(id)
    assert published is not None
    monkeypatch.setattr("heraut.scenario.arrangement.find", lambda _: dearer(published))
    monkeypatch.setattr("heraut.scenario.armies.caster_points", lambda: 99)
    for rules in (saga, steamroller):
        for name in ("happen", "end_turn", "ended", "is_counted", "outcome"):
            monkeypatch.setattr(rules, name, lambda *_, **__: pytest.fail("a rule was asked again"))

    state, seen = engine.start(settings(id), engine.rules), {}
    for count, event in enumerate(match.events, start=1):
        state = engine.evolve(state, decode(event, engine.events))
        seen[count] = state
    return [engine.view(seen[count], ANA) for count, _ in match.views]


@pytest.mark.parametrize("id", PLAYED)
def test_a_match_reads_the_same_after_its_tables_have_changed_and_its_rules_are_gone(
    id: str, monkeypatch: pytest.MonkeyPatch
):
    match = played_at_random(id, Random(id))

    assert read_again(match, id, monkeypatch) == [view for _, view in match.views]


@pytest.mark.clause("SR-S11-3")
def test_a_loss_in_the_turn_under_way_reads_the_same_however_that_turn_goes_on(monkeypatch: pytest.MonkeyPatch):
    match = Recorded("destruction")
    for command in (
        StateRoles(ANA, ANA),
        SkipSetup(ANA),
        *(EndTurn(ANA, turn(index)) for index in (1, 2, 3)),
        ReportLoss(BEN, destroyed=("OBJ1-1",)),
        CorrectTurn(ORGA, turn(3, destroyed=(("OBJ1-2",),))),
        Concede(ANA),
        CorrectTurn(ORGA, turn(3)),
        CorrectEnd(ORGA, "Ana reste"),
        CorrectTurn(ORGA, turn(2)),
        EndTurn(BEN, turn(4)),
    ):
        match.send(command)
    seen = [view for _, view in match.views]

    assert [one.sheet.points for one in seen[5:]] == [
        {FIRST: 0, SECOND: 1}, {FIRST: 1, SECOND: 1}, {FIRST: 1, SECOND: 1}, {FIRST: 0, SECOND: 1},
        {FIRST: 0, SECOND: 1}, {FIRST: 0, SECOND: 1}, {FIRST: 0, SECOND: 1},
    ]  # fmt: skip
    assert read_again(match, "destruction", monkeypatch) == seen


class Written(msgspec.Struct):
    """A match as it was written, and what Ana saw at its end."""

    settings: Settings
    events: list[list[engine.events]]  # type: ignore[valid-type]  # the engine makes the union
    view: dict[str, Any]


def today(line: bytes) -> Written:
    """A stored match under today's names, as the journal reads it."""
    found: Written = convert(renamed(decode(line, Any), FORMER_NAMES["match"])[0], Written)
    return found


OLD = [*map(today, (GOLDEN / "match-form-1.jsonl").read_bytes().splitlines())]


@pytest.mark.parametrize("written", OLD, ids=[one.settings.scenario for one in OLD])
def test_a_match_written_before_scores_were_stored_reads_as_it_did(written: Written):
    state = engine.start(written.settings, engine.rules)
    for event in (event for events in written.events for event in events):
        state = engine.evolve(state, event)

    assert decode(encode(engine.view(state, ANA)), Any) == written.view


def test_a_match_sleeps_until_somebody_speaks():
    assert engine.next_tick(started("clash")) is None
    assert engine.next_tick(play(started("clash"), StateRoles(ANA, ANA), SkipSetup(ANA))) is None


@pytest.mark.clause("SR-S15-1")
def test_a_scenario_of_ones_own_is_a_list_of_awards():
    saga = engine.start(settings("demolition", definition=find("clash")), engine.rules)

    assert code(saga) == ("SR-S15-1", "definition-broken")
