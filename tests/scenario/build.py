"""Builders that keep the set-up of a test on screen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from heraut.kernel.engine import evolve_all
from heraut.kernel.message import Roll
from heraut.kernel.names import ORGANISER, REFEREE, Seat
from heraut.kernel.refusal import Refusal
from heraut.scenario import engine
from heraut.scenario.arrangement import arrange
from heraut.scenario.definition import Size
from heraut.scenario.deployment import Deployed, Muster
from heraut.scenario.facts import Facts, FieldedEntry, Figure, Model, ScoringUnit, Side
from heraut.scenario.library import Layout, find
from heraut.scenario.placement import ChoosePiece, LosePiece, PlacePiece
from heraut.scenario.roles import StateRoles, TakeEdge
from heraut.scenario.settings import MatchOptions, Settings
from heraut.scenario.setup import EndStep, SkipSetup
from heraut.scenario.sheet import Start, Tally, begin
from heraut.scenario.signing import result
from heraut.scenario.tally import tally
from heraut.scenario.terrain import Piece, PlacedMarker, TablePlan
from heraut.scenario.turns import EndTurn
from heraut.warband.army_line import EntryKind

SMALL, LARGE = Size.SMALL, Size.LARGE
WOOD, HILL = "uneven", "hill"
ANA, BEN = Seat("ana"), Seat("ben")
FIRST, SECOND = Side.FIRST, Side.SECOND
OFFICIAL = REFEREE
ORGA = ORGANISER


def scenario(id: str, **options: Any):
    found = find(id)
    assert found is not None
    arranged = arrange(found, MatchOptions(**options))
    assert not isinstance(arranged, Refusal), arranged
    return arranged


def square(x: float, y: float, side: float = 4.0):
    """A square piece by its corner nearest the origin."""
    return ((x, y), (x + side, y), (x + side, y + side), (x, y + side))


def piece(id: str, x: float, y: float, *, by: Side = FIRST, side: float = 4.0, **more: Any) -> Piece:
    return Piece(id=id, by=by, shape=square(x, y, side), **more)


def marker(by: Side, number: int, x: float, y: float) -> PlacedMarker:
    return PlacedMarker(f"{by}_{number}", by, x, y)


def plan(id: str, *pieces: Piece, markers: tuple[PlacedMarker, ...] = (), **options: Any) -> TablePlan:
    return TablePlan(Layout(scenario(id, **options), MatchOptions(**options).marker_mm), pieces, markers)


def broken(table: TablePlan) -> list[tuple[str, str]]:
    """The subject and clause of every limit that does not hold."""
    return [(verdict.subject, verdict.clause) for verdict in table.check() if not verdict.ok]


def turn(index: int, **facts: Any) -> Facts:
    """The facts of the index-th turn of the game."""
    return Facts(by=FIRST if index % 2 else SECOND, turn=(index + 1) // 2, **facts)


def turns(last: int, **by_index: dict[str, Any]) -> list[Facts]:
    """Turns 1 to last, those named `t3=…` with facts."""
    return [turn(index, **by_index.get(f"t{index}", {})) for index in range(1, last + 1)]


def sheet(id: str, played: Iterable[Facts], start: Start | None = None, **options: Any) -> Tally | Refusal:
    return tally(begin(scenario(id, **options), MatchOptions(**options), start), played)


def points(scored: Tally | Refusal) -> tuple[int, int]:
    assert isinstance(scored, Tally), scored
    return scored.points[FIRST], scored.points[SECOND]


def code(outcome: object) -> tuple[str, str]:
    assert isinstance(outcome, Refusal), outcome
    return str(outcome.clause), outcome.code


def unit(id: str, x: float, y: float, *, side: Side = FIRST, **more: Any) -> ScoringUnit:
    """A unit of one figure on a base of one inch."""
    return ScoringUnit(id=id, side=side, figures=(Figure(x, y, 25.4),), **more)


def model(x: float, y: float, **more: Any) -> Model:
    return Model(x=x, y=y, mm=25.4, **more)


def entry(id: str, kind: str, *models: Model, side: Side = FIRST, **more: Any) -> FieldedEntry:
    return FieldedEntry(name=id, side=side, kind=EntryKind(kind), models=models, **more)


def settings(id: str, **more: Any) -> Settings:
    return Settings(scenario=id, players={ANA: "Ana", BEN: "Ben"}, **more)


def started(id: str, **more: Any) -> Any:
    state = engine.start(settings(id, **more), engine.rules)
    assert not isinstance(state, Refusal), state
    return state


def play(state: Any, *commands: Any) -> Any:
    """The state after commands that must all be accepted."""
    for command in commands:
        outcome = engine.decide(state, command)
        assert not isinstance(outcome, Refusal), (command, outcome)
        state = evolve_all(engine, state, outcome)
    return state


def refused(state: Any, command: Any) -> tuple[str, str]:
    return code(engine.decide(state, command))


def setting_up(id: str, **more: Any) -> Any:
    """Ana is first, Ben second."""
    return play(started(id, **more), StateRoles(ANA, ANA))


def playing(id: str, *, flag: int | None = None, **more: Any) -> Any:
    """The table is ready; Ana is first."""
    state = setting_up(id, **more)
    drawn = () if flag is None else (Roll(faces=(flag,)),)
    return play(state, *drawn, SkipSetup(ANA))


def choose(kind: str = HILL, size=SMALL) -> ChoosePiece:
    return ChoosePiece(ANA, kind, size)


def place(id: str, x: float, y: float, side: float = 4.0) -> PlacePiece:
    return PlacePiece(ANA, id, square(x, y, side))


def actors(state: Any) -> list[str]:
    """Who is awaited, by name."""
    return [awaited.seat for awaited in engine.awaits(state, None)]


def units(count: int, *, start: int = 1) -> tuple[Deployed, ...]:
    return tuple(Deployed(f"u{number}") for number in range(start, start + count))


def deploying(id: str, first: int = 5, second: int = 5, **more: Any) -> Any:
    """The terrain is done with: the next step is deployment."""
    state = setting_up(id, **more)
    while engine.awaits(state, None)[0].code not in ("match-muster", "match-deploy"):
        state = play(state, next(forward(state)))
    if engine.awaits(state, None)[0].code == "match-muster":
        state = play(state, Muster(ANA, FIRST, first), Muster(BEN, SECOND, second))
    return state


def forward(state: Any) -> Any:
    legal = [one for one in engine.legal(state, ANA) if not isinstance(one, SkipSetup | TakeEdge)]
    return iter([one for one in legal if isinstance(one, LosePiece | EndStep)] + legal)


def end(index: int, seat: Any = ANA, **facts: Any) -> EndTurn:
    return EndTurn(seat, turn(index, **facts))


def ends(first: int, last: int, **facts: Any) -> list[EndTurn]:
    return [end(index, **facts) for index in range(first, last + 1)]


def score(state: Any) -> tuple[int, int]:
    return state.play.sheet.points[FIRST], state.play.sheet.points[SECOND]


def final(state: Any):
    told = result(state)
    assert told is not None
    return told
