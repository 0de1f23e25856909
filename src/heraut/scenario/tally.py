"""
The running score of a match, as a fold over the facts of its turns: the same for the engine, the questions and the lab.

`saga` and `steamroller` are modules of one shape, `Rules`; a match is scored by the one its scenario belongs to. Facts
are judged before they are folded: every function here returns a new tally or a refusal that names the clause.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from msgspec.structs import replace

from heraut.kernel.names import ClauseId, Seat
from heraut.kernel.refusal import Refusal
from heraut.scenario import saga, steamroller
from heraut.scenario.armies import Armies, MatchOutcome
from heraut.scenario.definition import Scenario, Source
from heraut.scenario.facts import SIDES, Facts, Side
from heraut.scenario.sheet import Ended, Ending, Tally, Win

WRITTEN_TURNS = 7
"""How many turns a sheet of paper has room for, where only victory or time ends a game."""


class Rules(Protocol):
    """What is asked of a source where sources differ: how its games begin, what they score, how they end."""

    ROLL: tuple[ClauseId, ...]
    """By which clauses it is rolled who is first; the first says who chooses."""
    AGREE: ClauseId
    """Both players agree on the sheet, or an official decides."""
    ORDER: ClauseId
    EDGES: ClauseId
    """By which clause a player chooses an edge."""
    ON_TABLE: ClauseId
    """By which clause pieces lie on the table."""
    MUSTERS: bool
    """Whether bands are counted in units before they deploy."""
    CALLED: Mapping[str, str]
    """What sentences call otherwise than they would."""
    SCORING: tuple[type, ...]
    """The kinds of scoring its scenarios have."""
    COUNTS_AT_ONCE: bool
    """Whether something may count during a turn, whatever ends it."""
    ENDS: frozenset[Ended]
    """The ends that people can state."""

    def edge_chooser(self, first: Seat, loser: Seat | None, /) -> Seat | None:
        """Who chooses the edge; None for whoever is quicker. `loser` is who lost the opening roll, if it was rolled."""

    def asks(self, sheet: Tally, /) -> frozenset[str]:
        """The facts the scenario asks for at the end of a turn."""

    def scores_at(self, scenario: Scenario, by: Side, turn: int, /) -> bool:
        """Whether the end of that turn can score."""

    def moments(self, scenario: Scenario, turns: Iterable[int], /) -> Iterator[tuple[int, Side | None]]:
        """The moments of these turns at which points can be written: a turn, and whose end it is where that matters."""

    def plain(self, sheet: Tally, facts: Facts, /) -> Facts:
        """The facts with what positions tell instead of the positions."""

    def happen(self, sheet: Tally, facts: Facts, /) -> Tally | Refusal:
        """What happened during the turn, before its end."""

    def end_turn(self, sheet: Tally, facts: Facts, /) -> Tally | Refusal:
        """What the end of the turn scores."""

    def ended(self, sheet: Tally, /, *, timed_at: int | None, more: bool | None) -> ClauseId | None:
        """The clause by which play is over, if it is, by length or by time."""

    def end_clause(self, kind: Ended, /) -> ClauseId:
        """The clause by which a game ends against one side."""

    def is_counted(self, sheet: Tally, /, *, decided: bool) -> bool:
        """Whether something is left to count after the last turn."""

    def outcome(self, sheet: Tally, stated: Win | None, ending: Ending | None, left: Armies | None, /) -> MatchOutcome:
        """What the game comes to, now that everything is counted; `stated` is an end that was not by points."""

    def examples(self, sheet: Tally, /) -> Iterator[Facts]:
        """Some things the sheet could say of the turn under way."""


_RULES: Mapping[Source, Rules] = {"saga_tournament": saga, "steamroller_2011": steamroller}


def rules_of(scenario: Scenario) -> Rules:
    """The rules of the scenario's source."""
    return _RULES[scenario.source]


def happen(sheet: Tally, facts: Facts) -> Tally | Refusal:
    """What happened during the turn, before its end: it may decide the game at once."""
    return _fault(sheet, facts) or rules_of(sheet.scenario).happen(sheet, facts)


def end_turn(sheet: Tally, facts: Facts) -> Tally | Refusal:
    """The turn whole: what happened during it, then what its end scores."""
    ended = happen(sheet, facts)
    if not isinstance(ended, Refusal) and not ended.over:
        ended = rules_of(sheet.scenario).end_turn(ended, facts)
    return ended if isinstance(ended, Refusal) else replace(ended, turns=sheet.turns + 1)


def tally(sheet: Tally, turns: Iterable[Facts]) -> Tally | Refusal:
    """The sheet after these turns; a turn after the game is decided is refused."""
    for facts in turns:
        ended = end_turn(sheet, facts)
        if isinstance(ended, Refusal):
            return ended
        sheet = ended
    return sheet


def _fault(sheet: Tally, facts: Facts) -> Refusal | None:
    if sheet.over:
        return Refusal(sheet.scenario.clause, "match-over", subject=facts.turn)
    (side, turn), rules = sheet.next_turn, rules_of(sheet.scenario)
    if (facts.by, facts.turn) != (side, turn):
        asked, allowed = (facts.by.value, facts.turn), (side.value, turn)
        return Refusal(rules.ORDER, "turn-out-of-order", asked=asked, allowed=allowed)
    extra = facts.given() - rules.asks(sheet)
    return sheet.scenario.not_asked(min(extra)) if extra else None


def plain(sheet: Tally, facts: Facts) -> Facts:
    """The same facts without positions: what stands where has been worked out, what was claimed is believed."""
    return rules_of(sheet.scenario).plain(sheet, replace(facts, claimed=facts.captured, claims=()))


def scores_at(scenario: Scenario, by: Side, turn: int) -> bool:
    """Whether the end of that turn can score."""
    return scenario.scoring is not None and rules_of(scenario).scores_at(scenario, by, turn)


def last_turn(scenario: Scenario) -> int | None:
    """The last turn a game may have, one that is diced for included; None where nothing limits it."""
    length = scenario.length
    return None if length is None or length.turns is None else length.turns + (1 if length.dice else 0)


def scoring_moments(scenario: Scenario) -> tuple[tuple[int, Side | None], ...]:
    """The moments a score sheet on paper has a line for: a turn, and whose end it is where both may score then."""
    return () if scenario.scoring is None else tuple(rules_of(scenario).moments(scenario, _written(scenario)))


def scoring_turns(scenario: Scenario) -> tuple[int, ...]:
    """The turns in which either side may score, as a score sheet on paper lists them [ST-MAT-5]."""
    return tuple(turn for turn in _written(scenario) if any(scores_at(scenario, side, turn) for side in SIDES))


def _written(scenario: Scenario) -> range:
    """The turns a sheet of paper has room for."""
    return range(1, (last_turn(scenario) or WRITTEN_TURNS) + 1)
