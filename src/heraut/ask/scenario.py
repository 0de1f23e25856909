"""Questions about scenarios: which there are, what one says, what turns score, whether a table is legal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from heraut.ask.question import Answer, Question
from heraut.kernel.former_names import FORMER_NAMES
from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Reason, Refusal
from heraut.scenario.allowance import allowance
from heraut.scenario.armies import Armies, ArmyCount, EntryCount, armies_fault, army_counts, separate
from heraut.scenario.arrangement import arrange
from heraut.scenario.definition import ElementKind, Scenario, Source
from heraut.scenario.facts import Facts, Side
from heraut.scenario.library import Layout, every, find
from heraut.scenario.saga import finish
from heraut.scenario.scoring import Awards
from heraut.scenario.settings import MatchOptions
from heraut.scenario.sheet import DRAWN, Ending, ScoreLine, Start, Tally, Win, begin
from heraut.scenario.tally import rules_of, scoring_moments, scoring_turns, tally
from heraut.scenario.terrain import LimitVerdict, Piece, PlacedMarker, TablePlan, understood


class ScenarioListInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All scenarios, or those of one source."""

    source: Source | None = None


class ListRow(msgspec.Struct, frozen=True):
    """One scenario; `available` false means listed without a text."""

    id: str
    source: Source
    number: int
    group: int
    names: Mapping[Literal["fr", "en"], str]
    available: bool
    reconstructed: bool


class ScenarioListOutput(msgspec.Struct, frozen=True):
    """The scenarios in the order of their source."""

    scenarios: tuple[ListRow, ...]


def _list(asked: ScenarioListInput) -> Answer[ScenarioListOutput]:
    found = every(asked.source)
    listed = tuple(
        ListRow(one.id, one.source, one.number, one.group, one.names, one.available, is_reconstructed(one))
        for one in found
    )
    return Answer(ScenarioListOutput(listed), (Reason(ClauseId("ST-ORG-6"), "scenario-listed", {"count": len(found)}),))


def is_reconstructed(scenario: Scenario) -> bool:
    """Whether some position of the layout had to be reconstructed."""
    return any(element.status.is_reconstructed for element in scenario.elements)


class ShowInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario, as published or as an event's options change it."""

    scenario: str
    options: MatchOptions = MatchOptions()


class ShowOutput(msgspec.Struct, frozen=True):
    """
    The whole scenario as its file says it, and which elements were reconstructed.

    `scoring_turns` are those in which either side may score, `scoring_moments` the same with whose turn ends then.
    """

    scenario: Scenario
    reconstructed: tuple[str, ...]
    scoring_turns: tuple[int, ...]
    scoring_moments: tuple[tuple[int, Side | None], ...]


def _show(asked: ShowInput) -> Answer[ShowOutput] | Refusal:
    scenario = _known(asked.scenario, asked.options)
    if isinstance(scenario, Refusal):
        return scenario
    uncertain = tuple(one.id for one in scenario.elements if one.status.is_reconstructed)
    reason = Reason(scenario.clause, "scenario-shown", {"name": scenario.name("fr")})
    scored = scenario.scoring is not None
    turns = scoring_turns(scenario) if scored else ()
    moments = scoring_moments(scenario) if scored else ()
    return Answer(ShowOutput(scenario, uncertain, turns, moments), (reason,))


def _known(id: str, options: MatchOptions) -> Scenario | Refusal:
    found = find(id)
    if found is None:
        return Refusal(ClauseId("ST-ORG-6"), "match-unknown-scenario", subject=id)
    return arrange(found, options)


class ScoreInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """
    Facts turn by turn. `start` is what is known before; `ending` (SAGA) or `armies` (Steamroller) end the game.
    """

    scenario: str
    turns: tuple[Facts, ...]
    options: MatchOptions = MatchOptions()
    start: Start = Start()
    ending: Ending | None = None
    armies: Armies | None = None


class Running(msgspec.Struct, frozen=True):
    """The score after one turn."""

    by: Side
    turn: int
    first: int
    second: int


