"""What one may try now: a few commands of every kind that is open, each accepted by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, get_args

from heraut.kernel import FATE, OFFICIALS, Refusal, Seat, rolls
from heraut.scenario import commands as c
from heraut.scenario.chance import chance
from heraut.scenario.data import Kind
from heraut.scenario.decide import decide
from heraut.scenario.facts import Facts
from heraut.scenario.pieces import Outline
from heraut.scenario.result import final_sheet
from heraut.scenario.score import Tally
from heraut.scenario.scoring import Awards, Capped, Control, Held, MassacreOnly, Presence
from heraut.scenario.setup import Choose, Deploy, Extra, Move, Place, Put, SetMarkers, Size
from heraut.scenario.setup_steps import current, expected_units, musters
from heraut.scenario.sides import SIDES, Side
from heraut.scenario.state import Counting, Playing, RollingOff, SettingUp, Signing, State
from heraut.scenario.tiebreak import Armies

PLACES = 3
"""How many places are offered for a piece: the table has infinitely many."""


def legal(state: State, seat: Seat) -> Iterator[Any]:
    """Commands the seat may send; for FATE, everything that could come up."""
    due = chance(state)
    if seat == FATE:
        return rolls(due) if due is not None else iter(())
    if seat not in (*state.game.players, *OFFICIALS):
        return iter(())
    return _accepted(state, _tries(state, seat))


def _accepted(state: State, tries: Iterator[Any]) -> Iterator[Any]:
    return (command for command in tries if not isinstance(decide(state, command), Refusal))


def _some(state: State, tries: Iterator[Any]) -> Iterator[Any]:
    return islice(_accepted(state, tries), PLACES)


def _tries(state: State, seat: Seat) -> Iterator[Any]:
    match state:
        case RollingOff():
            yield from (c.ChooseRole(seat, side) for side in SIDES)
            yield from (c.StateRoles(seat, first) for first in state.game.players)
        case SettingUp():
            yield from _setup(state, seat)
        case Playing():
            yield from _playing(state, seat)
        case Counting():
            yield from _counting(state, seat)
        case Signing():
            yield from _signing(state, seat)


def _setup(state: SettingUp, seat: Seat) -> Iterator[Any]:
    step = current(state)
    yield c.SkipSetup(seat)
    yield c.TakeEdge(seat, "near")
    yield c.EndStep(seat)
    match step:
        case Choose() | Put() | Place():
            yield from _choices(state, seat)
            for piece in state.ground.waiting():
                yield c.LosePiece(seat, piece.id)
                places = (c.PlacePiece(seat, piece.id, shape) for shape in squares(state))
                yield from _some(state, places)
        case Move():
            for placed in state.ground.pieces:
                yield c.MovePiece(seat, placed.id, tuple((x + 1, y) for x, y in placed.shape))
        case Extra():
            tries = (c.AddPiece(seat, "uneven", Size.SMALL, shape) for shape in squares(state))
            yield from islice(_some(state, tries), 1)
        case SetMarkers():
            width, height = state.game.scenario.table
            spots = ((x, y) for y in range(2, height, 4) for x in range(8, width, 5))
            yield from _some(state, (c.PlaceMarker(seat, x, y) for x, y in spots))
        case Deploy():
            yield from _deployments(state, step, seat)
        case _:
            return


def _choices(state: SettingUp, seat: Seat) -> Iterator[Any]:
    table = state.game.options.terrain_table
    kinds = [(line.name, size) for line in table for size in line.sizes] if table else [("uneven", one) for one in Size]
    for kind, size in kinds:
        yield c.ChoosePiece(seat, kind, size)


def squares(state: SettingUp, side: float = 3) -> Iterator[Outline]:
    """Squares all over the table, from the middle of each quarter on."""
    width, height = state.game.scenario.table
    for y in range(1, height - 3, 5):
        for x in range(1, width - 3, 5):
            yield ((x, y), (x + side, y), (x + side, y + side), (x, y + side))


def _deployments(state: SettingUp, step: Deploy, seat: Seat) -> Iterator[Any]:
    if musters(state.game) and len(state.ground.mustered) < 2:
        yield from (c.Muster(seat, side, 4) for side in SIDES if side not in state.ground.mustered)
        return
    counts = expected_units(state, step) if musters(state.game) else range(1, 2)
    done = sum(state.ground.deployed.values())
    for count in sorted({counts.start, counts.stop - 1}):
        yield c.DeployUnits(seat, tuple(c.Deployed(f"unit-{done + place}", dice=1) for place in range(1, count + 1)))


def _playing(state: Playing, seat: Seat) -> Iterator[Any]:
    for facts in _facts(state.play.sheet):
        yield c.EndTurn(seat, facts)
    if not state.play.turns:
        yield c.CountDice(seat, 4, 4)
    yield from _happenings(state, seat)
    for dispute in state.play.disputes.values():
        yield c.AcceptReport(seat, dispute.facts.by, dispute.facts.turn)
    yield c.CallTime(seat)
    yield c.OrdersWithoutDice(seat, state.play.sheet.next_turn[0])
    if seat in OFFICIALS:
        yield from (c.CorrectTurn(seat, facts) for facts in state.play.turns[-1:])
        yield from (c.Forfeit(seat, side) for side in SIDES)
    yield c.Concede(seat)


def _happenings(state: Playing, seat: Seat) -> Iterator[Any]:
    sheet = state.play.sheet
    side, _ = sheet.next_turn
    match sheet.scenario.scoring:
        case Held():
            yield from (c.ClaimMarker(seat, marker.id) for marker in sheet.scenario.of_kind(Kind.MARKER))
        case Capped():
            yield from (c.ChargeMarker(seat, f"{side.other}_{number}", 1) for number in (1, 2, 3))
        case Awards():
            yield from (c.ReportLoss(seat, casters={lost: 1}) for lost in SIDES)
            objectives = sheet.scenario.of_kind(Kind.OBJECTIVE)
            yield from (c.ReportLoss(seat, destroyed=(one.id,)) for one in objectives)
        case _:
            return


def _facts(sheet: Tally) -> Iterator[Facts]:
    """Some things the sheet could say of the turn under way."""
    side, turn = sheet.next_turn
    markers = tuple(marker.id for marker in sheet.scenario.of_kind(Kind.MARKER))
    dice = 3 if isinstance(sheet.scenario.scoring, Control) and sheet.scenario.scoring.lost_dice else None
    yield Facts(by=side, turn=turn, dice=dice)
    match sheet.scenario.scoring:
        case Held():
            yield Facts(by=side, turn=turn, claimed=markers[:1])
        case Presence():
            yield Facts(by=side, turn=turn, near=dict.fromkeys(markers, 2))
        case Control():
            yield Facts(by=side, turn=turn, controlled=markers[:2], dice=dice)
        case Awards():
            places = sheet.scenario.of_kind(Kind.ZONE, Kind.FLAG)
            standing = tuple(place.id for place in places if place.id not in sheet.gone)
            for owner in SIDES:
                yield Facts(by=side, turn=turn, controls={owner: standing[:1]})
        case _:
            return


def _counting(state: Counting, seat: Seat) -> Iterator[Any]:
    if isinstance(state.game.scenario.scoring, MassacreOnly):
        yield c.SweepEdges(seat)
    yield c.CountEnd(seat, massacre={Side.FIRST: 12, Side.SECOND: 9})
    yield c.CountEnd(seat)
    yield c.CountArmies(seat, Armies(lost={Side.FIRST: 12, Side.SECOND: 9}))
    yield from _mendings(seat)


def _mendings(seat: Seat) -> Iterator[Any]:
    """Another end than the one on the sheet."""
    yield c.CorrectEnd(seat, "…")
    yield from (c.CorrectEnd(seat, "…", kind, side) for kind in get_args(c.Ended) for side in SIDES)


def _signing(state: Signing, seat: Seat) -> Iterator[Any]:
    yield from _mendings(seat)
    if state.settled:
        return
    first, second = final_sheet(state).points.values()
    yield c.Sign(seat, first, second)
    for dispute in state.play.disputes.values():
        yield c.AcceptReport(seat, dispute.facts.by, dispute.facts.turn)
    yield c.Settle(seat)
