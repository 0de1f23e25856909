"""Whole matches as text: what was asked, what happened, what everybody sees."""

from __future__ import annotations

from golden_text import check_golden, playthrough
from heraut.kernel.message import Roll
from heraut.scenario import engine
from heraut.scenario.armies import Armies
from heraut.scenario.placement import ChoosePiece, MovePiece, PlacePiece
from heraut.scenario.roles import ChooseRole, StateRoles
from heraut.scenario.setup import EndStep, SkipSetup
from heraut.scenario.signing import CountArmies, CountEnd, Sign, SweepEdges
from heraut.scenario.turns import EndTurn, ReportLoss
from scenario.build import ANA, BEN, FIRST, LARGE, SECOND, settings, square, turn


def test_a_clash_from_the_opening_roll_to_the_signatures():
    commands = [
        Roll(faces=(4, 4)),
        Roll(faces=(2, 5)),
        ChooseRole(ANA, FIRST),
        ChooseRole(BEN, SECOND),
        ChoosePiece(ANA, "uneven", LARGE),
        ChoosePiece(BEN, "uneven", LARGE),
        PlacePiece(ANA, "piece-1", square(10, 19)),
        PlacePiece(ANA, "piece-1", square(10, 14)),
        PlacePiece(BEN, "piece-2", square(18, 20)),
        PlacePiece(BEN, "piece-2", square(26, 20)),
        MovePiece(ANA, "piece-1", square(10, 20)),
        EndStep(BEN),
        SkipSetup(ANA),
        *(EndTurn(ANA, turn(index)) for index in range(1, 11)),
        Roll(faces=(2,)),
        EndTurn(ANA, turn(11)),
        SweepEdges(BEN, (), ("levies",)),
        CountEnd(ANA, {FIRST: 17, SECOND: 13}),
        Sign(BEN, 17, 14),
        Sign(ANA, 17, 13),
        Sign(BEN, 17, 13),
    ]

    check_golden("match-clash.txt", playthrough(engine, settings("clash"), commands, (ANA, None)))


def test_a_destruction_won_in_the_middle_of_a_turn():
    commands = [
        StateRoles(BEN, BEN),
        SkipSetup(BEN),
        ReportLoss(BEN, ("OBJ1-2",)),
        EndTurn(BEN, turn(1)),
        EndTurn(ANA, turn(2)),
        ReportLoss(BEN, ("OBJ1-2",)),
        EndTurn(BEN, turn(3)),
        EndTurn(ANA, turn(3)),
        EndTurn(ANA, turn(4)),
        ReportLoss(BEN, ("OBJ2-2",)),
        EndTurn(ANA, turn(6)),
        CountArmies(ANA, Armies(lost={FIRST: 12, SECOND: 21})),
        Sign(ANA, 2, 0),
        Sign(BEN, 2, 0),
    ]

    check_golden("match-destruction.txt", playthrough(engine, settings("destruction"), commands, (ANA, None)))
