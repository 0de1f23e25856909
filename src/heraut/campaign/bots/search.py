"""
The bots that look ahead: they imagine futures over the rules of the campaign themselves.

What their seat may not know, the sealed choices of others, is forgotten before they think, and drawn anew in every
future like dice and battles. After their own choices the heuristic bot plays on for every seat, and the value of where
a future ends tells what they were worth.

The searching bot tries a few ideas for its answer, and gives more futures to those that look best so far (successive
halving).

The tree bot grows a tree over what is decided in the open, the declared moves of everybody, and over its own sealed
choices; one node stands for all that the seat cannot tell apart (an information-set tree search). The value of a future
is credited to each who chose on the way as they see it (UCT; ideas are tried in the heuristic's order, few at first).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from math import inf, log, sqrt, tanh
from typing import NamedTuple

from heraut.campaign.bots.heuristic import advise, hurried, scored_moves, value
from heraut.campaign.engine import advance, carried_out
from heraut.campaign.marches import DeclareMove, PassMoves
from heraut.campaign.sequence import answers, awaits
from heraut.campaign.state import Finished, State
from heraut.kernel.message import Awaited, Command, Roll
from heraut.kernel.names import Seat
from heraut.kernel.refusal import Refusal
from heraut.pseudorandom import Below, SplitMix

OPEN = ("campaign-declare",)
SEALED = ("campaign-bid", "campaign-prepare", "campaign-build", "campaign-invade")
"""What is worth looking ahead for; all else is answered as the heuristic would."""
TURNS = 2
"""Turns played out beyond the present one."""
MOST_COMMANDS = 400
"""Of one future."""
LOOKED_THROUGH = 60
"""Answers of which some are considered."""


def _ideas(
    state: State, awaited: Awaited, below: Below, moves: Callable[[State, Seat], Iterable[Command]], most: int
) -> list[Command]:
    """What the heuristic would do first, then other answers, the better looking ones before the others."""
    first = advise(state, awaited, below)
    if awaited.code in OPEN:
        others = [*islice(moves(state, awaited.seat), most - 1), PassMoves(awaited.seat)]
    else:
        every = list(islice(answers(state, awaited), LOOKED_THROUGH))
        others = every[:: max(1, len(every) // most)][:most]
    return [first, *(other for other in others if other != first)]


def _best_moves(state: State, seat: Seat) -> Iterator[DeclareMove]:
    """Every move, those that promise most first."""
    for _, band, path in sorted(scored_moves(state, seat), key=lambda one: -one[0]):
        yield DeclareMove(seat, band=band.id, path=path)


def _best_ends(state: State, seat: Seat) -> Iterable[DeclareMove]:
    """The best move for each band and end."""
    ends: dict[tuple[int, str], DeclareMove] = {}
    for move in _best_moves(state, seat):
        ends.setdefault((move.band, move.path[-1]), move)
    return ends.values()


FEW_IDEAS = 8
"""Answers that the searching bot tries at most, beside the heuristic's own."""


