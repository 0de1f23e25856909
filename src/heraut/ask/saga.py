"""Questions about SAGA tournaments: what a game is worth, what a band costs, what an event needs."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

import msgspec

from heraut.ask.question import Answer, Question
from heraut.kernel.codec import Exact, Malformed, whole_or_exact
from heraut.kernel.names import ClauseId, Seat
from heraut.kernel.refusal import Fact, Reason, Refusal
from heraut.tournament.format import Material
from heraut.tournament.saga.band_text import price_text
from heraut.tournament.saga.bands import (
    Age,
    FiguresLine,
    PricedLine,
    SagaBand,
    SagaBandRules,
    TroopClass,
    ages_of_group,
    check_band,
)
from heraut.tournament.saga.organisation import SagaScenarioRow, markers_needed, material, saga_scenarios
from heraut.tournament.saga.scoring import SagaReport, score_saga
from heraut.tournament.saga.settings import repeats_unavoidable

Side = Literal["first", "second"]

FIRST, SECOND = Seat("first"), Seat("second")


class SagaPointsInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The victory points of the first and the second player; after a sudden loss they may be left out."""

    first_vp: int | None = None
    second_vp: int | None = None
    sudden_loss: Side | None = None


class SagaPointsOutput(msgspec.Struct, frozen=True):
    """Tournament points of both, and who won."""

    first: Exact
    second: Exact
    winner: Side


def _saga_points(asked: SagaPointsInput) -> Answer[SagaPointsOutput] | Refusal:
    given = {FIRST: asked.first_vp, SECOND: asked.second_vp}
    report = SagaReport(
        {seat: vp for seat, vp in given.items() if vp is not None},
        first_player=FIRST,
        sudden_loss=None if asked.sudden_loss is None else Seat(asked.sudden_loss),
    )
    scored = score_saga(report, (FIRST, SECOND))
    if isinstance(scored, Refusal):
        return scored
    winner: Side = "first" if scored.winner == FIRST else "second"
    output = SagaPointsOutput(whole_or_exact(scored.points[FIRST]), whole_or_exact(scored.points[SECOND]), winner)
    return Answer(output, scored.because)


POINTS = Question(
    "saga.points", "How many tournament points is a SAGA game worth?", SagaPointsInput, SagaPointsOutput, _saga_points
)


class SagaBandInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A band as text, or as lines; the budget, the age, and what the organiser decided."""

    text: str = ""
    lines: tuple[FiguresLine, ...] = ()
    budget: int = 6
    age: Age | None = None
    allowed_ages: tuple[Age, ...] = ()
    spells: tuple[str, ...] = ()
    legendary_band: str = ""
    special_costs: Mapping[str, Fraction] = {}
    partial_points: bool = False
    spells_on_list: bool = True
    legendary_units: bool = False
    legendary_bands: bool = False


class SagaBandLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line and what it costs, null while a special line does not say; special lines have a name."""

    troop: TroopClass = msgspec.field(name="class")
    figures: int
    points: Exact | None
    name: str = ""


class SagaBandOutput(msgspec.Struct, frozen=True):
    """The cost of the band as far as it is known, line by line, and what the organiser may want to know."""

    points: Exact
    lines: tuple[SagaBandLine, ...]
    warnings: tuple[Reason, ...]


def _saga_band(asked: SagaBandInput) -> Answer[SagaBandOutput] | Refusal:
    if asked.budget < 1:
        return Refusal(ClauseId("ST-BND-1"), "event-settings-budget", asked=asked.budget, allowed=1)
    rules = SagaBandRules(
        asked.budget, frozenset(asked.allowed_ages) or None, asked.partial_points, asked.special_costs,
        asked.spells_on_list, asked.legendary_units, asked.legendary_bands,
    )  # fmt: skip
    if asked.lines:
        band = SagaBand(asked.lines, asked.age, spells=asked.spells, legendary_band=asked.legendary_band)
        priced = check_band(band, rules)
    else:
        priced = price_text(
            asked.text, rules, age=asked.age, spells=asked.spells, legendary_band=asked.legendary_band
        )  # fmt: skip
    if isinstance(priced, Refusal):
        return priced
    because = (Reason(ClauseId("ST-BND-2"), "saga-band-price"),)
    lines = tuple(map(_band_line, priced.lines))
    return Answer(SagaBandOutput(whole_or_exact(priced.points), lines, priced.warnings), because)


def _band_line(priced: PricedLine) -> SagaBandLine:
    points = None if priced.points is None else whole_or_exact(priced.points)
    return SagaBandLine(priced.line.troop, priced.line.figures, points, priced.line.name)


BAND = Question("saga.band", "What does a SAGA band cost, and is it legal?", SagaBandInput, SagaBandOutput, _saga_band)


class SagaEventInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The players and Swiss rounds of an event, the group of ages it is for, and the organiser's own list to bring."""

    players: int
    swiss_rounds: int = 5
    group: str = ""
    own_material: tuple[str, ...] = ()


class SagaEventOutput(msgspec.Struct, frozen=True):
    """What players bring, the scenarios with the markers a table needs for each, and the ages of the group."""

    material: tuple[Material, ...]
    scenarios: tuple[SagaScenarioRow, ...]
    markers: Mapping[str, int]
    ages: tuple[Age, ...]


def _saga_event(asked: SagaEventInput) -> Answer[SagaEventOutput]:
    ages = ages_of_group(asked.group)
    if asked.group and not ages:
        raise Malformed(f"Invalid enum value '{asked.group[:40]}' - at `$.group`")
    brought, played = material(asked.own_material), saga_scenarios()
    facts: dict[str, Fact] = {"players": asked.players, "items": len(brought), "scenarios": len(played)}
    needed = Reason(ClauseId("ST-MAT-1"), "saga-event", facts)
    because = (needed, *repeats_unavoidable(asked.players, asked.swiss_rounds))
    markers = {row.id: markers_needed(row.id) for row in played}
    return Answer(SagaEventOutput(brought, played, markers, ages), because)


EVENT = Question("saga.event", "What does a SAGA event need?", SagaEventInput, SagaEventOutput, _saga_event)
