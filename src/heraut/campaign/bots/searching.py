"""
The searching bot: it tries its best ideas on imagined futures and keeps the one that turns out best.

What it may not know, the sealed choices of others, is forgotten before it thinks and imagined anew in each future
(a determinisation). Each future is played to the end of a turn by the heuristic bot on every seat; the value of
where it ends is averaged, and futures are given to the ideas that look best so far (successive halving).
"""

from __future__ import annotations

from itertools import islice

from heraut.campaign.bots.heuristic import advise, scored_moves, value
from heraut.campaign.engine import follow
from heraut.campaign.marches import DeclareMove, PassMoves
from heraut.campaign.sequence import answers, awaits
from heraut.campaign.state import Finished, State
from heraut.dice import Below, SplitMix
from heraut.kernel import FATE, Awaited, Command, Roll, Seat

IDEAS, FUTURES, TURNS = 8, 1, 2
"""Ideas that are tried, futures of each in the first round, turns played out beyond the present one."""

MOST_COMMANDS = 400
SEARCHED = ("campaign-declare", "campaign-bid", "campaign-prepare", "campaign-build", "campaign-invade")


def foresee(state: State, awaited: Awaited, below: Below) -> Command:
    """The idea whose futures are worth most."""
    if awaited.code not in SEARCHED:
        return advise(state, awaited, below)
    ideas = _ideas(state, awaited, below)
    totals = [0.0] * len(ideas)
    alive = list(range(len(ideas)))
    futures = FUTURES
    while len(alive) > 1:
        seeds = [below(1 << 30) for _ in range(futures)]
        for place in alive:
            totals[place] += sum(_future(state, awaited.seat, ideas[place], seed) for seed in seeds)
        alive.sort(key=lambda place: -totals[place])
        del alive[(len(alive) + 1) // 2 :]
        futures *= 2
    return ideas[alive[0]]


def _ideas(state: State, awaited: Awaited, below: Below) -> list[Command]:
    """What the heuristic would do, and other answers that are not plainly worse."""
    first = advise(state, awaited, below)
    if awaited.code == "campaign-declare":
        scored = sorted(scored_moves(state, awaited.seat), key=lambda one: -one[0])[: IDEAS - 1]
        others: list[Command] = [DeclareMove(awaited.seat, band=band.id, path=path) for _, band, path in scored]
        others.append(PassMoves(awaited.seat))
    else:
        every = list(islice(answers(state, awaited), 60))
        others = every[:: max(1, len(every) // IDEAS)][:IDEAS]
    return [first, *(other for other in others if other != first)]


def _future(state: State, seat: Seat, idea: Command, seed: int) -> float:
    """The value of one imagined future that begins with the idea."""
    below = SplitMix(seed)
    until = state.board.turn + TURNS
    present = follow(state, idea).state
    for _ in range(MOST_COMMANDS):
        if isinstance(present.phase, Finished) or present.board.turn > until:
            break
        awaited = awaits(present)[0]
        if awaited.seat == FATE and awaited.chance is not None:
            command: Command = Roll(faces=awaited.chance.draw(below))
        else:
            command = advise(present, awaited, below)
        present = follow(present, command).state
    return value(present, seat)