def foresee(state: State, awaited: Awaited, below: Below) -> Command:
    """The idea whose futures are worth most: one of each, then twice as many of the better half, and so on."""
    if awaited.code not in (*OPEN, *SEALED):
        return advise(state, awaited, below)
    ideas = _ideas(state, awaited, below, _best_moves, FEW_IDEAS)
    totals = [0.0] * len(ideas)
    alive = list(range(len(ideas)))
    futures = 1
    while len(alive) > 1:
        seeds = [below(1 << 30) for _ in range(futures)]
        for place in alive:
            totals[place] += sum(_future(state, awaited.seat, ideas[place], seed) for seed in seeds)
        alive.sort(key=lambda place: -totals[place])
        del alive[(len(alive) + 1) // 2 :]
        futures *= 2
    return ideas[alive[0]]


def _future(state: State, seat: Seat, idea: Command, seed: int) -> float:
    """The value of one imagined future that begins with the idea."""
    below = SplitMix(seed)
    until = state.board.turn + TURNS
    present = carried_out(state, idea).state
    for _ in range(MOST_COMMANDS):
        if _is_over(present, until):
            break
        present = _played_on(present, awaits(present)[0], below, advise)
    return value(present, seat)


def _is_over(state: State, until: int) -> bool:
    """Whether a future goes no further."""
    return isinstance(state.phase, Finished) or state.board.turn > until


def _played_on(state: State, asked: Awaited, below: Below, advice: Callable[[State, Awaited, Below], Command]) -> State:
    """What is awaited comes as advised, dice as they fall."""
    chance = asked.chance
    command = advice(state, asked, below) if chance is None else Roll(faces=chance.draw(below))
    return carried_out(state, command).state


EFFORT = 12_000
"""Imagined commands for one answer: a second on one core, two on a slow one, however many players there are."""
IDEAS = 12
"""Answers that a node considers at most, beside the heuristic's own."""
DEEPEST = 8
"""Choices of the tree on one way through it."""
CURIOSITY = 0.2
"""How much an idea that was seldom tried is preferred."""
LEAD = 15.0
"""The lead, in points, that counts as won seven times out of eight."""


class Node:
    """What one player may answer at one point, how often each idea was tried and what came of it."""

    __slots__ = ("_totals", "_tries", "_visits", "ideas", "under")

    def __init__(self, ideas: list[Command]) -> None:
        self.ideas = ideas
        self.under: dict[tuple[int, Seat, str], Node] = {}
        self._visits = 0
        self._tries = [0] * len(ideas)
        self._totals = [0.0] * len(ideas)

    def by_promise(self) -> list[int]:
        """The ideas from the most promising down; more of them come into play as the node is visited."""
        width = min(len(self.ideas), 2 + int(sqrt(self._visits)))
        return [*sorted(range(width), key=self._promise, reverse=True), *range(width, len(self.ideas))]

    def _promise(self, place: int) -> float:
        """What an idea brought so far, and more if little is known of it; one never tried comes first."""
        tries = self._tries[place]
        if not tries:
            return inf
        return self._totals[place] / tries + CURIOSITY * sqrt(log(self._visits + 1) / tries)

    def add(self, idea: Command) -> int:
        """An idea that only this future allows."""
        self.ideas.append(idea)
        self._tries.append(0)
        self._totals.append(0.0)
        return len(self.ideas) - 1

    def credit(self, place: int, worth: float) -> None:
        """A future that went this way ended so well."""
        self._visits += 1
        self._tries[place] += 1
        self._totals[place] += worth

    def mean(self, place: int) -> float:
        """What an idea was worth on average."""
        return self._totals[place] / max(1, self._tries[place])


class TreeChoice(NamedTuple):
    """One choice on the way through the tree."""

    node: Node
    place: int
    seat: Seat


def plan(state: State, awaited: Awaited, below: Below) -> Command:
    """
    The idea whose futures are worth most.

    The effort is cut into rounds of equal size: after each, the better half of the ideas goes on (sequential halving).
    All ideas of a round are tried on the same draws.
    """
    if awaited.code not in (*OPEN, *SEALED):
        return advise(state, awaited, below)
    root = Node(_ideas(state, awaited, below, _best_ends, IDEAS))
    alive = list(range(len(root.ideas)))
    share = EFFORT / max(1, (len(alive) - 1).bit_length())
    spent, until = 0, 0.0
    while len(alive) > 1:
        until += share
        while spent < until:
            seed = below(1 << 30)
            spent += sum(_explore(root, place, state, awaited, SplitMix(seed)) for place in alive)
        alive.sort(key=root.mean, reverse=True)
        del alive[(len(alive) + 1) // 2 :]
    return root.ideas[alive[0]]


def _explore(root: Node, first: int, state: State, awaited: Awaited, below: Below) -> int:
    """One future, through the tree and beyond it, which leaves one node more; how many commands it took."""
    seat, until = awaited.seat, state.board.turn + TURNS
    way = [TreeChoice(root, first, seat)]
    state = carried_out(state, root.ideas[first]).state
    grown, count = False, 1
    while count < MOST_COMMANDS and not _is_over(state, until):
        asked = awaits(state)[0]
        if grown or len(way) == DEEPEST or not _chosen(asked, seat):
            state = _played_on(state, asked, below, hurried)
        else:
            node, grown = _under(way[-1], state, asked, below)
            place, state = _tried(node, state, asked, below)
            way.append(TreeChoice(node, place, asked.seat))
        count += 1
    worth = {one: 0.5 + 0.5 * tanh(value(state, one) / LEAD) for one in {choice.seat for choice in way}}
    for choice in way:
        choice.node.credit(choice.place, worth[choice.seat])
    return count


def _chosen(asked: Awaited, seat: Seat) -> bool:
    """Whether the tree branches here: what others seal is theirs, and drawn like dice."""
    return asked.code in OPEN or (asked.seat == seat and asked.code in SEALED)


def _under(last: TreeChoice, state: State, asked: Awaited, below: Below) -> tuple[Node, bool]:
    """Where a choice leads, and whether nobody has been there before."""
    key = (last.place, asked.seat, asked.code)
    grown = key not in last.node.under
    if grown:
        last.node.under[key] = Node(_ideas(state, asked, below, _best_ends, IDEAS))
    return last.node.under[key], grown


def _tried(node: Node, state: State, asked: Awaited, below: Below) -> tuple[int, State]:
    """The most promising idea that this future allows, and where it leads."""
    for place in node.by_promise():
        followed = advance(state, node.ideas[place])
        if not isinstance(followed, Refusal):
            return place, followed.state
    idea = advise(state, asked, below)
    return node.add(idea), carried_out(state, idea).state
