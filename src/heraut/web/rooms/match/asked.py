"""What the form of a turn asks for, and what its player must know: only what can still change the score."""

from __future__ import annotations

from dataclasses import dataclass

from heraut.kernel import ClauseId
from heraut.rulesets.clauses import Clause, clause
from heraut.scenario.definition import Kind, Opening, Scenario
from heraut.scenario.facts import SIDES, Side
from heraut.scenario.scoring import Awards, Capped, Held
from heraut.scenario.settings import Options
from heraut.scenario.view import MatchView
from heraut.speech import Language

AT_SCORING = frozenset(
    {"near", "controlled", "dice", "controls", "contests", "touches", "caster_contests", "objectives", "zone"}
)
"""Facts that count only at the end of a turn that scores."""
WORTH_POINTS = AT_SCORING | {"claimed", "attacks", "destroyed", "casters_out"}
"""A turn that asks for none of these brings nobody anything."""


def asked_now(view: MatchView, scenario: Scenario) -> frozenset[str]:
    """The facts that matter at the end of the turn under way."""
    sheet, scoring = view.sheet, scenario.scoring
    if sheet is None:
        return frozenset()
    idle = set() if sheet.scores_now else set(AT_SCORING)
    if isinstance(scoring, Held) and sheet.turn < scoring.claim_from:
        idle.add("claimed")
    if isinstance(scoring, Capped) and sheet.turn < scoring.charge_from:
        idle.add("attacks")
    if isinstance(scoring, Awards) and scoring.cage is not None and sheet.turn < scoring.cage.from_turn:
        idle.add("casters_out")
    return frozenset(sheet.asks) - idle


@dataclass(frozen=True, slots=True)
class Place:
    """A zone or a flag, and the sides that may score by controlling it."""

    id: str
    sides: tuple[Side, ...]


def places(scenario: Scenario) -> tuple[Place, ...]:
    """What scores by being controlled, in the order of the picture."""
    scoring = scenario.scoring
    if not isinstance(scoring, Awards):
        return ()
    found = [
        Place(
            one.id,
            tuple(
                side for side in SIDES if any(award.is_for(side) for award in scoring.awards if award.element == one.id)
            ),
        )
        for one in scenario.of_kind(Kind.ZONE, Kind.FLAG)
        if any(award.by == "control" and award.element == one.id for award in scoring.awards)
    ]
    return tuple(found)


def contested(scenario: Scenario, side: Side) -> tuple[str, ...]:
    """The zones that change something when the side contests them without controlling them."""
    scoring = scenario.scoring
    if not isinstance(scoring, Awards):
        return ()
    needed = [award.contesting for award in scoring.awards if award.contesting and award.is_for(side)]
    return (*needed, *((scoring.lock.zone(side.other),) if scoring.lock else ()))


def third_area(scenario: Scenario, side: Side, away: frozenset[str]) -> tuple[tuple[str, ...], bool]:
    """What the third condition looks at for that side, and whether near it or in it [SR-WIN-6]."""
    scoring = scenario.scoring
    ids = scoring.third.area(side) if isinstance(scoring, Awards) else ()
    near = any(one.id in ids for one in scenario.of_kind(Kind.FLAG, Kind.OBJECTIVE))
    return tuple(id for id in ids if id not in away), near


def opening(view: MatchView, scenario: Scenario, options: Options) -> tuple[Opening, int] | None:
    """What sets the first turn apart, while it is being played, and how many dice [ST-GAM-6]."""
    sheet = view.sheet
    first = sheet is not None and (sheet.by, sheet.turn) == (Side.FIRST, 1) and view.phase == "playing"
    return (scenario.opening, options.half_budget()) if first and scenario.opening else None


def reminders(clauses: tuple[ClauseId, ...], spoken: Language) -> tuple[Clause, ...]:
    """What the players do at the table, and the software only reminds them of, in the sheet's words."""
    return tuple(clause(id, spoken) for id in clauses)