class ArmyOutput(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What is left of one army; of `in_area` and `at_home`, the one the scenario's third condition counts."""

    side: Side
    lost: int
    surviving: int
    in_area: int | None = None
    at_home: int | None = None
    entries: tuple[EntryCount, ...] = ()


class ScoreOutput(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """
    The running points of both sides, each line with its reason, and who has won if anybody has.

    `armies` is what the counted armies come to, entry by entry.
    """

    first: int
    second: int
    running: tuple[Running, ...]
    lines: tuple[ScoreLine, ...]
    over: bool
    winner: Side | None = None
    win: Win | None = None
    armies: tuple[ArmyOutput, ...] = ()


def _score(asked: ScoreInput) -> Answer[ScoreOutput] | Refusal:
    scenario = _known(asked.scenario, asked.options)
    if isinstance(scenario, Refusal):
        return scenario
    if scenario.scoring is None:
        return Refusal(scenario.clause, "scenario-not-described", subject=scenario.id)
    sheet = begin(scenario, asked.options, asked.start)
    running = []
    for facts in asked.turns:
        if (over := rules_of(scenario).ended(sheet, timed_at=None, more=_goes_on(sheet))) is not None:
            return Refusal(over, "match-over", subject=facts.turn)
        after = tally(sheet, (facts,))
        if isinstance(after, Refusal):
            return after
        sheet = after
        running.append(Running(facts.by, facts.turn, sheet.points[Side.FIRST], sheet.points[Side.SECOND]))
    ended = _ended(sheet, asked)
    if isinstance(ended, Refusal):
        return ended
    return _score_output(*ended, tuple(running), army_counts(sheet, asked.armies))


def _goes_on(sheet: Tally) -> bool | None:
    """A turn that a roll may grant was granted, if there is one."""
    length = sheet.scenario.length
    return True if length is not None and length.dice else None


def _ended(sheet: Tally, asked: ScoreInput) -> tuple[Tally, Win | None, bool] | Refusal:
    """The sheet at the end, the winner, and whether the game is over."""
    if isinstance(sheet.scenario.scoring, Awards):
        if asked.armies is None or sheet.win is not None:
            return sheet, sheet.win, sheet.over
        return armies_fault(sheet, asked.armies) or (sheet, separate(sheet, asked.armies), True)
    if asked.ending is None:
        return sheet, None, False
    final = finish(sheet, asked.ending)
    return final if isinstance(final, Refusal) else (final, final.win, True)


def _score_output(
    sheet: Tally, win: Win | None, over: bool, running: tuple[Running, ...], armies: tuple[ArmyCount, ...]
) -> Answer[ScoreOutput]:
    because = [line.because for line in sheet.lines]
    because += [reason for army in armies for reason in army.because]
    if win is not None:
        because.append(win.because)
    elif over:
        because.append(DRAWN)
    output = ScoreOutput(
        first=sheet.points[Side.FIRST],
        second=sheet.points[Side.SECOND],
        running=running,
        lines=sheet.lines,
        over=over,
        winner=win.side if win is not None else None,
        win=win,
        armies=tuple(_army(army, at_home=sheet.awards.third.objectives_at_home) for army in armies),
    )
    return Answer(output, tuple(because))


def _army(army: ArmyCount, *, at_home: bool) -> ArmyOutput:
    counted = {"at_home": army.at_home} if at_home else {"in_area": army.in_area}
    return ArmyOutput(side=army.side, lost=army.lost, surviving=army.surviving, entries=army.entries, **counted)


class CheckInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table: the pieces and the markers placed on it, in order."""

    scenario: str
    pieces: tuple[Piece, ...] = ()
    markers: tuple[PlacedMarker, ...] = ()
    options: MatchOptions = MatchOptions()


class PieceVerdict(msgspec.Struct, frozen=True):
    """All limits on one piece or marker."""

    id: str
    ok: bool
    limits: tuple[LimitVerdict, ...]


class CheckOutput(msgspec.Struct, frozen=True):
    """Whether the table is legal, and why or why not, piece by piece."""

    ok: bool
    pieces: tuple[PieceVerdict, ...]


def _check(asked: CheckInput) -> Answer[CheckOutput] | Refusal:
    scenario = _known(asked.scenario, asked.options)
    if isinstance(scenario, Refusal):
        return scenario
    if (fault := _table_fault(scenario, asked)) is not None:
        return fault
    verdicts = _verdicts(scenario, asked)
    judged = tuple(_of(one.id, verdicts) for one in asked.pieces) + tuple(
        _of(one.id, verdicts) for one in asked.markers
    )
    because = tuple(
        Reason(verdict.clause, "verdict", {"subject": verdict.subject, "code": verdict.code})
        for verdict in verdicts
        if not verdict.ok
    )
    return Answer(CheckOutput(all(one.ok for one in judged), judged), because)


def _verdicts(scenario: Scenario, asked: CheckInput) -> tuple[LimitVerdict, ...]:
    pieces = understood(scenario, asked.options, asked.pieces)
    plan = TablePlan(Layout(scenario, asked.options.marker_mm), pieces, asked.markers)
    return (*plan.check(), *allowance(scenario, asked.options, pieces))


def _table_fault(scenario: Scenario, asked: CheckInput) -> Refusal | None:
    if not scenario.available:
        return Refusal(scenario.clause, "scenario-not-described", subject=scenario.id)
    ids = [piece.id for piece in asked.pieces] + [marker.id for marker in asked.markers]
    twice = [id for id in ids if ids.count(id) > 1]
    if twice:
        return Refusal(scenario.clause, "element-twice", subject=twice[0])
    unknown = [piece.area for piece in asked.pieces if piece.area and scenario.element(piece.area) is None]
    if unknown:
        known = tuple(one.id for one in scenario.of_kind(ElementKind.QUARTER, ElementKind.HALF))
        return Refusal(scenario.clause, "unknown-element", subject=unknown[0], allowed=known)
    return None


def _of(id: str, verdicts: tuple[LimitVerdict, ...]) -> PieceVerdict:
    own = tuple(verdict for verdict in verdicts if verdict.subject == id)
    return PieceVerdict(id, all(verdict.ok for verdict in own), own)


LIST = Question("scenario.list", "Which scenarios are there?", ScenarioListInput, ScenarioListOutput, _list)
SHOW = Question("scenario.show", "What does this scenario say?", ShowInput, ShowOutput, _show)
SCORE = Question(
    "scenario.score", "What do these turns score, and who has won?", ScoreInput, ScoreOutput, _score,
    former=FORMER_NAMES["match"],
)  # fmt: skip
CHECK = Question("scenario.check", "Does this table respect the scenario's limits?", CheckInput, CheckOutput, _check)
