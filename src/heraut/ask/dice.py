"""Questions about plain dice."""

from __future__ import annotations

import msgspec

from heraut.ask.law import LawRow, law_rows
from heraut.ask.question import Answer, Question
from heraut.dice import EXACT, SIDES, Summed, mean
from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import HouseCode, Reason, Refusal, house

MOST_DICE = 1000


class PoolInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many six-sided dice, each a success when it shows the target or more."""

    dice: int
    target: int


class PoolOutput(msgspec.Struct, frozen=True):
    """How likely each number of successes is."""

    law: tuple[LawRow, ...]
    mean: Summed


def _pool(asked: PoolInput) -> Answer[PoolOutput] | Refusal:
    if not 0 <= asked.dice <= MOST_DICE:
        return house(HouseCode.WRONG_DICE, "dice", asked=asked.dice, allowed=MOST_DICE)
    faces = min(SIDES, max(0, SIDES + 1 - asked.target))
    law = EXACT.successes("pool", asked.dice, faces)
    reason = Reason(ClauseId("HOUSE-DICE-2"), "pool", {"dice": asked.dice, "target": asked.target, "faces": faces})
    return Answer(PoolOutput(law_rows(law), mean(law)), (reason,))


POOL = Question("dice.pool", "How many of these dice show the target or more?", PoolInput, PoolOutput, _pool)
