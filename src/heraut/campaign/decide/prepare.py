"""The step PREPARE: hidden recruitment and transfers (chapters 12 to 16)."""

from __future__ import annotations

from heraut.campaign.board import Board
from heraut.campaign.commands import Prepare
from heraut.campaign.decide.muster import muster
from heraut.campaign.decide.story import Code, Story, refuse
from heraut.campaign.events import (
    Arrangement,
    PreparationDefaulted,
    PreparationDrafted,
    PreparationSealed,
    PreparationsRevealed,
    StepOpened,
)
from heraut.campaign.names import Step
from heraut.campaign.plans import Muster
from heraut.campaign.state import Preparing, State
from heraut.kernel import HouseCode, Refusal, Seat, Stage, house, together


def begin(story: Story) -> None:
    """Those with anything to decide are asked [SC-GEN-8]."""
    seats = tuple(seat for seat in story.state.game.seats if may_prepare(story.board, seat))
    story.tell(StepOpened(Step.PREPARE, seats))


def may_prepare(board: Board, seat: Seat) -> bool:
    """Whether there is anything to recruit or to transfer: an own village, or two bands on one territory."""
    standing = [band.territory for band in board.bands_of(seat)]
    if len(set(standing)) < len(standing):
        return True
    return any(
        not board.enemy_at(at, seat) or at in standing or board.villages[at].lords for at in board.villages_of(seat)
    )


def prepare(story: Story, command: Prepare) -> Refusal | None:
    """Only the final situation must be legal, and only when it is handed in [SC-SEQ-4]."""
    phase = story.state.phase
    if not isinstance(phase, Preparing) or command.seat not in phase.box.seats:
        return house(HouseCode.WRONG_PHASE, "prepare")
    if not command.ready:
        story.tell(PreparationDrafted(command.seat, command.musters))
        return None
    worked = work_out(story.state, command.seat, command.musters, story.board.serial)
    if isinstance(worked, Refusal):
        return worked
    story.tell(PreparationSealed(command.seat, command.musters))
    return None


def work_out(
    state: State, seat: Seat, musters: tuple[Muster, ...], serial: int
) -> tuple[tuple[Arrangement, ...], int] | Refusal:
    """What the orders of a player come to, or everything that is wrong with them."""
    done: list[Arrangement] = []
    faults: list[Refusal] = []
    for asked in musters:
        if any(one.territory == asked.territory for one in done):
            faults.append(refuse("SC-SEQ-4", Code.TERRITORY_TWICE, asked.territory))
            continue
        worked = muster(state, seat, asked, serial)
        if isinstance(worked, Refusal):
            faults.append(worked)
        else:
            arrangement, serial = worked
            done.append(arrangement)
    faults += _limits(state, seat, done)
    return together(tuple(faults)) or (tuple(done), serial)


def _limits(state: State, seat: Seat, done: list[Arrangement]) -> list[Refusal]:
    """The stock left after the bids [SC-REC-7] and the number of lords [SC-LRD-2]."""
    faults = []
    cost, stock = sum(one.cost for one in done), state.board.stocks[seat]
    if cost > stock:
        faults.append(refuse("SC-REC-7", Code.TOO_DEAR, asked=cost, allowed=stock))
    hired = sum(len(one.lords) for one in done)
    lords = state.board.lords_of(seat) + hired
    if hired and lords > state.game.max_lords:
        faults.append(refuse("SC-LRD-2", Code.TOO_MANY_LORDS, asked=lords, allowed=state.game.max_lords))
    return faults


def prepare_default(story: Story, seat: Seat) -> None:
    """An absent player recruits and transfers nothing [SC-GEN-9]."""
    story.tell(PreparationDefaulted(seat))


def reveal(story: Story, phase: Preparing) -> None:
    """The orders of all take effect and become visible together [SC-SEQ-4]."""
    if phase.box.awaited:
        return
    serial = story.board.serial
    arrangements: tuple[Arrangement, ...] = ()
    for seat, musters in phase.box.values.items():
        worked = work_out(story.state, seat, musters, serial)
        assert not isinstance(worked, Refusal)
        done, serial = worked
        arrangements += done
    defaulted = tuple(seat for seat in phase.box.seats if phase.box.stage(seat) is Stage.DEFAULTED)
    story.tell(PreparationsRevealed(arrangements, serial, defaulted))
